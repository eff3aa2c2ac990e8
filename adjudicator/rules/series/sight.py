"""Line of Sight and Fire Zones (R8): who sees what, and who could fire where.

Zones are asked for at every step of every move and follow from the whole position: they are worked out once for a
position, from those of the position before, and remembered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress
from operator import is_not

from ...game.hexes import Hex
from ...game.position import Position, Status, UnitState
from ..rule_book import RuleBook
from .conditions import conditions, is_night
from .ranges import RangeCap, fire_range, has_adjacent_enemy, is_indirect_gun, range_caps

__all__ = [
    "RangeCap",
    "conditions",
    "distance",
    "fire_range",
    "fire_zone",
    "has_adjacent_enemy",
    "is_indirect_gun",
    "is_night",
    "line_of_sight",
    "range_caps",
    "sight_limit",
    "zone_hexes",
    "zone_units",
]

_BARRAGES = {1: "light", 2: "heavy"}
"""The rows of the chart ``barrage``."""
_NOWHERE: frozenset[Hex] = frozenset()
_REMEMBERED = 16
"""How many positions' zones are kept."""

Zones = Mapping[str, dict[str, frozenset[Hex] | None]]
"""Fire Zones by side, then by unit, for all units in the order of the game's data; None: not worked out yet."""


def distance(book: RuleBook, start: Hex, end: Hex) -> int:
    """Return the range from hex to hex, the end counted and the start not."""
    return book.grid.distance(start, end)


def sight_limit(position: Position, book: RuleBook, place: Hex) -> int:
    """Return how far one sees from a hex: by day or night, in this weather, from an observation post (NQoS 1.0, R8.11).

    The shortest limit holds where several apply: a sand storm at night is a sand storm.
    """
    terrain = position.game.map.hexes.get(place)
    column = "observation_post" if terrain is not None and terrain.observation_post else "range"
    return min(book.number("line-of-sight", row, column) for row in conditions(position))


def line_of_sight(position: Position, book: RuleBook, start: Hex, end: Hex) -> bool:
    """Return whether a unit in *start* sees into *end* (R8.9 to R8.11, NQoS 1.0).

    Adjacent hexes always see each other, if the switch says so. Desert, trails and minefields block nothing
    (NQoS 4.1 to 4.3), so that only barrages can be in the way.
    """
    steps = book.grid.distance(start, end)
    if steps <= 1 and book.switch("adjacent-always-seen"):
        return True
    if steps > sight_limit(position, book, start):
        return False
    return not position.barrages or _is_unblocked(position, book, start, end)


def _is_unblocked(position: Position, book: RuleBook, start: Hex, end: Hex) -> bool:
    """Return whether no barrage blocks the line from centre to centre (R8.9).

    The end hexes never block. Where the line runs along a hexside, it is blocked only if both hexes block (R8.10).
    """
    blocking = {place for place in position.barrages if _is_between(book, start, place, end)}
    blocking = {place for place in blocking if _blocks(position, book, place)}
    return not blocking or not any(blocking.issuperset(passed) for passed in book.grid.between(start, end))


def _blocks(position: Position, book: RuleBook, place: Hex) -> bool:
    """Return whether a hex has a barrage that blocks the sight through it: either level does (R8.9)."""
    level = position.barrages.get(place, 0)
    return level > 0 and book.flag("barrage", _BARRAGES[level], "blocks_sight")


def _is_between(book: RuleBook, start: Hex, place: Hex, end: Hex) -> bool:
    """Return whether a hex can lie on the line between two others: it is neither of them, and no detour."""
    measure = book.grid.distance
    return place not in (start, end) and measure(start, place) + measure(place, end) == measure(start, end)


def fire_zone(position: Position, book: RuleBook, unit: str) -> frozenset[Hex]:
    """Return the hexes that a unit's Fire Zone covers: those in its range and Line of Sight but its own (R8.3 to R8.8).

    A Fire Rating of 0 has one. None have Suppressed units, units that cannot fire directly or take Opportunity Fire
    (R8.4: mortars; NQoS S5.2: parks), and face-down guns (NQoS S4.3).
    """
    return book.memory(_ZoneMemory).of(position).zone(unit, position.side(unit))


def zone_units(position: Position, book: RuleBook, place: Hex, against: str) -> tuple[str, ...]:
    """Return the enemies of a side that project a Fire Zone into a hex (R8.3), in the order of the game's data."""
    return book.memory(_ZoneMemory).of(position).units_at(place, against)


def zone_hexes(position: Position, book: RuleBook, against: str) -> frozenset[Hex]:
    """Return the hexes in which the enemies of a side have Fire Zones (R8.3)."""
    return book.memory(_ZoneMemory).of(position).covered(against)


def _zone(position: Position, book: RuleBook, unit: str) -> frozenset[Hex]:
    """Work out a unit's Fire Zone; see :func:`fire_zone`.

    Whether the zone of a unit under a barrage, or next to an enemy, shrinks like its range, are switches (R8.6, R8.7).
    """
    state, weapon = position.units[unit], position.ratings(unit).weapon
    place = state.place
    if state.status is not Status.ON_MAP or not isinstance(place, Hex) or state.hidden or not weapon:
        return _NOWHERE
    if state.suppressed and not book.flag("state-effects", "suppressed", "may_fire"):
        return _NOWHERE
    if position.barrages.get(place, 0) and book.switch("barrage-zone") == "none":
        return _NOWHERE
    if not book.flag("weapon-modes", weapon, "opportunity"):
        return _NOWHERE
    stays = book.switch("adjacent-enemy-zone") == "stays"
    caps = range_caps(position, book, unit)
    reach = min((cap.hexes for cap in caps if not (stays and cap.name == "adjacent-enemy")), default=0)
    return _seen(position, book, place, reach)


def _seen(position: Position, book: RuleBook, place: Hex, reach: int) -> frozenset[Hex]:
    """Return the hexes within a reach of a place that are seen from there."""
    limit = max(sight_limit(position, book, place), 1 if book.switch("adjacent-always-seen") else 0)
    near = book.grid.disc(place, min(reach, limit))
    if any(place != barrage and book.grid.distance(place, barrage) < reach for barrage in position.barrages):
        return frozenset(seen for seen in near if _is_unblocked(position, book, place, seen))
    return near


class _Zones:
    """The Fire Zones of one position, each worked out when it is first asked for."""

    def __init__(self, position: Position, book: RuleBook, zones: Zones) -> None:
        self.position = position
        self.zones = zones
        self._book = book
        self._units_at: dict[tuple[Hex, str], tuple[str, ...]] = {}
        self._covered: dict[str, frozenset[Hex]] = {}

    def zone(self, unit: str, side: str) -> frozenset[Hex]:
        """Return a unit's Fire Zone."""
        zone = self.zones[side][unit]
        if zone is None:
            zone = self.zones[side][unit] = _zone(self.position, self._book, unit)
        return zone

    def units_at(self, place: Hex, against: str) -> tuple[str, ...]:
        """Return the enemies of a side with Fire Zones in a hex."""
        key = (place, against)
        if key not in self._units_at:
            self._units_at[key] = tuple(unit for unit, zone in self._enemy_zones(against) if place in zone)
        return self._units_at[key]

    def covered(self, against: str) -> frozenset[Hex]:
        """Return the hexes in which the enemies of a side have Fire Zones."""
        if against not in self._covered:
            self._covered[against] = _NOWHERE.union(*(zone for _, zone in self._enemy_zones(against)))
        return self._covered[against]

    def _enemy_zones(self, against: str) -> Iterator[tuple[str, frozenset[Hex]]]:
        for side, zones in self.zones.items():
            if side != against:
                for unit, zone in zones.items():
                    yield unit, self.zone(unit, side) if zone is None else zone


def _changed_units(before: Mapping[str, UnitState], now: Mapping[str, UnitState]) -> list[str] | None:
    """Return the units whose states are other ones, None if not even the units are the same."""
    if tuple(before) != tuple(now):
        return None
    return list(compress(now, map(is_not, now.values(), before.values())))


class _ZoneMemory:
    """The Fire Zones of the positions that were asked about last."""

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._known: OrderedDict[tuple[int, int, str, str], _Zones] = OrderedDict()
        self._last: _Zones | None = None

    def of(self, position: Position) -> _Zones:
        """Return a position's zones. They keep its units and barrages, so that no others get their ``id``."""
        key = (id(position.units), id(position.barrages), position.weather, position.time.turn)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._made(position)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        self._last = found
        return found

    def _made(self, position: Position) -> _Zones:
        """Return a position's zones: those of the last position, but for the ones that may be others now."""
        zones: Zones
        changed = self._changed(position)
        if changed is None or self._last is None:
            zones, changed = {side: {} for side in position.game.sides}, position.units
        else:
            zones = {side: dict(known) for side, known in self._last.zones.items()}
        for unit in changed:
            zones[position.side(unit)][unit] = None
        return _Zones(position, self._book, zones)

    def _changed(self, position: Position) -> Iterable[str] | None:
        """Return the units whose zones may be others than in the last position, None if all may.

        They are those that have changed, and those next to where they were or are (R8.7).
        """
        last = self._last.position if self._last else position
        if conditions(last) != conditions(position) or last.barrages != position.barrages:
            return None
        changed = _changed_units(last.units, position.units)
        if changed is None:
            return None
        states = [units[unit] for unit in changed for units in (last.units, position.units)]
        grid = self._book.grid
        beside = {near for state in states if isinstance(state.place, Hex) for near in grid.neighbours(state.place)}
        return [*changed, *(unit for near in beside for unit in position.units_in(near))]
