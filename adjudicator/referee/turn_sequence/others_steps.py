"""The steps of a turn by mail: what the other side has to do in them it does in its answer (R4.1).

A step holds up only those who have still to roll in it: who has rolled his die of airpower buys his chits. And whoever
has not had a log in hand since the turn began may still buy, and bring units in, before he does anything else, though
the other side has played the turn's first chit meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...game.play import (
    Action,
    Airpower,
    Arrive,
    BuyChit,
    EndTurn,
    LeaveMap,
    RollPurpose,
    Supply,
    Weather,
    WithdrawalRoll,
)
from ...rules.rule_book import RuleBook
from ...rules.rule_sets import exclusive_rules
from ...rules.series.sequence import ARRIVALS, CHITS, is_required, steps_due
from ..accounts.interpretation import Tables
from ..entries.entry import Entry, EntryKind
from ..events import DieRolled
from ..referee import Passage, Referee
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from .step_rulings import StepAction, rule_on
from .steps import left_by_units, named_for_others

__all__ = ["StepsLeft", "with_steps_back", "with_steps_left"]

_BEFORE_CHITS: Final = frozenset({SegmentKind.PURCHASE, SegmentKind.ARRIVAL})
_OF_NO_UNIT: Final = frozenset({""})
_WITH_WHICH_ONE_BEGINS: Final[tuple[type[Action], ...]] = (
    Weather, Airpower, Supply, BuyChit, Arrive, LeaveMap, WithdrawalRoll,
)  # fmt: skip
"""Actions of a side's answer before which it may still buy and bring units in."""


@dataclass(frozen=True, slots=True)
class StepsLeft:
    """The steps of a turn that were set aside for somebody."""

    waits: str = ""
    """The step that waits for a roll of the other side; empty for none."""
    due: tuple[str, ...] | None = None
    """The steps that are due again afterwards, if the other side has gone past the one that is taken now."""


def with_steps_left(referee: Referee, state: RefereeState, passage: Passage) -> tuple[RefereeState, StepsLeft]:
    """Let whoever buys a chit or brings units in do so before a step that waits for the other side.

    Return what was set aside for that as well.
    """
    segment, position = passage.segment, state.position
    if segment.kind not in _BEFORE_CHITS or not referee.reads_between_chits:
        return state, StepsLeft()
    if not position.due or (segment.kind is SegmentKind.PURCHASE and CHITS not in position.due):
        late = _due_in_answer(state, segment, referee.book)
        if late:
            return state.at(position.after(due=late)), StepsLeft(due=position.due)
    step = next((each for each in position.due if is_required(position, each)), "")
    if not step or not _waits_for_others(referee, state, passage, step):
        return state, StepsLeft()
    others = tuple(each for each in position.due if each != step)
    return state.at(position.after(due=others)), StepsLeft(step)


def with_steps_back(state: RefereeState, left: StepsLeft) -> RefereeState:
    """Let the steps that were set aside be due again, or those only that the other side had not gone past."""
    if left.due is not None:
        return state.at(state.position.after(due=left.due))
    return state.at(state.position.after(due=(left.waits, *state.position.due))) if left.waits else state


def _waits_for_others(referee: Referee, state: RefereeState, passage: Passage, step: str) -> bool:
    """Return whether all rolls that a step still needs are the other side's, or for the turn of a strike.

    Of two rolls, one for each side, whoever has rolled one has made his own.
    """
    kind, tables, first = SegmentKind(step), passage.tables, passage.segment.steps[0]
    now = Tables(tables.before, tables.before, (tables.after, *tables.later))
    act = StepAction(Segment(kind), now, first, patient=True, may_owe=_OF_NO_UNIT)
    told = state.carried.without(left_by_units(state, state.carried, kind))
    told = told.without(named_for_others(state, told.told, kind))
    found, number = rule_on(referee, state.with_carried(told), act)
    owed = {each.purpose for each in found.unfinished[len(state.unfinished) :]} - {RollPurpose.STRIKE_TURN}
    rolled = any(isinstance(each.event, DieRolled) and each.step.side == first.side for each in state.carried.told)
    rules = exclusive_rules(state.position.game)
    sides = {rules.roll_owner(each) or first.side for each in owed}
    has_own = rolled and owed <= rules.roll_sides.keys() and len(owed) == 1
    return bool(number) and len(found.unfinished) > len(state.unfinished) and (has_own or first.side not in sides)


def _due_in_answer(state: RefereeState, segment: Segment, book: RuleBook) -> tuple[str, ...]:
    """Return the steps that a side may still take in its answer to the log in which the turn began; none otherwise."""
    first = segment.steps[0]
    since: list[Entry] = []
    for entry in reversed(state.ledger.entries):
        if isinstance(entry.action, EndTurn):
            break
        since.append(entry)
    else:
        return ()
    own = [each for each in since if each.kind is EntryKind.ACTION and each.player == first.player]
    answers = entry.log < first.log and entry.player != first.player
    if not answers or not all(isinstance(each.action, _WITH_WHICH_ONE_BEGINS) for each in own):
        return ()
    return tuple(step for step in steps_due(state.position, book) if step in (CHITS, ARRIVALS))
