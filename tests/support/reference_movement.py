"""A second opinion on movement, slow and simple, written from the facts with its own figures.

It shares no code with :mod:`adjudicator.rules`: the costs are written down here once more, hexes are counted by cube
coordinates, and the cheapest ways are found by going over all of them until nothing gets better.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from adjudicator.game.game_data import GameData
from adjudicator.game.game_map import EntryHex, GameMap
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Position, Status

__all__ = ["Best", "best_ways", "hexes_apart", "reference_cost"]

DESERT = {"leg": 2, "wheeled": 5, "tracked": 3}
DESERT_IN_COLUMN = {"leg": 1, "wheeled": 3, "tracked": 2}
DOORS = {"14.11", "15.18", "27.13"}
MINES_OF_LETTERS = {"desert": 0, "light-minefield": 1, "heavy-minefield": 2}


def _cube(place: Hex) -> tuple[int, int, int]:
    """Return cube coordinates; the even columns lie lower."""
    q = place.column
    r = place.row - (q - q % 2) // 2
    if q % 2 == 0:
        r += 1
    return q, r, -q - r


def hexes_apart(start: Hex, end: Hex) -> int:
    """Return the distance of two hexes."""
    return max(abs(a - b) for a, b in zip(_cube(start), _cube(end), strict=True))


def _side(game: GameData, unit: str) -> str:
    return game.divisions[game.units[unit].division].side


def _mines(position: Position, place: Hex, side: str) -> int:
    """Return how dense the mines of a hex are for a side."""
    if side == "french" and (str(place) in DOORS or position.game.map.hexes[place].door):
        return 0
    if place in position.mines:
        return position.mines[place]
    return MINES_OF_LETTERS[position.game.map.hexes[place].terrain]


def reference_cost(position: Position, unit: str, start: Hex, *, column: bool, mounted: bool, by_trail: bool) -> int:
    """Return what it costs a unit to leave *start* for a neighbour (terrain alone does not change what it costs)."""
    counter = position.game.units[unit]
    kind = counter.ratings.movement_class
    if mounted and counter.mounted is not None:
        kind = counter.mounted.movement_class
    points = DESERT_IN_COLUMN[kind] if column else DESERT[kind]
    if by_trail and column and kind != "leg":
        points = 1
    if position.weather == "mist":
        points += 1
    if _mines(position, start, _side(position.game, unit)) > 0:
        points *= 2
    if position.weather == "sandstorm":
        points *= 2
    if position.time.turn == "Night":
        points *= 2
    if position.barrages.get(start) == 1:
        points += 2
    return points


@dataclass(frozen=True)
class Best:
    """The most points that a unit can have left in a hex, in Column or not, mounted or not."""

    hex: Hex
    column: bool
    mounted: bool


# place, the one trail that the unit is on (empty: none), column, mounted, Cohesion Hits
_State = tuple[Hex, str, bool, bool, int]


class _World:
    """What a unit meets: who is where, where it may not go."""

    def __init__(self, position: Position, unit: str) -> None:
        self.position, self.unit = position, unit
        self.side = _side(position.game, unit)
        self.counter = position.game.units[unit]
        self.map: GameMap = position.game.map
        self._near: dict[Hex, list[Hex]] = {}
        self._sides = [
            (trail.id, frozenset((a, b)))
            for trail in self.map.trails
            for a, b in zip(trail.path, trail.path[1:], strict=False)
        ]
        others = [(k, v) for k, v in position.units.items() if k != unit and v.status is Status.ON_MAP]
        self.enemies = {v.place for k, v in others if _side(position.game, k) != self.side}
        self.friends = [(v.place, v.column) for k, v in others if _side(position.game, k) == self.side]

    def near(self, place: Hex) -> list[Hex]:
        """Return the hexes of the map next to one."""
        if place not in self._near:
            around = [Hex(place.column + x, place.row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
            self._near[place] = [hex_ for hex_ in around if hex_ in self.map.hexes and hexes_apart(hex_, place) == 1]
        return self._near[place]

    def is_own_entry_hex(self, place: Hex) -> bool:
        return any(e.hex == place and e.side == self.side for e in self._entries())

    def _entries(self) -> Iterator[EntryHex]:
        for entry in self.map.entry_hexes.values():
            if entry.letter != "G" or self.position.time.date in ("06-07", "06-08", "06-09", "06-10"):
                yield entry

    def may_enter(self, place: Hex, column: bool) -> bool:
        if place in self.enemies:
            return False
        if any(e.side != self.side and hexes_apart(e.hex, place) <= 3 for e in self._entries()):
            return False
        if self.position.scenario == 1 and self.side == "axis" and not 10 <= place.row <= 17:
            return False
        if self.position.scenario == 3 and self.side == "axis" and (place.row > 12 or place.column > 23):
            return False
        return not column or self.has_column_room(place)

    def has_column_room(self, place: Hex) -> bool:
        return self.is_own_entry_hex(place) or not any(at == place and column for at, column in self.friends)

    def may_stop(self, place: Hex, column: bool) -> bool:
        if column:
            return self.has_column_room(place)
        loose = sum(at == place and not in_column for at, in_column in self.friends)
        return loose < 3 or self.is_own_entry_hex(place)

    def allowance(self, mounted: bool) -> int | None:
        ratings = self.counter.mounted if mounted and self.counter.mounted else self.counter.ratings
        return ratings.movement

    def scale(self, mounted: bool) -> int:
        own = self.allowance(mounted)
        if own is None:
            return self.counter.mounted.movement or 0 if self.counter.mounted else 0
        return own

    def trails_between(self, start: Hex, end: Hex) -> list[str]:
        return [trail for trail, hexes in self._sides if hexes == {start, end}]

    def connected(self, first: str, second: str, place: Hex) -> bool:
        """Return whether one comes from one trail to the other in a hex, by any number of junctions."""
        reached = {first}
        for _ in self.map.junctions:
            for junction in self.map.junctions:
                if junction.hex == place and reached & set(junction.trails):
                    reached |= set(junction.trails)
        return second in reached


def best_ways(
    position: Position, unit: str, is_shut: Callable[[Hex, Hex], bool] = lambda _start, _end: False
) -> dict[Best, int]:
    """Return the most points left in each hex and form where a unit can end its move.

    *is_shut* tells the steps that Fire Zones forbid.
    """
    world = _World(position, unit)
    state = position.units[unit]
    assert isinstance(state.place, Hex)
    start: _State = (state.place, "", state.column, state.mounted, 0)
    left = {start: world.scale(state.mounted)}
    waiting = deque([start])
    while waiting:
        now = waiting.popleft()
        for then, points in _moves(world, now, left[now]):
            if then[0] != now[0] and is_shut(now[0], then[0]):
                continue
            if points >= 0 and points > left.get(then, -1):
                left[then] = points
                waiting.append(then)
    found: dict[Best, int] = {}
    for (place, _, column, mounted, _), points in left.items():
        if place != state.place and world.may_stop(place, column):
            key = Best(place, column, mounted)
            found[key] = max(found.get(key, -1), points)
    return found


def _moves(world: _World, now: _State, left: int) -> Iterator[tuple[_State, int]]:
    place, trail, column, mounted, hits = now
    if world.allowance(mounted) is not None:
        for end in world.near(place):
            if world.may_enter(end, column):
                yield from _entered(world, now, left, end)
        if not column and world.has_column_room(place):
            yield (place, trail, True, mounted, hits), left - 1
    if column and hits == 0 and world.position.units[world.unit].cohesion < 2:
        yield (place, trail, False, mounted, 1), left
    if world.counter.mounted is not None and not (column and world.allowance(not mounted) is None):
        whole, new = world.scale(mounted), world.scale(not mounted)
        paid = left - -(-whole // 2)
        if paid >= 0:
            yield (place, trail, column, not mounted, hits), paid * new // whole


def _entered(world: _World, now: _State, left: int, end: Hex) -> Iterator[tuple[_State, int]]:
    place, trail, column, mounted, hits = now

    def cost(by_trail: bool) -> int:
        return reference_cost(world.position, world.unit, place, column=column, mounted=mounted, by_trail=by_trail)

    yield (end, "", column, mounted, hits), left - cost(False)
    for other in world.trails_between(place, end):
        if not trail or world.connected(trail, other, place):
            yield (end, other, column, mounted, hits), left - cost(True)
