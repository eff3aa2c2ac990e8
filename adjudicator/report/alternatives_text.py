"""The switches that a finding depends on because no rulebook settles it, and what each of their choices would give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..rules.ruling import Alternative, Finding, Verdict
from ..rules.switches import all_switches, choice_text

__all__ = ["alternative_lines", "finding_document"]

_MAX_TOLD: Final = 8


def alternative_lines(finding: Finding) -> Iterator[str]:
    """Yield that a finding is undecided, the uncertain rules that it depends on, and what each choice would give."""
    if not finding.alternatives:
        return
    switches = dict.fromkeys(name for each in finding.alternatives for name, _ in each.settings)
    rules = " and ".join(f"{all_switches()[name].rule} ({all_switches()[name].title})" for name in switches)
    yield f"undecided: depends on {rules}; you may settle this with --house-rules:"
    supposed, *others = finding.alternatives
    told = [supposed, *sorted(others, key=lambda each: each.verdict is Verdict.ILLEGAL)[: _MAX_TOLD - 1]]
    for each in finding.alternatives:
        if each in told:
            yield f"  if {_settings(each)}{' (assumed here)' * (each is supposed)}: {_outcome(each, finding)}"


def _settings(alternative: Alternative) -> str:
    return " and ".join(f"{name} = {choice_text(choice)}" for name, choice in alternative.settings)


def _outcome(alternative: Alternative, finding: Finding) -> str:
    """Return what a choice would give; why it would be illegal only if that has not been said."""
    if alternative.verdict is Verdict.UNDECIDED:
        return "not illegal, but something else is left open"
    others = [text for text in alternative.refusals if text != finding.text]
    if alternative.verdict is Verdict.ILLEGAL and others:
        return f"illegal: {'; '.join(others)}"
    return alternative.verdict.value


def _alternatives_document(finding: Finding) -> list[dict[str, Any]]:
    """Return what each choice would give as JSON."""
    return [
        {
            "settings": [
                {"switch": name, "rule": all_switches()[name].rule, "choice": choice} for name, choice in each.settings
            ],
            "verdict": each.verdict.value,
            "refusals": list(each.refusals),
        }
        for each in finding.alternatives
    ]


def finding_document(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON."""
    document: dict[str, Any] = {
        "rule": finding.rule, "name": finding.name, "verdict": finding.verdict.value, "text": finding.text,
    }  # fmt: skip
    if finding.switch:
        document["switch"] = finding.switch
    if finding.alternatives:
        document["alternatives"] = _alternatives_document(finding)
    return document
