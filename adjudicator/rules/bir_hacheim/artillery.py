"""This game's changes to artillery: spotting, and fire in answer to a park (NQoS S4.4, S5.2, S5.5)."""

from __future__ import annotations

from ...game.hexes import Hex
from ...game.position import Place, Position
from ..rule_book import RuleBook
from .fortress import is_fortified

__all__ = ["french_spotter_problem", "may_answer_park", "may_spot_for", "return_park"]

_FRENCH = "french"
_NO_SPOTTERS = (frozenset({"trieste", "90-leichte"}),)
"""Divisions that do not spot for each other (S5.5)."""
_PARKS = "artillery-parks"
_INDIRECT_HE = "orange"


def french_spotter_problem(position: Position, unit: str) -> str:
    """Return the refusal of Indirect HE that spots its own Indirect Fire: the French never do (NQoS S4.4)."""
    forbidden = "S4.4" in position.game.scenarios[position.scenario].rules and position.side(unit) == _FRENCH
    return "french-artillery-spots-for-itself" if forbidden else ""


def return_park(position: Position, unit: str) -> frozenset[Place] | None:
    """Return the Artillery Parks, in either of which Indirect HE comes back; None for other units (NQoS S5.2)."""
    if position.game.units[unit].ratings.weapon != _INDIRECT_HE:
        return None
    return frozenset(box.id for box in position.game.map.boxes.values() if box.kind == "park")


def may_spot_for(position: Position, spotter: str, unit: str) -> bool:
    """Return whether a division's units may spot for another's: not Trieste for 90. leichte, nor back (NQoS S5.5)."""
    divisions = frozenset({position.game.units[spotter].division, position.game.units[unit].division})
    return divisions not in _NO_SPOTTERS


def may_answer_park(position: Position, book: RuleBook, unit: str, target: str) -> bool:
    """Return whether a unit may fire Counterbattery Fire at a target for the park that it is in (NQoS S5.2).

    At Park A it always may; at Park B only from north of a row and east of a column, outside Bir Hacheim.
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
