"""A mutation fuzzer for whole files: ``python -m tests.fuzz [--cases N] [--seed S] [--save DIR]``.

Every case takes a good file, damages it in one or more ways and gives it to every target. A target
is a callable that takes the file's path; it may raise :class:`VassalError` and nothing else. What
it raises else is a bug: the case is reported, and its file saved if a directory is given. More
targets are added to :data:`TARGETS` or given to :func:`run`.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import tempfile
import traceback
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adjudicator.audit.annotations import annotation_count, without_annotations
from adjudicator.vassal import sequence
from adjudicator.vassal.commands import Command
from adjudicator.vassal.document import export_xml, import_xml
from adjudicator.vassal.errors import VassalError
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.payload import Encoding, encode_payload
from adjudicator.vassal.properties import hidden_by, masked_by, piece_properties, trait_properties
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import MODULE_ENTRY, PAYLOAD_ENTRY, SAVE_ENTRY, SavedGame, open_game
from adjudicator.vassal.stream import leaves
from adjudicator.vassal.table import Table

from .command_line import command
from .corpus import corpus_files
from .invariants import check_table
from .synthetic import archive, small_log, small_save

Target = Callable[[Path], None]
"""What a file is given to."""

ROOT = Path(__file__).parent.parent
LIMITS = Limits(archive_bytes=1 << 24, entry_bytes=1 << 23, text_bytes=1 << 22, commands=50_000, pieces=20_000)
_LIMIT_OPTIONS = [
    option for name in ("archive_bytes", "entry_bytes", "text_bytes", "commands", "pieces")
    for option in ("--limit", f"{name}={getattr(LIMITS, name)}")
]  # fmt: skip
_LARGEST_CORPUS_FILE = 4_000
_SPECIAL = ["\x1b", "\t", "\\", "'", ";", "/", ",", "|", "~", "\0", "\n", "ü", "\U0001f600", "\ud800"]
_WILD_NUMBERS = [
    "0", "-1", "1", "2147483647", "2147483648", "-2147483649", "9" * 30, "9" * 3000, "1e999", "NaN", "-", "0x1", "٣",
    "1.5", "", " 1", "+1",
]  # fmt: skip
_WORDS = [
    "null", "true", "false", "stack", "deck;", "piece;;;a;A", "LOG\t", "UNDO\ttrue", "end_save", "begin_save", "+/",
]  # fmt: skip
_XML_TRICKS = [
    b"<!DOCTYPE data [<!ENTITY a 'b'>]>", b"&a;", b"<a>" * 300, b"\xff", b"<!--", b"]]>", b"</data>", b"<data>",
    b"<VassalVersion>9</VassalVersion>", b"&#0;", b"<![CDATA[",
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


def ask_everything(path: Path) -> None:
    """Give a file to the commands that rule on games, alone and together with a good one: codes of the design only."""
    good, new = ROOT / "examples" / "italians_attack" / "mail-01.vlog", path.with_name("new")
    uses = (
        ("verify", path), ("verify", good, "--after", path), ("verify", path, "--after", good), ("status", path),
        ("show", path, "-o", new.with_suffix(".svg"), "--force"), ("script", "read", path),
        ("script", "read", good, path),
        ("script", "judge", path), ("audit", path, good), ("audit", good, path), ("audit", "--check", path),
        ("audit", good, "--after", path), ("setup", "1", "--module", path, "-o", new.with_suffix(".vsav"), "--force"),
        ("annotate", good, "--after", path, "-o", new.with_suffix(".vlog"), "--force"), ("diff", path, good),
    )  # fmt: skip
    for use in uses:
        outcome = command(*use)
        assert outcome.code in (0, 1, 2, 3, 64), (use, outcome)
        assert "Traceback" not in outcome.err, (use, outcome)


TARGETS: list[Target] = [read_everything, say_everything, there_and_back, rulings_in_and_out]

ALL_TARGETS: list[Target] = [*TARGETS, ask_everything]
"""With what takes too long for each run of the tests."""


# mutations


@dataclass(frozen=True)
class Seed:
    """A good file to begin with."""

    name: str
    data: bytes
    text: str


def seeds() -> list[Seed]:
    """Return the files to begin with: our own, and the small ones of the corpus if it is there."""
    own = [Seed("save.vsav", archive(small_save()), small_save()), Seed("log.vlog", archive(small_log()), small_log())]
    others = [path for path in corpus_files(".vsav", ".vlog") if path.stat().st_size <= _LARGEST_CORPUS_FILE]
    return own + [Seed(path.name, path.read_bytes(), open_game(path).text) for path in others]


def mutate(chance: random.Random, seed: Seed) -> bytes:
    """Return a damaged file."""
    kind = chance.randrange(8)
    if kind == 0:
        return _damaged_bytes(chance, seed.data)
    if kind == 1:
        return _repacked(chance, seed, _damaged_bytes(chance, _payload(chance, seed.text)))
    return _repacked(chance, seed, _payload(chance, _damaged_text(chance, seed.text)))


def _payload(chance: random.Random, text: str) -> bytes:
    encoding = chance.choice(list(Encoding))
    raw = text.encode("utf-8", "surrogatepass")
    if encoding is Encoding.PLAIN:
        return raw
    return encode_payload(raw.decode("utf-8", "surrogateescape"), encoding, chance.randrange(1, 256))


def _repacked(chance: random.Random, seed: Seed, payload: bytes) -> bytes:
    entries: dict[str, bytes] = {PAYLOAD_ENTRY: payload}
    with zipfile.ZipFile(io.BytesIO(seed.data)) as source:
        for name in (SAVE_ENTRY, MODULE_ENTRY):
            if name in source.namelist() and chance.random() < 0.9:
                data = source.read(name)
                entries[name] = _damaged_xml(chance, data) if chance.random() < 0.1 else data
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as target:
        for name, data in entries.items():
            target.writestr(zipfile.ZipInfo(name), data, target.compression)
    return buffer.getvalue()


def _damaged_bytes(chance: random.Random, data: bytes) -> bytes:
    mutated = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        start, length = chance.randrange(len(mutated) + 1), chance.choice([1, 1, 2, 4, 16, 200])
        kind = chance.randrange(6)
        if kind == 0 and mutated:
            mutated[start % len(mutated)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del mutated[start:]
        elif kind == 2:
            del mutated[start : start + length]
        elif kind == 3:
            mutated[start:start] = chance.randbytes(length)
        elif kind == 4:
            mutated[start:start] = mutated[start : start + length] * chance.choice([1, 2, 50])
        else:
            mutated[start : start + length] = chance.choice([b"\0", b"\xff"]) * length
    return bytes(mutated)


def _damaged_xml(chance: random.Random, data: bytes) -> bytes:
    if chance.random() < 0.3:
        return _damaged_bytes(chance, data)
    place = chance.randrange(len(data) + 1)
    return data[:place] + chance.choice(_XML_TRICKS) + data[place:]


def _damaged_text(chance: random.Random, text: str) -> str:
    for _ in range(chance.choice([1, 1, 2, 3, 8])):
        text = chance.choice(_TEXT_MUTATIONS)(chance, text)
    return text


def _wild_number(chance: random.Random, text: str) -> str:
    return _replaced(chance, text, r"-?[0-9]+", chance.choice(_WILD_NUMBERS))


def _other_field(chance: random.Random, text: str) -> str:
    fields = re.findall(r"[^\x1b\t;/,\\]+", text) or [""]
    return _replaced(chance, text, r"[^\x1b\t;/,\\]*", chance.choice([*fields[:200], *_WORDS]))


def _replaced(chance: random.Random, text: str, pattern: str, word: str) -> str:
    """Put *word* in the place of one match of *pattern*, near a random place."""
    match = re.compile(pattern).search(text, chance.randrange(len(text) + 1))
    return text[: match.start()] + word + text[match.end() :] if match else text


def _special(chance: random.Random, text: str) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice(_SPECIAL) * chance.choice([1, 1, 1, 2, 3, 40, 2000]) + text[place:]


def _without(chance: random.Random, text: str) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + text[place + chance.choice([1, 1, 2, 10, 100]) :]


def _cut(chance: random.Random, text: str) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _tokens(chance: random.Random, text: str) -> str:
    """Delete, repeat, swap or nest commands of the outermost level."""
    tokens = sequence.decode(text, "\x1b")
    first, second = chance.randrange(len(tokens)), chance.randrange(len(tokens))
    kind = chance.randrange(5)
    if kind == 0:
        del tokens[first]
    elif kind == 1:
        tokens[first:first] = [tokens[second]] * chance.choice([1, 2, 20])
    elif kind == 2:
        tokens[first], tokens[second] = tokens[second], tokens[first]
    elif kind == 3:
        for _ in range(chance.choice([1, 3, 150, 400])):
            tokens[first] = sequence.encode([tokens[first], "x"], "\x1b")
    else:
        tokens[first] = "LOG\t" + tokens[first]
    return sequence.encode(tokens, "\x1b")


def _one_command(chance: random.Random, text: str) -> str:
    """Damage one command, whole as it is, and put it back encoded."""
    tokens = sequence.decode(text, "\x1b")
    index = chance.randrange(len(tokens))
    damage = chance.choice([_wild_number, _other_field, _special, _without, _cut])
    tokens[index] = damage(chance, tokens[index])
    return sequence.encode(tokens, "\x1b")


_TEXT_MUTATIONS: Sequence[Callable[[random.Random, str], str]] = (
    _wild_number, _wild_number, _other_field, _other_field, _special, _without, _cut, _tokens, _tokens, _one_command,
)  # fmt: skip


# running


@dataclass(frozen=True)
class Failure:
    """A case that a target could not bear."""

    case: str
    target: str
    error: str
    data: bytes


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
                yield Failure(name, target.__name__, f"more than one line: {error}", data)
        except Exception:  # noqa: BLE001 - whatever else a target raises is what is looked for
            yield Failure(name, target.__name__, traceback.format_exc(), data)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the exit code is 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Damage files and look what happens.")
    parser.add_argument("--cases", type=int, default=10_000, metavar="N", help="how many files (default 10,000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="another seed gives other files")
    parser.add_argument("--save", type=Path, metavar="DIR", help="where files that found a bug are saved")
    options = parser.parse_args(arguments)
    bugs = 0
    for failure in run(options.cases, options.seed, ALL_TARGETS):
        bugs += 1
        print(f"{failure.case}: {failure.target}\n{failure.error}", flush=True)
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
            (options.save / failure.case).write_bytes(failure.data)
    print(f"{options.cases:,} cases, {bugs:,} bugs")
    return 1 if bugs else 0


if __name__ == "__main__":
    sys.exit(main())
