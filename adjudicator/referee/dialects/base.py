"""The interface of a dialect: the part of the referee that knows one module's dialect (see :mod:`.own_module`).

A dialect makes table events of a log's steps. It judges nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from ...audit.dice import KnownDie
from ...game.position import Position
from ...vassal.replay import Step
from ...vassal.table import Table
from ..events import TableEvent

__all__ = ["Dialect", "LogObserver"]


class LogObserver(Protocol):
    """Follows one log step by step."""

    position: Position
    """The position on the table now."""
    doubts: tuple[str, ...]
    """The things that made no sense on the table at the start."""

    pieces: Mapping[str, str]
    """The pieces of the units at the start, by their units."""
    rereads_line: bool
    """True if the words of the last step are read together with those of the step before, with which they go on."""

    def recall(self, events: Iterable[TableEvent]) -> None:
        """Note who did something last in the mails before the log, in their order: a reply may go on about him."""

    def observe(self, step: Step, table: Table) -> tuple[TableEvent, ...]:
        """Return the events of a step, acts and words; *table* is that after it. :attr:`position` is kept up to date.

        Dice are left out, unless the step itself says what each of them was for.
        """

    def side_of(self, player: str) -> str:
        """Return the side that a player of that name plays, an id of the game's sides; empty if unknown."""


class Dialect(Protocol):
    """A module's dialect."""

    name: str
    """The dialect's name in reports."""
    dice: Mapping[str, KnownDie]
    """The known dice by the names of their buttons, without the module at hand."""
    has_menus: bool
    """True if its counters have the menus that the game's data word."""
    buttons: Collection[str]
    """The buttons that roll the game's die; none: all of them."""

    def pieces(self, start: Table, *, scenario: int = 0, file: str = "") -> Mapping[str, str]:
        """Return the pieces of the units on a table, by their units: those that a log from there begins with."""

    def watch(self, start: Table, *, scenario: int = 0, file: str = "") -> LogObserver:
        """Begin to follow a log that starts with a table.

        *scenario* is the scenario's number, 0 to look it up in the file. Raises
        :class:`~adjudicator.module_layout.saved_position.NotThisGame` for a log of another module.
        """
