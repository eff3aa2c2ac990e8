"""The way of a unit that was dragged in one jump: the cheapest ones, since the log does not tell which it took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice
from typing import Final

from ..game.hexes import Hex
from ..game.play import Move, MoveStep
from ..game.position import Position
from .bir_hacheim.regions import forbidden_hexes
from .legal_actions import smooth_ruling
from .questions import firers_on
from .rule_book import RuleBook
from .series.command import may_enter_zones
from .series.movement_costs import step_cost, trail_helps
from .series.paths import reachable
from .series.sight import zone_hexes
from .series.stacking import room_for_column
from .series.trails import Trails

__all__ = ["JumpWay", "jump_ways"]

_FORBIDDEN: Final = 1000
"""What a hex costs more that the unit may not enter: such a way is taken only if there is no other."""
_MOST_WAYS: Final = 24


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
    elif (way := reachable(position, book, unit).get(end)) is not None and not _changes_form(way.steps):
        yield JumpWay(way.steps, frozenset(firers_on(position, book, unit, way.steps)))
    start = there.units[unit].place
    if isinstance(start, Hex):
        yield from _plain_ways(there, book, unit, start, end, begun=bool(steps))


def _changes_form(steps: tuple[MoveStep, ...]) -> bool:
    """Return whether a unit changes how it moves on a way: the table would show that."""
    return any(step.kind != "enter" for step in steps)


def _plain_ways(
    position: Position, book: RuleBook, unit: str, start: Hex, end: Hex, *, begun: bool
) -> Iterator[JumpWay]:
    """Yield the cheapest ways without a change of how the unit moves, the least dangerous first."""
    ground = _Ground(position, book, unit, begun=begun)
    found = [tuple(MoveStep("enter", place) for place in way) for way in islice(ground.ways(start, end), _MOST_WAYS)]
    ways = [JumpWay(way, frozenset(firers_on(position, book, unit, way))) for way in found]
    yield from sorted(ways, key=lambda way: len(way.firers))


class _Ground:
    """What it costs a unit to go from hex to hex."""

    def __init__(self, position: Position, book: RuleBook, unit: str, *, begun: bool) -> None:
        self._position, self._book, self._unit = position, book, unit
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

    def ways(self, start: Hex, end: Hex) -> Iterator[tuple[Hex, ...]]:
        """Yield every cheapest way from one hex to another."""
        costs, before = self._costs(start, end)
        if end in costs:
            yield from _traced(before, start, end)

    def _costs(self, start: Hex, end: Hex) -> tuple[dict[Hex, int], dict[Hex, list[Hex]]]:
        """Return what it costs to get to each hex, as far as that of *end*, and the hexes before each on such ways."""
        costs, before = {start: 0}, dict[Hex, list[Hex]]()
        heap, done = [(0, start)], set[Hex]()
        while heap:
            cost, place = heappop(heap)
            if place in done:
                continue
            done.add(place)
            if place == end:
                break
            for near in self._book.grid.neighbours(place):
                total = cost + self._cost(place, near)
                if total < costs.get(near, total + 1):
                    costs[near], before[near] = total, [place]
                    heappush(heap, (total, near))
                elif total == costs[near] and near not in done:
                    before[near].append(place)
        return costs, before

    def _cost(self, start: Hex, end: Hex) -> int:
        cost = step_cost(self._position, self._book, self._unit, start, end)
        if self._trails.crossing(start, end) and trail_helps(self._position, self._book, self._unit, end):
            cost = min(cost, step_cost(self._position, self._book, self._unit, start, end, by_trail=True))
        return cost + (_FORBIDDEN if end in self._barred else 0)


def _traced(before: dict[Hex, list[Hex]], start: Hex, end: Hex) -> Iterator[tuple[Hex, ...]]:
    if end == start:
        yield ()
        return
    for place in before[end]:
        for way in _traced(before, start, place):
            yield (*way, end)
