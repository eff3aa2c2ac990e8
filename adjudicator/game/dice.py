"""The dice of a game's module: the buttons of its toolbar, and the faces of their dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["SERIES_DICE", "DiceKind"]


@dataclass(frozen=True, slots=True)
class DiceKind:
    """A button that rolls dice of one kind."""

    button: str
    """The button's name, which appears in the log."""
    low: int
    """The lowest face."""
    high: int
    """The highest face."""
    count: int | None = 1
    """The number of dice that it rolls; None if the player chooses the number at each roll."""

    @property
    def faces(self) -> int:
        """The number of faces of each die."""
        return self.high - self.low + 1


SERIES_DICE: Final = (DiceKind("1d10", 0, 9), DiceKind("d10s", 0, 9, None))
"""The dice of the series (R3.1): one, and as many as are wanted. A game whose data do not mention dice has these."""
