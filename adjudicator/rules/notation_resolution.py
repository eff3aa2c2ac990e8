"""The open parts of a line of the notation, filled in by the rules: the purpose of a die, and the way to a hex.

A die without a word is for the next roll that the rules demand. An optional roll (Opportunity Fire, a check
that turns a Suppression into a Cohesion Hit) is made only if a die says so, at the first step of a move where it
may be unless the die is in the brackets of another step. A way that is not given is the cheapest legal one, as for a
counter that was dragged in one jump.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from ..game.play import Action, Move, MoveStep, Roll, RollPurpose, StepKind
from ..game.position import Position
from .chance import DiceSource, MissingRoll
from .face_down import judged_both_ways, wrongs
from .inferred_paths import jump_ways
from .judge import handle
from .judgement import FaceDownAs, Judgement
from .rule_book import RuleBook
from .ruling import Verdict

__all__ = ["TooManyDice", "fill_in"]

T = TypeVar("T")
P = TypeVar("P", bound=Any)


class TooManyDice(ValueError):
    """Dice without a stated purpose are left over."""

    def __init__(self, unused: int) -> None:
        dice = "die is" if unused == 1 else "dice are"
        super().__init__(f"{unused} {dice} left over; no roll needs more dice here")
        self.unused = unused


def fill_in(position: Position, action: Action, book: RuleBook) -> Action:
    """Return an action with nothing left open. The judge has to refuse what the rules do not allow.

    The dice at the end of a move are given to the steps that need them. Raises :class:`TooManyDice`.
    """
    if isinstance(action, Move):
        action = _with_way(position, action, book)
    if not _has_open_dice(action):
        return action

    def run(face_down_as: FaceDownAs) -> tuple[tuple[_Filling, bool], Judgement]:
        """Return what the dice make of the action, with face-down units taken for what is supposed."""
        dice = _Filling(action.own_rolls, None)
        judgement = Judgement(position, book, dice)
        judgement.face_down_as = face_down_as
        with suppress(MissingRoll):
            handle(judgement, action)
        return (dice, judgement.ruling().verdict is Verdict.ILLEGAL), judgement

    dice, is_illegal = judged_both_ways(run, lambda filled, judgement: wrongs(judgement) + filled[0].unused)
    if dice.unused and not is_illegal:
        raise TooManyDice(dice.unused)
    filled = _with(action, dice)
    if isinstance(filled, Move):
        rest = [_Filling(step.rolls, None) for step in filled.steps[len(dice.parts) :]]
        steps = zip(filled.steps, (*dice.parts, *rest), strict=True)
        return replace(filled, steps=tuple(_with(step, part) for step, part in steps))
    return filled


def _has_open_dice(action: Action) -> bool:
    if isinstance(action, Move) and action.rolls:
        return True
    return any(roll.purpose == RollPurpose.OPEN for part in action.parts for roll in part.own_rolls)


def _with(part: P, dice: _Filling) -> P:
    """Return an action or a step with the dice that were used for it, and unneeded ones that state their purpose."""
    changed: Any = replace(part, rolls=(*dice.rolls, *dice.left)) if dice.rolls or dice.given else part
    return changed  # type: ignore[no-any-return]


def _with_way(position: Position, move: Move, book: RuleBook) -> Move:
    """Return a move with each step to a hex as the way there; straight there if there is no way."""
    steps: tuple[MoveStep, ...] = ()
    for step in move.steps:
        if step.kind != StepKind.OPEN or step.to is None or move.unit not in position.units:
            steps += (step,)
            continue
        ways = (way.steps for way in jump_ways(position, book, move.unit, steps, step.to))
        way = next(ways, (MoveStep(StepKind.ENTER, step.to),))
        last = replace(way[-1], rolls=step.rolls, reveals=step.reveals) if way else replace(step, kind=StepKind.ENTER)
        steps += (*way[:-1], last)
    return replace(move, steps=steps) if steps != move.steps else move


class _Filling(DiceSource):
    """Hands out dice that state their purpose, and then those that do not; *whole* are those of the whole action."""

    def __init__(self, rolls: Iterable[Roll], whole: _Filling | None) -> None:
        self.given = tuple(rolls)
        self.rolls: list[Roll] = []
        """The dice that were used, with their purposes."""
        self.parts: list[_Filling] = []
        self._said = [roll for roll in self.given if roll.purpose != RollPurpose.OPEN]
        self.open = [roll for roll in self.given if roll.purpose == RollPurpose.OPEN]
        """The dice that are left and do not state their purpose."""
        self._whole = whole

    @property
    def unused(self) -> int:
        """The number of dice without a stated purpose that were not needed, including those of the parts."""
        return len(self.open) + sum(len(part.open) for part in self.parts)

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return the next die for this purpose and unit, and its outcome. Raises MissingRoll."""
        for source in self._sources():
            for index, roll in enumerate(source):
                fits = (roll.purpose, roll.unit) == (purpose, unit)
                outcome = bought if roll.die is None else outcomes[roll.die]
                if (fits or (roll.purpose == RollPurpose.OPEN and roll.unit in ("", unit))) and outcome is not None:
                    del source[index]
                    self.rolls.append(Roll(purpose, unit, roll.die))
                    return roll.die, outcome
        raise MissingRoll(purpose, unit)

    def _sources(self) -> tuple[list[Roll], ...]:
        if self._whole is None:
            return self._said, self.open
        return self._said, self._whole._said, self.open, self._whole.open

    def is_tried(self, purpose: RollPurpose, unit: str) -> bool:
        """Return whether a die is left that states this purpose."""
        return any((roll.purpose, roll.unit) == (purpose, unit) for roll in self._said_dice())

    def is_next(self, purpose: RollPurpose, unit: str, other: RollPurpose) -> bool:
        """Return whether the unit's next die that states one of both purposes states this one; True if none does."""
        own = [roll.purpose for roll in self._said_dice() if roll.unit == unit and roll.purpose in (purpose, other)]
        if purpose in own:
            return own[0] is purpose
        return all((roll.purpose, roll.unit) != (purpose, unit) for roll in self.rolls)

    def in_order(self, purpose: RollPurpose, units: Sequence[str]) -> tuple[str, ...]:
        """Return the units that have such a die left, in the order of the dice."""
        rolled = dict.fromkeys(roll.unit for roll in self._said_dice() if roll.purpose == purpose)
        return tuple(unit for unit in rolled if unit in units)

    def _said_dice(self) -> tuple[Roll, ...]:
        return (*self._said, *(self._whole._said if self._whole is not None else ()))

    def part(self, rolls: Iterable[Roll]) -> _Filling:
        """Return the dice of a part of the action: its own, and then those of the whole."""
        self.parts.append(_Filling(rolls, self))
        return self.parts[-1]

    @property
    def left(self) -> tuple[Roll, ...]:
        """The dice that state their purpose and were not needed."""
        return tuple(self._said)
