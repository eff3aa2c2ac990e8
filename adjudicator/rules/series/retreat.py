"""Retreat before the combat of an assault (R11.7): the hexes open to defenders, and the fire on the way."""

from __future__ import annotations

from collections.abc import Mapping

from ...game.action_words import Improvement
from ...game.hexes import Hex
from ...game.position import Position
from ..judgement import Judgement
from ..rule_book import RuleBook
from .assault_fire import Fight, fire_at_retreating
from .assault_limits import rely_on
from .leaders import companions, take_leaders
from .minefields import minefield_roll, rolls_for_mines
from .regions import forbidden_hexes
from .sight import zone_units
from .stacking import room_to_stop

__all__ = ["retreat", "retreat_ways"]


def retreat(judgement: Judgement, fight: Fight, places: Mapping[str, Hex]) -> None:
    """Let the defenders that can do so retreat: all that are not Suppressed (R11.7).

    The assaulting units fire at them first. A unit that is Suppressed by that, or by mines on the way, stays.
    """
    reach = int(rely_on(judgement, "assault-retreat"))
    going = [unit for unit in fight.able_defenders(judgement) if _can_go(judgement, unit, places)]
    for unit in places:
        if unit in fight.remaining(judgement) and judgement.state(unit).suppressed and not judgement.chance.is_open:
            judgement.refuse("suppressed-cannot-retreat", unit=judgement.name(unit))
    fire_at_retreating(judgement, fight, going)
    for unit in going:
        if unit in fight.able_defenders(judgement):
            _go(judgement, fight, unit, places[unit], reach)


def _can_go(judgement: Judgement, unit: str, places: Mapping[str, Hex]) -> bool:
    """Return whether a unit retreats, and refuse it if its player wrongly wants it to (R11.7, R7.13)."""
    if judgement.ratings(unit).movement is None and judgement.switch("retreat-without-movement") == "no":
        if unit in places:
            judgement.refuse("retreat-without-movement", unit=judgement.name(unit), switch="retreat-without-movement")
        return False
    if unit not in places:
        judgement.refuse("retreat-without-hex", unit=judgement.name(unit))
        return False
    return True


def _go(judgement: Judgement, fight: Fight, unit: str, end: Hex, reach: int) -> None:
    """Move a unit to the hex to which it retreats, if it can, with its leaders (R11.7, R6.5)."""
    ways = retreat_ways(judgement.position, judgement.book, unit, fight.target, reach)
    if end not in ways:
        judgement.refuse("retreat-hex", unit=judgement.name(unit), hex=end, reach=reach, switch="assault-retreat")
        return
    zoned = {place for place in ways if zone_units(judgement.position, judgement.book, place, judgement.side(unit))}
    if end in zoned and zoned != ways.keys():
        judgement.refuse("retreat-into-zone", unit=judgement.name(unit), hex=end, switch="assault-retreat")
    leaders = companions(judgement, unit, ())
    for place in ways[end]:
        if rolls_for_mines(judgement.position, unit, place) and not minefield_roll(judgement, unit, place):
            return
        judgement.change(unit, place=place, improvement=Improvement.NONE, men_at_work=False)
        take_leaders(judgement, leaders, place)


def retreat_ways(position: Position, book: RuleBook, unit: str, target: Hex, reach: int) -> dict[Hex, tuple[Hex, ...]]:
    """Return the hexes that a unit can retreat to from the assaulted one, each with its way there.

    The way is the shortest, without mines if it can be. No hex of it has an enemy in it or is closed to the unit's
    side, and the last one has room for it.
    """
    side = position.side(unit)
    closed = forbidden_hexes(position, book, side)
    ways: dict[Hex, tuple[Hex, ...]] = {target: ()}
    for _ in range(reach):
        longer: dict[Hex, tuple[Hex, ...]] = {}
        for start in sorted(ways, key=lambda place: (rolls_for_mines(position, unit, place), place)):
            for place in book.grid.neighbours(start) - closed - ways.keys() - longer.keys():
                if not any(position.side(other) != side for other in position.units_in(place)):
                    longer[place] = (*ways[start], place)
        ways |= longer
    column = position.units[unit].column
    return {
        place: way
        for place, way in sorted(ways.items())
        if place != target and room_to_stop(position, book, unit, place, column=column)
    }
