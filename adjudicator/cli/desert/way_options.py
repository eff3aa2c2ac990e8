"""The arguments and options that describe a way through the desert."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

import click

from ...report.safe_text import one_line
from ...rules.desert.conditions import BOARDS, DENSITIES, EC, PRESSURES, WEIGHTS, Conditions, Mover
from ...rules.desert.contradictions import check_way
from ...rules.desert.movement import Way, way
from ...rules.desert.spelling import known_as
from ...rules.desert.terrain import BadDescription, DesertHex, described_hex, terrain
from .spelled import Spelled

__all__ = ["asked_way", "conditions_options", "hex_text", "level", "meant", "way_options", "word_text"]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
_HALVES = re.compile(r"-?[0-9]{1,2}(\.[05])?")
_MAX_COST = 99
_MAX_STEPS = 60


def hex_text(_context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Return described hexes, one or several. A usage error for an unknown word."""
    try:
        if isinstance(value, tuple):
            return tuple(described_hex(text, terrain()) for text in value)
        return described_hex(value, terrain())
    except BadDescription as error:
        raise click.BadParameter(one_line(str(error)), param=parameter) from None


def meant(check: Callable[..., None], *described: Any, **also: Any) -> None:
    """Check a description against itself. A usage error if it makes no sense."""
    try:
        check(*described, **also)
    except BadDescription as error:
        raise click.UsageError(one_line(str(error)), click.get_current_context()) from None


def word_text(known: Callable[[tuple[str, ...]], T]) -> Callable[..., T]:
    """Return a callback that takes words through *known*. A usage error for an unknown word."""

    def read(_context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> T:
        """Return the value of an option. Raises ``click.BadParameter`` for a word that is not known."""
        try:
            return known(value)
        except BadDescription as error:
            raise click.BadParameter(one_line(str(error)), param=parameter) from None

    return read


class _Level(click.ParamType):  # type: ignore[type-arg]
    """An elevation in halves of a level."""

    name = "level"

    def convert(self, value: Any, _parameter: click.Parameter | None, _context: click.Context | None) -> Fraction:
        """Read ``1``, ``0.5``, ``-1``."""
        if isinstance(value, Fraction):
            return value
        if not _HALVES.fullmatch(value):
            self.fail(f"{one_line(value, 20)!r} is not an elevation in halves, such as 0, 0.5, -1")
        return Fraction(value)


level = _Level()


def _costs(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    costs = {}
    for value in values:
        said, equals, number = value.partition("=")
        name = known_as(said, terrain().costs)
        if not equals or name is None:
            known = ", ".join(terrain().costs)
            raise click.BadParameter(f"{one_line(value, 40)!r} is not COST=N with COST one of {known}")
        if not (number.isascii() and number.isdecimal() and len(number) <= 2 and int(number) <= _MAX_COST):
            raise click.BadParameter(f"{one_line(number, 20)!r} is not a whole number from 0 to {_MAX_COST}")
        costs[name] = int(number)
    return costs


def conditions_options(command: F) -> F:
    """Add the options that are the same for all that happens: EC, what the boards are, dust."""
    for option in (
        click.option("--dust", type=Spelled(DENSITIES), default="none", help="The density of dust (none)."),
        click.option("--boards", type=Spelled(BOARDS), default="desert", help="What the Desert Boards are (desert)."),
        click.option("--ec", type=Spelled(EC), default="dry", help="The Environmental Conditions (dry)."),
    ):
        command = option(command)
    return command


def way_options(command: F) -> F:
    """Add the arguments and options of a way."""
    for option in (
        click.option("--cost", "costs", multiple=True, metavar="COST=N", callback=_costs,
                     help="A figure of a chart that the document does not have, such as brush=4."),
        click.option("--windy", is_flag=True, help="Heavy Winds or Gusts are in effect."),
        click.option("--small", is_flag=True, help="A vehicle with the size modifier +2."),
        click.option("--buttoned-up", is_flag=True, help="The vehicle is buttoned up."),
        click.option("--towing", is_flag=True, help="It tows a Gun."),
        click.option("--ground-pressure", type=Spelled(PRESSURES), default="low", help="Ground Pressure (low)."),
        click.option("--weight", type=Spelled(WEIGHTS), default="light", help="How heavy a truck is (light)."),
        click.option("--british", is_flag=True, help="A truck of British make."),
        click.option("--from", "start", metavar="HEX", default="open", callback=hex_text,
                     help="Where it starts (open)."),
        click.argument("hexes", metavar="HEX...", nargs=-1, required=True, callback=hex_text),
        click.argument("unit", metavar="CLASS", type=Spelled(list(terrain().classes))),
    ):  # fmt: skip
        command = option(command)
    return conditions_options(command)


def asked_way(values: dict[str, Any]) -> Way:
    """Return the way that the arguments and options describe."""
    hexes: tuple[DesertHex, ...] = values["hexes"]
    if len(hexes) > _MAX_STEPS:
        raise click.UsageError(f"a way has at most {_MAX_STEPS} steps", click.get_current_context())
    mover = Mover(
        terrain().classes[values["unit"]],
        british=values["british"],
        weight=values["weight"],
        pressure=values["ground_pressure"],
        towing=values["towing"],
        buttoned_up=values["buttoned_up"],
        small=values["small"],
    )
    meant(check_way, values["start"], hexes, mover)
    conditions = Conditions(values["ec"], values["boards"], values["dust"], values["windy"], values["costs"])
    return way(values["start"], hexes, mover, conditions, terrain())
