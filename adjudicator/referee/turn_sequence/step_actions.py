"""The actions between the chits: the turn's end, purchases, arrivals, withdrawals, air strikes, the break-out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from ...game.play import BuyChit, Purchase
from ...rules.rule_sets import exclusive_rules
from ...rules.series.conditions import is_night
from ...rules.series.formations import is_on_map
from ...rules.series.sequence import is_set_up
from ..accounts.candidates.candidate import Context
from ..accounts.candidates.turn_sequence import chits_bought
from ..accounts.interpretation import Tables
from ..entries.game_findings import condition_name
from ..events import ObservedStep
from ..obligations.answers import answered_with_carried, units_of_sides
from ..referee import Passage, Referee
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from ..stray_dice import without_dice_of_other_side
from .points_rolls import without_events_taken_ahead
from .random_events import with_event_carried_out
from .step_rulings import StepAction, rule_on
from .steps import MAX_STEPS, silent, with_steps_from, with_steps_rolled

__all__ = ["STEP_ACTIONS", "with_step_action"]

_LOST_BEFORE: Final = "a step was lost before the first file begins"
_LOW_BEFORE: Final = "{} was too low earlier that day, before the first file begins"


def with_step_action(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Judge a segment that belongs between the chits."""
    return STEP_ACTIONS[passage.segment.kind](referee, state, passage)


# the turn's end


def _turn_ended(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """End the turn, unless that has been done already."""
    segment, tables, drawn = passage.segment, passage.tables, state.turn.drawn
    state = answered_with_carried(state, referee.book)  # the new turn's dice are rolled after the marker is moved
    state = without_dice_of_other_side(referee, state, segment)
    if state.position.time != tables.after.time:
        whole = segment if drawn is None else _joined(drawn, segment)
        state, _ = rule_on(referee, state, StepAction(whole, tables, whole.steps[0]))
        if state.position.time != tables.after.time:
            state = state.at(state.position.after(time=tables.after.time))
    if state.turn.untold is state.turn.drawn:
        state = state.with_turn(untold=None)
    return _kept(state.with_turn(drawn=None), passage)


def _joined(drawn: Segment, segment: Segment) -> Segment:
    """Return the end of a turn with the drawing of its last chit."""
    first = silent(drawn)
    return replace(segment, events=(*first.events, *segment.events), steps=(*first.steps, *segment.steps))


def _kept(state: RefereeState, passage: Passage) -> RefereeState:
    """Keep the dice and words of a segment for what comes next, but for the dice of checks that were made in it."""
    state, passage = without_events_taken_ahead(state, passage)
    return state.with_carried(state.carried.keeping(passage.segment))


# purchases, arrivals and departures


def _bought(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Judge the chits that are bought."""
    state, passage = _with_own_event(referee, state, passage)
    segment, tables = passage.segment, passage.tables
    shown = (tables.after, *tables.later)
    for chit in chits_bought(Context(state.position, referee.book, segment, "", shown)):
        step = _step_of(segment, chit)
        # the table when a chit was bought: its cost is mostly paid before
        then = Tables(tables.before, step.table, (tables.after, *tables.later))
        state, number = _with_one(referee, state, StepAction(segment, then, step, chit))
        if number:
            state = state.with_turn(unsure=None)
            action = state.ledger[number].action
            state = _with_bought_left(state, number, action) if isinstance(action, BuyChit) else state
        state, passage = without_events_taken_ahead(state, passage)
        segment = passage.segment
    return _kept(state, passage)


def _come_or_gone(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Judge units that come onto the map, or leave it."""
    state = with_steps_rolled(referee, state, passage.segment, passage.tables, patient=True)
    state, passage = _with_own_event(referee, state, passage)
    segment = passage.segment
    for unit in dict.fromkeys(segment.units):
        act = StepAction(segment, passage.tables, _step_of(segment, unit), unit)
        state, number = _with_one(referee, state, act)
        if number and segment.kind is not SegmentKind.DEPARTURE:
            state = state.with_turn(unsure=None)
        state, passage = without_events_taken_ahead(state, passage)
        segment = passage.segment
    return _kept(state, passage)


def _with_own_event(referee: Referee, state: RefereeState, passage: Passage) -> tuple[RefereeState, Passage]:
    """Judge the event that brings one of a segment's units, and return the passage without that unit."""
    choice, segment = exclusive_rules(state.position.game).event_choices.get(state.position.event), passage.segment
    brought = choice.unit if choice else ""
    if brought not in segment.units:
        return state, passage
    state, done = with_event_carried_out(referee, state, [(segment, passage.tables)])
    others = tuple(unit for unit in segment.units if unit != brought)
    return state, replace(passage, segment=replace(segment, units=others)) if done else passage


def _with_one(referee: Referee, state: RefereeState, act: StepAction) -> tuple[RefereeState, int]:
    found, number = rule_on(referee, with_steps_from(state, referee.book, act.segment.kind), act)
    return (found, number) if number else (state, 0)


def _with_bought_left(state: RefereeState, number: int, action: BuyChit) -> RefereeState:
    """Leave a chit where it was put though it could not be bought: that has been reported."""
    name = "next_turn" if action.when == Purchase.NEXT_TURN else "mug"
    chits: tuple[str, ...] = getattr(state.position, name)
    if action.chit in chits:
        return state
    return state.going_on_from(number, state.position.after(**{name: tuple(sorted((*chits, action.chit)))}))


def _step_of(segment: Segment, subject: str) -> ObservedStep:
    """Return the first step of a segment in which something happens to a unit or a chit."""
    for event, step in zip(segment.events, segment.steps, strict=True):
        if subject in (getattr(event, "unit", ""), getattr(event, "chit", "")):
            return step
    return segment.steps[0]


# rolls for withdrawal


def _withdrawal(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Judge a roll for withdrawal that was announced."""
    segment, tables = passage.segment, passage.tables
    overdue, opens = state.turn.overdue, not state.ledger.entries
    withdrawals = overdue.withdrawals
    supposed = opens and not state.position.withdrawals
    if opens:  # what was lost before the file begins is not known
        named = [state.position.game.units[unit].formation for unit in segment.units]
        withdrawals = withdrawals or tuple(each for each in named[:1] if is_on_map(state.position, each))
        state = _with_rolls_without_word(referee, state, passage, withdrawals)
    if not state.position.withdrawals and withdrawals:
        state = state.at(state.position.after(withdrawals=withdrawals))
        state = state.with_turn(overdue=replace(overdue, withdrawals=()))
    if not segment.has_dice:
        state = _kept(state, passage)
    own = segment if segment.has_dice else Segment(SegmentKind.WITHDRAWAL)
    state, number = rule_on(referee, state, StepAction(own, tables, segment.steps[0], own_dice=segment.has_dice))
    return state.with_notes(number, _LOST_BEFORE) if supposed and number and withdrawals else state


def _with_rolls_without_word(
    referee: Referee, state: RefereeState, passage: Passage, formations: tuple[str, ...]
) -> RefereeState:
    """Judge the dice with which the first file begins as rolls for withdrawal, if one is announced after them.

    These rolls go before everything else (S5.3), and there may be one for each step that was lost before the file
    begins.
    """
    segment = passage.segment
    for _ in range(MAX_STEPS):
        if not (segment.has_dice and state.carried.dice_left and formations):
            return state
        state = state.at(state.position.after(withdrawals=formations))
        act = StepAction(Segment(SegmentKind.WITHDRAWAL), passage.tables, segment.steps[0])
        state, number = rule_on(referee, state, act)
        state = state.with_notes(number, _LOST_BEFORE) if number else state
    return state


# air strikes and the break-out


def _air_strike(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Judge an air strike for which a die was rolled."""
    segment = passage.segment
    sides = state.acts.sides_that_wait(segment, [each for each, _ in passage.following])
    waiting = units_of_sides(state.position, sides)
    act = StepAction(segment, passage.tables, segment.steps[0], may_wait=waiting, own_dice=True)
    if segment.has_dice:
        return rule_on(referee, state, act)[0]
    state = _kept(state, passage)
    if state.carried.dice_left:
        state, _ = rule_on(referee, state, replace(act, segment=silent(segment), own_dice=False))
    return state


def _break_out(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    segment, overdue = passage.segment, state.turn.overdue
    supposed = not overdue.break_out and _may_have_been_low(referee, state)
    if overdue.break_out or supposed:
        rules = exclusive_rules(state.position.game)
        state = state.at(rules.with_break_out_demanded(state.position, demanded=True))
        state = state.with_turn(overdue=replace(overdue, break_out=False))
    state, number = rule_on(referee, state, StepAction(segment, passage.tables, segment.steps[0]))
    if supposed and number:
        state = state.with_notes(number, _LOW_BEFORE.format(condition_name(state.position.game, "morale")))
    return _kept(state, passage)


def _may_have_been_low(referee: Referee, state: RefereeState) -> bool:
    """Return whether morale may have been too low on this day before the first file began, and risen since.

    That may be at Night only; a low Morale of an earlier day has had its Night.
    """
    now, start = state.position, referee.start
    known = exclusive_rules(now.game).is_break_out_demanded(now) or is_set_up(start) or start.morale is None
    return is_night(now) and now.time.date == start.time.date and not known


STEP_ACTIONS: Final[Mapping[SegmentKind, Callable[[Referee, RefereeState, Passage], RefereeState]]] = {
    SegmentKind.TURN: _turn_ended,
    SegmentKind.PURCHASE: _bought,
    SegmentKind.ARRIVAL: _come_or_gone,
    SegmentKind.DEPARTURE: _come_or_gone,
    SegmentKind.WITHDRAWAL: _withdrawal,
    SegmentKind.AIR_STRIKE: _air_strike,
    SegmentKind.BREAK_OUT: _break_out,
}
"""The kinds of segments that are judged between the chits, with the function that does it."""
