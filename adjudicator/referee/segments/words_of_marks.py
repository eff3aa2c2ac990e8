"""Moves the description of an action to the mark that shows its result, if it came only after other actions.

Some players do everything that a chit brings, mark the results, and describe it all at the end of the mail.
Counterbattery Fire and rallies happen where they are marked, not after the moves that were made since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import CounterState
from ..events import ChitMoved, Declared, DieRolled, StateSet, TimeSet, UnitMoved
from .word_blocks import EventOfStep, is_word

__all__ = ["with_words_at_their_marks"]

_MARKS: Final[Mapping[str, tuple[frozenset[str], bool]]] = {
    Declaration.COUNTERBATTERY_FIRE: (frozenset({CounterState.COUNTERBATTERY_FIRED}), True),
    Declaration.RALLY: (frozenset({CounterState.SUPPRESSED, CounterState.COHESION}), False),
}
"""The states that show an action, by its declaration, and whether they are put on then or taken off."""


def with_words_at_their_marks(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with words about an action before its mark."""
    known = list(events)
    places: dict[int, float] = {}
    for at, (event, _) in enumerate(known):
        mark = _mark_before(known, at, event) if isinstance(event, Declared) and event.action in _MARKS else None
        if mark is None:
            continue
        for each in (at, *_target_after(known, at)):
            told, step = known[each]
            places[each] = mark - 0.5
            known[each] = (replace(told, displaced=True) if isinstance(told, Declared) else told), step
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _mark_before(known: Sequence[EventOfStep], words: int, said: Declared) -> int | None:
    """Return the number of the mark that shows what was said of a unit; None if none does, or nothing was done since.

    Whatever was said of the unit since the mark is about that.
    """
    states, put_on = _MARKS[said.action]
    hand, acted = (known[words][1].log, known[words][1].player), False
    for at in range(words - 1, -1, -1):
        event, step = known[at]
        if isinstance(event, ChitMoved | TimeSet) or step.log != hand[0]:
            return None
        if isinstance(event, StateSet) and event.unit == said.unit and event.state in states:
            return at if acted and (event.level > 0) is put_on else None
        if isinstance(event, Declared) and event.unit == said.unit and step is not known[words][1]:
            return None
        acted = acted or isinstance(event, DieRolled | UnitMoved)
    return None


def _target_after(known: Sequence[EventOfStep], words: int) -> Sequence[int]:
    """Return the number of the target named right after some words."""
    at = words + 1
    if at >= len(known) or not is_word(known[at][0]) or known[at][1] is not known[words][1]:
        return ()
    event = known[at][0]
    return (at,) if isinstance(event, Declared) and event.action is Declaration.TARGET else ()
