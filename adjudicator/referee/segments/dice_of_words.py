"""The dice right before or right after some words: words about several rolls are in the order of the rolls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ...game.action_words import Declaration
from ..events import (
    ConditionsSet,
    Declared,
    DieDismissed,
    DieRolled,
    LeaderMoved,
    LevelSet,
    ObservedStep,
    PointsSet,
    RollNamed,
    Said,
    StateSet,
    TableEvent,
    TurnedOver,
    UnitMoved,
)
from .dice_of_several import dice_after_several
from .segment import Segment

__all__ = ["DiceOfWords"]

_SPOKEN: Final = (Said, RollNamed, DieDismissed)
_BETWEEN: Final = (ConditionsSet, LeaderMoved, LevelSet, PointsSet, StateSet, TurnedOver, UnitMoved)
"""The events that may come between the dice and the words about them: counters are moved, and results are marked."""
_Number = tuple[int, int]
"""The number of a log, and of a step in it."""


@dataclass(frozen=True, slots=True)
class DiceOfWords:
    """The dice before each block of a player's own words, or after it if none are before it, and how far these go."""

    _of_dice: Mapping[_Number, _Number] = field(default_factory=dict)
    """The first step of the block after each die, by the die's step."""
    _of_words: Mapping[_Number, _Number] = field(default_factory=dict)
    """The first step of the block that each step with words belongs to."""
    _last: Mapping[_Number, int] = field(default_factory=dict)
    """The number of the last segment that each block says something of."""
    _named: Mapping[_Number, int] = field(default_factory=dict)
    """The number of the first segment whose words name each die, by the die's step."""

    @classmethod
    def of(cls, found: Sequence[Segment]) -> DiceOfWords:
        """Return the dice of words of the segments of some logs."""
        steps = {_number(step): step for segment in found for step in segment.steps}
        of_dice: dict[_Number, _Number] = {}
        of_words: dict[_Number, _Number] = {}
        dice: list[ObservedStep] = []
        block: ObservedStep | None = None
        for _, step in sorted(steps.items()):
            dice = [each for each in dice if _same_hand(each, step)]
            block = block if block is not None and _same_hand(block, step) else None
            for event in step.events:
                if isinstance(event, DieRolled):
                    dice, block = [*(dice if block is None else []), step], None
                elif isinstance(event, Declared) and event.own_words:
                    block = block or step
                    of_words[_number(step)] = _number(block)
                    of_dice |= {_number(each): _number(block) for each in dice}
                elif not isinstance(event, _SPOKEN) and (block is not None or not _may_stand_between(event)):
                    dice, block = [], None
        of_dice |= _of_dice_after(steps, of_words)
        last = {
            of_words[_number(step)]: at
            for at, segment in enumerate(found) for step in segment.steps if _number(step) in of_words
        }  # fmt: skip
        named = {
            event.step_of_die: at
            for at, segment in reversed(list(enumerate(found))) for event in segment.events
            if isinstance(event, Declared | RollNamed) and event.step_of_die is not None
        }  # fmt: skip
        return cls(of_dice, of_words, last, named)

    def is_told_in(self, die: ObservedStep, segment: Segment) -> bool:
        """Return whether the words after a die are about a segment."""
        block = self._of_dice.get(_number(die))
        return block is not None and block in set(self._blocks(zip(segment.events, segment.steps, strict=True)))

    def go_on_after(self, die: ObservedStep, number: int) -> bool:
        """Return whether the words after a die are about more than the segments up to one."""
        block = self._of_dice.get(_number(die))
        return block is not None and self._last.get(block, -1) > number

    def is_named_later(self, die: ObservedStep, number: int) -> bool:
        """Return whether the first words that name a die are behind the segment of a number."""
        return self._named.get(_number(die), number) > number

    def _blocks(self, told: Iterable[tuple[TableEvent, ObservedStep]]) -> Iterator[_Number]:
        for event, step in told:
            if isinstance(event, Declared) and _number(step) in self._of_words:
                yield self._of_words[_number(step)]


def _may_stand_between(event: TableEvent) -> bool:
    """Return whether an event may stand between dice and the words about them: a gun's menu may turn it over, too."""
    return isinstance(event, _BETWEEN) or (isinstance(event, Declared) and event.action is Declaration.REVEAL)


def _of_dice_after(
    steps: Mapping[_Number, ObservedStep], of_words: Mapping[_Number, _Number]
) -> dict[_Number, _Number]:
    """Return the block of each die that follows words about several things."""
    known = [(event, step) for _, step in sorted(steps.items()) for event in step.events]
    found: dict[_Number, _Number] = {}
    for first, dice in dice_after_several(known):
        block = next(number for _, step in known[first:] if (number := of_words.get(_number(step))) is not None)
        found |= dict.fromkeys((_number(known[at][1]) for at in dice), block)
    return found


def _number(step: ObservedStep) -> _Number:
    return step.log, step.number


def _same_hand(one: ObservedStep, other: ObservedStep) -> bool:
    return (one.log, one.player) == (other.log, other.player)
