"""Entries made of accounts: the action with its ruling, what was left out, and what a module said of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from ...game.action_words import Declaration, StepKind
from ...game.hexes import Hex
from ...game.play import Action, Assault, Move, RollPurpose, WithdrawalRoll
from ...game.position import Position, Status, UnitState
from ...rules.cited_rules import rule_of_roll
from ...rules.judge import judge
from ...rules.purposes import roll_name
from ...rules.ruling import Finding, Resolution
from ...rules.series.fire_sums import MISS
from ..accounts.dice_assignment import IgnoredCheck
from ..accounts.doubt import with_doubt
from ..accounts.interpretation import Account, Tables
from ..accounts.results_told import shots_told_wrongly
from ..accounts.segment_reader import rolled
from ..accounts.slips import Slip
from ..discrepancies.aspects import carried, differing
from ..discrepancies.contacts import with_losses_known
from ..events import Declared, ShotReported
from ..finding_names import FindingName
from ..obligations.answers import with_checks_of
from ..obligations.exposures import could_fire_before
from ..referee import Referee
from ..segments.segment import Segment
from ..state import RefereeState, RollDue
from ..turn_sequence.overdue import with_overdue
from .chat_claims import claim_findings
from .entry import Entry, EntryKind, left_open
from .game_findings import finding
from .shot_reports import module_result, report_findings, report_notes

__all__ = ["ruled_silently", "with_account", "without_account"]

_ON_ITS_WAY: Final = "it was going on into some other hex, though its counter was never dragged there"
_WAITS: Final = "its counter is to be moved once the answer is in"
_HEX_TRIED: Final = {Slip.HEX_ENTERED_WITHOUT_A_DRAG: _ON_ITS_WAY, Slip.DRAG_WAITS_FOR_ANSWER: _WAITS}
"""The slips of a hex into which a counter was not dragged, and what is noted then."""
_CHANGE_TRIED: Final[Mapping[StepKind, str]] = {StepKind.FORM_COLUMN: "column", StepKind.MOUNT: "mounted"}
"""The states that a unit was about to change to when it was stopped."""
_DICE_GIVEN_TO_OTHERS: Final = frozenset(
    {Slip.UNANNOUNCED_OPPORTUNITY_FIRE_BESIDE_OTHERS, Slip.DIE_NAMED_FOR_ANOTHER_ROLL}
)
"""Slips of an account that may give the dice of an announced shot to another roll."""
_BEFORE_COMBAT: Final = frozenset({RollPurpose.BRAVERY})
"""The rolls of an assault that are made before its shots."""
_TIMES: Final = " ({times} times)"


def with_account(
    referee: Referee, state: RefereeState, number: int, account: Account, segment: Segment
) -> RefereeState:
    """Put an account into its entry, and go on from the position after it."""
    if referee.sight.reports_shots and isinstance(account.action, Assault):
        account = _without_combat(account)
    entry = _entry_with(referee, state, state.ledger[number], account, segment)
    due = (RollDue(number, purpose, unit) for purpose, unit in account.owed)
    state = state.with_ledger(state.ledger.with_entry(entry)).with_rolls_due(*due)
    state = state.with_checks(state.checks.passed_over(account.action.actors))
    state = with_checks_of(state, number, account, referee.book)
    after = state.position if account.ruling.after is None else referee.seen(account.ruling.after)
    after = with_losses_known(account.judged_in, after)
    after = _where_seen(_where_stopped(after, account, state.position, segment), account)
    if module_result(segment, account.ruling.resolutions):
        after = _with_hit_of_module(after, segment.table, account.ruling.resolutions)
    return with_overdue(state.going_on_from(number, after), number)


def _without_combat(account: Account) -> Account:
    """Return an account of an assault whose shots are reported by themselves: only with its beginning and its cost."""
    begun, ruled, units = account.judged_in, account.ruling, account.action.actors
    left_out = tuple(each for each in account.left_out if each[0] in _BEFORE_COMBAT)
    known = tuple(each for each in ruled.resolutions if each.purpose in _BEFORE_COMBAT)
    if ruled.after is not None:
        spent = {unit: _with_action_of(begun.units[unit], ruled.after.units[unit]) for unit in units}
        after = begun.after(
            activation=ruled.after.activation, played=ruled.after.played, units={**begun.units, **spent}
        )
        ruled = replace(ruled, after=after)
    return replace(account, ruling=replace(ruled, resolutions=known), left_out=left_out, owed=(), waiting=(),
                   may_try=(), proven=True)  # fmt: skip


def _with_action_of(state: UnitState, acted: UnitState) -> UnitState:
    return replace(state, actions=acted.actions, finished=acted.finished)


def _entry_with(referee: Referee, state: RefereeState, entry: Entry, account: Account, segment: Segment) -> Entry:
    """Return an entry with what was read of it: its action, the ruling and the findings."""
    ruling, name, game = account.ruling, partial(_name, state.position), state.position.game
    missing = Counter(account.left_out)
    left_out = (
        _left_out(account.action, purpose, finding(
            FindingName.ROLL_LEFT_OUT, rule=rule_of_roll(purpose, game, account.action),
            purpose=roll_name(game, purpose),
            unit=(f" of {name(unit)}" if unit else "") + (_TIMES.format(times=times) if times > 1 else ""),
        ))
        for (purpose, unit), times in missing.items()
    )  # fmt: skip
    entry = replace(
        entry, action=account.action, ruling=ruling, resolutions=rolled(account), slips=account.slips,
        judged_in=account.judged_in if _is_another(account.judged_in, state.position) else None,
        is_reported=any(isinstance(event, ShotReported) for event in segment.events),
        missing_rolls=tuple(unit for _, unit in missing),
        ignored_checks=account.ignored,
        point_without_mark=_is_point_without_mark(referee, account),
    ).with_findings(*ruling.findings, *left_out, *_ignored(referee, state, account, segment))  # fmt: skip
    entry = _with_results_told_wrongly(entry, segment)
    if account.is_doubtful:
        entry = with_doubt(entry, account, name)
    entry = entry.with_findings(
        *claim_findings(segment, rolled(account)), *report_findings(segment, ruling.resolutions, referee.book)
    )
    entry = entry.with_findings(*(
        left_open(finding(FindingName.OPPORTUNITY_FIRE_NOT_DUE, unit=name(unit)))
        for unit in _firers_replaced(account, segment)
    ))  # fmt: skip
    tried = [_HEX_TRIED[slip] for slip in account.slips if slip in _HEX_TRIED and _hex_tried(account)]
    return entry.with_notes(*report_notes(segment, ruling.resolutions), *filter(None, [account.note]), *tried)


def _firers_replaced(account: Account, segment: Segment) -> Iterator[str]:
    """Yield the units that were said to take Opportunity Fire, and whose dice an account gives to another one."""
    if Slip.ANNOUNCEMENT_UNUSED not in account.slips or _DICE_GIVEN_TO_OTHERS.isdisjoint(account.slips):
        return
    fired = {each.unit for each in account.ruling.resolutions if each.purpose is RollPurpose.OPPORTUNITY}
    said = (
        each.unit for each in segment.events
        if isinstance(each, Declared) and each.action is Declaration.OPPORTUNITY_FIRE
    )  # fmt: skip
    yield from (unit for unit in dict.fromkeys(said) if unit not in fired)


def _with_results_told_wrongly(entry: Entry, segment: Segment) -> Entry:
    """Return an entry with the shots of which a player told a hit that missed, or the other way round."""
    steps = [(step.log, step.number) for step in segment.steps]
    wrong = list(shots_told_wrongly(segment.events, entry.resolutions, steps))
    dice = (steps[at] for _, at in wrong)
    return replace(entry, dice_told_wrongly=tuple(dice)).with_findings(*(
        finding(FindingName.TOLD_RESULT_WRONG, said="miss" if shot.result != MISS else "hit", die=shot.die,
                rating=shot.rating, result=shot.result)
        for shot, _ in wrong
    ))  # fmt: skip


def _left_out(action: Action, purpose: RollPurpose, found: Finding) -> Finding:
    """Return the finding of a roll that is missing; it is open whether a unit has to make all its attacks (R11.9)."""
    is_attack = isinstance(action, Assault) and purpose is RollPurpose.FIRE
    return left_open(found) if is_attack else found


def _ignored(referee: Referee, state: RefereeState, account: Account, segment: Segment) -> Iterator[Finding]:
    """Yield the findings of failed checks that were ignored; open if the unit may have checked at an earlier move."""
    game = state.position.game
    for each in account.ignored:
        found = finding(
            FindingName.FAILED_CHECK_IGNORED, rule=rule_of_roll(each.purpose, game, account.action),
            unit=_name(state.position, each.unit), purpose=roll_name(game, each.purpose), face=each.face,
        )  # fmt: skip
        yield left_open(found) if _may_be_at_earlier_move(referee, state, each, segment) else found


def _may_be_at_earlier_move(referee: Referee, state: RefereeState, check: IgnoredCheck, segment: Segment) -> bool:
    """Return whether a check of Opportunity Fire may have been at another move than the shot after it.

    Whoever answers a mail with several moves, and announces Opportunity Fire of one unit twice, names none of them.
    """
    log = check.step[0]
    announced = {
        step.number for event, step in zip(segment.events, segment.steps, strict=True)
        if isinstance(event, Declared) and event.action is Declaration.OPPORTUNITY_FIRE
        and event.unit == check.unit and step.log == log
    }  # fmt: skip
    is_shot = check.purpose is RollPurpose.OPPORTUNITY and len(announced) > 1
    return is_shot and could_fire_before(state.ledger.entries, referee.book, check.unit, log)


def _is_point_without_mark(referee: Referee, account: Account) -> bool:
    """Return whether a Command Point paid for a roll for withdrawal would have changed only the track (NQoS S5.3)."""
    roll, after = account.action, account.ruling.after
    if not isinstance(roll, WithdrawalRoll) or roll.command_point or after is None:
        return False
    paid = judge(account.judged_in, replace(roll, command_point=True), referee.book).after
    return paid is not None and paid.after(points=after.points) == after


def _hex_tried(account: Account) -> Hex | None:
    """Return the hex into which a unit was going though nobody dragged it there; None if it was going into none."""
    if _HEX_TRIED.keys().isdisjoint(account.slips) or not isinstance(account.action, Move):
        return None
    return account.action.steps[-1].to if account.action.steps else None


def _where_stopped(after: Position, account: Account, position: Position, segment: Segment) -> Position:
    """Return the position after an account with a unit as it was where it was stopped before the first file.

    The hex from which it is taken to have come is only supposed, as long as its player has not dragged it back.
    """
    move, begun = account.action, account.judged_in
    if not isinstance(move, Move) or Slip.BEGUN_BEFORE_FIRST_FILE not in account.slips:
        return after
    known, supposed = position.units[move.unit], begun.units[move.unit]
    lies = segment.table.units[move.unit].place
    if known.place != supposed.place == after.units[move.unit].place and lies == known.place:
        after = after.with_unit(move.unit, place=known.place)
    stopped = known.suppressed and not supposed.suppressed and after.units[move.unit].status is Status.ON_MAP
    return after.with_unit(move.unit, suppressed=True) if stopped else after


def _where_seen(after: Position, account: Account) -> Position:
    """Return the position after an account with a unit still where it was dragged to, if it was going on from there.

    Whatever hex was tried to explain what happened to it, only its player knows where it was to go.
    """
    move, tried = account.action, _hex_tried(account)
    if not isinstance(move, Move):
        return after
    if tried is None:
        return _with_change_untried(after, account, move)
    if after.units[move.unit].place != tried:
        return after
    before = account.judged_in
    places = [before.units[move.unit].place, *(step.to for step in move.steps[:-1] if step.to is not None)]
    leaders = {
        leader: replace(state, place=places[-1] if leader in move.leaders else before.leaders[leader].place)
        if state.place == tried else state
        for leader, state in after.leaders.items()
    }  # fmt: skip
    return after.with_unit(move.unit, place=places[-1]).after(leaders=leaders)


def _with_change_untried(after: Position, account: Account, move: Move) -> Position:
    """Return the position after an account with a unit not in Column, or not mounted, if it was only about to be."""
    name = _CHANGE_TRIED.get(move.steps[-1].kind, "") if move.steps else ""
    if not name or Slip.HEX_ENTERED_WITHOUT_A_DRAG not in account.slips:
        return after
    return after.with_unit(move.unit, **{name: False})


def _with_hit_of_module(position: Position, table: Position, resolutions: Sequence[Resolution]) -> Position:
    """Return a position with units as on the table for which a module had another result than the rules."""
    hit = {each.target for each in resolutions}
    return carried(position, table, [each for each in differing(position, table) if each.subject in hit])


def _name(position: Position, unit: str) -> str:
    return position.shown_name(unit) if unit in position.units else ""


def _is_another(judged_in: Position, position: Position) -> bool:
    """Return whether a position that was supposed is another one for the rules, though it may compare equal."""
    passed_over = (judged_in.activation.passed_over, position.activation.passed_over)
    return judged_in != position or passed_over[0] != passed_over[1]


def without_account(
    referee: Referee, state: RefereeState, number: int, segment: Segment, tables: Tables, missing: str
) -> RefereeState:
    """Leave open what cannot be judged, and go on from what it left on the table where a fact was *missing*."""
    position = state.position
    figures = {"unit": _name(position, state.ledger[number].unit), "step": segment.steps[0].number}
    if missing:
        unread = finding(FindingName.FACT_MISSING, **figures, fact=missing)
        position = carried(position, tables.after, differing(position, tables.after))
    else:
        unread = finding(FindingName.ACTION_NOT_UNDERSTOOD, **figures)
        state = state.changing(number, slips=(Slip.ACTION_NOT_READ,))
    state = state.with_findings(number, unread, *report_findings(segment, (), referee.book))
    return state.with_notes(number, *report_notes(segment)).going_on_from(number, position)


def ruled_silently(referee: Referee, state: RefereeState, segment: Segment, action: Action) -> RefereeState:
    """Judge an action that the log shows only by what follows from it."""
    state, number = state.begin(segment, EntryKind.ACTION, "")
    ruling = judge(state.position, action, referee.book)
    state = state.with_findings(number, *ruling.findings)
    state = state.changing(number, action=action, ruling=ruling, resolutions=ruling.resolutions)
    return state.going_on_from(number, referee.seen(ruling.after or state.position))
