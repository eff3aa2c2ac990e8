"""French Morale and its change by losses (NQoS S4.6). In play only where the position has a morale."""

from __future__ import annotations

from typing import Final

from ...game.position import Position
from ..judgement import Judgement
from ..rule_book import RuleBook
from .command_exemptions import is_jock_column

__all__ = [
    "WITHDRAWAL_DUE", "WITHDRAWAL_OVERDUE", "change_morale", "is_too_low", "may_have_been_too_low", "note_elimination",
    "note_lost_steps", "with_withdrawal_demanded", "withdrawal_demanded",
]  # fmt: skip

WITHDRAWAL_DUE: Final = "withdrawal-due"
"""The flag of a position in which French Morale has been too low: the French withdraw in the next Night turn."""
WITHDRAWAL_OVERDUE: Final = "withdrawal-overdue"
"""The flag of a position in which the French should have withdrawn and did not: reported once, not demanded again."""
_SIDE: Final = "french"
_LIMITS: Final = "morale-limits"


def note_lost_steps(judgement: Judgement, unit: str, steps: int) -> None:
    """Change French Morale for steps that a unit has lost: down for French ones, up for others (NQoS S4.6)."""
    row = "french-step" if judgement.side(unit) == _SIDE else "axis-step"
    change_morale(judgement, steps * judgement.book.number("morale-changes", row))


def note_elimination(judgement: Judgement, unit: str) -> None:
    """Lower French Morale if the unit that was eliminated is the Jock Column, which has no steps (NQoS S4.6)."""
    if is_jock_column(judgement.position, unit):
        change_morale(judgement, judgement.book.number("morale-changes", "jock-column"))


def change_morale(judgement: Judgement, change: int) -> None:
    """Change French Morale, which never rises above its highest (NQoS S4.6).

    The track ends at 0. Once it has been below what the chart says, the French will withdraw in any case.
    """
    position = judgement.position
    if position.morale is None or not change:
        return
    morale = max(0, min(judgement.book.number(_LIMITS, "highest"), position.morale + change))
    changed, flags = position.after(morale=morale), position.flags
    if is_too_low(morale, judgement.book):
        flags = (flags | {WITHDRAWAL_DUE}) - {WITHDRAWAL_OVERDUE}
    elif withdrawal_demanded(position):
        flags |= {WITHDRAWAL_DUE}
    judgement.position = changed.after(flags=flags)


def is_too_low(morale: int | None, book: RuleBook) -> bool:
    """Return whether French Morale is so low that the French will withdraw (NQoS S4.6)."""
    return morale is not None and morale < book.number(_LIMITS, "withdrawal-below")


def withdrawal_demanded(position: Position) -> bool:
    """Return whether the French withdraw in the next Night turn, or in this one (NQoS S4.6).

    French Morale is too low, or has been: a position that was read from a table shows what it is now.
    """
    if WITHDRAWAL_DUE in position.flags:
        return True
    if position.morale is None or WITHDRAWAL_OVERDUE in position.flags:
        return False
    return position.morale < int(str(position.game.charts[_LIMITS].row("withdrawal-below").cells["value"]))


def with_withdrawal_demanded(position: Position, *, demanded: bool) -> Position:
    """Return a position in which the French have to withdraw, or one in which they should have (NQoS S4.6).

    In a scenario without French Morale nothing is left to be noted.
    """
    if demanded:
        return position.after(flags=position.flags | {WITHDRAWAL_DUE})
    overdue = {WITHDRAWAL_OVERDUE} if position.morale is not None else set[str]()
    return position.after(flags=(position.flags - {WITHDRAWAL_DUE}) | overdue)


def may_have_been_too_low(position: Position) -> bool:
    """Return whether French Morale may have been too low earlier on this day, and risen since (NQoS S4.6)."""
    return position.morale is not None and not position.from_start
