"""``adjudicator desert ordnance``: Italian ordnance by date, theater and name, and the module artillery table."""

from __future__ import annotations

from typing import Any

import click

from ...report.desert.arms_text import module_answer
from ...rules.desert.module_artillery import module_artillery
from ..rule_options import show
from ..whole_number import WholeNumber
from .arms_options import arms_options, show_arms

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert ordnance --date 5/42 --theater north-africa
  adjudicator desert ordnance 47/32
  adjudicator desert ordnance --module --roll 3"""


@click.command(epilog=_EPILOG)
@arms_options("ordnance")
@click.option("--module", is_flag=True, help="Show the module artillery table instead.")
@click.option("--roll", type=WholeNumber(1, 6), help="The dr for the module artillery table.")
def command(as_json: bool, module: bool, roll: int | None, **values: Any) -> int:
    """List Italian ordnance: when and where it is available, how rare, what is special.

    NAME is a part of a Gun's name.
    """
    if module:
        return show(module_answer(module_artillery(), roll), 0, as_json=as_json)
    if roll is not None:
        raise click.UsageError("--roll goes with --module", click.get_current_context())
    return show_arms("ordnance", values, as_json=as_json)
