"""``adjudicator desert dust``: how dust changes from Player Turn to Player Turn."""

from __future__ import annotations

from typing import Any

import click

from ...report.desert.common import exit_code
from ...report.desert.rolled_text import dust_answer
from ...rules.desert.conditions import BOARDS, DENSITIES, EC
from ...rules.desert.findings import ruling
from ...rules.desert.weather import WINDS, dust_in_play
from ..options import json_option
from ..rule_options import show
from .spelled import Spelled

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert dust gusts heavy heavy+gusts heavy+gusts heavy heavy
  adjudicator desert dust --start moderate --night rain"""


@click.command(epilog=_EPILOG)
@click.argument("winds", metavar="WIND...", nargs=-1, required=True, type=Spelled(WINDS))
@click.option("--start", type=Spelled(DENSITIES), default="none", help="The density at the start (none).")
@click.option("--ec", type=Spelled(EC), default="dry", help="The Environmental Conditions (dry).")
@click.option("--boards", type=Spelled(BOARDS), default="desert", help="What the Desert Boards are (desert).")
@click.option("--mixed-boards", is_flag=True, help="Other boards than Desert Boards are in play too.")
@click.option("--night", is_flag=True, help="Also show how far light carries.")
@json_option
def command(as_json: bool, **values: Any) -> int:
    """Track dust through wind and rain, turn by turn.

    WIND is the wind of a Player Turn, after its Wind Change DR: calm, mild, gusts, heavy, heavy+gusts, rain.
    """
    turns, findings = dust_in_play(
        values["start"], values["winds"], ec=values["ec"], board=values["boards"],
        only_desert=not values["mixed_boards"],
    )  # fmt: skip
    found = ruling(findings)
    return show(dust_answer(values["start"], turns, found, night=values["night"]), exit_code(found), as_json=as_json)
