"""Points that a player has too few of on his own track: nobody cheats so, and something is not understood.

He took points off for something that was not read, or has not put all on the track that he may: it is a question. What
is paid for an action that may not be bought is reported with it.
"""

from __future__ import annotations

from ...rules.ruling import Finding
from ..discrepancies.aspects import AspectKind
from ..entries.entry import Entry, EntryKind
from ..finding_names import FindingName
from .unknown_past import POINTS

__all__ = ["with_too_few_own_points_left_open"]

_OF_TABLE = frozenset({FindingName.CHANGE_NOT_EXPLAINED, FindingName.RESULT_NOT_APPLIED})
_NOTE = "fewer points on the track harm nobody but their owner"


def with_too_few_own_points_left_open(entry: Entry) -> Entry:
    """Return an entry with undecided that its own side has too few points, if the table shows nothing else of points.

    What is found on the table alone is left open only if that is all that it shows; with an action, only if dice beside
    it were for nothing: they may be those of the act that was paid for.
    """
    points = [each for each in entry.corrections if each.aspect.kind is AspectKind.POINTS]
    if not points or any(each.harms != entry.side for each in points):
        return entry
    if len(points) < len(entry.corrections) if entry.kind is EntryKind.TABLE else not entry.stray_dice:
        return entry
    found = entry.with_left_open(_is_of_track)
    return found if found is entry else found.with_notes(_NOTE)


def _is_of_track(finding: Finding) -> bool:
    return finding.name in _OF_TABLE and finding.rule.startswith(POINTS)
