"""Retreat before the combat of an assault (R11.7): the hexes open to defenders, and the fire on the way."""

from __future__ import annotations

from collections.abc import Mapping

from ...game.action_words import Improvement
from ...game.hexes import Hex
from ..judgement import Judging
from .assault_fire import Fight, fire_at_retreating
from .assault_limits import rely_on
from .leaders import companions, take_leaders
from .minefields import minefield_roll, rolls_for_mines
from .regions import forbidden_hexes
from .sight import zone_units
from .stacking import room_to_stop

__all__ = ["retreat", "retreat_hexes"]


def retreat(judging: Judging, fight: Fight, places: Mapping[str, Hex]) -> None:
    """Let the defenders that can do so retreat: all that are not Suppressed (R11.7).

    The assaulting units fire at them first. A unit that is Suppressed by that, or by mines on the way, stays.
    """
    reach = int(rely_on(judging, "assault-retreat"))
    going = [unit for unit in fight.able_defenders(judging) if _can_go(judging, unit, places)]
    for unit in places:
        if unit in fight.remaining(judging) and judging.state(unit).suppressed and not judging.chance.is_open:
            judging.refuse("suppressed-cannot-retreat", unit=judging.name(unit))
    fire_at_retreating(judging, fight, going)
    for unit in going:
        if unit in fight.able_defenders(judging):
            _go(judging, fight, unit, places[unit], reach)


def _can_go(judging: Judging, unit: str, places: Mapping[str, Hex]) -> bool:
    """Return whether a unit retreats, and refuse it if its player wrongly wants it to (R11.7, R7.13)."""
    if judging.ratings(unit).movement is None and judging.switch("retreat-without-movement") == "no":
        if unit in places:
            judging.refuse("retreat-without-movement", unit=judging.name(unit), switch="retreat-without-movement")
        return False
    if unit not in places:
        judging.refuse("retreat-without-hex", unit=judging.name(unit))
        return False
    return True


def _go(judging: Judging, fight: Fight, unit: str, end: Hex, reach: int) -> None:
    """Move a unit to the hex to which it retreats, if it can, with its leaders (R11.7, R6.5)."""
    ways = retreat_hexes(judging, fight, unit, reach)
    if end not in ways:
        judging.refuse("retreat-hex", unit=judging.name(unit), hex=end, reach=reach, switch="assault-retreat")
        return
    zoned = {place for place in ways if zone_units(judging.position, judging.book, place, judging.side(unit))}
    if end in zoned and zoned != ways.keys():
        judging.refuse("retreat-into-zone", unit=judging.name(unit), hex=end, switch="assault-retreat")
    leaders = companions(judging, unit, ())
    for place in ways[end]:
        if rolls_for_mines(judging, unit, place) and not minefield_roll(judging, unit, place):
            return
        judging.change(unit, place=place, improvement=Improvement.NONE, men_at_work=False)
        take_leaders(judging, leaders, place)


def retreat_hexes(judging: Judging, fight: Fight, unit: str, reach: int) -> dict[Hex, tuple[Hex, ...]]:
    """Return the hexes that a unit can retreat to, each with its way there: the shortest, without mines if it can be.

    No hex of the way has an enemy in it or is closed to the unit's side, and the last one has room for it.
    """
    position, book, side = judging.position, judging.book, judging.side(unit)
    closed = forbidden_hexes(position, book, side)
    ways: dict[Hex, tuple[Hex, ...]] = {fight.target: ()}
    for _ in range(reach):
        longer: dict[Hex, tuple[Hex, ...]] = {}
        for start in sorted(ways, key=lambda place: (rolls_for_mines(judging, unit, place), place)):
            for place in book.grid.neighbours(start) - closed - ways.keys() - longer.keys():
                if not any(position.side(other) != side for other in position.units_in(place)):
                    longer[place] = (*ways[start], place)
        ways |= longer
    column = position.units[unit].column
    return {
        place: way
        for place, way in sorted(ways.items())
        if place != fight.target and room_to_stop(position, book, unit, place, column=column)
    }
