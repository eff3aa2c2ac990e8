"""An action in the midst of which the first file begins: Opportunity Fire, a minefield roll or defenders show it.

By mail the other side's shots come with its answer. Where only that answer and the mail after it are at hand, no drag
and no word tells what was shot at: it was begun before. Its unit is the one that is named as the target, or else the
one that checks, is marked, or goes on without a word by which something new begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...game.position import Position, Status
from ..accounts.candidates.fire import aimed_at
from ..events import ChitMoved, Declared, ObservedStep, PointsSet, StateSet, TableEvent, TimeSet, UnitMoved
from .beginnings import ACTIVATIONS, beginning_of
from .segment import OpenSegment, SegmentKind

__all__ = ["BegunBefore", "action_begun_before"]

_Told = Sequence[tuple[TableEvent, ObservedStep]]

_OPPORTUNITY_FIRE, _TARGET, _MINES = "opportunity-fire", "target", "minefield-roll"
_OF_DEFENDERS: Final = frozenset({"hold", "retreat"})
"""What defenders say when they are assaulted."""
_WORK: Final = "build-improved-position"
_WORKS: Final = frozenset({"position", "men-at-work"})
"""States that show that an engineer has worked."""
_RALLIED: Final = frozenset({"suppressed", "cohesion"})
"""States that a rally lowers."""
_HOW_IT_MOVES: Final = frozenset({"column", "mounted"})
"""States that a unit changes with a Movement Action (R7.3)."""


@dataclass(frozen=True, slots=True)
class BegunBefore:
    """An action that was begun before the first file."""

    shown_by: Declared
    """The words that show it first."""
    unit: str
    kind: SegmentKind
    action: str = ""

    def opened(self) -> OpenSegment:
        """Return the segment in which it goes on."""
        return OpenSegment(self.kind, [self.unit], self.action, begun_before=True)


def action_begun_before(told: _Told, start: Position) -> BegunBefore | None:
    """Return the action in the midst of which a record begins with a position; None if nothing shows one."""
    touched = ""
    for at, (event, step) in enumerate(told):
        if isinstance(event, Declared) and event.action == _MINES:
            return BegunBefore(event, event.unit, SegmentKind.MOVE) if _may_act(start, event.unit) else None
        if isinstance(event, Declared) and event.action in _OF_DEFENDERS:
            unit = _first_of_the_other_side(event, step, told[at + 1 :])
            return BegunBefore(event, unit, SegmentKind.ASSAULT) if unit and _may_act(start, unit) else None
        if isinstance(event, Declared) and event.action == _OPPORTUNITY_FIRE:
            unit = _fired_at(event, step, told[at + 1 :]) or touched
            if not unit or start.side(unit) == start.side(event.unit) or not _may_act(start, unit):
                return None
            kind, action = _kind(unit, told[at + 1 :], start)
            return BegunBefore(event, unit, kind, action)
        if _begins(event, step):
            return None
        touched = _touched(event) or touched
    return None


def _first_of_the_other_side(said: Declared, step: ObservedStep, later: _Told) -> str:
    """Return the first unit of the other side that something is said of, or that is dragged; empty if none is."""
    side = step.table.side(said.unit)
    units = ((event.unit, where) for event, where in later if isinstance(event, Declared | UnitMoved))
    return next((unit for unit, where in units if where.table.side(unit) != side), "")


def _may_act(start: Position, unit: str) -> bool:
    """Return whether a chit was in play at the start under which a unit's side may act."""
    chit = start.game.chits.get(start.activation.chit)
    return chit is not None and chit.side in ("", start.side(unit)) and start.units[unit].status is Status.ON_MAP


def _fired_at(shot: Declared, step: ObservedStep, later: _Told) -> str:
    """Return the unit that was shot at: the one that is named, or else the first enemy to whom something happens."""
    if named := aimed_at(shot, step.table):
        return named
    side = step.table.side(shot.unit)
    for event, where in later:
        if isinstance(event, Declared) and event.action == _TARGET:
            return event.unit
        if _begins_in_words(event, where):
            return ""
        unit = _touched(event)
        if unit and where.table.side(unit) != side:
            return unit
    return ""


def _kind(unit: str, later: _Told, start: Position) -> tuple[SegmentKind, str]:
    """Return what a unit was doing, as what is marked of it afterwards shows: it moved, if nothing else does."""
    for event, step in later:
        if _begins_in_words(event, step) or (isinstance(event, UnitMoved) and event.unit == unit):
            break
        if isinstance(event, StateSet) and event.unit == unit:
            if event.state in _WORKS and event.level:
                return SegmentKind.ENGINEER, _WORK
            if event.state in _RALLIED and event.level < _level(start, event):
                return SegmentKind.RALLY, ""
    return SegmentKind.MOVE, ""


def _level(start: Position, event: StateSet) -> int:
    """Return the level that a state which a rally lowers had at the start."""
    return int(getattr(start.units[event.unit], event.state))


def _touched(event: TableEvent) -> str:
    """Return the unit that something happens to; empty for words of fire, and for all else."""
    if isinstance(event, StateSet | UnitMoved):
        return event.unit
    if isinstance(event, Declared) and event.action not in (_OPPORTUNITY_FIRE, _TARGET):
        return event.unit
    return ""


def _begins(event: TableEvent, step: ObservedStep) -> bool:
    """Return whether something begins with an event: a drag, a payment or a chit, or words of an action."""
    if isinstance(event, StateSet):
        return event.state in _HOW_IT_MOVES
    return isinstance(event, UnitMoved | PointsSet) or _begins_in_words(event, step)


def _begins_in_words(event: TableEvent, step: ObservedStep) -> bool:
    if isinstance(event, Declared):
        return event.action in ACTIVATIONS or beginning_of(event.action, step.table) is not None
    return isinstance(event, ChitMoved | TimeSet)
