"""What a roll is called in a sentence, by its purpose."""

from __future__ import annotations

from ..game.play import PURPOSES

__all__ = ["roll_words"]


def roll_words(purpose: str, who: str = "") -> str:
    """Return a roll with who makes it, if it is anybody's: ``the fire die of L/2``, ``the mist roll``.

    *who* is the name by which the unit may be called. A purpose of another game is named as it is.
    """
    words = PURPOSES.get(purpose, f"die for {purpose}")
    return f"the {words} of {who}" if who else f"the {words}"
