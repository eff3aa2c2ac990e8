"""Ranges of fire and their limits (R5.4, R5.5, R8.4 to R8.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...game.hexes import Hex
from ...game.position import Position
from ..rule_book import RuleBook
from .conditions import conditions

__all__ = ["RangeCap", "fire_range", "has_adjacent_enemy", "is_indirect_gun", "range_caps"]

_LIMITS = "fire-range-limits"
_MODES = "weapon-modes"
_ARTILLERY = "artillery-limits"
_TARGET = "fire-modifiers-target"


@dataclass(frozen=True, slots=True)
class RangeCap:
    """One limit of a unit's range of fire."""

    name: str
    """``printed``, ``direct-range``, ``artillery-park``, or a row of the chart ``fire-range-limits``."""
    hexes: int
    rule: str
    switch: str = ""
    """The switch that the limit depends on, if the series rules are uncertain here."""


def fire_range(position: Position, book: RuleBook, unit: str, *, indirect: bool = False) -> int:
    """Return a unit's range of fire under all limits; 0 if it cannot fire that way (R8.3 to R8.8).

    Whether it is Suppressed (R7.2), and what it sees, is checked apart.
    """
    return min((cap.hexes for cap in range_caps(position, book, unit, indirect=indirect)), default=0)


def range_caps(position: Position, book: RuleBook, unit: str, *, indirect: bool = False) -> tuple[RangeCap, ...]:
    """Return all limits of a unit's range in one kind of fire; empty if it cannot fire that way at all.

    A Fire Rating must be printed (R2.2), and the weapon must have that kind of fire: mortars fire indirectly only
    (R8.4). An unlimited range (R2.3) covers the map; so does that of a park, which never fires directly (NQoS S5.2).
    Wrong ammunition allows direct fire only (NQoS S3.0, 4).
    """
    ratings, state = position.ratings(unit), position.units[unit]
    if ratings.fire is None or state.place is None:
        return ()
    if not book.flag(_MODES, ratings.weapon, "indirect" if indirect else "direct"):
        return ()
    if not isinstance(state.place, Hex):
        return (RangeCap("artillery-park", book.grid.widest, book.rule(_TARGET, "artillery-park")),) if indirect else ()
    if indirect and state.wrong_ammo:
        return ()
    printed = book.grid.widest if ratings.fire_range is None else ratings.fire_range
    return (RangeCap("printed", printed, "GTS R2.3"), *_further_caps(position, book, unit, indirect=indirect))


def is_indirect_gun(position: Position, book: RuleBook, unit: str) -> bool:
    """Return whether a unit's shown side is Indirect HE: its weapon is the one that needs contact (R10.3)."""
    weapon = position.ratings(unit).weapon
    return bool(weapon) and book.flag(_MODES, weapon, "contact")


def has_adjacent_enemy(position: Position, book: RuleBook, unit: str) -> bool:
    """Return whether an enemy unit that counts is next to a unit on the map (R8.7).

    A face-down Gun Unit does not count, since it may be a dummy; a Suppressed enemy does if the switch says so.
    """
    place, side = position.units[unit].place, position.side(unit)
    if not isinstance(place, Hex):
        return False
    suppressed = [
        position.units[other].suppressed
        for near in book.grid.neighbours(place)
        for other in position.units_in(near)
        if position.side(other) != side and not position.units[other].hidden
    ]
    return bool(suppressed) and (not all(suppressed) or book.switch("adjacent-enemy-suppressed") is True)


def _further_caps(position: Position, book: RuleBook, unit: str, *, indirect: bool) -> Iterator[RangeCap]:
    """Yield the limits for a unit on the map besides its printed range.

    R8.5 and NQoS 1.0: Indirect HE that fires directly. R5.4, R5.5: night and weather. R8.6: a barrage in its hex.
    R8.7: an adjacent enemy.
    """
    if not indirect and is_indirect_gun(position, book, unit):
        yield RangeCap("direct-range", book.number(_ARTILLERY, "direct-range"), book.rule(_ARTILLERY, "direct-range"))
    for row in conditions(position):
        if row != "day":
            yield from _weather_cap(position, book, unit, row)
    place = position.units[unit].place
    if isinstance(place, Hex) and place in position.barrages:
        yield _cap(book, "barrage")
    if has_adjacent_enemy(position, book, unit):
        applies = book.switch("adjacent-enemy-range")
        if applies == "all" or (applies == "direct" and not indirect):
            yield _cap(book, "adjacent-enemy", "adjacent-enemy-range")


def _weather_cap(position: Position, book: RuleBook, unit: str, row: str) -> Iterator[RangeCap]:
    """Yield the limit of the range by night or weather; indirect weapons are exempt (R5.4).

    Whether a sand storm limits them as well is a switch (R5.5).
    """
    exempt = book.flag(_MODES, position.ratings(unit).weapon, "indirect")
    if not (exempt and book.flag(_LIMITS, row, "indirect_exempt")):
        yield _cap(book, row)
    elif row == "sandstorm" and book.switch("sandstorm-artillery-range") == "limited":
        yield _cap(book, row, "sandstorm-artillery-range")


def _cap(book: RuleBook, row: str, switch: str = "") -> RangeCap:
    return RangeCap(row, book.number(_LIMITS, row, "range"), book.rule(_LIMITS, row), switch)
