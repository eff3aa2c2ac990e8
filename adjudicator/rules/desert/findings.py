"""Makes the findings of the desert rules from their list of refusals, and rulings from findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from ..refusals import Refusal
from ..ruling import Finding, Ruling, Verdict
from .tables import desert_tables

__all__ = ["desert_refusals", "illegal", "ruling", "undecided"]


@cache
def desert_refusals() -> Mapping[str, Refusal]:
    """Return every refusal of the desert rules by name, in the order of the file."""
    return {row["name"]: Refusal(**row) for row in desert_tables()["refusals.toml"]["refusals"]}


def illegal(refusal: str, /, **figures: object) -> Finding:
    """Return the finding that something is not allowed; *figures* fill in its sentence."""
    return _finding(refusal, Verdict.ILLEGAL, figures)


def undecided(refusal: str, /, **figures: object) -> Finding:
    """Return the finding that a fact is missing; *figures* fill in its sentence."""
    return _finding(refusal, Verdict.UNDECIDED, figures)


def _finding(name: str, verdict: Verdict, figures: Mapping[str, object]) -> Finding:
    refusal = desert_refusals()[name]
    return Finding(refusal.rule.format(**figures), name, refusal.text.format(**figures), verdict)


def ruling(findings: Iterable[Finding], *, left_open: bool = False) -> Ruling:
    """Return the ruling that findings amount to: illegal if one is, else undecided if one is, else legal.

    With *left_open* it is undecided at least: the answer itself states what the document does not settle.
    """
    found = tuple(dict.fromkeys(findings))
    verdicts = {finding.verdict for finding in found} | ({Verdict.UNDECIDED} if left_open else set())
    worst = next((v for v in (Verdict.ILLEGAL, Verdict.UNDECIDED) if v in verdicts), Verdict.LEGAL)
    return Ruling(worst, found, None)
