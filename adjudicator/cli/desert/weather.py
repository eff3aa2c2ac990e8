"""``adjudicator desert weather``: weather, time of day, EC, wind and dust of a player's own scenario."""

from __future__ import annotations

from typing import Any

import click

from ...report.desert.common import exit_code
from ...report.desert.rolled_text import chances_answer, weather_answer
from ...rules.desert.conditions import BOARDS
from ...rules.desert.weather import LANDS, Scenario, chances, prepare, shaky_months
from ..options import json_option
from ..rule_options import show
from ..whole_number import WholeNumber
from .dice_options import dice_options, rolled, rolling_of
from .spelled import MONTH_OF_YEAR, Spelled

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator desert weather --month 6
  adjudicator desert weather --month 6 --seed 7
  adjudicator desert weather --month 12 --dice 3,3,5,4,2"""


@click.command(epilog=_EPILOG)
@click.option("--month", type=MONTH_OF_YEAR, metavar="M", required=True, help="The month of the scenario: 6, or 6/42.")
@click.option("--land", type=Spelled(LANDS), default="north-africa", help="The Arid Land (north-africa).")
@click.option("--no-desert-board", is_flag=True, help="No Desert Board is in play.")
@click.option("--mixed-boards", is_flag=True, help="Other boards than Desert Boards are in play too.")
@click.option("--boards", type=Spelled(BOARDS), default="desert", help="What the Desert Boards are (desert).")
@click.option("--bombardments", type=WholeNumber(0, 9), default=0, help="Bombardments that are available (0).")
@click.option("--no-night", is_flag=True, help="Both players agree to ignore a result of Night.")
@dice_options
@json_option
def command(as_json: bool, **values: Any) -> int:
    """Roll weather, time of day, EC, wind and dust, or compute the odds.

    Without --dice or --seed the odds are computed.
    """
    is_rolled = values["dice"] is not None or values["seed"] is not None
    dice = rolling_of(values)
    no_board, mixed = values["no_desert_board"], values["mixed_boards"]
    if no_board and (mixed or values["boards"] != "desert"):
        problem = "--no-desert-board goes with neither --mixed-boards nor --boards"
        raise click.UsageError(problem, click.get_current_context())
    scenario = Scenario(
        month=values["month"],
        land=values["land"],
        desert_board=not no_board,
        only_desert=not (no_board or mixed),
        board=values["boards"],
        bombardments=values["bombardments"],
        no_night=values["no_night"],
    )
    if not is_rolled:
        return show(chances_answer(chances(scenario), shaky_months(scenario.month)), 0, as_json=as_json)
    weather, found = rolled(dice, lambda: prepare(scenario, dice))
    return show(weather_answer(weather, dice.rolls, found), exit_code(found), as_json=as_json)
