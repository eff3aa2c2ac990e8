"""The acts that lead from one position to another at the table: counters moved, states set, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ..drawing.mats import ARRIVALS, GONE, arrival_name
from ..game.arrival_times import arrival_group
from ..game.counter_states import CounterState, state_values
from ..game.hexes import Hex
from ..game.position import LeaderState, Place, Position, Status, UnitState
from ..module_layout.table_places import Spot
from ..vassal.errors import BuildingError
from .table_actions import (
    Drag,
    Eliminate,
    FlipMarker,
    PlaceMarker,
    PressOff,
    PutBesideMap,
    RemoveMarker,
    SetPoints,
    SetState,
    TableAction,
    TurnOver,
)
from .turn_marks import turn_marks

__all__ = ["action_marks", "consequences", "drag"]

_MAX_ACTIONS = 2
_OFF_MAP = frozenset({Status.WAITING, Status.WITHDRAWN})
_HIGHEST_FACE = 2
"""Barrage and minefield markers have two faces."""


def consequences(before: Position, after: Position) -> tuple[TableAction, ...]:
    """Return the acts that change the table from *before* to *after*.

    Facts that no counter shows (actions done, the active unit, steps that are due, some flags) are left out. Raises
    :class:`BuildingError` if a division has points in *after* that *before* has no place for.
    """
    return (
        *_points(before, after),
        *_turned_over(before, after),
        *_moves(before, after),
        *_states(before, after),
        *_losses(before, after),
        *_map_markers(before, after),
        *turn_marks(before, after),
    )


def action_marks(before: Position, after: Position) -> tuple[TableAction, ...]:
    """Return the acts that set the marks of actions done, for players who use them; each chit takes the marks off."""
    if after.activation.chit != before.activation.chit:
        marked = any(state.actions for state in before.units.values())
        return (PressOff(CounterState.ACTIVATED),) if marked else ()
    return tuple(
        SetState(unit, CounterState.ACTIVATED, min(len(new.actions), _MAX_ACTIONS))
        for unit, old, new in _changed(before, after)
        if len(new.actions) > len(old.actions) and new.status is Status.ON_MAP
    )


def drag(position: Position, unit: str, leaders: Iterable[str], to: Hex, *, provokes: bool = False) -> Drag:
    """Return the drag of a unit and of the leaders who go along, as they are placed in *position*."""
    place = position.units[unit].place
    with_it = [leader for leader in leaders if position.leaders[leader].place == place]
    return Drag((unit, *with_it), to, provokes)


def _points(before: Position, after: Position) -> Iterator[TableAction]:
    for division, points in after.points.items():
        if division not in before.points:
            name = before.game.divisions[division].name
            raise BuildingError("the scenario has no points of this division", found=name)
        old = before.points[division]
        if points.command != old.command:
            yield SetPoints(division, "command", points.command)
        if points.dispatch != old.dispatch:
            yield SetPoints(division, "dispatch", points.dispatch)


def _changed(before: Position, after: Position) -> Iterator[tuple[str, UnitState, UnitState]]:
    for unit, new in after.units.items():
        old = before.units[unit]
        if new is not old and new != old:
            yield unit, old, new


def _turned_over(before: Position, after: Position) -> Iterator[TableAction]:
    for unit, old, new in _changed(before, after):
        if old.hidden and not new.hidden:
            yield TurnOver(unit)


def _moves(before: Position, after: Position) -> Iterator[TableAction]:
    """Yield the drags: of units, with the leaders who go the same way, then of other leaders."""
    gone = {
        leader
        for leader, state in after.leaders.items()
        if state != before.leaders[leader] and state.status is Status.ON_MAP
    }
    for unit, old, new in _changed(before, after):
        if new.status is Status.ON_MAP and (new.place, new.status) != (old.place, old.status):
            companions = [
                leader
                for leader in after.leaders
                if leader in gone
                and before.leaders[leader].place == old.place
                and after.leaders[leader].place == new.place
            ]
            gone -= set(companions)
            yield Drag((unit, *companions), new.place)
    yield from (Drag((leader,), after.leaders[leader].place) for leader in after.leaders if leader in gone)
    yield from _departures(before, after)


def _departures(before: Position, after: Position) -> Iterator[TableAction]:
    """Yield the drags of units and leaders who leave the map, those of a stack together: into the calendar mostly."""
    stacks: dict[tuple[Place, Spot], list[str]] = {}
    counters: list[tuple[str, UnitState | LeaderState, UnitState | LeaderState]]
    counters = [(unit, before.units[unit], state) for unit, state in after.units.items()]
    counters += [(leader, before.leaders[leader], state) for leader, state in after.leaders.items()]
    for counter, old, new in counters:
        left = new.status is not old.status and old.status is not Status.ELIMINATED
        if new.status in _OFF_MAP and (left or before.returning.get(counter) != after.returning.get(counter)):
            spot = _spot_of_departure(after, counter)
            if spot is None:
                yield PutBesideMap(counter)
            else:
                stacks.setdefault((old.place, spot), []).append(counter)
    yield from (Drag(tuple(stack), spot) for (_place, spot), stack in stacks.items())


def _spot_of_departure(after: Position, counter: str) -> Spot | None:
    """Return the place of a counter that has left the map: None for its division's card, where it waits to be used."""
    if counter in after.returning:
        return Spot(ARRIVALS, arrival_name(after.game, after.returning[counter]))
    state: UnitState | LeaderState = after.units[counter] if counter in after.units else after.leaders[counter]
    gone = state.status is Status.WITHDRAWN or arrival_group(after, counter) is not None
    return Spot(ARRIVALS, GONE) if gone else None


def _states(before: Position, after: Position) -> Iterator[TableAction]:
    for unit, _old, new in _changed(before, after):
        if new.status is not Status.ELIMINATED:
            old_values = state_values(before, unit)
            for state, value in state_values(after, unit).items():
                if value != old_values[state]:
                    yield SetState(unit, state, value)


def _losses(before: Position, after: Position) -> Iterator[TableAction]:
    for unit, old, new in _changed(before, after):
        if new.status is Status.ELIMINATED and old.status is not Status.ELIMINATED:
            yield Eliminate(unit)
    for leader, state in after.leaders.items():
        if state.status is Status.ELIMINATED and before.leaders[leader].status is not Status.ELIMINATED:
            yield Eliminate(leader)


def _map_markers(before: Position, after: Position) -> Iterator[TableAction]:
    yield from _marker_changes("barrage", before.barrages, after.barrages)
    yield from _marker_changes("minefield", _mine_faces(before), _mine_faces(after))


def _mine_faces(position: Position) -> Mapping[Hex, int]:
    """Return the face of each minefield marker: the first shows a light minefield, the second that there is none."""
    return {place: 1 if level else _HIGHEST_FACE for place, level in position.mines.items()}


def _marker_changes(marker: str, before: Mapping[Hex, int], after: Mapping[Hex, int]) -> Iterator[TableAction]:
    for place, face in sorted(after.items()):
        if place not in before:
            yield PlaceMarker(marker, place)
        if face != before.get(place, 1):
            yield FlipMarker(marker, place)
    yield from (RemoveMarker(marker, place) for place in sorted(before.keys() - after.keys()))
