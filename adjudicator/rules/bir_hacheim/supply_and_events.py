"""The hardships of a side in this game alone: lack of supply, and two of the random events (NQoS S4.2, S3.0)."""

from __future__ import annotations

from ...game.position import Position
from ...game.scenarios import DivisionPoints
from ..rule_book import RuleBook

__all__ = [
    "ARTILLERY_LEADER_KILLED",
    "TRAVERS_INJURED",
    "dispatch_rating",
    "is_gun_without_leader",
    "is_short_of_supply",
]

ARTILLERY_LEADER_KILLED = "artillery-leader-killed"
"""The flag of a position for random event 8 (S3.0)."""
TRAVERS_INJURED = "travers-injured"
"""The flag of a position for random event 7 (S3.0)."""
_FRENCH = "french"
_ITALIAN_DIVISIONS = frozenset({"ariete", "trieste"})
_INDIRECT_HE = "orange"


def is_short_of_supply(position: Position, unit: str, level: str) -> bool:
    """Return whether a level of supply affects a unit: it affects all French units (NQoS S4.2)."""
    return position.supply == level and position.side(unit) == _FRENCH


def is_gun_without_leader(position: Position, unit: str) -> bool:
    """Return whether a unit is Italian Indirect HE on the day that its Artillery Leader was killed (NQoS S3.0, 8)."""
    counter = position.game.units[unit]
    return (
        ARTILLERY_LEADER_KILLED in position.flags
        and counter.division in _ITALIAN_DIVISIONS
        and counter.ratings.weapon == _INDIRECT_HE
    )


def dispatch_rating(position: Position, book: RuleBook, ratings: DivisionPoints) -> int:
    """Return a division's Dispatch Rating now: lower for the French while Susan Travers is injured (NQoS S3.0, 7)."""
    rating = ratings.dispatch_rating or 0
    if TRAVERS_INJURED not in position.flags or position.game.divisions[ratings.division].side != _FRENCH:
        return rating
    return min(rating, book.number("dispatch-rating", TRAVERS_INJURED))
