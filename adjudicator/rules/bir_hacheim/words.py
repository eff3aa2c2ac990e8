"""The siege's names of rolls, conditions and steps, and its tables (NQoS S1.0, S3.0, S4.2, S4.6, S5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...game.play import RollPurpose
from ..rule_book import RuleBook
from ..table_results import RolledTable
from .waiting_formations import LAST_HELD_BY_AXIS

__all__ = ["CONDITION_NAMES", "ROLL_WORDS", "STEP_WORDS", "TABLE_ROLLS"]

ROLL_WORDS: Final[Mapping[RollPurpose, str]] = {
    RollPurpose.AIRPOWER: "French airpower die",
    RollPurpose.AIRPOWER_AGAINST: "Axis airpower die",
    RollPurpose.SUPPLY: "French supply roll",
    RollPurpose.SURRENDER: "French Surrender die",
}
CONDITION_NAMES: Final[Mapping[str, str]] = {
    "supply": "French supply",
    "morale": "French Morale",
    "commander_with": "Rommel",
    LAST_HELD_BY_AXIS: "the marker Control of the Axis",
}
STEP_WORDS: Final[Mapping[str, str]] = {
    "break-out": "the French break out",
    "supply": "roll for French supply",
}


def _airpower(book: RuleBook, row: str) -> str:
    """Return the result of the dice for airpower (NQoS S1.0)."""
    lost, strikes = (book.number("airpower", row, column) for column in ("french_dispatch_loss", "strikes"))
    if lost:
        return f"the French lose {lost} Dispatch Point{'' if lost == 1 else 's'}"
    return f"{strikes} RAF air strike{'' if strikes == 1 else 's'}" if strikes else "nothing"


TABLE_ROLLS: Final[Mapping[str, RolledTable]] = {
    "airpower": RolledTable(
        "airpower", "differential", "strikes", dice=2, difference=True, words=_airpower, takes_supply=True
    ),
    "strike-turn": RolledTable("strike-turn", "die", "turn"),
    "supply": RolledTable("supply-roll", "die", "effect"),
    "random-event": RolledTable("random-event-chit", "die", "event"),
    "event": RolledTable("random-events", "die", "text"),
    "withdrawal": RolledTable(
        "axis-withdrawal",
        "die",
        happens=("the formation withdraws", "the formation stays"),
        takes_command_point=True,
    ),
}
"""The tables that only the siege has; of two dice the first is the French and the second the Axis one."""
