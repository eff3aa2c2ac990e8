"""Segments in which units act, or a chit is drawn: one account for each unit, with the dice that are its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ..game.hexes import Hex
from ..game.play import Action, EndActivation, EndTurn, Move, PlayChit, RollPurpose
from ..game.position import Position, Status
from ..rules.judge import judge
from ..rules.ruling import Verdict
from ..rules.series.command import passed_over
from ..rules.series.turns import turn_is_over
from .accounts.candidates.candidate import Context
from .accounts.candidates.fire import targets_told
from .accounts.candidates.registry import CANDIDATES
from .accounts.earlier_actions import begun_before, with_fire_named, with_fire_to_answer, with_first_action
from .accounts.interpretation import Account
from .accounts.lines import Lines, gone_on, joined
from .accounts.segment_reader import Part, wants_die_before
from .accounts.slips import Slip, cost_of
from .carried_dice import CarriedDice, WaitingEvent, segment_of, sorted_out
from .discrepancies.aspects import Aspect, AspectField, AspectKind, value_of
from .discrepancies.timing import is_gone_from, is_left_of, is_still_about, matters_to
from .discrepancies.tracker import settle
from .entries.account_entries import ruled_silently, with_account, without_account
from .entries.entry import EntryKind
from .entries.game_findings import finding
from .entries.line_rules import REFEREE_LINES
from .events import Declared, DieRolled, RollNamed, ShotReported, TableEvent, TurnedOver
from .finding_names import FindingName
from .fire_not_due import firers_announced, numbers_of_fire, possible_firers_of
from .obligations.answers import (
    answered_by,
    answered_with_carried,
    completed,
    steps_of_answers,
    units_of_sides,
    with_checks_undecided,
)
from .referee import Passage, Referee
from .segments.queries import is_begun_in_words, is_drag_of_other, named, spoken_of
from .segments.segment import Segment, SegmentKind
from .segments.turn_sequence import BETWEEN_CHITS
from .state import RefereeState
from .stray_dice import dice_given_up, with_stray_dice, with_stray_die, without_dice_of_other_side
from .turn_sequence.chits import goes_on
from .turn_sequence.points_rolls import with_late_roll_charged, with_later_roll_for_points

__all__ = ["opens_next_turn", "with_actions"]

_OWN_ACTIVATION: Final = frozenset(
    {
        SegmentKind.MOVE,
        SegmentKind.FIRE,
        SegmentKind.ASSAULT,
        SegmentKind.RALLY,
        SegmentKind.ENGINEER,
        SegmentKind.CONTACT,
        SegmentKind.CHIT,
        SegmentKind.TURN,
        SegmentKind.END_ACTIVATION,
    }
)
"""Passages that end the activation of another unit (R6.18)."""
_FIRED_AT: Final = frozenset({SegmentKind.MOVE, SegmentKind.ASSAULT})
"""Segments that enemies may answer with Opportunity Fire."""
_CHITS: Final = frozenset({SegmentKind.CHIT, SegmentKind.TURN})
_FOR_ALL: Final = ("day_weather", "weather", "supply")
"""The conditions by which all that units do is judged."""
_NOBODY: Final[tuple[frozenset[str], frozenset[str]]] = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class _Share:
    """The share of one unit in a segment."""

    passage: Passage
    units: tuple[str, ...]
    """The units that act, in their order; an empty one where none does."""
    at: int
    """The place of the unit among them."""
    rolled_before: int
    """The number of events at the beginning that waited for the drawing of a chit: no die among them is for it."""
    opens_file: bool
    """True if dice with which a file begins wait for the segment."""

    @property
    def segment(self) -> Segment:
        """The whole segment."""
        return self.passage.segment

    @property
    def unit(self) -> str:
        """The unit; empty where none acts."""
        return self.units[self.at]

    @property
    def others(self) -> tuple[str, ...]:
        """The units that act after it in the same segment."""
        return self.units[self.at + 1 :]


def with_actions(referee: Referee, state: RefereeState, passage: Passage) -> Lines[RefereeState]:
    """Judge what the units of a segment do, or the drawing of a chit; dice may be shared in several ways."""
    lines, late = _with_actions(referee, state, passage), with_later_roll_for_points(referee, state, passage)
    if late is None:
        return lines
    others = _with_actions(referee, *late).each(partial(with_late_roll_charged, known=len(state.ledger.entries)))
    return joined(state, (lines, others), REFEREE_LINES)


def _with_actions(referee: Referee, state: RefereeState, passage: Passage) -> Lines[RefereeState]:
    segment = passage.segment
    if segment.kind is SegmentKind.CHIT and opens_next_turn(referee, state.position, passage):
        state = ruled_silently(referee, state, segment, EndTurn())
    state = _with_conditions_settled(referee, state, passage)
    state = _with_marks_of_past_settled(referee, state, segment)
    if dice_given_up(state, segment):
        state = answered_with_carried(state, referee.book)  # what the answer rolled for first is no stray die
    state = without_dice_of_other_side(referee, state, segment)
    units = _in_turn(state.position, passage) if segment.kind is SegmentKind.MOVE else segment.units[:1]
    before_draw = len(state.carried.told) if segment.kind is SegmentKind.CHIT else 0
    opens_file = state.ledger.past_unknown and state.carried.dice_left > 0
    told, waiting = state.carried.handed_to(segment, referee.dice_of_words, passage.number)
    known = len(state.ledger.entries)
    lines = Lines.of(state.with_carried(CarriedDice(told)))  # what a unit does not need waits for the next one
    for at in range(len(units) or 1):
        share = _Share(passage, units or ("",), at, before_draw, opens_file)
        lines = gone_on(lines, partial(_with_action, referee, share), REFEREE_LINES)
    return lines.each(partial(_with_rest_carried, referee, passage, waiting, known))


def _with_rest_carried(
    referee: Referee, passage: Passage, waiting: CarriedDice, known: int, state: RefereeState
) -> RefereeState:
    """Keep what explains nothing yet for the next segment; what was carried over already is nobody's.

    So many entries were *known* before the units of the segment acted.
    """
    ruled = [each for each in map(state.ledger.__getitem__, state.ledger.since(known)) if each.kind is EntryKind.ACTION]
    rest = sorted_out(state.carried.told, passage.segment, ruled, referee.dice_of_words, passage.number)
    for each in rest.dismissed:
        if isinstance(each.event, DieRolled):
            state = with_stray_die(referee, state, each.entry, each.event, each.step)
    return with_stray_dice(
        referee, state.with_carried(CarriedDice(rest.carried).with_put_aside(waiting.told)), rest.unneeded
    )


# before an action


def opens_next_turn(referee: Referee, position: Position, passage: Passage) -> bool:
    """Return whether a chit is the last one of its turn, drawn before the turn tracker was set."""
    found = referee.reader.candidates(position, passage.segment, "")
    drawn = [each.action.chit for each in found if isinstance(each.action, PlayChit)]
    if position.mug != tuple(drawn) or not turn_is_over(position):
        return False
    for each, _ in passage.following:
        if each.kind is SegmentKind.TURN:
            return True
        if each.kind in CANDIDATES and each.kind not in BETWEEN_CHITS:
            return False
    return False


def _with_conditions_settled(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState:
    """Report what was marked otherwise of the weather and the supply before somebody acts by it."""
    if passage.segment.kind in _CHITS or goes_on(referee, state):
        return state
    for condition in _FOR_ALL:
        shown = (passage.tables.after, *passage.tables.later)
        state = settle(state, partial(is_still_about, condition, state.position, shown))
    return state


def _with_marks_of_past_settled(referee: Referee, state: RefereeState, segment: Segment) -> RefereeState:
    """Report the marks with which the first file begins before anybody acts: they are of what was done before it.

    A gun whose menu turns it over is face up from the words on. The die that such a mark follows at once is of it.
    """
    if not state.ledger.past_unknown or any(each.kind is EntryKind.ACTION for each in state.ledger.entries):
        return state
    turned = segment.units if segment.kind is SegmentKind.REVEAL else ()
    first = next((each for each in state.carried.told if isinstance(each.event, DieRolled)), None)
    if first is not None and any(_marks_result(state, aspect, first) for aspect in state.discrepancies.open):
        state = with_stray_dice(referee, state.with_carried(state.carried.without([first])), [first])
    return settle(state, lambda aspect: aspect.kind is AspectKind.UNIT and aspect.subject not in turned, by_rules=False)


def _marks_result(state: RefereeState, aspect: Aspect, die: WaitingEvent) -> bool:
    """Return whether a player marked a result on his own unit in the step after a die of his."""
    mark = state.discrepancies.open[aspect]
    if aspect.kind is not AspectKind.UNIT or aspect.field not in (AspectField.SUPPRESSED, AspectField.COHESION):
        return False
    own = state.position.side(aspect.subject) == die.step.side == mark.step.side
    return own and (mark.step.log, mark.step.number) == (die.step.log, die.step.number + 1) and not mark.by_rules


def _in_turn(position: Position, passage: Passage) -> tuple[str, ...]:
    """Return units that were dragged together in the order in which they act.

    A unit that is active already goes first, and one that acts next as well goes last.
    """
    first = position.activation.unit
    last = next((each.units[0] for each, _ in passage.following if each.kind in _OWN_ACTIVATION and each.units), "")
    return tuple(sorted(dict.fromkeys(passage.segment.units), key=lambda unit: (unit != first, unit == last)))


def _with_own_settled(referee: Referee, state: RefereeState, share: _Share) -> RefereeState:
    """Report what was left of the units concerned before one of them acts."""
    segment, tables, unit = share.segment, share.passage.tables, share.unit
    state = _with_other_activation_ended(referee, state, segment, unit)
    # a module that reports a shot reads the marks on the counters: what is not marked by then is left out
    passed = not any(isinstance(event, ShotReported) for event in segment.events)
    state = settle(state, partial(is_left_of, unit, (tables.after, *tables.later)), by_rules=True, passed=passed)
    told = targets_told(Context(state.position, referee.book, segment, unit)) if unit else ()
    shown = (tables.after, *segment.at_first_die)
    for other in dict.fromkeys((*spoken_of(segment), *told)):
        if not referee.sight.tells_checks and _is_taken_off(other, state.position, shown):
            continue  # the losses of several shots at once: its counter is only taken away
        state = settle(state, partial(is_still_about, other, state.position, shown), by_rules=True, passed=passed)
    unmarked = unit and state.position.units[unit].suppressed and not tables.before.units[unit].suppressed
    if share.opens_file and unmarked and segment.kind is not SegmentKind.RALLY:  # who rallies has marked it already
        # the first dice of the file may have brought it, for what was left open before
        state = settle(state, partial(is_left_of, unit, (tables.after,)), by_rules=False)
    entered = frozenset(to for drag, _ in segment.drags() if drag.unit == unit and isinstance(to := drag.target, Hex))
    # who is off the map already does not stand in the way
    state = settle(state, partial(is_gone_from, entered, state.position, tables.before), by_rules=False)
    if segment.kind is SegmentKind.RALLY:  # who rallies anew has not rallied from it by the rules either
        state = settle(state, partial(_is_hurt, unit, state.position, tables.before))
    if not referee.sight.tells_checks:
        in_hand = replace(state.discrepancies, log=segment.steps[0].log)  # nothing is left to this log's answer
        state = settle(state.with_discrepancies(in_hand), partial(_is_shown_otherwise, unit, state))
        for each in (unit, *(() if passed else told)):  # a report reads the marks of its target, too
            state = settle(state, partial(matters_to, each), by_rules=False)
    return state


def _is_taken_off(unit: str, position: Position, tables: Sequence[Position]) -> bool:
    """Return whether a unit that is on the map by the rules is off it on one of some tables."""
    known = position.units.get(unit)
    if known is None or known.status is not Status.ON_MAP:
        return False
    return any(table.units[unit].status is not Status.ON_MAP for table in tables)


def _is_shown_otherwise(unit: str, state: RefereeState, aspect: Aspect) -> bool:
    """Return whether a unit has not the result of a shot, but another one: a check that logs do not tell may give it.

    It acts with what its counter shows, even if a later shot brings it the same result again.
    """
    found = state.discrepancies.open
    if aspect.subject != unit or not found[aspect].by_rules:
        return False
    others = (each for other, each in found.items() if other.subject == unit and not each.by_rules and each.changed)
    return any(each.entry == found[aspect].entry for each in others)


def _is_hurt(unit: str, position: Position, table: Position, aspect: Aspect) -> bool:
    """Return whether a unit is worse off on the table than by the rules."""
    if aspect.subject != unit or aspect.field not in (AspectField.SUPPRESSED, AspectField.COHESION):
        return False
    return (value_of(table, aspect) or 0) > (value_of(position, aspect) or 0)


def _with_other_activation_ended(referee: Referee, state: RefereeState, segment: Segment, unit: str) -> RefereeState:
    """End the activation of the unit that acted before (R6.18): errors in that are reported with its action."""
    active = state.position.activation.unit
    if not active or segment.kind not in _OWN_ACTIVATION or active == unit or active in segment.units:
        return state
    if segment.kind not in _CHITS and referee.book.switch("consecutive-actions") != "yes":
        return state
    ruling = judge(state.position, EndActivation(active), referee.book)
    last = next((entry for entry in reversed(state.ledger.entries) if _acts(entry.action, active)), None)
    if ruling.after is None or last is None:
        return state
    after = referee.seen(passed_over(ruling.after, active))
    return state.with_findings(last.number, *ruling.findings).going_on_from(last.number, after)


def _acts(action: Action | None, unit: str) -> bool:
    return action is not None and unit in action.actors


# an action


def _with_action(referee: Referee, share: _Share, state: RefereeState) -> Lines[RefereeState]:
    """Judge the action of one unit, in each way in which its dice may be shared with what comes after it."""
    state = _with_own_settled(referee, state, share)
    told, tables = state.carried.told, share.passage.tables
    others = _numbers_of_fire_not_due(referee, state, share)
    kept = [at for at in range(len(told)) if at not in others and _may_be_of(share, told[at].event, at)]
    view = segment_of([told[at] for at in kept], share.segment)
    missing = referee.sight.missing(tables.before, named(view, share.unit))
    accounts = () if missing else _read(referee, state, share, _part(referee, state, share, view, kept))
    if accounts:
        return Lines.of(*(_with_account_read(referee, share, state, view, kept, account) for account in accounts))
    state, number = _begun(state, share)
    state = without_account(referee, state, number, view, tables, missing)
    return Lines.of(state.with_carried(CarriedDice(_without(told, set(kept)))) if missing else state)


def _numbers_of_fire_not_due(referee: Referee, state: RefereeState, share: _Share) -> frozenset[int]:
    """Return the numbers of the events of Opportunity Fire by units that cannot take it at what a unit does (R12.2).

    A gun that is face down may be turned over for it. What an action before has left over may have been of that one.
    """
    position, told, unit = state.position, state.carried.told, share.unit
    if not unit or share.segment.kind not in _FIRED_AT:
        return frozenset()
    announced = firers_announced([each for each in told if not each.entry], position.side(unit), position)
    waiting = {check.unit for check in state.checks.waiting}  # who is Suppressed may not be so after its check
    firers = [each for each in announced - waiting if not position.units[each].hidden]
    if not firers:
        return frozenset()
    found = referee.reader.candidates(position, share.segment, unit)
    actions = [each.action for each in found]
    possible = possible_firers_of(actions, (position, share.passage.tables.before), referee.book)
    if possible is None:
        return frozenset()
    return frozenset(at for each in firers if each not in possible for at in numbers_of_fire(told, each))


def _with_account_read(
    referee: Referee, share: _Share, state: RefereeState, view: Segment, kept: Sequence[int], account: Account
) -> RefereeState:
    """Put an account of a unit's part into a new entry; *kept* are the numbers of the events that it was read from."""
    told = state.carried.told
    state = completed(state, referee.book, account.answers, view)
    if _came_to_nothing(account, view):
        return state.with_carried(CarriedDice(_without(told, {kept[at] for at in account.taken})))
    state, number = _begun(state, share)
    state = with_account(referee, state, number, account, view)
    state = _with_activation_asked_about(referee, state, number, share, account.judged_in)
    answered, known = steps_of_answers(account.answers, view.events, view.steps), state.ledger[number].steps
    state = state.changing(number, steps=tuple(each for each in known if each not in answered) or known)
    gone = {kept[at] for at in account.taken}
    gone |= {at for at, each in enumerate(told) if isinstance(each.event, TurnedOver)}
    return state.with_carried(CarriedDice(_without(told, gone)))


def _came_to_nothing(account: Account, view: Segment) -> bool:
    """Return whether an action that the other side was asked to roll for was off with the check rolled before it."""
    asked = any(isinstance(event, Declared | RollNamed) and event.asked for event in view.events)
    refused = account.ruling.verdict is not Verdict.LEGAL
    return asked and refused and bool(account.answers) and not account.action.own_rolls


def _begun(state: RefereeState, share: _Share) -> tuple[RefereeState, int]:
    """Begin the entry of a unit's part."""
    goes_on_from_past = _may_go_on(state, share)
    state, number = state.begin(share.segment, EntryKind.ACTION, share.unit)
    return (state.changing(number, may_go_on=True) if goes_on_from_past else state), number


def _may_go_on(state: RefereeState, share: _Share) -> bool:
    """Return whether a unit's part may be the rest of an action that was begun before the first file.

    That is the first action of its side, if nothing is said in it by which such an action begins. Who comes to the map
    only now had begun nothing.
    """
    if not state.ledger.past_unknown or not share.unit or state.position.units[share.unit].place is None:
        return False
    if share.segment.begun_before:
        return True
    side = state.position.side(share.unit)
    acted = any(each.kind is EntryKind.ACTION and each.side == side for each in state.ledger.entries)
    return not acted and not is_begun_in_words(share.segment, share.unit)


def _with_activation_asked_about(
    referee: Referee, state: RefereeState, number: int, share: _Share, judged_in: Position
) -> RefereeState:
    """Ask about an action of a unit that the table does not show as activated, where it shows whom players activate."""
    if share.segment.kind not in _OWN_ACTIVATION or not share.unit:
        return state
    shown = tuple(step.table for step in share.segment.steps)
    rule, fact = referee.sight.activation_in_doubt(shown, share.unit, judged_in)
    return (
        state.with_findings(number, finding(FindingName.ACTIVATION_IN_DOUBT, rule=rule, fact=fact)) if fact else state
    )


def _without(told: Sequence[WaitingEvent], gone: set[int]) -> tuple[WaitingEvent, ...]:
    return tuple(each for at, each in enumerate(told) if at not in gone)


def _may_be_of(share: _Share, event: TableEvent, at: int) -> bool:
    """Return whether an event may be of the unit's part; nobody rolls for a chit's points before he knows the chit."""
    if at < share.rolled_before and isinstance(event, DieRolled):
        return False
    return not is_drag_of_other(event, share.unit, share.units)


def _part(referee: Referee, state: RefereeState, share: _Share, view: Segment, kept: Sequence[int]) -> Part:
    """Return the part of a unit as it is read, with those events only that may be the unit's."""
    passage = share.passage
    may_owe, may_be_unfinished = _NOBODY
    if passage.ends and not passage.following and not share.others:
        may_owe, may_be_unfinished = _still_to_come(state.position, share.segment)
    following = [each for each, _ in passage.following[:1]]
    sides = state.acts.sides_that_wait(share.segment, following)
    answering = units_of_sides(state.position, state.acts.sides_answering(share.segment, following))
    answered = units_of_sides(state.position, state.acts.sides_after(share.segment))
    return Part(
        share.unit, view, passage.tables, 0 if share.at else sum(state.carried.told[at].entry > 0 for at in kept),
        _of_past(state, share, kept), units_of_sides(state.position, sides), answered, may_owe, may_be_unfinished,
        state.checks.waiting, answered_by(state, referee.book), _reported_by_themselves(referee, share.segment),
        answering,
    )  # fmt: skip


def _reported_by_themselves(referee: Referee, segment: Segment) -> frozenset[str]:
    """Return the rolls for which no die of a move can be: a module that reports shots does so by themselves."""
    shots = referee.sight.reports_shots and segment.kind is SegmentKind.MOVE
    return frozenset({RollPurpose.FIRE}) if shots else frozenset()


def _of_past(state: RefereeState, share: _Share, kept: Sequence[int]) -> int:
    """Return how many of a unit's events come before the first action of a record whose past is unknown.

    The points of the chit in play may be rolled after them, before that action.
    """
    acts = [each for each in state.ledger.entries if each.kind is EntryKind.ACTION]
    if not share.opens_file or share.at or not all(isinstance(each.action, PlayChit) for each in acts):
        return 0
    opening = share.segment.steps[0]
    first = min([(opening.log, opening.number), *(each.steps[0] for each in acts if each.steps)])
    return sum((step.log, step.number) < first
               for step in (state.carried.told[at].step for at in kept))  # fmt: skip


def _still_to_come(position: Position, segment: Segment) -> tuple[frozenset[str], frozenset[str]]:
    """Return the units that may still have to roll after the last segment: the other side's, and the sender's.

    A die for a chit, which is no unit's, may be the other player's as well.
    """
    side = segment.steps[-1].side
    own = frozenset(unit for unit in position.units if position.side(unit) == side)
    return frozenset(("", *position.units)) - own, own


def _read(referee: Referee, state: RefereeState, share: _Share, part: Part) -> tuple[Account, ...]:
    """Return what a part of a segment means, by the first supposition under which it is not illegal."""
    passage, position = share.passage, state.position
    keeps_back = not share.others and wants_die_before(share.segment.kind, passage.following)
    stopped = share.segment.begun_before and bool(share.unit) and position.units[share.unit].suppressed

    def read(begun: Position) -> tuple[Account, ...]:
        """Return the accounts of the action if it began in a position."""
        if stopped:  # by the first of several shots: the others are still taken at it (R12.2)
            accounts = referee.reader.read(begun.with_unit(share.unit, suppressed=False), part, keeps_back=keeps_back)
            if accounts and _goes_no_farther(_best(accounts)):
                return accounts
        return referee.reader.read(begun, part, keeps_back=keeps_back)

    entries, now = state.ledger.entries, share.segment.steps[0].table
    if not referee.sight.tells_between_chits:
        position = _with_conditions_of(now, position)
    position = with_fire_named(position, entries, part.segment) or position
    supposed = with_first_action(position, referee.start, entries, part.segment, part.unit)
    if state.ledger.past_unknown and supposed is None:
        supposed = with_fire_to_answer(position, entries, part.segment)
    if supposed is not None:
        accounts = read(supposed[0])
        if accounts and not _is_illegal(accounts):
            return _with_note(accounts, supposed[1])
    first: tuple[Account, ...] = ()
    for other in referee.sight.suppositions(position, _with_conditions_of(now, part.tables.before), part.unit):
        accounts = read(other)
        first = first or accounts
        if not accounts or not _is_illegal(accounts):
            first = accounts or first
            break
    undecided = with_checks_undecided(state) if first and _is_illegal(first) else None
    if undecided is not None:
        accounts = read(undecided)
        if accounts and not _is_illegal(accounts):
            return tuple(_with_units_as_before(each, undecided, state.position) for each in accounts)
    if not first or not _may_go_on(state, share):
        return first
    begun = _begun_before(position, share.unit, read, first)
    if begun and share.segment.begun_before:
        first = tuple(_with_payment_late(each, share.unit) for each in first)
    return (*first, *begun)


def _with_units_as_before(account: Account, supposed: Position, known: Position) -> Account:
    """Return an account with those units as they are *known* that were only *supposed* otherwise, and stayed so."""
    after = account.ruling.after
    if after is None:
        return account
    kept = {unit: known.units[unit] for unit, each in after.units.items() if each == supposed.units[unit]}
    return replace(account, ruling=replace(account.ruling, after=after.after(units={**after.units, **kept})))


def _with_conditions_of(now: Position, position: Position) -> Position:
    """Return a position with the turn, the weather and the like that the table shows now.

    They may have changed in steps that are of no segment.
    """
    return position.after(time=now.time, weather=now.weather, supply=now.supply, flags=now.flags)


def _goes_no_farther(account: Account) -> bool:
    """Return whether a move has no other step than the one that had been made before the first file."""
    move = account.action
    return isinstance(move, Move) and len(move.steps) == 1 and Slip.BEGUN_BEFORE_FIRST_FILE in account.slips


def _begun_before(
    position: Position, unit: str, read: Callable[[Position], tuple[Account, ...]], known: Sequence[Account]
) -> tuple[Account, ...]:
    """Return the accounts by which a unit only goes on with what it had begun; none if nothing speaks for it.

    It does not if by the best account that is *known* the action is legal and costs nothing but the checks that are
    bought in it. Which of them it was is shown by what follows: its player may still pay for it.
    """
    best = _best(known)
    after = best.ruling.after
    if not _is_illegal(known) and not _pays_to_begin(best, unit):
        return ()
    slip = Slip.BEGUN_BEFORE_FIRST_FILE
    for other, note in begun_before(position, unit):
        accounts = read(other)
        if accounts and not _is_illegal(accounts) and _has_paid(_best(accounts), position, after, unit):
            going_on = (each for each in accounts if _has_paid(each, position, after, unit))
            return tuple(_with_slip(each, slip) for each in _with_note([*going_on], note))
    return ()


def _has_paid(account: Account, position: Position, known: Position | None, unit: str) -> bool:
    """Return whether an account costs nothing, or less than the one that is known by the point for its beginning."""
    found = account.ruling.after
    return found is not None and (found.points == position.points or _costs_less(found, known, unit))


def _costs_less(begun: Position, known: Position | None, unit: str) -> bool:
    """Return whether all that an account lacks of the costs of the one that is known is the point for its beginning."""
    return known is not None and begun.points == known.with_points(known.game.units[unit].division, command=1).points


def _pays_to_begin(account: Account, unit: str) -> bool:
    """Return whether an account costs its unit's division more than the checks that are bought in it."""
    begun, after = account.judged_in, account.ruling.after
    if after is None:
        return False
    division = begun.game.units[unit].division
    bought = [
        each for each in account.ruling.resolutions
        if each.die is None and each.unit and begun.game.units[each.unit].division == division
    ]  # fmt: skip
    return begun.points[division].command - after.points[division].command > len(bought)


def _with_payment_late(account: Account, unit: str) -> Account:
    """Return an account with the slip for what its beginning costs: that was paid for before the first file."""
    return _with_slip(account, Slip.PAYMENT_MARKED_LATE) if _pays_to_begin(account, unit) else account


def _with_slip(account: Account, slip: Slip) -> Account:
    return replace(account, slips=(*account.slips, slip), cost=account.cost + cost_of([slip]))


def _with_note(accounts: Sequence[Account], note: str) -> tuple[Account, ...]:
    """Return accounts with what was supposed for them."""
    return tuple(replace(each, note="; ".join(filter(None, (each.note, note)))) for each in accounts)


def _is_illegal(accounts: Sequence[Account]) -> bool:
    return _best(accounts).ruling.verdict is Verdict.ILLEGAL


def _best(accounts: Sequence[Account]) -> Account:
    return min(accounts, key=lambda each: each.cost)
