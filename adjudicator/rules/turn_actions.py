"""Possible next actions in a turn besides those of units: dice, purchases, arrivals, chits, the end (R4.1 to R4.6).

As with the actions of units, candidates are made here and the chapters decide which of them are legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..game import play
from ..game.hexes import Hex
from ..game.order_of_battle import ChitKind
from ..game.play import Action
from ..game.position import Position, Status
from .legal_actions import free_actions, playable_chits, would_be_legal
from .rule_book import RuleBook
from .rule_sets import exclusive_rules
from .series.regions import entry_hex_at
from .series.reinforcements import arrival_places, units_due
from .series.sequence import ARRIVALS, CHITS, open_steps, turn_steps
from .series.turn_end import turn_is_over

__all__ = ["turn_actions"]


def turn_actions(position: Position, book: RuleBook, *, chits: bool = True) -> tuple[Action, ...]:
    """Return every possible next action that no unit does, without dice, in the order of the turn (R4.1).

    A decision with many forms is offered in those that matter: one purchase for each chit and turn, each unit in
    each place where it may arrive. Without *chits* those are left out that bring the next chit, or come before it.
    """
    if position.outcome:
        return ()
    candidates = (action for make in _MAKERS if chits or make is not _chits for action in make(position, book))
    return tuple(action for action in candidates if would_be_legal(position, action, book))


def _first(position: Position, book: RuleBook) -> Iterable[Action]:
    return exclusive_rules(position.game).first_actions(position, book)


def _dice(position: Position, book: RuleBook) -> Iterator[Action]:
    steps = turn_steps(position.game)
    yield from (steps[step].action for step in open_steps(position, book) if step in steps)


def _purchases(position: Position, book: RuleBook) -> Iterator[Action]:
    if CHITS in open_steps(position, book):
        for chit in position.game.chits.values():
            if chit.kind == ChitKind.FORMATION:
                yield from (play.BuyChit(chit.id, when) for when in play.Purchase)


def _arrivals(position: Position, book: RuleBook) -> Iterator[Action]:
    if ARRIVALS in open_steps(position, book):
        for unit in units_due(position):
            for place in sorted(arrival_places(position, book, unit), key=str):
                if place is not None:
                    yield play.Arrive(unit, place)


def _chits(position: Position, book: RuleBook) -> Iterator[Action]:
    yield from free_actions(position, book)
    yield from playable_chits(position, book)


def _end(position: Position, _book: RuleBook) -> Iterator[Action]:
    if turn_is_over(position):
        for unit, state in position.units.items():
            place = state.place
            if state.status is Status.ON_MAP and isinstance(place, Hex) and _is_own_entry(position, unit, place):
                yield play.LeaveMap(unit)
        yield play.EndTurn()


def _is_own_entry(position: Position, unit: str, place: Hex) -> bool:
    return entry_hex_at(position, place, position.side(unit)) is not None


_MAKERS: Final = (_first, _dice, _purchases, _arrivals, _chits, _end)
