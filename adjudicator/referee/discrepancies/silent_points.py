"""Command Points paid for withdrawal rolls without a word: only the track shows them, maybe much later (NQoS S5.3).

The point changes nothing if the formation would stay, or go, without it as well: such a payment leaves no other mark.
"""

from __future__ import annotations

from typing import Final

from ...game.play import WithdrawalRoll
from ..accounts.slips import Slip
from ..state import RefereeState
from .aspects import Aspect, AspectField, AspectKind, carried
from .attribution import points_missing
from .discrepancy import Discrepancy

__all__ = ["with_points_of_withdrawals"]

_PAID: Final = "a Command Point was paid for it: only the track shows that, and later"


def with_points_of_withdrawals(state: RefereeState, aspect: Aspect, each: Discrepancy) -> RefereeState | None:
    """Go on from the table if the points that are gone from a track are those of rolls for withdrawal in this turn.

    Return None if they are not.
    """
    if aspect.kind is not AspectKind.POINTS or aspect.field != AspectField.COMMAND:
        return None
    gone, rolls = points_missing(state.position, each.table, aspect), _unpaid_rolls(state, aspect.subject)
    if not 0 < gone <= len(rolls):
        return None
    for number in rolls[-gone:]:
        slips = (*state.ledger[number].slips, Slip.PAYMENT_MARKED_LATE)
        state = state.with_notes(number, _PAID).changing(number, slips=slips)
    state = state.with_discrepancies(state.discrepancies.without(aspect))
    return state.at(carried(state.position, each.table, [aspect]))


def _unpaid_rolls(state: RefereeState, division: str) -> list[int]:
    """Return the numbers of a division's rolls for withdrawal in this turn that a point may have been paid for."""
    game, found = state.position.game, list[int]()
    for entry in reversed(state.ledger.entries):
        if entry.before.time != state.position.time:
            break
        roll, paid = entry.action, Slip.PAYMENT_MARKED_LATE in entry.slips
        if not isinstance(roll, WithdrawalRoll) or paid or not entry.point_without_mark:
            continue
        if game.formations[roll.formation].division == division:
            found.append(entry.number)
    return found[::-1]
