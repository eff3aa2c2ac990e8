"""Dice in the order in which they were thrown: rolls at the table that are given without their purposes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..game.play import Roll, RollPurpose
from ..game.position import Position
from .chance import DiceSource, MissingRoll
from .face_down import judged_both_ways, wrongs
from .judgement import FaceDownAs, Judgement
from .rule_book import RuleBook
from .ruling import Ruling

__all__ = ["Dealing", "Dealt", "deal"]

T = TypeVar("T")


class Dealt(DiceSource):
    """Gives each die to the next roll, and notes its purpose; None is a Command Point."""

    def __init__(self, dice: Iterable[int | None]) -> None:
        self._dice = deque(dice)
        self.rolls: list[Roll] = []

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return the next die and its outcome. Raises MissingRoll if there is none, or a point that cannot be paid."""
        if not self._dice:
            raise MissingRoll(purpose, unit)
        die = self._dice[0]
        outcome = bought if die is None else outcomes[die]
        if outcome is None:
            raise MissingRoll(purpose, unit)
        self._dice.popleft()
        self.rolls.append(Roll(purpose, unit, die))
        return die, outcome

    def is_tried(self, purpose: RollPurpose, unit: str) -> bool:  # noqa: ARG002
        """Return whether a die is left: a die that is left is rolled."""
        return bool(self._dice)

    def in_order(self, purpose: RollPurpose, units: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002
        """Return all of the units: whoever may roll does."""
        return tuple(units)

    @property
    def unused(self) -> int:
        """The number of dice that were not needed."""
        return len(self._dice)


@dataclass(frozen=True, slots=True)
class Dealing:
    """The result of dice in order."""

    ruling: Ruling
    rolls: tuple[Roll, ...]
    """The dice that were used, with their purposes."""
    next_roll: MissingRoll | None
    """The purpose of the next die, if one was missing."""
    unused: int
    """The number of dice that were not needed."""


def deal(
    position: Position, book: RuleBook, resolve: Callable[[Judgement], object], dice: Iterable[int | None]
) -> Dealing:
    """Resolve something with dice in the order in which they are needed (R3.1)."""
    thrown = tuple(dice)

    def run(face_down_as: FaceDownAs) -> tuple[Dealing, Judgement]:
        """Return what the dice make of the action, with face-down units taken for what is supposed."""
        dealt = Dealt(thrown)
        judgement = Judgement(position, book, dealt)
        judgement.face_down_as = face_down_as
        missing = None
        try:
            resolve(judgement)
        except MissingRoll as error:
            missing = error
        return Dealing(judgement.ruling(), tuple(dealt.rolls), missing, dealt.unused), judgement

    return judged_both_ways(run, lambda dealing, judgement: wrongs(judgement) + dealing.unused)
