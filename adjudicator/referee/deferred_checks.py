"""Checks that the sender of a log leaves to its receiver while he goes on himself.

By mail a player fires, writes on with his next unit, and lets the other one roll the check of the target in his answer.
Until the answer comes the check counts as passed, as the table shows. When its die is found, the action is judged
again with it, and the result is put into the position as it is by then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Final

from ..game.play import PURPOSES, Roll
from ..game.position import Points, Position
from ..rules.rule_book import RuleBook
from ..rules.ruling import Ruling
from .accounts.assumptions import Supposition, judged_again, supposition_of
from .accounts.dice_assignment import Answer
from .accounts.interpretation import Account, Tables, answers_in
from .accounts.lookahead import Part, observation_of
from .accounts.observation import DeferredCheck
from .discrepancies.aspects import Aspect, AspectKind, carried, differing
from .entry_drafts import EntryDraft, Origin
from .events import ObservedStep, PointsSet, StateSet, TableEvent
from .game_findings import PURPOSE_RULES, finding
from .segments.segmentation import Segment

__all__ = ["DeferredChecks", "may_wait", "steps_of_answers"]

_CONVERTIBLE: Final = "suppressed"

Steps = frozenset[tuple[int, int]]


@dataclass(slots=True)
class _Open:
    """A check that has not been made yet."""

    check: DeferredCheck
    entry: EntryDraft
    supposed: Supposition
    """The rolls that the entry takes for granted: with the die of this check, unless the unit may leave it alone."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """An action judged with the die of a check that it had to wait for."""

    before: Position
    action: Any
    supposed: Supposition
    """The rolls that are still taken for granted."""
    without: Ruling
    """The ruling with the check taken for passed, in the same position."""
    ruling: Ruling

    def changes(self) -> Iterator[Aspect]:
        """Yield what the check changed."""
        if self.without.after is not None and self.ruling.after is not None:
            yield from differing(self.without.after, self.ruling.after)


class DeferredChecks:
    """The checks of a game that have been left to the answer."""

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._open: list[_Open] = []
        self._last_act: dict[tuple[int, str], int] = {}
        """The last step of each log in which somebody acts for a side."""
        self._marked: set[tuple[int, str]] = set()
        self._origins: dict[Aspect, Origin] = {}

    # who acts where

    def look_through(self, found: Sequence[Segment]) -> None:
        """Note who acts in which step of each log, and for whom he marks losses."""
        for segment in found:
            for event, step in zip(segment.events, segment.steps, strict=True):
                self._note_act(step, step.side)
                if isinstance(event, PointsSet):
                    self._note_act(step, step.table.game.divisions[event.division].side)
                elif isinstance(event, StateSet) and step.table.side(event.unit) != step.side:
                    self._marked.add((step.log, step.table.side(event.unit)))

    def _note_act(self, step: ObservedStep, side: str) -> None:
        self._last_act[step.log, side] = max(step.number, self._last_act.get((step.log, side), step.number))

    def waits_for_answer(self, side: str, step: ObservedStep) -> bool:
        """Return whether nobody acts for a side in the rest of a log: its duties come with its answer."""
        last = self._last_act.get((step.log, side))
        return last is None or last < step.number

    def leaves_loss(self, side: str, step: ObservedStep, aspect: Aspect) -> bool:
        """Return whether what a unit of a side suffered will be marked by its owner only.

        A player who marks the other's losses marks all of them, but for a Suppression, which the other may convert.
        """
        marks = (step.log, side) in self._marked and aspect.field != _CONVERTIBLE
        return not marks and self.waits_for_answer(side, step)

    def sides_that_wait(self, segment: Segment, following: Sequence[Segment]) -> frozenset[str]:
        """Return the sides whose checks may come with their answer, though the sender's log goes on after a segment."""
        step = segment.steps[0]
        goes_on = any(each.steps[0].log == step.log for each in following[:1])
        sides = step.table.game.sides if goes_on else ()
        return frozenset(side for side in sides if self.waits_for_answer(side, step))

    def _has_answered(self, each: _Open, before: int | None = None) -> bool:
        """Return whether the side of a check has acted in a later log, or in one of these *before* another one."""
        later = (log for log, side in self._last_act if log > each.check.log and side == each.check.side)
        return any(before is None or log < before for log in later)

    # the checks

    @property
    def checks(self) -> tuple[DeferredCheck, ...]:
        """The checks that have not been made yet, in the order in which they came up."""
        return tuple(each.check for each in self._open)

    def add(self, entry: EntryDraft, reading: Account) -> None:
        """Take in the checks that an entry has to wait for, and those that may still be made."""
        if not reading.waiting and not reading.may_try:
            return
        supposed = supposition_of(entry, self._book, entry.judged_in) or Supposition(unfinished=True)
        for checks, optional in ((reading.waiting, False), (reading.may_try, True)):
            for purpose, unit in checks:
                check = DeferredCheck(purpose, unit, entry.before.side(unit), entry.steps[0][0], optional)
                self._open.append(_Open(check, entry, supposed))

    def answered(self, position: Position, answers: Sequence[Answer]) -> Position:
        """Return a position with the results of checks that have been made."""
        for answer in answers:
            position = _with_changes(position, self._judged(position, answer))
        return position

    def complete(self, position: Position, answers: Sequence[Answer], told: Segment) -> Position:
        """Do the same, and put the dice into the entries that they belong to; *told* has the steps of the events."""
        for answer in answers:
            judged = self._judged(position, answer)
            position = _with_changes(position, judged)
            entry = self._of(answer).entry
            answer_step = told.steps[max(answer.events)] if answer.events else told.steps[-1]
            self._origins |= dict.fromkeys(judged.changes(), Origin(entry, answer_step))
            self._open = [each for each in self._open if each.check is not answer.check]
            waiting = [each for each in self._open if each.entry is entry]
            for each in waiting:
                each.supposed = judged.supposed
            _put_in(entry, judged, {(each.check.purpose, each.check.unit) for each in waiting})
            dice = {_numbers(told.steps[at]) for at in answer.events}
            own = steps_of_answers([answer], told.events, told.steps)
            entry.steps = tuple(sorted({*entry.steps, *dice, *own}))
        return position

    def answer_with(self, position: Position, left: Segment, table: Position) -> tuple[Position, frozenset[int]]:
        """Make the checks for which there are dice among what is *left* over and explains nothing else.

        *table* is the table now. Returns the position, and the numbers of the events that explain something now.
        """
        if not self._open or not left.events:
            return position, frozenset()
        told = observation_of(Part("", left, Tables(position, table, ()), awaited=self.checks), None)
        answers = answers_in(position, told, table, self.answered)
        gone = frozenset(at for answer in answers for at in answer.events)
        return self.complete(position, answers, left), gone

    def take_origins(self) -> Mapping[Aspect, Origin]:
        """Return the changes by the checks that were made last, with their origins, and forget them."""
        origins, self._origins = self._origins, {}
        return origins

    def _of(self, answer: Answer) -> _Open:
        return next(each for each in self._open if each.check is answer.check)

    def _judged(self, position: Position, answer: Answer) -> _Judged:
        """Judge the action that a check belongs to with its die; its unit is in its present state."""
        known, check = self._of(answer), answer.check
        before = _start(known, position)
        rolls = list(known.supposed.rolls)
        at = next((n for n, each in enumerate(rolls) if (each.purpose, each.unit) == (check.purpose, check.unit)), None)
        if at is not None:
            del rolls[at]
        supposed = Supposition(tuple(rolls), known.supposed.unfinished)
        action: Any = known.entry.action
        with_die = replace(action, rolls=(*action.rolls, Roll(check.purpose, check.unit, answer.face)))
        return _Judged(
            before, with_die, supposed, judged_again(before, action, self._book, known.supposed),
            judged_again(before, with_die, self._book, supposed),
        )  # fmt: skip

    def finish(self) -> Iterator[tuple[EntryDraft, str, str]]:
        """Yield the checks that have still to be made, and report those that the answer has left out."""
        for each in self._open:
            purpose, unit = each.check.purpose, each.check.unit
            if each.check.optional:
                continue
            if not self._has_answered(each):
                yield each.entry, purpose, unit
                continue
            of_unit = f" of {each.entry.before.shown_name(unit)}"
            each.entry.findings.append(
                finding("roll-left-out", rule=PURPOSE_RULES[purpose], purpose=PURPOSES[purpose], unit=of_unit)
            )
        self._open = []

    def expire(self, log: int) -> None:
        """Forget the checks that a unit could leave alone, where its side has answered in a mail before a log."""
        if any(each.check.optional for each in self._open):
            self._open = [each for each in self._open if not (each.check.optional and self._has_answered(each, log))]

    def forget(self) -> None:
        """Forget all the checks: the game goes on from where they had not come up."""
        self._open = []


def may_wait(position: Position, sides: frozenset[str]) -> frozenset[str]:
    """Return the units of some sides."""
    return frozenset(unit for unit in position.units if position.side(unit) in sides) if sides else frozenset()


def steps_of_answers(answers: Iterable[Answer], events: Sequence[TableEvent], steps: Sequence[ObservedStep]) -> Steps:
    """Return the steps, by log and number, in which nothing happened but what checks that had waited are about."""
    units = {answer.check.unit for answer in answers}
    if not units:
        return frozenset()
    sides = {answer.check.side for answer in answers if answer.face is None}
    made = {at for answer in answers for at in answer.events}
    other = set()
    for at, (event, step) in enumerate(zip(events, steps, strict=True)):
        paid = isinstance(event, PointsSet) and step.table.game.divisions[event.division].side in sides
        if not paid and at not in made and not (isinstance(event, StateSet) and event.unit in units):
            other.add(_numbers(step))
    return frozenset(map(_numbers, steps)) - other


def _numbers(step: ObservedStep) -> tuple[int, int]:
    """Return the numbers of a step's log and of the step in it."""
    return step.log, step.number


def _start(known: _Open, position: Position) -> Position:
    """Return the position in which an action is judged again, with the checking unit as it is now if it has changed.

    A unit that need not check has been through its result already.
    """
    entry, unit = known.entry, known.check.unit
    start = entry.judged_in or entry.before
    after = entry.ruling.after if entry.ruling is not None else None
    if known.check.optional or after is None or position.units[unit] == after.units[unit]:
        return start
    return start.after(units={**start.units, unit: position.units[unit]})


def _put_in(entry: EntryDraft, judged: _Judged, waiting: Set[tuple[str, str]]) -> None:
    """Put an action's ruling with one more die into its entry; some of its checks may still be *waiting*."""
    known = set(entry.findings)
    if entry.judged_in is None:
        entry.before = judged.before
    else:
        entry.judged_in = judged.before
    entry.action, entry.ruling = judged.action, judged.ruling
    entry.after = _with_changes(entry.after, judged) if entry.after is not None else None
    entry.findings += [each for each in judged.ruling.findings if each not in known]
    entry.resolutions = tuple(
        each for each in judged.ruling.resolutions if (each.purpose, each.unit) not in waiting
    )  # fmt: skip


def _with_changes(position: Position, judged: _Judged) -> Position:
    """Return a position with what a check changed; points that it cost are taken from those that are left."""
    without, after = judged.without.after or position, judged.ruling.after or position
    aspects = list(judged.changes())
    for aspect in aspects:
        if aspect.kind is AspectKind.POINTS:
            position = _paid(position, without, after, aspect)
    return carried(position, after, [each for each in aspects if each.kind != "points"])


def _paid(position: Position, without: Position, after: Position, aspect: Aspect) -> Position:
    division = aspect.subject
    left, spent = position.points[division], without.points[division].command - after.points[division].command
    return position.after(points={**position.points, division: Points(left.command - spent, left.dispatch)})
