"""The sections of a page on the files themselves: whether each continues the one before, and what was found in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...audit.audit import Audit
from ...audit.findings import Finding
from ..audit_text import continuity_lines, finding_details, header_line
from ..safe_text import count
from ..wording import Wording
from .markup import Html, join, tag
from .page_model import Section, verdict_mark

__all__ = ["file_findings", "file_sections", "step_finding_verdict"]


def step_finding_verdict(finding: Finding) -> str:
    """Return the key of :data:`.page_model.MARKS` that says how much a finding weighs."""
    return finding.weight.name.lower()


def file_sections(audits: Sequence[Audit], wordings: Sequence[Wording], doubts: Sequence[Sequence[str]], found: Html
                  ) -> tuple[Section, ...]:  # fmt: skip
    """Return the files with their continuity and the doubts about them, and what was *found* in them."""
    files = [_file(audit, wording, doubtful) for audit, wording, doubtful in zip(audits, wordings, doubts, strict=True)]
    return (Section("files", "The files", join([*files, found])),)


def _file(audit: Audit, wording: Wording, doubts: Iterable[str]) -> Html:
    parts = [tag("h3", f"{header_line(audit.game)}, {count(len(audit.steps), 'step')}")]
    if audit.continuity:
        first, *others = continuity_lines(audit.continuity, wording)
        parts.append(tag("p", first))
        parts += [tag("ul", *(tag("li", line.strip()) for line in others))] if others else []
    parts += [tag("p", f"Assumed: {doubt}", class_="doubt") for doubt in doubts]
    return tag("article", *parts)


def file_findings(heading: str, findings: Sequence[Finding], wording: Wording) -> Html:
    """Return what was found in a file under a heading, the gravest first."""
    if not findings:
        return join([tag("h3", heading), tag("p", "Nothing was found.")])
    rows = [_finding(each, wording) for each in sorted(findings, key=lambda each: -each.weight)]
    return join([tag("h3", heading), tag("ul", *rows, class_="findings")])


def _finding(finding: Finding, wording: Wording) -> Html:
    details = finding_details(finding, wording)
    more = [tag("ul", *(tag("li", line) for line in details))] if details else []
    mark = verdict_mark(step_finding_verdict(finding))
    return tag("li", mark, f" {finding.text}", tag("p", finding.kind.meaning, class_="fine"), *more)
