"""The types of arguments and options of the desert commands: words in any usual spelling, and months."""

from __future__ import annotations

from typing import Any

import click

from ...report.safe_text import one_line
from ...rules.desert.arms import month_of
from ...rules.desert.spelling import known_as, nearest
from ...rules.desert.terrain import BadDescription
from ..whole_number import WholeNumber

__all__ = ["MONTH_OF_YEAR", "Spelled"]


class Spelled(click.Choice[str]):
    """One of several words, in any spelling that :func:`known_as` knows; a wrong one is reported with the nearest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the word that is meant. A usage error if there is none."""
        found = known_as(str(value), self.choices)
        if found is None:
            problem = self.get_invalid_choice_message(value=one_line(str(value), 40), ctx=ctx)
            self.fail(problem.removesuffix(".") + nearest(str(value), self.choices), param, ctx)
        return found


class _MonthOfYear(WholeNumber):
    """A month: its number, or a date of which only the month counts."""

    name = "month"
    shown = "MONTH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read ``6`` or ``6/42``."""
        if isinstance(value, str) and "/" in value:
            try:
                return int(month_of(value)[-2:])
            except BadDescription as error:
                self.fail(one_line(str(error)), param, ctx)
        number: int = super().convert(value, param, ctx)
        return number


MONTH_OF_YEAR = _MonthOfYear(1, 12)
