"""Tracks that a player puts right late: points or Morale that he has forgotten in an earlier mail.

He says so; or he sets a track before anything else in the first of his mails at hand, for it was due in one before the
files. What he adds then, or takes off, is all that the track differs by. Once it is in question what a track should
show, it is in question for the rest of that player's mail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from ...rules.ruling import Verdict
from ..discrepancies.aspects import Aspect, AspectField, AspectKind
from ..entries.entry import Correction, Entry
from ..events import ConditionsSet, ObservedStep, PointsSet, Said, StateSet
from ..finding_names import FindingName

__all__ = ["with_late_tracks_left_open", "with_tracks_in_question_left_open"]

_NOTE: Final = "earlier mails would settle this: the track was set before anything else in its player's first mail"
_ADMITTED: Final = "the player says that he is putting right what he had left out: {words}"
_IN_QUESTION: Final = "earlier in this mail it is in question what that track should show"
_OF_TRACKS: Final = frozenset({FindingName.CHANGE_NOT_EXPLAINED, FindingName.RESULT_NOT_APPLIED})
_TRACKS: Final = frozenset({AspectKind.POINTS, AspectKind.CONDITION})
_MORALE: Final = Aspect(AspectKind.CONDITION, "morale")


def with_late_tracks_left_open(entries: Sequence[Entry], steps: Sequence[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries with undecided that tracks differ by what was marked first of all, or was left out before.

    Args:
        entries: all entries of the logs.
        steps: the steps of all logs, in order.
    """
    marked = dict(_marked_first(steps))
    admitted = {
        (step.log, step.player): event.text
        for step in steps for event in step.events if isinstance(event, Said) and event.admits_omission
    }  # fmt: skip
    return tuple(_left_open(entry, marked, admitted) for entry in entries)


def with_tracks_in_question_left_open(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return entries, in their order, with undecided that points differ which are in question since an earlier entry.

    The game goes on from what the track shows then; whether that was right decides on what it should show later.
    """
    in_question: set[tuple[int, str, Aspect]] = set()
    found: list[Entry] = []
    for entry in entries:
        points = {each.aspect for each in entry.corrections if each.aspect.kind is AspectKind.POINTS}
        tracks = {(entry.steps[-1][0], entry.player, each) for each in points} if entry.steps else set()
        if tracks & in_question and len(points) == len(entry.corrections):
            left_open = entry.with_left_open(lambda each: each.name in _OF_TRACKS)
            entry = left_open if left_open is entry else left_open.with_notes(_IN_QUESTION)
        if any(each.name in _OF_TRACKS and each.verdict is Verdict.UNDECIDED for each in entry.findings):
            in_question |= tracks
        found.append(entry)
    return tuple(found)


def _left_open(entry: Entry, marked: Mapping[Aspect, int], admitted: Mapping[tuple[int, str], str]) -> Entry:
    if not entry.corrections or any(each.aspect.kind not in _TRACKS for each in entry.corrections):
        return entry
    words = next((admitted[mail] for log, _ in entry.steps if (mail := (log, entry.player)) in admitted), "")
    if not words and any(_difference(each) != marked.get(each.aspect) for each in entry.corrections):
        return entry
    found = entry.with_left_open(lambda each: each.name in _OF_TRACKS)
    return found if found is entry else found.with_notes(_ADMITTED.format(words=words) if words else _NOTE)


def _difference(correction: Correction) -> int:
    """Return by how much the table shows more than the rules; 0 for what is no number."""
    shown, ruled = correction.found, correction.expected
    return int(shown) - int(ruled) if shown.isdecimal() and ruled.isdecimal() else 0


def _marked_first(steps: Sequence[ObservedStep]) -> Iterator[tuple[Aspect, int]]:
    """Yield the tracks that each player set before his first act, and by how much they rose."""
    begun: set[str] = set()
    for before, step in pairwise(steps):
        if step.player in begun:
            continue
        for event in step.events:
            if isinstance(event, PointsSet):
                known = before.table.points[event.division]
                yield (
                    Aspect(AspectKind.POINTS, event.division, AspectField(event.kind)),
                    event.points - getattr(known, event.kind),
                )
            elif isinstance(event, ConditionsSet):
                yield _MORALE, (event.morale or 0) - (before.table.morale or 0)
            elif not isinstance(event, Said | StateSet):
                begun.add(step.player)
