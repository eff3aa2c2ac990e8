"""Puts the checks of an answer that are told only after a chit was drawn, or the turn was ended, before that.

Some roll for what the mail before has left to them, go on with the turn and their own chit, and tell it all at the end.
What they say there of a check of a unit that was fired at in the mail before belongs to the beginning of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...drawing.mats import IN_PLAY
from ...game.action_words import Declaration
from ..events import ChitMoved, Declared, DieRolled, TimeSet
from .closing_words import told_at
from .word_blocks import EventOfStep, Record, is_word, word_blocks

__all__ = ["with_late_answers_first"]

_ANSWERS: Final = frozenset({Declaration.SUPPRESSION_CHECK, Declaration.CONVERSION_CHECK, Declaration.AUTOMATIC_PASS})
"""What is told of a unit that was fired at."""


def with_late_answers_first(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with late answers where they were made."""
    record = Record.of(events)
    known = list(record.events)
    places: dict[int, float] = {}
    for block in word_blocks(record):
        before = _begun_before(record, block)
        for at in block if before else ():
            place = _place_of(record, at, before)
            if place is not None:
                places[at] = place - 0.5
                known[at] = told_at(record, at, place, place if isinstance(known[place][0], DieRolled) else None)
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _begun_before(record: Record, block: Sequence[int]) -> range:
    """Return what the player of a block did before he drew or ended the turn; nothing if he has spoken since then."""
    author = record.authors[block[0]]
    own = [at for at in range(block[0]) if record.authors[at] == author]
    if any(is_word(record.events[at][0]) for at in own):
        return range(0)
    end = next((at for at in own if _goes_on(record.events[at])), None)
    return range(0) if end is None else range(own[0], end + 1)


def _goes_on(known: EventOfStep) -> bool:
    """Return whether an event ends the turn, or brings a chit into play."""
    event = known[0]
    return isinstance(event, TimeSet) or (isinstance(event, ChitMoved) and event.target == IN_PLAY)


def _place_of(record: Record, at: int, before: range) -> int | None:
    """Return the number of the event before which the words of a late answer belong; None if they are none."""
    event, step = record.events[at]
    if (
        not isinstance(event, Declared)
        or event.action not in _ANSWERS
        or event.unit not in _hit_before(record, step.log)
    ):
        return None
    if event.action is Declaration.AUTOMATIC_PASS:
        return before[0]
    dice = (die for die in before if getattr(record.events[die][0], "face", None) == event.face is not None)
    return next(dice, None)


def _hit_before(record: Record, log: int) -> Iterator[str]:
    """Yield the units that were fired at in the mail before a log."""
    for event, step in record.events:
        if step.log == log - 1 and isinstance(event, Declared) and event.action is Declaration.TARGET:
            yield event.unit
