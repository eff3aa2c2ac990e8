"""The purposes of the dice on the table: a source of dice for the rules whose every answer is a choice.

Players roll dice and say only sometimes what for. The rules know which checks an action needs. So an action is resolved
by the rules themselves, with a :class:`DiceAssignment` in the place of the dice: whenever they ask for a roll, the dice
that are on the table are options, each with the slips that it would mean, and so are a Command Point, a roll that was
left out, and one that is still to come. :func:`assign_dice` looks for the ways through all these choices that need the
fewest and smallest slips, those included that show only at the end: dice that nobody needed, results not on the table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Final, Generic, TypeVar

from ...game.play import CHECKS, Roll, RollPurpose
from ...rules.chance import DiceSource, MissingRoll
from ...rules.series.fire_sums import MISS
from ..events import Declared, RollNamed, StepNumber
from .evidence import Evidence
from .firers import FirersSaid
from .observation import DeferredCheck, Observation, PaymentTrace
from .search import ChoiceSequence, KnownRuns, Option, SearchResult, search
from .slips import Level, Slip, Slips, worst_level

__all__ = [
    "MAX_RUNS", "WANTED", "Answer", "Assigned", "DiceAssignment", "IgnoredCheck", "ResolvedRuns", "assign_dice",
]  # fmt: skip

T = TypeVar("T")
R = TypeVar("R")

_LEFT_TO_TARGET: Final[frozenset[RollPurpose]] = frozenset({RollPurpose.SUPPRESSION})
"""Rolls of a target on which nothing else of the shot hangs."""
_TRIED_BY_TARGET: Final = frozenset({RollPurpose.CONVERSION})
"""Rolls that a target may leave alone."""
_OF_TARGET: Final = _LEFT_TO_TARGET | _TRIED_BY_TARGET
_BEFORE_ALL: Final = RollPurpose.WITHDRAWAL
WANTED: Final = frozenset({
    RollPurpose.COMPANY_BONUS, RollPurpose.OPPORTUNITY, RollPurpose.SPOTTING, RollPurpose.CONTACT,
    RollPurpose.COUNTERBATTERY, RollPurpose.BRAVERY, RollPurpose.RALLY, RollPurpose.ENGINEER,
})  # fmt: skip
"""The checks that a player makes to be allowed something: he may go on though they failed."""
_MAY_BE_IGNORED: Final = WANTED | {RollPurpose.CONVERSION}
"""The checks after which a player may go on as if they had passed; he marks a hit though its conversion failed."""
_MAX_PASSED_OVER: Final = 4
"""The most dice that may be passed over for one without a declaration: more would cost more than any other account."""
_SLIP_OF_PAYMENT: Final = {
    PaymentTrace.SHOWN: Slip.POINT_PAID_ON_THE_TRACK,
    PaymentTrace.LATER: Slip.POINT_PAID_SILENTLY,
}
_ANNOUNCED_OTHERWISE: Final = (Slip.DIE_ANNOUNCED_FOR_ANOTHER_UNIT, Slip.DIE_ANNOUNCED_FOR_ANOTHER_ROLL)
MAX_RUNS: Final = 150
"""The most times that an action is judged while its dice are assigned."""


class _Kind(StrEnum):
    """The things that can stand in the place of a roll."""

    DIE = "die"
    PAID = "paid"
    IGNORED = "ignored"
    """A check that failed, and its player went on as if it had passed."""
    LEFT_OUT = "left out"
    WAITING = "waiting"
    OWED = "owed"
    BEFORE = "before"


@dataclass(frozen=True, slots=True)
class _Choice:
    """One of the ways in which a roll may have been made, or not: the number of a die, or of an outcome."""

    kind: _Kind
    at: int = 0
    again: int | None = None
    """The number of the die that was rolled for a check when the first one had failed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The die for a check that an earlier mail had left to this one."""

    check: DeferredCheck
    face: int | None
    """The face of the die; None: a Command Point was paid for the check."""
    events: frozenset[int]
    """The numbers of the events that show the answer."""


@dataclass(frozen=True, slots=True)
class IgnoredCheck:
    """A check that failed, and after which its player went on as if it had passed."""

    purpose: RollPurpose
    unit: str
    face: int
    step: StepNumber
    """The step in which its die was rolled."""
    again: int | None = None
    """The face of the die that was rolled for it afterwards; None if none was."""
    is_answer: bool = False
    """True if the check was left to its owner, who told that it had passed."""


@dataclass(slots=True)
class _Record:
    """The choices that one run has made with the dice; its parts share them."""

    choices: ChoiceSequence
    left_out: list[tuple[RollPurpose, str]] = field(default_factory=list)
    ignored: list[IgnoredCheck] = field(default_factory=list)
    owed: list[tuple[RollPurpose, str]] = field(default_factory=list)
    waiting: list[tuple[RollPurpose, str]] = field(default_factory=list)
    may_try: list[tuple[RollPurpose, str]] = field(default_factory=list)
    before: list[tuple[RollPurpose, str]] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    meant: dict[int, tuple[RollPurpose, str]] = field(default_factory=dict)
    """The purpose and the unit of each die taken."""
    ready: set[str] = field(default_factory=set)
    """The units that may take the Opportunity Fire for which they have checked."""
    aims: list[tuple[str, str]] = field(default_factory=list)
    """Who fired at whom where no target was named, in the order of the shots."""
    aims_chosen: bool = False
    """True if one of them is not the first that it could be."""
    shot_left_out: bool = False
    """True if the die of the last shot is missing: nobody can have checked for what it brought."""
    paying: tuple[RollPurpose, str] | None = None
    assumed: list[Roll] = field(default_factory=list)
    """The faces that stand for the rolls that were left out, in the order in which the rules asked for them."""


class DiceAssignment(DiceSource):
    """The dice of an action as they were observed; see :class:`~adjudicator.rules.chance.DiceSource`.

    *windows* gives for each part of the action (step of a move) the number of the drag with which that part was made.
    """

    def __init__(self, observed: Observation, choices: ChoiceSequence, windows: Sequence[int] = ()) -> None:
        self.observed = observed
        self.rolls: list[Roll] = []
        self.parts: list[DiceAssignment] = []
        self._evidence: Evidence = observed.evidence
        self._record = _Record(choices)
        self._windows = windows
        self._window: int | None = None

    # what the rules ask

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return the face that was rolled for a purpose, if any was, and its outcome. Raises MissingRoll."""
        face, outcome = self._roll(purpose, unit, outcomes, bought)
        if purpose is RollPurpose.OPPORTUNITY and outcome is True:
            self._record.ready.add(unit)
        elif purpose is RollPurpose.FIRE:
            self._record.ready.discard(unit)
            self._record.shot_left_out = (purpose, unit) in self._record.left_out[-1:]
        return face, outcome

    def _roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None
    ) -> tuple[int | None, T]:  # fmt: skip
        record = self._record
        choice = record.choices.choose(lambda: self._roll_options(purpose, unit, outcomes, bought))
        if choice.kind is _Kind.DIE:
            return self._take_die(choice.at, purpose, unit, outcomes)
        if choice.kind is _Kind.IGNORED:
            return self._ignore(choice, purpose, unit, outcomes)
        if choice.kind is _Kind.PAID and bought is not None:
            self._take_pass(unit)
            self.rolls.append(Roll(purpose, unit, None))
            return None, bought
        if choice.kind in (_Kind.LEFT_OUT, _Kind.WAITING, _Kind.BEFORE):
            kinds = {_Kind.LEFT_OUT: record.left_out, _Kind.WAITING: record.waiting, _Kind.BEFORE: record.before}
            kinds[choice.kind].append((purpose, unit))
            record.assumed.append(Roll(purpose, unit, choice.at))
            return choice.at, outcomes[choice.at]
        if choice.kind is _Kind.PAID:
            record.paying = (purpose, unit)
        else:
            record.owed.append((purpose, unit))
        raise MissingRoll(purpose, unit)

    def _take_die(self, at: int, purpose: RollPurpose, unit: str, outcomes: Sequence[T]) -> tuple[int, T]:
        self._record.taken.add(at)
        self._record.meant[at] = purpose, unit
        face = self._evidence.face(at)
        self.rolls.append(Roll(purpose, unit, face))
        return face, outcomes[face]

    def _ignore(self, choice: _Choice, purpose: RollPurpose, unit: str, outcomes: Sequence[T]) -> tuple[int, T]:
        """Take a die that fails, and the one that was rolled anew, and return a face that passes in their place."""
        record = self._record
        dice = [choice.at] if choice.again is None else [choice.at, choice.again]
        for at in dice:
            record.taken.add(at)
            record.meant[at] = purpose, unit
        again = None if choice.again is None else self._evidence.face(choice.again)
        face, step = self._evidence.face(choice.at), self.observed.step_of(choice.at)
        record.ignored.append(IgnoredCheck(purpose, unit, face, step, again))
        face = outcomes.index(True)
        record.assumed.append(Roll(purpose, unit, face))
        return face, outcomes[face]

    def is_tried(self, purpose: RollPurpose, unit: str) -> bool:
        """Return whether a unit made a roll that it may leave alone."""
        record = self._record
        if record.paying == (purpose, unit):
            record.paying = None
            return True
        if record.owed:
            return False
        dice = self._dice_for(purpose, unit)
        passes = self._passes(unit)
        fitting = passes or any(self._mismatch(at, purpose, unit) is None for at in dice)
        fitting = fitting or (purpose in _TRIED_BY_TARGET and self._shows_pass(unit))
        said = passes or any(self._evidence.says(at, purpose, unit) for at in dice)
        left = not fitting and purpose in _TRIED_BY_TARGET and unit in self.observed.may_owe
        if left and record.choices.choose(lambda: (Option(False, ()), Option(True, (Slip.ACTION_UNFINISHED,)))):
            return True  # all that follows may hang on what its owner decides
        tried = fitting and record.choices.choose(lambda: (
            Option(True, () if said else (Slip.OPTIONAL_ROLL_UNANNOUNCED,)),
            Option(False, (Slip.ANNOUNCED_ROLL_NOT_MADE,) if said else ()),
        ))  # fmt: skip
        answers = self.observed.may_wait | self.observed.may_owe | self.observed.answering
        if not tried and unit in answers and purpose in _TRIED_BY_TARGET:
            record.may_try.append((purpose, unit))
        return tried

    def is_next(self, purpose: RollPurpose, unit: str, other: RollPurpose) -> bool:  # noqa: ARG002
        """Return whether a unit makes an optional roll with its next one of another kind: with each, unless it is said.

        Who names the roll may have made it once only.
        """
        if not self._evidence.is_declared(purpose, unit):
            return True
        return self._record.choices.choose(lambda: (Option(True, ()), Option(False, ())))

    def in_order(self, purpose: RollPurpose, units: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002
        """Return the units that tried for such a roll, in the order in which they did."""
        record = self._record
        firers = FirersSaid.of(self._evidence, units, self._window, record.taken)
        chosen = record.choices.choose(lambda: firers.orders(units, may_be_silent=bool(self._dice_left())))
        record.taken |= {firers.said[unit] for unit in chosen if unit in firers.said}
        return chosen

    def target(self, firer: str, among: Sequence[str]) -> str:
        """Return the target of a shot for which none is named: the first, or one that the record shows to be hit."""
        others = (unit for unit in among[1:] if self._evidence.is_hit(unit))
        options = [Option(among[0], ()), *(Option(unit, (Slip.UNNAMED_CHOICE,)) for unit in others)]
        found = self._record.choices.choose(lambda: options) if len(options) > 1 else among[0]
        self._record.aims.append((firer, found))
        self._record.aims_chosen = self._record.aims_chosen or found != among[0]
        return found

    def part(self, rolls: Iterable[Roll]) -> DiceAssignment:  # noqa: ARG002
        """Return the dice of a part of the action: they come from the same table."""
        part = DiceAssignment(self.observed, self._record.choices, self._windows)
        part._record = self._record
        number = len(self.parts)
        part._window = self._windows[number] if number < len(self._windows) else None
        self.parts.append(part)
        return part

    # what was left to the answer

    def answer(self, following: Callable[[Sequence[Answer]], Sequence[DeferredCheck]]) -> None:
        """Make the checks of earlier actions that have waited for this: each with a die, or not yet.

        *following* returns the checks that the last of the answers brings on others.
        """
        waiting = deque(self.observed.awaited)
        while waiting:
            check, made = waiting.popleft(), len(self._record.answers)
            self._answer(check, self._record.choices.choose(partial(self._answer_options, check)))
            if len(self._record.answers) > made:
                waiting.extendleft(reversed(following(self.answers)))

    def _answer_options(self, check: DeferredCheck) -> list[Option[_Choice]]:
        purpose, unit = check.purpose, check.unit
        dice = [at for at in self._dice_for(purpose, unit) if self._evidence.may_answer(at, check)]
        said = any(self._evidence.names_check(at, check) for at in dice)
        silent = check.optional and not said
        unannounced = (Slip.OPTIONAL_ROLL_UNANNOUNCED,) if silent else ()
        options = [
            Option(
                _Choice(_Kind.DIE, at),
                (*self._mismatches(at, purpose, unit), *[Slip.DIE_SKIPPED_AS_ANNOUNCED] * number, *unannounced),
            )
            for number, at in enumerate(dice)
        ]
        if self._passes(unit):
            options.append(Option(_Choice(_Kind.PAID), unannounced))
        late = Slip.ACTED_BEFORE_ITS_CHECK if unit == self.observed.unit else Slip.ANSWER_DELAYED
        delayed = () if silent or not options else ((Slip.ANNOUNCED_ANSWER_IGNORED if said else late),)
        return [*options, Option(_Choice(_Kind.OWED), delayed)]

    def _answer(self, check: DeferredCheck, choice: _Choice) -> None:
        record, known = self._record, frozenset(self._record.taken)
        if choice.kind is _Kind.DIE:
            at = choice.at
            record.taken.add(at)
            record.meant[at] = check.purpose, check.unit
            said = {
                number for number, each in enumerate(self._evidence.events[:at])
                if isinstance(each, Declared | RollNamed) and each in self._evidence.labels[at]
                and getattr(each, "unit", check.unit) == check.unit
            }  # fmt: skip
            record.answers.append(Answer(check, self._evidence.face(at), frozenset({at, *said})))
        elif choice.kind is _Kind.PAID:
            self._take_pass(check.unit)
            record.answers.append(Answer(check, None, frozenset(record.taken - known)))

    # the result

    @property
    def left_out(self) -> tuple[tuple[RollPurpose, str], ...]:
        """The rolls that were needed and not made: purpose and unit."""
        return tuple(self._record.left_out)

    @property
    def ignored(self) -> tuple[IgnoredCheck, ...]:
        """The checks that failed, and after which play went on as if they had passed."""
        return tuple(self._record.ignored)

    @property
    def owed(self) -> tuple[tuple[RollPurpose, str], ...]:
        """The roll that has still to be made, if one has."""
        return tuple(self._record.owed)

    @property
    def waiting(self) -> tuple[tuple[RollPurpose, str], ...]:
        """The checks that are left to the answer: purpose and unit."""
        return tuple(self._record.waiting)

    @property
    def before(self) -> tuple[tuple[RollPurpose, str], ...]:
        """The rolls that were made before the first file: purpose and unit."""
        return tuple(self._record.before)

    @property
    def may_try(self) -> tuple[tuple[RollPurpose, str], ...]:
        """The rolls that were not made and that the unit may still make in its answer."""
        return tuple(self._record.may_try)

    @property
    def aims(self) -> tuple[tuple[str, str], ...]:
        """Who fired at whom where no target was named, in the order of the shots, if it was not always the first."""
        return tuple(self._record.aims) if self._record.aims_chosen else ()

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The checks of earlier actions that were made here."""
        return tuple(self._record.answers)

    @property
    def assumed(self) -> tuple[Roll, ...]:
        """The faces that stand for rolls that were left out or left to the answer, in the order of the rules."""
        return tuple(self._record.assumed)

    @property
    def taken(self) -> frozenset[int]:
        """The numbers of the events that explain something."""
        return frozenset(self._record.taken)

    @property
    def unused(self) -> tuple[int, ...]:
        """The numbers of the dice that nobody needed."""
        return (*self._dice_left(), *self._evidence.kept_back)

    def leftover_slips(self, tail: Slip | None) -> Slips:
        """Return the slips of what was observed and explains nothing; *tail* is that of a die left at the end."""
        evidence, taken = self._evidence, self._record.taken
        dice = self._dice_left()
        last = max((at for at in evidence.dice if at in taken), default=-1)
        slips: list[Slip] = []
        for at in dice:
            at_end = at > last and at >= self.observed.carried and at not in evidence.answered
            slips += self._unused_slips(at, tail if at_end else Slip.STRAY_DIE)
            if evidence.is_announced(at):
                hit = evidence.is_told_to_hit(at)
                slips.append(Slip.DIE_OF_A_HIT_UNUSED if hit else Slip.ANNOUNCED_DIE_UNUSED)
        slips += [Slip.ANNOUNCEMENT_UNUSED for at in evidence.claims if at not in taken]
        return tuple(slips)

    def _unused_slips(self, at: int, slip: Slip | None) -> Slips:
        if any(self._evidence.own_purpose(at)):
            return (Slip.LABELLED_DIE_UNUSED,)
        if at < self.observed.of_past:
            return (Slip.DIE_OF_UNKNOWN_PAST,)
        return () if slip is None else (slip,)

    # dice

    def _roll_options(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None
    ) -> list[Option[_Choice]]:
        """Return what may stand for a roll: a die on the table, a Command Point, an answer still to come, nothing."""
        observed, evidence = self.observed, self._evidence
        dice = self._dice_for(purpose, unit)
        announced = any(evidence.says(at, purpose, unit) for at in dice)
        options = self._die_options(dice, outcomes, purpose, unit)
        fits = any(set(option.slips) <= {Slip.RESULT_TOLD_OTHERWISE} for option in options)
        if purpose in _MAY_BE_IGNORED:
            options += self._ignored_options(options, dice, outcomes, purpose, unit)
        if self._passes(unit):
            options.append(Option(_Choice(_Kind.PAID), () if bought is not None else (Slip.POINT_SAID_TOO_EARLY,)))
        elif bought is not None and not fits and (paid := observed.payment_of(unit)) in _SLIP_OF_PAYMENT:
            rolled = any(evidence.is_named_for(at, purpose, unit) for at in dice)
            passed_over = (Slip.ANNOUNCED_DIE_PASSED_OVER,) if rolled else ()
            options.append(Option(_Choice(_Kind.PAID), (_SLIP_OF_PAYMENT[paid], *passed_over)))
        open_still = not any(self._may_well_be(at, purpose, unit) for at in dice)
        if purpose is RollPurpose.FIRE and self._lacks_shot_of_ignored_check:
            open_still = False  # that a failed check was passed over shows only in the shot
        if unit in observed.may_owe and open_still:
            options.append(Option(_Choice(_Kind.OWED), (Slip.ROLL_LEFT_TO_THE_OTHER_SIDE,)))
        elif unit in observed.may_be_unfinished and open_still:
            options.append(Option(_Choice(_Kind.OWED), (Slip.ACTION_UNFINISHED,)))
        if unit in observed.may_wait and purpose in _LEFT_TO_TARGET and True in outcomes:
            waiting = _Choice(_Kind.WAITING, outcomes.index(True))
            # who leaves one check to its owner leaves him all of them: that is one slip, however many units must check
            in_passing = () if self._record.waiting else (Slip.ROLL_LEFT_TO_THE_OTHER_SIDE_IN_PASSING,)
            options.append(Option(waiting, in_passing))
        begins = self._record.taken.isdisjoint(evidence.dice)
        if begins and not announced and (face := self._face_before(purpose, unit, outcomes)) is not None:
            options.append(Option(_Choice(_Kind.BEFORE, face), (Slip.BEGUN_BEFORE_FIRST_FILE,)))
        if purpose == _BEFORE_ALL and announced:
            return options  # before everything else: it was rolled, whatever is on the table then
        slips = [Slip.ROLL_LEFT_OUT_AGAIN if self._record.left_out else Slip.ROLL_LEFT_OUT]
        slips += [Slip.ROLL_LEFT_OUT_BESIDE_DICE] * bool(dice)
        slips += [Slip.ANNOUNCED_ROLL_LEFT_OUT] * (announced or any(map(evidence.is_asked_for, dice)))
        firsts = {outcome: face for face, outcome in reversed(list(enumerate(outcomes)))}
        return options + [Option(_Choice(_Kind.LEFT_OUT, face), tuple(slips)) for face in firsts.values()]

    def _face_before(self, purpose: RollPurpose, unit: str, outcomes: Sequence[T]) -> int | None:
        """Return a face that changes nothing of a roll made before the first file; None if this is none.

        A check has been passed, or else the action would not have gone on. What a shot of the other side brought is on
        the table already.
        """
        observed = self.observed
        if purpose not in observed.before_answer:
            return None
        if purpose is RollPurpose.FIRE:
            of_others = observed.unit_sides.get(unit) != observed.unit_sides.get(observed.unit)
            missed = (face for face, each in enumerate(outcomes) if isinstance(each, tuple) and each[0] == MISS)
            return next(missed, None) if of_others else None
        return next((face for face, each in enumerate(outcomes) if each is True), None)

    @property
    def _lacks_shot_of_ignored_check(self) -> bool:
        """True if a failed check was passed over and no die after it has been taken for a shot yet."""
        record = self._record
        if not record.ignored:
            return False
        last = record.ignored[-1]
        checked = max((at for at, meant in record.meant.items() if meant == (last.purpose, last.unit)), default=-1)
        return not any(at > checked and purpose is RollPurpose.FIRE for at, (purpose, _) in record.meant.items())

    def _die_options(
        self, dice: Sequence[int], outcomes: Sequence[T], purpose: RollPurpose, unit: str
    ) -> list[Option[_Choice]]:  # fmt: skip
        """Return an option for each die that may be this roll, with the slips that it would need."""
        evidence = self._evidence
        options: list[Option[_Choice]] = []
        old = sum(at < self.observed.carried for at in dice)
        for number, at in enumerate(dice):
            says = evidence.says(at, purpose, unit)
            if number >= old + _MAX_PASSED_OVER and not says:
                continue
            is_reversed = self._is_passed(at, purpose)
            if is_reversed and purpose in _OF_TARGET and not evidence.is_own(at, unit):
                continue  # nobody rolls the other side's check before the shot that brings it
            slips: list[Slip] = list(self._mismatches(at, purpose, unit))
            if number < old:
                left_over = not evidence.is_named_for(at, purpose, unit)
                slips += [Slip.DIE_LEFT_OVER] * left_over + [Slip.DIE_SKIPPED_AS_ANNOUNCED] * number
            else:
                slip = Slip.DIE_SKIPPED_AS_ANNOUNCED if says else Slip.DIE_SKIPPED
                # those before it may be of before the first file
                past = self.observed.of_past if says or at >= self.observed.of_past else 0
                passed = [each for each in dice[old:number] if each >= past]
                slips += evidence.skipped(passed, at, slip)
                slips += [Slip.ANNOUNCED_DIE_PASSED_OVER for each in passed if evidence.says(each, purpose, unit)]
            slips += [Slip.DIE_AFTER_THE_END] * (at > evidence.end)
            if purpose in CHECKS and evidence.passes_told(at) is not outcomes[evidence.face(at)]:
                slips += [Slip.RESULT_TOLD_OTHERWISE] * (evidence.passes_told(at) is not None)
            slips += [Slip.DICE_REVERSED] * is_reversed
            slips += [Slip.DIE_ROLLED_BY_THE_OTHER_SIDE] * evidence.is_of_the_other(at, purpose, unit)
            if evidence.is_for_the_other(at, purpose):
                alone = evidence.is_only_die_of_its_side(at)
                slips.append(
                    Slip.ONLY_DIE_OF_THE_TURN_EXCHANGED if alone else Slip.DIE_OF_THE_TURN_ROLLED_BY_THE_OTHER_SIDE
                )
            options.append(Option(_Choice(_Kind.DIE, at), tuple(slips)))
        return options

    def _ignored_options(
        self, options: Sequence[Option[_Choice]], dice: Sequence[int], outcomes: Sequence[T], purpose: RollPurpose,
        unit: str,
    ) -> list[Option[_Choice]]:  # fmt: skip
        """Return for each die that fails a check that it was ignored, or another one rolled until the check passed.

        What a target checks it ignores itself: the die has to be its player's.
        """
        face = self._evidence.face
        found: list[Option[_Choice]] = []
        for option in options:
            at = option.value.at
            others = purpose in _TRIED_BY_TARGET and not self._evidence.is_own(at, unit)
            if outcomes[face(at)] or others or worst_level(option.slips) > Level.COMMON:
                continue  # whose die it was, and for what, has to be plain
            fitting = (each for each in option.slips if each is not Slip.RESULT_TOLD_OTHERWISE)  # he told what he did
            slips = (*fitting, Slip.FAILED_CHECK_IGNORED)
            found.append(Option(_Choice(_Kind.IGNORED, at), slips))
            again = next((other for other in dice if other > at), None)
            if again is not None and outcomes[face(again)]:
                found.append(Option(_Choice(_Kind.IGNORED, at, again), slips))
        return found

    def _may_well_be(self, at: int, purpose: RollPurpose, unit: str) -> bool:
        """Return whether a die is in its place for a roll, and nothing else is said of it."""
        return self._mismatch(at, purpose, unit) not in _ANNOUNCED_OTHERWISE and not self._is_passed(at, purpose)

    def _is_passed(self, at: int, purpose: RollPurpose) -> bool:
        """Return whether a die after this one explains something of the action itself already.

        Where each side rolls a die of its own, either may come first. What the owner of a target rolls in his answer,
        to the shot before it, comes after all dice of the mail that he answers.
        """
        taken, evidence = self._record.taken, self._evidence
        later = evidence.dice_after[at] & taken if taken else None
        if not later:
            return False
        answered = {other for answer in self._record.answers for other in answer.events}
        is_free = evidence.is_for_its_side(at, purpose)
        return any(
            other not in answered
            and not (is_free and not evidence.is_for_its_side(other, purpose))
            and not (self._record.meant[other][0] in _OF_TARGET and evidence.is_answer_to(other, at))
            for other in later
            if other in self._record.meant
        )

    def _dice_left(self) -> list[int]:
        return [at for at in self._evidence.dice if at not in self._record.taken]

    def _dice_for(self, purpose: RollPurpose, unit: str) -> list[int]:
        """Return the dice left that may have been rolled for something: some say themselves what they are for."""
        if purpose in self.observed.settled or (purpose in _OF_TARGET and self._record.shot_left_out):
            return []
        evidence = self._evidence
        return [
            at for at in self._dice_left()
            if evidence.own_purpose(at) in (("", ""), (purpose, unit)) and evidence.may_serve(at, purpose, unit)
        ]  # fmt: skip

    def _mismatch(self, at: int, purpose: RollPurpose, unit: str) -> Slip | None:
        evidence = self._evidence
        other_fire = (
            purpose is RollPurpose.FIRE and unit not in self._record.ready and not any(evidence.own_purpose(at))
        )
        if other_fire and evidence.is_single_after_check(at, unit, self._record.meant):
            return Slip.SINGLE_DIE_AFTER_FAILED_CHECK
        if other_fire and evidence.is_opportunity_fire(at, unit):
            is_named = evidence.is_named(at)
            return Slip.DIE_NAMED_FOR_ANOTHER_ROLL if is_named else Slip.DIE_ANNOUNCED_FOR_ANOTHER_ROLL
        return evidence.mismatch(at, purpose, unit, self._record.meant)

    def _mismatches(self, at: int, purpose: RollPurpose, unit: str) -> Slips:
        slip = self._mismatch(at, purpose, unit)
        return () if slip is None else (slip,)

    def _passes(self, unit: str) -> bool:
        return self._pass_of(unit) is not None

    def _pass_of(self, unit: str) -> int | None:
        left = (at for at in self._evidence.claims if at not in self._record.taken)
        return next((at for at in left if self._evidence.is_pass(at, unit)), None)

    def _shows_pass(self, unit: str) -> bool:
        """Return whether the table shows a conversion for which a Command Point was paid: a hit, and a point gone."""
        return self.observed.payment_of(unit) is PaymentTrace.SHOWN and self._evidence.is_marked_with_hit(unit)

    def _take_pass(self, unit: str) -> None:
        at = self._pass_of(unit)
        if at is not None:
            self._record.taken.add(at)


@dataclass(frozen=True, slots=True)
class Assigned(Generic[R]):
    """The result of an action with one assignment of its dice."""

    result: R
    dice: DiceAssignment
    charged: Slips
    """The slips in which the result does not fit the table."""


ResolvedRuns = dict[tuple[int, ...], tuple[ChoiceSequence, DiceAssignment, R]]
"""The results of an action by the scripts of choices that its dice were assigned with, and those choices."""


def assign_dice(
    observed: Observation,
    resolve: Callable[[DiceAssignment], R],
    charge: Callable[[R], Slips],
    *,
    windows: Sequence[int] = (),
    bound: float = float("inf"),
    margin: float = 0.0,
    max_runs: int = MAX_RUNS,
    known: KnownRuns[Assigned[R]] | None = None,
    resolved: ResolvedRuns[R] | None = None,
) -> SearchResult[Assigned[R]]:
    """Return the cheapest assignments of the dice of an action.

    Args:
        observed: what was observed of the action.
        resolve: runs the rules with an assignment.
        charge: the slips in which its result does not fit the table.
        windows: for each step of a move the number of the drag that it was made with.
        bound: only assignments that cost less are asked for.
        margin: how much more than the cheapest one an assignment may cost.
        max_runs: how many assignments are tried at most.
        known: what came of the same action in other searches, whatever a die left at the end cost there.
        resolved: what the rules made of it there, where what the table showed may have been something else; what they
            make of it here is added.
    """
    resolved = {} if resolved is None else resolved

    def run(choices: ChoiceSequence) -> Assigned[R]:
        """Return what comes of some choices; what the rules have said of the same choices is not asked again."""
        if choices.script in resolved:
            made, dice, result = resolved[choices.script]
            choices.repeat(made)
        else:
            dice = DiceAssignment(observed, choices, windows)
            result = resolve(dice)
            resolved[choices.script] = choices, dice, result
        return Assigned(result, dice, charge(result))

    def slips(assigned: Assigned[R]) -> Slips:
        """Return the slips of an assignment, the dice that are left at its end included."""
        return (*assigned.dice.leftover_slips(observed.tail), *assigned.charged)

    return search(run, slips, bound=bound, margin=margin, max_runs=max_runs, known=known)
