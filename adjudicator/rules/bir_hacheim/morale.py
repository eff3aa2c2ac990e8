"""French Morale as losses change it (NQoS S4.6). In play only where the position has a morale."""

from __future__ import annotations

from ..judging import Judging
from ..rule_book import RuleBook
from .own_command import is_jock_column

__all__ = ["WITHDRAWAL_DUE", "change_morale", "is_too_low", "note_elimination", "note_lost_steps"]

WITHDRAWAL_DUE = "withdrawal-due"
"""The flag of a position in which French Morale has been too low: the French withdraw in the next Night turn."""
_SIDE = "french"


def note_lost_steps(judging: Judging, unit: str, steps: int) -> None:
    """Change French Morale for steps that a unit has lost: down for French ones, up for others (NQoS S4.6)."""
    row = "french-step" if judging.side(unit) == _SIDE else "axis-step"
    change_morale(judging, steps * judging.book.number("morale-changes", row))


def note_elimination(judging: Judging, unit: str) -> None:
    """Lower French Morale if the unit that was eliminated is the Jock Column, which has no steps (NQoS S4.6)."""
    if is_jock_column(judging.position, unit):
        change_morale(judging, judging.book.number("morale-changes", "jock-column"))


def change_morale(judging: Judging, change: int) -> None:
    """Change French Morale, which never rises above its highest (NQoS S4.6).

    The track ends at 0. Once it has been below what the chart says, the French will withdraw, whatever comes after.
    """
    position = judging.position
    if position.morale is None or not change:
        return
    morale = max(0, min(judging.book.number("morale-limits", "highest"), position.morale + change))
    flags = position.flags | {WITHDRAWAL_DUE} if is_too_low(morale, judging.book) else position.flags
    judging.position = position.after(morale=morale, flags=flags)


def is_too_low(morale: int | None, book: RuleBook) -> bool:
    """Return whether French Morale is so low that the French will withdraw (NQoS S4.6)."""
    return morale is not None and morale < book.number("morale-limits", "withdrawal-below")
