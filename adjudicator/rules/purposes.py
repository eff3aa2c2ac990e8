"""What a roll is called in a sentence, by its purpose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["PURPOSE_WORDS", "roll_words"]

PURPOSE_WORDS: Final[Mapping[str, str]] = {
    "command-points": "die for the Command Points",
    "company-bonus": "check for the Company Bonus",
    "fire": "fire die",
    "suppression": "check against Suppression",
    "conversion": "check to convert the Suppression",
    "opportunity": "check for Opportunity Fire",
    "minefield": "minefield roll",
    "barrage-exit": "check to leave the Heavy Barrage",
    "spotting": "spotting check",
    "contact": "check to get In Contact",
    "counterbattery": "check to spot for Counterbattery Fire",
    "bravery": "Bravery Check",
    "charge": "check of a unit that is charged",
    "rally": "check to rally",
    "engineer": "check of the Engineer Action",
    "weather": "die for the weather of the day",
    "mist": "die for the mist",
    "sandstorm": "die for a sand storm",
    "airpower-french": "French die for airpower",
    "airpower-axis": "Axis die for airpower",
    "strike-turn": "die for the turn of an air strike",
    "supply": "die for French supply",
    "random-event": "die for a random event",
    "event": "die for which random event it is",
    "relief": "die for the steps that withdraw",
    "surrender": "French die for the surrender",
    "withdrawal": "roll for withdrawal",
}
"""The words for each of :data:`adjudicator.game.play.PURPOSES`, to follow ``the``."""


def roll_words(purpose: str, who: str = "") -> str:
    """Return a roll with who makes it, if it is anybody's: ``the fire die of L/2``, ``the die for the mist``.

    *who* is the name by which the unit may be called. A purpose of another game is named as it is.
    """
    words = PURPOSE_WORDS.get(purpose, f"die for {purpose}")
    return f"the {words} of {who}" if who else f"the {words}"
