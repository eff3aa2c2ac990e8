"""Random events that are carried out: what has been done since one came shows what was chosen for it (S3.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...rules.exclusive_rules import Chosen
from ...rules.rule_sets import exclusive_rules
from ..accounts.interpretation import Tables
from ..events import ObservedStep
from ..referee import Passage, Referee
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from .chits import OPENING
from .progress import Overdue
from .step_rulings import StepAction, rule_on
from .steps import silent, with_steps_rolled

__all__ = ["with_event_carried_out", "with_event_ended", "with_next_rolled"]

_SHOWN_LATE: Final = frozenset({Chosen.LEADER, Chosen.UNIT_PLACE})
"""Choices that one counter shows: it may be put down late."""


def with_event_ended(referee: Referee, state: RefereeState, passage: Passage) -> tuple[RefereeState, bool]:
    """Judge a random event for which a die was rolled as it was carried out, before something else is done.

    Return whether the event was judged; it is not due any more then.
    """
    position, segment, tables = state.position, passage.segment, passage.tables
    if segment.kind not in OPENING or not position.event or position.withdrawals or not state.carried.dice_left:
        return state, False
    step = replace(silent(segment), kind=SegmentKind.EVENT, units=(), action=Declaration.NONE)
    now = Tables(tables.before, tables.before, (tables.after, *tables.later))
    state, number = rule_on(referee, state, StepAction(step, now, segment.steps[0]))
    if number and state.position.event:
        state = state.going_on_from(number, state.position.after(event=""))
    return state, number > 0


def with_event_carried_out(
    referee: Referee, state: RefereeState, done: Sequence[tuple[Segment, Tables]]
) -> tuple[RefereeState, bool]:
    """Judge the event that is due by what has been done since it came; return whether anything was."""
    parts = [silent(segment) for segment, _ in done]
    events = tuple(event for part in parts for event in part.events)
    steps = tuple(step for part in parts for step in part.steps)
    state = state.with_turn(since_event=())
    if not done:
        return state, False
    first, last = done[0][1], done[-1][1]
    whole = Segment(SegmentKind.EVENT, events=events, steps=steps)
    now = Tables(first.before, last.after, last.later)
    state, number = rule_on(referee, state, StepAction(whole, now, _step_of_choice(whole, now, done)))
    if number:
        state = state.going_on_from(number, state.position.after(event=""))
    return state, number > 0


def _step_of_choice(whole: Segment, tables: Tables, done: Sequence[tuple[Segment, Tables]]) -> ObservedStep:
    """Return the step that shows what was chosen: the one that puts the commander with a leader, or else the first."""
    steps = whole.steps or done[0][0].steps
    before = tables.before.commander_with
    return next((step for step in steps if step.table.commander_with != before), steps[0])


def with_next_rolled(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Hand the waiting dice to whatever comes next after a segment, unless that has dice of its own."""
    segment, tables = passage.segment, passage.tables
    if state.position.withdrawals and any(each.kind is SegmentKind.WITHDRAWAL for each, _ in passage.following[:1]):
        return state
    overdue = state.turn.overdue
    choice = exclusive_rules(state.position.game).event_choices.get(overdue.event)
    shown = choice is not None and choice.chosen in _SHOWN_LATE and not state.position.event
    if shown:
        state = state.at(state.position.after(event=overdue.event))
    state = with_steps_rolled(referee, state, segment, tables, patient=True)
    since = (*state.turn.since_event, (segment, tables)) if state.position.event else ()
    state = state.with_turn(since_event=since)
    if shown and state.position.event:
        return state.at(state.position.after(event=""))
    return state.with_turn(overdue=Overdue("", overdue.withdrawals, overdue.break_out)) if shown else state
