"""The steps of logs of any module as a page shows them, log by log."""

from __future__ import annotations

from collections.abc import Sequence

from ...audit.audit import Audit
from ...audit.dice import LogPatterns
from ...audit.findings import Finding
from ...audit.steps import AuditedStep
from ..audit_text import finding_details, header_line, step_words
from ..wording import Wording
from .file_sections import step_finding_verdict
from .game_entries import player_words
from .page_model import Group, PageEntry, PageFinding

__all__ = ["log_groups"]

_CLEAR = "clear"


def log_groups(audits: Sequence[Audit], wordings: Sequence[Wording], patterns: LogPatterns) -> tuple[Group, ...]:
    """Return the steps of logs; they are numbered through all of them, and each says its number in its own log."""
    groups, before = [], 0
    for audit, wording in zip(audits, wordings, strict=True):
        of_step: dict[int, list[Finding]] = {}
        for finding in audit.findings:
            for number in finding.steps:
                of_step.setdefault(number, []).append(finding)
        entries = tuple(
            _page_entry(before + place, step, of_step.get(step.number, []), wording, patterns)
            for place, step in enumerate(audit.steps, 1)
        )
        before += len(entries)
        if entries:
            groups.append(Group(header_line(audit.game), entries))
    return tuple(groups)


def _page_entry(
    number: int, step: AuditedStep, findings: Sequence[Finding], wording: Wording, patterns: LogPatterns
) -> PageEntry:
    words, *others = step_words(step, wording, patterns)
    gravest = max(findings, key=lambda finding: finding.weight, default=None)
    return PageEntry(
        number=number,
        verdict=step_finding_verdict(gravest) if gravest else _CLEAR,
        words=words,
        player=player_words(step.player, ""),
        steps=f"step {step.number}",
        findings=tuple(
            PageFinding(step_finding_verdict(each), each.text, details=finding_details(each, wording))
            for each in findings
        ),
        said=tuple(others),
    )
