"""Possible next actions by the exclusive rules: withdrawals, events, the break-out, air strikes (NQoS S1.0, S3.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ...game import play
from ...game.play import Action
from ...game.position import Position
from ..exclusive_rules import OwedAction
from ..rule_book import RuleBook
from ..series.formations import formations_on_map
from .break_out import best_route, break_out_is_due, is_break_out_due
from .command_exemptions import is_jock_column
from .jock_column import deployment_hexes
from .random_events import event_hexes, steps_on_map

__all__ = ["air_strikes", "first_actions", "owed_actions", "unit_actions"]

_HIGHEST_FACE: Final = 9


def first_actions(position: Position, book: RuleBook) -> Iterator[Action]:
    """Yield the actions that take precedence (NQoS S3.0, S4.6, S5.3): of the ways out of Bir Hacheim the best."""
    for formation in dict.fromkeys(position.withdrawals):
        yield play.WithdrawalRoll(formation)
        yield play.WithdrawalRoll(formation, command_point=True)
    yield from _events(position, book)
    if break_out_is_due(position):
        route = best_route(position, book)
        yield play.BreakOut(route.hexes if route else ())


def air_strikes(position: Position) -> Iterator[Action]:
    """Yield an air strike at each unit, if there is one to be made (NQoS S1.0)."""
    if position.strikes:
        yield from (play.AirStrike(unit) for unit in position.units)


def unit_actions(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    """Yield the turning over of a gun, and the coming and going of the Jock Column (NQoS S4.3, S4.5)."""
    if position.units[unit].hidden:
        yield play.Reveal(unit)
    if is_jock_column(position, unit):
        yield from (play.Deploy(unit, place) for place in deployment_hexes(position, book))
        yield play.TakeBack(unit)


# random events


def _events(position: Position, book: RuleBook) -> Iterator[Action]:
    if position.event:
        yield from _CHOICES[position.event](position, book)


def _rommel(position: Position, _book: RuleBook) -> Iterator[Action]:
    return (play.CarryOutEvent(leader=leader) for leader in position.leaders)


def _hexes(position: Position, book: RuleBook) -> Iterator[Action]:
    return (play.CarryOutEvent(hex=place) for place in event_hexes(position, book, position.event))


def _relief(position: Position, _book: RuleBook) -> Iterator[Action]:
    """Yield, for each German formation, it and as many of the next ones as any die asks for."""
    there = formations_on_map(position, division="90-leichte")
    for at in range(len(there)):
        order = (*there[at:], *there[:at])
        chosen: tuple[str, ...] = ()
        while sum(steps_on_map(position, each) for each in chosen) < _HIGHEST_FACE and len(chosen) < len(order):
            chosen = order[: len(chosen) + 1]
        yield play.CarryOutEvent(formations=chosen)


def _surrender(position: Position, _book: RuleBook) -> Iterator[Action]:
    there = formations_on_map(position, division="french")
    yield from (play.CarryOutEvent(formations=(formation,)) for formation in there)
    if not there:
        yield play.CarryOutEvent()


_CHOICES: Final[Mapping[str, Callable[[Position, RuleBook], Iterator[Action]]]] = {
    "rommel": _rommel,
    "ammo-dump": _hexes,
    "relief-1": _relief,
    "indian-gun": _hexes,
    "surrender-requested": _surrender,
}


def owed_actions(position: Position, book: RuleBook) -> Iterator[OwedAction]:
    """Yield the rolls for withdrawal, the random event and the break-out that are due (NQoS S5.3, S3.0, S4.6)."""
    for formation, times in Counter(position.withdrawals).items():
        often = f", {times} times" if times > 1 else ""
        name = position.game.formations[formation].name
        yield OwedAction(play.WithdrawalRoll(formation), f"withdrawal roll for {name}{often}", "NQoS S5.3")
    if position.event:
        name = book.text("random-events", position.event, "name")
        yield OwedAction(play.CarryOutEvent(), f"carry out the Random Event: {name}", "NQoS S3.0")
    if is_break_out_due(position):
        yield OwedAction(play.BreakOut(), "break-out: the French withdraw", "NQoS S4.6")
