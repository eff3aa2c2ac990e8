"""A mutation fuzzer for whole files: ``python -m tests.fuzz [--cases N] [--commands N] [--seed S] [--save DIR]``.

Every case takes a good file, damages it in one or more ways and gives it to every target. A target
is a callable that takes the file's path; it may raise :class:`VassalError` and nothing else. What
it raises else is a bug: the case is reported, and its file saved if a directory is given. More
targets are added to :data:`TARGETS` or given to :func:`run`. Command lines with damaged files of
every kind are run besides (:mod:`tests.support.fuzz_commands`).
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from adjudicator.audit.annotations import annotation_count, without_annotations
from adjudicator.vassal.commands import Command
from adjudicator.vassal.document import export_xml, import_xml
from adjudicator.vassal.errors import VassalError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.payload import Encoding
from adjudicator.vassal.properties import hidden_by, masked_by, piece_properties, trait_properties
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.vassal.stream import leaves
from adjudicator.vassal.table import Table
from tests.support.command_line import command
from tests.support.fuzz_commands import CommandFuzz
from tests.support.invariants import check_table

from .support.damage import mutate, seeds
from .support.failures import Failure

Target = Callable[[Path], None]
"""What a file is given to."""

ROOT = Path(__file__).parent.parent
LIMITS = Limits(archive_bytes=1 << 24, entry_bytes=1 << 23, text_bytes=1 << 22, commands=50_000, pieces=20_000)
_LIMIT_OPTIONS = [
    option for name in ("archive_bytes", "entry_bytes", "text_bytes", "commands", "pieces")
    for option in ("--limit", f"{name}={getattr(LIMITS, name)}")
]  # fmt: skip

# targets


def read_everything(path: Path) -> None:
    """Read a file, replay it, look at every piece, write it back as it is and in another encoding."""
    game = open_game(path, LIMITS)
    _read_parts(game)
    _replay(game)
    _write_back(game)


def _read_parts(game: SavedGame) -> None:
    assert isinstance(game.problems, tuple)
    assert isinstance((game.save_metadata, game.module_metadata, game.is_log), tuple)
    for leaf in leaves(game.tree):
        _check_command(leaf.command)


def _check_command(command: Command) -> None:
    again = command.with_ids(lambda player_id: player_id)
    assert again == command
    assert isinstance(command.encode(), str)
    assert isinstance(command.player_ids(), tuple)


def _replay(game: SavedGame) -> None:
    replay = Replay(game)
    _check_pieces(replay.initial)
    for step in replay:
        assert isinstance((step.is_undo, step.chat, step.property_changes, step.changes_pieces), tuple)
        check_table(replay.table)
    _check_pieces(replay.table)


def _check_pieces(table: Table) -> None:
    check_table(table)
    for piece_id, piece in table.pieces.items():
        table.properties_of(piece_id)
        piece_properties(piece)
        masked_by(piece)
        hidden_by(piece)
        for trait in (*piece.traits, piece.basic):
            trait_properties(trait)
            assert isinstance(dict(trait.state_fields), dict)
            assert isinstance(trait.label + trait.type.title, str)
        table.placed_piece(piece_id).command().encode()
        assert piece.with_state(piece.state).command() == piece.command()


def _write_back(game: SavedGame) -> None:
    again = open_game(game.archive_bytes(), LIMITS)
    assert (again.text, again.stored_payload, again.entries) == (game.text, game.stored_payload, game.entries)
    encodings = list(Encoding)
    converted = game.with_encoding(encodings[len(game.text) % len(encodings)])
    assert open_game(converted.archive_bytes(), LIMITS).text == game.text
    assert game.with_text(game.text).payload.text == game.text
    assert game.map_leaves(lambda leaf: leaf) is game


def say_everything(path: Path) -> None:
    """Run the commands that print, in text and JSON: no code but the design's, no traceback, fit for a terminal."""
    for arguments in (["inspect"], ["audit"], ["audit", "--json"], ["diff", str(path)], ["export", "--format", "json"]):
        outcome = command(*arguments, path, *_LIMIT_OPTIONS)
        assert outcome.code in (0, 1, 2, 3), outcome
        assert "Traceback" not in outcome.err
        if outcome.code == 3:
            assert outcome.out == ""
            assert outcome.err.count("\n") == 1
        assert all(character.isprintable() or character == "\n" for character in outcome.out + outcome.err)


def there_and_back(path: Path) -> None:
    """Export a file as XML and pack it again: the same text."""
    game = open_game(path, LIMITS)
    again = import_xml(export_xml(game, player_ids="revealed"), LIMITS).game
    assert again.text == game.text
    assert again.entries == game.entries


def rulings_in_and_out(path: Path) -> None:
    """Put rulings into a log and take them out again: the same text."""
    ruled = path.with_name("ruled.vlog")
    outcome = command("annotate", path, "-o", ruled, "--force", *_LIMIT_OPTIONS)
    assert outcome.code in (0, 1, 2, 3), outcome
    assert "Traceback" not in outcome.err
    if outcome.code != 3:
        game, told = open_game(path, LIMITS), open_game(ruled)
        assert annotation_count(told) > 0
        assert without_annotations(told).text == without_annotations(game).text
        assert told.entries == game.entries


TARGETS: list[Target] = [read_everything, say_everything, there_and_back, rulings_in_and_out]


# running


def cases(count: int, seed: int) -> Iterable[tuple[str, bytes]]:
    """Yield names and contents of damaged files: the same for the same seed, if the corpus is the same."""
    good = seeds()
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")  # noqa: S311 - nothing secret hangs on it
        start = chance.choice(good)
        yield f"{seed}-{number}-{start.name}", mutate(chance, start)


def run(count: int, seed: int, targets: Sequence[Target] | None = None) -> Iterator[Failure]:
    """Give *count* damaged files to every target and yield what goes wrong, as it is found."""
    with tempfile.TemporaryDirectory() as directory:
        for name, data in cases(count, seed):
            path = Path(directory, "case" + Path(name).suffix)
            path.write_bytes(data)
            yield from _failures_of(name, path, data, targets or TARGETS)


def _failures_of(name: str, path: Path, data: bytes, targets: Sequence[Target]) -> Iterable[Failure]:
    for target in targets:
        try:
            target(path)
        except VassalError as error:
            if "\n" in str(error):
                yield Failure(name, target.__name__, f"more than one line: {error}", {name: data})
        except Exception:  # noqa: BLE001 - whatever else a target raises is what is looked for
            yield Failure(name, target.__name__, traceback.format_exc(), {name: data})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the exit code is 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Damage files and look what happens.")
    parser.add_argument("--cases", type=int, default=10_000, metavar="N", help="how many files (default 10,000)")
    parser.add_argument(
        "--commands",
        type=int,
        default=None,
        metavar="N",
        help="how many command lines with damaged files of every kind (default a tenth of the cases)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="another seed gives other files")
    parser.add_argument("--save", type=Path, metavar="DIR", help="where files that found a bug are saved")
    options = parser.parse_args(arguments)
    lines = CommandFuzz(options.seed)
    count = options.cases // 10 if options.commands is None else options.commands
    bugs = 0
    for failure in chain(run(options.cases, options.seed), lines.run(count)):
        bugs += 1
        print(f"{failure.case}: {failure.target}\n{failure.error}", flush=True)
        if options.save:
            failure.save(options.save)
    print(*(f"{number:6,} {name}" for name, number in sorted(lines.counts.items())), sep="\n")
    codes = ", ".join(f"{number:,} with {code}" for code, number in sorted(lines.codes.items()))
    print(f"{options.cases:,} cases and {count:,} command lines (exit codes: {codes or 'none'}), {bugs:,} bugs")
    return 1 if bugs else 0


if __name__ == "__main__":
    sys.exit(main())
