"""Puts the drags of reinforcements where they were announced, if more was announced before the counters were dragged.

Some players write one line about all that they do and drag their counters after it. Who arrives does so before the
chit is played (R15), and all else of the line comes after that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...game.position import Status
from ..events import ChitMoved, Declared, ObservedStep, TableEvent, TimeSet, UnitMoved

__all__ = ["with_arrivals_at_their_words"]

_EventOfStep = tuple[TableEvent, ObservedStep]
_ARRIVE: Final = "arrive"


def with_arrivals_at_their_words(events: Iterable[_EventOfStep]) -> list[_EventOfStep]:
    """Return the events of some logs, each with its step, with units that arrive dragged where they were announced."""
    known = list(events)
    places = {
        drag: words + 0.5 for words, (event, _) in enumerate(known)
        if isinstance(event, Declared) and event.action == _ARRIVE
        for drag in [_late_drag(known, words, event.unit)] if drag is not None
    }  # fmt: skip
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _late_drag(known: Sequence[_EventOfStep], words: int, unit: str) -> int | None:
    """Return the number of the drag that brings a unit onto the map after others were spoken of; None for none."""
    others, hand = False, (known[words][1].log, known[words][1].player)
    for at, (event, step) in enumerate(known[words + 1 :], words + 1):
        if (step.log, step.player) != hand or isinstance(event, ChitMoved | TimeSet):
            return None
        if isinstance(event, UnitMoved) and event.unit == unit:
            return at if others and event.came is not Status.ON_MAP and event.went is Status.ON_MAP else None
        others = others or (isinstance(event, Declared) and event.action != _ARRIVE)
    return None
