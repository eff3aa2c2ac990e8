"""Finds the changes of Column and transport that fire has stopped, where a module reports each shot by itself.

A unit leaves Column, and is fired at for that: once, or by several. If one of the shots Suppresses it, the change is
taken back on the table after the last of them, and nothing has come of it but the points that it cost (R12.5, R12.8).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...game.counter_states import HOW_IT_MOVES
from ..events import ChitMoved, ObservedStep, ShotReported, StateSet, TableEvent, TimeSet, UnitMoved

__all__ = ["with_stopped_changes"]

EventOfStep = tuple[TableEvent, ObservedStep]
_Change = tuple[str, str]
"""A unit, and the state that it changes."""


def with_stopped_changes(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the changes marked that fire has stopped."""
    search = _Search(list(events))
    for number in range(len(search.known)):
        search.follow(number)
    return search.known


class _Search:
    """Follows the changes of all units."""

    def __init__(self, known: list[EventOfStep]) -> None:
        self.known = known
        self._made: dict[_Change, int] = {}
        """The number of the event of each change that may still be fired at."""
        self._fired_at: set[_Change] = set()
        self._taken_back: dict[_Change, int] = {}
        """The changes that were taken back after fire; the marker of the Suppression may follow."""

    def follow(self, number: int) -> None:
        """Follow one event, and mark the changes of whoever is now known to have been Suppressed."""
        event, step = self.known[number]
        match event:
            case StateSet() if event.state in HOW_IT_MOVES:
                self._changed((event.unit, event.state), number)
            case ShotReported():
                changes = ((event.target, state) for state in event.changed)
                self._fired_at.update(each for each in changes if each in self._made)
            case UnitMoved():
                for state in HOW_IT_MOVES:
                    self._forget((event.unit, state))
            case ChitMoved() | TimeSet():
                for change in (*self._made, *self._taken_back):
                    self._forget(change)
        for change, made in list(self._taken_back.items()):
            if step.table.units[change[0]].suppressed:
                known, where = self.known[made]
                if isinstance(known, StateSet):
                    self.known[made] = replace(known, stopped=True), where
                del self._taken_back[change]

    def _changed(self, change: _Change, number: int) -> None:
        made = self._made.get(change)
        was_fired_at = change in self._fired_at
        self._forget(change)
        if made is not None and was_fired_at:
            self._taken_back[change] = made
        else:
            self._made[change] = number

    def _forget(self, change: _Change) -> None:
        self._made.pop(change, None)
        self._taken_back.pop(change, None)
        self._fired_at.discard(change)
