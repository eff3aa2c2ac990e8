"""Questions and answers of the desert rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ...rules.desert.findings import ruling
from ...rules.desert.questions import NumberKind, Question, Reply
from ..safe_text import columns
from ..sums_text import signed
from .common import Answer, chances_document, chances_rows, document

__all__ = ["ask_answer", "minefields_answer", "question_lines"]


def ask_answer(reply: Reply) -> Answer:
    """Return the answer to a question."""
    said = reply.figure or {"open": "left open"}.get(reply.answer, reply.answer)
    if reply.value is not None:
        said = signed(reply.value)
    lines = [reply.question.text, *columns([(said, reply.rule, reply.text)])]
    as_json = document(
        "ask", reply.ruling, question=reply.question.id, answer=reply.answer, value=reply.value, rule=reply.rule,
        text=reply.text, figure=reply.figure or None,
    )  # fmt: skip
    return lines, as_json


def question_lines(questions: Mapping[str, Question]) -> Iterable[str]:
    """Yield every question with the facts that decide it."""
    for question in questions.values():
        yield f"{question.id}  {question.text}"
        rows = list(question.facts.items())
        option = "--date M/YY" if question.number_is is NumberKind.MONTH else "--number N"
        yield from columns([*rows, *([(option, question.number)] if question.number else [])])


def minefields_answer(factors: int, chances: Mapping[int, Fraction], roll: int | None, counters: int | None) -> Answer:
    """Return how many Dummy Minefield counters there are: the chance of each number, and what a dr gives."""
    lines = [f"Dummy Minefield counters with {factors} Known factors (D.6B)"]
    lines += chances_rows({str(number): chance for number, chance in chances.items()})
    lines += [f"A secret dr of {roll}: {counters}"] if counters is not None else []
    as_json = document(
        "minefields", ruling(()), factors=factors, chances=chances_document(chances), roll=roll, counters=counters
    )
    return lines, as_json
