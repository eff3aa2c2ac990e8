"""The possible purposes of a die, by what was said before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...game.action_kinds import rolls_declared
from ...game.action_words import Declaration
from ...game.play import CHECKS, RollPurpose

__all__ = ["CHECKS_OF_TARGET", "rolls_of"]

CHECKS_OF_TARGET: Final = frozenset(
    {Declaration.SUPPRESSION_CHECK, Declaration.CONVERSION_CHECK, Declaration.TROOP_QUALITY_CHECK}
)
"""Declarations of a check that the target of a shot makes: its own player rolls for it, or whoever fires."""
_CHECKS: Final = frozenset(CHECKS)
_SHOT: Final[frozenset[RollPurpose]] = frozenset({RollPurpose.FIRE, RollPurpose.COMPANY_BONUS, RollPurpose.SPOTTING})
_WORK: Final[frozenset[RollPurpose]] = frozenset({RollPurpose.ENGINEER})
_ROLLS_OF: Final[Mapping[Declaration, frozenset[RollPurpose]]] = {
    Declaration.FIRE: _SHOT,
    Declaration.DIRECT_FIRE: _SHOT,
    Declaration.INDIRECT_FIRE: _SHOT,
    Declaration.ASSAULT_FIRE: frozenset({RollPurpose.FIRE, RollPurpose.COMPANY_BONUS}),
    Declaration.OPPORTUNITY_FIRE: frozenset({RollPurpose.OPPORTUNITY, RollPurpose.FIRE}),
    Declaration.COUNTERBATTERY_FIRE: frozenset({RollPurpose.COUNTERBATTERY, RollPurpose.FIRE}),
    Declaration.SPOTTER: frozenset({RollPurpose.SPOTTING, RollPurpose.OPPORTUNITY}),
    Declaration.SEEK_CONTACT: frozenset({RollPurpose.CONTACT}),
    Declaration.BRAVERY_CHECK: frozenset({RollPurpose.BRAVERY}),
    Declaration.CHARGE: frozenset({RollPurpose.CHARGE}),
    Declaration.RALLY: frozenset({RollPurpose.RALLY}),
    Declaration.BUILD_IMPROVED_POSITION: _WORK,
    Declaration.BUILD_ENTRENCHMENT: _WORK,
    Declaration.CLEAR_MINES: _WORK,
    Declaration.LAY_MINES: _WORK,
    Declaration.SUPPRESSION_CHECK: frozenset({RollPurpose.SUPPRESSION}),
    Declaration.CONVERSION_CHECK: frozenset({RollPurpose.CONVERSION}),
    Declaration.COMPANY_BONUS_CHECK: frozenset({RollPurpose.COMPANY_BONUS}),
    Declaration.TROOP_QUALITY_CHECK: _CHECKS,
    Declaration.MINEFIELD_ROLL: frozenset({RollPurpose.MINEFIELD}),
    Declaration.WITHDRAWAL_ROLL: frozenset({RollPurpose.WITHDRAWAL}),
}
"""The possible purposes of a die rolled after an action of the game's menus was chosen.

Who sees an enemy coming may see him for Opportunity Fire.
"""


def rolls_of(action: Declaration) -> frozenset[RollPurpose]:
    """Return the possible purposes of a die rolled after an action of the menus was declared; empty for none."""
    return _ROLLS_OF[action] if action in _ROLLS_OF else rolls_declared(action)
