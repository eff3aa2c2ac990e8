"""This game's conditions for a set-up beside the scenarios' texts: Direct Command chits, supply, morale (NQoS S5.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...game.order_of_battle import Chit
from ...game.position import Position

__all__ = ["conditions_beside_the_map", "direct_command_problems", "is_axis_direct_command"]

_DIRECT_COMMAND: Final = "direct-command"
_AXIS: Final = "axis"


def is_axis_direct_command(chit: Chit) -> bool:
    """Return whether a chit is one of the two Direct Command chits of which the Axis uses one (NQoS S5.6)."""
    return chit.kind == _DIRECT_COMMAND and chit.side == _AXIS


def direct_command_problems(position: Position) -> Iterator[tuple[str, tuple[str, ...], Mapping[str, Any]]]:
    """Yield the refusal of anything but one of the two Axis Direct Command chits (NQoS S5.6)."""
    used = {*position.mug, *position.next_turn}
    chits = tuple(sorted(chit for chit in used if is_axis_direct_command(position.game.chits[chit])))
    if len(chits) != 1:
        yield "set-up-direct-command", chits, {"number": len(chits)}


def conditions_beside_the_map(position: Position) -> Mapping[str, object]:
    """Return the values of tracks and markers: French supply, French Morale, air strikes (NQoS S4.2, S4.6, S1.0)."""
    return {
        "French supply": _supply(position),
        "French morale": position.morale,
        "the number of air strikes": position.strikes + len(position.planned_strikes),
    }


def _supply(position: Position) -> str:
    """Return the name of the level of supply."""
    chart = position.game.charts.get("supply-levels")
    rows = chart.rows if chart else ()
    return next((str(row.cells["name"]) for row in rows if row.key == position.supply), "none")
