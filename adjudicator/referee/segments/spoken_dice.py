"""The dice that their players mention in words of their own, whether or not those words can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..accounts.roll_purposes import rolls_of
from ..events import Declared, DieRolled, RollNamed, Said, StepNumber, TableEvent
from .segment import Segment
from .word_blocks import Record, dice_among_marks, word_blocks

__all__ = ["dice_spoken_of"]

_FIGURE: Final = re.compile(r"(?<![\w./+-])\d(?![\w/]|[.:]\d)")
"""A figure by itself: no part of a hex, a name, a time or a sum."""


def dice_spoken_of(found: Sequence[Segment]) -> frozenset[StepNumber]:
    """Return the steps of the dice right beside which their player speaks of rolls, or of a die with that face.

    Nothing but the marks of results may lie between a die and the words after it.
    """
    steps = {(step.log, step.number): step for segment in found for step in segment.steps}
    record = Record.of((event, step) for _, step in sorted(steps.items()) for event in step.events)
    return frozenset(
        (step.log, step.number)
        for block in word_blocks(record) for at in _dice_beside(record, block)
        for die, step in [record.events[at]]
        if isinstance(die, DieRolled) and any(_speaks_of(record.events[words][0], die.face) for words in block)
    )  # fmt: skip


def _dice_beside(record: Record, block: Sequence[int]) -> Iterator[int]:
    """Yield the numbers of the dice before a block of words, and of those right after it."""
    first = dice_among_marks(record, block)
    yield from (at for at in range(first, block[0]) if isinstance(record.events[at][0], DieRolled))
    at = block[-1] + 1
    while at < len(record.events) and record.authors[at] == record.authors[block[0]]:
        if not isinstance(record.events[at][0], DieRolled):
            break
        yield at
        at += 1


def _speaks_of(words: TableEvent, face: int) -> bool:
    """Return whether words are about a roll, or about something that is the face of a die."""
    if isinstance(words, Declared):
        return words.own_words and (words.face is not None or bool(rolls_of(words.action)))
    if isinstance(words, Said):
        told = words.speaks_of_action or bool(words.results)
        return told or any(int(figure) == face for figure in _FIGURE.findall(words.text))
    return isinstance(words, RollNamed)
