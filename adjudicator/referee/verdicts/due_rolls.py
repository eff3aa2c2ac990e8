"""Dice rolled twice in a row that the rules call for, one after the other: nothing that is worth a note."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from ...audit.audit import Audit
from ...audit.findings import Finding
from ...audit.roll_findings import repeated_rolls
from ..entries.entry import Entry

__all__ = ["due_rolls", "without_due_repeats"]

_REPEATED: Final = "roll-repeated"


def due_rolls(entries: Iterable[Entry]) -> frozenset[tuple[int, int]]:
    """Return the steps of actions that have no stray die, by the number of the log and that of the step."""
    steps: set[tuple[int, int]] = set()
    stray: set[tuple[int, int]] = set()
    for entry in entries:
        if entry.action is not None:
            steps.update(entry.steps)
        stray.update(die.step for die in entry.stray_dice)
    return frozenset(steps - stray)


def without_due_repeats(audit: Audit, log: int, due: Collection[tuple[int, int]]) -> Audit:
    """Return an audit of the log of this number without repeated rolls whose both steps are among the *due* ones."""
    rolled = [step.number for step in audit.steps if step.rolls]
    before = dict(zip(rolled[1:], rolled, strict=False))

    def is_due(step: int) -> bool:
        return (log, step) in due and (log, before.get(step, 0)) in due

    return replace(audit, findings=tuple(_findings(audit.findings, is_due)))


def _findings(findings: Iterable[Finding], is_due: Callable[[int], bool]) -> Iterator[Finding]:
    """Yield the findings; those of repeated rolls only with the steps that are not due, if there are any."""
    for finding in findings:
        if finding.kind.name != _REPEATED:
            yield finding
        elif rest := [step for step in finding.steps if not is_due(step)]:
            yield repeated_rolls(rest)
