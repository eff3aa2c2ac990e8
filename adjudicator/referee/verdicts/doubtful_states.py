"""Units whose state is doubtful: an action that is undecided itself has changed them, and the table shows otherwise.

What is not understood is a question, and no offence of whoever goes on: a unit that may have been lost in an assault of
which the dice can be read in two ways acts later as its counter lies on the table, and another unit passes the hex in
which it is by the rules alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from ...game.position import Position
from ...rules.judge import judge
from ...rules.rule_book import RuleBook
from ...rules.ruling import Verdict
from ..discrepancies.aspects import AspectField, AspectKind, carried, unit_aspect, value_of
from ..entries.entry import Entry
from ..events import ObservedStep

__all__ = ["with_acts_of_doubtful_units_left_open"]

_NOTE: Final = "it depends on an earlier action that is undecided"


def with_acts_of_doubtful_units_left_open(
    entries: Iterable[Entry], steps: Sequence[ObservedStep], book: RuleBook
) -> tuple[Entry, ...]:  # fmt: skip
    """Return entries with undecided what is held against anybody that only an undecided action has brought about.

    Args:
        entries: the entries of a game, in their order.
        steps: the steps of its logs.
        book: the rules by which an action is judged again, with the counters where they are on the table.
    """
    tables = {(after.log, after.number): step.table for step, after in pairwise(steps)}
    found, doubtful = list[Entry](), set[str]()
    for entry in entries:
        accused = entry.verdict is Verdict.ILLEGAL
        if accused and doubtful and _is_by_a_doubtful_unit(entry, doubtful):
            found.append(entry.with_left_open(lambda _finding: True).with_notes(_NOTE))
        elif accused and doubtful and entry.steps and (table := tables.get(entry.steps[0])) is not None:
            found.append(_with_places_left_open(entry, doubtful, table, book))
        else:
            found.append(entry)
        changed = set(_changed(entry))
        doubtful = doubtful | changed if entry.verdict is Verdict.UNDECIDED else doubtful - changed
    return tuple(found)


def _is_by_a_doubtful_unit(entry: Entry, doubtful: Collection[str]) -> bool:
    """Return whether a doubtful unit acts as its counter is on the table, and not as it is by the rules."""
    acting = entry.action.actors if entry.action is not None else ()
    return any(
        each.aspect.subject in doubtful and each.aspect.subject in acting
        for each in entry.corrections if each.aspect.kind is AspectKind.UNIT
    )  # fmt: skip


def _with_places_left_open(entry: Entry, doubtful: Collection[str], table: Position, book: RuleBook) -> Entry:
    """Return an entry with undecided what holds only if doubtful units are elsewhere than their counters.

    *table* is the position on it before the action.
    """
    start = entry.judged_in or entry.before
    places = [unit_aspect(unit, AspectField.PLACE) for unit in sorted(doubtful)]
    elsewhere = [each for each in places if value_of(table, each) not in (None, value_of(start, each))]
    if not elsewhere or entry.action is None or entry.ruling is None:
        return entry
    again = judge(carried(start, table, elsewhere), entry.action, book)
    lifted = {(each.rule, each.name) for each in entry.ruling.findings} - {
        (each.rule, each.name) for each in again.findings
    }
    left_open = entry.with_left_open(lambda finding: (finding.rule, finding.name) in lifted)
    return left_open if left_open is entry else left_open.with_notes(_NOTE)


def _changed(entry: Entry) -> Iterator[str]:
    """Yield the units that an action has changed by the rules."""
    after = entry.ruling.after if entry.ruling is not None else None
    if after is not None:
        before = entry.before.units
        yield from (unit for unit, state in after.units.items() if unit in before and state != before[unit])
