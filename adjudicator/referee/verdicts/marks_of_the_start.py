"""Notes instead of offences: a marker that the table lacks since the first file began.

Who holds the hex that decides a scenario has a marker there. Where a game is taken up without it, the action at which
the referee first looks for it is not the one that should have brought it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from ...game.position import Position
from ...rules.rule_sets import exclusive_rules
from ...rules.ruling import Finding
from ..discrepancies.aspects import AspectKind
from ..discrepancies.citations import aspect_rule
from ..entries.entry import Entry
from ..finding_names import FindingName

__all__ = ["without_marks_of_the_start"]

_NOTE: Final = "the marker was missing when the first file began: who should have put it down is not known"
_OF_TABLE: Final = frozenset({FindingName.RESULT_NOT_APPLIED, FindingName.CHANGE_NOT_EXPLAINED})


def without_marks_of_the_start(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return entries without what is said of markers of occupation that were missing when the first file began."""
    if not entries:
        return ()
    start = entries[0].before
    missing = exclusive_rules(start.game).note(start).flags - start.flags
    return tuple(_excused(entry, missing) for entry in entries)


def _excused(entry: Entry, missing: Iterable[str]) -> Entry:
    rules = frozenset(_rules(entry, missing, entry.after or entry.before))
    found = entry.without(partial(_cites, rules))
    return found.with_notes(_NOTE) if found.findings != entry.findings else entry


def _rules(entry: Entry, missing: Iterable[str], position: Position) -> Iterator[str]:
    """Yield the rules by which some missing flags are held against an entry."""
    for each in entry.corrections:
        if each.aspect.kind is AspectKind.FLAG and each.aspect.subject in missing:
            yield aspect_rule(each.aspect, position, position)


def _cites(rules: frozenset[str], finding: Finding) -> bool:
    return finding.name in _OF_TABLE and finding.rule in rules
