"""Cuts the events between the chits: purchases, arrivals, departures, rolls for withdrawal, strikes, the break-out.

The dice of the sequence of play begin no segment: only what is due sets them apart from others. They stay in the
segment that they fall in, and the referee hands them to whatever comes next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...drawing.mats import IN_PLAY, MUG, NEXT_TURN, PLAYED
from ...game.action_words import Declaration
from ...game.hexes import Hex
from ...game.order_of_battle import Marker, MarkerRole
from ...game.position import Position, Status
from ...rules.rule_sets import exclusive_rules
from ..events import (
    ChitMoved,
    ConditionsSet,
    Declared,
    DieRolled,
    LevelSet,
    MarkerMoved,
    ObservedStep,
    PointsSet,
    RollNamed,
    Said,
    TableEvent,
    TimeSet,
    UnitMoved,
)
from .segment import OpenSegment, Segment, SegmentKind

__all__ = [
    "BETWEEN_CHITS", "Aside", "arrival_of", "between_beginning", "chit_put_back", "cleared_before", "is_payment",
    "struck_before",
]  # fmt: skip

BETWEEN_CHITS: Final = frozenset(
    {
        SegmentKind.TURN,
        SegmentKind.PURCHASE,
        SegmentKind.ARRIVAL,
        SegmentKind.DEPARTURE,
        SegmentKind.REVEAL,
        SegmentKind.WITHDRAWAL,
    }
)
"""Kinds of segments that may come between a turn's last chit and what the first one of the next turn brings."""
_FORMATION: Final = "formation"
_SHOTS: Final = frozenset(
    {
        Declaration.FIRE,
        Declaration.DIRECT_FIRE,
        Declaration.INDIRECT_FIRE,
        Declaration.COUNTERBATTERY_FIRE,
        Declaration.OPPORTUNITY_FIRE,
        Declaration.ASSAULT_FIRE,
    }
)
_SHOOTING: Final = frozenset({SegmentKind.FIRE, SegmentKind.COUNTERBATTERY, SegmentKind.ASSAULT})
_LEAVING: Final = frozenset({Declaration.WITHDRAW, Declaration.SURRENDER, Declaration.LEAVE_MAP})
"""Declarations about units that leave the map."""
_LEAVES_WITH: Final = frozenset({SegmentKind.DEPARTURE, SegmentKind.TAKE_BACK})
"""Passages in which units leave the map."""
_NOBODY_FIRES: Final = frozenset({SegmentKind.TURN, SegmentKind.PURCHASE, SegmentKind.ARRIVAL, SegmentKind.AIR_STRIKE})
"""Passages before a turn's first chit."""
_OFF_MAP: Final = frozenset({Status.WAITING, Status.WITHDRAWN})


class Aside:
    """The segments beside the current one, and whether air strikes have been ready in this turn."""

    def __init__(self) -> None:
        self.strikes = False
        self._roll: OpenSegment | None = None
        """A roll for withdrawal whose die is still to come."""
        self._rolled: OpenSegment | None = None
        """A roll for withdrawal whose die was the last thing that was done: a point may still be paid for it."""

    def take(self, event: TableEvent, step: ObservedStep) -> OpenSegment | None:
        """Return the segment that an event belongs to if that is not the current one; that segment holds it then."""
        if isinstance(event, TimeSet):
            self.strikes = False
        table = step.table
        self.strikes = self.strikes or table.strikes > 0 or table.time.turn in table.planned_strikes
        if (paid := self._paid_for(event)) is not None:
            paid.add(event, step)
            return paid
        if isinstance(event, Declared) and event.action is Declaration.WITHDRAWAL_ROLL:
            if self._roll is None:
                self._roll = OpenSegment(SegmentKind.WITHDRAWAL)
            self._roll.units.append(event.unit)
            self._roll.add(event, step)
            return self._roll
        if isinstance(event, Declared) and event.action is Declaration.WITHDRAW:
            return None  # some roll when they have said and done all that the roll brings
        if _is_other_act(event):
            self._roll = None  # its die fell before it was said what for
        found = self._roll
        if found is None or not isinstance(event, DieRolled | Declared):
            return None
        found.add(event, step)
        if isinstance(event, DieRolled):
            self._roll, self._rolled = None, found
        return found

    def _paid_for(self, event: TableEvent) -> OpenSegment | None:
        """Return the roll for withdrawal right behind which Command Points are paid, None if an event is no such."""
        rolled = self._rolled
        if rolled is None or isinstance(event, RollNamed | Said):
            return None
        self._rolled = None
        if not isinstance(event, PointsSet) or event.kind != "command":
            return None
        return rolled if event.points < rolled.steps[-1].table.points[event.division].command else None


def _is_other_act(event: TableEvent) -> bool:
    """Return whether an event begins something other than a roll for withdrawal, for which a point may be paid."""
    return isinstance(event, ChitMoved | TimeSet) or (
        isinstance(event, Declared) and event.action is not Declaration.AUTOMATIC_PASS
    )


def arrival_of(unit: str, found: Sequence[OpenSegment]) -> OpenSegment | None:
    """Return the arrival of a unit since the turn began, None if nothing else has been done meanwhile."""
    for segment in reversed(found):
        if segment.kind is SegmentKind.ARRIVAL and unit in segment.units:
            return segment
        if segment.kind not in BETWEEN_CHITS and not (segment.kind is SegmentKind.CHIT and not segment.has_dice):
            return None
    return None


def between_beginning(
    event: TableEvent, step: ObservedStep, current: OpenSegment, *, strikes: bool
) -> OpenSegment | None:
    """Return the segment that an event between the chits begins, *current* if it belongs there; None if it is no such.

    *strikes* says whether an air strike has been ready in this turn.
    """
    match event:
        case Declared():
            return _declared(event, current, step.table, strikes=strikes)
        case ChitMoved() if _is_bought(event, step):
            return current if current.kind is SegmentKind.PURCHASE else OpenSegment(SegmentKind.PURCHASE)
        case UnitMoved() if event.came is Status.ON_MAP and event.went in _OFF_MAP:
            return _left(event.unit, current)
        case MarkerMoved():
            return _marked(event, current, step.table.game.markers[event.marker])
        case _:
            return None


def _marked(event: MarkerMoved, current: OpenSegment, marker: Marker) -> OpenSegment | None:
    """Return the segment that a marker which is somewhere else begins or goes on with: a break-out, an air strike."""
    if marker.role is MarkerRole.BREAK_OUT:
        return current if current.kind is SegmentKind.BREAK_OUT else OpenSegment(SegmentKind.BREAK_OUT)
    if marker.role is not MarkerRole.AIR_STRIKE:
        return None
    if isinstance(event.target, Hex):
        return current if _is_open_strike(current) else OpenSegment(SegmentKind.AIR_STRIKE)
    return OpenSegment(SegmentKind.AIR_STRIKE) if event.target == marker.box and struck_before(current) else None


def struck_before(current: OpenSegment) -> int:
    """Return the number of the event in which a chit's player named a target before any strike was ready, 0 for none.

    Nobody fires before a chit's points are rolled for, and the naming is the last thing that was said.
    """
    at = len(current.events) - 1
    while at > 0 and isinstance(current.events[at], ConditionsSet | MarkerMoved | Said):
        at -= 1
    last = current.events[at] if at > 0 else None
    named = isinstance(last, Declared) and last.action is Declaration.TARGET
    return at if named and current.kind is SegmentKind.CHIT else 0


def cleared_before(current: OpenSegment) -> int:
    """Return how many events at the end of a segment take Barrage markers away, as before the end of a turn (R4.2)."""
    number = 0
    for event in reversed(current.events):
        if not isinstance(event, LevelSet) or event.marker != "barrage" or event.level:
            break
        number += 1
    return number


def is_payment(found: Sequence[OpenSegment]) -> bool:
    """Return whether the last thing that was done is that Dispatch Points were taken off a division's track."""
    last = found[-1].events[-1] if found[-1].events else None
    if not isinstance(last, PointsSet) or last.kind != "dispatch":
        return False
    steps = [step for segment in found[-2:] for step in segment.steps]
    return len(steps) > 1 and steps[-2].table.points[last.division].dispatch > last.points


def _is_bought(event: ChitMoved, step: ObservedStep) -> bool:
    """Return whether a Formation chit goes to the place of bought chits, from where they can be had."""
    game = step.table.game
    if game.chits[event.chit].kind != _FORMATION or not game.scenarios[step.table.scenario].formation_chits:
        return False
    return event.target in (MUG, NEXT_TURN) and event.origin in ("", PLAYED)


def _declared(event: Declared, current: OpenSegment, table: Position, *, strikes: bool) -> OpenSegment | None:
    if event.action is Declaration.ARRIVE:
        joins = current.kind is SegmentKind.ARRIVAL and (event.unit in current.units or not any(current.drags()))
        if not joins:
            return OpenSegment(SegmentKind.ARRIVAL, [event.unit], event.action)
        return _with(current, event.unit)
    if event.action in _LEAVING:
        return _left(event.unit, current)
    if event.action is Declaration.TARGET and _is_struck(event, current, table, strikes=strikes):
        return current if _is_open_strike(current) else OpenSegment(SegmentKind.AIR_STRIKE)
    return None


def _left(unit: str, current: OpenSegment) -> OpenSegment:
    if current.kind in _LEAVES_WITH:
        return _with(current, unit)
    return OpenSegment(SegmentKind.DEPARTURE, [unit])


def _with(segment: OpenSegment, unit: str) -> OpenSegment:
    if unit not in segment.units:
        segment.units.append(unit)
    return segment


def _is_open_strike(current: OpenSegment) -> bool:
    """Return whether an air strike is being declared: its die has not been rolled."""
    return current.kind is SegmentKind.AIR_STRIKE and not current.has_dice


def _is_struck(event: Declared, current: OpenSegment, table: Position, *, strikes: bool) -> bool:
    """Return whether a unit that is named as a target can be that of an air strike, and not of a shot that goes on.

    Only enemies of the side that has the markers are struck, and while there are markers; but before the first chit
    nobody fires, and so anything else is an air strike that may not be made. Whoever acts is the target of Opportunity
    Fire. A chit drawn while others go back into the mug waits for the steps of the turn; a menu names who fires before
    his target, where a player's own words may not show him.
    """
    unit, marker = event.unit, table.game.marker_of(MarkerRole.AIR_STRIKE)
    if not strikes or marker is None or table.side(unit) == marker.side:
        has_strikes = exclusive_rules(table.game).has_air_strikes(table)
        fired = any(isinstance(each, Declared) and each.action in _SHOTS for each in current.events)
        waits = any(isinstance(each, ChitMoved) and each.target == MUG for each in current.events)
        drawn = current.kind is SegmentKind.CHIT and (strikes or (waits and not (event.spoken or fired)))
        return has_strikes and (drawn or current.kind in _NOBODY_FIRES) and unit not in current.units
    if current.kind not in _SHOOTING:
        return unit not in current.units
    rolled = False
    for each in reversed(current.events):
        if isinstance(each, DieRolled):
            rolled = True
        elif isinstance(each, Declared) and each.action is Declaration.TARGET:
            return rolled
        elif isinstance(each, Declared) and each.action in _SHOTS:
            return False
    return False


def chit_put_back(segment: Segment) -> str:
    """Return the chit that a segment put into play and then back into the mug, empty if there is none."""
    chits = (
        [event for event in segment.events if isinstance(event, ChitMoved)] if segment.kind is SegmentKind.CHIT else []
    )
    drawn = [event.chit for event in chits if event.target == IN_PLAY]
    back = {event.chit for event in chits if (event.origin, event.target) == (IN_PLAY, MUG)}
    return drawn[-1] if drawn and drawn[-1] in back else ""
