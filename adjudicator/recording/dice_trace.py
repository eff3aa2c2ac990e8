"""The judgement of an action followed die by die: the roll, its purpose, and the position just before.

The rules are used, not repeated: an action is judged again, and each die and each part of it is noted on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from ..game.play import Action, Roll, RollPurpose
from ..game.position import Position
from ..rules.chance import DiceSource, MissingRoll, Parts, Recorded, WrappedDice
from ..rules.judge import handle
from ..rules.judgement import Judgement, Snapshot
from ..rules.rule_book import RuleBook

__all__ = ["PartDone", "Rolled", "Trace", "trace"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die, or the Command Point paid instead."""

    roll: Roll
    target: str
    """The unit that the roll was about, empty for the rolling unit itself."""
    before: Position
    """The position before the roll."""


@dataclass(frozen=True, slots=True)
class PartDone:
    """The end of a part of the action."""

    place: tuple[Hashable, ...]
    """The part that ended: ``("step", 2, True)``, ``("combat", unit, False)``."""
    after: Position


@dataclass(frozen=True, slots=True)
class Trace:
    """The course of an action."""

    events: tuple[Rolled | PartDone, ...]
    after: Position


def trace(position: Position, action: Action, book: RuleBook) -> Trace:
    """Return the course of an action. If a die is missing, the course ends there."""
    following = _Following(position, book, action.own_rolls)
    with suppress(MissingRoll):
        handle(following.judgement, action)
    targets = iter([resolution.target for resolution in following.judgement.resolutions])
    events = [
        Rolled(event.roll, next(targets, ""), event.before) if isinstance(event, Rolled) else event
        for event in following.events
    ]
    return Trace(tuple(events), following.judgement.position)


class _Following:
    """A judgement whose dice and parts are noted."""

    def __init__(self, position: Position, book: RuleBook, rolls: Iterable[Roll]) -> None:
        self.events: list[Rolled | PartDone] = []
        self.judgement = Judgement(position, book, _NotedDice(Recorded(rolls), self))
        self.judgement.parts = _NotedParts(self)


class _NotedDice(WrappedDice):
    """Hands out recorded dice and notes each of them."""

    def __init__(self, dice: DiceSource, following: _Following) -> None:
        super().__init__(dice)
        self._following = following

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return the recorded die and its outcome."""
        before = self._following.judgement.position
        die, outcome = super().roll(purpose, unit, outcomes, bought)
        self._following.events.append(Rolled(Roll(purpose, unit, die), "", before))
        return die, outcome

    def part(self, rolls: Iterable[Roll]) -> _NotedDice:
        """Return the dice of a part of the action."""
        return _NotedDice(self.source.part(rolls), self._following)


class _NotedParts(Parts):
    """Does each part at once and notes the position after it."""

    def __init__(self, following: _Following) -> None:
        self._following = following

    def do(
        self,
        work: Callable[[], object],
        save: Callable[[], Snapshot],
        restore: Callable[[Any], None],  # noqa: ARG002
    ) -> None:
        """Do a part."""
        work()
        snapshot = save()
        self._following.events.append(PartDone(snapshot.place, snapshot.position))
