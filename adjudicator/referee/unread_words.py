"""What is not understood is a question: beside words that could not be read no change on the table is an offence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ..rules.ruling import Finding, Verdict
from .entries import Entry
from .events import ObservedStep, Said

__all__ = ["excuse_by_unread_words"]

_NEAR: Final = 3
"""How many steps from an action words may lie that may be about it."""
_SHOWN_BY_TABLE: Final = frozenset({"result-not-applied", "change-not-explained", "leader-moved-alone"})
"""Findings that the table shows something that no action explains."""
_UNREAD: Final = "it may be what the words in step {step} were about, which could not be read: {words}"


def excuse_by_unread_words(entries: Iterable[Entry], steps: Iterable[ObservedStep]) -> None:
    """Make undecided what the table shows beside words that could not be read."""
    unread = [
        (step, event) for step in steps for event in step.events if isinstance(event, Said) and event.speaks_of_action
    ]
    for entry in entries:
        if all(_excused(each) is each for each in entry.findings):
            continue
        words = next((each for each in unread if _is_near(entry, each[0])), None)
        if words is not None:
            _excuse(entry, _UNREAD.format(step=words[0].number, words=words[1].text))


def _is_near(entry: Entry, step: ObservedStep) -> bool:
    numbers = [number for log, number in entry.steps if log == step.log]
    return bool(numbers) and min(numbers) - _NEAR <= step.number <= max(numbers) + _NEAR


def _excuse(entry: Entry, note: str) -> None:
    entry.findings = [_excused(each) for each in entry.findings]
    entry.notes.append(note)


def _excused(finding: Finding) -> Finding:
    shown = finding.name in _SHOWN_BY_TABLE and finding.verdict is Verdict.ILLEGAL
    return replace(finding, verdict=Verdict.UNDECIDED) if shown else finding
