"""From one position to another at the table: the counters that are moved, the states that are set, and so on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...drawing.mats import NEXT_TURN, PLAYED
from ...game.counter_states import state_values
from ...game.hexes import Hex
from ...game.position import Position, Status, UnitState
from .deeds import (
    AdvanceTurn,
    Deed,
    Drag,
    DrawChit,
    Eliminate,
    FlipMarker,
    MoveOnTrack,
    PlaceMarker,
    PressOff,
    PutBesideMap,
    RemoveMarker,
    ReturnChit,
    SendChit,
    SetPoints,
    SetState,
    TurnOver,
)

__all__ = ["action_marks", "consequences", "drag"]

_ACTIVATED = "activated"
_MOST_ACTIONS = 2
_HIGHEST_FACE = 2
"""Barrage and minefield markers have two faces."""


def consequences(before: Position, after: Position) -> tuple[Deed, ...]:
    """Return what has to be done at the table where *before* lies, so that it shows *after*.

    What no counter shows (actions done, the active unit, air strikes, flags) is left out.
    """
    return (
        *_points(before, after),
        *_turned_over(before, after),
        *_moves(before, after),
        *_states(before, after),
        *_losses(before, after),
        *_map_markers(before, after),
        *_tracks(before, after),
        *_chits(before, after),
    )


def action_marks(before: Position, after: Position) -> tuple[Deed, ...]:
    """Return how the marks of actions done are set, by players who use them: after each action, off with each chit."""
    if after.activation.chit != before.activation.chit:
        marked = any(state.actions for state in before.units.values())
        return (PressOff(_ACTIVATED),) if marked else ()
    return tuple(
        SetState(unit, _ACTIVATED, min(len(new.actions), _MOST_ACTIONS))
        for unit, old, new in _changed(before, after)
        if len(new.actions) > len(old.actions) and new.status is Status.ON_MAP
    )


def drag(position: Position, unit: str, leaders: Iterable[str], to: Hex, *, provokes: bool = False) -> Drag:
    """Return the drag of a unit and of the leaders who go along, as they lie in *position*."""
    place = position.units[unit].place
    with_it = [leader for leader in leaders if position.leaders[leader].place == place]
    return Drag((unit, *with_it), to, provokes)


def _points(before: Position, after: Position) -> Iterator[Deed]:
    for division, points in after.points.items():
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


def _turned_over(before: Position, after: Position) -> Iterator[Deed]:
    for unit, old, new in _changed(before, after):
        if old.hidden and not new.hidden:
            yield TurnOver(unit)


def _moves(before: Position, after: Position) -> Iterator[Deed]:
    """Yield the drags: of units, with the leaders who make the same way, then of other leaders."""
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
        elif old.status is Status.ON_MAP and new.status is Status.WAITING:
            yield PutBesideMap(unit)
    yield from (Drag((leader,), after.leaders[leader].place) for leader in after.leaders if leader in gone)


def _states(before: Position, after: Position) -> Iterator[Deed]:
    for unit, _old, new in _changed(before, after):
        if new.status is not Status.ELIMINATED:
            old_values = state_values(before, unit)
            for state, value in state_values(after, unit).items():
                if value != old_values[state]:
                    yield SetState(unit, state, value)


def _losses(before: Position, after: Position) -> Iterator[Deed]:
    for unit, old, new in _changed(before, after):
        if new.status is Status.ELIMINATED and old.status is not Status.ELIMINATED:
            yield Eliminate(unit)
    for leader, state in after.leaders.items():
        if state.status is Status.ELIMINATED and before.leaders[leader].status is not Status.ELIMINATED:
            yield Eliminate(leader)


def _map_markers(before: Position, after: Position) -> Iterator[Deed]:
    yield from _marker_changes("barrage", before.barrages, after.barrages)
    yield from _marker_changes("minefield", _mine_faces(before), _mine_faces(after))


def _mine_faces(position: Position) -> Mapping[Hex, int]:
    """Return the face of each minefield marker: the first shows a light one, the second that there is none."""
    return {place: 1 if level else _HIGHEST_FACE for place, level in position.mines.items()}


def _marker_changes(marker: str, before: Mapping[Hex, int], after: Mapping[Hex, int]) -> Iterator[Deed]:
    for place, face in sorted(after.items()):
        if place not in before:
            yield PlaceMarker(marker, place)
        if face != before.get(place, 1):
            yield FlipMarker(marker, place)
    yield from (RemoveMarker(marker, place) for place in sorted(before.keys() - after.keys()))


def _tracks(before: Position, after: Position) -> Iterator[Deed]:
    game = after.game
    if after.time != before.time:
        yield AdvanceTurn(after.time)
        yield MoveOnTrack("turn", after.time.turn)
        if after.time.date != before.time.date:
            yield MoveOnTrack("date", game.calendar.date_names[after.time.date])
    if after.morale is not None and after.morale != before.morale:
        yield MoveOnTrack("morale", str(after.morale))
    if after.supply and after.supply != before.supply:
        yield MoveOnTrack("supply", str(game.charts["supply-levels"].row(after.supply).cells["name"]))


def _chits(before: Position, after: Position) -> Iterator[Deed]:
    """Yield how the chits change places: out of play, into play, then into the mug and to the next turn."""
    old, new = before.activation.chit, after.activation.chit
    if old and old != new:
        yield SendChit(old, PLAYED)
    if new and old != new:
        yield DrawChit(new)
    yield from (ReturnChit(chit) for chit in after.mug if chit not in before.mug)
    yield from (SendChit(chit, NEXT_TURN) for chit in after.next_turn if chit not in before.next_turn)
