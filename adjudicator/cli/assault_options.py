"""The options that describe an assault in a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..game.action_words import ActionType
from ..game.hexes import Hex
from ..game.play import Assault
from ..report.action_words import action_words
from ..report.answers_text import Scene
from ..rules.questions import as_if_activated
from .completion import complete_units
from .rule_options import Table, hex_name

__all__ = ["asked_assault", "assault_options", "assault_scene", "participants"]

F = TypeVar("F", bound=Callable[..., Any])


def assault_options(command: F) -> F:
    """Add the options of an assault."""
    options = [
        click.option("--unit", "units", multiple=True, required=True, metavar="UNIT", shell_complete=complete_units,
                     help="An assaulting unit; repeat it for each one."),
        click.option("--at", "place", type=hex_name, metavar="CC.RR", required=True, help="The hex under assault."),
        click.option("--company-bonus", "bonus", multiple=True, metavar="UNIT", shell_complete=complete_units,
                     help="A unit of either side that tries for the Company Bonus."),
        click.option("--aim", "aims", multiple=True, metavar="FIRER=UNIT", help="Who fires at whom."),
        click.option("--retreat", "retreats", multiple=True, metavar="UNIT=CC.RR", help="A defender's retreat."),
        click.option("--advance", multiple=True, metavar="UNIT", shell_complete=complete_units,
                     help="A unit that advances into the hex; by default all that can."),
        click.option("--charge", is_flag=True, help="Charge instead of fighting with fire."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def asked_assault(table: Table, values: dict[str, Any]) -> Assault:
    """Return the assault that the options describe. A usage error if it is against a gun that is face down."""
    position = table.known_position
    place = table.hex(values["place"], "--at")
    for unit in position.units_in(place):
        if not table.viewer.knows(position, unit):
            name = table.viewer.name(position, unit)
            raise table.refuse(f"--at: {name} is face down; only its owner may ask this (--side SIDE or --referee)")
    retreats = tuple(_pair(table, text, "--retreat") for text in values["retreats"])
    return Assault(
        units=tuple(table.unit(text, "--unit") for text in values["units"]),
        target=place,
        company_bonus=tuple(table.unit(text, "--company-bonus") for text in values["bonus"]),
        targets=tuple(
            (table.unit(firer, "--aim"), table.unit(target, "--aim"))
            for firer, target in (_pair(table, text, "--aim") for text in values["aims"])
        ),
        defender_retreats=bool(retreats),
        retreat_to=tuple((table.unit(unit, "--retreat"), _place(table, end)) for unit, end in retreats),
        advance=tuple(table.unit(text, "--advance") for text in values["advance"]),
        charge=values["charge"],
    )


def _pair(table: Table, text: str, option: str) -> tuple[str, str]:
    first, equals, second = text.partition("=")
    if not (first.strip() and equals and second.strip()):
        raise table.refuse(f"{option}: {text!r} is not two names with = between them")
    return first, second


def _place(table: Table, text: str) -> Hex:
    try:
        return table.hex(Hex.parse(text.strip()), "--retreat")
    except ValueError as error:
        raise table.refuse(f"--retreat: {error}") from None


def assault_scene(table: Table, action: Assault) -> tuple[str, Scene]:
    """Return an assault in words, and a position in which it may be made."""
    what_if = as_if_activated(table.known_position, table.book, action.units, ActionType.ASSAULT)
    words = action_words(action, what_if.position, table.viewer)
    return words, Scene(what_if.position, table.viewer, what_if.now)


def participants(table: Table, action: Assault) -> list[str]:
    """Return the units of an assault, in the order of the position."""
    position = table.known_position
    present = {*action.units, *position.units_in(action.target)}
    return [unit for unit in position.units if unit in present]
