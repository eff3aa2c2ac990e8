"""Accounts for one action: what a segment of a log means, with its dice, and the slips that this reading needs.

Every candidate is resolved by the rules with the dice that were observed. The account with the fewest and smallest
slips is taken. Where it would accuse somebody, the search goes on: an accusation stands only if no reasonable account
lifts it, and if the search was not cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol

from ...game.play import Action, Assault, Move, Roll, RollPurpose
from ...game.position import Place, Position, Status
from ...rules.chance import MissingRoll
from ...rules.judge import handle
from ...rules.judgement import FaceDownAs, Judgement
from ...rules.rule_book import RuleBook
from ...rules.ruling import Ruling, Verdict
from ..discrepancies.aspects import (
    CONDITIONS,
    Aspect,
    AspectField,
    AspectKind,
    aspects_of_unit,
    owner_of,
    unit_aspect,
    unlike_aspects,
    value_of,
)
from ..discrepancies.contacts import is_with_another_leader
from ..discrepancies.refuges import is_refuge
from ..events import DieRolled, StateSet, TurnedOver, UnitMoved
from .candidates.candidate import Candidate
from .dice_assignment import (
    MAX_RUNS,
    WANTED,
    Answer,
    Assigned,
    DiceAssignment,
    IgnoredCheck,
    ResolvedRuns,
    assign_dice,
)
from .kept_runs import RunsOfQuestion
from .observation import DeferredCheck, Observation
from .results_told import told_otherwise
from .search import Explanation, KnownRuns
from .slips import SHOWN_BY_TABLE, Level, Slip, Slips, cost_of, cost_of_level, is_doubt_only, worst_level

__all__ = ["UNANSWERED", "Account", "Answered", "Interpreter", "Tables", "answers_in"]

_ACCUSING: Final = SHOWN_BY_TABLE | {Slip.RESULT_TOLD_OTHERWISE}
"""The slips of what an account holds against somebody beside the rules: a wrong mark, and a wrong word of a roll."""
_MAX_LATE: Final = 5
"""The most late markers that are counted: much that is only late is hardly worse than a little."""
_MAX_BROKEN: Final = 3
"""The most broken rules that are counted."""
_MAX_STAYING: Final = 2
"""The most units of a formation that withdraws that are counted if none of them leaves: that is one omission."""
_MAX_RUNS_OF_ALL: Final = 300
"""The number of runs that the likelier candidates of a segment share."""
_MIN_RUNS: Final = 20
"""The least number of runs for each of the other candidates."""
_HITS: Final = (AspectField.COHESION, AspectField.STEPS)
"""What fire does to a unit and leaves for later."""
_LOST: Final = (AspectField.STATUS, AspectField.STEPS, AspectField.COHESION, AspectField.SUPPRESSED)
"""What fire takes from a unit."""
_MAX_LEVEL_OF_MARKED_LATER: Final = Level.UNUSUAL
"""The level of a slip that an account may cost more than the best one, to explain what is marked only later."""
_MAX_CANDIDATES_IN_DOUBT: Final = 4
_MAX_RUNS_IN_DOUBT: Final = 200


@dataclass(frozen=True, slots=True)
class Tables:
    """The position on the table before a segment, after it, and later on."""

    before: Position
    after: Position
    later: tuple[Position, ...]
    rally_later: frozenset[str] = frozenset()
    """The units that rally after the segment, before the next chit is drawn."""


@dataclass(frozen=True, slots=True)
class Account:
    """A reading of a segment: an action with its dice, and the slips that this explanation needs."""

    action: Action
    """The action, with the dice that were rolled for it."""
    ruling: Ruling
    """The rules' ruling on the action; what was not rolled went as the table shows."""
    left_out: tuple[tuple[RollPurpose, str], ...]
    """The rolls that were needed and not made: purpose and unit."""
    ignored: tuple[IgnoredCheck, ...]
    """The checks that failed, and after which play went on as if they had passed."""
    owed: tuple[tuple[RollPurpose, str], ...]
    """The roll that has still to be made, if one has."""
    waiting: tuple[tuple[RollPurpose, str], ...]
    """The checks that are left to the answer of the other player, and count as passed until then."""
    may_try: tuple[tuple[RollPurpose, str], ...]
    """The rolls that the other player may still make in his answer."""
    answers: tuple[Answer, ...]
    """The checks of earlier actions that were made here."""
    assumed: tuple[Roll, ...]
    """The faces that stand for rolls that were left out or left to the answer, in the order of the rules."""
    judged_in: Position
    """The position in which the action was judged: with the results of these checks and all that had to be assumed."""
    taken: frozenset[int]
    """The numbers of the events that the account explains."""
    unused: tuple[int, ...]
    """The numbers of the dice that nobody needed."""
    note: str
    slips: Slips
    cost: float
    proven: bool = True
    """True if the search for better accounts was not cut off."""
    before: tuple[tuple[RollPurpose, str], ...] = ()
    """The rolls that were made before the first file: purpose and unit."""
    rival: Account | None = None
    """Another reasonable account, by which nobody did anything wrong; only where this one accuses somebody."""

    @property
    def accuses(self) -> bool:
        """Return whether by this account somebody has done something wrong, or left it undone."""
        if self.left_out or self.ignored or any(finding.verdict is Verdict.ILLEGAL for finding in self.ruling.findings):
            return True
        return not _ACCUSING.isdisjoint(self.slips)

    @property
    def is_doubtful(self) -> bool:
        """Return whether the accusation does not stand: another account lifts it, or may do so."""
        return self.rival is not None or not self.proven


@dataclass(frozen=True, slots=True)
class _Run:
    """A judgement with assigned dice; it has not *ended* where one has still to be rolled."""

    judgement: Judgement
    begun: Position
    """The position before the judgement."""
    ended: bool
    owed: tuple[tuple[RollPurpose, str], ...] = ()
    entering: Place = None
    """The hex that a move was about to enter when a die was missing."""


class Answered(Protocol):
    """What answers to the checks that have waited bring about."""

    @property
    def grounds(self) -> tuple[object, ...]:
        """All that it depends on beside the position and the answers."""

    def __call__(self, position: Position, answers: Sequence[Answer], /) -> Position:
        """Return a position with the results of the checks."""

    def following(self, position: Position, answers: Sequence[Answer], /) -> Sequence[DeferredCheck]:
        """Return the checks that the last of the answers brings on others (R9.25)."""


class _Unanswered:
    """Nothing: no check waits for an answer."""

    grounds: tuple[object, ...] = ()

    def __call__(self, position: Position, _answers: Sequence[Answer], /) -> Position:
        """Return a position as it is."""
        return position

    def following(self, _position: Position, _answers: Sequence[Answer], /) -> Sequence[DeferredCheck]:
        """Return no checks."""
        return ()


UNANSWERED: Final[Answered] = _Unanswered()
"""What is brought about where no check waits for an answer: nothing."""


def answers_in(position: Position, observed: Observation, table: Position, answered: Answered) -> tuple[Answer, ...]:
    """Return the checks that were left to an answer and are made among what explains nothing else.

    *table* is the position on the table afterwards.
    """
    tables = Tables(position, table, ())
    checked = {check.unit for check in observed.awaited}

    def resolve(dice: DiceAssignment) -> Position:
        dice.answer(partial(answered.following, position))
        return answered(position, dice.answers)

    def charge(after: Position) -> Slips:
        return _mismatch(position, after, tables, checked)

    found = assign_dice(observed, resolve, charge).found
    return found[0].result.dice.answers if found else ()


class KnownJudgements:
    """What was judged of candidates with the dice of one part of a segment, for all who ask about that part.

    A part is read several times: with each cost of a die that is left at the end, and once more to look for a rival.
    """

    def __init__(self, by_rules: RunsOfQuestion | None = None) -> None:
        """Begin with nothing but what the rules made of the candidates before."""
        self.by_rules = by_rules
        self._runs: dict[tuple[int, FaceDownAs], tuple[Candidate, KnownRuns[Assigned[_Run]]]] = {}

    def resolved(self, candidate: Candidate, face_down_as: FaceDownAs) -> ResolvedRuns[_Run]:
        """Return what the rules have made of a candidate."""
        return {} if self.by_rules is None else self.by_rules.of(candidate, face_down_as)

    def of(self, candidate: Candidate, face_down_as: FaceDownAs) -> KnownRuns[Assigned[_Run]]:
        """Return the runs of a candidate, which is itself and no other like it."""
        _, runs = self._runs.setdefault((id(candidate), face_down_as), (candidate, {}))
        return runs


class Interpreter:
    """Looks for the accounts of one segment."""

    def __init__(
        self, position: Position, book: RuleBook, observed: Observation, tables: Tables,
        answered: Answered = UNANSWERED, known: KnownJudgements | None = None,
    ) -> None:  # fmt: skip
        """Prepare for one segment.

        Args:
            position: the one by the rules, before the segment.
            book: the rules.
            observed: what was observed of the action.
            tables: what the table shows before, after and later.
            answered: what the checks that were left to an answer and are made here bring about.
            known: what other interpreters have judged of the same candidates, observed alike but for the slip of a die
                that is left at the end.
        """
        self._known = KnownJudgements() if known is None else known
        self._position = position
        self._book = book
        self._observed = observed
        self._tables = tables
        self._answered = answered
        self._touched = frozenset(
            event.unit for event in observed.events if isinstance(event, UnitMoved | StateSet | TurnedOver)
        )
        """The units that something happened to on the table."""
        self._runs = 0
        """The number of judgements since the last question."""
        self._left = _LeftToOwners.of(observed)

    def best(self, candidates: Iterable[Candidate]) -> Account | None:
        """Return the cheapest account of some candidates, which are in the order of their costs."""
        best: Account | None = None
        self._runs = 0
        for candidate in candidates:
            if is_doubt_only(candidate.slips):
                continue
            bound = best.cost - cost_of(candidate.slips) if best else float("inf")
            if bound <= 0:
                break
            max_runs = min(MAX_RUNS, max(_MIN_RUNS, _MAX_RUNS_OF_ALL - self._runs))
            found = self.accounts(candidate, bound, 0.0, max_runs)
            best = found[0] if found else best
        return best

    def with_rival(self, best: Account, candidates: Sequence[Candidate]) -> Account:
        """Return the best account, or one that is as good and accuses nobody; with its rival, if there is one.

        A rival is an account that accuses nobody and whose worst slip is at most a level worse than the best one's, and
        that costs no more than such a slip would.
        A rival with every-day slips only is taken for what was done.
        """
        limit, margin = _limits(best)
        proven, rivals = True, list[Account]()
        for account in self._reasonable(best, candidates):
            proven = proven and account.proven
            if account.cost < best.cost and account.accuses and not is_doubt_only(account.slips):
                best = account
            if not account.accuses and worst_level(account.slips) <= limit:
                rivals.append(account)
        near = (each for each in rivals if each.cost < best.cost + margin)
        rival = min(near, key=lambda each: each.cost, default=None)
        if rival is not None and not is_doubt_only(rival.slips) and (
            worst_level(rival.slips) is Level.EVERY_DAY or rival.cost <= best.cost
        ):  # fmt: skip
            return rival
        return replace(best, rival=rival, proven=proven)

    def with_use_of_words(self, best: Account, candidates: Sequence[Candidate]) -> Account:
        """Return an account by which an announcement came to nothing with its best rival by which none did, if any."""
        limit, _ = _limits(best)
        rivals = (
            account for account in self._reasonable(best, candidates)
            if not account.accuses and Slip.ANNOUNCEMENT_UNUSED not in account.slips
            and worst_level(account.slips) <= limit
        )  # fmt: skip
        return replace(best, rival=min(rivals, key=lambda each: each.cost, default=None))

    def with_losses_marked_later(self, best: Account, candidates: Sequence[Candidate]) -> Account | None:
        """Return another account with the losses that are marked only later, if the best one expects others.

        What is on the table then tells as much of the dice as what is there at once; it may be of a later action, too:
        if the best one expects just that, it is one without it. None is returned if no such account costs hardly more.
        """
        shown = self._losses_marked_later(best) or self._losses_not_marked(best)
        if not shown:
            return None
        margin, found = cost_of_level(_MAX_LEVEL_OF_MARKED_LATER), list[Account]()
        for candidate in candidates[:_MAX_CANDIDATES_IN_DOUBT]:
            if is_doubt_only(candidate.slips) or cost_of(candidate.slips) >= best.cost + margin:
                continue
            bound = best.cost - cost_of(candidate.slips)
            for account in self.accounts(candidate, bound, margin, _MAX_RUNS_IN_DOUBT):
                after = account.ruling.after
                if after is not None and all(value_of(after, each) == value for each, value in shown.items()):
                    found.append(account)
        return min(found, key=lambda each: each.cost, default=None)

    def _losses_marked_later(self, account: Account) -> dict[Aspect, Any]:
        """Return what later tables first show to be lost by whom an account has fired at, other than it expects."""
        after, shown = account.ruling.after, dict[Aspect, Any]()
        if after is None:
            return shown
        for unit in {each.target for each in account.ruling.resolutions if each.purpose is RollPurpose.FIRE}:
            for aspect in (unit_aspect(unit, field) for field in _LOST):
                known = value_of(after, aspect), value_of(self._tables.after, aspect)
                later = (value_of(table, aspect) for table in self._tables.later)
                other = next((value for value in later if value not in known), None)
                if other is None:
                    other = self._rallied_from(aspect, known)
                if other is not None:
                    shown[aspect] = other
        return shown

    def _losses_not_marked(self, account: Account) -> dict[Aspect, Any]:
        """Return what is still on the table of whom an account has fired at, where it expects a loss marked later."""
        after, shown = account.ruling.after, dict[Aspect, Any]()
        if after is None or Slip.MARKER_LATE not in account.slips:
            return shown
        for unit in {each.target for each in account.ruling.resolutions if each.purpose is RollPurpose.FIRE}:
            for aspect in (unit_aspect(unit, field) for field in _LOST):
                lies = value_of(self._tables.after, aspect)
                if lies == value_of(self._tables.before, aspect) != value_of(after, aspect):
                    shown[aspect] = lies
        return shown

    def _rallied_from(self, aspect: Aspect, known: tuple[Any, Any]) -> int | None:
        """Return the Cohesion Hits that a unit had if those marked later are what its rally has left; None if not so.

        *known* are those that an account expects and those on the table. Some mark a hit only when they have rallied
        from one: then one more is gone already.
        """
        unit, (wanted, shown) = aspect.subject, known
        if aspect.field is not AspectField.COHESION or unit not in self._tables.rally_later:
            return None
        marked = any(table.units[unit].cohesion == wanted for table in self._tables.later)
        return wanted + 1 if wanted > shown and marked else None

    def _reasonable(self, best: Account, candidates: Sequence[Candidate]) -> Iterator[Account]:
        """Yield the accounts that cost no more than one with a slip that is a level worse than those of the best."""
        limit, margin = _limits(best)
        for candidate in candidates:
            if worst_level(candidate.slips) <= limit and cost_of(candidate.slips) < best.cost + margin:
                bound = best.cost - cost_of(candidate.slips)
                yield from self.accounts(candidate, bound, margin, _MAX_RUNS_IN_DOUBT)

    def _contradicted(self, before: Position, after: Position, run: _Run) -> Slips:
        """Return the slips in which the table contradicts that something has still to be rolled.

        The unit has gone past the place where its player had to roll, or its markers show what the roll has brought, or
        points are there that it would bring.
        """
        unit, table = self._observed.unit, self._tables.after
        slips: Slips = ()
        own = any(who in self._observed.may_be_unfinished for _, who in run.owed)
        if own and unit in after.units and table.units[unit].place not in (after.units[unit].place, run.entering):
            slips += (Slip.GONE_PAST_AN_OPEN_ROLL,)
        gained = (
            division for division, points in table.points.items()
            if after.points[division] == before.points[division] and points != self._tables.before.points[division]
        )  # fmt: skip
        marked = (Slip.MARKER_WRONG,) * (own and self._is_marked(after))
        settled = self._touched - {who for purpose, who in run.owed if purpose not in WANTED}
        hits = (Slip.MARKER_WRONG,) * (not marked and self._is_hit(settled, after))
        return slips + marked + hits + tuple(Slip.POINTS_WRONG for _ in gained)

    def _is_hit(self, units: Iterable[str], after: Position) -> bool:
        """Return whether a hit is marked on one of some units that no roll so far has brought."""
        aspects = (unit_aspect(unit, field) for unit in units for field in _HITS)
        return any(
            value_of(self._tables.after, each) not in (value_of(after, each), value_of(self._tables.before, each))
            for each in aspects
        )  # fmt: skip

    def _is_marked(self, after: Position) -> bool:
        """Return whether the markers of the acting unit were changed to what it is not before its roll is made."""
        unit = self._observed.unit
        return unit in self._touched and any(
            value_of(self._tables.after, aspect) not in (value_of(after, aspect), value_of(self._tables.before, aspect))
            for aspect in aspects_of_unit(unit) if aspect.field not in (AspectField.PLACE, AspectField.STATUS)
        )  # fmt: skip

    def accounts(self, candidate: Candidate, bound: float, margin: float, max_runs: int) -> list[Account]:
        """Return the accounts of one candidate that cost less than a bound, or a margin more, cheapest first.

        Where the result depends on whether a face-down counter is a gun or a dummy, both are tried (R9.13, NQoS S4.3).
        """
        found, depends = self._accounts(candidate, FaceDownAs.GUNS, bound, margin, max_runs)
        if depends:
            bound = min(bound, found[0].cost) if found else bound
            found += self._accounts(candidate, FaceDownAs.DUMMIES, bound, margin, max_runs)[0]
        return sorted(found, key=lambda each: each.cost)

    def _accounts(
        self, candidate: Candidate, face_down_as: FaceDownAs, bound: float, margin: float, max_runs: int
    ) -> tuple[list[Account], bool]:
        """Return the accounts with face-down counters taken for guns or for dummies, and whether that matters."""
        start = candidate.position or self._position

        def resolve(dice: DiceAssignment) -> _Run:
            """Return what the rules make of the action with some dice."""
            dice.answer(partial(self._answered.following, start))
            begun = self._answered(start, dice.answers)
            judgement = Judgement(begun, self._book, dice)
            judgement.face_down_as = face_down_as
            try:
                handle(judgement, candidate.action)
            except MissingRoll:
                return _Run(
                    judgement, begun, ended=False, owed=dice.owed, entering=_hex_entered(candidate.action, dice)
                )
            return _Run(judgement, begun, ended=True)

        def charge(run: _Run) -> Slips:
            """Return the slips of a run: rules that it breaks, and what on the table does not fit it."""
            broken = sum(finding.verdict is Verdict.ILLEGAL for finding in run.judgement.findings)
            slips = (Slip.RULE_BROKEN,) * min(broken, _MAX_BROKEN)
            told = told_otherwise(self._observed.evidence.shots_told, run.judgement.resolutions)
            slips += (Slip.RESULT_TOLD_OTHERWISE,) * told
            after = run.judgement.position
            if not run.ended:
                return slips + self._contradicted(start, after, run)
            return slips + _mismatch(start, after, self._tables, self._touched, self._left)

        result = assign_dice(
            self._observed, resolve, charge, windows=candidate.windows, bound=bound, margin=margin, max_runs=max_runs,
            known=self._known.of(candidate, face_down_as), resolved=self._known.resolved(candidate, face_down_as),
        )  # fmt: skip
        self._runs += len(result.tried)
        depends = any(each.result.judgement.hangs_on_face_down for each in result.tried)
        return [_account(candidate, each, proven=result.proven) for each in result.found], depends


def _limits(best: Account) -> tuple[Level, float]:
    """Return the level of the worst slip that a reasonable rival of an account may have, and what more it may cost.

    A wrong word of a roll is common, and often right of another roll: what it stands against goes a level further.
    """
    worst = worst_level(best.slips)
    if Slip.RESULT_TOLD_OTHERWISE in best.slips:
        worst = max(worst, Level.UNUSUAL)
    limit = Level(min(worst + 1, Level.NEVER))
    return limit, cost_of_level(limit) - cost_of_level(worst)


def _account(candidate: Candidate, found: Explanation[Assigned[_Run]], *, proven: bool) -> Account:
    dice, run = found.result.dice, found.result.result
    return Account(
        action=_with_dice(candidate.action, dice),
        ruling=run.judgement.ruling(),
        left_out=dice.left_out,
        ignored=dice.ignored,
        owed=dice.owed,
        waiting=dice.waiting,
        may_try=dice.may_try,
        answers=dice.answers,
        assumed=dice.assumed,
        judged_in=run.begun,
        taken=dice.taken,
        unused=dice.unused,
        note=candidate.note,
        slips=candidate.slips + found.slips,
        cost=cost_of(candidate.slips) + found.cost,
        proven=proven,
        before=dice.before,
    )


def _hex_entered(action: Action, dice: DiceAssignment) -> Place:
    """Return the hex that a move enters with the step that was being judged; None for anything else."""
    return action.steps[len(dice.parts) - 1].to if isinstance(action, Move) and dice.parts else None


def _with_dice(action: Action, dice: DiceAssignment) -> Action:
    """Return an action with the dice that were taken for it; those of a move stand with its steps."""
    changes: dict[str, Any] = {"rolls": tuple(dice.rolls)} if dice.rolls else {}
    if isinstance(action, Assault) and dice.aims:
        changes["targets"] = (*action.targets, *dice.aims)
    if isinstance(action, Move) and dice.parts:
        parts = [*dice.parts, *[None] * (len(action.steps) - len(dice.parts))]
        changes["steps"] = tuple(
            replace(step, rolls=tuple(part.rolls)) if part is not None and part.rolls else step
            for step, part in zip(action.steps, parts, strict=False)
        )
    return replace(action, **changes) if changes else action


# how well it fits the table


def _dragged_before_answer(observed: Observation) -> frozenset[str]:
    """Return the units that were dragged in an earlier mail than the last one: that is where they tried to go."""
    if not observed.logs:
        return frozenset()
    last = observed.logs[-1]
    moved = zip(observed.events, observed.logs, strict=True)
    return frozenset(event.unit for event, log in moved if isinstance(event, UnitMoved) and log < last)


def _marked_by_owners(observed: Observation) -> frozenset[str]:
    """Return the units that their owners have marked after the last die: they knew what had befallen them by then."""
    if not observed.sides:
        return frozenset()
    last = max((at for at, event in enumerate(observed.events) if isinstance(event, DieRolled)), default=None)
    behind = zip(observed.events[last:], observed.sides[last:], strict=True) if last is not None else ()
    return frozenset(
        event.unit for event, side in behind
        if isinstance(event, StateSet) and side == observed.unit_sides.get(event.unit)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _LeftToOwners:
    """The units whose owners may mark in their answer what befell them."""

    units: frozenset[str] = frozenset()
    dragged: frozenset[str] = frozenset()
    """Those that were dragged before that: whoever is stopped on the way has to be dragged back."""
    answered: frozenset[str] = frozenset()
    """Those whose owners have answered since, or have marked them behind the last die."""

    @classmethod
    def of(cls, observed: Observation) -> _LeftToOwners:
        """Return what was left to the owners in some events."""
        units = observed.may_owe | observed.may_wait
        answered = observed.have_answered | _marked_by_owners(observed)
        return cls(units, units & _dragged_before_answer(observed), answered)

    def drags_back(self, aspect: Aspect, after: Position, tables: Tables) -> bool:
        """Return whether it may be left to a unit's owner to drag it to its place; once he answers, he does.

        A unit that he has taken off the map he drags nowhere.
        """
        if aspect.subject not in self.dragged or tables.after.units[aspect.subject].status is not Status.ON_MAP:
            return False
        return aspect.subject not in self.answered or _comes_late(aspect, value_of(after, aspect), tables)


_NOTHING_LEFT: Final = _LeftToOwners()


def _mismatch(
    before: Position, after: Position, tables: Tables, touched: Iterable[str], left: _LeftToOwners = _NOTHING_LEFT
) -> Slips:
    """Return the slips in which the table does not show a position by the rules."""
    slips = list(_mismatches(before, after, tables, touched, left))
    late = slips.count(Slip.MARKER_LATE)
    return tuple(slip for slip in slips if slip is not Slip.MARKER_LATE) + (Slip.MARKER_LATE,) * min(late, _MAX_LATE)


def _mismatches(
    before: Position, after: Position, tables: Tables, touched: Iterable[str], left: _LeftToOwners
) -> Iterator[Slip]:
    """Yield the slip of each thing that the table does not show.

    Units that withdraw together, and do not leave the table, are counted only so often.
    """
    units = {unit for unit, state in after.units.items() if state is not before.units[unit]}
    staying = sorted(unit for unit in units if _is_left_behind(unit, after, tables))
    for unit in sorted(units.difference(staying[_MAX_STAYING:]) | set(touched)):
        for aspect in unlike_aspects(unit, after.units[unit], tables.after.units[unit]):
            is_place = aspect.field in (AspectField.PLACE, AspectField.STATUS)
            slip = Slip.COUNTER_ELSEWHERE if is_place else Slip.MARKER_WRONG
            if is_place and left.drags_back(aspect, after, tables):
                slip = Slip.RESULT_LEFT_TO_ITS_OWNER
            yield from _slip(aspect, before, after, tables, slip, left=unit in left.units)
    yield from _leaders_elsewhere(before, after, tables, left.units)
    for division, points in after.points.items():
        if points != before.points[division]:
            for kind in (AspectField.COMMAND, AspectField.DISPATCH):
                yield from _slip(Aspect(AspectKind.POINTS, division, kind), before, after, tables, Slip.POINTS_WRONG)
    if after.barrages != before.barrages or tables.after.barrages != tables.before.barrages:
        for place in sorted({*after.barrages, *tables.after.barrages}):
            aspect = Aspect(AspectKind.BARRAGES, str(place))
            yield from _slip(aspect, before, after, tables, Slip.BARRAGE_WRONG, for_nothing=Slip.BARRAGE_FOR_NOTHING)
    if after.mines != before.mines or tables.after.mines != tables.before.mines:
        for place in sorted({*after.mines, *tables.after.mines}):
            yield from _slip(Aspect(AspectKind.MINES, str(place)), before, after, tables, Slip.MINEFIELD_WRONG)
    for name in CONDITIONS:
        if getattr(after, name) != getattr(before, name):
            yield from _slip(Aspect(AspectKind.CONDITION, name), before, after, tables, Slip.CONDITION_WRONG)


def _leaders_elsewhere(
    before: Position, after: Position, tables: Tables, left_to_owner: frozenset[str]
) -> Iterator[Slip]:  # fmt: skip
    """Yield the slip of each leader who is not where he went; where he has gone shows where he lost his last unit.

    One who lies with a unit that is not where it went either was dragged with it: that is one slip, of the unit.
    """
    for leader, state in after.leaders.items():
        found = tables.after.leaders[leader].place
        moved = state.status is Status.ON_MAP and state.place != before.leaders[leader].place is not None
        if not moved or found == state.place:
            continue
        if not _lies_with_stray(found, after, tables.after) and not is_refuge(after, leader, found):
            aspect = Aspect(AspectKind.LEADER, leader)
            is_left = owner_of(after, aspect) in {after.side(unit) for unit in left_to_owner if unit}
            slip = Slip.RESULT_LEFT_TO_ITS_OWNER if is_left else Slip.COUNTER_ELSEWHERE
            yield from _slip(aspect, before, after, tables, slip)


def _lies_with_stray(place: Place, after: Position, table: Position) -> bool:
    """Return whether a unit lies in a place on the table that is not where it went."""
    return any(found.place == place != after.units[unit].place for unit, found in table.units.items())


def _is_left_behind(unit: str, after: Position, tables: Tables) -> bool:
    """Return whether a unit that has withdrawn by the rules is still on the table, and stays there."""
    shown = (tables.after, *tables.later)
    return after.units[unit].status is Status.WITHDRAWN and all(
        table.units[unit].status is Status.ON_MAP for table in shown
    )


def _slip(
    aspect: Aspect, before: Position, after: Position, tables: Tables, slip: Slip, *, left: bool = False,
    for_nothing: Slip | None = None,
) -> Iterator[Slip]:  # fmt: skip
    """Yield the slip of one thing that the table does not show; *left* says whether its owner has yet to answer.

    *for_nothing* is the slip where it was changed on the table though nothing changed, if that is another one.
    """
    wanted, found = value_of(after, aspect), value_of(tables.after, aspect)
    if wanted == found or is_with_another_leader(after, aspect, found):
        return
    was, lay = value_of(before, aspect), value_of(tables.before, aspect)
    if (wanted, found) == (was, lay):
        return  # it was so before
    if wanted == was == lay:
        yield for_nothing or slip  # if it is as before again later, that is no delay
    elif found == lay and _is_marked_after_rally(aspect, wanted, tables):
        yield Slip.MARKER_LATE
    elif _comes_late(aspect, wanted, tables) and (slip is not Slip.MARKER_WRONG or found in (was, lay)):
        yield Slip.MARKER_LATE  # a marker that was put to something else meanwhile is not late
    else:
        is_left = left and (found == lay or _is_marked_in_part(aspect, lay, found, wanted))
        yield Slip.RESULT_LEFT_TO_ITS_OWNER if is_left else slip


def _is_marked_in_part(aspect: Aspect, lay: object, found: object, wanted: object) -> bool:
    """Return whether some of the Cohesion Hits or Step Losses that a unit has suffered are marked: others may come."""
    if aspect.field not in _HITS or not (isinstance(lay, int) and isinstance(found, int) and isinstance(wanted, int)):
        return False
    return min(lay, wanted) < found < max(lay, wanted)


def _comes_late(aspect: Aspect, wanted: object, tables: Tables) -> bool:
    """Return whether something is on the table later as it is wanted."""
    return any(value_of(table, aspect) == wanted for table in tables.later)


def _is_marked_after_rally(aspect: Aspect, wanted: object, tables: Tables) -> bool:
    """Return whether what a unit suffers that rallies is marked only then: fewer Cohesion Hits, or nothing at all.

    Nobody puts down a Suppressed marker that the rally takes off in the same go.
    """
    unit = aspect.subject
    if unit not in tables.rally_later:
        return False
    if aspect.field is AspectField.SUPPRESSED:
        return wanted is True
    if aspect.field is not AspectField.COHESION or not isinstance(wanted, int):
        return False
    lay = tables.after.units[unit].cohesion
    return any(lay < table.units[unit].cohesion < wanted for table in tables.later)
