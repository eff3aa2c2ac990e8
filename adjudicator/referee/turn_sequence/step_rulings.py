"""The ruling on one thing that goes on between the chits, with the dice that wait."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...game.play import EndTurn, PlayChit
from ...game.position import Position
from ...rules.ruling import Verdict
from ...rules.series.sequence import ARRIVALS, turn_steps
from ..accounts.interpretation import Account, Tables
from ..accounts.segment_reader import WITHOUT_DICE, Part
from ..carried_dice import CarriedDice, WaitingEvent, segment_of
from ..entries.account_entries import with_account
from ..entries.entry import EntryKind
from ..events import Declared, DieRolled, ObservedStep, RollNamed
from ..obligations.answers import answered_by, completed
from ..referee import Referee
from ..segments.queries import settled_before_dice
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState

__all__ = ["StepAction", "rule_on"]

_NONE: Final = frozenset[str]()


@dataclass(frozen=True, slots=True)
class StepAction:
    """Something that goes on between the chits."""

    segment: Segment
    tables: Tables
    at: ObservedStep
    """The step that shows it, where none of its dice does."""
    unit: str = ""
    """The unit or the chit that it is about."""
    patient: bool = False
    """True if it waits where a die is missing, or where it would be illegal."""
    may_owe: frozenset[str] = _NONE
    """The units whose rolls the other player has still to make."""
    may_wait: frozenset[str] = _NONE
    """The units whose checks may be left to the answer of the other player, though its sender goes on."""
    own_dice: bool = False
    """True if only its own dice are for it, and the first one is for nothing else, even if it is refused."""


def rule_on(referee: Referee, state: RefereeState, act: StepAction) -> tuple[RefereeState, int]:
    """Judge what a segment means, with the dice that are waiting.

    Return the state, and the number of the entry; if the segment means nothing, the state as it was, and 0.
    """
    told, _ = (CarriedDice() if act.own_dice else state.carried).handed_to(act.segment, referee.dice_of_words)
    view = segment_of(told, act.segment)
    settled = settled_before_dice(act.tables.before, view)
    part = Part(
        act.unit, view, act.tables, may_wait=act.may_wait, may_owe=act.may_owe, awaited=state.checks.waiting,
        answered=answered_by(state, referee.book), settled=settled, of_past=_of_past(state, told),
    )  # fmt: skip
    reading = referee.reader.read_step(_supposed(referee, state.position, act.segment), part)
    if reading is None or (act.patient and _is_to_wait(reading, settled)):
        return state, 0
    state = completed(state, referee.book, reading.answers, view)
    steps = tuple(told[at].step for at in sorted(reading.taken)) or (act.at,)
    who = act.unit if act.unit in state.position.units else ""
    state, number = state.begin(Segment(act.segment.kind, steps=steps), EntryKind.ACTION, who)
    state = with_account(referee, state, number, reading, view)
    if _may_be_under_way(referee, state):
        state = state.changing(number, may_go_on=True)
    if act.segment.kind in WITHOUT_DICE:
        answering = tuple(told[at] for at in sorted(reading.taken) if isinstance(told[at].event, DieRolled))
        return replace(state, taken_ahead=(*state.taken_ahead, *answering)), number
    return state.with_carried(_left_over(state, act, told, reading, number)), number


def _of_past(state: RefereeState, told: Sequence[WaitingEvent]) -> int:
    """Return how many waiting events come before the end of the turn with which a record of an unknown past begins."""
    acts = [each for each in state.ledger.entries if each.kind is EntryKind.ACTION]
    if not state.ledger.past_unknown or not acts or not all(isinstance(each.action, EndTurn) for each in acts):
        return 0
    return sum((each.step.log, each.step.number) < acts[0].steps[0] for each in told)


def _may_be_under_way(referee: Referee, state: RefereeState) -> bool:
    """Return whether a step of the turn may have been taken in part, or whole, before the first file begins."""
    entries, start = state.ledger.entries, referee.start
    step = any(isinstance(entries[-1].action, type(each.action)) for each in turn_steps(start.game).values())
    begun = any(isinstance(each.action, EndTurn | PlayChit) for each in entries)
    return step and state.ledger.past_unknown and not begun and bool(start.first_chit or start.activation.chit)


def _supposed(referee: Referee, position: Position, segment: Segment) -> Position:
    """Return where something between the chits is judged: where no log shows the steps, units may always arrive."""
    if referee.reads_between_chits or segment.kind is not SegmentKind.ARRIVAL:
        return position
    return position.after(due=(ARRIVALS,))


def _is_to_wait(reading: Account, settled: frozenset[str]) -> bool:
    missing = any(purpose not in settled for purpose, _ in reading.left_out)
    return missing or reading.ruling.verdict is Verdict.ILLEGAL


def _left_over(
    state: RefereeState, act: StepAction, told: tuple[WaitingEvent, ...], reading: Account, number: int
) -> CarriedDice:
    """Return the dice and words that wait on after something has been judged."""
    gone = reading.taken
    # a die that was rolled for what the rules refuse is for nothing else
    if act.own_dice and not gone and state.ledger[number].verdict is Verdict.ILLEGAL:
        gone = frozenset([at for at, each in enumerate(told) if isinstance(each.event, DieRolled)][:1])
    last, owner = max(gone, default=-1), 0 if act.own_dice else number
    left = tuple(
        WaitingEvent(each.event, each.step, owner) for at, each in enumerate(told)
        if at not in gone
        and (isinstance(each.event, DieRolled) or (isinstance(each.event, Declared | RollNamed) and at > last))
        and (not act.own_dice or at > last)
    )  # fmt: skip
    return state.carried.joined_by(left) if act.own_dice else CarriedDice(left)
