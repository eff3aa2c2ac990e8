"""The fortress of Bir Hacheim and its superior defensive positions (NQoS S4.1).

The benefits of the positions are in the charts (rows ``bir-hacheim``); the chapters that use them leave them out
for a unit that is exposed: while its action provokes Opportunity Fire, and while it assaults.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...game.hexes import Hex
from ...game.play import EngineerWork
from ...game.position import Place, Position
from ..rule_book import RuleBook

__all__ = ["DEFENDERS", "assaulted_without_bravery", "is_fortified", "is_protected", "no_building"]

DEFENDERS = "french"
"""The side that the fortress protects."""
_PROTECTED_CLASSES = frozenset({"infantry", "gun"})
"""Leg and Gun units; a mounted unit counts as a vehicle (R2.10)."""
_POSITIONS = frozenset({EngineerWork.IMPROVED_POSITION, EngineerWork.ENTRENCHMENT})
"""The works that make a position (R13.3)."""


def is_fortified(position: Position, place: Place) -> bool:
    """Return whether a place is a hex of Bir Hacheim: a fortified hex with a white ring (NQoS S4.1)."""
    if not isinstance(place, Hex):
        return False
    terrain = position.game.map.hexes.get(place)
    return terrain is not None and terrain.fortified


def is_protected(position: Position, book: RuleBook, unit: str) -> bool:
    """Return whether a unit has the superior defensive positions: a French Leg or Gun unit in the fortress (NQoS S4.1).

    The caller must know whether the unit is exposed just now.
    """
    counter, state = position.game.units[unit], position.units[unit]
    return (
        position.side(unit) == DEFENDERS
        and counter.unit_class in _PROTECTED_CLASSES
        and not (state.mounted and counter.mounted is not None)
        and is_fortified(position, state.place)
        and "S4.1" in book.game.scenarios[position.scenario].rules
    )


def assaulted_without_bravery(position: Position, side: str, place: Place) -> bool:
    """Return whether a side needs no Bravery Check to assault the French in a hex of the fortress (NQoS S4.1)."""
    rules = position.game.scenarios[position.scenario].rules
    return side != DEFENDERS and is_fortified(position, place) and "S4.1" in rules


def no_building(position: Position, unit: str, work: EngineerWork) -> Iterator[tuple[str, str]]:
    """Yield the refusal of a position dug by the French in Bir Hacheim: they have better ones there (NQoS S4.1)."""
    if work in _POSITIONS and position.side(unit) == DEFENDERS and is_fortified(position, position.units[unit].place):
        yield "no-building-in-the-fortress", ""
