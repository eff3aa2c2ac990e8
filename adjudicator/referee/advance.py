"""The referee goes on: from the state of a game and a segment of its record to the state after that segment.

A dialect makes events of the steps of a log (``events.py``), these are put together as segments (``segments/``), each
segment gets an account, an action with its dice (``accounts/``), that the rules have judged, and the table after it is
compared with the position by the rules (``discrepancies/``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from ..drawing.mats import IN_PLAY
from ..game.action_words import Contact
from ..game.position import Position
from .accounts.candidates.registry import CANDIDATES
from .accounts.interpretation import Tables
from .accounts.lines import Lines, decided, gone_on
from .actions import opens_next_turn, with_actions
from .discrepancies.aspects import Aspect, AspectField, AspectKind, value_of
from .discrepancies.contacts import with_contacts_unknown
from .discrepancies.timing import is_barrage, is_in_time, outlasts_turn
from .discrepancies.tracker import Comparison, compare, gone_past, grow_old, settle, settle_all
from .entries.entry import EntryKind
from .entries.ledger import EntryLedger
from .entries.line_rules import REFEREE_LINES
from .events import ChitMoved, Declared, ObservedStep
from .obligations.acts_in_logs import ActsInLogs
from .obligations.answers import answered_with_carried, finished, with_points_of_checks
from .referee import After, Passage, Referee
from .segments.queries import answers_shown, tables
from .segments.segment import Segment, SegmentKind
from .segments.turn_sequence import chit_put_back
from .set_up import SetUpJudge
from .state import RefereeState, SetUpPhase
from .stray_dice import dice_given_up, with_rest_reported, without_dice_of_last_chit
from .table_changes import puts_right, with_chit_put_back, with_counters_reported, with_put_right, with_report
from .turn_sequence.answered_withdrawals import with_withdrawals_answered
from .turn_sequence.chits import begun, goes_on, waits, with_draw_told, with_drawn, with_file_begun
from .turn_sequence.first_chit import with_shown_done
from .turn_sequence.others_steps import with_steps_back, with_steps_left
from .turn_sequence.overdue import with_withdrawals_back, with_withdrawals_left
from .turn_sequence.points_rolls import with_roll_for_chit_in_play, without_events_taken_ahead
from .turn_sequence.random_events import with_event_ended, with_next_rolled
from .turn_sequence.step_actions import STEP_ACTIONS, with_step_action
from .turn_sequence.steps import with_steps_rolled

__all__ = ["advance", "advance_over", "beginning"]

_CHITS: Final = frozenset({SegmentKind.CHIT, SegmentKind.TURN})
_LOOK_AHEAD: Final = 6
"""The number of segments that a marker may be late, though a chit be drawn meanwhile: some mark all in one go."""
_FORGOTTEN: Final = 4
"""The segments for which a barrage must be open to be reported when the turn ends: then it goes anyway."""


def beginning(referee: Referee, *, begins_game: bool) -> RefereeState:
    """Return the state before the first segment; *begins_game*: the first file begins with a scenario's start."""
    state = RefereeState(
        position=with_contacts_unknown(referee.seen(referee.start)), table=referee.start,
        set_up=SetUpPhase(lasts=begins_game),
        ledger=EntryLedger(referee.book.house_rules.waived, past_unknown=not begins_game),
    )  # fmt: skip
    return begun(referee, state)


def advance_over(referee: Referee, state: RefereeState, found: Sequence[Segment], *, ends: bool = True) -> RefereeState:
    """Return the state after a whole record; *ends* says that nothing comes after it: what is missing may come then."""
    referee = referee.reading(found)
    state = replace(state, acts=state.acts.followed_by(ActsInLogs.of(found)))
    around = _tables_around(state.table, found)
    state = with_file_begun(referee, state, found)
    lines = with_roll_for_chit_in_play(referee, state, found, around[0]) if found else Lines.of(state)
    answers = answers_shown(found)
    for number, segment in enumerate(found):
        passage = Passage(segment, around[number], After(found, around, number), number, ends, answers[number])
        lines = advance(referee, lines, passage)
    last = (found[-1], around[-1]) if ends and found else None
    state = decided(lines.each(partial(_at_end, referee, ends=ends, last=last)), REFEREE_LINES).best
    state = with_points_of_checks(state, referee.book)
    return with_rest_reported(referee, finished(state) if ends else settle_all(state))


def _at_end(referee: Referee, state: RefereeState, *, ends: bool, last: tuple[Segment, Tables] | None) -> RefereeState:
    """Do what has still to be done with the dice that wait when a record ends; *last* is its last segment."""
    if ends:
        state = _set_up_of(referee).end(state, final=False)
    if last is not None:
        # the points of a chit are rolled for no unit, and of an event all checks may still come
        may_owe = frozenset({"", *state.position.units})
        before, known, (segment, tables) = state.position, len(state.ledger.entries), last
        state = with_steps_rolled(referee, state, segment, tables, patient=False, may_owe=may_owe)
        if rolled := state.ledger.since(known):
            state = compare(state, Comparison(before, tables.after, segment, rolled, referee.sight.compares))
        state = with_draw_told(state)
    return answered_with_carried(state, referee.book)


def _tables_around(table: Position, found: Sequence[Segment]) -> list[Tables]:
    """Return the tables before, after and later than each segment of a record that begins with a *table*."""
    after = tables(table, found)
    before, ends_of_chits = (table, *after), _ends_of_chits(found)
    return [
        Tables(
            before[n],
            after[n],
            after[n + 1 : max(n + 1 + _LOOK_AHEAD, ends_of_chits[n])],
            _units_that_rally(found[n + 1 : ends_of_chits[n]]),
        )
        for n in range(len(found))
    ]


def _units_that_rally(found: Sequence[Segment]) -> frozenset[str]:
    """Return the units that rally in some segments."""
    return frozenset(unit for each in found if each.kind is SegmentKind.RALLY for unit in each.units[:1])


def _ends_of_chits(found: Sequence[Segment]) -> list[int]:
    """Return for each segment the number of the next one in which a chit is drawn, or how many there are."""
    ends, end = [0] * len(found), len(found)
    for at in range(len(found) - 1, -1, -1):
        ends[at] = end
        if found[at].kind in _CHITS:
            end = at
    return ends


def advance(referee: Referee, lines: Lines[RefereeState], passage: Passage) -> Lines[RefereeState]:
    """Return the lines after one more segment; the new entries are the last ones of their ledgers."""
    lines = lines.each(partial(_with_past_over, referee, passage))
    waiting = waits(referee, lines.best.position, passage)  # no die moves a chit: it is so in all lines
    lines = lines.each(partial(_with_markers_settled, referee, passage, waiting))
    if _ends_lines(lines, passage, waiting=waiting):
        lines = decided(lines, REFEREE_LINES)
    return gone_on(lines, partial(_gone_on, referee, passage, waiting), REFEREE_LINES)


def _with_past_over(referee: Referee, passage: Passage, state: RefereeState) -> RefereeState:
    """Give up the checks that are too late when a segment comes, and judge an event carried out before it."""
    state = state.with_checks(state.checks.without_expired(state.acts, passage.segment.steps[0].log))
    return _with_past_event(referee, state, passage)


def _ends_lines(lines: Lines[RefereeState], passage: Passage, *, waiting: bool) -> bool:
    """Return whether dice that wait serve no longer: a segment plays a chit, or answers the mail that they are in."""
    segment = passage.segment
    if segment.kind is SegmentKind.CHIT:
        return not waiting
    return any(dice_given_up(state, segment) for state in lines.states)


def _gone_on(referee: Referee, passage: Passage, waiting: bool, state: RefereeState) -> Lines[RefereeState]:
    """Judge a segment, and compare the table after it; *waiting*: it draws a chit that is not played yet."""
    before, ledger = state.position, state.ledger
    state, passage = without_events_taken_ahead(state, passage)
    state, passage = with_withdrawals_answered(referee, state, passage)
    state, left = with_withdrawals_left(with_shown_done(referee, state, passage), passage.segment)
    state, steps = with_steps_left(referee, state, passage)
    lines = _with_segment(referee, state, passage, waiting=waiting).each(partial(with_steps_back, left=steps))
    return lines.each(partial(_with_segment_ended, referee, passage, left, before, ledger, waiting))


def _with_segment_ended(
    referee: Referee, passage: Passage, left: tuple[str, ...], before: Position, known: EntryLedger, waiting: bool,
    state: RefereeState,
) -> RefereeState:  # fmt: skip
    """Hand on the dice that a segment leaves, and compare the table after it; *known* are the entries before it."""
    segment = passage.segment
    state = without_dice_of_last_chit(referee, with_withdrawals_back(state, left, known), passage)
    state = with_next_rolled(referee, state, passage)
    if state.ledger.past_unknown and segment.kind in _CHITS and not waiting:
        state = state.with_ledger(state.ledger.know_from(_step_of_draw(segment)))
    state = with_counters_reported(state, segment)
    state = _compared(referee, state, passage, before, len(known.entries))
    state = replace(state, table=passage.tables.after)
    return state if goes_on(referee, state) else grow_old(state)


def _with_past_event(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Judge a random event that was carried out before a segment, and compare the table with it."""
    before, known = state.position, len(state.ledger.entries)
    state, judged = with_event_ended(referee, state, passage)
    if not judged:
        return state
    entries = state.ledger.since(known)
    made = Comparison(before, passage.tables.before, passage.segment, entries, referee.sight.compares)
    return compare(state, made)


def _with_markers_settled(referee: Referee, passage: Passage, waiting: bool, state: RefereeState) -> RefereeState:
    """Report what has not been marked by the time that a chit is drawn, or the turn ends."""
    if passage.segment.kind not in _CHITS or (waiting and state.position.first_chit):
        return state
    ends_turn = waiting or passage.segment.kind is SegmentKind.TURN or opens_next_turn(referee, state.position, passage)
    in_time = outlasts_turn if ends_turn or _plays_first_chit(state, passage) else is_in_time
    state = gone_past(with_points_of_checks(state, referee.book), passage.segment)
    state = settle(state, lambda each: in_time(each) and not (
        _is_put_right(state.position, passage, each) or _is_converted_later(state, passage, each)
    ))  # fmt: skip
    if state.ledger.past_unknown and not waiting:  # they were for something that was begun before the first file
        state = settle(state, lambda each: each.kind is AspectKind.POINTS, by_rules=False)
    state = settle(state, is_barrage, by_rules=True, age=_FORGOTTEN)
    return settle(state, lambda each: is_barrage(each) and _acted_since(state, each), by_rules=False)


def _acted_since(state: RefereeState, aspect: Aspect) -> bool:
    """Return whether a unit has acted since a difference was made: a barrage that went early may have mattered."""
    made = state.discrepancies.open[aspect].step
    return any(
        entry.unit and entry.steps and entry.steps[0] > (made.log, made.number)
        for entry in state.ledger.entries if entry.kind is EntryKind.ACTION
    )  # fmt: skip


def _plays_first_chit(state: RefereeState, passage: Passage) -> bool:
    """Return whether a segment plays the chit that the turn before has left over: nobody draws it (R4.6).

    What comes off with that turn may still lie on the table then.
    """
    first = state.position.first_chit
    return bool(first) and any(isinstance(each, ChitMoved) and each.chit == first for each in passage.segment.events)


def _is_put_right(position: Position, passage: Passage, aspect: Aspect) -> bool:
    """Return whether something is marked with the drawing of a chit; what goes into the mug has to be there before."""
    shown = _step_of_draw(passage.segment).table if aspect.kind is AspectKind.MUG else passage.tables.after
    return bool(value_of(position, aspect) == value_of(shown, aspect))


def _is_converted_later(state: RefereeState, passage: Passage, aspect: Aspect) -> bool:
    """Return whether a unit that should be Suppressed is marked with a Cohesion Hit instead a little later (R9.20).

    Its player remembers the check that was left to him only after he has drawn his chit.
    """
    unit = aspect.subject
    if aspect.field is not AspectField.SUPPRESSED or not any(
        each.optional and each.unit == unit for each in state.checks.waiting
    ):
        return False
    hits = state.position.units[unit].cohesion + 1
    shown = (table.units[unit] for table in (passage.tables.after, *passage.tables.later))
    return any(each.cohesion == hits and not each.suppressed for each in shown)


def _compared(referee: Referee, state: RefereeState, passage: Passage, before: Position, known: int) -> RefereeState:
    """Compare the table with the position by the rules after a segment; so many entries were *known* before it."""
    made = Comparison(
        before, passage.tables.after, passage.segment, state.ledger.since(known), referee.sight.compares,
        {each.entry for each in state.unfinished}, state.checks.origins, passage.answers,
    )  # fmt: skip
    return compare(state.with_checks(state.checks.without_origins()), made)


def _with_segment(referee: Referee, state: RefereeState, passage: Passage, *, waiting: bool) -> Lines[RefereeState]:
    """Judge what a segment is about."""
    segment, set_up = passage.segment, _set_up_of(referee)
    if set_up.takes(state.set_up, state.position, segment):
        state = set_up.put(state, segment)
        return Lines.of(state.with_carried(state.carried.keeping(segment)))
    if chit := chit_put_back(segment):
        return Lines.of(with_chit_put_back(state, segment, chit))
    if waiting:
        return Lines.of(with_drawn(state, segment))
    if segment.kind in STEP_ACTIONS:
        return Lines.of(with_step_action(referee, state, passage))
    if puts_right(state.discrepancies, segment):
        return Lines.of(with_put_right(state, segment))
    if segment.kind is SegmentKind.REPORT:
        return Lines.of(with_report(referee, state, segment))
    if segment.kind in CANDIDATES and not _says_nothing(referee, state, passage):
        return with_actions(referee, set_up.end(state), passage)
    return Lines.of(state.with_carried(state.carried.keeping(segment)))


def _says_nothing(referee: Referee, state: RefereeState, passage: Passage) -> bool:
    """Return whether a segment is no action: a move without a drag, the end of what is over, a marker turned back."""
    segment, position = passage.segment, state.position
    ends = passage.ends and not passage.following
    if segment.kind is SegmentKind.CONTACT:
        return _turns_marker_back(position, passage)
    if segment.kind is SegmentKind.END_ACTIVATION:
        return not referee.reader.means_something(position, segment, segment.units[0], ends=ends)
    if segment.kind is not SegmentKind.MOVE or referee.sight.missing(passage.tables.before, segment.units):
        return False
    return not any(referee.reader.means_something(position, segment, unit, ends=ends) for unit in segment.units)


def _turns_marker_back(position: Position, passage: Passage) -> bool:
    """Return whether a segment only turns contact markers to Pending, which shows that contact is lost (R10.3).

    A die beside it is for something else, if by the rules contact had been lost before.
    """
    segment, before, after = passage.segment, passage.tables.before.units, passage.tables.after.units
    said = any(isinstance(event, Declared) for event in segment.events)
    return not said and all(
        (before[unit].contact, after[unit].contact) == (Contact.IN_CONTACT, Contact.PENDING)
        and not (segment.has_dice and position.units[unit].contact == Contact.IN_CONTACT)
        for unit in segment.units
    )


def _set_up_of(referee: Referee) -> SetUpJudge:
    return SetUpJudge(referee.book, referee.sight, referee.start)


def _step_of_draw(segment: Segment) -> ObservedStep:
    """Return the step in which a segment puts a chit into play, its last one if it puts none there."""
    told = zip(segment.events, segment.steps, strict=True)
    drawn = [step for event, step in told if isinstance(event, ChitMoved) and event.target == IN_PLAY]
    return drawn[-1] if drawn else segment.steps[-1]
