"""Checks that a player buys in words that name none.

Behind the line of the other's that asks for it, "> S?, your check", he writes "1 CP". The unit is the target of the
shot whose result the quoted line tells in the mail before. If that line has been written about several units, none of
them is meant for certain. Or he names the unit that was fired at, and no more than that he pays: "I'll pay for L/2"; or
the S? alone, if he has to check for no other: "your S?: paid for it".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ...game.action_words import Declaration
from ..events import Declared, PointsSet, RollNamed, Said
from .word_blocks import EventOfStep, Record

__all__ = ["with_checks_bought"]

_QUOTED = ">"
_POSSIBLE_SUPPRESSION: Final = re.compile(r"\b[Ss]\?")


def with_checks_bought(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the checks that are bought behind a quoted line."""
    record = Record.of(events)
    found: list[EventOfStep] = []
    for at, (event, step) in enumerate(record.events):
        found.append((event, step))
        if (
            isinstance(event, Said)
            and _is_payment(record, at)
            and (unit := _unit_asked(record, at) or _unit_named(record, at) or _only_unit_hit(record, at))
        ):
            said = Declared(unit, Declaration.AUTOMATIC_PASS, event.text, spoken=True, own_words=True)
            found.append((said, step))
    return found


def _is_payment(record: Record, at: int) -> bool:
    """Return whether words at a place are about points and declare nothing."""
    event, step = record.events[at]
    declares = any(isinstance(each, Declared) for each in step.events)
    return isinstance(event, Said) and event.speaks_of_points and not event.too_long and not declares


def _unit_asked(record: Record, at: int) -> str:
    """Return the unit whose check the line asks for that is quoted right before some words; empty for none."""
    before = (number for number in range(at - 1, -1, -1) if not isinstance(record.events[number][0], PointsSet))
    quoted, step = record.events[next(before, at)]
    if not isinstance(quoted, Said) or record.authors[at] != (step.log, step.player) or quoted.text[:1] != _QUOTED:
        return ""
    words = quoted.text.lstrip("> ")
    targets = {unit for unit, said in _open_shots(record, step.log - 1) if _has(said.text, words)}
    unit = targets.pop() if len(targets) == 1 else ""
    return unit if unit and step.table.side(unit) == step.side else ""


def _unit_named(record: Record, at: int) -> str:
    """Return the only unit that some words name, if it was fired at in the log before; empty for none."""
    event, step = record.events[at]
    units = event.units if isinstance(event, Said) else frozenset[str]()
    unit = next(iter(units)) if len(units) == 1 else ""
    if not unit or step.table.side(unit) != step.side:
        return ""
    aims = (each for each, where in record.events if where.log == step.log - 1 and isinstance(each, Declared))
    return unit if any((each.action, each.unit) == (Declaration.TARGET, unit) for each in aims) else ""


def _only_unit_hit(record: Record, at: int) -> str:
    """Return the only unit that has to check, if some words name no unit, and the result that asks for it."""
    event, step = record.events[at]
    if not isinstance(event, Said) or event.units or _POSSIBLE_SUPPRESSION.search(event.text) is None:
        return ""
    targets, target = set[str](), ""
    for told, where in record.events:
        if where.log != step.log - 1 or not isinstance(told, Declared | RollNamed | Said):
            continue
        if isinstance(told, Declared) and told.action is Declaration.TARGET:
            target = told.unit
        if target and any(each.is_open for each in told.results):
            targets.add(target)
    return targets.pop() if len(targets) == 1 and {step.table.side(each) for each in targets} == {step.side} else ""


def _open_shots(record: Record, log: int) -> Iterator[tuple[str, Said]]:
    """Yield the target of each shot of a log of which a check decides, with the words that tell of it."""
    target = ""
    for event, step in record.events:
        if step.log != log:
            continue
        if isinstance(event, Declared) and event.action is Declaration.TARGET:
            target = event.unit
        elif isinstance(event, Said) and target and any(each.is_open for each in event.results):
            yield target, event


def _has(text: str, quoted: str) -> bool:
    """Return whether a line has the words that are quoted of it, the number of the line in a list left out."""
    first, _, rest = quoted.partition(" ")
    return quoted in text or (first[:1].isdigit() and rest in text)
