"""Scripts: whole games in the notation, a line for each action.

    game: No Question of Surrender 1.0
    scenario: 1
    start: 05-27 0900

    7/2/13 DBLE: set up in 26.14               a counter placed otherwise than in the predefined set-up
    Axis                                       the side that has the log in hand from here on
    1/VIII/132: move in column, 33.13, 32.13   an action
    # an empty line, and what follows such a sign, is ignored

Reading goes on after an error, up to a bound, so that all of them are reported in one go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from ..errors import GameDataError
from ..json_text import MAX_CHARACTERS
from ..play import Action
from .errors import NotationError
from .names import Names, Notation
from .parsing import read_script_words
from .set_up import SetUp
from .words import Words, words_of_line

__all__ = ["HEADS", "LATER", "MAX_ERRORS", "Head", "Line", "Script", "SideLine", "head_lines"]

HEADS: Final = ("game", "scenario", "start")
"""The keys of the lines at the head of a script, in their order: the game, the scenario's number, the turn."""
LATER: Final = "in the middle of a game"
"""The words after the turn of a script that does not begin with a scenario's set-up."""
MAX_ERRORS: Final = 20
"""The number of errors reported."""
_MAX_LINES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Head:
    """A line of the head."""

    key: str
    """One of :data:`HEADS`."""
    value: str


@dataclass(frozen=True, slots=True)
class SideLine:
    """A line from which on a side's player has the log in hand."""

    side: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a script that says something."""

    number: int
    """From 1."""
    words: Words
    said: Head | SideLine | SetUp | Action

    def error(self, problem: str, file: str, expected: str = "") -> NotationError:
        """Return an error about the whole line."""
        return self.words.whole_error(problem, expected).at(self.number, file)


class Script:
    """Reads the lines of a script; their errors are collected in :attr:`errors`."""

    def __init__(self, text: str, notation: Notation, *, file: str = "") -> None:
        """Raise :class:`GameDataError` if the text is too long; *file* names it in errors."""
        lines = text.split("\n", _MAX_LINES) if len(text) <= MAX_CHARACTERS else []
        if not lines or len(lines) > _MAX_LINES:
            allowed = f"at most {MAX_CHARACTERS:,} letters in {_MAX_LINES:,} lines"
            raise GameDataError("the script is too long", file=file, expected=allowed)
        self.file = file
        self.errors: list[GameDataError] = []
        self._lines = lines
        self._notation = notation

    def lines(self, names: Callable[[], Names]) -> Iterator[Line]:
        """Yield the lines; *names* is called again for each line, so that the names may be those of its position.

        It ends early when there are too many errors.
        """
        for number, text in enumerate(self._lines, 1):
            if len(self.errors) >= MAX_ERRORS:
                return
            try:
                words = words_of_line(text.rstrip("\r"))
                if words:
                    yield Line(number, words, self._said(words, names()))
            except NotationError as error:
                self.errors.append(error.at(number, self.file))

    def _said(self, words: Words, names: Names) -> Head | SideLine | SetUp | Action:
        first = words.words[0].folded
        if len(words) > 1 and words.words[1].mark == ":" and first in HEADS:
            return Head(first, words.part(2).text)
        if len(words) == 1 and first and (side := self._side(first)):
            return SideLine(side)
        return read_script_words(words, names)

    def _side(self, text: str) -> str:
        return self._notation.whole("side", text)


def head_lines(notation: Notation, scenario: int, turn: str, *, later: bool = False) -> Iterator[str]:
    """Yield the head of a script that begins with a turn; *later*: in its middle, or in that of the game."""
    game = notation.game
    start = f"{turn}, {LATER}" if later else turn
    values = (f"{game.name} {game.version}", f"{scenario}, {game.scenarios[scenario].title}", start)
    yield from (f"{key}: {value}" for key, value in zip(HEADS, values, strict=True))
