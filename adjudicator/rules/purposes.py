"""The words for a roll in a sentence, by its purpose."""

from __future__ import annotations

from ..game.play import RollPurpose
from ..game.roll_kinds import purpose_words

__all__ = ["roll_words"]


def roll_words(purpose: RollPurpose, who: str = "") -> str:
    """Return the words for a roll, with its unit if it has one: ``the fire die of L/2``, ``the mist roll``.

    *who* is the name by which the unit may be called.
    """
    words = purpose_words(purpose)
    return f"the {words} of {who}" if who else f"the {words}"
