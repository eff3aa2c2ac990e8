"""The timing of differences between the table and the rules: which of them are reported when."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ...game.hexes import Hex
from ...game.position import Position
from .aspects import Aspect, AspectField, AspectKind, value_of

__all__ = ["is_barrage", "is_gone_from", "is_in_time", "is_left_of", "is_still_about", "matters_to", "outlasts_turn"]

_SET_LATER: Final = frozenset({AspectKind.CONDITION, AspectKind.FLAG, AspectKind.POINTS})
"""The kinds of things on tracks, which players set when they come to it."""
_ENDS_WITH_TURN: Final = frozenset(
    {AspectKind.BARRAGES, AspectKind.CONDITION, AspectKind.FLAG, AspectKind.CHIT, AspectKind.MUG}
)


def is_in_time(aspect: Aspect) -> bool:
    """Return whether something has to be as it should be when a chit is drawn: the tracks may be set a little later.

    So may points: some pay for several things in one go, together with what the chit brings.
    """
    return aspect.kind not in _SET_LATER


def outlasts_turn(aspect: Aspect) -> bool:
    """Return whether something is still there when a turn has ended: barrages and some markers are not (R4.5).

    What the steps of the next turn change may be on the table already.
    """
    if aspect.kind in _ENDS_WITH_TURN:
        return False
    return aspect.field not in (AspectField.COUNTERBATTERY_FIRED, AspectField.DISPATCH)


def is_left_of(unit: str, tables: Sequence[Position], aspect: Aspect) -> bool:
    """Return whether something of a unit is the same on all of some tables: nobody marks it any more."""
    return aspect.subject == unit and all(value_of(table, aspect) == value_of(tables[0], aspect) for table in tables)


def is_barrage(aspect: Aspect) -> bool:
    """Return whether something is a barrage."""
    return aspect.kind is AspectKind.BARRAGES


def is_still_about(unit: str, position: Position, tables: Sequence[Position], aspect: Aspect) -> bool:
    """Return whether something of a unit is not as it should be on any of some tables."""
    right = value_of(position, aspect)
    return aspect.subject == unit and all(value_of(table, aspect) != right for table in tables)


def is_gone_from(hexes: Collection[Hex], position: Position, table: Position, aspect: Aspect) -> bool:
    """Return whether a unit that stands in one of some hexes by the rules is off the map on a table."""
    if aspect.kind is not AspectKind.UNIT or aspect.field != AspectField.STATUS:
        return False
    return position.units[aspect.subject].place in hexes and not value_of(table, aspect)


def matters_to(unit: str, aspect: Aspect) -> bool:
    """Return whether something matters to what a unit may do: its own state, and where others are."""
    return aspect.subject == unit or aspect.field in (AspectField.STATUS, AspectField.PLACE)
