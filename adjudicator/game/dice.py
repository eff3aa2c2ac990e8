"""The dice of a game's module: the buttons of its toolbar, and what their dice show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["SERIES_DICE", "DiceKind"]


@dataclass(frozen=True, slots=True)
class DiceKind:
    """A button that rolls equal dice."""

    button: str
    """Its name, which stands in the log."""
    low: int
    """The lowest face."""
    high: int
    """The highest face."""
    count: int | None = 1
    """How many dice it rolls; None for as many as the player says at each roll."""

    @property
    def faces(self) -> int:
        """How many faces each of its dice has."""
        return self.high - self.low + 1


SERIES_DICE: Final = (DiceKind("1d10", 0, 9), DiceKind("d10s", 0, 9, None))
"""The dice of the series (R3.1): one, and as many as are wanted. A game whose data say nothing has them."""
