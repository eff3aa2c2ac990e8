"""The verdict on a whole: the worst of the rulings and of what was found in the files, in words and as an exit code."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from ..audit.findings import Finding, Weight, worst
from ..referee.entries.entry import Entry
from ..referee.entries.tallies import Tally, tally, worst_verdict
from ..rules.ruling import Verdict
from .audit_text import weight_words
from .safe_text import count

__all__ = ["EXIT_CODES", "WEIGHED", "game_verdict", "page_mark", "tally_words", "verdict_words", "worst_of"]

EXIT_CODES: Final = {Verdict.LEGAL: 0, Verdict.ILLEGAL: 1, Verdict.UNDECIDED: 2}
"""The exit codes of the design."""
_WORST_FIRST: Final = (Verdict.ILLEGAL, Verdict.UNDECIDED)
WEIGHED: Final = {Weight.NOTE: Verdict.LEGAL, Weight.QUESTION: Verdict.UNDECIDED, Weight.FAULT: Verdict.ILLEGAL}
"""The verdict that a finding in a file leads to, by its weight."""
_LOG_WORDS: Final = {Weight.FAULT: "fault in the log", Weight.QUESTION: "question about the log"}
"""The words for what is wrong in a log whatever its actions are; none for what is only worth knowing."""
_WORDS: Final = {
    Verdict.LEGAL: "all legal",
    Verdict.ILLEGAL: "ILLEGAL",
    Verdict.UNDECIDED: "UNDECIDED",
}


def worst_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the worst verdict: illegal is worse than undecided."""
    found = set(verdicts)
    return next((verdict for verdict in _WORST_FIRST if verdict in found), Verdict.LEGAL)


def game_verdict(entries: Collection[Entry], findings: Collection[Finding]) -> Verdict:
    """Return the worst of rulings and of findings on the files: a fault is illegal, a question undecided."""
    return worst_of((worst_verdict(entries), *(WEIGHED[each.weight] for each in findings)))


def verdict_words(entries: Collection[Entry], findings: Collection[Finding]) -> str:
    """Return the verdict line: what is wrong in the log, what the rulings are, and how much of each there is."""
    rulings, counts = worst_verdict(entries), tally(entries)
    log = _LOG_WORDS.get(worst(findings), "")
    if log and rulings is Verdict.LEGAL:
        told, figures = f"{log}; {_all_legal_words(counts)}", []
    else:
        told, figures = "; ".join(filter(None, (_WORDS[rulings], log))), [tally_words(counts)]
    weights = weight_words(findings)
    figures += [f"log check: {weights}"] if weights else []
    return f"Verdict: {told}" + (f" ({'; '.join(figures)})" if figures else "")


def page_mark(entries: Collection[Entry], findings: Collection[Finding]) -> str:
    """Return the mark of a page: the verdict on the actions, or where they are legal what is wrong in the log."""
    rulings = worst_verdict(entries)
    marks = {Weight.FAULT: "fault", Weight.QUESTION: "question"}
    return marks.get(worst(findings), rulings.value) if rulings is Verdict.LEGAL else rulings.value


def _all_legal_words(counts: Tally) -> str:
    if counts.all == 0:
        return "no actions"
    return f"all {counts.all} actions legal" if counts.all > 1 else "the only action is legal"


def tally_words(counts: Tally, noun: str = "action") -> str:
    """Return how many there were, and how many of each verdict."""
    named = [(counts.legal, "legal"), (counts.illegal, "illegal"), (counts.undecided, "undecided"),
             (counts.waived, "waived")]  # fmt: skip
    told = ", ".join(f"{number} {name}" for number, name in named if number)
    return f"{count(counts.all, noun)}: {told}" if told else f"no {noun}s"
