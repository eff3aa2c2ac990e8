"""What the rules made of the actions of a segment with each choice of dice, kept for a while where that took long.

A game is read again with each mail that comes, and most of it is as it was. What comes later may change how well an
account fits the table, but not what the rules say. So what they said is used again if all that they were asked is the
same, what the equality of positions leaves out included.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any, Final

from ...game.position import Position
from ...rules.judgement import FaceDownAs
from ...rules.rule_book import RuleBook
from .candidates.candidate import Candidate
from .dice_assignment import ResolvedRuns
from .observation import Observation

__all__ = ["KeptRuns", "RunsOfQuestion", "is_same"]

_MIN_RUNS: Final = 50
"""The number of runs of a question from which on it took long."""
_MAX_RUNS: Final = 2000
"""The number of runs that are kept of all questions together."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """A candidate without what the rules do not look at."""

    candidate: Candidate
    face_down_as: FaceDownAs
    runs: ResolvedRuns[Any]

    def is_of(self, candidate: Candidate, face_down_as: FaceDownAs) -> bool:
        """Return whether the rules are asked the same about a candidate."""
        own = self.candidate
        return face_down_as is self.face_down_as and all(
            is_same(getattr(own, name), getattr(candidate, name)) for name in ("action", "windows", "position")
        )


class RunsOfQuestion:
    """The runs of the candidates of a segment in a position, with what was observed of it."""

    def __init__(self, position: Position, observed: Observation) -> None:
        self._position = position
        # neither a die that is left at the end nor who has answered since changes what the rules say
        self._observed = replace(observed, tail=None, have_answered=frozenset())
        self._judged: list[_Judged] = []

    @property
    def number(self) -> int:
        """The number of runs."""
        return sum(len(each.runs) for each in self._judged)

    @property
    def waits(self) -> bool:
        """Return whether checks of earlier actions are awaited: what they bring is told nowhere in the question."""
        return bool(self._observed.awaited)

    def is_same_as(self, other: RunsOfQuestion) -> bool:
        """Return whether another question is the same."""
        return (
            self._observed.unit == other._observed.unit
            and self._observed.steps == other._observed.steps
            and is_same(self._observed, other._observed)
            and is_same(self._position, other._position)
        )

    def of(self, candidate: Candidate, face_down_as: FaceDownAs) -> ResolvedRuns[Any]:
        """Return the runs of a candidate, to which others are added."""
        known = next((each for each in self._judged if each.is_of(candidate, face_down_as)), None)
        if known is None:
            known = _Judged(candidate, face_down_as, {})
            self._judged.append(known)
        return known.runs


class KeptRuns:
    """The runs by one rule book of the last questions that took long."""

    def __init__(self, _book: RuleBook) -> None:
        self._kept: deque[RunsOfQuestion] = deque()

    def of(self, position: Position, observed: Observation) -> RunsOfQuestion:
        """Return the runs of a question, none if it was not asked lately or did not take long."""
        asked = RunsOfQuestion(position, observed)
        return asked if asked.waits else next(filter(asked.is_same_as, self._kept), asked)

    def keep(self, question: RunsOfQuestion) -> None:
        """Keep the runs of a question if they took long and nothing else went into them."""
        if question in self._kept:
            self._kept.remove(question)
        if question.waits or question.number < _MIN_RUNS:
            return
        self._kept.append(question)
        while sum(each.number for each in self._kept) > _MAX_RUNS and len(self._kept) > 1:
            self._kept.popleft()


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values are the same in all their fields, those that do not count for equality included."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if names := _fields_of(one.__class__):
        return _are_same(map(one.__getattribute__, names), map(other.__getattribute__, names))
    if isinstance(one, tuple | list):
        return len(one) == len(other) and _are_same(one, other)
    if isinstance(one, Mapping):
        return list(one) == list(other) and _are_same(one.values(), other.values())
    return bool(one == other)


def _are_same(some: Iterable[Any], others: Iterable[Any]) -> bool:
    """Return whether values are the same in pairs: most of them are one and the same object."""
    return all(is_same(one, other) for one, other in zip(some, others, strict=True) if one is not other)


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a class, none if it is no dataclass."""
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
