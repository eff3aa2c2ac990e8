"""Any dialect read for a viewer who may not know all units: nameless ones stand for them in events and positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from ...audit.dice import KnownDie
from ...vassal.replay import Step
from ...vassal.table import Table
from ...viewing.hidden_units import HiddenUnits
from ..events import (
    CalendarSet,
    CounterAdded,
    Declared,
    DieRolled,
    ShotReported,
    StateSet,
    TableEvent,
    TurnedOver,
    UnitMoved,
)
from .base import Dialect, LogObserver

__all__ = ["RedactedDialect"]

_UNITS_OF: Final[Mapping[type[TableEvent], tuple[str, ...]]] = {
    UnitMoved: ("unit",), StateSet: ("unit",), TurnedOver: ("unit",), Declared: ("unit",), DieRolled: ("unit",),
    ShotReported: ("unit", "target"), CalendarSet: ("subject",),
}  # fmt: skip
"""The fields of events that are units."""


class RedactedDialect:
    """A dialect made with the units hidden that somebody may not know."""

    def __init__(self, dialect: Dialect, hidden: HiddenUnits) -> None:
        self._dialect = dialect
        self._hidden = hidden
        self.name = dialect.name
        self.dice: Mapping[str, KnownDie] = dialect.dice
        self.buttons = dialect.buttons
        self.has_menus = dialect.has_menus

    def pieces(self, start: Table, *, scenario: int = 0, file: str = "") -> Mapping[str, str]:
        """Return the pieces of the units on a table, by their units as the viewer knows them."""
        pieces = self._dialect.pieces(start, scenario=scenario, file=file)
        return {self._hidden.unit(unit): piece for unit, piece in pieces.items()}

    def watch(self, start: Table, *, scenario: int = 0, file: str = "") -> LogObserver:
        """Begin to follow a log. Raises :class:`NotThisGame` for a log of another module."""
        return _RedactedObserver(self._dialect.watch(start, scenario=scenario, file=file), self._hidden)


class _RedactedObserver:
    """Follows one log."""

    def __init__(self, observer: LogObserver, hidden: HiddenUnits) -> None:
        self._observer = observer
        self._hidden = hidden
        self.doubts = tuple(map(hidden.text, observer.doubts))
        self.pieces: Mapping[str, str] = {hidden.unit(unit): piece for unit, piece in observer.pieces.items()}
        self.rereads_line = False
        self.position = hidden.position(observer.position)
        self._known = observer.position

    def recall(self, events: Iterable[TableEvent]) -> None:
        """Note who did something last in the mails before the log."""
        self._observer.recall(events)

    def observe(self, step: Step, table: Table) -> tuple[TableEvent, ...]:
        """Return the events of a step, and follow the step."""
        events = self._observer.observe(step, table)
        self.rereads_line = self._observer.rereads_line
        if self._observer.position is not self._known:
            self._known = self._observer.position
            self.position = self._hidden.position(self._known)
        return tuple(self._redacted(event) for event in events if not self._tells(event))

    def side_of(self, player: str) -> str:
        """Return the side that a player of that name plays; empty if unknown."""
        return self._observer.side_of(player)

    def _tells(self, event: TableEvent) -> bool:
        """Return whether an event alone would reveal who is who."""
        return isinstance(event, CounterAdded) and event.unit in self._hidden.names

    def _redacted(self, event: TableEvent) -> TableEvent:
        names = _UNITS_OF.get(type(event), ())
        changes: dict[str, Any] = {name: self._hidden.unit(getattr(event, name)) for name in names}
        return replace(event, **changes) if changes else event
