"""The parts that the answers of the desert rules share: sums, chances, findings, and where figures are estimated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...rules.ruling import Finding, Modifier, Ruling, Verdict
from ..outcomes_text import chance_text, percent
from ..safe_text import columns
from ..sums_text import finding_lines, modifier_document, signed

__all__ = [
    "Answer",
    "chance_cells",
    "chances_document",
    "chances_rows",
    "document",
    "exit_code",
    "foot_lines",
    "half_text",
    "modifier_rows",
    "modifiers_document",
    "parts_text",
]

Answer = tuple[list[str], dict[str, Any]]
"""The lines that a command prints, and the same as JSON."""
FORMAT = 1
_CODES = {Verdict.LEGAL: 0, Verdict.ILLEGAL: 1, Verdict.UNDECIDED: 2}
modifiers_document = modifier_document


def document(kind: str, ruling: Ruling, estimated: Iterable[str] = (), **parts: Any) -> dict[str, Any]:
    """Return the JSON document of an answer."""
    findings = [
        {"rule": each.rule, "name": each.name, "verdict": each.verdict.value, "text": each.text}
        for each in ruling.findings
    ]
    head = {"format": FORMAT, "kind": f"desert-{kind}", **parts}
    return {**head, "verdict": ruling.verdict.value, "findings": findings, "estimated": list(estimated)}


def foot_lines(ruling: Ruling, estimated: Sequence[str] = ()) -> list[str]:
    """Return the lines below an answer: what is against it, what is not known, what is estimated."""
    by_verdict: dict[Verdict, list[Finding]] = {Verdict.ILLEGAL: [], Verdict.UNDECIDED: []}
    for finding in ruling.findings:
        by_verdict[finding.verdict].append(finding)
    lines = finding_lines(by_verdict[Verdict.ILLEGAL], "Against it")
    lines += finding_lines(by_verdict[Verdict.UNDECIDED], "Left open")
    return lines + (["", f"Estimated, not the document's own: {', '.join(estimated)}."] if estimated else [])


def exit_code(ruling: Ruling) -> int:
    """Return the exit code of a ruling: 0 legal, 1 illegal, 2 undecided."""
    return _CODES[ruling.verdict]


def modifier_rows(modifiers: Iterable[Modifier]) -> list[tuple[str, str, str]]:
    """Return modifiers as rows: title, value, paragraph."""
    return [(each.title, f"{signed(each.value):>3}", each.rule) for each in modifiers]


def parts_text(parts: Iterable[Modifier]) -> str:
    """Return the parts of a sum in one line: ``2 Sand (7.3) + 1 Desert Open Ground (1.1)``."""
    text = ""
    for part in parts:
        sign = ("" if part.value >= 0 else "-") if not text else f" {'-' if part.value < 0 else '+'} "
        text += f"{sign}{abs(part.value)} {part.title} ({part.rule})"
    return text


def chance_cells(chance: Fraction) -> tuple[str, str]:
    """Return a chance as two cells of a row: in hundredths, and as the exact fraction."""
    return f"{percent(chance):>7}", chance_text(chance)


def chances_rows(chances: Mapping[str, Fraction]) -> list[str]:
    """Return results with their chances as lines."""
    return columns([(name, *chance_cells(chance)) for name, chance in chances.items()])


def chances_document(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    """Return chances as JSON, each an exact fraction."""
    return {str(name): str(chance) for name, chance in chances.items()}


def half_text(value: Fraction) -> str:
    """Return a number of halves as it is written: ``-1``, ``½``, ``1½``."""
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole if whole or not rest else ''}{'½' if rest else ''}"
