"""The possible purposes of a die, by what was said before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...game.action_kinds import rolls_declared
from ...game.play import CHECKS, RollPurpose

__all__ = ["CHECKS_OF_TARGET", "rolls_of"]

CHECKS_OF_TARGET: Final = frozenset({"suppression-check", "conversion-check", "troop-quality-check"})
"""Declarations of a check that the target of a shot makes: its own player rolls for it, or whoever fires."""
_CHECKS: Final = frozenset(CHECKS)
_SHOT: Final[frozenset[RollPurpose]] = frozenset({RollPurpose.FIRE, RollPurpose.COMPANY_BONUS, RollPurpose.SPOTTING})
_WORK: Final[frozenset[RollPurpose]] = frozenset({RollPurpose.ENGINEER})
_ROLLS_OF: Final[Mapping[str, frozenset[RollPurpose]]] = {
    "fire": _SHOT,
    "direct-fire": _SHOT,
    "indirect-fire": _SHOT,
    "assault-fire": frozenset({RollPurpose.FIRE, RollPurpose.COMPANY_BONUS}),
    "opportunity-fire": frozenset({RollPurpose.OPPORTUNITY, RollPurpose.FIRE}),
    "counterbattery-fire": frozenset({RollPurpose.COUNTERBATTERY, RollPurpose.FIRE}),
    "spotter": frozenset({RollPurpose.SPOTTING}),
    "seek-contact": frozenset({RollPurpose.CONTACT}),
    "bravery-check": frozenset({RollPurpose.BRAVERY}),
    RollPurpose.CHARGE: frozenset({RollPurpose.CHARGE}),
    RollPurpose.RALLY: frozenset({RollPurpose.RALLY}),
    "build-improved-position": _WORK,
    "build-entrenchment": _WORK,
    "clear-mines": _WORK,
    "lay-mines": _WORK,
    "suppression-check": frozenset({RollPurpose.SUPPRESSION}),
    "conversion-check": frozenset({RollPurpose.CONVERSION}),
    "company-bonus-check": frozenset({RollPurpose.COMPANY_BONUS}),
    "troop-quality-check": _CHECKS,
    "minefield-roll": frozenset({RollPurpose.MINEFIELD}),
    "withdrawal-roll": frozenset({RollPurpose.WITHDRAWAL}),
}
"""The possible purposes of a die rolled after an action of the game's menus was chosen."""


def rolls_of(action: str) -> frozenset[RollPurpose]:
    """Return the possible purposes of a die rolled after an action of the menus was declared; empty for none."""
    return _ROLLS_OF[action] if action in _ROLLS_OF else rolls_declared(action)
