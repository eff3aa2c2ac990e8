"""Questions that the desert rules answer with yes, no or a modifier, from the table of them (D.1A to D.7, 2.3, 4.52,
5.31, 5.44, 5.61, 5.63, 6.0 crest, 6.11 to 6.15, 7.41 to 7.515, 8.1 to 8.52, 10.3, 11.74, 12.44, 12.52, 13.4 to 13.6).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from ...game.loading.nearest import did_you_mean
from ..ruling import Finding, Ruling, Verdict
from .dice import distribution, mapped
from .refusing import ruling
from .tables import desert_tables
from .terrain import BadDescription

__all__ = ["Question", "Reply", "ask", "dummy_counters", "dummy_minefields", "questions"]

_FACTORS_FOR_ONE = 24


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the facts that decide it."""

    id: str
    kind: str
    """``may``, ``is`` or ``sum``."""
    text: str
    facts: Mapping[str, str]
    number: str
    """What the number is that it asks for, empty if none."""
    answers: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the rules answer."""

    question: Question
    answer: str
    """``yes``, ``no`` or ``open``."""
    value: int | None
    rule: str
    text: str

    @property
    def ruling(self) -> Ruling:
        """The reply as a ruling: no to ``may`` is illegal, open is undecided."""
        verdicts = {"open": Verdict.UNDECIDED, "no": Verdict.ILLEGAL if self.question.kind == "may" else Verdict.LEGAL}
        verdict = verdicts.get(self.answer, Verdict.LEGAL)
        if verdict is Verdict.LEGAL:
            return ruling(())
        return ruling([Finding(self.rule, self.question.id, self.text, verdict)])


@cache
def questions() -> Mapping[str, Question]:
    """Return all questions by id."""
    return {row["id"]: _question(row) for row in desert_tables()["questions.toml"]["questions"]}


def _question(row: Mapping[str, Any]) -> Question:
    return Question(
        row["id"], row["kind"], row["text"], row["facts"], row.get("number", ""), tuple(row["answers"])
    )  # fmt: skip


def ask(question: Question, facts: tuple[str, ...], number: int | None = None) -> Reply:
    """Return the first answer that fits. Raises :class:`BadDescription` for a fact or number that is not asked for."""
    for fact in facts:
        if fact not in question.facts:
            known = ", ".join(question.facts) or "none"
            near = did_you_mean(fact, question.facts)
            raise BadDescription(f"{question.id} asks for no fact {fact!r}{near} (there are: {known})")
    if (number is None) != (not question.number):
        raise BadDescription(f"{question.id} needs --number: {question.number}" if number is None else
                             f"{question.id} asks for no number")  # fmt: skip
    row = next(row for row in question.answers if _fits(row, frozenset(facts), number))
    return Reply(question, row["answer"], row.get("value"), row["rule"], row["text"])


def _fits(row: Mapping[str, Any], facts: frozenset[str], number: int | None) -> bool:
    if not facts.issuperset(row.get("when", ())) or not facts.isdisjoint(row.get("unless", ())):
        return False
    if number is None:
        return "least" not in row and "most" not in row
    return bool(row.get("least", number) <= number <= row.get("most", number))


def dummy_counters(factors: int, allotted: int, die: int) -> int:
    """Return how many Dummy Minefield counters there are with a secret dr (D.6B).

    Without counters of the scenario's own there is one for every 24 Known factors; who has one adds half the dr,
    rounded down.
    """
    own = allotted or factors // _FACTORS_FOR_ONE
    return own + die // 2 if own else 0


def dummy_minefields(factors: int, allotted: int = 0) -> Mapping[int, Fraction]:
    """Return the chance of each number of Dummy Minefield counters (D.6B)."""
    return mapped(distribution(1), lambda die: dummy_counters(factors, allotted, die))
