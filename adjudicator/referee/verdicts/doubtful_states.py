"""Units whose state is doubtful: an action that is undecided itself has changed them, and the table shows otherwise.

What is not understood is a question, and no offence of whoever goes on: a unit that may have been lost in an assault of
which the dice can be read in two ways acts later as its counter lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...rules.ruling import Verdict
from ..discrepancies.aspects import AspectKind
from ..entries.entry import Entry

__all__ = ["with_acts_of_doubtful_units_left_open"]

_NOTE: Final = "it depends on an earlier action that is undecided"


def with_acts_of_doubtful_units_left_open(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return entries with undecided what is held against a unit that only an undecided action has changed."""
    found, doubtful = list[Entry](), set[str]()
    for entry in entries:
        acting = entry.action.actors if entry.action is not None else ()
        corrected = {each.aspect.subject for each in entry.corrections if each.aspect.kind is AspectKind.UNIT}
        hangs = entry.verdict is Verdict.ILLEGAL and not doubtful.isdisjoint(corrected.intersection(acting))
        found.append(entry.with_left_open(lambda _finding: True).with_notes(_NOTE) if hangs else entry)
        changed = set(_changed(entry))
        doubtful = doubtful | changed if entry.verdict is Verdict.UNDECIDED else doubtful - changed
    return tuple(found)


def _changed(entry: Entry) -> Iterator[str]:
    """Yield the units that an action has changed by the rules."""
    after = entry.ruling.after if entry.ruling is not None else None
    if after is not None:
        before = entry.before.units
        yield from (unit for unit, state in after.units.items() if unit in before and state != before[unit])
