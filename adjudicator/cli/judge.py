"""``adjudicator judge``: actions, each with the rules' verdict on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..game.errors import GameDataError, GameDataErrors
from ..game.json_text import read_json
from ..game.names import NameNotFound, find_unit
from ..game.play import Action
from ..game.play_json import action_from_data
from ..game.position import Position
from ..game.position_json import position_text
from ..report.rulings_text import (
    Judged,
    JudgedSetUp,
    exit_code,
    ruling_lines,
    rulings_document,
    set_up_lines,
    summary_line,
)
from ..report.unsettled_text import unsettled_lines
from ..rules.judge import judge
from ..rules.series.sequence import is_set_up
from ..rules.set_up import judge_set_up
from ..vassal.archive import write_file
from .completion import JSON_FILE, PATH, POSITION_FILE
from .options import emit, emit_json, force_option, json_option
from .rule_options import Table, estimated_line, rule_options, take_seat
from .text_input import file_name, typed_text

__all__ = ["command", "judged_start"]

_EPILOG = """\b
ACTIONS has one action per line, as JSON (schema/action.schema.json):
  {"type":"direct-fire","unit":"1/VIII","target":"5/2","rolls":[{"purpose":"fire","unit":"1/VIII","die":4}]}
  {"type":"end-activation","unit":"1/VIII"}"""
_MAX_LINES = 20_000
_UNITS = frozenset({"unit", "spotter", "units", "company_bonus", "advance", "reveals", "targets"})
"""The keys of actions whose texts are units; ``target`` is one but for an assault."""


@click.command(epilog=_EPILOG)
@click.argument("position_path", type=POSITION_FILE, metavar="POSITION")
@click.argument("actions_path", type=JSON_FILE, metavar="ACTIONS")
@click.option("-o", "--output", type=PATH, help="Write the position after all actions to this new file, as JSON.")
@force_option
@rule_options
@json_option
def command(
    position_path: Path, actions_path: Path, output: Path | None, force: bool, as_json: bool,
    **values: Any,
) -> int:  # fmt: skip
    """Judge a list of actions, one after the other.

    POSITION is a save, a log (its end), or a position as JSON or XML. ACTIONS is a file with one action per line, or -
    for standard input; units may be named as on their counters. Each action is judged in the position after the one
    before. If POSITION is the start of a scenario, its set-up is judged too, unless --place changes it.
    """
    placed = bool(values["placings"])
    table = take_seat(position_path, values)
    set_up = None if placed else judged_start(table)
    judged = list(_judged(table, actions_path))
    if output is not None:
        last = judged[-1] if judged else None
        after = (last.ruling.after or last.before) if last else table.known_position
        write_file(output, f"{position_text(after)}\n".encode(), force=force)
    if as_json:
        emit_json(rulings_document(judged, table.viewer, set_up))
    else:
        emit(_lines(table, judged, set_up))
    return exit_code(judged, set_up)


def judged_start(table: Table) -> JudgedSetUp | None:
    """Return the ruling on the set-up of a position that is the start of a scenario, None for any other."""
    position = table.known_position
    if not (table.begins and is_set_up(position)):
        return None
    return JudgedSetUp(judge_set_up(position, table.book))


def _lines(table: Table, judged: list[Judged], set_up: JudgedSetUp | None) -> Iterator[str]:
    yield from set_up_lines(set_up)
    for number, each in enumerate(judged, 1):
        yield from ruling_lines(number, each, table.viewer)
    if judged or (set_up is not None and set_up.is_told):
        yield ""
    yield summary_line(judged, set_up)
    yield from unsettled_lines(each.ruling.findings for each in judged)
    yield from estimated_line(table, (r.unit for each in judged for r in each.ruling.resolutions if r.unit))


def _judged(table: Table, path: Path) -> Iterator[Judged]:
    position = table.known_position
    for action, given in list(_actions(table, path)):
        ruling = judge(position, action, table.book)
        yield Judged(position, action, ruling, given)
        position = ruling.after or position


def _actions(table: Table, path: Path) -> Iterator[tuple[Action, dict[str, Any]]]:
    """Yield the actions of a file, each with its text's own words.

    Raises :class:`GameDataErrors`, with the lines; a usage error for a name that fits no unit or several.
    """
    file = file_name(path)
    lines = typed_text(path, "actions as JSON, one a line").splitlines()
    if len(lines) > _MAX_LINES:
        raise GameDataError("there are too many actions", file=file, expected=f"at most {_MAX_LINES:,} lines")
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                given = read_json(line)
                yield action_from_data(_with_ids(given, table, table.known_position)), given
            except NameNotFound as error:
                raise table.refuse(f"{file}, line {number}: {error}") from None
            except GameDataError as error:
                raise _at_line(error, file, number) from None


def _at_line(error: GameDataError, file: str, number: int) -> GameDataErrors:
    """Return what is wrong with a line, with the line's number instead of a place in its JSON."""
    errors = error.errors if isinstance(error, GameDataErrors) else (error,)
    return GameDataErrors(
        [
            GameDataError(
                each.problem,
                file=file,
                place=f"line {number}"
                + (f", {each.place}" if each.place and not each.place.startswith("line ") else ""),
                found=each.found,
                expected=each.expected,
            )
            for each in errors
        ]
    )


def _with_ids(data: dict[str, Any], table: Table, position: Position) -> dict[str, Any]:
    """Return an action with ids for the units that it calls by their names. Raises :class:`NameNotFound`."""
    keys = _UNITS if data.get("type") == "assault" else {*_UNITS, "target"}
    changed = {key: _ids(value, table, position) if key in keys else value for key, value in data.items()}
    for key in ("rolls", "steps"):
        if isinstance(data.get(key), list):
            changed[key] = [_with_ids(each, table, position) if isinstance(each, dict) else each for each in data[key]]
    if isinstance(data.get("retreat_to"), list):
        changed["retreat_to"] = [
            [_ids(pair[0], table, position), *pair[1:]] if isinstance(pair, list) and pair else pair
            for pair in data["retreat_to"]
        ]
    return changed


def _ids(value: Any, table: Table, position: Position) -> Any:
    if isinstance(value, list):
        return [_ids(each, table, position) for each in value]
    if not isinstance(value, str) or not value or value in position.game.units:
        return value
    return find_unit(position, value, knows=lambda unit: table.viewer.knows(position, unit))
