"""Puts the roll that a chit is drawn for right after the chit, if it was made only after other acts.

The rules want the roll for a Division chit's points first (R6.7), and what it brings is the same later. Only a roll
that is announced as one for points, or that is followed at once by higher points of the chit's division, is known for
what it is; under a later chit of the same turn only the latter. The roll for a Random Event may come behind one for
withdrawal (NQoS S3.0, S5.3); it is known by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...drawing.mats import IN_PLAY
from ...game.action_words import Declaration
from ...game.order_of_battle import ChitKind
from ...game.play import RollPurpose
from ...game.position import Status
from ..accounts.roll_purposes import rolls_of
from ..events import (
    ChitMoved,
    Declared,
    DieRolled,
    LevelSet,
    ObservedStep,
    PointsSet,
    RollNamed,
    Said,
    StateSet,
    TableEvent,
    TimeSet,
    UnitMoved,
)
from .beginnings import beginning_of
from .word_blocks import EventOfStep, Record

__all__ = ["begins_with_points", "is_points_roll", "with_points_rolled_for_chit"]

_WORDS = (Declared, RollNamed, Said)
_BETWEEN_CHITS = (ChitMoved, LevelSet, TimeSet)
"""What may be done between the draw of a chit and the roll for its points: the turn that has ended is put away."""
_COMMAND = "command"
_OFF_MAP = frozenset({Status.WAITING, Status.WITHDRAWN})


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A chit that calls for a roll."""

    purpose: RollPurpose
    division: str = ""
    """The division that gets points; empty for a Random Event."""


def with_points_rolled_for_chit(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with late rolls for points behind the draw of their chit."""
    known = list(events)
    drawn = [(at, chit) for at, (event, step) in enumerate(known) if (chit := _chit_drawn(event, step)) is not None]
    for begin, chit in reversed(drawn):
        end = next((at for at in range(begin + 1, len(known)) if _draws(known[at][0])), len(known))
        first = _first_act(known, begin, end)
        if first < end and _is_for_withdrawal(known, begin, first, end):
            first += 1
        if first == end or (isinstance(known[first][0], DieRolled) and not _is_announced(known, begin, first)):
            continue  # a die that comes first is the roll, unless words before it say what else it is for
        roll = next((each for at in range(first, end) if (each := _roll_at(known, at, end, chit))), ())
        if not roll and chit.division and not any(isinstance(event, TimeSet) for event, _ in known[begin:end]):
            roll = _roll_under_later_chit(known, end, chit)
        if roll:
            moved = [known[at] for at in roll]
            rest = [each for at, each in enumerate(known) if at not in roll]
            place = begin + 1 if chit.division else first
            known = [*rest[:place], *moved, *rest[place:]]
    return known


def _first_act(known: list[EventOfStep], begin: int, end: int) -> int:
    """Return the number of the first die or drag after the draw of a chit, *end* for none; arrivals go before it."""
    return next((at for at in range(begin + 1, end) if _is_act(known[at][0])), end)


def _is_announced(known: list[EventOfStep], begin: int, first: int) -> bool:
    """Return whether whoever rolls the first die after a draw has said in the same mail that a unit acts with it.

    A check that the mail before has left to him is no act under the chit, and what he announces behind the roll for
    its points comes behind its die.
    """
    log, side = known[first][1].log, known[first][1].side
    for event, step in known[begin + 1 : first]:
        if (step.log, step.side) != (log, side):
            continue
        if isinstance(event, RollNamed) and event.purpose is RollPurpose.COMMAND_POINTS and event.face is None:
            return False
        rolls = isinstance(event, Declared) and bool(rolls_of(event.action))
        if rolls and isinstance(event, Declared) and beginning_of(event.action, step.table) is not None:
            return True
    return False


def _is_act(event: TableEvent) -> bool:
    return isinstance(event, DieRolled) or (isinstance(event, UnitMoved) and event.came not in _OFF_MAP)


def begins_with_points(record: Record, block: Sequence[int], start: int) -> bool:
    """Return whether dice before a block of words begin with the roll for the points of the chit just drawn (R6.7).

    *start* is the first of them. If the words speak of that roll they say themselves which die it is, and that die goes
    before what they tell first, though they tell of it later; a single die may be for what else they tell.
    """
    told, die = [record.events[at][0] for at in block], record.events[start][1]
    announced = [each for each in told if isinstance(each, Declared | RollNamed)]
    named = any(
        isinstance(each, RollNamed) and each.purpose is RollPurpose.COMMAND_POINTS
        and (not at or each.step_of_die != (die.log, die.number)) for at, each in enumerate(announced)
    )  # fmt: skip
    wanted = any(isinstance(each, Declared) and rolls_of(each.action) for each in told)
    if named or block[0] - start <= wanted or not isinstance(record.events[start][0], DieRolled):
        return False
    before = start - 1
    while before > 0 and isinstance(event := record.events[before][0], _BETWEEN_CHITS) and not _draws(event):
        before -= 1
    chit = _chit_drawn(*record.events[before]) if before >= 0 else None
    return chit is not None and bool(chit.division)


def is_points_roll(record: Record, mail: Sequence[int], at: int) -> bool:
    """Return whether a die of a mail is the roll for the chit drawn last in it: its points are raised at once."""
    drawn = (chit for each in reversed(mail) if each < at and (chit := _chit_drawn(*record.events[each])) is not None)
    chit = next(drawn, None)
    return chit is not None and _brings_points(record.events, at, len(record.events), chit.division)


def _is_for_withdrawal(known: list[EventOfStep], begin: int, at: int, end: int) -> bool:
    """Return whether the first die after a draw is a roll for withdrawal: it was said so, or units leave right then.

    That roll goes before everything else (NQoS S5.3); the points come after it.
    """
    if not isinstance(known[at][0], DieRolled):
        return False
    said = (known[number][0] for number in range(begin + 1, at + 2) if number < end)
    if any(isinstance(event, Declared) and event.action is Declaration.WITHDRAWAL_ROLL for event in said):
        return True
    then = (known[number][0] for number in range(at + 1, end))
    moved = next((event for event in then if not isinstance(event, (*_WORDS, StateSet, PointsSet))), None)
    return isinstance(moved, UnitMoved) and moved.came is Status.ON_MAP and moved.went in _OFF_MAP


def _draws(event: TableEvent) -> bool:
    return isinstance(event, ChitMoved) and event.target == IN_PLAY


def _chit_drawn(event: TableEvent, step: ObservedStep) -> _Drawn | None:
    """Return the chit that an event puts into play, None if it puts none that calls for a roll."""
    if not isinstance(event, ChitMoved) or event.target != IN_PLAY:
        return None
    chit = step.table.game.chits[event.chit]
    if chit.kind is ChitKind.DIVISION:
        return _Drawn(RollPurpose.COMMAND_POINTS, chit.division)
    return _Drawn(RollPurpose.RANDOM_EVENT) if chit.kind is ChitKind.RANDOM_EVENT else None


def _roll_at(known: list[EventOfStep], at: int, end: int, chit: _Drawn) -> tuple[int, ...]:
    """Return the numbers of a chit's roll that begins here, with its words; none if there is none."""
    event, step = known[at]
    if chit.division and step.side != step.table.game.divisions[chit.division].side:
        return ()
    if isinstance(event, RollNamed) and event.purpose is chit.purpose:
        if event.face is None and _brings_points(known, at + 1, end, chit.division):
            return at + 1, at
        die = _die_named(known, at, end, event.face)
        if die is None and _raises_by(known, at + 1, end, chit.division, event.face):
            die = _die_named(known, at, end, None)  # what is named is the sum: "that's my points, 8"
        return () if die is None else (die, at)
    return (at,) if _brings_points(known, at, end, chit.division) else ()


def _brings_points(known: list[EventOfStep], at: int, end: int, division: str) -> bool:
    """Return whether an event is a die for nothing else, after which the points of a division are raised at once."""
    event = known[at][0] if at < end else None
    if not isinstance(event, DieRolled) or event.purpose or event.dismissed or not division:
        return False
    then = next((number for number in range(at + 1, end) if not isinstance(known[number][0], Said)), end)
    return then < end and _raises(known, then, division)


def _roll_under_later_chit(known: list[EventOfStep], begin: int, chit: _Drawn) -> tuple[int, ...]:
    """Return the number of a roll for a division's points that its owner made only under a later chit of the turn."""
    end = next((at for at in range(begin, len(known)) if isinstance(known[at][0], TimeSet)), len(known))
    own = (at for at in range(begin, end) if isinstance(known[at][0], PointsSet) and _raises(known, at, chit.division))
    raised = next(own, end)
    at = next((at for at in range(raised - 1, begin, -1) if not isinstance(known[at][0], Said)), begin)
    return _roll_at(known, at, raised + 1, chit) if raised < end and isinstance(known[at][0], DieRolled) else ()


def _die_named(known: list[EventOfStep], at: int, end: int, face: int | None) -> int | None:
    """Return the number of the die that some words are about: among those just before them, else the next one."""
    before: list[int] = []
    for number in range(at - 1, -1, -1):
        if isinstance(known[number][0], DieRolled):
            before.append(number)
        elif before or not isinstance(known[number][0], _WORDS):
            break
    fitting = [number for number in before if face is None or _shows(known[number][0], face)]
    if fitting:
        return fitting[0]
    after = at + 1
    return after if after < end and isinstance(known[after][0], DieRolled) and face is None else None


def _raises_by(known: list[EventOfStep], at: int, end: int, division: str, named: int | None) -> bool:
    """Return whether the points of a division are raised at once by the sum that is named for them."""
    if at >= end or not division or not _raises(known, at, division):
        return False
    event, before = known[at][0], known[at - 1][1].table.points[division].command
    return isinstance(event, PointsSet) and event.points - before == named


def _shows(event: TableEvent, face: int) -> bool:
    return isinstance(event, DieRolled) and event.face == face and not event.dismissed


def _raises(known: list[EventOfStep], at: int, division: str) -> bool:
    """Return whether an event puts the Command Points of a division higher than they were."""
    event = known[at][0]
    if not isinstance(event, PointsSet) or (event.division, event.kind) != (division, _COMMAND):
        return False
    return event.points > known[at - 1][1].table.points[division].command
