"""Dice for an action that has none yet: random ones, for trying the rules out and for playing at random.

The rules themselves never roll. Here an action is judged with dice that are drawn as they are asked for; those that
were asked for are then put into the action, so that it has exactly those that it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final, TypeVar

from ..game.play import Action, Move, Roll, RollPurpose
from ..game.position import Position
from .chance import DiceSource
from .judge import handle
from .judgement import Judgement
from .rule_book import RuleBook

__all__ = ["Drawing", "complete"]

T = TypeVar("T")
P = TypeVar("P", bound=Any)

_TRIED: Final = 0.7
"""The chance that a unit makes an optional roll."""
_PAID: Final = 0.15
"""The chance that a Command Point is paid where one can be."""


class Drawing(DiceSource):
    """Draws each die when it is asked for, and notes it."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.rolls: list[Roll] = []
        self.parts: list[Drawing] = []
        """The dice of the parts of the action, in order."""
        self._left_alone: set[tuple[RollPurpose, str]] = set()

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return a die and its outcome, or now and then a Command Point and its own."""
        if bought is not None and self._rng.random() < _PAID:
            self.rolls.append(Roll(purpose, unit, None))
            return None, bought
        die = self._rng.randrange(len(outcomes))
        self.rolls.append(Roll(purpose, unit, die))
        return die, outcomes[die]

    def is_tried(self, purpose: RollPurpose, unit: str) -> bool:
        """Return True mostly. A unit that left out a roll does so until the end: dice do not show which one it was."""
        if (purpose, unit) in self._left_alone:
            return False
        tried = self._rng.random() < _TRIED
        if not tried:
            self._left_alone.add((purpose, unit))
        return tried

    def in_order(self, purpose: RollPurpose, units: Sequence[str]) -> tuple[str, ...]:
        """Return some of the units, in any order."""
        trying = [unit for unit in units if self.is_tried(purpose, unit)]
        self._rng.shuffle(trying)
        return tuple(trying)

    def part(self, rolls: Iterable[Roll]) -> Drawing:  # noqa: ARG002
        """Return the dice of a part of the action."""
        self.parts.append(Drawing(self._rng))
        return self.parts[-1]

    @property
    def is_open(self) -> bool:
        """Return True: these dice are not rolled yet."""
        return True


def complete(position: Position, action: Action, book: RuleBook, rng: Random) -> Action:
    """Return an action with all the dice that it needs, drawn at random, and with some optional rolls.

    A move ends with the step at which it is stopped.
    """
    dice = Drawing(rng)
    handle(Judgement(position, book, dice), action)
    if isinstance(action, Move):
        steps = zip(action.steps, dice.parts, strict=False)
        return replace(action, rolls=tuple(dice.rolls), steps=tuple(_with(step, part) for step, part in steps))
    return _with(action, dice)


def _with(part: P, dice: Drawing) -> P:
    """Return an action or a step with the dice that were drawn; one without dice stays as it is."""
    changed: Any = replace(part, rolls=tuple(dice.rolls)) if dice.rolls else part
    return changed  # type: ignore[no-any-return]
