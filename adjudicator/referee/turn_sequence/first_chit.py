"""The first chit of a turn: what a segment shows to be done when it is played, or when the turn's end is (R4.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Final

from ...game.action_words import TurnStepKind
from ...game.play import EndTurn
from ...rules.series.chits import is_first_division_chit
from ...rules.series.sequence import is_required, open_steps
from ..accounts.interpretation import Tables
from ..discrepancies.aspects import Aspect, AspectKind, carried, value_of
from ..discrepancies.timing import is_in_time
from ..discrepancies.tracker import gone_past, settle
from ..entries.account_entries import ruled_silently
from ..entries.entry import EntryKind
from ..events import ChitMoved, DieRolled
from ..referee import Passage, Referee
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from .chits import COMMAND_POINTS, OPENING, WITH_DICE, chit_drawn, points_of_chit, with_draw_told
from .points_rolls import with_late_roll_charged, with_roll_after_first_acts
from .random_events import with_event_carried_out
from .step_rulings import StepAction, rule_on
from .steps import with_steps_rolled

__all__ = ["with_shown_done"]

_BEFORE_CHITS: Final = frozenset({SegmentKind.PURCHASE, SegmentKind.ARRIVAL})
_WEATHER: Final = (Aspect(AspectKind.CONDITION, "day_weather"), Aspect(AspectKind.CONDITION, "weather"))
_SHOWS: Final[Mapping[str, tuple[Aspect, ...]]] = {
    TurnStepKind.WEATHER: _WEATHER,
    TurnStepKind.AIRPOWER: (Aspect(AspectKind.CONDITION, "strikes"), Aspect(AspectKind.CONDITION, "planned_strikes")),
    TurnStepKind.SUPPLY: (Aspect(AspectKind.CONDITION, "supply"),),
}
"""The aspects of the table that show that a step has been done."""


def with_shown_done(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Do what a segment shows to be done: the turn has ended, or the first chit is in play."""
    segment = passage.segment
    if not referee.reads_between_chits:
        return state
    untold, drawn = state.turn.untold, state.turn.drawn
    if untold is not None and untold.steps[0].log < segment.steps[0].log:
        state = with_draw_told(state)
    if state.position.event and (segment.kind in OPENING or segment.kind is SegmentKind.TURN):
        state, _ = with_event_carried_out(referee, state, state.turn.since_event)
    if segment.kind in _BEFORE_CHITS and drawn is not None:
        state = ruled_silently(referee, state, drawn, EndTurn()).with_turn(drawn=None)
    if segment.kind in _BEFORE_CHITS and not state.carried.dice_left:
        state = _with_step_left_out(referee, state, passage)
    if segment.kind in OPENING and chit_drawn(segment) != state.position.first_chit:
        state = _with_first_chit_played(referee, state, passage)
    return _with_points_rolled_later(referee, state, passage) if segment.kind in OPENING else state


def _with_points_rolled_later(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Roll for the points of the chit that the scenario begins with, if its owner does so after he has begun to act."""
    chit = state.position.activation.chit
    if not chit or state.carried.dice_left or not is_first_division_chit(state.position, chit):
        return state
    later = with_roll_after_first_acts(referee, state, passage)
    if later is None:
        return state
    known = len(state.ledger.entries)
    rolled = with_steps_rolled(referee, later, passage.segment, passage.tables, patient=False)
    return with_late_roll_charged(rolled, known) if len(rolled.ledger.entries) > known else state


def _with_first_chit_played(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Play the chit that was left over from the turn before, if it is in play."""
    tables, segment, first = passage.tables, passage.segment, state.position.first_chit
    if not first or state.position.activation.chit or not _is_in_play(first, passage):
        return state
    if state.turn.unsure is not None:
        known, state = state.turn.unsure, state.with_turn(unsure=None)
        gained = points_of_chit(first, tables.before) > points_of_chit(first, state.position)
        if not gained and COMMAND_POINTS not in state.carried.rolls_named:
            mug = tuple(chit for chit in state.position.mug if chit != first)
            return state.at(
                state.position.after(activation=known.activation, played=known.played, first_chit="", due=(), mug=mug)
            )
    now = Tables(tables.before, tables.before, (tables.after, *tables.later))
    state = with_steps_rolled(referee, state, segment, now, patient=False)
    if not state.position.first_chit:
        return state
    is_before_draw = partial(_is_before_draw, state, _drawn_in(state, first))
    state = gone_past(state, replace(segment, kind=SegmentKind.CHIT), is_before_draw)
    state = settle(state, lambda aspect: is_in_time(aspect) and is_before_draw(aspect), by_rules=True)
    state, _ = rule_on(referee, state, StepAction(Segment(SegmentKind.FIRST_CHIT), now, segment.steps[0]))
    if not state.position.day_weather:  # nobody rolled for it: it is what the table shows
        state = state.at(carried(state.position, tables.before, _WEATHER))
    return state


def _drawn_in(state: RefereeState, first: str) -> tuple[int, int]:
    """Return the log and the step in which the chit left over was drawn; (0, 0) if that was before the files."""
    untold = state.turn.untold
    if untold is not None:
        told = zip(untold.events, untold.steps, strict=True)
        drawn = (step for event, step in told if isinstance(event, ChitMoved) and event.chit == first)
        return next(((step.log, step.number) for step in drawn), (0, 0))
    known = (entry.steps for entry in reversed(state.ledger.entries) if entry.kind is EntryKind.CHIT_DRAWN)
    return next((steps[-1] for steps in known if steps), (0, 0))


def _is_before_draw(state: RefereeState, drawn: tuple[int, int], aspect: Aspect) -> bool:
    """Return whether what shows something to be wrong was done before the chit in play was drawn.

    Who draws the chit before the steps of the turn may mark what these bring together with what he does next.
    """
    step = state.discrepancies.open[aspect].step
    return (step.log, step.number) < drawn or drawn == (0, 0)


def _is_in_play(first: str, passage: Passage) -> bool:
    """Return whether the chit that was left over is in play: on the table, or because somebody acts and no other is.

    The button that ends a turn puts a chit back into the mug that a player had taken out of it himself before.
    """
    table = passage.tables.before
    acts = passage.segment.kind is not SegmentKind.CHIT and not table.activation.chit
    return first in table.played or acts


def _with_step_left_out(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Judge a step whose result is on the table while something after it is done, though nobody will roll for it.

    Until the first chit is in play no dice fall but those for the chit itself.
    """
    position, tables = state.position, passage.tables
    steps = open_steps(position, referee.book)
    step = next((each for each in steps if is_required(position, each)), "") if position.due else ""
    first = position.game.chits.get(position.first_chit)
    wanted = int(first is not None and first.kind in WITH_DICE)
    shown = any(value_of(position, each) != value_of(tables.before, each) for each in _SHOWS.get(step, ()))
    if not shown or _dice_before_acting(passage) > wanted:
        return state
    now = Tables(tables.before, tables.before, (tables.after, *tables.later))
    state, _ = rule_on(referee, state, StepAction(Segment(SegmentKind(step)), now, passage.segment.steps[0]))
    return state


def _dice_before_acting(passage: Passage) -> int:
    """Return how many dice fall in a segment and in those after it, before the first that shows a chit in play."""
    all_of_them = (passage.segment, *(later for later, _ in passage.following))
    before = takewhile(lambda each: each.kind not in OPENING, all_of_them)
    return sum(isinstance(event, DieRolled) for each in before for event in each.events)
