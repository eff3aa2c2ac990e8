"""The errors of game data, with the file, the table and row, the offending value and what would be allowed."""

from __future__ import annotations

__all__ = ["GameDataError", "GameDataErrors"]

_SHOWN = 80


def _brief(value: str) -> str:
    line = "".join(c if c.isprintable() else "\N{MIDDLE DOT}" for c in value)
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "\N{HORIZONTAL ELLIPSIS}"


class GameDataError(ValueError):
    """A single error in a game's data.

    ``problem`` is a short sentence without a full stop. ``file`` is the data file's name, ``place`` the table
    and row in it (``units, row 12 (5/2/13 DBLE), key fire``), ``found`` and ``expected`` the offending value
    and what would be allowed; each may be empty.
    """

    def __init__(self, problem: str, *, file: str = "", place: str = "", found: str = "", expected: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.file = file
        self.place = place
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.file, self.place) if part)
        text = f"{where}: {self.problem}" if where else self.problem
        if self.found:
            text += f" (got {_brief(self.found)}"
            text += f"; expected {self.expected})" if self.expected else ")"
        elif self.expected:
            text += f" (expected {self.expected})"
        return text


class GameDataErrors(GameDataError):
    """All errors of a game's data, so that its owner can mend them in one go; its text has one line for each."""

    def __init__(self, errors: list[GameDataError]) -> None:
        super().__init__(f"{len(errors)} errors in the game's data")
        self.errors = tuple(errors)

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))
