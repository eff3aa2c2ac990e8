"""Leaves out the drags that their player at once calls a mistake and puts right: "sorry, wrong hex"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from ..events import LeaderMoved, ObservedStep, Said, TableEvent, UnitMoved

__all__ = ["without_misdrags"]

EventOfStep = tuple[TableEvent, ObservedStep]
_Drag = UnitMoved | LeaderMoved


def without_misdrags(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with a drag and the one that puts it right as one drag.

    What may lie between the two is talk alone: whoever has rolled or marked since has gone on from where he was.
    Whoever has dragged back before saying so has not moved.
    """
    known = list(events)
    for at, (event, step) in enumerate(known):
        if isinstance(event, Said) and event.takes_drag_back:
            wrong = dict(_nearest_drag(known, range(at - 1, -1, -1), step))
            right = dict(_nearest_drag(known, range(at + 1, len(known)), step))
            if wrong and set(right) == set(wrong):
                known = list(_joined(known, wrong, right))
                return without_misdrags(known)
            first = dict(_nearest_drag(known, range(min(wrong.values(), default=0) - 1, -1, -1), step))
            if wrong and set(first) == set(wrong) and _went_back(known, first, wrong):
                return without_misdrags(_put_right_before(known, at, {*first.values(), *wrong.values()}))
    return known


def _nearest_drag(known: list[EventOfStep], numbers: Iterable[int], said: ObservedStep) -> Iterator[tuple[str, int]]:
    """Yield the counters of the first drag among events with these numbers, which go away from the words *said*."""
    drag: ObservedStep | None = None
    for number in numbers:
        event, step = known[number]
        if step.log != said.log or not isinstance(event, Said | _Drag) or (isinstance(event, Said) and drag):
            return
        if isinstance(event, _Drag):
            if drag is not None and step is not drag:
                return
            drag = step
            yield _counter(event), number


def _went_back(known: list[EventOfStep], away: dict[str, int], back: dict[str, int]) -> bool:
    """Return whether all counters were dragged back to where they had been dragged from."""
    drags = ((known[number][0], known[back[counter]][0]) for counter, number in away.items())
    return all(
        isinstance(one, _Drag) and isinstance(other, _Drag) and (one.origin, one.target) == (other.target, other.origin)
        for one, other in drags
    )


def _put_right_before(known: list[EventOfStep], words: int, drags: Collection[int]) -> list[EventOfStep]:
    """Return the events without drags that were put right before the *words* that call them a mistake."""
    event, step = known[words]
    said = replace(event, takes_drag_back=False) if isinstance(event, Said) else event
    known = [*known[:words], (said, step), *known[words + 1 :]]
    return [each for number, each in enumerate(known) if number not in drags]


def _joined(known: list[EventOfStep], wrong: dict[str, int], right: dict[str, int]) -> Iterator[EventOfStep]:
    """Yield the events with each drag begun where the one before the words was; none if it went back there."""
    begun = {right[counter]: known[number][0] for counter, number in wrong.items()}
    for number, (event, step) in enumerate(known):
        first = begun.get(number)
        if number in wrong.values():
            continue
        if isinstance(event, Said) and event.takes_drag_back and max(wrong.values()) < number < min(right.values()):
            yield replace(event, takes_drag_back=False), step
        elif isinstance(event, UnitMoved) and isinstance(first, UnitMoved):
            if event.target != first.origin:
                yield replace(event, origin=first.origin, came=first.came), step
        elif isinstance(event, LeaderMoved) and isinstance(first, LeaderMoved):
            if event.target != first.origin:
                yield replace(event, origin=first.origin), step
        else:
            yield event, step


def _counter(event: _Drag) -> str:
    return event.unit if isinstance(event, UnitMoved) else event.leader
