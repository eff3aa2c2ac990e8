"""Meanings of a segment: an action without its dice, and the slips that this reading takes for granted."""

from __future__ import annotations

from dataclasses import dataclass

from ....game.play import Action
from ....game.position import Position
from ....rules.rule_book import RuleBook
from ...segments.segment import Segment
from ..slips import Slips

__all__ = ["Candidate", "Context"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One meaning of a segment."""

    action: Action
    slips: Slips = ()
    """The slips that this meaning takes for granted; none if it is what was said."""
    windows: tuple[int, ...] = ()
    """For a move: the number of the drag with which each step was made."""
    note: str = ""
    """A note on what was taken for granted though nobody said it; a sentence without a full stop."""
    position: Position | None = None
    """The position in which the meaning is judged, if something had to be supposed in it; None: the one there is."""


@dataclass(frozen=True, slots=True)
class Context:
    """A segment, and the position by the rules in which it happens."""

    position: Position
    book: RuleBook
    segment: Segment
    unit: str
    """The unit that acts; a chit where one is bought; empty where nobody does."""
    later: tuple[Position, ...] = ()
    """The tables after the segment, and after the segments that follow."""
    ends: bool = False
    """True if nothing comes after the segment: what is announced in it may wait for the answer."""

    @property
    def table(self) -> Position:
        """The table after the segment."""
        return self.segment.table

    def enemy(self, unit: str) -> bool:
        """Return whether a unit is an enemy of the one that acts."""
        return self.position.side(unit) != self.position.side(self.unit)
