"""The hexes that a unit can reach: the cheapest legal way to each, and the fire that it provokes (R7, R12.2).

A search over everything that distinguishes ways: the hex, the trail that the unit came by, Column, mounted or not, and
whether it has left Column. Fewer points come first, then fewer Cohesion Hits, then fewer steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from ...game.hexes import Hex
from ...game.play import MoveStep, StepKind
from ...game.position import Position, Status
from ..rule_book import RuleBook
from .command import may_enter_zones
from .minefields import MINED, ground
from .move_forms import LEAVE_COLUMN, Form, forms_of
from .movement_costs import (
    TRAIL,
    barrage_points,
    cost_switches,
    hex_costs,
    leaving_column_points,
    needs_exit_check,
    points_after_change,
    scale,
)
from .regions import forbidden_hexes
from .sight import zone_hexes, zone_units
from .stacking import room_for_column, room_to_stop
from .trails import OFF_TRAIL, OnTrails, Trails

__all__ = ["Exposure", "Way", "path_steps", "reachable", "ways"]


@dataclass(frozen=True, slots=True)
class Exposure:
    """A step of a way that provokes Opportunity Fire (R12.1)."""

    step: int
    """The number of the step, counted from 0."""
    hex: Hex
    """The hex that the unit is in, and leaves if the step enters another."""
    firers: tuple[str, ...]
    """All enemies that may fire, if they pass their checks (R12.2)."""


@dataclass(frozen=True, slots=True)
class Way:
    """The cheapest way of a unit to a hex."""

    hex: Hex
    points: int
    """The cost of the way, counted by the allowance of the side that the unit shows at its end."""
    left: int
    """The points that are left then."""
    column: bool
    """True if the unit ends in Column."""
    mounted: bool
    cohesion_hits: int
    """The Cohesion Hits that leaving Column costs on the way (R7.8)."""
    steps: tuple[MoveStep, ...]
    shots: tuple[Exposure, ...]
    mines: tuple[Hex, ...]
    """The hexes whose mines the unit rolls for (NQoS 4.3), in order."""
    checks: tuple[Hex, ...]
    """The hexes under a Heavy Barrage that it has to pass a check to leave (R7.14)."""


def reachable(position: Position, book: RuleBook, unit: str) -> Mapping[Hex, Way]:
    """Return the cheapest legal way of a unit to each hex where a Movement Action can end, if nothing stops it.

    Whether the unit may begin such an action is decided by :func:`~adjudicator.rules.series.command.may_begin`.
    """
    best: dict[Hex, Way] = {}
    for way in ways(position, book, unit):
        best.setdefault(way.hex, way)
    return best


def ways(position: Position, book: RuleBook, unit: str, end: Hex | None = None) -> Iterator[Way]:
    """Yield the cheapest way to each hex in each form, in Column or mounted or not, the cheapest first of all.

    If *end* is given, only those to that hex.
    """
    state = position.units[unit]
    if state.status is not Status.ON_MAP or not isinstance(state.place, Hex) or state.suppressed:
        return
    if position.game.units[unit].dummy or not scale(position, unit, state.mounted):
        return
    search = _Search(position, book, unit, state.place)
    seen: set[tuple[Hex, bool, bool]] = set()
    for label in search.labels():
        if end is not None and label.node[0] != end:
            continue
        form = search.form(label.node)
        if form[0] == state.place or form in seen or not search.can_stop(label.node):
            continue
        seen.add(form)
        yield search.way(label)


def path_steps(way: Way) -> tuple[MoveStep, ...]:
    """Return the steps of a way."""
    return way.steps


_Node = tuple[Hex, OnTrails, int, int]
"""The traits that distinguish ways to a hex: the hex, the trails of the unit, the number of its form, Cohesion Hits."""

_Edge = tuple[Hex, MoveStep, frozenset[str], int, int]
"""A hex that can be entered next: the step, the trails there, the points across country, by trail (0: of no use)."""


@dataclass(slots=True)
class _Label:
    """The cheapest way to a node."""

    node: _Node
    left: int
    parent: _Label | None
    step: MoveStep | None
    steps: tuple[MoveStep, ...] | None = None
    shots: tuple[Exposure, ...] = ()
    mines: tuple[Hex, ...] = ()
    checks: tuple[Hex, ...] = ()


_Entry = tuple[tuple[int, int, int], int, _Node, int, "_Label | None", MoveStep | None]
"""An entry of the heap: points, Cohesion Hits and steps; its number; the node, the points left, the way there."""


class _Roads(dict[Hex, tuple[tuple[Hex, MoveStep, frozenset[str]], ...]]):
    """The hexes next to each, with the step there and the trails: looked up when a way first comes to a hex."""

    def __init__(self, book: RuleBook) -> None:
        super().__init__()
        self._grid, self._layout, self._trails = book.grid, book.layout, book.memory(Trails)

    def __missing__(self, place: Hex) -> tuple[tuple[Hex, MoveStep, frozenset[str]], ...]:
        """Look up the neighbours of a hex."""
        found = self[place] = tuple(
            (near, MoveStep(StepKind.ENTER, near), self._trails.crossing(place, near))
            for near in self._layout.neighbours(place)
            if near in self._grid.hexes
        )
        return found


def _is_known(done: set[_Node], node: _Node) -> bool:
    """Return whether an equally cheap way is known to a node, or to one with at least the same possibilities."""
    if node in done:
        return True
    place, on, form, hits = node
    if on is not OFF_TRAIL and (place, OFF_TRAIL, form, hits) in done:
        return True
    return hits > 0 and ((place, on, form, 0) in done or (place, OFF_TRAIL, form, 0) in done)


class _Search:
    """A search from the place of a unit."""

    def __init__(self, position: Position, book: RuleBook, unit: str, start: Hex) -> None:
        self.position, self.book, self.unit, self._start = position, book, unit, start
        self.side = position.side(unit)
        self.state = position.units[unit]
        self._roads = book.memory(_Roads)
        self._terrain = ground(position, book, self.side)
        self._trails = book.memory(Trails)
        self._barred = forbidden_hexes(position, book, self.side) | {
            place
            for place, units in position.occupants.items()
            if isinstance(place, Hex) and position.side(units[0]) != self.side
        }
        full = {
            place
            for place in position.occupants
            if isinstance(place, Hex) and not room_for_column(position, book, unit, place)
        }
        self._barred_in_column = self._barred | full
        self._forms = forms_of(position, book, unit)
        self._edges_known: dict[tuple[Hex, int], list[_Edge]] = {}
        self._zones = _Zones(position, book, unit)
        self._avoids_zones = not may_enter_zones(position, book, unit, begun=False)
        self._has_barrages = bool(position.barrages)

    # the search

    def labels(self) -> Iterator[_Label]:
        """Yield the cheapest way to each node, the cheapest first; ways that another one makes useless are left out."""
        number = next(
            number
            for number, form in enumerate(self._forms)
            if (form.mounted, form.column) == (self.state.mounted, self.state.column)
        )
        start: _Node = (self._start, OFF_TRAIL, number, 0)
        heap: list[_Entry] = [((0, 0, 0), 0, start, self._forms[number].whole, None, None)]
        best: dict[_Node, tuple[int, int, int]] = {start: (0, 0, 0)}
        done: set[_Node] = set()
        pushed = 0
        while heap:
            cost, _, node, left, parent, step = heappop(heap)
            if _is_known(done, node):
                continue
            done.add(node)
            label = _Label(node, left, parent, step)
            yield label
            for following, kept, next_step in self._next(node, left):
                form = self._forms[following[2]]
                spent = ((form.whole - kept) * form.point, following[3], cost[2] + 1)
                if following in best and best[following] <= spent:
                    continue
                best[following] = spent
                pushed += 1
                heappush(heap, (spent, pushed, following, kept, label, next_step))

    def _next(self, node: _Node, left: int) -> Iterator[tuple[_Node, int, MoveStep]]:
        yield from self._entered(node, left)
        yield from self._changed(node, left)

    def _entered(self, node: _Node, left: int) -> Iterator[tuple[_Node, int, MoveStep]]:
        """Yield the hexes that can be entered next, across country and by trail (R7.3 to R7.6; NQoS 4.1 to 4.3)."""
        start, on, form, hits = node
        fresh = start == self._start and left == self._forms[form].whole
        for end, step, crossing, cross, trail in self._edges(start, form):
            if fresh and (trail or cross) > left and self.book.switch("minimum-move") == "one-hex":
                cross = left
            if (trail or cross) > left or (self._avoids_zones and self._zones.is_covered(start, end)):
                continue
            if cross <= left:
                yield (end, OFF_TRAIL, form, hits), left - cross, step
            if trail:
                onto = crossing if on is OFF_TRAIL else self._trails.follow(on, start, end)
                if onto:
                    yield (end, onto, form, hits), left - trail, step

    def _edges(self, start: Hex, number: int) -> list[_Edge]:
        """Return the hexes next to one that the unit can enter in a form, with their costs."""
        key = (start, number)
        if key not in self._edges_known:
            self._edges_known[key] = list(self._all_edges(start, self._forms[number]))
        return self._edges_known[key]

    def _all_edges(self, start: Hex, form: Form) -> Iterator[_Edge]:
        """Yield the edges: to no enemy (R7.11), not barred (R7.12), room in Column (R7.9), with barrages' costs."""
        if not form.mobile:
            return
        self.book.note(cost_switches(self.position, start, self.side))
        position, book, kind, column = self.position, self.book, form.movement_class, form.column
        barred = self._barred_in_column if column else self._barred
        table, leaving = hex_costs(position, book), self._terrain[start][1]
        extra = barrage_points(position, book, start) if self._has_barrages else 0
        for end, step, crossing in self._roads[start]:
            if end in barred:
                continue
            terrain = self._terrain[end][0]
            cross = extra + table.cost(terrain, kind, column=column, leaving_mines=leaving)
            by_trail = 0
            if crossing and table.is_trail_of_use(terrain, kind, column=column):
                by_trail = extra + table.cost(TRAIL, kind, column=column, leaving_mines=leaving)
            yield end, step, crossing, cross, by_trail

    def _changed(self, node: _Node, left: int) -> Iterator[tuple[_Node, int, MoveStep]]:
        """Yield the unit's possible changes where it is: form or leave Column, mount, dismount (R7.8, R7.9, R2.10)."""
        place, on, number, hits = node
        form = self._forms[number]
        for step, to, points, new_hits, needs_room in form.changes:
            kept = left - points
            if step is LEAVE_COLUMN and not new_hits:
                kept -= leaving_column_points(self.position, self.book, self.unit, place, mounted=form.mounted)
            if kept < 0 or (hits and new_hits):
                continue
            if needs_room and not room_for_column(self.position, self.book, self.unit, place):
                continue
            if self._forms[to].mounted != form.mounted:
                kept = points_after_change(self.book, kept, form.whole, self._forms[to].whole)
            yield (place, on, to, hits + new_hits), kept, step

    # the result

    def can_stop(self, node: _Node) -> bool:
        """Return whether the unit may end its activation at a node (R8.1)."""
        return room_to_stop(self.position, self.book, self.unit, node[0], column=self._forms[node[2]].column)

    def form(self, node: _Node) -> tuple[Hex, bool, bool]:
        """Return a node's hex, and whether the unit is in Column and mounted in it."""
        form = self._forms[node[2]]
        return node[0], form.column, form.mounted

    def way(self, label: _Label) -> Way:
        """Return the way that a label represents."""
        self._trace(label)
        place, _, number, hits = label.node
        form = self._forms[number]
        return Way(
            hex=place,
            points=form.whole - label.left,
            left=label.left,
            column=form.column,
            mounted=form.mounted,
            cohesion_hits=hits,
            steps=label.steps or (),
            shots=label.shots,
            mines=label.mines,
            checks=label.checks,
        )

    def _trace(self, label: _Label) -> None:
        """Fill in the steps of a label and of those that it comes from, with the events at them."""
        chain = []
        known: _Label | None = label
        while known is not None and known.steps is None:
            chain.append(known)
            known = known.parent
        for each in reversed(chain):
            parent, step = each.parent, each.step
            if parent is None or step is None:
                each.steps = ()
                continue
            before = parent.steps or ()
            each.steps = (*before, step)
            each.shots, each.mines, each.checks = parent.shots, parent.mines, parent.checks
            self._note_dangers(each, parent, step, len(before))

    def _note_dangers(self, label: _Label, parent: _Label, step: MoveStep, number: int) -> None:
        place = parent.node[0]
        firers = self._zones.firers(place)
        if firers and self._provokes(step.kind):
            label.shots = (*label.shots, Exposure(number, place, firers))
        if step.to is None:
            return
        if self._terrain[step.to][1] and self._forms[parent.node[2]].movement_class in MINED:
            label.mines = (*label.mines, step.to)
        if self._has_barrages and needs_exit_check(self.position, self.book, place):
            label.checks = (*label.checks, place)

    def _provokes(self, kind: StepKind) -> bool:
        action = _PROVOKING[kind]
        if action == "column":
            return self.book.switch("column-change-provokes") == "yes"
        return self.book.flag("provoking-actions", action, "provokes")


_PROVOKING = {
    StepKind.ENTER: "leaving",
    StepKind.FORM_COLUMN: "column",
    StepKind.LEAVE_COLUMN: "column",
    StepKind.MOUNT: "mounting",
    StepKind.DISMOUNT: "mounting",
}
"""The rows of the chart of provoking actions by the kinds of steps."""


class _Zones:
    """The enemy Fire Zones as a unit meets them on its way.

    They are those without the unit on the map, except that it cuts the range of enemies that it is next to (R8.7).
    """

    def __init__(self, position: Position, book: RuleBook, unit: str) -> None:
        self._position, self._book, self._unit = position, book, unit
        self._side = position.side(unit)
        self._away = position.with_unit(unit, status=Status.WAITING, place=None)
        self._covered = zone_hexes(self._away, book, self._side)
        self._enemies = frozenset(
            place
            for place, units in self._away.occupants.items()
            if isinstance(place, Hex) and position.side(units[0]) != self._side
        )
        self._covered_from: dict[Hex, frozenset[Hex]] = {}

    def firers(self, place: Hex) -> tuple[str, ...]:
        """Return the enemies that may fire at the unit in a hex: an adjacent enemy still reaches it."""
        return zone_units(self._away, self._book, place, self._side) if place in self._covered else ()

    def is_covered(self, start: Hex, end: Hex) -> bool:
        """Return whether a hex is in an enemy Fire Zone while the unit is in another."""
        if end not in self._covered:
            return False
        if self._enemies.isdisjoint(self._book.grid.neighbours(start)):
            return True
        if start not in self._covered_from:
            there = self._position.with_unit(self._unit, place=start)
            self._covered_from[start] = zone_hexes(there, self._book, self._side)
        return end in self._covered_from[start]
