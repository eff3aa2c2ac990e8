"""The differences between table and rules, from the moment each one shows until it is reported or goes away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from ...game.play import Action, Arrive, Assault, PlayChit, RollPurpose
from ...game.position import Position
from ...rules.ruling import Finding, Resolution, Verdict
from ..entries.entry import Correction, Entry, left_open
from ..entries.game_findings import aspect_words, difference_words, finding, subject_name
from ..entries.ledger import EntryLedger
from ..events import ObservedStep
from ..finding_names import FindingName
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState, RollDue
from .aspects import Aspect, AspectField, AspectKind, carried, differing, is_reminder_left_out, owner_of, value_of
from .attribution import (
    changing_entry,
    concerned,
    decides,
    entry_of,
    harmed_side,
    is_changed_in,
    is_decided_by_dice,
    is_lifted,
    is_mark,
    is_mark_of_kind,
    is_rolled_for,
    is_taken_off_again,
    pays_for_itself,
    points_missing,
    points_of,
    step_of,
)
from .citations import aspect_rule
from .contacts import is_with_another_leader, with_contact_of_table
from .discrepancy import Discrepancies, Discrepancy, Origin, Overruled
from .refuges import with_refuges_chosen
from .silent_points import with_points_of_withdrawals
from .track_moves import track_moves

__all__ = [
    "Comparison",
    "compare",
    "entry_of_discrepancy",
    "gone_past",
    "grow_old",
    "is_left_by_words",
    "settle",
    "settle_all",
]

_TOLD_BY_THEMSELVES: Final = frozenset({AspectField.COMMAND, AspectField.HIDDEN})
"""Fields reported though the action is illegal: points that were paid, and a gun that stays face down (NQoS S4.3)."""
_PUT_RIGHT_LATER: Final = frozenset({AspectKind.UNIT, AspectKind.MUG, AspectKind.POINTS})
"""The kinds of things that players put right when they are pointed out."""
_PLACES: Final = frozenset({AspectField.PLACE, AspectField.STATUS})
_RESULTS_OF_FIRE: Final = frozenset({AspectField.COHESION, AspectField.STEPS, AspectField.SUPPRESSED})
_MARKERS: Final = _RESULTS_OF_FIRE | {
    AspectField.IMPROVEMENT, AspectField.MEN_AT_WORK, AspectField.CONTACT, AspectField.COUNTERBATTERY_FIRED,
}  # fmt: skip
"""What is marked on a unit, and hinders nobody as long as the unit does nothing."""
_LOSSES: Final = _RESULTS_OF_FIRE | {AspectField.STATUS}
_OF_SHOTS: Final = frozenset({
    RollPurpose.FIRE, RollPurpose.COMPANY_BONUS, RollPurpose.OPPORTUNITY, RollPurpose.SPOTTING,
    RollPurpose.COUNTERBATTERY,
})  # fmt: skip
"""The rolls of a shot: what comes of them befalls the other side."""
_DECIDE_MARKS: Final = frozenset({RollPurpose.CONVERSION, RollPurpose.SUPPRESSION})
_PATIENCE: Final = 8
"""The number of segments that a marker may be late once its player has gone past it: he has marked something else, or a
chit has been drawn. Until then he may mean to mark all in one go."""
_PATIENCE_WITH_POINTS: Final = 3
"""The same for points: what is paid later must not be mixed up with it."""
_MARKED_LATE: Final = "the marker on {subject} in step {step} belongs to an earlier action: it was put on late"


@dataclass(frozen=True, slots=True)
class Comparison:
    """The table after a segment, to be compared with the position by the rules."""

    before: Position
    """The position by the rules before the segment."""
    table: Position
    segment: Segment
    entries: Collection[int]
    """The numbers of the entries of the segment."""
    compares: Callable[[Aspect], bool]
    """A function that returns whether the table shows something at all."""
    unfinished: Collection[int] = ()
    """The numbers of the entries with rolls that have still to be made."""
    origins: Mapping[Aspect, Origin] = field(default_factory=dict)
    """The earlier actions of which a result came only now."""
    answers: Sequence[Segment] = ()
    """The earlier segments of which parts that came with an answer show only now."""


# differences show


def compare(state: RefereeState, made: Comparison) -> RefereeState:
    """Compare the position by the rules with the table after a segment; return the state to go on from.

    Where an entry of the segment is illegal, the state of the units concerned on the table is taken over at once: it
    was reported already. So it is for those that are unfinished: their results are not known yet, but for what a
    conversion or a check has decided.
    """
    table = made.table
    state = state.at(with_refuges_chosen(state.position, table))
    begun_at = state.position
    found = {
        aspect for aspect in differing(state.position, table)
        if made.compares(aspect) and not is_reminder_left_out(table, aspect)
    }  # fmt: skip
    compared = replace(_gone_past(state, made.segment, found), entries=len(state.ledger.entries))
    state = state.with_discrepancies(compared.without_overruled(partial(_is_changed_again, state.position, made)))
    # what the rules have caught up with is gone, and what is different now is something new: points paid in advance
    for aspect in sorted(found, key=lambda each: (each.kind, each.subject, each.field)):
        rolled = any(is_rolled_for(state.ledger[number], aspect) for number in made.entries)
        shown, ruled = value_of(table, aspect), value_of(state.position, aspect)
        if state.discrepancies.puts_right(aspect, shown, ruled) and not rolled:
            state = _put_right(state, made, aspect)
            state = state.at(carried(state.position, table, [aspect]))
        elif is_with_another_leader(state.position, aspect, value_of(table, aspect)):
            state = state.at(with_contact_of_table(state.position, aspect.subject, value_of(table, aspect)))
        else:
            state = _seen(state, made, aspect, begun_at)
    for aspect, shown_first in list(state.discrepancies.open.items()):
        each = _of_unfinished_move(state, made, aspect, shown_first)
        if each.entry in made.unfinished and not (
            _is_marked_for_the_roller(state, aspect, each)
            or _is_decided(state, aspect, each)
            or _comes_of_no_roll(state, aspect, each)
            or _is_beside_chit(state, aspect, each)
            or _is_of_price(state, aspect, each)
        ):
            state = state.at(carried(state.position, each.table, [aspect]))
            state = state.with_discrepancies(state.discrepancies.without(aspect))
    told = [number for number in made.entries if state.ledger[number].verdict is Verdict.ILLEGAL]
    return _with_told_taken_over(state, told)


def _of_unfinished_move(state: RefereeState, made: Comparison, aspect: Aspect, each: Discrepancy) -> Discrepancy:
    """Return a difference as one of its unit's unfinished move: it was dragged before its player spoke of anything."""
    if aspect.kind is not AspectKind.UNIT or aspect.field not in _PLACES:
        return each
    moves = (number for number in made.entries if number in made.unfinished)
    number = next((number for number in moves if aspect.subject == state.ledger[number].unit), each.entry)
    return replace(each, entry=number)


def _is_changed_again(position: Position, made: Comparison, aspect: Aspect) -> bool:
    """Return whether an action has changed what was reported of a unit before, and the table has not."""
    if aspect.kind is not AspectKind.UNIT:
        return False
    known = value_of(made.before, aspect)
    return bool(value_of(position, aspect) != known and known == value_of(made.table, aspect))


def _put_right(state: RefereeState, made: Comparison, aspect: Aspect) -> RefereeState:
    """Return the state after something is put as it should have been, which was reported before.

    Whoever puts a marker on a unit right so in the same mail has marked it late: nothing is held against him, unless
    the unit has acted or been fired at in between.
    """
    known, step = state.discrepancies.overruled[aspect], step_of(aspect, made.segment)
    state = state.with_discrepancies(state.discrepancies.put_right(aspect))
    entry = state.ledger[known.entry]
    same_mail = bool(entry.steps) and (entry.steps[-1][0], entry.player) == (step.log, step.player)
    between = (state.ledger[number] for number in state.ledger.since(known.entries))
    if aspect.field not in _MARKERS or known.left_out not in entry.findings or not same_mail:
        return state
    if any(_concerns(each, aspect) for each in between):
        return state
    note = _MARKED_LATE.format(subject=subject_name(state.position, aspect), step=step.number)
    state = state.changing(
        known.entry, findings=tuple(each for each in entry.findings if each != known.left_out),
        corrections=tuple(each for each in entry.corrections if each.aspect != aspect),
    )  # fmt: skip
    return state.with_notes(max(made.entries, default=known.entry), note)


def _concerns(entry: Entry, aspect: Aspect) -> bool:
    return entry.action is not None and aspect.subject in (*entry.action.actors, entry.action.unit_fired_at)


def _is_marked_for_the_roller(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether a player put down what only a roll of the other side's own unit, still to be made, can bring."""
    if aspect.kind is not AspectKind.UNIT or each.by_rules or not each.changed:
        return False
    owner = state.position.side(aspect.subject)
    due = {roll.unit for roll in state.unfinished if roll.entry == each.entry}
    return due == {aspect.subject} and each.step.side not in ("", owner)


def _comes_of_no_roll(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether a loss was marked that no roll has brought, and that none which is still to be made can bring.

    Where not every explanation of the dice was tried, nothing is settled, nor is what was marked in an earlier mail
    while the past is unknown.
    """
    is_marked = aspect.kind is AspectKind.UNIT and aspect.field in _LOSSES and each.changed and not each.by_rules
    entry = state.ledger[each.entry]
    is_old = each.step.log < max(step.log for step in each.segment.steps)
    if not is_marked or entry.is_unproven or (entry.past_unknown and is_old):
        return False
    due = [roll for roll in state.unfinished if roll.entry == each.entry]
    if _is_checked_in_mail(aspect, each, state.ledger) and not _fights(entry.action, aspect.subject, state.position):
        return True
    return not any(_may_bring_loss(state.position, roll, aspect) for roll in due)


def _fights(action: Action | None, unit: str, position: Position) -> bool:
    """Return whether the shots of an action may hit a unit: those of an assault stay among those who fight (R11.8)."""
    return not isinstance(action, Assault) or unit in action.units or position.units[unit].place == action.target


def _may_bring_loss(position: Position, roll: RollDue, aspect: Aspect) -> bool:
    """Return whether a roll may bring a loss: a shot of the other side's, or a check of the unit's own."""
    if roll.purpose in _OF_SHOTS and roll.unit:
        return position.side(roll.unit) != position.side(aspect.subject)
    if roll.purpose is RollPurpose.SUPPRESSION and not position.units[aspect.subject].suppressed:
        return roll.unit == aspect.subject and aspect.field is AspectField.SUPPRESSED
    return roll.unit in ("", aspect.subject)


def _is_beside_chit(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether something is marked on a unit with a chit, of which only the points have still to be rolled."""
    return aspect.kind is AspectKind.UNIT and isinstance(state.ledger[each.entry].action, PlayChit)


def _is_of_price(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether less than the price of a unit's action is marked for it: no roll still to be made changes that."""
    entry = state.ledger[each.entry]
    paid = aspect.kind is AspectKind.POINTS and each.by_rules and each.gap < 0
    return paid and bool(entry.unit) and state.position.game.units[entry.unit].division == aspect.subject


def _is_decided(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether a conversion or a check decides a mark on a unit, which has nothing more to roll itself."""
    if aspect.kind is not AspectKind.UNIT or aspect.field not in _RESULTS_OF_FIRE:
        return False
    rolled = {roll.unit for roll in state.ledger[each.entry].resolutions if roll.purpose in _DECIDE_MARKS}
    due = {roll.unit for roll in state.unfinished if roll.entry == each.entry}
    return aspect.subject in rolled - due


def gone_past(
    state: RefereeState, segment: Segment, which: Callable[[Aspect], bool] | None = None
) -> RefereeState:  # fmt: skip
    """Note which differences a segment shows their players to have gone past, before they are reported for it.

    It can be one only of those that are asked for; *which* is None for all of them.
    """
    known = state.discrepancies
    passed = _gone_past(state, segment, known.open)
    shown = {
        aspect: each if which is None or which(aspect) else known.open[aspect] for aspect, each in passed.open.items()
    }
    return state.with_discrepancies(replace(passed, open=shown, log=known.log))


def _gone_past(state: RefereeState, segment: Segment, found: Collection[Aspect]) -> Discrepancies:
    """Return those that were *found* again, with those that a segment shows their player to have gone past."""
    known = state.discrepancies
    marked = [each for each in zip(segment.events, segment.steps, strict=True) if is_mark(each[0])]

    def passing_step(aspect: Aspect, each: Discrepancy) -> ObservedStep | None:
        """Return the step with which the owner went past a discrepancy, None if he has not."""
        owner = owner_of(segment.steps[0].table, aspect)
        same_log = segment.steps[0].log == each.step.log
        if same_log and each.is_left_to(owner) and state.acts.waits_for_answer(owner, each.step):
            return None  # its owner has not had the log in hand yet
        if same_log and is_left_by_words(state, aspect, each):
            return None
        if segment.kind is SegmentKind.CHIT:
            return next((step for step in segment.steps if step.side == owner), segment.steps[0])
        return next((
            step for event, step in marked
            if is_mark_of_kind(event, aspect) and (
                step.player == each.step.player or (step.side == owner and each.is_left_to(owner))
            )
        ), None)  # fmt: skip

    return replace(
        known,
        open={
            aspect: each if each.passed else replace(each, passed_in=passing_step(aspect, each))
            for aspect, each in known.open.items() if aspect in found
        },
        log=segment.steps[0].log,
    )  # fmt: skip


def _marker_of(position: Position, aspect: Aspect) -> str:
    """Return the side that has something to mark: its owner, or that of a division's points; empty for none."""
    if aspect.kind is AspectKind.POINTS:
        return position.game.divisions[aspect.subject].side
    return owner_of(position, aspect)


def _seen(state: RefereeState, made: Comparison, aspect: Aspect, begun_at: Position) -> RefereeState:
    """Take in that something differs after a segment; *begun_at* is the position that the table was compared with."""
    made = _where_marked(state, made, aspect)
    table, segment = made.table, made.segment
    known, entries = state.discrepancies.open.get(aspect), [state.ledger[number] for number in made.entries]
    moves = track_moves(aspect, points_of(known.table if known else made.before, aspect), segment, entries)
    changing = changing_entry(aspect, entries, moves.marked)
    unpaid = changing is not None and aspect.kind is AspectKind.POINTS and changing.number not in moves.marked
    # what was paid in advance belongs to the action that costs it, if it costs more
    overtaken = known is not None and not known.by_rules and unpaid
    if known is not None and not overtaken and value_of(state.position, aspect) != value_of(known.table, aspect):
        since = _discrepancy(state, made, aspect, changing, entries) if unpaid else None
        late = _with_late_gain(state.position, aspect, replace(known, table=table), known.gain or since)
        return state.with_discrepancies(state.discrepancies.holding(aspect, late))
    # a Command Point is often paid before its action is announced; Dispatch Points are paid chit by chit
    paid_alone = changing is not None and not unpaid and aspect.field is AspectField.DISPATCH
    if known is not None and known.lags_by(points_missing(state.position, table, aspect), paid_alone=paid_alone):
        held = state.discrepancies.holding(aspect, replace(known, table=table, age=0))
        state = state.with_discrepancies(held)
        return _told(state, aspect, begun_at) if pays_for_itself(segment) else state
    found = _discrepancy(state, made, aspect, changing, entries)
    left_out = changing if changing is not None and changing.number in moves.left_out else None
    if left_out is not None and (done := _last_step_of(left_out, segment)) is not None:
        found = replace(found, step=done, changed=False)  # whoever moves the track for another action did not do it
    return state.with_discrepancies(state.discrepancies.holding(aspect, found))


def _with_late_gain(position: Position, aspect: Aspect, each: Discrepancy, gain: Discrepancy | None) -> Discrepancy:
    """Return a difference with that of a gain, if the track lacks one beside a payment that is missing on it."""
    gap = points_missing(position, each.table, aspect) - each.gap
    if gain is None or not each.by_rules or not each.gap < 0 < gap:
        return replace(each, gain=None)
    return replace(each, gain=replace(gain, table=each.table, gap=gap))


def _where_marked(state: RefereeState, made: Comparison, aspect: Aspect) -> Comparison:
    """Return a comparison as one after the segment that has the mark: an answer may have put it to an earlier one."""
    for segment in (made.segment, *made.answers):
        step = step_of(aspect, segment)
        if is_changed_in(aspect, segment, step):
            if segment is made.segment:
                break
            own = [each.number for each in state.ledger.entries if (step.log, step.number) in each.steps]
            return replace(made, segment=segment, entries=own or made.entries)
    return made


def _discrepancy(
    state: RefereeState, made: Comparison, aspect: Aspect, changing: Entry | None, entries: Sequence[Entry]
) -> Discrepancy:
    """Return a difference that has just shown; *changing* is the action that changed a thing that is no unit's."""
    told_by_rules = changing is not None or aspect.kind is AspectKind.RETURN
    origin = made.origins.get(aspect)
    own = changing or entry_of(aspect, entries)
    # what was settled before the action began is no change of the action
    before = [made.before, *([own.before] if own is not None else [])]
    changed = any(value_of(each, aspect) != value_of(state.position, aspect) for each in before)
    step = step_of(aspect, made.segment)
    if changed and is_taken_off_again(aspect, state.position, made.segment, step):
        changed = False
    return Discrepancy(
        entry=origin.entry if origin else own.number if own else 0,
        segment=made.segment,
        by_rules=told_by_rules or changed,
        step=step,
        table=made.table,
        changed=is_changed_in(aspect, made.segment, step),
        settled_in=origin.step if origin else None,
        gap=points_missing(state.position, made.table, aspect),
    )


def _last_step_of(entry: Entry, segment: Segment) -> ObservedStep | None:
    """Return the last step of an entry in a segment, None if it has none there."""
    return next((step for step in reversed(segment.steps) if (step.log, step.number) in entry.steps), None)


def _with_told_taken_over(state: RefereeState, told: Sequence[int]) -> RefereeState:
    """Take over what actions left on the table that is already reported as wrong."""
    for number in told:
        entry = state.ledger[number]
        if entry.action is None:
            continue
        own = concerned(entry)
        for aspect, each in list(state.discrepancies.open.items()):
            mine = aspect.subject in own and aspect.field not in _TOLD_BY_THEMSELVES
            if mine or _came_along(aspect, each, entry):
                state = _taken_over(state, aspect, number)
        state = state.changing(number, after=state.position)
    return state


def _came_along(aspect: Aspect, found: Discrepancy, entry: Entry) -> bool:
    """Return whether somebody is a leader at the place where the unit of an entry has arrived."""
    if aspect.kind is not AspectKind.LEADER or not isinstance(entry.action, Arrive):
        return False
    return bool(value_of(found.table, aspect) == entry.action.to)


# differences are reported


def settle(
    state: RefereeState, which: Callable[[Aspect], bool], *, by_rules: bool | None = None, age: int = 0,
    passed: bool = False,
) -> RefereeState:  # fmt: skip
    """Report the open differences that are asked for, and go on from what is on the table.

    Differences left to the owner's answer stay open, and those open for fewer segments than *age*; with *passed* so
    do those that their player may still mean to mark.
    """
    begun_at = state.position
    for aspect, each in list(state.discrepancies.open.items()):
        asked = which(aspect) and each.age >= age and (by_rules is None or each.by_rules is by_rules)
        if asked and (each.passed or not passed) and not _is_awaited(state, aspect, each):
            state = _told(state, aspect, begun_at)
    return state


def settle_all(state: RefereeState) -> RefereeState:
    """Report all of them, and go on from what is on the table."""
    begun_at = state.position
    for aspect in list(state.discrepancies.open):
        state = _told(state, aspect, begun_at)
    return state


def grow_old(state: RefereeState) -> RefereeState:
    """Report the differences that have been open for long."""
    older = state.discrepancies.each_with(
        lambda aspect, each: each if _is_awaited(state, aspect, each) else replace(each, age=each.age + 1)
    )
    begun_at, state = state.position, state.with_discrepancies(older)
    for aspect, each in older.open.items():
        if each.gain is not None and _is_old(aspect, each) and not _is_awaited(state, aspect, each):
            state = _told_without_gain(state, aspect, each.gain, begun_at)
    known = state.discrepancies.open
    return settle(state, lambda aspect: _is_old(aspect, known[aspect]))


def _told_without_gain(state: RefereeState, aspect: Aspect, gain: Discrepancy, begun_at: Position) -> RefereeState:
    """Report that points are not paid, and leave open those that came in since: they are marked late."""
    unpaid = replace(state.discrepancies.open[aspect], gain=None)
    state = state.with_discrepancies(state.discrepancies.holding(aspect, unpaid))
    state = _told(state.at(_with_points(state.position, aspect, -gain.gap)), aspect, begun_at)
    state = state.at(_with_points(state.position, aspect, gain.gap))
    return state.with_discrepancies(state.discrepancies.holding(aspect, gain))


def _with_points(position: Position, aspect: Aspect, more: int) -> Position:
    """Return a position in which a division has more points of a kind."""
    return position.with_points(aspect.subject, **{aspect.field: more})


def _is_awaited(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether a result is left to its owner, who has not had the log in hand since.

    With the loss of a unit goes what changes on a track because of it (NQoS S4.6). Where units go in an action is not
    known as long as the other side has still to check in it.
    """
    if _waits_for_check(state, aspect, each) or _is_marked_at_last(state, aspect, each):
        return True
    if aspect.kind is AspectKind.CONDITION:
        return (
            each.by_rules
            and not each.changed
            and any(
                other.kind is AspectKind.UNIT and loss.entry == each.entry and _is_awaited(state, other, loss)
                for other, loss in state.discrepancies.open.items()
            )
        )
    owner = owner_of(state.position, aspect)
    if not each.by_rules or not owner or each.step.log < state.discrepancies.log:
        return False
    return is_left_by_words(state, aspect, each) or state.acts.leaves_loss(owner, each.step, aspect)


def _is_marked_at_last(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether what the rules have of a unit's marker, or a track of points, is marked later in the same log.

    Some mark all that a mail brought in one go, chits and turns or not; until then the unit acts as if it were marked.
    """
    of_unit = aspect.kind is AspectKind.UNIT and aspect.field in _MARKERS
    if not each.by_rules or not (of_unit or (aspect.kind is AspectKind.POINTS and each.gap < 0)):
        return False
    since = each.settled_in or each.step
    log = max(state.discrepancies.log, since.log)
    ruled, shown = int(value_of(state.position, aspect)), int(value_of(each.table, aspect))
    return state.acts.comes_to_mark(aspect, ruled, shown, log, since)


def is_left_by_words(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether its player has asked the other side to mark what one of his own units has suffered."""
    if aspect.kind is not AspectKind.UNIT or not each.by_rules:
        return False
    owner = owner_of(state.position, aspect)
    return state.acts.asks_to_mark(owner, each.settled_in or each.step, aspect.subject)


def _waits_for_check(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether somebody is not where an action leads, in which the other side has a check left to its answer."""
    if not each.by_rules or not (aspect.kind is AspectKind.LEADER or aspect.field in _PLACES):
        return False
    owner, log = owner_of(state.position, aspect), state.discrepancies.log
    checks = (check for check in state.checks.of_entry(each.entry) if check.side != owner)
    return any(not state.acts.has_answered(check, log) for check in checks)


def _is_old(aspect: Aspect, each: Discrepancy) -> bool:
    waits = each.by_rules and not each.passed
    return not waits and each.age > (_PATIENCE_WITH_POINTS if aspect.kind is AspectKind.POINTS else _PATIENCE)


def entry_of_discrepancy(state: RefereeState, aspect: Aspect, begun_at: Position) -> tuple[RefereeState, int]:
    """Return the state with the entry that an open difference comes from, and the entry's number.

    One of the table alone is begun in a position if need be.
    """
    each = state.discrepancies.open[aspect]
    if each.entry:
        return state, each.entry
    ledger, number = state.ledger.of_table(each.segment, begun_at)
    return state.with_ledger(ledger), number


def _told(state: RefereeState, aspect: Aspect, begun_at: Position) -> RefereeState:
    """Report a difference, in its entry or in that of whoever made it; entries are begun in a position."""
    each = state.discrepancies.open[aspect]
    if value_of(state.position, aspect) == value_of(each.table, aspect):  # the rules have caught up with the table
        return state.with_discrepancies(state.discrepancies.without(aspect))
    if (explained := with_points_of_withdrawals(state, aspect, each)) is not None:
        return explained
    state, origin = entry_of_discrepancy(state, aspect, begun_at)
    ledger, number = _with_entry_of_maker(state.ledger, each, aspect, origin, begun_at)
    position, source = state.position, ledger[origin]
    if is_decided_by_dice(aspect, ledger.entries, position) or _is_checked_in_mail(aspect, each, ledger):
        ledger = ledger.changed(number, rests_on_dice=True)
    if number != origin and not source.steps:
        made = sorted({(step.log, step.number) for step in each.segment.steps if step.player == source.player})
        ledger = ledger.changed(origin, steps=tuple(made))
    subject = subject_name(position, aspect)
    expected, found = difference_words(position, each.table, aspect)
    told = finding(
        _name(each, aspect, ledger[number]), subject=subject, leader=subject, expected=expected, found=found,
        rule=aspect_rule(aspect, position, each.table, _rolls_about(aspect, each, source, ledger), source.action,
                         source.before.time.turn),
        step=each.step.number,
    )  # fmt: skip
    if each.by_rules and aspect.kind is AspectKind.POINTS and each.step.side:
        others = each.step.side != position.game.divisions[aspect.subject].side
        ledger = ledger.changed(number, others_points=others)
    asked = is_left_by_words(state, aspect, each)
    told = left_open(told) if asked or is_lifted(source, aspect, each.table) else told
    ledger = ledger.with_findings(number, told)
    known = ledger[number].steps
    if not each.by_rules or not known:
        step = (_made_in(begun_at, each, aspect) or each.step) if number != origin else each.step
        ledger = ledger.changed(number, steps=tuple(sorted({*known, (step.log, step.number)})))
    return _taken_over(state.with_ledger(ledger), aspect, number, told if each.by_rules else None)


def _rolls_about(aspect: Aspect, each: Discrepancy, source: Entry, ledger: EntryLedger) -> tuple[Resolution, ...]:
    """Return the rolls that a difference may come from: of its entry, or of the last one in the same mail about it.

    What is marked in an answer belongs to the shot that it answers, though its player has done something else since.
    """
    if aspect.field not in _RESULTS_OF_FIRE or decides(source, aspect):
        return source.resolutions
    answered = (
        entry.resolutions
        for entry in reversed(ledger.entries)
        if entry.steps and entry.steps[-1][0] == each.step.log and decides(entry, aspect)
    )
    return next(answered, source.resolutions)


def _is_checked_in_mail(aspect: Aspect, each: Discrepancy, ledger: EntryLedger) -> bool:
    """Return whether a unit is marked in the mail in which it has checked for a hit, and not as the die says."""
    is_mark = aspect.kind is AspectKind.UNIT and aspect.field in _RESULTS_OF_FIRE and each.changed
    return is_mark and any(
        entry.steps and entry.steps[-1][0] == each.step.log
        and any(roll.unit == aspect.subject and roll.purpose in _DECIDE_MARKS for roll in entry.resolutions)
        for entry in ledger.entries
    )  # fmt: skip


def _made_in(position: Position, each: Discrepancy, aspect: Aspect) -> ObservedStep | None:
    """Return the step whose player made a difference, None if it is the player's of its entry."""
    owner = _marker_of(position, aspect)
    not_touched = each.by_rules and each.step.side == owner and not each.changed
    unmarked = each.is_left_to(owner_of(position, aspect)) or not_touched
    if unmarked and each.passed_in is not None and each.passed_in.side == owner:
        return each.passed_in  # who had the result to mark has gone on without it
    return each.settled_in or (each.step if each.changed or not each.by_rules else None)


def _with_entry_of_maker(
    ledger: EntryLedger, each: Discrepancy, aspect: Aspect, origin: int, begun_at: Position
) -> tuple[EntryLedger, int]:
    """Return the ledger, and the entry to report a difference in: its own, unless another player made it."""
    made_in, player = _made_in(begun_at, each, aspect), ledger[origin].player
    if made_in is None or not player or made_in.player == player:
        return ledger, origin
    if not made_in.player and made_in.log == each.segment.steps[0].log:
        return ledger, origin  # in another mail it may have been anybody
    ledger, number = ledger.of_step(made_in, begun_at)
    rests = ledger[number].rests_on_dice or decides(ledger[origin], aspect)
    return ledger.changed(number, rests_on_dice=rests), number


def _name(each: Discrepancy, aspect: Aspect, entry: Entry) -> FindingName:
    """Return the name of the finding that reports a difference in an entry."""
    if aspect.kind is AspectKind.LEADER and value_of(each.table, aspect) not in (None, value_of(entry.before, aspect)):
        return FindingName.LEADER_MOVED_ALONE
    return FindingName.RESULT_NOT_APPLIED if each.by_rules else FindingName.CHANGE_NOT_EXPLAINED


def _taken_over(state: RefereeState, aspect: Aspect, number: int, left_out: Finding | None = None) -> RefereeState:
    """Go on from the table with something that an entry has reported, *left_out* in a finding of its own."""
    position, table = state.position, state.discrepancies.open[aspect].table
    known = state.discrepancies.without(aspect)
    if aspect.kind in _PUT_RIGHT_LATER and (aspect.kind is not AspectKind.POINTS or left_out is not None):
        ruled, shown = value_of(position, aspect), value_of(table, aspect)
        shift = ruled - shown if aspect.kind is AspectKind.POINTS else 0
        overruled = Overruled(ruled, number, left_out, len(state.ledger.entries), shift, state.ledger[number].log)
        known = known.overruling(aspect, overruled)
    corrected = Correction(
        aspect, aspect_words(position, aspect), aspect_words(table, aspect), harmed_side(aspect, position, table)
    )
    state = state.changing(number, corrections=(*state.ledger[number].corrections, corrected))
    return state.with_discrepancies(known).at(carried(position, table, [aspect]))
