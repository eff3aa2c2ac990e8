"""Rolls for withdrawal at the start of an answer, under a chit that the other side has drawn already (NQoS S5.3).

Whoever shot draws the next chit and leaves the roll to the answer. It goes before everything else there, so that the
first die of the answer is the roll, unless the points on the track show that it was rolled for the chit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Final

from ...game.order_of_battle import ChitKind
from ...game.position import Position
from ..events import Declared, DieRolled, PointsSet, RollNamed, Said, TableEvent
from ..referee import Passage, Referee
from ..segments.segment import Segment, SegmentKind
from ..state import RefereeState
from .chits import chit_drawn, points_brought
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
        own = [at, *_paid_after(state.position, segment, at)]
        roll = Segment(
            SegmentKind.WITHDRAWAL, events=tuple(segment.events[each] for each in own),
            steps=tuple(segment.steps[each] for each in own),
        )  # fmt: skip
        state, number = rule_on(referee, state, StepAction(roll, passage.tables, segment.steps[at], own_dice=True))
        if not number:
            break
        passage = replace(passage, segment=_without(segment, own))
    return state, passage


def _owners(position: Position) -> frozenset[str]:
    """Return the sides that owe rolls for withdrawal."""
    game = position.game
    return frozenset(game.divisions[game.formations[each].division].side for each in position.withdrawals)


def _first_die_of_answer(position: Position, passage: Passage) -> int | None:
    """Return the number of the first die in the answer to the draw of a Division chit; None for none."""
    segment, owners = passage.segment, _owners(position)
    chit = position.game.chits.get(chit_drawn(segment))
    drawn = segment.steps[0]
    if chit is None or chit.kind != ChitKind.DIVISION or chit.side not in owners or drawn.side in ("", chit.side):
        return None
    for at, (event, step) in enumerate(zip(segment.events, segment.steps, strict=True)):
        if isinstance(event, DieRolled) and step.log > drawn.log and step.side == chit.side:
            return None if event.purpose or event.dismissed else at
    return None


def _is_of_chit(referee: Referee, position: Position, passage: Passage, at: int) -> bool:
    """Return whether the points on the track show that a die was rolled for the chit, and no later one was."""
    chit = chit_drawn(passage.segment)
    division = position.game.chits[chit].division
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


def _paid_after(position: Position, segment: Segment, at: int) -> list[int]:
    """Return the number of the event in which a Command Point is paid right after a die, if one is (NQoS S5.3)."""
    after = (each for each in range(at + 1, len(segment.events)) if not isinstance(segment.events[each], _WORDS))
    paid = next(after, None)
    event = None if paid is None else segment.events[paid]
    if paid is None or not isinstance(event, PointsSet) or event.kind != "command":
        return []
    return [paid] if event.points < position.points[event.division].command else []


def _without(segment: Segment, gone: list[int]) -> Segment:
    kept = [at for at in range(len(segment.events)) if at not in gone]
    return replace(
        segment, events=tuple(segment.events[at] for at in kept), steps=tuple(segment.steps[at] for at in kept)
    )
