"""Questions instead of offences: words that could not be read may explain the changes on the table beside them.

Points that were not taken off a track are an offence all the same, unless the words speak of points: whatever else was
done would have cost more of them, not fewer.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from ..rules.ruling import Finding
from .entry_drafts import EntryDraft
from .events import ObservedStep, Said
from .unknown_past import POINTS, brings_points

__all__ = ["excuse_by_unread_words"]

_NEAR: Final = 3
"""The most steps between an action and words that may be about it."""
_SHOWN_BY_TABLE: Final = frozenset({"result-not-applied", "change-not-explained", "leader-moved-alone"})
"""Findings of something on the table that no action explains."""
_UNREAD: Final = "the words in step {step}, which could not be read, may explain it: {words}"


def excuse_by_unread_words(entries: Iterable[EntryDraft], steps: Iterable[ObservedStep]) -> None:
    """Make undecided what the table shows beside words that could not be read."""
    unread = [
        (step, event) for step in steps for event in step.events if isinstance(event, Said) and event.speaks_of_action
    ]
    for entry in entries:
        for step, words in unread:
            if _is_near(entry, step) and entry.leave_open(partial(_is_explained, entry, words)):
                entry.notes.append(_UNREAD.format(step=step.number, words=words.text))
                break


def _is_near(entry: EntryDraft, step: ObservedStep) -> bool:
    numbers = [number for log, number in entry.steps if log == step.log]
    return bool(numbers) and min(numbers) - _NEAR <= step.number <= max(numbers) + _NEAR


def _is_explained(entry: EntryDraft, words: Said, finding: Finding) -> bool:
    if finding.name not in _SHOWN_BY_TABLE:
        return False
    return words.speaks_of_points or not (finding.rule.startswith(POINTS) and brings_points(entry))
