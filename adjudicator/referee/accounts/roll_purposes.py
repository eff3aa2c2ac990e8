"""The possible purposes of a die, by what was said before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...game.play import CHECKS

__all__ = ["ROLLS_OF"]

_CHECKS: Final = frozenset(CHECKS)
_SHOT: Final = frozenset({"fire", "company-bonus", "spotting"})
_WORK: Final = frozenset({"engineer"})
ROLLS_OF: Final[Mapping[str, frozenset[str]]] = {
    "fire": _SHOT,
    "direct-fire": _SHOT,
    "indirect-fire": _SHOT,
    "assault-fire": frozenset({"fire", "company-bonus"}),
    "opportunity-fire": frozenset({"opportunity", "fire"}),
    "counterbattery-fire": frozenset({"counterbattery", "fire"}),
    "spotter": frozenset({"spotting"}),
    "seek-contact": frozenset({"contact"}),
    "bravery-check": frozenset({"bravery"}),
    "charge": frozenset({"charge"}),
    "rally": frozenset({"rally"}),
    "build-improved-position": _WORK,
    "build-entrenchment": _WORK,
    "clear-mines": _WORK,
    "lay-mines": _WORK,
    "suppression-check": frozenset({"suppression"}),
    "conversion-check": frozenset({"conversion"}),
    "company-bonus-check": frozenset({"company-bonus"}),
    "troop-quality-check": _CHECKS,
    "minefield-roll": frozenset({"minefield"}),
    "withdrawal-roll": frozenset({"withdrawal"}),
}
"""The possible purposes of a die rolled after an action of the game's menus was chosen (keys of ``PURPOSES``)."""
