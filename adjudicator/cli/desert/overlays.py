"""``adjudicator desert overlays``: overlays drawn and placed at random."""

from __future__ import annotations

from typing import Any

import click

from ...report.desert.common import exit_code
from ...report.desert.rolled_text import overlays_answer
from ...report.safe_text import one_line
from ...rules.desert.overlays import board_layout, place_overlays
from ...rules.desert.terrain import BadDescription
from ..options import json_option
from ..rule_options import show
from .dice_options import dice_options, rolled, rolling_of

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert overlays 26,27 --seed 7
  adjudicator desert overlays 26/28 --upright --dice 4,3,2,5"""


@click.command(epilog=_EPILOG)
@click.argument("boards", metavar="BOARDS")
@click.option("--upright", is_flag=True, help="The boards are upright: their halves are north and south.")
@dice_options
@json_option
def command(as_json: bool, **values: Any) -> int:
    """Draw and place overlays at random, rerolls included.

    BOARDS are rows from north to south, boards in a row from west to east: 26,27/28,29. Dice are
    used in order; of two, the first is the colored one.
    """
    dice = rolling_of(values)
    try:
        layout = board_layout(values["boards"])
        placed, found = rolled(dice, lambda: place_overlays(layout, dice, upright=values["upright"]))
    except BadDescription as error:
        raise click.BadParameter(one_line(str(error)), param_hint="BOARDS") from None
    answer = overlays_answer(placed or (), dice.rolls, found, whole=placed is not None)
    return show(answer, exit_code(found), as_json=as_json)
