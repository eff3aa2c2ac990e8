"""Leaves out the words with which a player announces a shot that the module reports right after them.

"2/X fires at 3/BP1" says no more than the report, and less: only the report shows what kind of fire it is, and the
dialect makes a declaration of it where the rules want one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...game.action_words import Declaration
from ..events import ChitMoved, Declared, ObservedStep, ShotReported, TableEvent, TimeSet, UnitMoved

__all__ = ["without_words_of_reports"]

EventOfStep = tuple[TableEvent, ObservedStep]


def without_words_of_reports(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, without what is said of shots that are reported then."""
    known = list(events)
    said: set[int] = set()
    for number, (event, _) in enumerate(known):
        if isinstance(event, ShotReported) and event.unit:
            said.update(_words_before(known, number, event))
    return [each for number, each in enumerate(known) if number not in said]


def _words_before(known: Sequence[EventOfStep], number: int, report: ShotReported) -> Iterator[int]:
    """Yield the numbers of the events before a report in which its player speaks of it, since something was done."""
    log = known[number][1].log
    for at in reversed(range(number)):
        event, step = known[at]
        if step.log != log or isinstance(event, ShotReported | UnitMoved | ChitMoved | TimeSet):
            return
        about_report = ((report.unit, Declaration.FIRE), (report.target, Declaration.TARGET))
        if isinstance(event, Declared) and event.own_words and (event.unit, event.action) in about_report:
            yield at
