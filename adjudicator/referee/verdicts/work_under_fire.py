"""Engineer work at which the other side may still fire: what comes of it is not known before the answer.

Opportunity Fire comes before the die of the work that provokes it (R12.1). Whoever announces the work, asks for the
fire and goes on meanwhile with another unit's dice has not rolled for it yet; and whoever has rolled leaves the marker
until he knows that nobody stops him.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...game.hexes import Hex
from ...game.play import Engineer, RollPurpose
from ...rules.rule_book import RuleBook
from ...rules.ruling import Finding
from ...rules.series.opportunity import possible_firers
from ..entries.entry import Entry
from ..events import ObservedStep
from ..finding_names import FindingName

__all__ = ["with_work_under_fire_left_open"]

_NOTE = "the other side may still fire at the work, which comes before its die"


def with_work_under_fire_left_open(entry: Entry, steps: Sequence[ObservedStep], book: RuleBook) -> Entry:
    """Return an entry of work with undecided what was not marked of it, if the other side may still fire at it."""
    if not isinstance(entry.action, Engineer) or not _is_unanswered(entry, steps):
        return entry
    rolled = {each.unit for each in entry.resolutions if each.purpose == RollPurpose.OPPORTUNITY}
    place = entry.before.units[entry.unit].place
    if not isinstance(place, Hex) or rolled.issuperset(possible_firers(entry.before, book, entry.unit, place)):
        return entry
    found = entry.with_left_open(_is_unmarked)
    return found if found is entry else found.with_notes(_NOTE)


def _is_unanswered(entry: Entry, steps: Sequence[ObservedStep]) -> bool:
    """Return whether the mail of an entry is the last one."""
    return bool(steps) and bool(entry.steps) and entry.steps[-1][0] == steps[-1].log


def _is_unmarked(finding: Finding) -> bool:
    return finding.name == FindingName.RESULT_NOT_APPLIED
