"""What a writer of logs must know of the buttons and keys of our module, by their names."""

from __future__ import annotations

from typing import Final

__all__ = ["END_OF_TURN", "ROLL_THE_DIE"]

END_OF_TURN: Final = "End of turn"
"""Takes markers off, puts the chits where they belong and moves the turn on, all in one step (version 1.2 and on)."""
ROLL_THE_DIE: Final = "roll the die"
"""The key that a counter's menu presses to roll the die for what it declares (version 1.2 and on)."""
