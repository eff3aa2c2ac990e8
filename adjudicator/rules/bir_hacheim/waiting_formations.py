"""Who has been in the hex that matters: formations that wait for it, and who held it last (Scenario 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...game.hexes import Hex
from ...game.position import Position, Status

__all__ = ["LAST_HELD_BY_AXIS", "chit_waits", "formation_waits", "note_occupation"]

LAST_HELD_BY_AXIS = "last-held-by-axis"
"""The flag of a position in which the Axis was the last to occupy the hex that decides the scenario (Scenario 3)."""
_AXIS = "axis"


def formation_waits(position: Position, formation: str) -> bool:
    """Return whether the units of a formation may not be activated yet (Scenario 3)."""
    return any(row["formation"] == formation for row in _still_waiting(position))


def chit_waits(position: Position, chit: str) -> bool:
    """Return whether a chit cannot be had yet (Scenario 3)."""
    return any(row.get("chit") == chit for row in _still_waiting(position))


def note_occupation(position: Position) -> Position:
    """Return the position with a flag for each wait that has ended, and so stays over (Scenario 3).

    Who is in the hex that decides the scenario is noted as well.
    """
    victory = position.game.scenarios[position.scenario].victory
    over = {_flag(row) for row in _waits(position) if _is_occupied(position, row)}
    if victory.kind != "last-occupier" and over <= position.flags:
        return position
    flags = position.flags | over
    if victory.kind == "last-occupier" and (there := position.units_in(victory.hex)):
        held = position.side(there[0]) == _AXIS
        flags = flags | {LAST_HELD_BY_AXIS} if held else flags - {LAST_HELD_BY_AXIS}
    return position if flags == position.flags else position.after(flags=flags)


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
