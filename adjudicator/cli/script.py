"""``adjudicator script``: whole games in the notation, read from logs, judged, and written as logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click

from ..audit.dice import load_patterns
from ..game.errors import GameDataError
from ..game.notation.names import notation_of
from ..game.position import Position
from ..recording.module_kit import PlayKit
from ..recording.script_writing import write_script
from ..referee.viewer_pipeline import referee_for
from ..report.rulings_text import (
    Judged,
    JudgedSetUp,
    exit_code,
    ruling_lines,
    rulings_document,
    set_up_lines,
    summary_line,
)
from ..report.safe_text import count
from ..report.script_text import ScriptText, script_lines
from ..report.unsettled_text import unsettled_lines
from ..rules.script_runner import PlayedScript, play_script
from ..vassal.archive import check_output, write_file
from ..vassal.document_kind import is_document
from ..vassal.limits import Limits
from ..vassal.module import read_module
from ..vassal.pseudonyms import has_pseudonyms
from ..vassal.saved_game import SavedGame, open_game
from ..viewing.sides import roster_in, viewer_of
from .completion import LOG_FILE, MODULE_FILE, NEW_LOG, POSITION_FILE, SCRIPT_FILE
from .log_files import logs_in
from .options import (
    emit,
    emit_json,
    force_option,
    json_option,
    limit_option,
    module_option,
    note,
    note_pseudonyms,
    output_option,
    read_games_for,
)
from .referee_options import patterns_option, watching
from .rule_options import (
    Table,
    book_options,
    estimated_line,
    playable_game,
    reader_options,
    side_of,
    take_seat,
)
from .setup import predefined_setup
from .text_input import file_name, typed_text

__all__ = ["command"]

_LOG: Final = ".vlog"
_SCRIPT: Final = "a script, as “adjudicator script read” makes one of a log"
_EPILOG = """\b
A script has a line for each action, such as
  1/VIII/132: move in column, 33.13, 32.13
  L/2/13 DBLE: direct fire at 1/VIII/132; die 3 fire
All of them are in docs/scripts.md.

\b
Examples:
  adjudicator script read game.vlog -o game.script
  adjudicator script judge game.script
  adjudicator script write game.script --module game.vmod -o again.vlog"""


@click.group(no_args_is_help=False, epilog=_EPILOG)
def command() -> None:
    """Write a game as plain text, judge it, and turn it into logs."""


@command.command("read", short_help="Turn logs into a script.")
@click.argument("logs", nargs=-1, required=True, type=LOG_FILE, metavar="LOG...")
@click.option("--bare", is_flag=True, help="No comments: neither step numbers nor findings.")
@output_option
@force_option
@module_option
@patterns_option
@book_options
@reader_options
@limit_option
def read_command(
    logs: tuple[Path, ...], bare: bool, output: Path | None, force: bool, module_path: Path | None,
    patterns: tuple[Path, ...], limits: Limits, **values: Any,
) -> int:  # fmt: skip
    """Print logs as a script, a line for each action, as the referee reads it.

    Each LOG continues the one before; a directory stands for all logs in it. Findings, and whatever was not
    understood, are given as comments.
    """
    if output is not None:
        check_output(output, force=force)
    game = playable_game(values["game_name"])
    side = side_of(click.get_current_context(), game, values["side"], lambda: roster_in(logs_in(logs)))
    known_wordings = load_patterns(patterns)
    module = read_module(module_path, limits) if module_path else None
    viewer = viewer_of(game, side, referee=values["referee"])
    refereed = referee_for(
        viewer, read_games_for(logs_in(logs), limits, reveal_ids=False), game, values["house_rules"], known_wordings,
        module=module,
        scenario=values["scenario"] or 0, watch_for=watching,
    )  # fmt: skip
    lines = script_lines(ScriptText(refereed, viewer, bare))
    if output is None:
        emit(lines)
    else:
        write_file(output, "".join(f"{line}\n" for line in lines).encode(), force=force)
    return 0


def _start_option(command: Any) -> Any:
    """Add the position that a script begins with."""
    return click.option(
        "--start", "start_path", type=POSITION_FILE, metavar="POSITION",
        help="Start from this position instead of a scenario: a save, a log (its end), JSON or XML.",
    )(command)  # fmt: skip


@command.command("judge", short_help="Rule on a script, line by line.")
@click.argument("script", type=SCRIPT_FILE, metavar="SCRIPT")
@_start_option
@book_options
@reader_options
@json_option
def judge_command(script: Path, start_path: Path | None, as_json: bool, **values: Any) -> int:
    """Rule on a script line by line: on its set-up, and on each action in the position after the one before.

    SCRIPT is a file, or - for standard input. A script of a whole game may use the true names of face-down guns. With
    --start, only those who may know them can (--side, --referee).
    """
    table, played = _played(script, start_path, values)
    judged, set_up = _judged(table, played), _judged_set_up(played)
    if as_json:
        emit_json(rulings_document(judged, table.viewer, set_up))
    else:
        emit(_ruling_lines(table, judged, set_up))
    return exit_code(judged, set_up)


_AS_PLAYED: Final = "--as-played writes what can be written all the same"


@command.command("write", short_help="Turn a script into a log for VASSAL, or one for each mail.")
@click.argument("script", type=SCRIPT_FILE, metavar="SCRIPT")
@click.option(
    "--module",
    "module_path",
    type=MODULE_FILE,
    required=True,
    metavar="M.vmod",
    help="The module that vmod-builder made of the game.",
)
@click.option(
    "-o",
    "--output",
    type=NEW_LOG,
    required=True,
    metavar="OUT",
    help="GAME.vlog for one log; a directory for one log per mail: mail-01.vlog and so on.",
)
@force_option
@click.option(
    "--as-played", is_flag=True, help="Also write illegal and undecided actions, as far as the rules can follow."
)
@_start_option
@book_options
@reader_options
def write_command(
    script: Path, module_path: Path, output: Path, force: bool, as_played: bool, start_path: Path | None, **values: Any,
) -> int:  # fmt: skip
    """Write a script as logs that VASSAL replays, with the script's dice.

    SCRIPT is a file, or - for standard input. If its set-up or any action is illegal or undecided, nothing is written,
    and the rulings are shown instead; the exit code is that of the rulings. Units that the script sets up elsewhere
    than the scenario does are there from the first log on.
    """
    by_mail = output.suffix != _LOG
    if not by_mail:
        check_output(output, force=force)
    table, played = _played(script, start_path, values)
    judged, set_up = _judged(table, played), _judged_set_up(played)
    code = exit_code(judged, set_up)
    if code and not as_played:
        wrong = [each for each in judged if not each.ruling.legal]
        if set_up is not None and not set_up.ruling.legal:
            emit(set_up_lines(set_up))
        emit(line for each in wrong for line in ruling_lines(each.line, each, table.viewer))
        emit(unsettled_lines(each.ruling.findings for each in wrong))
        note(f"nothing was written: {summary_line(judged, set_up)} ({_AS_PLAYED})")
        return code
    game = table.hidden.whole_game if table.hidden else table.game
    kit = PlayKit(game, read_module(module_path))
    scenario = played.start.scenario
    start = _start(start_path) if start_path else predefined_setup(module_path, game, scenario)
    files = write_script(kit, table.book, start, played, by_mail=by_mail, hidden=table.hidden)
    _write_all(files, output, by_mail=by_mail, force=force)
    return code


def _start(path: Path) -> SavedGame:
    """Return the game that a script goes on with."""
    game = open_game(path)
    if is_document(path) and has_pseudonyms(game):
        note_pseudonyms("export --reveal-ids keeps the ids")
    return game


def _write_all(files: Sequence[SavedGame], output: Path, *, by_mail: bool, force: bool) -> None:
    """Write logs, none of them if one cannot be."""
    if not files:
        raise GameDataError("the script has no action: there is nothing to write")
    if by_mail:
        _make_directory(output)
    paths = [output / f"mail-{number:02}{_LOG}" for number in range(1, len(files) + 1)] if by_mail else [output]
    for path in paths:
        check_output(path, force=force)
    for path, file in zip(paths, files, strict=True):
        write_file(path, file.archive_bytes(), force=force)
        emit([f"{path}: {count(len(file.steps), 'step')}"])


def _make_directory(path: Path) -> None:
    """Make a directory, if it is not there yet. Raises :class:`GameDataError`."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        problem = f"the directory cannot be made: {error.strerror or 'unknown reason'}"
        raise GameDataError(problem, file=path.name) from None


def _judged(table: Table, played: PlayedScript) -> list[Judged]:
    return [
        Judged(each.before, each.action, each.ruling, table.viewer.action_document(each.before, each.action), each.line)
        for each in played.actions
    ]


def _judged_set_up(played: PlayedScript) -> JudgedSetUp | None:
    found = played.set_up
    return JudgedSetUp(found.ruling, found.lines, found.said) if found is not None else None


def _ruling_lines(table: Table, judged: list[Judged], set_up: JudgedSetUp | None) -> Iterator[str]:
    yield from set_up_lines(set_up)
    for each in judged:
        yield from ruling_lines(each.line, each, table.viewer)
    if judged or (set_up is not None and set_up.is_told):
        yield ""
    yield summary_line(judged, set_up)
    yield from unsettled_lines(each.ruling.findings for each in judged)
    yield from estimated_line(table, (r.unit for each in judged for r in each.ruling.resolutions if r.unit))


def _played(script: Path, start_path: Path | None, values: dict[str, Any]) -> tuple[Table, PlayedScript]:
    """Return the setting of the question, and the script played by the rules.

    Without a position to start with, the script itself says who is who.
    """
    scenario = values["scenario"] or 0
    table = take_seat(start_path, {**values, "placings": (), "scenario": scenario if start_path else None})

    def knows(position: Position, unit: str) -> bool:
        return start_path is None or table.viewer.knows(position, unit)

    text, name = typed_text(script, _SCRIPT), file_name(script)
    return table, play_script(
        text, notation_of(table.game), table.book, start=table.position, scenario=scenario, file=name, knows=knows
    )
