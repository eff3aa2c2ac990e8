"""``adjudicator desert minefields``: how many Dummy Minefield counters a side may have."""

from __future__ import annotations

import click

from ...report.desert.ask_text import minefields_answer
from ...rules.desert.questions import dummy_counters, dummy_minefields
from ..options import json_option
from ..rule_options import show
from ..whole_number import WholeNumber

__all__ = ["command"]

_MOST = 9_999


@click.command()
@click.argument("factors", metavar="FACTORS", type=WholeNumber(0, _MOST))
@click.option("--allotted", type=WholeNumber(0, 99), default=0, help="Dummy counters that the scenario allots (0).")
@click.option("--roll", type=WholeNumber(1, 6), help="The secret dr.")
@json_option
def command(factors: int, allotted: int, roll: int | None, as_json: bool) -> int:
    """Count the Dummy Minefield counters for N Known minefield factors.

    FACTORS is the number of Known minefield factors.
    """
    counters = None if roll is None else dummy_counters(factors, allotted, roll)
    answer = minefields_answer(factors, dummy_minefields(factors, allotted), roll, counters)
    return show(answer, 0, as_json=as_json)
