"""Puts the drags of reinforcements where they were announced, if more was announced before the counters were dragged.

Some players write one line about all that they do and drag their counters after it. Who arrives does so before the
chit is played (R15), and all else of the line comes after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES
from ...game.position import Status
from ..events import ChitMoved, Declared, ObservedStep, StateSet, TableEvent, TimeSet, UnitMoved

__all__ = ["with_arrivals_at_their_words"]

_EventOfStep = tuple[TableEvent, ObservedStep]


def with_arrivals_at_their_words(events: Iterable[_EventOfStep]) -> list[_EventOfStep]:
    """Return the events of some logs, each with its step, with units that arrive dragged where they were announced."""
    known = list(events)
    places = {
        at: words + 0.5
        for words, (event, _) in enumerate(known)
        if isinstance(event, Declared) and event.action is Declaration.ARRIVE
        for at in _late_arrival(known, words, event.unit)
    }
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _late_arrival(known: Sequence[_EventOfStep], words: int, unit: str) -> Iterator[int]:
    """Yield the numbers of what brings a unit onto the map late: its drag, and how it is said to move beside that."""
    drag = _late_drag(known, words, unit)
    if drag is None:
        return

    def belongs(at: int) -> bool:
        event, step = known[at]
        how_it_moves = isinstance(event, StateSet) and event.unit == unit and event.state in HOW_IT_MOVES
        return how_it_moves or step is known[drag][1]

    yield from takewhile(belongs, range(drag, len(known)))
    yield from takewhile(belongs, range(drag - 1, words, -1))


def _late_drag(known: Sequence[_EventOfStep], words: int, unit: str) -> int | None:
    """Return the number of the drag that brings a unit onto the map after others were spoken of; None for none."""
    others, hand = False, (known[words][1].log, known[words][1].player)
    for at, (event, step) in enumerate(known[words + 1 :], words + 1):
        if (step.log, step.player) != hand or isinstance(event, ChitMoved | TimeSet):
            return None
        if isinstance(event, UnitMoved) and event.unit == unit:
            return at if others and event.came is not Status.ON_MAP and event.went is Status.ON_MAP else None
        others = others or (isinstance(event, Declared) and event.action is not Declaration.ARRIVE)
    return None
