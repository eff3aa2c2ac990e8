"""The referee of a game: what he judges by, which is the same from the first segment to the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import overload

from ..game.position import Position
from ..rules.rule_book import RuleBook
from .accounts.interpretation import Tables
from .accounts.segment_reader import SegmentReader
from .dialects.visibility import FULL_SIGHT, Sight, without_what_is_not_read
from .events import StepNumber
from .segments.dice_of_words import DiceOfWords
from .segments.queries import unread_beside_dice
from .segments.segment import Segment
from .segments.spoken_dice import dice_spoken_of

__all__ = ["After", "Following", "Passage", "Referee"]

Following = Sequence[tuple[Segment, Tables]]
"""The segments after one, with the tables before and after each."""


class After(Following):
    """The segments of a record after one of them, without a copy of them."""

    def __init__(self, found: Sequence[Segment], around: Sequence[Tables], number: int) -> None:
        self._found = found
        self._around = around
        self._first = number + 1

    def __len__(self) -> int:
        return len(self._found) - self._first

    @overload
    def __getitem__(self, at: int) -> tuple[Segment, Tables]: ...

    @overload
    def __getitem__(self, at: slice) -> Following: ...

    def __getitem__(self, at: int | slice) -> tuple[Segment, Tables] | Following:
        """Return one of the segments, or some of them, counted from the first one after."""
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        number = range(len(self))[at] + self._first
        return self._found[number], self._around[number]


@dataclass(frozen=True, slots=True)
class Passage:
    """A segment in its place in the record."""

    segment: Segment
    tables: Tables
    following: Following = ()
    number: int = 0
    """The place of the segment among those of its record, from 0."""
    ends: bool = True
    """True if nothing comes after the record: what is missing at its end may still come in the answer."""
    answers: tuple[Segment, ...] = ()
    """The segments before it whose parts that came with an answer show on the table only now."""


@dataclass(frozen=True, slots=True)
class Referee:
    """The rules, what the logs show, how the game began, and what is said in the record."""

    book: RuleBook
    start: Position
    """The position on the table with which the first file begins."""
    sight: Sight = FULL_SIGHT
    reader: SegmentReader = field(init=False, compare=False)
    dice_of_words: DiceOfWords = field(default_factory=DiceOfWords)
    unread: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """The text typed beside a die that could not be read, by the log and the step of the die."""
    spoken_of: frozenset[StepNumber] = frozenset()
    """The steps of the dice of which their players speak."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "reader", SegmentReader(self.book, self.start))

    def reading(self, found: Sequence[Segment]) -> Referee:
        """Return the referee who has the segments of a record before him."""
        return replace(
            self, dice_of_words=DiceOfWords.of(found), unread=unread_beside_dice(found), spoken_of=dice_spoken_of(found)
        )

    @property
    def reads_between_chits(self) -> bool:
        """Return whether the logs show what goes on between the chits."""
        return self.sight.tells_between_chits

    def seen(self, position: Position) -> Position:
        """Return a position without what no log of the dialect shows."""
        return position if self.reads_between_chits else without_what_is_not_read(position)
