"""The parts that the commands for vehicles and for ordnance share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ...game.loading.suggestions import did_you_mean
from ...report.desert.arms_text import arms_answer
from ...report.desert.common import exit_code
from ...report.safe_text import one_line
from ...rules.desert.arms import Piece, find_pieces, month_of, pieces, theaters
from ...rules.desert.terrain import BadDescription
from ..options import json_option
from ..rule_options import show
from .spelled import Spelled

__all__ = ["arms_options", "show_arms"]

F = TypeVar("F", bound=Callable[..., Any])


def _month(_context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    try:
        return month_of(value) if value else ""
    except BadDescription as error:
        raise click.BadParameter(one_line(str(error)), param=parameter) from None


def arms_options(arms: str) -> Callable[[F], F]:
    """Return the arguments and options of a question about vehicles or ordnance."""

    def add(command: F) -> F:
        """Return a command with the options."""
        known = Spelled(theaters(arms))
        for option in (
            json_option,
            click.option("--notes", "with_notes", is_flag=True, help="List the notes that apply to several pieces."),
            click.option("--theater", type=known, help="Where the scenario is set."),
            click.option("--date", "month", metavar="M/YY", callback=_month, help="When the scenario is set: 5/42."),
            click.argument("name", metavar="[NAME]", default=""),
        ):
            command = option(command)
        return command

    return add


def show_arms(arms: str, values: dict[str, Any], *, as_json: bool) -> int:
    """Print the answer about vehicles or ordnance and return the exit code."""
    context = click.get_current_context()
    if bool(values["month"]) != bool(values["theater"]):
        raise click.UsageError("--date and --theater go together", context)
    chosen = _chosen(arms, values["name"], context)
    month, theater = values["month"], values["theater"] or ""
    answer, found = arms_answer(arms, chosen, month, theater, values["name"], with_notes=values["with_notes"])
    return show(answer, exit_code(found), as_json=as_json)


def _chosen(arms: str, name: str, context: click.Context) -> tuple[Piece, ...]:
    if not name:
        return tuple(pieces(arms).values())
    chosen = find_pieces(arms, name)
    if not chosen:
        near = did_you_mean(name, [each for piece in pieces(arms).values() for each in (piece.name, *piece.also)])
        raise click.UsageError(f"nothing in the notes is called {one_line(name, 40)!r}{near}", context)
    return chosen
