"""The answer to checks that were left to it.

When the die of such a check is found, the action is judged again with it, and the result is put into the position as
it is by then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from ...game.play import Move, Roll, RollPurpose
from ...game.position import Points, Position, Status
from ...rules.cited_rules import rule_of_roll
from ...rules.purposes import roll_name
from ...rules.rule_book import RuleBook
from ...rules.ruling import Ruling
from ..accounts.assumptions import Supposition, judged_again, supposition_of
from ..accounts.dice_assignment import Answer
from ..accounts.interpretation import Account, Answered, Tables, answers_in
from ..accounts.observation import DeferredCheck
from ..accounts.segment_reader import Part, observation_of
from ..accounts.slips import Slip
from ..carried_dice import CarriedDice, segment_of
from ..discrepancies.aspects import Aspect, AspectField, AspectKind, carried, differing
from ..discrepancies.attribution import points_missing
from ..discrepancies.discrepancy import Origin
from ..entries.entry import Entry
from ..entries.game_findings import finding
from ..events import ObservedStep, PointsSet, StateSet, TableEvent
from ..finding_names import FindingName
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState, RollDue
from .answers_told import with_answer_told_otherwise
from .deferred_checks import OpenCheck

__all__ = [
    "answered_by",
    "answered_with_carried",
    "completed",
    "finished",
    "steps_of_answers",
    "units_of_sides",
    "with_checks_of",
    "with_checks_undecided",
    "with_points_of_checks",
]

Steps = frozenset[tuple[int, int]]


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
    following: tuple[DeferredCheck, ...] = ()
    """The checks that this one brings on others."""

    def changes(self) -> Iterator[Aspect]:
        """Yield what the check changed."""
        if self.without.after is not None and self.ruling.after is not None:
            yield from differing(self.without.after, self.ruling.after)


_Made = tuple[RefereeState, _Judged | None]
"""The state in which checks have been made, and how the last one was judged."""


# checks that come up


def with_checks_of(state: RefereeState, number: int, reading: Account, book: RuleBook) -> RefereeState:
    """Take in the checks that an entry has to wait for, and those that may still be made."""
    if not reading.waiting and not reading.may_try:
        return state
    entry = state.ledger[number]
    supposed = supposition_of(entry, book, entry.judged_in) or Supposition(unfinished=True)
    log = max(log for log, _ in entry.steps)  # an answer leaves what its own shots bring
    found = [
        OpenCheck(DeferredCheck(purpose, unit, entry.before.side(unit), log, optional), number, supposed)
        for checks, optional in ((reading.waiting, False), (reading.may_try, True)) for purpose, unit in checks
    ]  # fmt: skip
    return state.with_checks(state.checks.with_open(*found))


def units_of_sides(position: Position, sides: frozenset[str]) -> frozenset[str]:
    """Return the units of some sides."""
    return frozenset(unit for unit in position.units if position.side(unit) in sides) if sides else frozenset()


def with_checks_undecided(state: RefereeState) -> Position | None:
    """Return the position in which units are still there that a check left to their owner may save; None if none is.

    Whoever fires at such a unit while he waits for the answer takes it that the check is passed, as the table shows.
    """
    saved = {}
    for each in state.checks.open:
        unit, entry = each.check.unit, state.ledger[each.entry]
        if each.check.optional and state.position.units[unit].status is not Status.ON_MAP:
            saved[unit] = (entry.judged_in or entry.before).units[unit]
    return state.position.after(units={**state.position.units, **saved}) if saved else None


# checks that are made


@dataclass(frozen=True, slots=True)
class _Answered:
    """What the answers to the checks of a state bring about."""

    state: RefereeState
    book: RuleBook
    _known: dict[tuple[int, tuple[Answer, ...]], tuple[Position, _Made]] = field(default_factory=dict, compare=False)
    """What was made in each position, by its identity, with each answers: a search tries the same ones many times."""

    @property
    def grounds(self) -> tuple[object, ...]:
        """The checks that wait, each with the entry of its action: nothing else of the state goes into it."""
        return tuple((each, self.state.ledger[each.entry]) for each in self.state.checks.open)

    def __call__(self, position: Position, answers: Sequence[Answer]) -> Position:
        """Return a position with the results of the checks."""
        return self._made(position, answers)[0].position

    def following(self, position: Position, answers: Sequence[Answer]) -> tuple[DeferredCheck, ...]:
        """Return the checks that the last of the answers brings on others (R9.25)."""
        _, judged = self._made(position, answers)
        return judged.following if judged is not None else ()

    def _made(self, position: Position, answers: Sequence[Answer]) -> _Made:
        """Return the state in which the checks have been made, and how the last one was judged."""
        key = (id(position), tuple(answers))
        if key not in self._known:
            self._known[key] = position, self._made_anew(position, answers)  # kept, so that the identity stays its own
        return self._known[key][1]

    def _made_anew(self, position: Position, answers: Sequence[Answer]) -> _Made:
        state, judged = replace(self.state, position=position), None
        for answer in answers:
            state, judged = _with_answer(state, self.book, answer, answers)
        return state, judged


def answered_by(state: RefereeState, book: RuleBook) -> Answered:
    """Return what answers to the checks of a state bring about."""
    return _Answered(state, book)


def _with_answer(
    state: RefereeState, book: RuleBook, answer: Answer, answers: Sequence[Answer], at: ObservedStep | None = None
) -> tuple[RefereeState, _Judged]:
    """Put the result of a check into the position, and its die into its entry.

    The checks that it brings are those which other *answers* may be to. *at* is the step in which it is made; None
    where it is only tried what would follow.
    """
    judged, number = _judged(state, book, state.position, answer), state.checks.of(answer).entry
    origins = dict.fromkeys(judged.changes(), Origin(number, at)) if at is not None else {}
    checks = state.checks.made(answer, judged.supposed, origins)
    brought = [_as_answered(each, answers, checks.waiting) for each in judged.following]
    checks = checks.with_open(*(OpenCheck(each, number, judged.supposed) for each in brought))
    waiting = {(each.purpose, each.unit) for each in checks.of_entry(number)}
    ledger = state.ledger.with_entry(_with_judgement(state.ledger[number], judged, waiting))
    return replace(state, position=_with_changes(state.position, judged), checks=checks, ledger=ledger), judged


def _as_answered(check: DeferredCheck, answers: Sequence[Answer], waiting: Sequence[DeferredCheck]) -> DeferredCheck:
    """Return a check that has just come up as the one to which an answer is, if there is one."""
    known = (each.check for each in answers if all(each.check is not other for other in waiting))
    return next((each for each in known if each == check), check)


def completed(state: RefereeState, book: RuleBook, answers: Sequence[Answer], told: Segment) -> RefereeState:
    """Put the results of checks that have been made into the position, and their dice into their entries.

    *told* has the steps of the events.
    """
    for answer in answers:
        number = state.checks.of(answer).entry
        answer_step = told.steps[max(answer.events)] if answer.events else told.steps[-1]
        state, _ = _with_answer(state, book, answer, answers, answer_step)
        dice = {_numbers(told.steps[at]) for at in answer.events}
        own = steps_of_answers([answer], told.events, told.steps)
        entry = state.ledger[number]
        entry = replace(entry, steps=tuple(sorted({*entry.steps, *dice, *own})))
        state = replace(state, ledger=state.ledger.with_entry(entry))
        state = with_answer_told_otherwise(state, number, answer, told)
    return state


def answered_with_carried(state: RefereeState, book: RuleBook) -> RefereeState:
    """Make the checks for which there are dice among what is left over and explains nothing else."""
    left = segment_of(state.carried.told, Segment(SegmentKind.LOOSE))
    if not state.checks.open or not left.events:
        return state
    part = Part("", left, Tables(state.position, state.table, ()), awaited=state.checks.waiting)
    told = observation_of(part, Slip.STRAY_DIE)
    answers = answers_in(state.position, told, state.table, answered_by(state, book))
    gone = {at for answer in answers for at in answer.events}
    kept = tuple(each for at, each in enumerate(state.carried.told) if at not in gone)
    return completed(state, book, answers, left).with_carried(CarriedDice(kept))


def with_points_of_checks(state: RefereeState, book: RuleBook) -> RefereeState:
    """Make the checks of a division's units for which as many points are gone from its track, and nothing else is paid.

    Some write no more than the new number of points (R3.3).
    """
    for aspect, each in state.discrepancies.open.items():
        if aspect.kind is not AspectKind.POINTS or aspect.field != AspectField.COMMAND or each.by_rules:
            continue
        units = state.position.game.units
        answers = [
            Answer(known.check, None, frozenset()) for known in state.checks.open
            if (not known.check.optional or _is_marked_as_converted(state, known.check.unit))
            and known.check.side == each.step.side and known.check.log < each.step.log
            and units[known.check.unit].division == aspect.subject
        ]  # fmt: skip
        if not answers or len(answers) != points_missing(state.position, each.table, aspect):
            continue
        paid = state
        for answer in answers:
            number = state.checks.of(answer).entry
            paid, judged = _with_answer(paid, book, answer, answers, each.step)
            slips = (*paid.ledger[number].slips, Slip.POINT_PAID_ON_THE_TRACK)
            paid = paid.changing(number, slips=slips)
            if judged.ruling.verdict is not judged.without.verdict:
                break
        else:
            state = paid
    return state


def _is_marked_as_converted(state: RefereeState, unit: str) -> bool:
    """Return whether a unit has one more Cohesion Hit on the table than by the rules: what a conversion brings."""
    return state.table.units[unit].cohesion == state.position.units[unit].cohesion + 1


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


def _judged(state: RefereeState, book: RuleBook, position: Position, answer: Answer) -> _Judged:
    """Judge the action that a check belongs to with its die; its unit is in its present state."""
    known, check = state.checks.of(answer), answer.check
    entry = state.ledger[known.entry]
    before = _start(entry, check, position)
    rolls = list(known.supposed.rolls)
    at = next((n for n, each in enumerate(rolls) if (each.purpose, each.unit) == (check.purpose, check.unit)), None)
    if at is not None:
        del rolls[at]
    supposed = Supposition(tuple(rolls), known.supposed.unfinished)
    action: Any = entry.action
    with_die = _with_roll(before, action, Roll(check.purpose, check.unit, answer.face), supposed, book)
    supposed, following = _with_checks_beside(before, with_die, supposed, check, book)
    return _Judged(
        before, with_die, supposed, judged_again(before, action, book, known.supposed),
        judged_again(before, with_die, book, supposed), following,
    )  # fmt: skip


def _with_roll(before: Position, action: Any, roll: Roll, supposed: Supposition, book: RuleBook) -> Any:
    """Return an action with one more roll: in a move, with that of the step whose fire calls for it."""
    for at, step in enumerate(action.steps if isinstance(action, Move) else ()):
        changed = replace(step, rolls=(*step.rolls, roll))
        found = replace(action, steps=(*action.steps[:at], changed, *action.steps[at + 1 :]))
        if step.rolls and not _has_die_too_many(judged_again(before, found, book, supposed)):
            return found
    return replace(action, rolls=(*action.rolls, roll))


def _has_die_too_many(ruling: Ruling) -> bool:
    return any(each.name == "die-not-needed" for each in ruling.findings)


def _with_checks_beside(
    before: Position, action: Any, supposed: Supposition, check: DeferredCheck, book: RuleBook
) -> tuple[Supposition, tuple[DeferredCheck, ...]]:
    """Return what is supposed with the checks that a failed one brings on those beside its unit (R9.25), and these."""
    place = before.units[check.unit].place if check.unit in before.units else None
    beside = [unit for unit, state in before.units.items()
              if state.place == place and unit != check.unit and state.status is Status.ON_MAP]  # fmt: skip
    found: list[DeferredCheck] = []
    for unit in beside if place is not None else ():
        if not _misses_die(before, action, supposed, book):
            break
        passed = Roll(RollPurpose.SUPPRESSION, unit, 0)
        more = Supposition((*supposed.rolls, passed), supposed.unfinished)
        if _has_die_too_many(judged_again(before, action, book, more)):
            continue
        supposed = more
        found.append(DeferredCheck(RollPurpose.SUPPRESSION, unit, check.side, check.log, optional=False))
    return supposed, tuple(found)


def _misses_die(before: Position, action: Any, supposed: Supposition, book: RuleBook) -> bool:
    return any(each.name == "die-missing" for each in judged_again(before, action, book, supposed).findings)


def _start(entry: Entry, check: DeferredCheck, position: Position) -> Position:
    """Return the position in which an action is judged again, with the checking unit as it is now if it has changed.

    A unit that need not check has been through its result already.
    """
    unit, start = check.unit, entry.judged_in or entry.before
    after = entry.ruling.after if entry.ruling is not None else None
    if check.optional or after is None or position.units[unit] == after.units[unit]:
        return start
    return start.after(units={**start.units, unit: position.units[unit]})


def _with_judgement(entry: Entry, judged: _Judged, waiting: Set[tuple[str, str]]) -> Entry:
    """Return an entry with its action's ruling with one more die; some of its checks may still be *waiting*."""
    known = set(entry.findings)
    new = (each for each in judged.ruling.findings if each not in known)
    return replace(
        entry, action=judged.action, ruling=judged.ruling, findings=(*entry.findings, *new),
        before=judged.before if entry.judged_in is None else entry.before,
        judged_in=None if entry.judged_in is None else judged.before,
        after=_with_changes(entry.after, judged) if entry.after is not None else None,
        resolutions=tuple(each for each in judged.ruling.resolutions if (each.purpose, each.unit) not in waiting),
    )  # fmt: skip


def _with_changes(position: Position, judged: _Judged) -> Position:
    """Return a position with what a check changed; points that it cost are taken from those that are left."""
    without, after = judged.without.after or position, judged.ruling.after or position
    aspects = list(judged.changes())
    for aspect in aspects:
        if aspect.kind is AspectKind.POINTS:
            position = _paid(position, without, after, aspect)
    position = position.after(
        withdrawals=_exchanged(position.withdrawals, without.withdrawals, after.withdrawals),
        flags=(position.flags - (without.flags - after.flags)) | (after.flags - without.flags),
    )
    return carried(position, after, [each for each in aspects if each.kind is not AspectKind.POINTS])


def _exchanged(owed: Sequence[str], without: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Return the rolls for withdrawal that are owed, with those of the losses by which a check makes a difference."""
    kept, gone = list(owed), Counter(without) - Counter(after)
    for formation in gone.elements():
        if formation in kept:
            kept.remove(formation)
    return (*kept, *(Counter(after) - Counter(without)).elements())


def _paid(position: Position, without: Position, after: Position, aspect: Aspect) -> Position:
    division = aspect.subject
    left, spent = position.points[division], without.points[division].command - after.points[division].command
    return position.after(points={**position.points, division: Points(left.command - spent, left.dispatch)})


def _numbers(step: ObservedStep) -> tuple[int, int]:
    """Return the numbers of a step's log and of the step in it."""
    return step.log, step.number


# checks that are left at the end


def finished(state: RefereeState) -> RefereeState:
    """Note the checks that have still to be made, and report those that the answer has left out, in its own entry."""
    for each in state.checks.open:
        purpose, unit = each.check.purpose, each.check.unit
        if each.check.optional:
            continue
        if not state.acts.has_answered(each.check):
            state = state.with_rolls_due(RollDue(each.entry, purpose, unit))
            continue
        entry = state.ledger[each.entry]
        of_unit = f" of {entry.before.shown_name(unit)}"
        rule = rule_of_roll(purpose, state.position.game, entry.action)
        left_out = finding(
            FindingName.ROLL_LEFT_OUT, rule=rule, purpose=roll_name(state.position.game, purpose), unit=of_unit
        )
        state, number = _entry_of_owner(state, each)
        state = state.with_findings(number, left_out)
    return state.with_checks(state.checks.without(lambda _: True))


def _entry_of_owner(state: RefereeState, left_out: OpenCheck) -> tuple[RefereeState, int]:
    """Return the state with the entry that reports a check as left out: one of whoever went on without it."""
    step = state.acts.answer_to(left_out.check)
    if step is None or step.player in ("", state.ledger[left_out.entry].player):
        return state, left_out.entry
    ledger, number = state.ledger.of_step(step, state.position)
    known = ledger[number]
    steps = tuple(sorted({*known.steps, _numbers(step)}))
    found_in = left_out.entry if known.action is None else known.of_entry
    return state.with_ledger(ledger.changed(number, steps=steps, of_entry=found_in)), number
