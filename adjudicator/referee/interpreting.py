"""Chooses what a passage means: the action, with the dice for its checks, that explains best what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from ..game.play import Action, Move
from ..game.position import Position
from ..rules.chance import MissingRoll
from ..rules.judge import handle
from ..rules.judging import FaceDownAs, Judging
from ..rules.rule_book import RuleBook
from ..rules.ruling import Ruling, Verdict
from .differences import CONDITIONS, Aspect, aspects_of_unit, value_of
from .hearing import MOST_RUNS, Answer, Heard, Hearing, Told, hear
from .readings.candidate import Candidate
from .table_events import StateSet, TurnedOver, UnitMoved

__all__ = ["Answered", "Reading", "Tables", "answers_in", "as_it_is", "interpret"]

Answered = Callable[[Position, Sequence[Answer]], Position]
"""Gives a position with what comes of checks that an answer has made."""

_WRONG_PLACE: Final = 4.0
_WRONG_STATE: Final = 3.0
_LATE: Final = 0.2
_MOST_FOR_LATE: Final = 1.0
_WRONG_POINTS: Final = 0.5
_WRONG_BARRAGE: Final = 1.0
_WRONG_CONDITION: Final = 1.0
_ILLEGAL: Final = 0.5
_MANY_DICE: Final = 5
_LIKELIEST: Final = 4
_MOST_RUNS_IN_DOUBT: Final = 600


@dataclass(frozen=True, slots=True)
class Tables:
    """What lies on the table before a passage, after it, and later on."""

    before: Position
    after: Position
    later: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a passage means."""

    action: Action
    """With the dice that were rolled for it."""
    ruling: Ruling
    """What the rules say of it; what was not rolled went as the table shows."""
    left_out: tuple[tuple[str, str], ...]
    """The rolls that were needed and not made: purpose and unit."""
    owed: tuple[tuple[str, str], ...]
    """The roll that has still to be made, if one has."""
    waiting: tuple[tuple[str, str], ...]
    """The checks that are left to the answer of the other player, and count as passed until then."""
    may_try: tuple[tuple[str, str], ...]
    """Those that the other player may still make in his answer."""
    answers: tuple[Answer, ...]
    """The checks of earlier actions that were made here."""
    judged_in: Position
    """Where it was judged: with what came of these checks, and with what had to be supposed."""
    taken: frozenset[int]
    """The numbers of the events told that explain something."""
    unused: tuple[int, ...]
    """The numbers of the dice that nobody needed."""
    note: str
    cost: float


@dataclass(frozen=True, slots=True)
class _Run:
    """A judgement with dice that were heard; it has not *ended* where one has still to be rolled."""

    judging: Judging
    begun: Position
    """The position before it."""
    ended: bool


_Best = tuple[Candidate, Heard[_Run]]


def as_it_is(position: Position, _answers: Sequence[Answer]) -> Position:
    """Return a position as it is: where no check waits for an answer."""
    return position


def interpret(
    position: Position, book: RuleBook, told: Told, candidates: Iterable[Candidate], tables: Tables,
    answered: Answered = as_it_is, *, thoroughly: bool = False,
) -> Reading | None:  # fmt: skip
    """Return the best of some candidates with the dice that were told; None if there is none.

    *answered* gives the position with what comes of the checks that were left to an answer and are made here.
    *thoroughly*: where the best one would accuse somebody and there are many dice, the likeliest candidates are tried
    for longer.
    """
    ordered = sorted(candidates, key=lambda each: each.cost)
    best = _best(position, book, told, ordered, tables, answered)
    if thoroughly and best and len(told.dice) >= _MANY_DICE and _accuses(*best, position, tables, _touched(told)):
        best = _best(position, book, told, ordered[:_LIKELIEST], tables, answered, best, _MOST_RUNS_IN_DOUBT)
    return _reading(*best) if best else None


def _accuses(
    candidate: Candidate, heard: Heard[_Run], position: Position, tables: Tables, touched: Iterable[str]
) -> bool:
    """Return whether somebody has done something wrong if it was so, or left it undone."""
    judging = heard.result.judging
    if heard.hearing.left_out or any(finding.verdict is Verdict.ILLEGAL for finding in judging.findings):
        return True
    return _misfit(candidate.position or position, judging.position, tables, touched) >= _WRONG_STATE


def _best(
    position: Position, book: RuleBook, told: Told, candidates: Iterable[Candidate], tables: Tables,
    answered: Answered, known: _Best | None = None, most_runs: int = MOST_RUNS,
) -> _Best | None:  # fmt: skip
    """Return the best of some candidates, in the order of their costs, or the one that is *known* already."""
    best = known
    touched = _touched(told)
    for candidate in candidates:
        bound = best[1].cost + best[0].cost - candidate.cost if best else float("inf")
        if bound <= 0:
            break
        start = candidate.position or position
        doubtful: list[Judging] = []

        def resolve(
            hearing: Hearing, start: Position = start, action: Action = candidate.action,
            face_down_as: FaceDownAs = FaceDownAs.GUNS, doubtful: list[Judging] = doubtful,
        ) -> _Run:  # fmt: skip
            hearing.answer()
            begun = answered(start, hearing.answers)
            judging = Judging(begun, book, hearing)
            judging.face_down_as = face_down_as
            ended = True
            try:
                handle(judging, action)
            except MissingRoll:
                ended = False
            if judging.hangs_on_face_down:
                doubtful.append(judging)
            return _Run(judging, begun, ended)

        def misfit(run: _Run, start: Position = start) -> float:
            wrong = sum(finding.verdict is Verdict.ILLEGAL for finding in run.judging.findings)
            cost = _ILLEGAL * min(wrong, 3)
            return cost + _misfit(start, run.judging.position, tables, touched) if run.ended else cost

        heard = hear(told, resolve, misfit, windows=candidate.windows, bound=bound, most_runs=most_runs)
        if heard is not None:
            best = candidate, heard
        if doubtful:
            as_dummies = partial(resolve, face_down_as=FaceDownAs.DUMMIES)
            bound = heard.cost if heard is not None else bound
            heard = hear(told, as_dummies, misfit, windows=candidate.windows, bound=bound, most_runs=most_runs)
            if heard is not None:
                best = candidate, heard
    return best


def answers_in(position: Position, told: Told, table: Position, answered: Answered) -> tuple[Answer, ...]:
    """Return the checks that were left to an answer and are made among what explains nothing else.

    *table* is what lies there afterwards.
    """
    tables = Tables(position, table, ())
    checked = {check.unit for check in told.awaited}

    def resolve(hearing: Hearing) -> Position:
        hearing.answer()
        return answered(position, hearing.answers)

    heard = hear(told, resolve, lambda after: _misfit(position, after, tables, checked))
    return tuple(heard.hearing.answers) if heard is not None else ()


def _reading(candidate: Candidate, heard: Heard[_Run]) -> Reading:
    hearing, judging = heard.hearing, heard.result.judging
    return Reading(
        action=_with_dice(candidate.action, hearing),
        ruling=judging.ruling(),
        left_out=tuple(hearing.left_out),
        owed=tuple(hearing.owed),
        waiting=tuple(hearing.waiting),
        may_try=tuple(hearing.may_try),
        answers=tuple(hearing.answers),
        judged_in=heard.result.begun,
        taken=hearing.taken,
        unused=hearing.unused,
        note=candidate.note,
        cost=candidate.cost + heard.cost,
    )


def _with_dice(action: Action, hearing: Hearing) -> Action:
    """Return an action with the dice that were taken for it; those of a move stand with its steps."""
    changes: dict[str, Any] = {"rolls": tuple(hearing.rolls)} if hearing.rolls else {}
    if isinstance(action, Move) and hearing.parts:
        parts = [*hearing.parts, *[None] * (len(action.steps) - len(hearing.parts))]
        changes["steps"] = tuple(
            replace(step, rolls=tuple(part.rolls)) if part is not None and part.rolls else step
            for step, part in zip(action.steps, parts, strict=False)
        )
    return replace(action, **changes) if changes else action


# how well it fits the table


def _touched(told: Told) -> frozenset[str]:
    """Return the units that something happened to on the table."""
    return frozenset(
        event.unit for event in told.events if isinstance(event, UnitMoved | StateSet | TurnedOver)
    )  # fmt: skip


def _misfit(before: Position, after: Position, tables: Tables, touched: Iterable[str]) -> float:
    """Return how ill a position by the rules fits the table. Much that is only late is hardly worse than a little."""
    costs = list(_misfits(before, after, tables, touched))
    late = sum(cost == _LATE for cost in costs)
    return sum(cost for cost in costs if cost != _LATE) + min(_LATE * late, _MOST_FOR_LATE)


def _misfits(before: Position, after: Position, tables: Tables, touched: Iterable[str]) -> Iterator[float]:
    """Yield how ill each thing fits."""
    units = {unit for unit, state in after.units.items() if state is not before.units[unit]}
    for unit in units | set(touched):
        gone = value_of(after, Aspect("unit", unit, "status")) != value_of(tables.after, Aspect("unit", unit, "status"))
        for aspect in aspects_of_unit(unit):
            weight = _WRONG_PLACE if aspect.field in ("place", "status") else _WRONG_STATE
            yield _cost(aspect, before, after, tables, weight)
            if gone:
                break
    for division, points in after.points.items():
        if points != before.points[division]:
            for kind in ("command", "dispatch"):
                yield _cost(Aspect("points", division, kind), before, after, tables, _WRONG_POINTS)
    if after.barrages != before.barrages or tables.after.barrages != tables.before.barrages:
        for place in {*after.barrages, *tables.after.barrages}:
            yield _cost(Aspect("barrages", str(place)), before, after, tables, _WRONG_BARRAGE)
    for name in CONDITIONS:
        if getattr(after, name) != getattr(before, name):
            yield _cost(Aspect("condition", name), before, after, tables, _WRONG_CONDITION)


def _cost(aspect: Aspect, before: Position, after: Position, tables: Tables, weight: float) -> float:
    wanted, found = value_of(after, aspect), value_of(tables.after, aspect)
    if wanted == found:
        return 0.0
    was, lay = value_of(before, aspect), value_of(tables.before, aspect)
    if (wanted, found) == (was, lay):
        return 0.0  # it was so before
    if wanted == was == lay:
        return weight  # it was changed on the table though nothing changed: if it is so again later, that is no delay
    return _LATE if _comes(aspect, wanted, tables.later) else weight


def _comes(aspect: Aspect, wanted: object, later: Sequence[Position]) -> bool:
    return any(value_of(table, aspect) == wanted for table in later)
