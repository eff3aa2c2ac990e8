"""Line of Sight and Fire Zones (R8): the hexes that units see, and those at which they could fire.

Zones are needed at every step of every move and follow from the whole position: they are computed once for a
position, from those of the position that it was derived from, and cached.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import chain, compress
from operator import attrgetter, is_not
from typing import Final

from ...game.action_words import Barrage
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

_BARRAGES = {Barrage.LIGHT: "light", Barrage.HEAVY: "heavy"}
"""The rows of the chart ``barrage``."""
_NOWHERE: frozenset[Hex] = frozenset()
_REMEMBERED = 32
"""The number of positions whose zones are kept."""
_MAX_DERIVED = 1000
"""The number of positions derived from them whose zones are kept beside."""
_zone_aspects = attrgetter("status", "place", "hidden", "suppressed", "steps", "mounted")
"""The parts of a unit's state on which its Fire Zone and those of its neighbours depend."""


def distance(book: RuleBook, start: Hex, end: Hex) -> int:
    """Return the range from hex to hex, the end counted and the start not."""
    return book.grid.distance(start, end)


def sight_limit(position: Position, book: RuleBook, place: Hex) -> int:
    """Return the limit of sight from a hex: by day or night, in this weather, from a post (NQoS 1.0, R8.11).

    The shortest limit holds where several apply: a sand storm at night is a sand storm (R5.5).
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
    if steps > sight_limit(position, book, start):
        return steps <= 1 and book.switch("adjacent-always-seen") is True
    return steps <= 1 or not position.barrages or _is_unblocked(position, book, start, end)


def _is_unblocked(position: Position, book: RuleBook, start: Hex, end: Hex) -> bool:
    """Return whether no barrage blocks the line from centre to centre (R8.9).

    The end hexes never block. Where the line runs along a hexside, it is blocked only if both hexes block (R8.10).
    """
    blocking = {place for place in position.barrages if _is_between(book, start, place, end)}
    blocking = {place for place in blocking if _blocks(position, book, place)}
    return not blocking or not any(blocking.issuperset(passed) for passed in book.grid.between(start, end))


def _blocks(position: Position, book: RuleBook, place: Hex) -> bool:
    """Return whether a hex has a barrage that blocks the sight through it: either level does (R8.9)."""
    level = position.barrages.get(place)
    return level is not None and book.flag("barrage", _BARRAGES[level], "blocks_sight")


def _is_between(book: RuleBook, start: Hex, place: Hex, end: Hex) -> bool:
    """Return whether a hex can be on the line between two others: it is neither of them, and no detour."""
    measure = book.grid.distance
    return place not in (start, end) and measure(start, place) + measure(place, end) == measure(start, end)


def fire_zone(position: Position, book: RuleBook, unit: str) -> frozenset[Hex]:
    """Return the hexes that a unit's Fire Zone covers (R8.3 to R8.8)."""
    return book.memory(_ZoneMemory).of(position).zone(unit, position.side(unit))


def zone_units(position: Position, book: RuleBook, place: Hex, against: str) -> tuple[str, ...]:
    """Return the enemies of a side that project a Fire Zone into a hex (R8.3), in the order of the game's data."""
    return book.memory(_ZoneMemory).of(position).units_at(place, against)


def zone_hexes(position: Position, book: RuleBook, against: str) -> frozenset[Hex]:
    """Return the hexes in which the enemies of a side have Fire Zones (R8.3)."""
    return book.memory(_ZoneMemory).of(position).covered(against)


def _zone(position: Position, book: RuleBook, unit: str) -> frozenset[Hex]:
    """Compute a unit's Fire Zone: the hexes in its range and Line of Sight but its own (R8.3 to R8.8).

    A Fire Rating of 0 has one. None: Suppressed units, units that cannot fire directly or take Opportunity Fire
    (R8.4: mortars; NQoS S5.2: parks), and face-down guns (NQoS S4.3).
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
    caps = range_caps(position, book, unit)
    if any(cap.name == "adjacent-enemy" for cap in caps) and book.switch("adjacent-enemy-zone") == "stays":
        caps = tuple(cap for cap in caps if cap.name != "adjacent-enemy")
    return _seen(position, book, place, min((cap.hexes for cap in caps), default=0))


def _seen(position: Position, book: RuleBook, place: Hex, reach: int) -> frozenset[Hex]:
    """Return the hexes within a reach of a place that are seen from there."""
    limit = sight_limit(position, book, place)
    if not limit and book.switch("adjacent-always-seen"):
        limit = 1
    near = book.grid.disc(place, min(reach, limit))
    if any(place != barrage and book.grid.distance(place, barrage) < reach for barrage in position.barrages):
        return frozenset(seen for seen in near if _is_unblocked(position, book, place, seen))
    return near


class _SideZones:
    """The Fire Zones of one side's units in one position, computed when they are first needed.

    It shares the zones of another position until it has to compute one of its own.
    """

    def __init__(
        self, position: Position, book: RuleBook, zones: dict[str, frozenset[Hex]], changed: set[str],
        asked: dict[str, frozenset[str]],
    ) -> None:  # fmt: skip
        self.zones = zones
        """The zones by unit, in the order of the game's data; those of the *changed* units do not hold."""
        self.changed = changed
        self.asked = asked
        """The switches that were asked for, by the units whose zones depend on any."""
        self._position, self._book = position, book
        self._is_shared = True
        self._units_at: dict[Hex, tuple[str, ...]] = {}
        self._covered: frozenset[Hex] | None = None
        self._all_asked: frozenset[str] | None = None

    def zone(self, unit: str) -> frozenset[Hex]:
        """Return a unit's Fire Zone."""
        if unit in self.changed:
            self._work_out(unit)
        elif unit in self.asked:
            self._book.note(self.asked[unit])
        return self.zones[unit]

    def _work_out(self, unit: str) -> None:
        if self._is_shared:
            self.zones, self.asked, self._is_shared = dict(self.zones), dict(self.asked), False
        self.changed.remove(unit)
        self.asked.pop(unit, None)
        with self._book.consultations() as asked:
            self.zones[unit] = _zone(self._position, self._book, unit)
        if asked:
            self.asked[unit] = frozenset(asked)

    def units_at(self, place: Hex) -> tuple[str, ...]:
        """Return the units with Fire Zones in a hex."""
        found = self._units_at.get(place)
        if found is None:
            found = self._units_at[place] = tuple([unit for unit, zone in self._all().items() if place in zone])
        self._note_all()
        return found

    def covered(self) -> frozenset[Hex]:
        """Return the hexes in which the side has Fire Zones."""
        if self._covered is None:
            self._covered = _NOWHERE.union(*self._all().values())
        self._note_all()
        return self._covered

    def _all(self) -> dict[str, frozenset[Hex]]:
        for unit in tuple(self.changed):
            self._work_out(unit)
        return self.zones

    def _note_all(self) -> None:
        """Note the switches asked for: a unit without a Fire Zone in a hex may have one by another choice."""
        if self._all_asked is None:
            self._all_asked = frozenset[str]().union(*self.asked.values())
        if self._all_asked:
            self._book.note(self._all_asked)


_Sides = Mapping[str, _SideZones]


class _Zones:
    """The Fire Zones of one position."""

    def __init__(self, position: Position, sides: _Sides, derived: dict[Hashable, _Zones]) -> None:
        self.position = position
        self.sides = sides
        self.derived = derived
        """The zones of positions derived from this one, by the changes."""

    def is_of(self, position: Position) -> bool:
        """Return whether a position is this one, or has the same zones because all that they depend on is the same."""
        own = self.position
        return (
            own.units is position.units
            and own.barrages is position.barrages
            and own.weather == position.weather
            and own.time == position.time
        )

    def zone(self, unit: str, side: str) -> frozenset[Hex]:
        """Return a unit's Fire Zone."""
        return self.sides[side].zone(unit)

    def units_at(self, place: Hex, against: str) -> tuple[str, ...]:
        """Return the enemies of a side with Fire Zones in a hex."""
        found = [enemy.units_at(place) for side, enemy in self.sides.items() if side != against]
        return found[0] if len(found) == 1 else tuple(chain.from_iterable(found))

    def covered(self, against: str) -> frozenset[Hex]:
        """Return the hexes in which the enemies of a side have Fire Zones."""
        found = [enemy.covered() for side, enemy in self.sides.items() if side != against]
        return found[0] if len(found) == 1 else _NOWHERE.union(*found)


def _changed_units(before: Mapping[str, UnitState], now: Mapping[str, UnitState]) -> tuple[str, ...] | None:
    """Return the units whose states are not the same ones, None if not even the units are the same."""
    if tuple(before) != tuple(now):
        return None
    return tuple(compress(now, map(is_not, now.values(), before.values())))


class _ZoneMemory:
    """The Fire Zones of the positions that were looked up last."""

    SWITCHES: Final = frozenset(
        {
            "adjacent-always-seen", "adjacent-enemy-range", "adjacent-enemy-suppressed", "adjacent-enemy-zone",
            "barrage-zone", "sandstorm-artillery-range",
        }
    )  # fmt: skip
    """The switches that Fire Zones depend on."""

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._known: OrderedDict[Hashable, _Zones] = OrderedDict()
        self._last: _Zones | None = None
        self._derived_ones = 0

    def of(self, position: Position) -> _Zones:
        """Return a position's zones. They keep its units and barrages alive, so that no others get their ``id``."""
        last = self._last
        if last is not None and last.is_of(position):
            return last
        key = id(position.units), id(position.barrages), position.weather, position.time.turn
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._made(position)
            position.begin_derivation()
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        self._last = found
        return found

    def _made(self, position: Position) -> _Zones:
        """Return a position's zones: those of another one, but for the ones that may differ now.

        The other one is the position that it was derived from, or the last position.
        """
        units, changed = position.derivation
        if units is not position.units:
            return self._derived(position, self.of(position.after(units=units)), changed)
        if self._last is not None and _is_alike(self._last.position, position):
            others = _changed_units(self._last.position.units, position.units)
            if others is not None:
                return self._derived(position, self._last, others)
        return self._computed_anew(position)

    def _computed_anew(self, position: Position) -> _Zones:
        units: dict[str, list[str]] = {side: [] for side in position.game.sides}
        for unit in position.units:
            units[position.side(unit)].append(unit)
        sides = {
            side: _SideZones(position, self._book, dict.fromkeys(of, _NOWHERE), set(of), {})
            for side, of in units.items()
        }
        return _Zones(position, sides, {})

    def _derived(self, position: Position, before: _Zones, units: Iterable[str]) -> _Zones:
        """Return the zones of a position that differs from another one in some *units*."""
        old, new = before.position.units, position.units
        changes = tuple(
            (unit, aspects) for unit in units if (aspects := _zone_aspects(new[unit])) != _zone_aspects(old[unit])
        )
        if not changes:
            return _Zones(position, before.sides, before.derived)
        known = before.derived.get(changes)
        if known is None:
            self._forget_if_too_many()
            sides = self._sides_after(position, before, [unit for unit, _ in changes])
            known = before.derived[changes] = _Zones(position, sides, {})
        return _Zones(position, known.sides, known.derived)

    def _forget_if_too_many(self) -> None:
        """Forget all zones but the last ones before too many are kept: a search may go through thousands."""
        self._derived_ones += 1
        if self._derived_ones > _MAX_DERIVED:
            self._derived_ones = 0
            for zones in self._known.values():
                zones.derived.clear()

    def _sides_after(self, position: Position, before: _Zones, changed: list[str]) -> _Sides:
        """Return the zones by side after some units have changed; a side whose zones are all the same keeps them."""
        differing: dict[str, set[str]] = {side: set() for side in before.sides}
        for unit in changed:
            side = position.side(unit)
            differing[side].add(unit)
            for other in self._enemies_beside(position, before.position, unit, side):
                differing[position.side(other)].add(other)
        return {
            side: _SideZones(position, self._book, last.zones, last.changed | differing[side], last.asked)
            if differing[side] else last
            for side, last in before.sides.items()
        }  # fmt: skip

    def _enemies_beside(self, position: Position, before: Position, unit: str, side: str) -> Iterator[str]:
        """Yield the enemies next to where a unit is or was: it cuts their range (R8.7)."""
        occupants, near = position.occupants, self._book.grid.neighbours
        places = {state.place for state in (before.units[unit], position.units[unit]) if isinstance(state.place, Hex)}
        for beside in frozenset[Hex]().union(*map(near, places)):
            if beside in occupants:
                yield from (other for other in occupants[beside] if position.side(other) != side)


def _is_alike(one: Position, other: Position) -> bool:
    """Return whether two positions have all that zones depend on besides the units."""
    return conditions(one) == conditions(other) and one.barrages == other.barrages
