"""What this game changes about artillery: who spots for whom, and who may answer a park (NQoS S4.4, S5.2, S5.5)."""

from __future__ import annotations

from ...game.hexes import Hex
from ...game.position import Position
from ..rule_book import RuleBook
from .fortress import is_fortified

__all__ = ["may_answer_park", "may_spot_for", "may_spot_for_itself"]

_FRENCH = "french"
_NO_SPOTTERS = (frozenset({"trieste", "90-leichte"}),)
"""Divisions that do not spot for each other (S5.5)."""
_PARKS = "artillery-parks"


def may_spot_for_itself(position: Position, unit: str) -> bool:
    """Return whether an Indirect HE unit may spot its own Indirect Fire: all but the French (NQoS S4.4)."""
    return "S4.4" not in position.game.scenarios[position.scenario].rules or position.side(unit) != _FRENCH


def may_spot_for(position: Position, spotter: str, unit: str) -> bool:
    """Return whether a division's units may spot for another's: not Trieste for 90. leichte, nor back (NQoS S5.5)."""
    divisions = frozenset({position.game.units[spotter].division, position.game.units[unit].division})
    return divisions not in _NO_SPOTTERS


def may_answer_park(position: Position, book: RuleBook, unit: str, target: str) -> bool:
    """Return whether a unit may fire Counterbattery Fire at a target for the park that it is in (NQoS S5.2).

    At Park A always; at Park B only from north of a row and east of a column, outside Bir Hacheim.
    """
    park, place = position.units[target].place, position.units[unit].place
    if not isinstance(park, str) or park not in {row.key for row in book.game.charts[_PARKS].rows}:
        return True
    if not isinstance(place, Hex):
        return False
    return (
        place.row < book.number(_PARKS, park, "north_of")
        and place.column > book.number(_PARKS, park, "east_of")
        and not (book.flag(_PARKS, park, "outside_bir_hacheim") and is_fortified(position, place))
    )
