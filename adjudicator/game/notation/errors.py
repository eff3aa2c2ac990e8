"""The errors of a line in the notation, with the word, what was found there, and what would be allowed."""

from __future__ import annotations

from typing import Final

from ..errors import GameDataError

__all__ = ["NotationError"]

_WIDTH: Final = 100
"""The number of characters of a long line that are shown."""
_BEFORE: Final = 60
"""The greatest number of those characters that precede the word."""
_MARK = "\N{HORIZONTAL ELLIPSIS}"


class NotationError(GameDataError):
    """A single error in a line.

    ``line`` is its number, from 1 (0: there is only one line), ``column`` that of the word's first letter, from 1,
    ``length`` how many letters the word has, and ``text`` the whole line. The others are those of
    :class:`~adjudicator.game.errors.GameDataError`.
    """

    def __init__(
        self, problem: str, *, text: str, column: int, length: int = 1, line: int = 0, file: str = "", found: str = "",
        expected: str = "",
    ) -> None:  # fmt: skip
        place = f"line {line}, column {column}" if line else f"column {column}"
        super().__init__(problem, file=file, place=place, found=found, expected=expected)
        self.line = line
        self.column = column
        self.length = length
        self.text = text

    def at(self, line: int, file: str) -> NotationError:
        """Return this error as one of a certain line of a file."""
        return NotationError(
            self.problem, text=self.text, column=self.column, length=self.length, line=line, file=file,
            found=self.found, expected=self.expected,
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{super().__str__()}\n{self.shown}"

    @property
    def shown(self) -> str:
        """The line with a mark under the word, as two lines; of a long line the part around the word."""
        begin = max(self.column - 1 - _BEFORE, 0) if len(self.text) > _WIDTH else 0
        end = begin + _WIDTH
        before, after = _MARK if begin else "", _MARK if end < len(self.text) else ""
        line = "".join(c if c.isprintable() else " " for c in self.text[begin:end])
        at = self.column - 1 - begin + len(before)
        return f"  {before}{line}{after}\n  {' ' * at}{'^' * max(1, min(self.length, end - self.column + 1))}"
