"""``adjudicator status``: what turn it is, what may come next, and how the game stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..game.arrival_times import arrival_places, arrival_time
from ..game.position import Position
from ..game.scenarios import Places, TurnTime
from ..report.status_text import Expected, GameStatus, status_document, status_lines
from ..rules.next_steps import what_next
from ..rules.standing import standing
from .options import json_option
from .rule_options import Table, estimated_line, position_argument, rule_options, show, take_seat

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator status turn-07.vsav
  adjudicator status --scenario 4 --json"""


@click.command(epilog=_EPILOG)
@position_argument
@rule_options
@json_option
def command(position_path: Path | None, as_json: bool, **values: Any) -> int:
    """Show the turn, what comes next, and who is winning.

    POSITION is a save, a log (its end), or a position as JSON or XML; with --scenario N alone, the scenario's set-up.
    A game's only scenario need not be named.
    """
    table = take_seat(position_path, values, in_position=True)
    status = _status(table)
    lines = [*status_lines(status, table.viewer), *estimated_line(table, with_map=True)]
    return show((lines, status_document(status, table.viewer)), 0, as_json=as_json)


def _status(table: Table) -> GameStatus:
    position = table.known_position
    return GameStatus(
        position, what_next(position, table.book), standing(position, table.book), tuple(_expected(position))
    )


def _expected(position: Position) -> list[Expected]:
    """Return when and where which units are to come, the soonest first."""
    groups: dict[tuple[TurnTime, Places], list[str]] = {}
    for unit, state in position.units.items():
        time = arrival_time(position, unit) if state.place is None else None
        if time is not None:
            groups.setdefault((time, arrival_places(position, unit)), []).append(unit)
    turns = position.game.calendar.turns
    order = sorted(groups, key=lambda way: (way[0].date, turns.index(way[0].turn)))
    return [Expected(time, places, tuple(groups[time, places])) for time, places in order]
