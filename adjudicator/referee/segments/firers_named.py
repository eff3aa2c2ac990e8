"""Units that are only named before their die: "L/2!!", "6/BM2 objects to your digging"; "1/V", and no more; "ok. 1/V".

While the other side moves or works under its own chit, a unit can roll for nothing else (R12.1) unless a check has been
left to it. So words that name such a unit, and that could not be read, say that it fires. A name alone before a die is
a check of that unit, if the other side has just done something to it; what for, the rules show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ...game.action_words import Declaration
from ...game.names import only_unit_named
from ...game.position import Position, Status
from ..accounts.candidates.fire import aimed_at
from ..accounts.roll_purposes import CHECKS_OF_TARGET
from ..events import ChitMoved, Declared, DieRolled, ObservedStep, RollNamed, Said, TableEvent, TimeSet, UnitMoved
from .word_blocks import EventOfStep, Record

__all__ = ["with_firers_named"]

_SIGNS: Final = " .,:;!?-"
_SENTENCE_ENDS: Final = re.compile(r"[.,:;!?]\s+")
_PROVOKES: Final = frozenset({
    Declaration.MOVE, Declaration.BUILD_IMPROVED_POSITION, Declaration.BUILD_ENTRENCHMENT, Declaration.CLEAR_MINES,
    Declaration.LAY_MINES,
})  # fmt: skip
"""What is declared of units at which the other side may fire."""
_CHECKS_LEFT: Final = frozenset({
    Declaration.SUPPRESSION_CHECK, Declaration.CONVERSION_CHECK, Declaration.AUTOMATIC_PASS,
})  # fmt: skip
"""What a unit that was fired at rolls or pays for first; then it may fire."""


def with_firers_named(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the Opportunity Fire of units that are only named."""
    record = Record.of(events)
    found: list[EventOfStep] = []
    for at, (event, step) in enumerate(record.events):
        found.append((event, step))
        if isinstance(event, Said) and (unit := _firer(record, at, event, step)):
            said = Declared(unit, Declaration.OPPORTUNITY_FIRE, event.text, spoken=True, own_words=True)
            found.append((said, step))
        elif isinstance(event, Said) and (unit := _checker(record, at, event, step)):
            said = Declared(unit, Declaration.TROOP_QUALITY_CHECK, event.text, spoken=True, own_words=True)
            found.append((said, step))
    return found


def _checker(record: Record, at: int, said: Said, step: ObservedStep) -> str:
    """Return the unit whose name is all of a line before a die, if the other side has named it last; empty for none.

    What came of the die before may be told in front of it: "down. 605".
    """
    if len(said.units) != 1 or not _is_before_die(record, at):
        return ""
    (unit,) = said.units
    sentences = _SENTENCE_ENDS.split(said.text.strip(_SIGNS))
    if len(sentences) - 1 > len(said.results):
        return ""
    name = sentences[-1].strip(_SIGNS)
    if step.table.side(unit) != step.side or only_unit_named(step.table, name) != unit:
        return ""
    earlier = reversed(record.events[:at])
    named = (where for event, where in earlier if where.log >= step.log - 1 and unit in _units_of(event))
    where = next(named, step)
    return unit if where.log < step.log and where.side != step.side else ""


def _units_of(event: TableEvent) -> frozenset[str]:
    """Return the units that a declaration or some words are about."""
    if isinstance(event, Said):
        return event.units
    return frozenset({event.unit}) if isinstance(event, Declared) else frozenset()


def _firer(record: Record, at: int, said: Said, step: ObservedStep) -> str:
    """Return the unit that words before a die name and that can do no more than fire; empty for none."""
    own = [unit for unit in said.units if step.table.side(unit) == step.side]
    if not said.speaks_of_action or len(own) != 1 or not _is_before_die(record, at):
        return ""
    (unit,) = own
    return unit if _may_fire(unit, step.table) and _is_provoked(record, at, unit) else ""


def _is_before_die(record: Record, at: int) -> bool:
    """Return whether the next thing is a die of the speaker's; words of the same line may tell of the one before."""
    step = record.events[at][1]
    after = (
        number for number in range(at + 1, len(record.events))
        if record.events[number][1] is not step or not isinstance(record.events[number][0], RollNamed)
    )  # fmt: skip
    following = next(after, at)
    event = record.events[following][0]
    rolled = isinstance(event, DieRolled) and not (event.purpose or event.dismissed)
    return rolled and record.authors[following] == record.authors[at]


def _may_fire(unit: str, table: Position) -> bool:
    """Return whether a unit is on the map and ready while the chit in play is the other side's."""
    chit, state = table.game.chits.get(table.activation.chit), table.units[unit]
    ready = state.status is Status.ON_MAP and not state.suppressed and not state.column
    return ready and chit is not None and chit.side not in ("", table.side(unit))


def _is_provoked(record: Record, at: int, unit: str) -> bool:
    """Return whether a unit answers an act of the other side under the chit in play, and no check is left to it."""
    log = record.events[at][1].log
    provoked, is_named, has_checked = False, False, False
    for event, step in _since_chit(record, at):
        if step.log == log:
            if isinstance(event, Declared) and event.unit == unit and event.action not in _CHECKS_LEFT:
                return False  # what it does has been said already
            has_checked = has_checked or (isinstance(event, Declared) and event.unit == unit)
            is_named = is_named or (isinstance(event, Said) and unit in event.units)
        elif isinstance(event, Declared) and _is_check_of(unit, event, step) and not (is_named or has_checked):
            return False
        elif step.side != record.events[at][1].side:
            provoked = provoked or _provokes(event)
            if isinstance(event, Declared) and event.action is Declaration.ASSAULT:
                return False  # there it may be the fire of the combat
    return provoked


def _since_chit(record: Record, at: int) -> Iterator[EventOfStep]:
    """Yield what was done before words under the same chit, the last thing first: in their mail and the one before."""
    log = record.events[at][1].log
    for event, step in reversed(record.events[:at]):
        if step.log < log - 1 or isinstance(event, ChitMoved | TimeSet):
            return
        yield event, step


def _is_check_of(unit: str, event: Declared, step: ObservedStep) -> bool:
    """Return whether a unit is fired at, or told to check."""
    named = event.unit == unit and (event.action is Declaration.TARGET or event.action in CHECKS_OF_TARGET)
    return named or aimed_at(event, step.table) == unit


def _provokes(event: TableEvent) -> bool:
    if isinstance(event, UnitMoved):
        return event.came is Status.ON_MAP and event.went is Status.ON_MAP
    return isinstance(event, Declared) and event.action in _PROVOKES
