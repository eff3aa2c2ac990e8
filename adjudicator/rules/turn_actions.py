"""What may come next in a turn besides what units do: dice, purchases, arrivals, events, the end (R4.1 to R4.6).

As with the actions of units, candidates are made here and the chapters say which of them are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ..game import play
from ..game.hexes import Hex
from ..game.play import Action
from ..game.position import Position, Status
from .bir_hacheim.break_out import best_route, break_out_is_due
from .bir_hacheim.random_events import event_hexes, formations_on_map, steps_on_map
from .bir_hacheim.regions import entry_hex_at
from .legal_actions import playable_chits, possible_strikes, would_be_legal
from .rule_book import RuleBook
from .series.purchases import FREE, NEXT_TURN, THIS_TURN
from .series.reinforcements import arrival_places, units_due
from .series.sequence import AIRPOWER, ARRIVALS, CHITS, SUPPLY, WEATHER, open_steps
from .series.turn_end import turn_is_over

__all__ = ["turn_actions"]

_HIGHEST_FACE: Final = 9


def turn_actions(position: Position, book: RuleBook) -> tuple[Action, ...]:
    """Return every action that may come next and that no unit does, without dice, in the order of the turn (R4.1).

    A decision that has many forms is offered in those that matter: one purchase for each chit and turn, each unit in
    each place where it may arrive, the best way out of Bir Hacheim.
    """
    if position.outcome:
        return ()
    candidates = (action for make in _MAKERS for action in make(position, book))
    return tuple(action for action in candidates if would_be_legal(position, action, book))


def _withdrawal_rolls(position: Position, _book: RuleBook) -> Iterator[Action]:
    for formation in dict.fromkeys(position.withdrawals):
        yield play.WithdrawalRoll(formation)
        yield play.WithdrawalRoll(formation, command_point=True)


def _dice(position: Position, book: RuleBook) -> Iterator[Action]:
    kinds: Mapping[str, Action] = {WEATHER: play.Weather(), AIRPOWER: play.Airpower(), SUPPLY: play.Supply()}
    yield from (kinds[step] for step in open_steps(position, book) if step in kinds)


def _purchases(position: Position, book: RuleBook) -> Iterator[Action]:
    if CHITS in open_steps(position, book):
        for chit in position.game.chits.values():
            if chit.kind == "formation":
                yield from (play.BuyChit(chit.id, when) for when in (THIS_TURN, NEXT_TURN, FREE))


def _arrivals(position: Position, book: RuleBook) -> Iterator[Action]:
    if ARRIVALS in open_steps(position, book):
        for unit in units_due(position):
            for place in sorted(arrival_places(position, book, unit), key=str):
                if place is not None:
                    yield play.Arrive(unit, place)


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


def _break_out(position: Position, book: RuleBook) -> Iterator[Action]:
    if break_out_is_due(position):
        route = best_route(position, book)
        yield play.BreakOut(route.hexes if route else ())


def _chits(position: Position, book: RuleBook) -> Iterator[Action]:
    yield from possible_strikes(position, book)
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


_MAKERS: Final = (_withdrawal_rolls, _events, _break_out, _dice, _purchases, _arrivals, _chits, _end)
