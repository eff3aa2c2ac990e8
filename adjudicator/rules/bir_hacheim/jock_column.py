"""The Jock Column: a French unit that comes into play and goes again through the minefield doors (NQoS S4.5)."""

from __future__ import annotations

from typing import Any

from ...game.hexes import Hex
from ...game.order_of_battle import ChitKind
from ...game.play import Deploy, TakeBack
from ...game.position import Position, Status, UnitState
from ..judgement import Judgement
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


def deploy(judgement: Judgement, action: Deploy) -> None:
    """Judge the coming of the Jock Column, which costs a Command Point (NQoS S4.5, R6.11)."""
    unit, place = action.unit, action.hex
    if not is_jock_column(judgement.position, unit):
        judgement.refuse("not-the-jock-column", unit=judgement.name(unit))
        return
    state = judgement.state(unit)
    if state.status is Status.ON_MAP:
        judgement.refuse("jock-column-in-play", unit=judgement.name(unit), hex=state.place)
        return
    if not may_deploy(judgement.position, judgement.book, unit):
        judgement.refuse("jock-column-wrong-chit", unit=judgement.name(unit))
    _check_hex(judgement, unit, place)
    price = judgement.book.number("command-point-uses", "jock-column")
    if short_of_points(judgement.position, judgement.book, unit, price):
        judgement.refuse("jock-column-no-point", unit=judgement.name(unit), price=price)
    else:
        judgement.position = judgement.position.with_points(judgement.unit(unit).division, command=-price)
    fresh = UnitState(Status.ON_MAP, place, judgement.unit(unit).steps, actions=state.actions, finished=state.finished)
    judgement.position = judgement.position.after(units={**judgement.position.units, unit: fresh})


def _check_hex(judgement: Judgement, unit: str, place: Hex) -> None:
    """Refuse a hex where the Jock Column cannot come: no door, an enemy in it, an enemy Fire Zone (NQoS S4.5)."""
    position, book = judgement.position, judgement.book
    figures: dict[str, Any] = {"unit": judgement.name(unit), "hex": place}
    if place not in deployment_hexes(position, book):
        judgement.refuse("jock-column-wrong-hex", **figures)
    side = judgement.side(unit)
    if any(judgement.side(other) != side for other in position.units_in(place)):
        judgement.refuse("jock-column-enemy-in-hex", **figures)
    if zone_units(position, book, place, side):
        judgement.refuse("jock-column-in-zone", **figures)


def take_back(judgement: Judgement, action: TakeBack) -> None:
    """Judge the going of the Jock Column at the end of its activation in one of its hexes (NQoS S4.5)."""
    unit = action.unit
    if not is_jock_column(judgement.position, unit):
        judgement.refuse("not-the-jock-column", unit=judgement.name(unit))
        return
    state = judgement.state(unit)
    if state.status is not Status.ON_MAP:
        judgement.refuse("not-on-the-map", unit=judgement.name(unit))
        return
    if not state.actions or judgement.position.activation.unit not in (unit, ""):
        judgement.refuse("jock-column-not-active", unit=judgement.name(unit))
    if state.place not in deployment_hexes(judgement.position, judgement.book):
        judgement.refuse("jock-column-wrong-hex", unit=judgement.name(unit), hex=state.place)
    finish(judgement, unit)
    gone = UnitState(Status.WAITING, steps=state.steps, actions=state.actions, finished=True)
    judgement.position = judgement.position.after(units={**judgement.position.units, unit: gone})
