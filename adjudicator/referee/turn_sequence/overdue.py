"""What is held up: an action is refused once for what should have gone before it, and that may be done later."""

from __future__ import annotations

from typing import Final

from ...rules.rule_sets import exclusive_rules
from ..state import RefereeState
from .progress import Overdue

__all__ = ["with_overdue"]

_HOLDS: Final = frozenset({"withdrawal-roll-due", "event-due", "break-out-due"})
"""The refusals of an action while a step that goes before everything else has still to be done."""


def with_overdue(state: RefereeState, number: int) -> RefereeState:
    """Let what was held up go on if the action of an entry was refused for it: it is reported once."""
    entry = state.ledger[number]
    names = {each.name for each in entry.ruling.findings} if entry.ruling is not None else set()
    if not names & _HOLDS:
        return state
    position = state.position
    rules = exclusive_rules(position.game)
    due = rules.is_break_out_demanded(position) and "break-out-due" in names
    state = state.with_turn(overdue=Overdue(position.event, position.withdrawals, due))
    if due:
        position = rules.with_break_out_demanded(position, demanded=False)
    return state.going_on_from(number, position.after(event="", withdrawals=()))
