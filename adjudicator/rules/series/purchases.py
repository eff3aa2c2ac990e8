"""The purchase of Formation chits with Dispatch Points (R6.6, R6.9, R6.10; NQoS S5.4, Scenario 2, Scenario 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...game.order_of_battle import Chit, ChitKind
from ...game.play import BuyChit, Purchase
from ...game.position import Position
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from .sequence import CHITS, begin_step, is_set_up

__all__ = ["buy_chit", "chit_price"]

_FREE_CHIT_TAKEN: Final = "free-chit-taken"
"""The flag of a position in which the scenario's free chit has been chosen (Scenario 2)."""


def chit_price(book: RuleBook, chit: Chit, when: Purchase) -> int:
    """Return the price of a Formation chit in Dispatch Points (R6.9); some divisions pay more (NQoS S5.4)."""
    if when == Purchase.FREE:
        return 0
    return book.number("chit-prices", when, "price") * book.game.divisions[chit.division].chit_cost_factor


def buy_chit(judgement: Judgement, action: BuyChit) -> None:
    """Judge the purchase of a Formation chit: for this turn or the next one, one for each formation (R6.9, R6.10).

    Before the first turn a scenario may let only one side buy, and may give it a chit for free (Scenario 2).
    """
    chit = judgement.position.game.chits.get(action.chit)
    if chit is None or chit.kind != ChitKind.FORMATION:
        judgement.refuse(
            "no-such-chit" if chit is None else "chit-not-for-sale", chit=chit.name if chit else action.chit
        )
        return
    if not begin_step(judgement, CHITS):
        return
    _check_chit(judgement, chit, action.when)
    _pay(judgement, chit, action.when)
    position = judgement.position
    if action.when == Purchase.NEXT_TURN:
        judgement.position = position.after(next_turn=tuple(sorted({*position.next_turn, chit.id})))
    else:
        judgement.position = position.after(mug=tuple(sorted({*position.mug, chit.id})))
    if action.when == Purchase.FREE:
        judgement.position = judgement.position.after(flags=judgement.position.flags | {_FREE_CHIT_TAKEN})


def _check_chit(judgement: Judgement, chit: Chit, when: Purchase) -> None:
    """Refuse a chit that is not available: not yet, not in this scenario, not by this side, not twice (R6.10)."""
    position = judgement.position
    exclusive_rules(position.game).check_chit(judgement, chit)
    if chit.division not in position.points or not any(True for _ in _units_of(position, chit)):
        judgement.refuse("formation-not-in-scenario", chit=chit.name, scenario=position.scenario)
    taken = (*position.next_turn,) if when == Purchase.NEXT_TURN else (*position.mug, *position.played)
    if chit.id in taken:
        judgement.refuse("chit-bought-already", chit=chit.name)
    side = position.game.divisions[chit.division].side
    if when == Purchase.FREE:
        if not _may_choose_freely(position, side):
            judgement.refuse("no-free-chit", chit=chit.name)
    elif is_set_up(position) and side not in _first_buyers(position):
        judgement.refuse("no-first-purchase", rule=f"Scenario {position.scenario}", chit=chit.name)


def _units_of(position: Position, chit: Chit) -> Iterator[str]:
    return (unit for unit in position.units if position.game.units[unit].formation == chit.formation)


def _may_choose_freely(position: Position, side: str) -> bool:
    """Return whether a side may put a Formation chit into the mug for free (Scenario 2)."""
    scenario = position.game.scenarios[position.scenario]
    return is_set_up(position) and scenario.free_formation_chit == side and _FREE_CHIT_TAKEN not in position.flags


def _first_buyers(position: Position) -> frozenset[str]:
    """Return the sides that may buy before the first turn (Scenario 2, Scenario 3, Scenario 4)."""
    rows = position.game.scenarios[position.scenario].special
    return frozenset(side for row in rows if row["id"] == "first-purchase" for side in row["sides"].split())


def _pay(judgement: Judgement, chit: Chit, when: Purchase) -> None:
    """Take the price from the division's Dispatch Points, as far as it has the points (R6.6, R6.9)."""
    price, points = chit_price(judgement.book, chit, when), judgement.position.points.get(chit.division)
    left = points.dispatch if points else 0
    if left < price:
        division = judgement.position.game.divisions[chit.division].name
        judgement.refuse("dispatch-points-short", chit=chit.name, price=price, division=division, points=left)
    elif price:
        judgement.position = judgement.position.with_points(chit.division, dispatch=-price)
