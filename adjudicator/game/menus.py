"""The entries of a counter's menu, and the words that choosing one of them writes into the log.

The wording is data so that the module, which writes the lines, and the referee, who reads them, cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .action_words import Declaration

__all__ = [
    "PLACE_ENDS",
    "UNIT_ENDS",
    "ActionWording",
    "LogLine",
    "StateLevel",
    "UnitState",
    "find_words",
    "log_line",
    "read_log_line",
    "vassal_format",
]

UNIT_ENDS = " in "
"""The separator between a unit and its place in a line of the log: its first occurrence in the line."""
PLACE_ENDS = ": "
"""The separator between the place and the words: its first occurrence after the unit."""
_PIECE_NAME = "$newPieceName$"
_PIECE_PLACE = "$location$"


@dataclass(frozen=True, slots=True)
class ActionWording:
    """An entry of the menu that declares an action of the game."""

    id: Declaration
    menu: str
    """The text of the menu entry."""
    submenu: str
    """The submenu that the entry is in, empty for the menu itself."""
    key: str
    """The keyboard shortcut: ``ctrl F``, ``alt M``, ``ctrl shift D``; empty for none."""
    words: str
    """The text of the log after ``<unit> in <place>: ``."""
    kinds: tuple[str, ...]
    """The kinds of counter that have the entry, any of them: ``unit``, ``leader``, ``gun-unit`` …

    A word before ``:`` restricts a kind to counters whose side, division, formation or own id it is.
    """
    rule: str = ""
    roll_menu: str = ""
    """The text of the entry that declares the action and rolls the die for it at once; empty for none."""
    next_day: str = ""
    """The turn of the next day at which a counter with the entry returns; empty for an entry that moves no counter.

    The counter goes to that space of the calendar of arrivals, and is gone for good after the last day.
    """
    turns_later: int = 0
    """The number of turns after which a counter with the entry returns, as with ``next_day``; 0 for none."""

    @property
    def sends_away(self) -> bool:
        """True if the entry sends its counter to the calendar of arrivals."""
        return bool(self.next_day or self.turns_later)


@dataclass(frozen=True, slots=True)
class StateLevel:
    """One level of a state, other than none."""

    value: int
    name: str
    """``Suppressed``."""
    drawing: str
    """The drawing placed over the counter (an id of the style's state drawings); empty: the counter's other side."""
    menu: str
    key: str
    words: str


@dataclass(frozen=True, slots=True)
class UnitState:
    """A state that a counter can be in, kept as a property of the piece: 0 is off."""

    id: str
    property: str
    """The piece's property, ``Suppressed``."""
    name: str
    levels: tuple[StateLevel, ...]
    off_menu: str
    off_key: str
    off_words: str
    """``no longer suppressed``."""
    kinds: tuple[str, ...]
    """As for actions."""
    submenu: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log, ``<unit> in <place>: <words>``, taken apart."""

    unit: str
    """The unit's name as the counter shows it; ``Gun Unit`` for a hidden gun."""
    place: str
    """A hex, or the name of a zone, box or space."""
    words: str
    """The words of an action or a state, and what a player wrote after them."""


def log_line(unit: str, place: str, words: str) -> str:
    """Return the line that reports *words* of a unit in a place.

    Raises ``ValueError`` if it could not be read back: a part is empty, has blanks at its ends or a character
    that cannot be printed, or *unit* or *place* contains the separator that ends it.
    """
    line = f"{unit}{UNIT_ENDS}{place}{PLACE_ENDS}{words}"
    if read_log_line(line) != LogLine(unit, place, words):
        raise ValueError(f"{line!r} cannot be read back as a line of the log (unit, place, words)")
    return line


def read_log_line(text: str) -> LogLine | None:
    """Take a line of the log apart; None if *text* does not have its form.

    The asterisk and blank that VASSAL puts before what a counter reports must be removed by the caller.
    """
    unit, in_, rest = text.partition(UNIT_ENDS)
    place, colon, words = rest.partition(PLACE_ENDS)
    parts = (unit, place, words)
    if in_ and colon and text.isprintable() and all(part and part == part.strip() for part in parts):
        return LogLine(unit, place, words)
    return None


def vassal_format(words: str) -> str:
    """Return the format with which a counter's report trait writes :func:`log_line` of itself.

    VASSAL fills in ``newPieceName`` as it appears to a player who may look under no mask, so a hidden gun stays a
    ``Gun Unit`` even in a line that its owner causes; ``BasicName`` and ``PieceName`` would give it away.
    """
    return log_line(_PIECE_NAME, _PIECE_PLACE, words)


def find_words(text: str, known: Iterable[str]) -> tuple[str, str] | None:
    """Find the words that *text* begins with, and return them with the rest of the text.

    None if it begins with none of *known*. Words end at a blank or with the text, and no words of a game begin
    with other words of it, so that at most one fits.
    """
    for words in known:
        if text == words or text.startswith(f"{words} "):
            return words, text[len(words) + 1 :]
    return None
