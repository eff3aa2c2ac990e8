"""The steps with which a turn begins, in the order of the rules (R4.1): waiting dice go to whatever comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ...game.action_words import TurnStepKind
from ...game.position import Position
from ...rules.rule_book import RuleBook
from ...rules.series.chits import is_first_division_chit
from ...rules.series.sequence import ARRIVALS, CHITS, is_required, open_steps
from ..accounts.interpretation import Tables
from ..events import Declared, DieRolled, RollNamed
from ..referee import Referee
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from .chits import WITH_DICE, points_of_chit
from .step_rulings import StepAction, rule_on

__all__ = ["MAX_STEPS", "silent", "with_steps_from", "with_steps_rolled"]

_STEPS: Final[Mapping[SegmentKind, str]] = {
    SegmentKind.WEATHER: TurnStepKind.WEATHER,
    SegmentKind.AIRPOWER: TurnStepKind.AIRPOWER,
    SegmentKind.SUPPLY: TurnStepKind.SUPPLY,
    SegmentKind.PURCHASE: CHITS,
    SegmentKind.ARRIVAL: ARRIVALS,
}
"""The steps of the turn (R4.1) by the kinds of what is judged."""
MAX_STEPS: Final = 40
"""More steps than are ever taken one after the other."""


def with_steps_rolled(
    referee: Referee, state: RefereeState, segment: Segment, tables: Tables, *, patient: bool,
    may_owe: frozenset[str] = frozenset(),
) -> RefereeState:  # fmt: skip
    """Judge one after the other the steps that the rules want, as far as dice and counters show them."""
    for _ in range(MAX_STEPS):
        kind = _wanted(referee, state, tables)
        if not kind:
            return state
        if _is_die_of_first_chit(state, kind, tables):
            state, _ = rule_on(referee, state, StepAction(Segment(kind), tables, segment.steps[0], own_dice=True))
            continue
        step = replace(silent(segment), kind=kind, units=(), action="")
        act = StepAction(step, tables, segment.steps[0], patient=patient, may_owe=may_owe)
        found, number = rule_on(referee, with_steps_from(state, referee.book, kind), act)
        if not number:
            return state
        owed, state = len(found.unfinished) > len(state.unfinished), found
        if owed:
            return state  # what comes after it waits for the roll
        if kind not in (SegmentKind.WITHDRAWAL, SegmentKind.EVENT):
            state = state.with_turn(unsure=None)
    return state


def with_steps_from(state: RefereeState, book: RuleBook, kind: SegmentKind) -> RefereeState:
    """Begin the steps of the turn with the first one that shows, if it is not known which have been done.

    The steps after that one are still to come then.
    """
    position, step = state.position, _STEPS.get(kind, "")
    if step and position.first_chit and not position.due:
        steps = open_steps(position, book)
        if step in steps:
            return state.at(position.after(due=steps[steps.index(step) :]))
    return state


def _is_die_of_first_chit(state: RefereeState, kind: SegmentKind, tables: Tables) -> bool:
    """Return whether the only die waiting is that of the chit's points, which are on their track already.

    A step that has still to be rolled for then has been left out.
    """
    position, first = state.position, state.position.first_chit
    if kind not in position.due or not first or state.carried.dice_left != 1:
        return False
    return first in tables.after.played and points_of_chit(first, tables.after) > points_of_chit(first, position)


def _wanted(referee: Referee, state: RefereeState, tables: Tables) -> SegmentKind | None:
    """Return the kind of the step that the rules want next; None if it is not known."""
    position, dice = state.position, state.carried.dice_left
    if not referee.reads_between_chits or position.outcome or (position.withdrawals and not _owner_rolled(state)):
        return None
    if position.withdrawals or position.event:
        return SegmentKind.WITHDRAWAL if position.withdrawals else SegmentKind.EVENT
    if not dice:
        return None
    for step in open_steps(position, referee.book):
        if is_required(position, step):
            return SegmentKind(step)
    return SegmentKind.FIRST_CHIT if _is_first_chit_wanted(state, position, tables) else None


def _owner_rolled(state: RefereeState) -> bool:
    """Return whether a waiting die may be a roll for withdrawal: the other side's are for something else (S5.3)."""
    game = state.position.game
    owners = {game.divisions[game.formations[each].division].side for each in state.position.withdrawals}
    return any(isinstance(each.event, DieRolled) and each.step.side in ("", *owners) for each in state.carried.told)


def _is_first_chit_wanted(state: RefereeState, position: Position, tables: Tables) -> bool:
    """Return whether a waiting die is that of the turn's first chit: the table shows what it brought."""
    first, chit = position.first_chit, position.activation.chit
    if first and state.turn.unsure is not None:
        return points_of_chit(first, tables.after) > points_of_chit(first, position)
    if chit and is_first_division_chit(position, chit):  # nothing else is rolled for before the game's first action
        return any(points_of_chit(chit, shown) > points_of_chit(chit, position) for shown in _shown(tables))
    if not first or position.game.chits[first].kind not in WITH_DICE or chit:
        return False
    return first in tables.after.played


def _shown(tables: Tables) -> tuple[Position, ...]:
    """Return the tables on which what a die brought may be marked, up to the next chit."""
    return (tables.after, *tables.later)


def silent(segment: Segment) -> Segment:
    """Return a segment without its dice and words, which are kept elsewhere."""
    kept = [at for at, event in enumerate(segment.events) if not isinstance(event, DieRolled | Declared | RollNamed)]
    events, steps = tuple(segment.events[at] for at in kept), tuple(segment.steps[at] for at in kept)
    return replace(segment, events=events, steps=steps)
