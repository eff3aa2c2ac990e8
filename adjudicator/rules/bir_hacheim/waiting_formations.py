"""Formations that a scenario holds back until the enemy is in a certain hex (Scenario 3: 13 DBLE)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...game.hexes import Hex
from ...game.position import Position, Status

__all__ = ["chit_waits", "formation_waits", "note_occupation"]


def formation_waits(position: Position, formation: str) -> bool:
    """Return whether the units of a formation may not be activated yet (Scenario 3)."""
    return any(row["formation"] == formation for row in _still_waiting(position))


def chit_waits(position: Position, chit: str) -> bool:
    """Return whether a chit cannot be had yet (Scenario 3)."""
    return any(row.get("chit") == chit for row in _still_waiting(position))


def note_occupation(position: Position) -> Position:
    """Return the position with a flag for each wait that has ended, and so stays over (Scenario 3)."""
    over = {_flag(row) for row in _waits(position) if _is_occupied(position, row)}
    return position if over <= position.flags else position.after(flags=position.flags | over)


def _waits(position: Position) -> Iterator[Mapping[str, str]]:
    return (row for row in position.game.scenarios[position.scenario].special if "until_hex" in row)


def _still_waiting(position: Position) -> Iterator[Mapping[str, str]]:
    return (row for row in _waits(position) if _flag(row) not in position.flags and not _is_occupied(position, row))


def _flag(row: Mapping[str, str]) -> str:
    return f"{row['id']}-over"


def _is_occupied(position: Position, row: Mapping[str, str]) -> bool:
    """Return whether a unit of the division that is waited for is in the hex."""
    place, game = Hex.parse(row["until_hex"]), position.game
    return any(
        state.place == place and state.status is Status.ON_MAP and game.units[unit].division == row["until_division"]
        for unit, state in position.units.items()
    )
