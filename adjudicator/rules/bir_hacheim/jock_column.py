"""The Jock Column: a French unit that comes into play and goes again through the minefield doors (NQoS S4.5)."""

from __future__ import annotations

from typing import Any

from ...game.hexes import Hex
from ...game.order_of_battle import ChitKind
from ...game.play import DeployJockColumn, TakeBackJockColumn
from ...game.position import Position, Status, UnitState
from ..judgement import Judging
from ..rule_book import RuleBook
from ..series.command import chit_in_play, finish, short_of_points
from ..series.sight import zone_units
from .command_exemptions import is_jock_column

__all__ = ["deploy", "deployment_hexes", "may_deploy", "take_back"]

_CHART = "jock-column"


def deployment_hexes(position: Position, book: RuleBook) -> tuple[Hex, ...]:
    """Return the hexes where the Jock Column comes and goes: the minefield doors and one more (NQoS S4.5)."""
    doors = tuple(place for place, terrain in position.game.map.hexes.items() if terrain.door)
    return (*doors, Hex.parse(book.text(_CHART, "hex", "value")))


def may_deploy(position: Position, book: RuleBook, unit: str) -> bool:
    """Return whether the chit in play lets the Jock Column come (NQoS S4.5).

    It must be a Division or Direct Command chit of its side, or the chit of one formation.
    """
    chit = chit_in_play(position)
    if chit is None:
        return False
    if chit.kind == ChitKind.FORMATION:
        return chit.formation == book.text(_CHART, "formation", "value")
    return chit.side == position.side(unit)


def deploy(judging: Judging, action: DeployJockColumn) -> None:
    """Judge the coming of the Jock Column, which costs a Command Point (NQoS S4.5, R6.11)."""
    unit, place = action.unit, action.hex
    if not is_jock_column(judging.position, unit):
        judging.refuse("not-the-jock-column", unit=judging.name(unit))
        return
    state = judging.state(unit)
    if state.status is Status.ON_MAP:
        judging.refuse("jock-column-in-play", unit=judging.name(unit), hex=state.place)
        return
    if not may_deploy(judging.position, judging.book, unit):
        judging.refuse("jock-column-wrong-chit", unit=judging.name(unit))
    _check_hex(judging, unit, place)
    price = judging.book.number("command-point-uses", "jock-column")
    if short_of_points(judging.position, judging.book, unit, price):
        judging.refuse("jock-column-no-point", unit=judging.name(unit), price=price)
    else:
        judging.position = judging.position.with_points(judging.unit(unit).division, command=-price)
    fresh = UnitState(Status.ON_MAP, place, judging.unit(unit).steps, actions=state.actions, finished=state.finished)
    judging.position = judging.position.after(units={**judging.position.units, unit: fresh})


def _check_hex(judging: Judging, unit: str, place: Hex) -> None:
    """Refuse a hex where the Jock Column cannot come: no door, an enemy in it, an enemy Fire Zone (NQoS S4.5)."""
    position, book = judging.position, judging.book
    figures: dict[str, Any] = {"unit": judging.name(unit), "hex": place}
    if place not in deployment_hexes(position, book):
        judging.refuse("jock-column-wrong-hex", **figures)
    side = judging.side(unit)
    if any(judging.side(other) != side for other in position.units_in(place)):
        judging.refuse("jock-column-enemy-in-hex", **figures)
    if zone_units(position, book, place, side):
        judging.refuse("jock-column-in-zone", **figures)


def take_back(judging: Judging, action: TakeBackJockColumn) -> None:
    """Judge the going of the Jock Column at the end of its activation in one of its hexes (NQoS S4.5)."""
    unit = action.unit
    if not is_jock_column(judging.position, unit):
        judging.refuse("not-the-jock-column", unit=judging.name(unit))
        return
    state = judging.state(unit)
    if state.status is not Status.ON_MAP:
        judging.refuse("not-on-the-map", unit=judging.name(unit))
        return
    if not state.actions or judging.position.activation.unit not in (unit, ""):
        judging.refuse("jock-column-not-active", unit=judging.name(unit))
    if state.place not in deployment_hexes(judging.position, judging.book):
        judging.refuse("jock-column-wrong-hex", unit=judging.name(unit), hex=state.place)
    finish(judging, unit)
    gone = UnitState(Status.WAITING, steps=state.steps, actions=state.actions, finished=True)
    judging.position = judging.position.after(units={**judging.position.units, unit: gone})
