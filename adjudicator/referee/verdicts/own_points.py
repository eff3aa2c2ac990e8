"""Points that a player has too few of on his own track: nobody cheats so, and something is not understood.

He took points off for something that was not read, or has not put all on the track that he may. Where no action shows
what they were for, it is a question; what is paid for an action that may not be bought is reported with it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...game.action_words import Declaration
from ...rules.ruling import Finding
from ..accounts.slips import Slip
from ..discrepancies.aspects import AspectKind
from ..entries.entry import Entry, EntryKind
from ..events import Declared, ObservedStep
from ..finding_names import FindingName
from .unknown_past import POINTS

__all__ = ["with_too_few_own_points_left_open"]

_OF_TABLE = frozenset({FindingName.CHANGE_NOT_EXPLAINED, FindingName.RESULT_NOT_APPLIED})
_NOTE = "fewer points on the track harm nobody but their owner"


def with_too_few_own_points_left_open(entry: Entry, steps: Iterable[ObservedStep]) -> Entry:
    """Return what the table alone shows with that undecided, if it is nothing but too few points of its own side.

    So is what an action leaves over if a check of a unit that has no part in it was bought with the words of it.
    """
    of_table = entry.kind is EntryKind.TABLE or _buys_check_of_another(entry, steps)
    if not of_table or not _has_too_few_own_points(entry):
        return entry
    if any(each.aspect.kind is not AspectKind.POINTS for each in entry.corrections):
        return entry
    found = entry.with_left_open(_is_of_track)
    return found if found is entry else found.with_notes(_NOTE)


def _buys_check_of_another(entry: Entry, steps: Iterable[ObservedStep]) -> bool:
    """Return whether words of an entry that came to nothing buy a check of a unit that it does not judge."""
    if Slip.ANNOUNCEMENT_UNUSED not in entry.slips:
        return False
    judged = {entry.unit, *(unit for each in entry.resolutions for unit in (each.unit, each.target))}
    numbers = set(entry.steps)
    told = (event for step in steps if (step.log, step.number) in numbers for event in step.events)
    return any(
        isinstance(event, Declared) and event.action is Declaration.AUTOMATIC_PASS and event.unit not in judged
        for event in told
    )


def _has_too_few_own_points(entry: Entry) -> bool:
    """Return whether an entry finds points wrong on tracks, and only too few of its own side."""
    points = [each for each in entry.corrections if each.aspect.kind is AspectKind.POINTS]
    return bool(points) and all(each.harms == entry.side for each in points)


def _is_of_track(finding: Finding) -> bool:
    """Return whether a finding is of points that are not on their track as they should be."""
    return finding.name in _OF_TABLE and finding.rule.startswith(POINTS)
