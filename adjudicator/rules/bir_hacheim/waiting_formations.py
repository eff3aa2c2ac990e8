"""Formations that wait for the occupation of a hex, and the last holder of the hex that decides (Scenario 3).

A table shows who is there now. Earlier occupation is known for a position whose whole history is known, or where
a marker or a flag shows it; otherwise it is left open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...game.hexes import Hex
from ...game.order_of_battle import Chit
from ...game.position import Position, Status
from ..exclusive_rules import Wait
from ..judgement import Judgement

__all__ = [
    "CONTROL_FLAGS", "LAST_HELD_BY_AXIS", "LAST_HELD_BY_FRENCH", "check_wait", "chit_wait", "formation_wait",
    "last_holder", "note_occupation", "open_waits",
]  # fmt: skip

LAST_HELD_BY_AXIS: Final = "last-held-by-axis"
"""The flag of a position in which the Axis was the last to occupy the hex that decides the scenario (Scenario 3)."""
LAST_HELD_BY_FRENCH: Final = "last-held-by-french"
"""The flag of a position read from a table whose marker shows that the French were the last."""
CONTROL_FLAGS: Final = {1: LAST_HELD_BY_AXIS, 2: LAST_HELD_BY_FRENCH}
"""The flags by the face of the control marker."""
_AXIS, _FRENCH = "axis", "french"


def formation_wait(position: Position, formation: str) -> Wait:
    """Return whether a formation still waits before its units may be activated (Scenario 3)."""
    return _wait(position, "formation", formation)


def chit_wait(position: Position, chit: str) -> Wait:
    """Return whether a chit still waits before it can be drawn or bought (Scenario 3)."""
    return _wait(position, "chit", chit)


def check_wait(judgement: Judgement, chit: Chit) -> None:
    """Refuse a chit that is not available yet (Scenario 3), or leave the question open where nothing shows it."""
    wait = chit_wait(judgement.position, chit.id)
    if wait is Wait.WAITS:
        judgement.refuse("chit-waits", chit=chit.name)
    elif wait is Wait.NOT_KNOWN:
        judgement.leave_open("chit-may-wait", chit=chit.name)


def open_waits(position: Position) -> tuple[tuple[str, Hex], ...]:
    """Return the formations of which it is not known whether they still wait, with the hexes that they wait for."""
    return tuple(
        (row["formation"], Hex.parse(row["until_hex"])) for row in _waits(position)
        if formation_wait(position, row["formation"]) is Wait.NOT_KNOWN
    )  # fmt: skip


def last_holder(position: Position) -> str:
    """Return the side that was the last to occupy the hex that decides, empty if nothing shows it (Scenario 3).

    When the scenario begins it is in French hands.
    """
    if LAST_HELD_BY_AXIS in position.flags:
        return _AXIS
    return _FRENCH if position.from_start or LAST_HELD_BY_FRENCH in position.flags else ""


def note_occupation(position: Position) -> Position:
    """Return the position with a flag for each wait that has ended, and so stays over (Scenario 3).

    The occupation of the hex that decides the scenario is noted as well.
    """
    victory = position.game.scenarios[position.scenario].victory
    over = {_flag(row) for row in _waits(position) if _is_occupied(position, row)}
    if victory.kind != "last-occupier" and over <= position.flags:
        return position
    flags = position.flags | over
    if victory.kind == "last-occupier" and (there := position.units_in(victory.hex)):
        held = position.side(there[0]) == _AXIS
        flags = (flags | {LAST_HELD_BY_AXIS} if held else flags - {LAST_HELD_BY_AXIS}) - {LAST_HELD_BY_FRENCH}
        if not held and not position.from_start:
            flags |= {LAST_HELD_BY_FRENCH}
    return position if flags == position.flags else position.after(flags=flags)


def _waits(position: Position) -> Iterator[Mapping[str, str]]:
    return (row for row in position.game.scenarios[position.scenario].special if "until_hex" in row)


def _wait(position: Position, key: str, name: str) -> Wait:
    """Return whether the entry of a row of the scenario under a key still waits."""
    for row in _waits(position):
        if row.get(key) != name or _is_over(position, row):
            continue
        return Wait.WAITS if position.from_start else Wait.NOT_KNOWN
    return Wait.OVER


def _is_over(position: Position, row: Mapping[str, str]) -> bool:
    """Return whether a unit is in the awaited hex, or certainly has been."""
    decides = position.game.scenarios[position.scenario].victory.hex
    was_taken = LAST_HELD_BY_AXIS in position.flags and decides == Hex.parse(row["until_hex"])
    return was_taken or _flag(row) in position.flags or _is_occupied(position, row)


def _flag(row: Mapping[str, str]) -> str:
    return f"{row['id']}-over"


def _is_occupied(position: Position, row: Mapping[str, str]) -> bool:
    """Return whether a unit of the awaited division is in the hex."""
    place, game = Hex.parse(row["until_hex"]), position.game
    return any(
        state.place == place and state.status is Status.ON_MAP and game.units[unit].division == row["until_division"]
        for unit, state in position.units.items()
    )
