"""``adjudicator desert ask``: questions that the desert rules answer with yes, no or a modifier."""

from __future__ import annotations

import click

from ...report.desert.ask_text import ask_answer, question_lines
from ...report.desert.common import exit_code
from ...report.plain import one_line
from ...rules.desert.questions import ask, questions
from ...rules.desert.terrain import BadDescription
from ..options import emit, json_option
from ..rule_options import show
from .spelled import Spelled

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert ask entrench desert-board
  adjudicator desert ask rout-elimination only-desert --number 7"""


@click.command(epilog=_EPILOG)
@click.argument("question", metavar="[QUESTION]", required=False, type=Spelled(list(questions())))
@click.argument("facts", metavar="[FACT]...", nargs=-1)
@click.option("--number", type=click.IntRange(0, 999_999), help="The number that the question asks for.")
@json_option
def command(question: str | None, facts: tuple[str, ...], number: int | None, as_json: bool) -> int:
    """Answer yes, no or a modifier: entrenching, routing, mines, sangars, crests and more.

    Without a QUESTION all of them are listed, with the facts that decide them. A FACT is
    one of its words for what is so.
    """
    if question is None:
        if as_json or number is not None:
            raise click.UsageError("--json and --number go with a QUESTION", click.get_current_context())
        emit(question_lines(questions()))
        return 0
    try:
        reply = ask(questions()[question], facts, number)
    except BadDescription as error:
        raise click.UsageError(one_line(str(error)), click.get_current_context()) from None
    return show(ask_answer(reply), exit_code(reply.ruling), as_json=as_json)
