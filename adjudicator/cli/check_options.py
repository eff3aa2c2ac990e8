"""The options that describe a Troop Quality Check: by plain facts, or by a unit of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from ..game.play import CHECKS, RollPurpose
from ..rules.series.check_sums import CheckFacts
from .completion import complete_units
from .own_options import given_rows, own_option_given
from .rule_options import Table, die
from .whole_number import WholeNumber

__all__ = ["CHECK_CHARTS", "asked_check", "check_options", "plain_check"]

F = TypeVar("F", bound=Callable[..., Any])

_FLAGS: Final = {
    "out_of_command": "The unit is Out of Command.",
    "suppressed": "The unit is Suppressed.",
    "step_loss": "The unit has a Step Loss marker.",
    "improved_position": "The unit is in an Improved Position.",
    "entrenched": "The unit is Entrenched.",
}
_CHOICES: Final = {
    "cohesion": (("1", "2"), "cohesion-{}", "Cohesion Hits of the unit."),
    "barrage": (("light", "heavy"), "{}-barrage", "The barrage in the unit's hex."),
}
CHECK_CHARTS: Final = ("troop-quality-modifiers",)
"""The chart whose rows may be the game's own."""
_ARMOUR: Final = {
    "assaulting_armour": "Bravery: the best Defence Rating of assaulting armour.",
    "defending_armour": "Bravery: the best Defence Rating of defending armour.",
}


def check_options(command: F) -> F:
    """Add the options of a check."""
    options = [
        click.option("--unit", "unit", metavar="UNIT", shell_complete=complete_units,
                     help="In a position: who checks."),
        click.option("--exposed", is_flag=True, help="In a position: for Opportunity Fire, or for an assault."),
        click.option("--for", "purpose", type=click.Choice([each.value for each in CHECKS]),
                     default="suppression", callback=lambda _context, _option, value: RollPurpose(value),
                     metavar="PURPOSE",
                     help=f"What it checks for (suppression). PURPOSE: {', '.join(CHECKS)}."),
        click.option("--quality", type=WholeNumber(0, 9), help="The unit's printed Troop Quality Rating."),
        *(click.option(_spelled(name), is_flag=True, help=text) for name, text in _FLAGS.items()),
        *(click.option(_spelled(name), type=click.Choice(choices), help=text)
          for name, (choices, _, text) in _CHOICES.items()),
        click.option("--weather", type=click.Choice(("clear", "mist", "sandstorm")), default="clear",
                     help="The weather, for Counterbattery spotting."),
        *(click.option(_spelled(name), type=WholeNumber(-5, 5), help=text)
          for name, text in _ARMOUR.items()),
        click.option("--defending-entrenched", is_flag=True, help="Bravery: a defender is Entrenched."),
        click.option("--roll", type=die, metavar="DIE", help="The die; in a position also cp for a Command Point."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def plain_check(table: Table, values: dict[str, Any]) -> CheckFacts:
    """Return the check that plain facts describe."""
    for name in ("unit", "exposed"):
        if values[name]:
            raise table.refuse(f"--{name} is about a position: it needs a POSITION, or --scenario N")
    if values["quality"] is None:
        raise table.refuse("Missing option '--quality' (or a POSITION with --unit)")
    if values["improved_position"] and values["entrenched"]:
        raise table.refuse("--improved-position and --entrenched exclude each other")
    bravery = {name.replace("_", "-"): values[name] for name in _ARMOUR}
    bravery["defending-entrenched"] = 0 if values["defending_entrenched"] else None
    if values["purpose"] != RollPurpose.BRAVERY and any(value is not None for value in bravery.values()):
        raise table.refuse("--assaulting-armour, --defending-armour and --defending-entrenched go with --for bravery")
    conditions = [name.replace("_", "-") for name in _FLAGS if values[name]]
    conditions += [row.format(values[name]) for name, (_, row, _) in _CHOICES.items() if values[name] is not None]
    for chart in CHECK_CHARTS:
        conditions += given_rows(table.context, values, chart)
    return CheckFacts(values["quality"], values["purpose"], tuple(conditions), values["weather"], bravery)


def asked_check(table: Table, values: dict[str, Any]) -> str:
    """Return the unit of a position that checks."""
    plain = ("quality", *_FLAGS, *_CHOICES, "weather", *_ARMOUR, "defending_entrenched")
    given = [name for name in plain if table.context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    option = _spelled(given[0]) if given else own_option_given(table.context)
    if option:
        raise table.refuse(f"{option} comes from the position: leave it out, or give no POSITION")
    if values["unit"] is None:
        raise table.refuse("Missing option '--unit': the unit")
    if values["purpose"] == RollPurpose.BRAVERY:
        raise table.refuse("a Bravery Check depends on who assaults whom: see adjudicator resolve assault")
    return table.unit(values["unit"], "--unit", open_to_all=True)


def _spelled(name: str) -> str:
    return "--" + name.replace("_", "-")
