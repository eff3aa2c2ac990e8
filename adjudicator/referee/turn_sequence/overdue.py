"""Overdue steps: an action is refused once for what should have gone before it, and that may be done later.

A roll for withdrawal holds up its owner only: by mail he makes it in his answer, while the other side goes on.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from ...game.action_words import Declaration
from ...game.play import RollPurpose
from ...game.position import Position
from ...rules.rule_sets import exclusive_rules
from ..accounts.roll_purposes import rolls_of
from ..carried_dice import WaitingEvent
from ..entries.entry import Entry
from ..entries.ledger import EntryLedger
from ..events import Declared, DieRolled, RollNamed
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from .progress import Overdue

__all__ = ["may_be_withdrawal_roll", "with_overdue", "with_withdrawals_back", "with_withdrawals_left"]

_HOLDS: Final = frozenset({"withdrawal-roll-due", "event-due", "break-out-due"})
"""The refusals of an action while a step that goes before everything else has still to be done."""


def with_overdue(state: RefereeState, number: int) -> RefereeState:
    """Let what was held up go on if the action of an entry was refused for it: it is reported once."""
    entry = state.ledger[number]
    names = {each.name for each in entry.ruling.findings} if entry.ruling is not None else set()
    if not names & _HOLDS:
        return state
    position = state.position
    rules = exclusive_rules(position.game)
    due = rules.is_break_out_demanded(position) and "break-out-due" in names
    state = state.with_turn(overdue=Overdue(position.event, position.withdrawals, due))
    if due:
        position = rules.with_break_out_demanded(position, demanded=False)
    return state.going_on_from(number, position.after(event="", withdrawals=()))


def with_withdrawals_left(state: RefereeState, segment: Segment) -> tuple[RefereeState, tuple[str, ...]]:
    """Set the rolls for withdrawal aside that the side of a segment has to leave to the other one (NQoS S5.3).

    Also return their formations. A die of their owner that waits may be one of these rolls, if it fell since the step
    was lost.
    """
    owed, side = state.position.withdrawals, segment.steps[0].side
    if not owed or not side or segment.kind is SegmentKind.WITHDRAWAL or _has_die_since_due(state):
        return state, ()
    game = state.position.game
    left = tuple(each for each in owed if game.divisions[game.formations[each].division].side != side)
    return state.at(state.position.after(withdrawals=tuple(each for each in owed if each not in left))), left


def _has_die_since_due(state: RefereeState) -> bool:
    """Return whether a die waits that was rolled after what the rolls for withdrawal came from had begun.

    One that was announced for something else is none of these rolls.
    """
    since = next((each.steps[0] for each in reversed(state.ledger.entries) if _brings_rolls(each)), (0, 0))
    announced, told = False, state.carried.told
    for before, each in zip((None, *told), told, strict=False):
        is_late = (each.step.log, each.step.number) > since
        if isinstance(each.event, DieRolled):
            if is_late and not announced and may_be_withdrawal_roll(state.position, each, before):
                return True
            announced = False
        elif isinstance(each.event, Declared) and is_late:
            announced = each.event.action is not Declaration.WITHDRAWAL_ROLL and bool(rolls_of(each.event.action))
    return False


def may_be_withdrawal_roll(position: Position, die: WaitingEvent, before: WaitingEvent | None) -> bool:
    """Return whether a waiting die may be a roll for withdrawal that is due in a position (NQoS S5.3).

    The other side's are for something else, unless it says right before or after one that it rolls for the owner.
    """
    game, event = position.game, die.event
    owners = {game.divisions[game.formations[each].division].side for each in position.withdrawals}
    return isinstance(event, DieRolled) and (die.step.side in ("", *owners) or _is_of_withdrawal(event, before))


def _is_of_withdrawal(die: DieRolled, before: WaitingEvent | None) -> bool:
    """Return whether a die is called one for withdrawal by what is told *before* it, or of it."""
    named = before is not None and isinstance(before.event, RollNamed) and before.event.names(RollPurpose.WITHDRAWAL)
    return named or (die.told is not None and die.told.unchanged is RollPurpose.WITHDRAWAL)


def _brings_rolls(entry: Entry) -> bool:
    """Return whether rolls for withdrawal come from what an entry is about."""
    after = entry.after
    return bool(entry.steps and after is not None and after.withdrawals) and not entry.before.withdrawals


def with_withdrawals_back(state: RefereeState, left: tuple[str, ...], known: EntryLedger) -> RefereeState:
    """Let rolls for withdrawal that were set aside be owed again, before those that have come since.

    *known* are the entries when they were set aside: a check that was made since may have saved the step of one.
    """
    if not left:
        return state
    saved = Counter[str]()
    for entry in known.entries:
        was, now = entry.ruling, state.ledger[entry.number].ruling
        if was is not now and was is not None and now is not None and was.after is not None and now.after is not None:
            saved += Counter(was.after.withdrawals) - Counter(now.after.withdrawals)
    owed = tuple((Counter(left) - saved).elements())
    return state.at(state.position.after(withdrawals=(*owed, *state.position.withdrawals)))
