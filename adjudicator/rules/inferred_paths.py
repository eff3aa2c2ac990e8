"""The ways of a unit that was dragged in one jump: the cheapest ones, since the log does not show the actual one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import Final

from ..game.hexes import Hex
from ..game.play import Move, MoveStep, StepKind
from ..game.position import Place, Position
from .legal_actions import smooth_ruling
from .questions import firers_on
from .rule_book import RuleBook
from .series.command import may_enter_zones
from .series.minefields import ground
from .series.movement_costs import TRAIL, barrage_points, hex_costs, shown_ratings
from .series.paths import ways
from .series.regions import forbidden_hexes
from .series.sight import zone_hexes
from .series.stacking import room_for_column
from .series.trails import OFF_TRAIL, OnTrails, Trails

__all__ = ["JumpWay", "jump_ways"]

_FORBIDDEN: Final = 1000
"""The extra cost of a hex that the unit may not enter: such a way is taken only if there is no other."""
_MAX_WAYS: Final = 24

_Node = tuple[Hex, OnTrails]
"""A hex, and the trails by one of which the unit came into it."""


@dataclass(frozen=True, slots=True)
class JumpWay:
    """A way that a unit may have taken from one hex to another."""

    steps: tuple[MoveStep, ...]
    firers: frozenset[str]
    """The enemies that could fire at it on this way."""


def jump_ways(
    position: Position, book: RuleBook, unit: str, steps: tuple[MoveStep, ...], end: Hex
) -> Iterator[JumpWay]:
    """Yield ways of a unit to a hex that go on from *steps*, the cheapest ones that are legal first.

    Of several that cost the same those come first in which the fewest enemies can fire at it.
    """
    there = position
    if steps:
        after = smooth_ruling(position, Move(unit, steps), book).after
        there = after if after is not None else position
    elif (way := next(ways(position, book, unit, end), None)) is not None and not _changes_form(way.steps):
        yield JumpWay(way.steps, frozenset(firers_on(position, book, unit, way.steps)))
    yield from _plain_ways(there, book, unit, (position.units[unit].place, steps), end)


def _changes_form(steps: tuple[MoveStep, ...]) -> bool:
    """Return whether a unit changes how it moves on a way: the table would show that."""
    return any(step.kind != StepKind.ENTER for step in steps)


def _plain_ways(
    position: Position, book: RuleBook, unit: str, begun: tuple[Place, tuple[MoveStep, ...]], end: Hex
) -> Iterator[JumpWay]:
    """Yield the cheapest ways without a change of how the unit moves, the least dangerous first.

    *begun*: where the move began, and the steps that it has taken already.
    """
    ground, here = _Ground(position, book, unit, begun=bool(begun[1])), position.units[unit].place
    if not isinstance(here, Hex):
        return
    onward = ground.ways(here, end, ground.trails_after(*begun))
    found = [tuple(MoveStep(StepKind.ENTER, place) for place in way) for way in islice(onward, _MAX_WAYS)]
    jumps = [JumpWay(way, frozenset(firers_on(position, book, unit, way))) for way in found]
    yield from sorted(jumps, key=lambda way: len(way.firers))


class _Ground:
    """The costs for a unit to go from hex to hex."""

    def __init__(self, position: Position, book: RuleBook, unit: str, *, begun: bool) -> None:
        self._position, self._book = position, book
        side = position.side(unit)
        self._barred = forbidden_hexes(position, book, side) | {
            place for place, units in position.occupants.items()
            if isinstance(place, Hex) and position.side(units[0]) != side
        }  # fmt: skip
        if position.units[unit].column:
            full = (place for place in position.occupants if isinstance(place, Hex))
            self._barred |= {place for place in full if not room_for_column(position, book, unit, place)}
        if not may_enter_zones(position, book, unit, begun=begun):
            self._barred = self._barred | zone_hexes(position, book, side)
        self._trails = book.memory(Trails)
        self._terrain, self._table = ground(position, book, side), hex_costs(position, book)
        self._column = position.units[unit].column
        self._class = shown_ratings(position, unit, position.units[unit].mounted).movement_class
        self._known: dict[tuple[Hex, Hex], tuple[int, int | None]] = {}

    def trails_after(self, start: Place, steps: Iterable[MoveStep]) -> Mapping[OnTrails, int]:
        """Return the trails by which a unit may have come with some steps, with the cost of each way of coming."""
        costs: dict[OnTrails, int] = {OFF_TRAIL: 0}
        place = start
        for step in steps:
            if isinstance(place, Hex) and step.to is not None:
                onward: dict[OnTrails, int] = {}
                for on, cost in costs.items():
                    for onto, more in self._onward(place, on, step.to):
                        onward[onto] = min(cost + more, onward.get(onto, cost + more))
                costs, place = onward, step.to
        return costs

    def ways(self, start: Hex, end: Hex, begun: Mapping[OnTrails, int]) -> Iterator[tuple[Hex, ...]]:
        """Yield every cheapest way from one hex to another; *begun*: how the unit may have come to the first."""
        costs, before = self._costs(start, end, begun)
        least = min((cost for (place, _), cost in costs.items() if place == end), default=None)
        seen: set[tuple[Hex, ...]] = set()
        for node, cost in costs.items():
            if node[0] == end and cost == least:
                for way in _traced(before, node):
                    if way not in seen:
                        seen.add(way)
                        yield way

    def _costs(
        self, start: Hex, end: Hex, begun: Mapping[OnTrails, int]
    ) -> tuple[dict[_Node, int], dict[_Node, list[_Node]]]:
        """Return the cost of getting to each node, as far as that of *end*, and the nodes before each on such ways."""
        costs: dict[_Node, int] = {(start, on): cost for on, cost in begun.items()}
        before: dict[_Node, list[_Node]] = {node: [] for node in costs}
        heap = [(cost, start, number, node) for number, (node, cost) in enumerate(costs.items())]
        heapify(heap)
        done, pushed, least = set[_Node](), len(heap), float("inf")
        while heap and heap[0][0] <= least:
            cost, _, _, node = heappop(heap)
            if node in done:
                continue
            done.add(node)
            place, on = node
            if place == end:
                least = cost
                continue
            if costs.get((place, OFF_TRAIL), cost) < cost:
                continue  # from there it can take any trail
            for near in self._book.grid.neighbours(place):
                for onto, more in self._onward(place, on, near):
                    following, total = (near, onto), cost + more
                    if total < costs.get(following, total + 1):
                        costs[following], before[following] = total, [node]
                        heappush(heap, (total, near, pushed := pushed + 1, following))
                    elif total == costs[following] and following not in done:
                        before[following].append(node)
        return costs, before

    def _onward(self, start: Hex, on: OnTrails, end: Hex) -> Iterator[tuple[OnTrails, int]]:
        """Yield the ways to the next hex, across country and by a trail that the unit can follow, with their costs."""
        across, by_trail = self._cost(start, end)
        yield OFF_TRAIL, across
        if by_trail is not None and (onto := self._trails.follow(on, start, end)):
            yield onto, by_trail

    def _cost(self, start: Hex, end: Hex) -> tuple[int, int | None]:
        """Return the cost across country, and by trail if one is of use."""
        if (start, end) not in self._known:
            terrain, leaving = self._terrain[end][0], self._terrain[start][1]
            extra = barrage_points(self._position, self._book, start) + (_FORBIDDEN if end in self._barred else 0)
            cost = partial(self._table.cost, movement_class=self._class, column=self._column, leaving_mines=leaving)
            helps = self._trails.crossing(start, end) and self._table.is_trail_of_use(
                terrain, self._class, column=self._column
            )
            self._known[start, end] = cost(terrain) + extra, cost(TRAIL) + extra if helps else None
        return self._known[start, end]


def _traced(before: Mapping[_Node, list[_Node]], node: _Node) -> Iterator[tuple[Hex, ...]]:
    """Yield the ways to a node, without the hex that they begin in."""
    if not before[node]:
        yield ()
    for earlier in before[node]:
        for way in _traced(before, earlier):
            yield (*way, node[0])
