"""Questions that the desert rules answer with yes, no or a modifier, from the table of them (D.1A to D.7, 2.3, 4.52,
5.31, 5.44, 5.61, 5.63, 6.0 crest, 6.11 to 6.15, 7.311, 7.41 to 7.515, 8.1 to 8.52, 9.1, 9.2, 10.3, 11.74, 12.44, 12.52,
13.4 to 13.6, and permissions of the notes).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any

from ..ruling import Finding, Ruling, Verdict
from .dice import distribution, mapped
from .findings import ruling
from .spelling import known_as, nearest
from .tables import desert_tables
from .terrain import BadDescription

__all__ = [
    "NumberKind",
    "Question",
    "Reply",
    "ask",
    "dummy_counters",
    "dummy_minefields",
    "known_fact",
    "questions",
]

_FACTORS_FOR_ONE = 24


class NumberKind(StrEnum):
    """The kind of number in a question."""

    COUNT = "count"
    MONTH = "month"
    """A month as ``YYYYMM``; players write it M/YY."""
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the facts that decide it."""

    id: str
    kind: str
    """``may``, ``is``, ``sum`` or ``figure``."""
    text: str
    facts: Mapping[str, str]
    number: str
    """The kind of number that the question may ask for, empty if none."""
    answers: tuple[Mapping[str, Any], ...]
    number_is: NumberKind = NumberKind.COUNT
    one_of: tuple[tuple[str, ...], ...] = ()
    """Groups of facts of which at most one can be true."""
    needs: Mapping[str, str] = field(default_factory=dict)
    """Facts that are meaningless without another."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of the rules."""

    question: Question
    answer: str
    """``yes``, ``no`` or ``open``."""
    value: int | None
    rule: str
    text: str
    figure: str = ""
    """The answer to a question for a figure."""

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
        id=row["id"],
        kind=row["kind"],
        text=row["text"],
        facts=row["facts"],
        number=row.get("number", ""),
        answers=tuple(row["answers"]),
        number_is=NumberKind(row.get("number_is", NumberKind.COUNT)),
        one_of=tuple(map(tuple, row.get("one_of", ()))),
        needs=row.get("needs", {}),
    )


def known_fact(question: Question, fact: str) -> str:
    """Return the fact that a text spells. Raises :class:`BadDescription` for one that is not asked for."""
    found = known_as(fact, question.facts)
    if found is None:
        known = ", ".join(question.facts) or "none"
        near = nearest(fact, question.facts)
        raise BadDescription(f"{question.id} asks for no fact {fact!r}{near} (there are: {known})")
    return found


def ask(question: Question, facts: tuple[str, ...], number: int | None = None) -> Reply:
    """Return the first answer that fits.

    Raises :class:`BadDescription` for a fact that is not asked for, for a number where none is asked for, and without
    a number where the answer depends on it.
    """
    told = frozenset(known_fact(question, fact) for fact in facts)
    if number is not None and not question.number:
        raise BadDescription(f"{question.id} asks for no number")
    row = next(row for row in question.answers if _fits(question, row, told, number))
    return Reply(question, row["answer"], row.get("value"), row["rule"], row["text"], row.get("figure", ""))


def _fits(question: Question, row: Mapping[str, Any], facts: frozenset[str], number: int | None) -> bool:
    if not facts.issuperset(row.get("when", ())) or not facts.isdisjoint(row.get("unless", ())):
        return False
    if not row.keys() & {"least", "most"}:
        return True
    if number is None:
        option = "--date" if question.number_is is NumberKind.MONTH else "--number"
        raise BadDescription(f"{question.id} needs {option}: {question.number}")
    return bool(row.get("least", number) <= number <= row.get("most", number))


def dummy_counters(factors: int, allotted: int, die: int) -> int:
    """Return the number of Dummy Minefield counters with a secret dr (D.6B).

    Without counters of the scenario's own there is one for every 24 Known factors; a side with one adds half the dr,
    rounded down.
    """
    own = allotted or factors // _FACTORS_FOR_ONE
    return own + die // 2 if own else 0


def dummy_minefields(factors: int, allotted: int = 0) -> Mapping[int, Fraction]:
    """Return the chance of each number of Dummy Minefield counters (D.6B)."""
    return mapped(distribution(1), lambda die: dummy_counters(factors, allotted, die))
