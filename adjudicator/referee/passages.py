"""Cuts what happened on the table into passages: all that belongs to one thing that a player did.

A passage begins with what tells that something new is done: a declaration, a drag, a chit put into play, the turn. The
dice, states and markers that follow belong to it until the next one begins. Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..drawing.mats import IN_PLAY
from ..game.position import Position, Status
from .table_events import (
    ChitMoved,
    Declared,
    DieRolled,
    LeaderMoved,
    StateSet,
    StepReading,
    TableEvent,
    TimeSet,
    TurnedOver,
    UnitMoved,
)

__all__ = ["Passage", "passages"]

_BEGINNINGS: Final = {
    "move": "move",
    "direct-fire": "fire",
    "indirect-fire": "fire",
    "counterbattery-fire": "counterbattery",
    "seek-contact": "contact",
    "assault": "assault",
    "rally": "rally",
    "build-improved-position": "engineer",
    "build-entrenchment": "engineer",
    "clear-mines": "engineer",
    "lay-mines": "engineer",
    "deploy-jock-column": "deploy",
    "return-jock-column": "take-back",
    "end-of-activation": "end-activation",
}
"""The kind of passage that begins with an action of the menus."""
_MOVE_END: Final = "move-end"
_HOW_IT_MOVES: Final = ("column", "mounted")
"""States that a unit changes with a Movement Action (R7.3)."""


@dataclass(slots=True)
class Passage:
    """All that belongs to one thing that was done."""

    kind: str
    """``move``, ``fire``, ``chit``, ``turn``, ``reveal``, ``arrival`` …; ``loose`` for what comes before anything."""
    units: list[str] = field(default_factory=list)
    """The units that do it."""
    action: str = ""
    """The action of the menus that it began with; empty if it began without a word."""
    events: list[TableEvent] = field(default_factory=list)
    steps: list[StepReading] = field(default_factory=list)
    """The step of each event."""
    ended: bool = False
    """Whether the player said that it is over."""

    def add(self, event: TableEvent, step: StepReading) -> None:
        """Take in an event."""
        self.events.append(event)
        self.steps.append(step)
        if isinstance(event, Declared) and event.action == _MOVE_END:
            self.ended = True

    @property
    def has_dice(self) -> bool:
        """Whether a die has been rolled in it."""
        return any(isinstance(event, DieRolled) for event in self.events)

    def drags(self) -> Iterator[tuple[UnitMoved, StepReading]]:
        """Yield the drags of its units."""
        for event, step in zip(self.events, self.steps, strict=True):
            if isinstance(event, UnitMoved) and event.unit in self.units:
                yield event, step


def passages(steps: Iterable[StepReading]) -> list[Passage]:
    """Cut steps into passages, in their order."""
    cutter = _Cutter()
    for step in steps:
        for event in sorted(step.events, key=_order_in_step):
            cutter.take(event, step)
    return [passage for passage in cutter.found if passage.events]


def _order_in_step(event: TableEvent) -> int:
    """Units come before the leaders that go with them, and dice after what was said."""
    return 1 if isinstance(event, LeaderMoved) else 2 if isinstance(event, DieRolled) else 0


class _Cutter:
    """Puts each event into its passage."""

    def __init__(self) -> None:
        self.found: list[Passage] = [Passage("loose")]

    @property
    def _current(self) -> Passage:
        return self.found[-1]

    def take(self, event: TableEvent, step: StepReading) -> None:
        """Put an event where it belongs."""
        if isinstance(event, TurnedOver) and not event.hidden and not self._shows_itself(event, step.table):
            # a gun may be turned over in the middle of anything: what goes on meanwhile is not ended by it
            self.found.insert(len(self.found) - 1, Passage("reveal", [event.unit], events=[event], steps=[step]))
            return
        beginning = self._beginning(event, step)
        if beginning is not None:
            self.found.append(beginning)
        self._current.add(event, step)

    def _shows_itself(self, event: TurnedOver, table: Position) -> bool:
        """Return whether a unit that is turned over is so as a part of what goes on: it fires, or an enemy moves."""
        current = self._current
        if event.unit in current.units:
            return True
        if any(isinstance(each, Declared) and each.unit == event.unit for each in current.events):
            return True
        return current.kind == "move" and table.side(current.units[0]) != table.side(event.unit)

    def _beginning(self, event: TableEvent, step: StepReading) -> Passage | None:
        """Return the passage that an event begins, None if it belongs to the current one."""
        match event:
            case Declared():
                return self._declared(event, step.table)
            case UnitMoved():
                return self._dragged(event, step)
            case StateSet() if event.state in _HOW_IT_MOVES:
                return None if self._goes_on(event.unit) else Passage("move", [event.unit])
            case ChitMoved() if event.target == IN_PLAY:
                return Passage("chit")
            case TimeSet() if self._current.kind != "turn":
                return Passage("turn")
            case _:
                return None

    def _declared(self, event: Declared, table: Position) -> Passage | None:
        kind = _BEGINNINGS.get(event.action)
        current = self._current
        if kind is None:
            return None
        if kind == current.kind and event.unit in current.units:
            if kind == "move" and not current.ended:
                return None
            if not current.has_dice and event.action == current.action:
                return None
        if kind == current.kind == "assault" and not current.has_dice and _together(current.units, event.unit, table):
            current.units.append(event.unit)
            return None
        return Passage(kind, [event.unit], event.action)

    def _goes_on(self, unit: str) -> bool:
        """Return whether the current passage is a move of a unit that is not over."""
        current = self._current
        return current.kind == "move" and unit in current.units and not current.ended

    def _dragged(self, event: UnitMoved, step: StepReading) -> Passage | None:
        if event.went is not Status.ON_MAP:
            return None
        current = self._current
        if event.came is not Status.ON_MAP:
            joins = current.kind in ("deploy", "arrival") and (
                event.unit in current.units or _same_drag(current, event, step)
            )
            if joins and event.unit not in current.units:
                current.units.append(event.unit)
            return None if joins else Passage("arrival", [event.unit])
        if self._goes_on(event.unit) or (current.kind == "assault" and _in_assault(current, event, step.table)):
            return None
        if current.kind == "move" and not current.ended and _same_drag(current, event, step):
            current.units.append(event.unit)
            return None
        return Passage("move", [event.unit])


def _together(units: Sequence[str], unit: str, table: Position) -> bool:
    """Return whether a unit stands in the same hex as others."""
    return any(table.units[other].place == table.units[unit].place for other in units)


def _same_drag(current: Passage, event: UnitMoved, step: StepReading) -> bool:
    """Return whether a unit was dragged in one step with those of the current passage, from and to the same places."""
    return any(
        isinstance(other, UnitMoved) and where is step and (other.origin, other.target) == (event.origin, event.target)
        and other.unit in current.units
        for other, where in zip(current.events, current.steps, strict=True)
    )  # fmt: skip


def _in_assault(current: Passage, event: UnitMoved, table: Position) -> bool:
    """Return whether a drag is an advance or a retreat of the assault that goes on: one of its units, or an enemy."""
    return event.unit in current.units or table.side(event.unit) != table.side(current.units[0])
