"""Membership: whether an event still belongs to the segment that is open, or which events before it belong to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...game.hexes import Hex
from ...game.play import RollPurpose
from ...game.position import Position
from ..accounts.roll_purposes import CHECKS_OF_TARGET
from ..events import (
    Declared,
    DieRolled,
    LeaderMoved,
    ObservedStep,
    RollNamed,
    Said,
    ShotReported,
    StateSet,
    UnitMoved,
)
from .segment import OpenSegment, SegmentKind

__all__ = [
    "bonus_before",
    "check_before",
    "checks_only",
    "dragged_after",
    "in_assault",
    "is_assaulted",
    "is_fought",
    "is_preparation",
    "is_put_back",
    "is_said_together",
    "is_same_action",
    "is_undone",
    "marked_before",
    "more_exact",
    "name_check",
    "same_drag",
    "shares_hex",
    "since_declared",
    "waited_for_answer",
]

_COUNTERBATTERY_FIRED: Final = "counterbattery-fired"
_FOUGHT: Final = frozenset(
    {
        Declaration.BRAVERY_CHECK,
        Declaration.MINEFIELD_ROLL,
        Declaration.OPPORTUNITY_FIRE,
        Declaration.HOLD,
        Declaration.RETREAT,
        Declaration.CHARGE,
        Declaration.ASSAULT_FIRE,
        Declaration.ADVANCE,
    }
)
"""Declarations in an assault once it is known who makes it."""
_CHECKED: Final = CHECKS_OF_TARGET | {Declaration.AUTOMATIC_PASS}
"""Declarations of checks of a unit that was hit."""
_CHECKS_OF_SHOT: Final = frozenset({Declaration.COMPANY_BONUS_CHECK, Declaration.SPOTTER})
"""Declarations of checks that come before the die of a shot."""
_FIRES: Final = frozenset({Declaration.FIRE, Declaration.DIRECT_FIRE, Declaration.INDIRECT_FIRE})
"""Declarations of fire: in own words, which say no more of it, and by the menus."""


def since_declared(segment: OpenSegment, firer: str) -> int:
    """Return how many of the last events of a segment belong to a firer's shot of an assault that is reported now."""
    for at, event in enumerate(reversed(segment.events), 1):
        if isinstance(event, Declared) and (event.unit, event.action) == (firer, Declaration.ASSAULT_FIRE):
            return at
    return 0


def check_before(segment: OpenSegment) -> int:
    """Return how many of the last events of a segment are about the check for the Opportunity Fire that is reported.

    These events are the last die, and what was said after it and of it.
    """
    number = 0
    for at, event in enumerate(reversed(segment.events), 1):
        if isinstance(event, DieRolled) and not number and not event.purpose and not event.dismissed:
            number = at
        elif isinstance(event, Declared) and event.action is Declaration.OPPORTUNITY_FIRE:
            return at
        elif not isinstance(event, Said | RollNamed):
            break
    return number


def bonus_before(segment: OpenSegment, unit: str) -> int:
    """Return how many of the last events of a segment say that a unit tries for the Company Bonus of its next shot."""
    told = segment.events[-1] if segment.events else None
    tries = (
        isinstance(told, Declared)
        and (told.unit, told.action) == (unit, Declaration.COMPANY_BONUS_CHECK)
        and told.own_words
    )
    return int(tries and unit not in segment.units)


def marked_before(segment: OpenSegment, unit: str) -> int:
    """Return how many of the last events of another unit's segment mark a unit as having fired back (NQoS S2.0)."""
    last = segment.events[-1] if segment.events else None
    marks = isinstance(last, StateSet) and (last.unit, last.state) == (unit, _COUNTERBATTERY_FIRED) and last.level > 0
    return int(marks and bool(segment.units) and unit not in segment.units)


def name_check(fire: OpenSegment) -> None:
    """Name the check for Opportunity Fire that the other side's player rolled: nothing else shows whose it is."""
    unit = fire.units[0]
    for at, (event, step) in enumerate(zip(fire.events, fire.steps, strict=True)):
        if isinstance(event, DieRolled) and step.side and step.side != step.table.side(unit):
            fire.events[at] = replace(event, purpose=RollPurpose.OPPORTUNITY, unit=unit)


def is_put_back(fire: OpenSegment, event: UnitMoved) -> bool:
    """Return whether the target of Opportunity Fire is dragged back into the hex that it was leaving."""
    shots = [each for each in fire.events if isinstance(each, ShotReported) and each.target == event.unit]
    return any(each.way[-2:] == (event.target, event.origin) for each in shots)


def is_undone(fire: OpenSegment, event: StateSet) -> bool:
    """Return whether the target of Opportunity Fire takes back the change by which it provoked the fire."""
    shots = [each for each in fire.events if isinstance(each, ShotReported) and each.target == event.unit]
    return any(event.state in each.changed for each in shots)


def is_assaulted(assault: OpenSegment, unit: str, table: Position) -> bool:
    """Return whether a unit can be among the defenders: it is with those named, or beside the attackers.

    Who only checks for what hit him, or buys his check off, may have been hit by another shot, anywhere.
    """
    side = table.side(assault.units[0])
    named = {table.units[event.unit].place for event in assault.events
             if isinstance(event, Declared) and table.side(event.unit) != side
             and event.action not in _CHECKED}  # fmt: skip
    here, there = table.units[assault.units[0]].place, table.units[unit].place
    if named:
        return there in named
    layout = table.game.map.layout
    return isinstance(here, Hex) and isinstance(there, Hex) and layout.distance(here, there) <= 1  # 0: dragged in early


def is_fought(assault: OpenSegment) -> bool:
    """Return whether more has been said in an assault than who makes it."""
    return any(isinstance(event, Declared) and event.action in _FOUGHT for event in assault.events)


def is_preparation(segment: OpenSegment, dragged: set[str]) -> bool:
    """Return whether units that are dragged now did nothing in a segment but form Column or mount."""
    quiet = not segment.has_dice and not segment.ended and not any(segment.drags())
    return segment.kind is SegmentKind.MOVE and quiet and dragged.issuperset(segment.units)


def shares_hex(units: Sequence[str], unit: str, table: Position) -> bool:
    """Return whether a unit is in the same hex as others."""
    return any(table.units[other].place == table.units[unit].place for other in units)


def is_said_together(current: OpenSegment, event: Declared) -> bool:
    """Return whether the same words say of a unit and of one that acts already what they do together."""
    return event.own_words and any(
        isinstance(each, Declared) and (each.action, each.rest) == (event.action, event.rest)
        for each in current.events
    )  # fmt: skip


def is_same_action(action: Declaration, other: Declaration) -> bool:
    """Return whether two declarations can be of one action: fire in own words may be that of either menu entry."""
    return action == other or (Declaration.FIRE in (action, other) and {action, other} <= _FIRES)


def more_exact(action: Declaration, other: Declaration) -> Declaration:
    """Return the declaration of an action that says more of two of it."""
    return other if action is Declaration.FIRE else action


def same_drag(current: OpenSegment, event: UnitMoved, step: ObservedStep) -> bool:
    """Return whether a unit was dragged in one step with those of the current segment, from and to the same places."""
    return any(
        isinstance(other, UnitMoved) and where is step and (other.origin, other.target) == (event.origin, event.target)
        and other.unit in current.units
        for other, where in zip(current.events, current.steps, strict=True)
    )  # fmt: skip


def dragged_after(current: OpenSegment, event: UnitMoved) -> bool:
    """Return whether a unit is dragged right after those of the current segment, out of the same hex and as they were.

    Such units are a stack whose counters are not on top of each other.
    """
    drags = [each for each in current.events if isinstance(each, UnitMoved)]
    after = current.events[current.events.index(drags[-1]) + 1 :] if drags else []
    way = (event.origin, event.target)
    alone = all(isinstance(each, LeaderMoved) for each in after) and not current.has_dice
    return alone and bool(drags) and all((each.origin, each.target) == way for each in drags)


def in_assault(current: OpenSegment, event: UnitMoved) -> bool:
    """Return whether a drag is a retreat of the assault that goes on, or an advance to where an enemy was."""
    table = current.steps[0].table
    side = table.side(current.units[0])
    if table.side(event.unit) != side:
        return True
    return event.unit in current.units and any(table.side(unit) != side for unit in table.units_in(event.target))


def checks_only(current: OpenSegment) -> bool:
    """Return whether a segment has no dice but those of the checks announced in it: that of its shot is to come."""
    checks = sum(isinstance(each, Declared) and each.action in _CHECKS_OF_SHOT for each in current.events)
    dice = sum(isinstance(each, DieRolled) and not each.dismissed for each in current.events)
    return dice <= checks


def waited_for_answer(current: OpenSegment, event: Declared, side: str) -> bool:
    """Return whether the other side has rolled in the current segment before the one that acts, which goes on now.

    Whoever has waited for Opportunity Fire says once more what he does.
    """
    first = next((at for at, each in enumerate(current.events) if isinstance(each, DieRolled)), None)
    if first is None or current.steps[first].side in ("", side):
        return False
    told = (each for each in current.events[first:] if isinstance(each, Declared))
    return all((each.unit, each.action) != (event.unit, event.action) for each in told)
