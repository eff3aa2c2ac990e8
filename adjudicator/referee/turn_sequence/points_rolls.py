"""The roll for the points of a Division chit (R6.7), where another die than the first one after the chit may be it.

Whoever finds a chit of his drawn by the other side may first answer what the mail before has left to him, and many do
more than that before they roll for the points. Which die was the roll is a part of the account: a later one that brings
what the track shows leads to a line of its own, and what the other dice are for then decides between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from ...drawing.mats import IN_PLAY, MUG
from ...game.order_of_battle import ChitKind
from ...game.play import PlayChit, RollPurpose
from ..accounts.interpretation import Tables
from ..accounts.lines import Lines
from ..accounts.slips import Slip
from ..carried_dice import CarriedDice, WaitingEvent
from ..events import ChitMoved, Declared, DieRolled, PointsSet, RollNamed, Said, TableEvent
from ..referee import Passage, Referee
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from .chits import OPENING, chit_drawn, points_brought
from .step_rulings import StepAction, rule_on

__all__ = [
    "with_late_roll_charged", "with_later_roll_for_points", "with_roll_after_first_acts", "with_roll_for_chit_in_play",
    "without_events_taken_ahead",
]  # fmt: skip

_ENDS: Final = frozenset({SegmentKind.CHIT, SegmentKind.TURN})
_WORDS: Final = (Declared, RollNamed, Said)
_NOTHING: Final = Said("")


def with_roll_for_chit_in_play(
    referee: Referee, state: RefereeState, found: Sequence[Segment], tables: Tables
) -> Lines[RefereeState]:  # fmt: skip
    """Return the lines with which the first file begins under a chit whose points come in it: rolled first, or later.

    Whatever is rolled before anything is done is decided with the steps of the turn. *tables* are those around the
    first segment.
    """
    position = state.position
    chit = position.game.chits.get(position.first_chit)
    if state.turn.unsure is None or chit is None or chit.kind is not ChitKind.DIVISION:
        return Lines.of(state)
    told = [*_told_in(takewhile(lambda each: each.kind not in _ENDS, found))]
    apart = found[0].kind in OPENING or _is_told_later(found[0], told)
    roll = _later_roll(referee, state, chit.id, told, after_act=apart)
    if roll is None or not isinstance(die := roll.event, DieRolled):
        return Lines.of(state)
    if not apart and any(die is each for each in found[0].events):
        return Lines.of(state)
    drawn = ChitMoved(chit.id, MUG, IN_PLAY)
    events = (drawn, replace(die, purpose=RollPurpose.COMMAND_POINTS))
    opened = replace(state, taken_ahead=(roll, *(each for each in told if _names(each, roll))))
    play = StepAction(
        Segment(SegmentKind.CHIT, events=events, steps=(roll.step,) * 2), tables, roll.step, own_dice=True
    )  # fmt: skip
    late, number = rule_on(referee, opened, play)
    if not number:
        return Lines.of(state)
    if next((each for each in told if not isinstance(each.event, _WORDS)), None) is roll:
        return Lines.of(late)  # nothing else was done before it
    return Lines.of(state, with_late_roll_charged(late, number - 1))


def _is_told_later(first: Segment, told: Iterable[WaitingEvent]) -> bool:
    """Return whether the roll for points is a die of the first segment, and is called so only in a later one."""
    steps = {
        (step.log, step.number) for event, step in zip(first.events, first.steps, strict=True)
        if isinstance(event, DieRolled)
    }  # fmt: skip
    return any(
        _is_for_points(each.event) and getattr(each.event, "step_of_die", None) in steps
        and not any(each.event is event for event in first.events) for each in told
    )  # fmt: skip


def with_roll_after_first_acts(referee: Referee, state: RefereeState, passage: Passage) -> RefereeState | None:
    """Return the state in which the roll for the Division chit in play waits to be read, though it comes after acts.

    The scenario begins with that chit, so nothing but what the track shows tells that its owner rolls for it at all.
    None if no die under it brings that.
    """
    told = [*_told_under(passage)]
    roll = _later_roll(referee, state, state.position.activation.chit, told, after_act=True)
    if roll is None or not isinstance(die := roll.event, DieRolled):
        return None
    waiting = replace(roll, event=replace(die, purpose=RollPurpose.COMMAND_POINTS))
    taken = (roll, *(each for each in told if _names(each, roll)))
    return replace(state, taken_ahead=taken).with_carried(CarriedDice((waiting, *state.carried.told)))


def with_later_roll_for_points(
    referee: Referee, state: RefereeState, passage: Passage
) -> tuple[RefereeState, Passage] | None:  # fmt: skip
    """Return a passage in which a chit is drawn with a later die as the roll for its points; None if none may be it.

    The segment in which that die fell, and in which it is called that, will come without it.
    """
    chit = chit_drawn(passage.segment)
    if not chit or state.position.game.chits[chit].kind is not ChitKind.DIVISION:
        return None
    told = [*_told_under(passage)]
    roll = _later_roll(referee, state, chit, told)
    if roll is None or not isinstance(die := roll.event, DieRolled):
        return None
    state = replace(state, taken_ahead=(roll, *(each for each in told if _names(each, roll))))
    state, passage = without_events_taken_ahead(state, passage)
    segment = passage.segment
    at = 1 + next(n for n, each in enumerate(segment.events) if _draws(each, chit))
    events = (*segment.events[:at], replace(die, purpose=RollPurpose.COMMAND_POINTS), *segment.events[at:])
    steps = (*segment.steps[:at], roll.step, *segment.steps[at:])
    return state, replace(passage, segment=replace(segment, events=events, steps=steps))


def without_events_taken_ahead(state: RefereeState, passage: Passage) -> tuple[RefereeState, Passage]:
    """Return a passage without what an earlier segment has taken out of it already."""
    segment = passage.segment
    here = [each for each in state.taken_ahead if any(each.event is event for event in segment.events)]
    if not here:
        return state, passage
    events = tuple(_NOTHING if any(each.event is event for each in here) else event for event in segment.events)
    left = tuple(each for each in state.taken_ahead if each not in here)
    return replace(state, taken_ahead=left), replace(passage, segment=replace(segment, events=events))


def with_late_roll_charged(state: RefereeState, known: int) -> RefereeState:
    """Return the state with the slip of a roll for points that came later; so many entries were *known* before."""
    played = [n for n in state.ledger.since(known) if isinstance(state.ledger[n].action, PlayChit)]
    for number in played:
        state = state.changing(number, slips=(*state.ledger[number].slips, Slip.POINTS_ROLLED_LATE))
    return state


def _told_under(passage: Passage) -> Iterator[WaitingEvent]:
    """Yield the events from the draw of a chit to the next one, in the order in which they happened."""
    following = (segment for segment, _ in takewhile(lambda each: each[0].kind not in _ENDS, passage.following))
    return _told_in((passage.segment, *following))


def _told_in(found: Iterable[Segment]) -> Iterator[WaitingEvent]:
    """Yield the events of segments in the order in which they happened."""
    told = (
        WaitingEvent(event, step)
        for segment in found for event, step in zip(segment.events, segment.steps, strict=True)
    )  # fmt: skip
    return iter(sorted(told, key=lambda each: (each.step.log, each.step.number)))


def _later_roll(
    referee: Referee, state: RefereeState, chit: str, told: Sequence[WaitingEvent], *, after_act: bool = False
) -> WaitingEvent | None:  # fmt: skip
    """Return the last die before a division's points are raised by as many as it brings; None if none may be the roll.

    The first die is the roll if it brings them, too, unless a check was left to its player: that goes before the roll.
    So does an act with which the file begins under a chit that was in play (*after_act*).
    """
    position = state.position
    division = position.game.chits[chit].division
    start, side = position.points[division].command, position.game.divisions[division].side
    shown = [
        (at, each.event.points)
        for at, each in enumerate(told)
        if isinstance(each.event, PointsSet) and (each.event.division, each.event.kind) == (division, "command")
    ]
    raised = next(((at, points) for at, points in shown if points > start), None)
    if raised is None:
        return None
    raised = _put_right(raised, shown, told)
    drawn = next((at for at, each in enumerate(told) if _draws(each.event, chit)), 0)  # it may have been in play before
    dice = [
        each for each in told[drawn : raised[0]]
        if isinstance(each.event, DieRolled) and not (each.event.purpose or each.event.dismissed)
        and each.step.side in ("", side)
    ]  # fmt: skip
    lowest = min([start, *(points for at, points in shown if at < raised[0])])
    gains = {raised[1] - lowest, raised[1] - start}
    called_so = [each for each in dice if any(_is_called_so(other.event, each) for other in told)]
    fitting = [
        each for each in called_so or dice
        if isinstance(each.event, DieRolled) and points_brought(referee, position, chit, each.event.face) in gains
    ]  # fmt: skip
    if not fitting or (fitting == dice[:1] and not after_act):
        return None
    answers = after_act or any(each.side == side for each in state.checks.waiting)
    return None if fitting[0] is dice[0] and not answers else fitting[-1]


def _put_right(
    raised: tuple[int, int], shown: Sequence[tuple[int, int]], told: Sequence[WaitingEvent]
) -> tuple[int, int]:
    """Return the mark that raises a division's points, or the higher one that its player puts in its place at once.

    Points that fall again may have been paid.
    """
    for at, points in shown:
        between = told[raised[0] + 1 : at]
        if at > raised[0] and points > raised[1] and all(isinstance(each.event, _WORDS) for each in between):
            raised = at, points
    return raised


def _draws(event: TableEvent, chit: str) -> bool:
    return isinstance(event, ChitMoved) and (event.chit, event.target) == (chit, IN_PLAY)


def _is_called_so(words: TableEvent, die: WaitingEvent) -> bool:
    """Return whether words call just this die the roll for points."""
    return _is_for_points(words) and getattr(words, "step_of_die", None) == (die.step.log, die.step.number)


def _is_for_points(words: TableEvent) -> bool:
    return isinstance(words, RollNamed) and words.purpose is RollPurpose.COMMAND_POINTS


def _names(told: WaitingEvent, roll: WaitingEvent) -> bool:
    """Return whether words name a die as the roll for points."""
    event, die = told.event, roll.event
    if not isinstance(event, RollNamed) or event.purpose is not RollPurpose.COMMAND_POINTS:
        return False
    own = event.step_of_die in (None, (roll.step.log, roll.step.number))
    return own and isinstance(die, DieRolled) and event.face in (None, die.face)
