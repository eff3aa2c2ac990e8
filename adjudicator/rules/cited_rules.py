"""The rule that is cited to the players of a game: their own book's, or in a game without it that of the series."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..game.game_data import GameData
from .rule_sets import exclusive_rules

__all__ = ["cited_rule"]

_OF_SERIES: Final[Mapping[str, str]] = {
    "NQoS 3.0": "GTS R5.1",
    "NQoS 3.1": "GTS R5.2",
    "NQoS 3.2": "GTS R5.5",
    "NQoS 4.3": "GTS R7.16",
    "NQoS 4.3.2": "GTS R13.5",
    "NQoS 5.0": "GTS R6.8",
    "NQoS S2.0": "GTS R10.11",
    "NQoS S4.2": "GTS R4.4",
    "NQoS S4.3": "GTS R2.1",
    "NQoS S5.1": "GTS R15",
    "NQoS S5.3": "GTS R15",
    "NQoS S5.4": "GTS R6.9",
}
"""The rule in the siege's book on something that the series has, too."""


def cited_rule(game: GameData, rule: str) -> str:
    """Return a rule as a game's players know it; what only the siege's book has stays as it is."""
    own = rule.startswith(exclusive_rules(game).books)
    return rule if own else _OF_SERIES.get(rule, rule)
