"""Rolls for withdrawal at the start of an answer, under a chit that the other side has drawn already (NQoS S5.3).

Whoever shot draws the next chit and leaves the roll to the answer. It goes before everything else there, so that the
first die of the answer is the roll, unless the points on the track show that it was rolled for the chit. If the answer
begins with an action whose words name its later dice, the first one is the roll, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Final

from ...game.position import Position, Status
from ..events import Declared, DieRolled, PointsSet, RollNamed, Said, TableEvent
from ..referee import Passage, Referee
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from .chits import WITH_DICE, chit_drawn, points_brought
from .step_rulings import StepAction, rule_on

__all__ = ["with_withdrawals_answered"]

_WORDS: Final = (Declared, RollNamed, Said)
_ENDS: Final = frozenset({SegmentKind.CHIT, SegmentKind.TURN})


def with_withdrawals_answered(
    referee: Referee, state: RefereeState, passage: Passage
) -> tuple[RefereeState, Passage]:  # fmt: skip
    """Judge the rolls for withdrawal with which an answer begins, and return the passage without their dice."""
    for _ in state.position.withdrawals:
        at = _first_die_of_answer(state.position, passage)
        if at is None or _is_of_chit(referee, state.position, passage, at):
            break
        segment = passage.segment
        own = sorted([at, *_paid_beside(state.position, segment, at)])
        roll = Segment(
            SegmentKind.WITHDRAWAL, events=tuple(segment.events[each] for each in own),
            steps=tuple(segment.steps[each] for each in own),
        )  # fmt: skip
        state, number = rule_on(referee, state, StepAction(roll, passage.tables, segment.steps[at], own_dice=True))
        if not number:
            break
        state = _without_checks_of_withdrawn(state)
        passage = replace(passage, segment=_without(segment, own))
    return state, passage


def _without_checks_of_withdrawn(state: RefereeState) -> RefereeState:
    """Give up the checks of units that have withdrawn: none of their markers stays with them (NQoS S5.3)."""
    units = state.position.units
    return state.with_checks(state.checks.without(lambda each: units[each.check.unit].status is Status.WITHDRAWN))


def _owners(position: Position) -> frozenset[str]:
    """Return the sides that owe rolls for withdrawal."""
    game = position.game
    return frozenset(game.divisions[game.formations[each].division].side for each in position.withdrawals)


def _first_die_of_answer(position: Position, passage: Passage) -> int | None:
    """Return the number of the first die in the answer to the draw of a chit that takes dice; None for none.

    It may be a Division chit of the side that owes the rolls, or that of the Random Event.
    """
    segment, owners = passage.segment, _owners(position)
    if segment.units and position.side(segment.units[0]) in owners:
        return _first_unnamed_die(segment)
    chit = position.game.chits.get(chit_drawn(segment))
    if chit is None or chit.kind not in WITH_DICE:
        return None
    sides = {chit.side} & owners if chit.side else owners
    drawn = segment.steps[0]
    if drawn.side in ("", *sides) or _is_rolled_by_itself(passage):
        return None
    for at, (event, step) in enumerate(zip(segment.events, segment.steps, strict=True)):
        if isinstance(event, DieRolled) and step.log > drawn.log and step.side in sides:
            return None if event.purpose or event.dismissed else at
    return None


def _first_unnamed_die(segment: Segment) -> int | None:
    """Return the number of the first die of an action if its words name dice, and this is none of them."""
    named = {each.step_of_die for each in segment.events if isinstance(each, Declared | RollNamed)} - {None}
    dice = [at for at, event in enumerate(segment.events) if isinstance(event, DieRolled)]
    if not dice or not named:
        return None
    die, step = segment.events[dice[0]], segment.steps[dice[0]]
    is_free = isinstance(die, DieRolled) and not (die.purpose or die.dismissed)
    return dice[0] if is_free and (step.log, step.number) not in named else None


def _is_rolled_by_itself(passage: Passage) -> bool:
    """Return whether a roll for withdrawal that is declared as such follows, with a die of its own."""
    told = takewhile(lambda each: each.kind not in _ENDS, (segment for segment, _ in passage.following))
    return any(each.kind is SegmentKind.WITHDRAWAL and each.has_dice for each in told)


def _is_of_chit(referee: Referee, position: Position, passage: Passage, at: int) -> bool:
    """Return whether the points on the track show that a die was rolled for the chit, and no later one was."""
    chit = chit_drawn(passage.segment)
    division = position.game.chits[chit].division if chit else ""
    if not division:
        return False  # the die of an event comes after it, and an action brings no points
    start = position.points[division].command
    told = [*passage.segment.events[at:], *_told_after(passage)]
    shown = [e.points for e in told if isinstance(e, PointsSet) and (e.division, e.kind) == (division, "command")]
    raised = next((points for points in shown if points > start), None)
    if raised is None:
        return False
    paid = any(points < start for points in shown)
    brought = [points_brought(referee, position, chit, event.face) for event in told if isinstance(event, DieRolled)]
    later = any(gain is not None and start + gain - paid == raised for gain in brought[1:])
    return brought[0] is not None and start + brought[0] == raised and not later


def _told_after(passage: Passage) -> Iterator[TableEvent]:
    """Yield the events after a segment up to the next chit."""
    for segment, _ in takewhile(lambda each: each[0].kind not in _ENDS, passage.following):
        yield from segment.events


def _paid_beside(position: Position, segment: Segment, at: int) -> list[int]:
    """Return the number of the event in which a Command Point is paid right after or before a die (NQoS S5.3)."""
    acts = [each for each, event in enumerate(segment.events) if not isinstance(event, _WORDS)]
    place = acts.index(at)
    beside = (*acts[place + 1 : place + 2], *acts[max(place - 1, 0) : place])
    return [each for each in beside if _is_payment(position, segment, each, at)][:1]


def _is_payment(position: Position, segment: Segment, paid: int, die: int) -> bool:
    """Return whether an event takes a point off a track in the log of a die."""
    event = segment.events[paid]
    if not isinstance(event, PointsSet) or event.kind != "command":
        return False
    return segment.steps[paid].log == segment.steps[die].log and event.points < position.points[event.division].command


def _without(segment: Segment, gone: list[int]) -> Segment:
    kept = [at for at in range(len(segment.events)) if at not in gone]
    return replace(
        segment, events=tuple(segment.events[at] for at in kept), steps=tuple(segment.steps[at] for at in kept)
    )
