"""``adjudicator desert ask``: questions that the desert rules answer with yes, no, a modifier or a figure."""

from __future__ import annotations

from typing import Any

import click

from ...report.desert.ask_text import ask_answer, question_lines
from ...report.desert.common import exit_code
from ...report.safe_text import one_line
from ...rules.desert.arms import month_of
from ...rules.desert.contradictions import check_facts
from ...rules.desert.questions import NumberKind, Question, ask, questions
from ...rules.desert.terrain import BadDescription
from ..options import emit, json_option
from ..rule_options import show
from .spelled import Spelled

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert ask entrench desert-board
  adjudicator desert ask rout-elimination only-desert --number 7
  adjudicator desert ask red-mp --date 9/41"""
_MOST = 999_999
_YEARS = range(1935, 1946)


@click.command(epilog=_EPILOG)
@click.argument("question", metavar="[QUESTION]", required=False, type=Spelled(list(questions())))
@click.argument("facts", metavar="[FACT]...", nargs=-1)
@click.option("--number", metavar="N", help="The number that the question asks for.")
@click.option("--date", metavar="M/YY", help="The date that the question asks for: 9/41.")
@json_option
def command(as_json: bool, **values: Any) -> int:
    """Answer yes, no or a modifier: entrenching, routing, mines, sangars, crests and more.

    Without a QUESTION, all questions are listed, with the facts that decide them. Name each FACT that is true.
    """
    number, date = values["number"], values["date"]
    context = click.get_current_context()
    if values["question"] is None:
        if as_json or number is not None or date is not None:
            raise click.UsageError("--json, --number and --date go with a QUESTION", context)
        emit(question_lines(questions()))
        return 0
    if number is not None and date is not None:
        raise click.UsageError("either --number or --date", context)
    question = questions()[values["question"]]
    try:
        check_facts(question, values["facts"])
        told = _by_date(question, date) if date is not None else _by_number(question, number)
        reply = ask(question, values["facts"], told)
    except BadDescription as error:
        raise click.UsageError(one_line(str(error)), context) from None
    return show(ask_answer(reply), exit_code(reply.ruling), as_json=as_json)


def _by_date(question: Question, text: str) -> int:
    """Return the number for a date in a question. Raises :class:`BadDescription` where it asks for no date."""
    if not question.number or question.number_is is NumberKind.COUNT:
        raise BadDescription(f"{question.id} asks for no date")
    year, month = month_of(text).split("-")
    return int(year) if question.number_is is NumberKind.YEAR else int(year + month)


def _by_number(question: Question, text: str | None) -> int | None:
    """Return a number as a question takes it: a date where it asks for one, also as YYYYMM."""
    if text is None:
        return None
    if "/" in text and question.number:
        return _by_date(question, text)
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and int(text) <= _MOST):
        raise BadDescription(f"{text!r} is not a whole number from 0 to {_MOST}")
    number = int(text)
    if question.number and question.number_is is NumberKind.MONTH:
        return _by_date(question, f"{number % 100}/{number // 100}")
    if question.number and question.number_is is NumberKind.YEAR and number not in _YEARS:
        raise BadDescription(f"{text!r} is not a year from {_YEARS[0]} to {_YEARS[-1]}")
    return number
