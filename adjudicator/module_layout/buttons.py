"""The names of the buttons and keys of our module that a writer of logs must know."""

from __future__ import annotations

from typing import Final

__all__ = ["END_OF_TURN", "RETURNING_CHIT", "ROLL_THE_DIE"]

END_OF_TURN: Final = "End of turn"
"""The button that takes markers off, puts the chits where they belong and moves the turn on (version 1.2 and on)."""
RETURNING_CHIT: Final = "ReturningChit"
"""The global property that names the chit which the scenario puts back into the mug though nobody buys it."""
ROLL_THE_DIE: Final = "roll the die"
"""The key that a counter's menu presses to roll the die for what it declares (version 1.2 and on)."""
