"""The steps with which a turn begins, in the order of the rules (R4.1): waiting dice go to whatever comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration, RollPurpose, TurnStepKind
from ...game.order_of_battle import ChitKind
from ...game.position import Position
from ...rules.rule_book import RuleBook
from ...rules.rule_sets import exclusive_rules
from ...rules.series.chits import is_first_division_chit
from ...rules.series.sequence import ARRIVALS, CHITS, is_required, open_steps
from ..accounts.interpretation import Tables
from ..carried_dice import CarriedDice, WaitingEvent
from ..entries.entry import Entry
from ..events import Declared, DieRolled, RollNamed, StepNumber
from ..obligations.answers import units_of_sides
from ..referee import Referee
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from .chits import COMMAND_POINTS, WITH_DICE, points_brought, points_of_chit
from .overdue import may_be_withdrawal_roll
from .step_rulings import StepAction, rule_on

__all__ = ["MAX_STEPS", "left_by_units", "named_for_others", "silent", "with_steps_from", "with_steps_rolled"]

_STEPS: Final[Mapping[SegmentKind, str]] = {
    SegmentKind.WEATHER: TurnStepKind.WEATHER,
    SegmentKind.AIRPOWER: TurnStepKind.AIRPOWER,
    SegmentKind.SUPPLY: TurnStepKind.SUPPLY,
    SegmentKind.PURCHASE: CHITS,
    SegmentKind.ARRIVAL: ARRIVALS,
}
"""The steps of the turn (R4.1) by the kinds of what is judged."""
_PURPOSES: Final[Mapping[SegmentKind, tuple[RollPurpose, ...]]] = {
    SegmentKind.WEATHER: (RollPurpose.WEATHER, RollPurpose.MIST, RollPurpose.SANDSTORM),
    SegmentKind.AIRPOWER: (RollPurpose.AIRPOWER, RollPurpose.AIRPOWER_AGAINST, RollPurpose.STRIKE_TURN),
    SegmentKind.SUPPLY: (RollPurpose.SUPPLY,),
    SegmentKind.FIRST_CHIT: (RollPurpose.COMMAND_POINTS, RollPurpose.RANDOM_EVENT, RollPurpose.EVENT),
}
"""The purposes of the rolls of the steps of the turn."""
_OF_EVENTS: Final = frozenset({SegmentKind.FIRST_CHIT, SegmentKind.EVENT})
"""The steps in which an event may call for checks of the other side, which it makes in its answer."""
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
        others, of_chit = _without_die_of_chit(referee, state, kind, tables)
        if kind is SegmentKind.FIRST_CHIT:
            others, of_chit = _without_dice_of_others(referee, state, tables)
        held = named_for_others(state, others.told, kind)
        held = (*held, *left_by_units(state, others.without(held), kind))
        others, of_chit = others.without(held), (*of_chit, *held)
        passed = bool(of_chit) and not others.dice_left
        if passed and patient:
            return state  # the step's own die may come later
        step = replace(silent(segment), kind=kind, units=(), action=Declaration.NONE)
        owing = frozenset[str]() if passed else may_owe
        waiting = _marking_in_answer(state, segment) if kind in _OF_EVENTS else frozenset[str]()
        act = StepAction(step, tables, segment.steps[0], patient=patient, may_owe=owing, may_wait=waiting)
        found, number = rule_on(referee, with_steps_from(state.with_carried(others), referee.book, kind), act)
        if not number:
            return state
        owed = len(found.unfinished) > len(state.unfinished)
        if kind is SegmentKind.FIRST_CHIT:  # they have one more action that they may be for
            of_chit = tuple(replace(each, entry=each.entry or number) for each in of_chit)
        state = found.with_carried(found.carried.with_put_aside(of_chit))
        if owed:
            return state  # what comes after it waits for the roll
        if kind not in (SegmentKind.WITHDRAWAL, SegmentKind.EVENT):
            state = state.with_turn(unsure=None)
    return state


def _marking_in_answer(state: RefereeState, segment: Segment) -> frozenset[str]:
    """Return the units whose owners mark in their answer what an event does: they do no more in this log."""
    step = segment.steps[0]
    sides = [side for side in step.table.game.sides if side != step.side and state.acts.waits_for_answer(side, step)]
    return units_of_sides(state.position, frozenset(sides))


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


def _without_die_of_chit(
    referee: Referee, state: RefereeState, kind: SegmentKind, tables: Tables
) -> tuple[CarriedDice, tuple[WaitingEvent, ...]]:
    """Return the dice that wait for a step without the one for the first chit's points, and that one.

    Some roll it before the dice of the steps, which is all the same: the track shows which one it was.
    """
    if kind not in state.position.due:
        return state.carried, ()
    told, fitting = state.carried.told, _fitting_dice(referee, state, tables)
    said = COMMAND_POINTS in state.carried.rolls_named and state.carried.dice_left > 1  # the words tell which one it is
    if said or not fitting:
        return state.carried, ()
    at = fitting[-1]
    return CarriedDice((*told[:at], *told[at + 1 :])), (told[at],)


def _without_dice_of_others(
    referee: Referee, state: RefereeState, tables: Tables
) -> tuple[CarriedDice, tuple[WaitingEvent, ...]]:
    """Return the dice that wait for the first chit without those announced for something else, and these.

    They are for what was begun before the first file; the track shows which die brought the points.
    """
    told, fitting = state.carried.told, _fitting_dice(referee, state, tables)
    before = told[: fitting[0]] if fitting else ()
    if not any(isinstance(each.event, DieRolled) for each in before) or not isinstance(before[0].event, Declared):
        return state.carried, ()
    return CarriedDice(told[fitting[0] :]), before


def _fitting_dice(referee: Referee, state: RefereeState, tables: Tables) -> list[int]:
    """Return the places of the waiting dice that bring the points of the first chit that the track shows."""
    position, first = state.position, state.position.first_chit
    chit = position.game.chits.get(first)
    if chit is None or chit.kind != ChitKind.DIVISION:
        return []
    start, shown = points_of_chit(first, position), points_of_chit(first, tables.after)
    return [
        at for at, each in enumerate(state.carried.told) if isinstance(each.event, DieRolled)
        and start + (points_brought(referee, position, first, each.event.face) or 0) == shown > start
    ]  # fmt: skip


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
            return SegmentKind(step) if _has_die_for(state, SegmentKind(step)) else None
    return SegmentKind.FIRST_CHIT if _is_first_chit_wanted(state, position, tables) else None


def _has_die_for(state: RefereeState, kind: SegmentKind) -> bool:
    """Return whether a die that waits may be for a step of the turn."""
    others = named_for_others(state, state.carried.told, kind)
    return any(isinstance(each.event, DieRolled) and each not in others for each in state.carried.told)


def named_for_others(state: RefereeState, told: Sequence[WaitingEvent], kind: SegmentKind) -> tuple[WaitingEvent, ...]:
    """Return the waiting dice that are for no step of the turn, with the words that call them something else.

    Dice of the side that does not roll for a step are for it only if somebody says so.
    """
    purposes = _PURPOSES.get(kind, ())
    if not purposes:
        return ()
    named = [(at, each.event) for at, each in enumerate(told)
             if isinstance(each.event, RollNamed) and not _is_of_step_taken(state, each.event)]  # fmt: skip
    own = {at for at, event in named if any(map(event.names, purposes))}
    meant = {at: _die_meant(told, at, event) for at, event in named if at not in own}
    others, dice = {at for at, die in meant.items() if die is not None}, set(meant.values())
    rules = exclusive_rules(state.position.game)
    owners = {"", *map(rules.roll_owner, purposes)}
    strangers = len(owners) > 1 and not own
    return tuple(
        each for at, each in enumerate(told) if at in others or (isinstance(each.event, DieRolled) and (
            (each.step.log, each.step.number) in dice or (strangers and each.step.side not in owners)))
    )  # fmt: skip


def _is_of_step_taken(state: RefereeState, words: RollNamed) -> bool:
    """Return whether words without a face name the roll of a step that has been taken: they tell what came of it."""
    open_steps_by_kind = {kind for kind, step in _STEPS.items() if step in state.position.due}
    named = {kind for kind, purposes in _PURPOSES.items() if kind in _STEPS and words.purpose in purposes}
    return words.face is None and bool(state.position.due and named) and not named & open_steps_by_kind


def _die_meant(told: Sequence[WaitingEvent], at: int, words: RollNamed) -> StepNumber | None:
    """Return the step of the die that words mean: a known one, or for a step of the turn the next one of the log.

    Words may have been put before the dice that they follow.
    """
    of_step = any(words.purpose in purposes for purposes in _PURPOSES.values())
    if words.step_of_die is not None or words.face is not None or not of_step:
        return words.step_of_die
    said = told[at].step
    later = sorted(
        (each.step.number, isinstance(each.event, DieRolled)) for each in told
        if isinstance(each.event, DieRolled | RollNamed)
        and each.step.log == said.log and each.step.number > said.number
    )  # fmt: skip
    return (said.log, later[0][0]) if later and later[0][1] else None


def left_by_units(state: RefereeState, carried: CarriedDice, kind: SegmentKind) -> tuple[WaitingEvent, ...]:
    """Return the waiting dice that a unit's action has left over, if others were rolled since for the turn."""
    dice = [each for each in carried.told if isinstance(each.event, DieRolled)]
    left = tuple(each for each in dice if each.entry and _is_of_units(state.ledger[each.entry]))
    return left if kind in _PURPOSES and len(left) < len(dice) else ()


def _is_of_units(entry: Entry) -> bool:
    return entry.action is not None and bool(entry.action.actors)


def _owner_rolled(state: RefereeState) -> bool:
    """Return whether a waiting die may be a roll for withdrawal (S5.3)."""
    told = state.carried.told
    each_with_last = zip((None, *told), told, strict=False)
    return any(may_be_withdrawal_roll(state.position, each, last) for last, each in each_with_last)


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
