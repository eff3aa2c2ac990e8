"""Questions instead of offences: words that could not be read may explain the changes on the table beside them.

Points that were not taken off a track are an offence all the same, unless the words speak of points: whatever else was
done would have cost more of them, not fewer.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from ..rules.ruling import Finding
from .entries import Entry
from .events import ObservedStep, Said
from .unknown_past import POINTS, brings_points

__all__ = ["excused_by_unread_words"]

_NEAR: Final = 3
"""The most steps between an action and words that may be about it."""
_SHOWN_BY_TABLE: Final = frozenset({"result-not-applied", "change-not-explained", "leader-moved-alone"})
"""Findings of something on the table that no action explains."""
_UNREAD: Final = "the words in step {step}, which could not be read, may explain it: {words}"


def excused_by_unread_words(entries: Iterable[Entry], steps: Iterable[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries with undecided what the table shows beside words that could not be read."""
    unread = [
        (step, event) for step in steps for event in step.events if isinstance(event, Said) and event.speaks_of_action
    ]
    return tuple(_excused(entry, unread) for entry in entries)


def _excused(entry: Entry, unread: Iterable[tuple[ObservedStep, Said]]) -> Entry:
    for step, words in unread:
        if _is_near(entry, step):
            found = entry.with_left_open(partial(_is_explained, entry, words))
            if found is not entry:
                return found.with_notes(_UNREAD.format(step=step.number, words=words.text))
    return entry


def _is_near(entry: Entry, step: ObservedStep) -> bool:
    numbers = [number for log, number in entry.steps if log == step.log]
    return bool(numbers) and min(numbers) - _NEAR <= step.number <= max(numbers) + _NEAR


def _is_explained(entry: Entry, words: Said, finding: Finding) -> bool:
    if finding.name not in _SHOWN_BY_TABLE:
        return False
    return words.speaks_of_points or not (finding.rule.startswith(POINTS) and brings_points(entry))
