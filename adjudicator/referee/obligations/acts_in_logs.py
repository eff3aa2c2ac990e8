"""The players who act, by place in the logs: the other side does in its answer what is left to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ...game.position import Status
from ..accounts.observation import DeferredCheck
from ..discrepancies.aspects import Aspect, AspectField, AspectKind
from ..events import Declared, ObservedStep, PointsSet, RollNamed, Said, StateSet, TableEvent, UnitMoved
from ..segments.beginnings import beginning_of
from ..segments.marks_left import MarksLeft, marks_left
from ..segments.segment import Segment

__all__ = ["ActsInLogs"]

_CONVERTIBLE: Final = AspectField.SUPPRESSED


@dataclass(frozen=True, slots=True)
class ActsInLogs:
    """The last act for each side in each log, and who marks the other's losses there."""

    last: Mapping[tuple[int, str], int] = field(default_factory=dict)
    """The last step of each log in which somebody acts for a side."""
    marked: frozenset[tuple[int, str]] = frozenset()
    """The logs in which the losses of a side are marked by another one."""
    marked_by_owner: frozenset[tuple[int, str]] = frozenset()
    """The logs and the units in them whose losses are marked by their own side."""
    first: Mapping[tuple[int, str], ObservedStep] = field(default_factory=dict)
    """The first step of each log in which a side does something, and does not only talk."""
    asked: frozenset[tuple[int, str]] = frozenset()
    """The logs in which a side asks the other one to roll for it: its checks come with that one's answer."""
    marks_left: tuple[MarksLeft, ...] = ()
    """The requests of players that the other side mark their own losses."""
    states_set: Mapping[tuple[int, str, str], tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """The states set of each unit in each log, and the points of each division: the number of the step, the level."""

    @classmethod
    def of(cls, found: Sequence[Segment]) -> ActsInLogs:
        """Return who acts in the segments of some logs."""
        last: dict[tuple[int, str], int] = {}
        for log, side, step in _acts(found):
            last[log, side] = max(step, last.get((log, side), step))
        marks = list(_marks(found))
        first: dict[tuple[int, str], ObservedStep] = {}
        for act in _acting_steps(found):
            known = first.setdefault((act.log, act.side), act)
            if act.number < known.number:
                first[act.log, act.side] = act
        return cls(
            last,
            frozenset((step.log, step.table.side(unit)) for step, unit in marks
                      if step.side not in ("", step.table.side(unit))),
            frozenset((step.log, unit) for step, unit in marks if step.side in ("", step.table.side(unit))), first,
            frozenset(_requests(found)), tuple(marks_left(_record(found))), _states_set(found),
        )  # fmt: skip

    def followed_by(self, later: ActsInLogs) -> ActsInLogs:
        """Return the acts in these logs and in others."""
        last = dict(self.last)
        for key, step in later.last.items():
            last[key] = max(step, last.get(key, step))
        marked, by_owner = self.marked | later.marked, self.marked_by_owner | later.marked_by_owner
        first, asked = {**later.first, **self.first}, self.asked | later.asked
        marks_left, states_set = (*self.marks_left, *later.marks_left), {**self.states_set, **later.states_set}
        return ActsInLogs(last, marked, by_owner, first, asked, marks_left, states_set)

    def waits_for_answer(self, side: str, step: ObservedStep) -> bool:
        """Return whether nobody acts for a side in the rest of a log: its duties come with its answer."""
        last = self.last.get((step.log, side))
        return last is None or last < step.number

    def leaves_loss(self, side: str, step: ObservedStep, aspect: Aspect) -> bool:
        """Return whether what a unit of a side suffered may be left to its owner to mark.

        A player who marks some of the other's losses mostly marks all of them, but for a Suppression, which the other
        may convert. Yet he may leave one: the answer shows it if its owner marks it there.
        """
        if not self.waits_for_answer(side, step):
            return False
        # a mail that only marks something tells nobody's side: whoever was to answer may have sent it
        answering = (side, "") if step.side else (side,)
        answer = min((log for log, other in self.last if log > step.log and other in answering), default=None)
        marks_all = (step.log, side) in self.marked and aspect.field != _CONVERTIBLE
        return not marks_all or answer is None or (answer, aspect.subject) in self.marked_by_owner

    def asks_to_mark(self, side: str, step: ObservedStep, unit: str) -> bool:
        """Return whether a side asks the other one to mark what a step brought to a unit of its own."""
        return any(each.covers(side, step, unit) for each in self.marks_left)

    def comes_to_mark(self, aspect: Aspect, ruled: int, shown: int, log: int, after: ObservedStep) -> bool:
        """Return whether what is *shown* of a unit's marker is as the rules have it at the end of a log.

        It is put on later than in a step. Of a track of points no more is asked than that it is moved later in the log
        of that step, to something else than it shows, and was not moved in it before.
        """
        marks = self.states_set.get((log, aspect.subject, aspect.field), ())
        if not marks or (log, marks[-1][0]) <= (after.log, after.number):
            return False
        if aspect.kind is AspectKind.POINTS:
            return after.log == log and marks[0][0] > after.number and all(value != shown for _, value in marks)
        return marks[-1][1] == ruled

    def sides_that_wait(self, segment: Segment, following: Sequence[Segment]) -> frozenset[str]:
        """Return the sides whose checks may come with their answer, though the sender's log goes on after a segment.

        Where the other side had its part in the segment, those of the sender come with his answer to that, whatever his
        mail went on with. If the answer does not begin with a part in the segment they may come later in it.
        """
        first, last = segment.steps[0], segment.steps[-1]
        follows = any(each.steps[0].log == first.log for each in following[:1])
        answered = last.log > first.log
        waiting_since = (first,) * follows + (last,) * answered
        waiting = frozenset(
            side for side in first.table.game.sides
            if any(self.waits_for_answer(side, step) for step in waiting_since)
        )  # fmt: skip
        return waiting if answered else waiting | self.sides_answering(segment, following)

    def sides_answering(self, segment: Segment, following: Sequence[Segment]) -> frozenset[str]:
        """Return the sides that have the log in hand after a segment with which the other side's mail ends.

        What their units may do or leave alone may come anywhere in that answer.
        """
        first = segment.steps[0]
        if not first.side or not following or following[0].steps[0].log == first.log:
            return frozenset()
        return frozenset(side for side in first.table.game.sides if side != first.side)

    def sides_after(self, segment: Segment) -> frozenset[str]:
        """Return the sides that have acted in a later log than those of a segment: what was left to them is done."""
        return frozenset(side for log, side in self.first if log > segment.steps[-1].log)

    def has_answered(self, check: DeferredCheck, before: int | None = None) -> bool:
        """Return whether the side of a check has acted in a later log, or in one of these *before* another one.

        Who only asks or announces something in a mail has not passed over what was left to him.
        """
        later = (
            log for log, side in self.first
            if log > check.log and side == check.side and (log, side) not in self.asked
        )  # fmt: skip
        return any(before is None or log < before for log in later)

    def answer_to(self, check: DeferredCheck) -> ObservedStep | None:
        """Return the first step of the answer in which the side of a check did something; None if it has not."""
        logs = (log for log, side in self.first if log > check.log and side == check.side)
        log = min(logs, default=None)
        return None if log is None else self.first[log, check.side]


def _record(found: Iterable[Segment]) -> Iterator[tuple[TableEvent, ObservedStep]]:
    """Yield each event of some segments with its step."""
    for segment in found:
        yield from zip(segment.events, segment.steps, strict=True)


def _acts(found: Sequence[Segment]) -> Iterator[tuple[int, str, int]]:
    """Yield the log, the side and the step of everything that somebody does, pays or declares for a side."""
    for event, step in _record(found):
        yield step.log, step.side, step.number
        if isinstance(event, PointsSet):
            yield step.log, step.table.game.divisions[event.division].side, step.number
        elif isinstance(event, Declared) and beginning_of(event.action, step.table):
            yield step.log, step.table.side(event.unit), step.number


def _requests(found: Sequence[Segment]) -> Iterator[tuple[int, str]]:
    """Yield the log and the side of each roll that a player leaves to the other one, though it is his own."""
    for event, step in _record(found):
        if isinstance(event, Declared | RollNamed) and event.asked:
            yield step.log, step.side


def _states_set(found: Sequence[Segment]) -> Mapping[tuple[int, str, str], tuple[tuple[int, int], ...]]:
    """Return the steps and levels of the states and points that are set, by the log, the unit and the state."""
    marks: dict[tuple[int, str, str], tuple[tuple[int, int], ...]] = {}
    for event, step in _record(found):
        if isinstance(event, StateSet):
            key, level = (step.log, event.unit, str(event.state)), event.level
        elif isinstance(event, PointsSet):
            key, level = (step.log, event.division, str(event.kind)), event.points
        else:
            continue
        marks[key] = (*marks.get(key, ()), (step.number, level))
    return marks


def _acting_steps(found: Sequence[Segment]) -> Iterator[ObservedStep]:
    """Yield the steps of known sides in which more is done than talked."""
    for event, step in _record(found):
        typed = isinstance(event, Said | RollNamed) or (isinstance(event, Declared) and event.spoken)
        if step.side and not typed:
            yield step


def _marks(found: Sequence[Segment]) -> Iterator[tuple[ObservedStep, str]]:
    """Yield each unit of which a state is set, or which is taken off the map, with the step."""
    for event, step in _record(found):
        if isinstance(event, StateSet) or (isinstance(event, UnitMoved) and event.went is not Status.ON_MAP):
            yield step, event.unit
