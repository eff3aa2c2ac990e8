"""The words for a roll in a sentence, by its purpose."""

from __future__ import annotations

from ..game.game_data import GameData
from ..game.play import RollPurpose
from ..game.roll_kinds import purpose_words
from .rule_sets import exclusive_rules

__all__ = ["roll_name", "roll_words"]


def roll_name(game: GameData, purpose: RollPurpose) -> str:
    """Return a purpose as a game's players call it, in words that follow ``the``: ``fire die``."""
    return exclusive_rules(game).roll_words.get(purpose) or purpose_words(purpose)


def roll_words(purpose: RollPurpose, who: str = "", game: GameData | None = None) -> str:
    """Return the words for a roll, with its unit if it has one: ``the fire die of L/2``, ``the mist roll``.

    *who* is the name by which the unit may be called; without a *game* the words are those of the series.
    """
    words = purpose_words(purpose) if game is None else roll_name(game, purpose)
    return f"the {words} of {who}" if who else f"the {words}"
