"""Rallies that are read from the table, because the words for them could not be: "2./I./361 rests and loses its hit".

Who names his own unit, rolls, or pays a Command Point, and then takes its marker off has tried to rally it, whatever he
calls that (R13.1, R3.3): nothing else takes such a marker off its unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import CounterState, state_values
from ..events import Declared, DieRolled, LevelSet, PointsSet, RollNamed, Said, StateSet
from .word_blocks import EventOfStep, Record

__all__ = ["with_rallies_shown"]

_TAKEN_OFF: Final = frozenset({CounterState.SUPPRESSED, CounterState.COHESION})
"""The states that a rally is from."""
_MARKS: Final = (StateSet, PointsSet, LevelSet)


@dataclass(frozen=True, slots=True)
class _Rally:
    """A rally that the table shows."""

    at: int
    """The number of its die, or of the payment: it was said before that."""
    unit: str
    text: str
    is_paid: bool


def with_rallies_shown(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with unread words for a rally as its declaration."""
    record = Record.of(events)
    shown = {each.at: each for each in _rallies(record)}
    found: list[EventOfStep] = []
    for at, (event, step) in enumerate(record.events):
        if (rally := shown.get(at)) is not None:
            said = [Declaration.RALLY, Declaration.AUTOMATIC_PASS] if rally.is_paid else [Declaration.RALLY]
            found += [(Declared(rally.unit, each, rally.text, spoken=True, own_words=True), step) for each in said]
        found.append((event, step))
    return found


def _rallies(record: Record) -> Iterator[_Rally]:
    dice_named = {
        event.step_of_die for event, _ in record.events if isinstance(event, Declared | RollNamed) and event.step_of_die
    }
    for at, (event, step) in enumerate(record.events):
        if not (isinstance(event, StateSet) and _is_taken_off(record, at) and step.table.side(event.unit) == step.side):
            continue
        begun = _begun_at(record, at)
        if begun is None:
            continue
        cause, where = record.events[begun]
        if isinstance(cause, DieRolled) and (where.log, where.number) in dice_named:
            continue
        if (text := _words_for(record, begun, at, event.unit)) is not None:
            yield _Rally(begun, event.unit, text, isinstance(cause, PointsSet))


def _is_taken_off(record: Record, at: int) -> bool:
    """Return whether a state that is set is one that its unit rallies from, and is better than it was."""
    event, step = record.events[at]
    if not isinstance(event, StateSet) or event.state not in _TAKEN_OFF:
        return False
    before = next((other.table for _, other in reversed(record.events[:at]) if other is not step), None)
    return before is not None and event.level < state_values(before, event.unit)[event.state]


def _begun_at(record: Record, mark: int) -> int | None:
    """Return the number of the die, or else of the payment, right before a mark; None if there is neither."""
    paid = None
    for at in range(mark - 1, -1, -1):
        event = record.events[at][0]
        if record.authors[at] != record.authors[mark]:
            break
        if isinstance(event, DieRolled):
            failed = event.told is not None and event.told.failed
            return None if event.dismissed or event.purpose or failed or paid is not None else at
        if isinstance(event, PointsSet) and event.kind == "command" and paid is None:
            paid = at
        elif not isinstance(event, Said):
            break
    return paid


def _words_for(record: Record, begun: int, mark: int, unit: str) -> str | None:
    """Return unread words about a unit beside its die or payment, or right behind its mark; None if there are none."""
    for at in range(begun - 1, -1, -1):
        event = record.events[at][0]
        if record.authors[at] != record.authors[mark] or not isinstance(event, Said):
            break
        if _may_be_rally(event, unit):
            return event.text
    for at in range(begun + 1, len(record.events)):
        event = record.events[at][0]
        if record.authors[at] != record.authors[mark] or not isinstance(event, (Said, *_MARKS)):
            break
        if isinstance(event, Said) and _may_be_rally(event, unit):
            return event.text
    return None


def _may_be_rally(said: Said, unit: str) -> bool:
    return said.speaks_of_action and unit in said.units
