"""The findings of a module's check as text: put together by their kind, the gravest first, with counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from adjudicator.report.safe_text import columns, count, one_line

from .checks.findings import ModuleFinding, ModuleFindingKind, Weight

__all__ = ["finding_lines", "summary_line"]

_MAX_OF_A_KIND: Final = 5


def finding_lines(findings: Sequence[ModuleFinding], *, all_of_them: bool) -> Iterator[str]:
    """Yield a line for each kind of finding with what VASSAL does then, below it the findings, and the counts.

    Of a kind with many findings the first few are listed, unless *all_of_them* are wanted.
    """
    for kind, found in _by_kind(findings).items():
        times = f" ({len(found):,} times)" if len(found) > 1 else ""
        yield from columns([(f"{kind.weight.name.lower():<8}", f"{kind.meaning}{times}")], indent="")
        shown = found if all_of_them or len(found) <= _MAX_OF_A_KIND + 1 else found[:_MAX_OF_A_KIND]
        for each in shown:
            yield from columns([("", one_line(str(each)))], indent="        ")
        if len(shown) < len(found):
            yield f"          and {len(found) - len(shown):,} more (--all lists them)"
    yield summary_line(findings)


def _by_kind(findings: Sequence[ModuleFinding]) -> dict[ModuleFindingKind, list[ModuleFinding]]:
    kinds: dict[ModuleFindingKind, list[ModuleFinding]] = {}
    for each in sorted(findings, key=lambda finding: -finding.weight):
        kinds.setdefault(each.kind, []).append(each)
    return kinds


def summary_line(findings: Sequence[ModuleFinding]) -> str:
    """Return the counts of the findings by weight: ``Module: 2 faults, 1 note``."""
    weights = [finding.weight for finding in findings]
    told = [count(weights.count(each), each.name.lower()) for each in sorted(Weight, reverse=True) if each in weights]
    return f"Module: {', '.join(told) or 'nothing found'}"
