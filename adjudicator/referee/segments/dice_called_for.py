"""How many dice some words call for."""

from __future__ import annotations

from typing import Final

from ...game.action_words import Declaration
from ..accounts.roll_purposes import rolls_of
from ..events import Declared, RollNamed, TableEvent

__all__ = ["dice_called_for", "may_need_no_die"]

_WITH_CHECK: Final = frozenset({Declaration.OPPORTUNITY_FIRE, Declaration.COUNTERBATTERY_FIRE})
"""Declarations of a shot that its player checks for first (R12.2, R10.11)."""
_MAY_NEED_NO_DIE: Final = frozenset({Declaration.SEEK_CONTACT})
"""Declarations that need no die: who begins to seek contact checks for it only when he acts again (R10.4)."""


def dice_called_for(event: TableEvent) -> int:
    """Return the number of dice that typed words call for, if they leave none to the other side."""
    if isinstance(event, RollNamed):
        return int(not event.asked)
    if not isinstance(event, Declared) or not event.spoken or event.asked or not rolls_of(event.action):
        return 0
    return 2 if event.action in _WITH_CHECK else 1


def may_need_no_die(action: Declaration) -> bool:
    """Return whether what is declared is done without a die, or with one."""
    return action in _MAY_NEED_NO_DIE
