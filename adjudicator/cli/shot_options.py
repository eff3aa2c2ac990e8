"""The options that describe a shot: by plain facts, or by two units of a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from ..rules.questions import ShotQuestion, shot_question
from ..rules.series.fire_sums import Mode, ShotFacts
from ..rules.shot_facts_check import least_distance
from .completion import complete_units
from .options import note
from .own_options import given_rows, own_option_given
from .rule_options import Table, die, hex_name
from .whole_number import WholeNumber

__all__ = ["SHOT_CHARTS", "asked_shot", "dice", "plain_shot", "shot_options"]

F = TypeVar("F", bound=Callable[..., Any])

_MODES: Final = tuple(mode.value for mode in Mode if mode is not Mode.AIR)
_COLOURS: Final = ("white", "pink", "purple", "blue", "yellow", "green", "orange")
_FLAGS: Final = {
    "--firer-column": "The firer is in Column.",
    "--firer-step-loss": "The firer has a Step Loss marker.",
    "--firer-improved": "The firer is in an Improved Position.",
    "--firer-entrenched": "The firer is Entrenched.",
    "--target-column": "The target is in Column.",
    "--target-improved": "The target is in an Improved Position.",
    "--target-entrenched": "The target is Entrenched.",
    "--target-in-park": "The target is in an Artillery Park.",
    "--night": "It is a Night turn.",
    "--zone-to-zone": "Opportunity Fire: the target moves from Fire Zone to Fire Zone.",
    "--zone-to-clear": "Opportunity Fire: the target moves out of all Fire Zones.",
    "--running-from-assault": "Opportunity Fire: the target retreats from an assault.",
    "--into-minefield": "Opportunity Fire: the target enters or assaults into a minefield.",
    "--wrong-ammo": "The firer has the wrong ammunition.",
}
_BOTH: Final = ("mode", "company_bonus", "roll")
"""The options that go with plain facts and with a position."""
_ROWS: Final = {"firer_rows": "fire-modifiers-firer", "target_rows": "fire-modifiers-target"}
"""The facts that are rows of the game's own, and their charts."""
SHOT_CHARTS: Final = tuple(_ROWS.values())
_NOT_ASKED: Final = (*_BOTH, *_ROWS, "ignores_protection", "other_mass")
_FACTS: Final = tuple(each.name for each in fields(ShotFacts) if each.name not in _NOT_ASKED)
_EXCLUSIVE: Final = (
    ("zone_to_zone", "zone_to_clear"), ("firer_improved", "firer_entrenched"), ("target_improved", "target_entrenched"),
)  # fmt: skip
_OF_POSITION: Final = ("from_unit", "at_unit", "to", "spotter")


def shot_options(command: F) -> F:
    """Add the options of a shot."""
    number = WholeNumber
    options = [
        click.option("--from", "from_unit", metavar="UNIT", shell_complete=complete_units,
                     help="In a position: who fires."),
        click.option("--at", "at_unit", metavar="UNIT", shell_complete=complete_units, help="In a position: at whom."),
        click.option("--to", type=hex_name, metavar="CC.RR", help="In a position: the hex that the target enters."),
        click.option("--spotter", metavar="UNIT", shell_complete=complete_units,
                     help="In a position: who spots for Indirect Fire."),
        click.option("--rating", type=number(0, 9), help="The firer's printed rating."),
        click.option("--colour", type=click.Choice(_COLOURS, case_sensitive=False), help="The colour of that rating."),
        click.option("--fire-range", type=number(1, 83), help="Its printed maximum range; unlimited if left out."),
        click.option("--distance", type=number(1, 83), help="The distance in hexes (the closest allowed)."),
        click.option("--mode", type=click.Choice(_MODES), help="The kind of fire (direct, or as the position has it)."),
        click.option("--target", type=click.Choice(("armoured", "unarmoured")), default="unarmoured",
                     help="What it fires at (unarmoured)."),
        click.option("--defence", type=number(-5, 5), default=0, help="The target's printed Defence Rating (0)."),
        click.option("--mass", type=number(0, 99), default=0, help="Steps stacked in the target's hex (0)."),
        click.option("--firer-cohesion", type=number(0, 2), default=0, help="The firer's Cohesion Hits."),
        click.option("--firer-barrage", type=click.Choice(("light", "heavy")), help="The barrage in the firer's hex."),
        click.option("--weather", type=click.Choice(("clear", "mist", "sandstorm")), default="clear",
                     help="The weather."),
        *(click.option(flag, is_flag=True, help=text) for flag, text in _FLAGS.items()),
        click.option("--company-bonus", is_flag=True,
                     help="The firer has the Company Bonus; in a position: tries for it."),
        click.option("--roll", type=die, metavar="DIE", multiple=True,
                     help="The die roll; in a position all rolls in order, cp for a Command Point."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def plain_shot(table: Table, values: dict[str, Any]) -> ShotFacts:
    """Return the shot that plain facts describe. A usage error if something is missing or contradicts itself."""
    for name in _OF_POSITION:
        if values[name] is not None:
            raise table.refuse(f"{_spelled(name)} is about a unit: it needs a POSITION, or --scenario N")
    for name in ("rating", "colour"):
        if values[name] is None:
            raise table.refuse(f"Missing option '--{name}' (or a POSITION with --from and --at)")
    if values["colour"] not in table.game.weapons:
        weapons = ", ".join(table.game.weapons)
        raise table.refuse(f"--colour: {table.game.name} has no {values['colour']} weapons; it has {weapons}")
    for pair in _EXCLUSIVE:
        if all(values[name] for name in pair):
            note(f"{' and '.join(map(_spelled, pair))} cannot both be true; both are counted")
    facts = {name: values[name] for name in _FACTS}
    facts |= {name: given_rows(table.context, values, chart) for name, chart in _ROWS.items()}
    facts["firer_barrage"] = values["firer_barrage"] or ""
    mode = Mode(values["mode"] or Mode.DIRECT)
    facts["distance"] = values["distance"] or least_distance(table.book, values["colour"], mode)
    return ShotFacts(**facts, mode=mode, company_bonus=values["company_bonus"])


def asked_shot(table: Table, values: dict[str, Any]) -> ShotQuestion:
    """Return the shot that two units of a position describe."""
    given = [_spelled(name) for name in _FACTS if _is_given(table.context, name)]
    given += filter(None, [own_option_given(table.context)])
    if given:
        raise table.refuse(f"{given[0]} comes from the position: leave it out, or give no POSITION")
    for name in ("from_unit", "at_unit"):
        if values[name] is None:
            raise table.refuse(f"Missing option '{_spelled(name)}': the unit")
    return shot_question(
        table.known_position,
        table.book,
        table.unit(values["from_unit"], "--from"),
        table.unit(values["at_unit"], "--at"),
        mode=Mode(values["mode"]) if values["mode"] else None,
        spotter=table.unit(values["spotter"], "--spotter") if values["spotter"] else "",
        to=None if values["to"] is None else table.hex(values["to"], "--to"),
        company_bonus=values["company_bonus"],
    )


def dice(values: dict[str, Any]) -> list[int | None]:
    """Return the dice that were given, None for a Command Point."""
    return [None if die == "cp" else die for die in values["roll"]]


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _spelled(name: str) -> str:
    return {"from_unit": "--from", "at_unit": "--at"}.get(name, "--" + name.replace("_", "-"))
