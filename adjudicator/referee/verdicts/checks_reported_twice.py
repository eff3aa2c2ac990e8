"""One offence, one report: a failed check that is told as passed shows by what its player does afterwards as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...rules.ruling import Finding, Verdict
from ..entries.entry import Entry
from ..finding_names import FindingName

__all__ = ["with_failed_checks_reported_once"]


def with_failed_checks_reported_once(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return entries; a failed answer is not reported where something else is wrong later in its mail.

    That its marker is missing, or that its unit acts all the same, is said there (R9.19, R7.2).
    """
    return tuple(
        _without_answers(entry) if _is_reported_later(entry, entries[number + 1 :]) else entry
        for number, entry in enumerate(entries)
    )


def _is_reported_later(entry: Entry, later: Sequence[Entry]) -> bool:
    logs = {each.step[0] for each in entry.ignored_checks if each.is_answer}
    return any(other.steps and other.steps[-1][0] in logs and any(map(_accuses, other.findings)) for other in later)


def _accuses(found: Finding) -> bool:
    return found.verdict is Verdict.ILLEGAL


def _without_answers(entry: Entry) -> Entry:
    kept = tuple(each for each in entry.ignored_checks if not each.is_answer)
    findings = (each for each in entry.findings if kept or each.name != FindingName.FAILED_CHECK_IGNORED)
    return replace(entry, findings=tuple(findings), ignored_checks=kept)
