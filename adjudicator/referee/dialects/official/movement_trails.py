"""The hexes in which units have been since they began to move: Opportunity Fire is compared with them (R12.1)."""

from __future__ import annotations

from collections.abc import Iterable

from ....game.action_words import Declaration
from ....game.counter_states import HOW_IT_MOVES
from ....game.hexes import Hex
from ....game.position import Position
from ...events import Declared, StateSet, TableEvent, TurnedOver, UnitMoved

__all__ = ["MovementTrails"]

"""The declaration of a dialect for a unit whose move is over."""


class MovementTrails:
    """The trails of all units, log after log.

    A trail whose move is over is still known until its unit moves again or the turn ends: the answer to it comes in the
    next mail.
    """

    def __init__(self) -> None:
        self._trails: dict[str, list[Hex]] = {}
        self._over: set[str] = set()
        self._changed: dict[str, set[str]] = {}
        """The states that units have changed where they are now: that provokes fire as leaving a hex does (R12.8)."""
        self._revealed: dict[str, set[str]] = {}
        """For each unit that was turned over those that had moved by then, and not since."""

    def of(self, unit: str) -> tuple[Hex, ...]:
        """Return the hexes in which a unit has been since it began to move, in order; none if it has not moved."""
        return tuple(self._trails.get(unit, ()))

    def going_on(self) -> set[str]:
        """Return the units that have moved and whose moves are not known to be over: in an earlier log, too."""
        return set(self._trails) - self._over

    def changed_by(self, unit: str) -> frozenset[str]:
        """Return the states that a unit has changed without leaving its hex, as a part of its move."""
        return frozenset(self._changed.get(unit, ()))

    def is_revealed_since(self, unit: str, target: str) -> bool:
        """Return whether a unit was turned over since another one moved."""
        return target in self._revealed.get(unit, ())

    def start(self, position: Position) -> None:
        """Begin a log: forget the ways that do not end where their units are."""
        places = {unit: state.place for unit, state in position.units.items()}
        self._trails = {unit: way for unit, way in self._trails.items() if places.get(unit) == way[-1]}

    def follow(self, events: Iterable[TableEvent], *, turn_is_over: bool) -> None:
        """Follow what happens in a step; who is dragged back has not been where he was."""
        if turn_is_over:
            self._trails.clear()
            self._revealed.clear()
            self._changed.clear()
        for event in events:
            if isinstance(event, Declared) and event.action is Declaration.MOVE_END:
                self._over.add(event.unit)
            elif isinstance(event, StateSet) and event.state in HOW_IT_MOVES:
                self._changed.setdefault(event.unit, set()).add(event.state)
            elif isinstance(event, TurnedOver) and not event.hidden:
                self._revealed[event.unit] = set(self._trails)
            elif isinstance(event, UnitMoved):
                self._move(event)

    def _move(self, event: UnitMoved) -> None:
        unit, here, there = event.unit, event.origin, event.target
        self._changed.pop(unit, None)
        for moved_before in self._revealed.values():
            moved_before.discard(unit)
        if unit in self._over or not (isinstance(here, Hex) and isinstance(there, Hex)):
            self._over.discard(unit)
            self._trails.pop(unit, None)
        if not (isinstance(here, Hex) and isinstance(there, Hex)):
            return
        way = self._trails.setdefault(unit, [here])
        if way[-2:] == [there, here]:
            way.pop()
        elif way[-1] == here:
            way.append(there)
        else:
            way[:] = [here, there]
