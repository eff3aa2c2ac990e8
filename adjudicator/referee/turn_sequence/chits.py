"""Chits that are drawn before they are played: the last one of a turn is in play while the next one begins (R4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from ...drawing.mats import IN_PLAY, MUG, PLAYED
from ...game.order_of_battle import ChitKind
from ...game.play import EndTurn, PlayChit, Roll, RollPurpose
from ...game.position import Activation, Position
from ...rules.judge import judge
from ...rules.rule_sets import exclusive_rules
from ...rules.series.calendar import is_last_turn
from ...rules.series.sequence import is_set_up, open_steps
from ...rules.series.turns import turn_is_over
from ..entries.entry import EntryKind
from ..events import ChitMoved, DieRolled, PointsSet, RollNamed, TableEvent
from ..referee import Following, Passage, Referee
from ..segments.segment import Segment, SegmentKind
from ..segments.turn_sequence import BETWEEN_CHITS
from ..state import RefereeState

__all__ = [
    "COMMAND_POINTS",
    "OPENING",
    "WITH_DICE",
    "begun",
    "chit_drawn",
    "goes_on",
    "points_brought",
    "points_of_chit",
    "waits",
    "with_draw_told",
    "with_drawn",
    "with_file_begun",
]

OPENING: Final = frozenset(
    {
        SegmentKind.MOVE,
        SegmentKind.FIRE,
        SegmentKind.COUNTERBATTERY,
        SegmentKind.ASSAULT,
        SegmentKind.RALLY,
        SegmentKind.ENGINEER,
        SegmentKind.CONTACT,
        SegmentKind.DEPLOY,
        SegmentKind.TAKE_BACK,
        SegmentKind.CHIT,
        SegmentKind.END_ACTIVATION,
    }
)
"""Passages that show that a chit is in play."""
_SHOWS_NO_CHIT: Final = frozenset({SegmentKind.LOOSE, SegmentKind.REVEAL, SegmentKind.DEPARTURE})
"""Passages that may come between the drawing of a turn's last chit and the end of a mail."""
COMMAND_POINTS: Final = RollPurpose.COMMAND_POINTS
"""The purpose of the roll for a Division chit."""
WITH_DICE: Final = frozenset({ChitKind.DIVISION, ChitKind.RANDOM_EVENT})
"""Kinds of chits that a die is rolled for."""
_PLAYED_AFTER: Final = "{chit} is played when the steps with which the turn begins have been done"
_PLAYED_FIRST: Final = "{chit} is played first in the next turn"


# the beginning


def begun(referee: Referee, state: RefereeState) -> RefereeState:
    """Begin with a break-out due if one is demanded: no marker shows it.

    A turn may have been set while the last chit of the one before is in play: if nothing shows that the first chit of
    the turn was played, its steps may still be taken.
    """
    position = state.position
    if not referee.reads_between_chits:
        return state
    rules = exclusive_rules(position.game)
    if rules.is_break_out_demanded(position):
        state = state.at(rules.with_break_out_demanded(position, demanded=True))
    return _with_chit_unplayed(state) if position.played == (position.activation.chit,) else state


def with_file_begun(referee: Referee, state: RefereeState, found: Sequence[Segment]) -> RefereeState:
    """Begin as if the Division chit in play were not played yet, if its points come in the first file.

    A player who draws a chit of the other side leaves its points to the other player. Whoever draws the last chit of a
    turn may leave him the end of the turn as well: that chit is played in the next one (R4.6). Whoever has set the turn
    may leave him the mug to fill.
    """
    position = state.position
    if not referee.reads_between_chits or state.ledger.entries:
        return state
    if put_back := _put_back_first(position, found):
        mug = tuple(sorted((*position.mug, *put_back)))
        return state.at(position.after(first_chit=position.mug[0], played=(), mug=mug))
    chit = position.game.chits.get(position.activation.chit)
    if chit is None:
        return state
    if not position.mug and _sets_turn(each.kind for each in found):
        played = tuple(each for each in position.played if each != chit.id)
        return state.at(position.after(activation=Activation(), played=played, mug=(chit.id,)))
    if chit.kind != ChitKind.DIVISION:
        return state
    before = [*takewhile(lambda each: each.kind not in (SegmentKind.CHIT, SegmentKind.TURN), found)]
    events = [event for segment in before for event in segment.events]
    rolled = any(isinstance(event, DieRolled) for event in events)
    brings = rolled and any(_brings_points(event, chit.division, position) for event in events)
    return _with_chit_unplayed(state) if brings else state


def _put_back_first(position: Position, found: Sequence[Segment]) -> tuple[str, ...]:
    """Return the free chits that go back into a mug with one chit left, none in play, before anybody acts.

    If nobody sets the turn then, it had been set before the first file.
    """
    if position.activation.chit or len(position.mug) != 1:
        return ()
    before = [*takewhile(lambda each: each.kind not in OPENING or chit_drawn(each) in position.mug, found)]
    if any(each.kind is SegmentKind.TURN for each in before):
        return ()
    chits = position.game.chits
    return tuple(
        event.chit
        for segment in before
        for event in segment.events
        if isinstance(event, ChitMoved) and (event.origin, event.target) == (PLAYED, MUG)
        if event.chit in position.played and chits[event.chit].kind != ChitKind.FORMATION
    )


def _with_chit_unplayed(state: RefereeState) -> RefereeState:
    position = state.position
    chit = position.activation.chit
    if not chit or is_set_up(position):
        return state
    unplayed = position.after(
        activation=Activation(), played=tuple(each for each in position.played if each != chit), first_chit=chit,
        mug=tuple(sorted((*position.mug, chit))),
    )  # fmt: skip
    return state.at(unplayed).with_turn(unsure=position)


def _brings_points(event: TableEvent, division: str, position: Position) -> bool:
    """Return whether an event brings a division Command Points, or names the die for them."""
    if isinstance(event, PointsSet) and (event.division, event.kind) == (division, "command"):
        return event.points > position.points[division].command
    return isinstance(event, RollNamed) and event.purpose == COMMAND_POINTS


# the chit that is drawn


def goes_on(referee: Referee, state: RefereeState) -> bool:
    """Return whether something may still come between the chits: markers need not be in time then."""
    if state.turn.drawn is not None:
        return True
    return referee.reads_between_chits and bool(open_steps(state.position, referee.book))


def waits(referee: Referee, position: Position, passage: Passage) -> bool:
    """Return whether a chit is drawn that is not played yet: it is the first one of a turn with steps before it."""
    segment, following = passage.segment, passage.following
    chit = chit_drawn(segment)
    if not chit or not referee.reads_between_chits:
        return False
    if position.first_chit == chit:
        return bool(position.due)
    if position.mug != (chit,) or not turn_is_over(position):
        return False
    if _ends_turn(following):
        after = judge(position, EndTurn(), referee.book).after
        return after is not None and bool(after.due)
    if is_last_turn(position):
        return not any(each.kind in OPENING for each, _ in following)
    rolled = position.game.chits[chit].kind in WITH_DICE and segment.has_dice
    return not rolled and all(each.kind in _SHOWS_NO_CHIT for each, _ in following)


def with_drawn(state: RefereeState, segment: Segment) -> RefereeState:
    """Note a chit that was drawn and is not played yet."""
    if state.position.first_chit != chit_drawn(segment):
        state = state.with_turn(drawn=segment)
    state = state.with_turn(untold=None if is_last_turn(state.position) else segment)
    return state.with_carried(state.carried.keeping(segment))


def with_draw_told(state: RefereeState) -> RefereeState:
    """Make an entry of a draw that the rest of its log did not report: the chit has not been played yet."""
    drawn, state = state.turn.untold, state.with_turn(untold=None)
    if drawn is None or not (state.turn.drawn is drawn or state.position.first_chit == chit_drawn(drawn)):
        return state
    note = _PLAYED_FIRST if state.turn.drawn is drawn else _PLAYED_AFTER
    at = next(n for n, event in enumerate(drawn.events) if _is_draw(event))
    chit = state.position.game.chits[chit_drawn(drawn)].name
    draw = replace(drawn, events=(drawn.events[at],), steps=(drawn.steps[at],))
    state, number = state.begin(draw, EntryKind.CHIT_DRAWN, "")
    return state.with_notes(number, note.format(chit=chit)).going_on_from(number, state.position)


def chit_drawn(segment: Segment) -> str:
    """Return the chit that a segment puts into play, empty for none."""
    chits = [e.chit for e in segment.events if isinstance(e, ChitMoved) and _is_draw(e)]
    return chits[-1] if chits and segment.kind is SegmentKind.CHIT else ""


def _is_draw(event: TableEvent) -> bool:
    return isinstance(event, ChitMoved) and event.target == IN_PLAY


def _ends_turn(following: Following) -> bool:
    """Return whether the turn is set before anything is done under a chit."""
    return _sets_turn(each.kind for each, _ in following)


def _sets_turn(kinds: Iterable[SegmentKind]) -> bool:
    """Return whether of some passages the first one that is more than something between the chits sets the turn."""
    told = (each for each in kinds if each is SegmentKind.TURN or each not in (*BETWEEN_CHITS, SegmentKind.LOOSE))
    return next(told, None) is SegmentKind.TURN


def points_of_chit(chit: str, position: Position) -> int:
    """Return the Command Points of the division that a chit is of, 0 for a chit that brings none."""
    found = position.game.chits[chit]
    return position.points[found.division].command if found.kind == ChitKind.DIVISION else 0


def points_brought(referee: Referee, position: Position, chit: str, face: int) -> int | None:
    """Return the Command Points that a die brings with a Division chit; None if it cannot be played (R6.7)."""
    division = position.game.chits[chit].division
    action = PlayChit(chit, rolls=(Roll(COMMAND_POINTS, "", face),))
    after = judge(position.after(withdrawals=(), due=()), action, referee.book).after
    return None if after is None else after.points[division].command - position.points[division].command
