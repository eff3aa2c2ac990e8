"""The moves of a points track in a segment: the action that each of them is for, and those that are for none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..entries.entry import Entry
from ..events import PointsSet
from ..segments.segment import Segment
from .aspects import Aspect
from .attribution import points_missing

__all__ = ["TrackMoves", "track_moves"]

_Place = tuple[int, int]
"""The numbers of a log and of a step in it."""


@dataclass(frozen=True, slots=True)
class TrackMoves:
    """The actions of a segment that a points track was moved for."""

    marked: frozenset[int] = frozenset()
    """The numbers of the entries whose points were taken off, or added."""
    left_out: frozenset[int] = frozenset()
    """Those for which it was not moved at all: no move is left that goes their way."""


def track_moves(aspect: Aspect, known: int, segment: Segment, entries: Sequence[Entry]) -> TrackMoves:
    """Return what the moves of a division's track are for; it showed so many points before the segment.

    A move goes with the action that changes the points by as many: the next one after it, or else the last one before.
    """
    moves = _moves(aspect, known, segment)
    waiting = {entry.number: (_change(entry, aspect), _place(entry, segment)) for entry in entries}
    waiting = {number: found for number, found in waiting.items() if found[0]}
    marked = set[int]()
    for is_paid_first in (True, False):
        for number, (change, place) in waiting.items():
            fitting = [
                move
                for move in moves
                if number not in marked and move[0] == change and (move[1] <= place) is is_paid_first
            ]
            if fitting:
                marked.add(number)
                moves.remove(fitting[-1] if is_paid_first else fitting[0])
    left_out = (
        number for number, (change, _) in waiting.items()
        if number not in marked and not any(change * move > 0 for move, _ in moves)
    )  # fmt: skip
    return TrackMoves(frozenset(marked), frozenset(left_out))


def _moves(aspect: Aspect, known: int, segment: Segment) -> list[tuple[int, _Place]]:
    """Return by how many points a segment moves the track each time, and where."""
    moves = []
    for event, step in zip(segment.events, segment.steps, strict=True):
        if isinstance(event, PointsSet) and (event.division, event.kind) == (aspect.subject, aspect.field):
            moves.append((event.points - known, (step.log, step.number)))
            known = event.points
    return moves


def _change(entry: Entry, aspect: Aspect) -> int:
    """Return by how many points an action changes those of a division."""
    after = entry.ruling.after if entry.action is not None and entry.ruling is not None else None
    return points_missing(after, entry.before, aspect) if after is not None else 0


def _place(entry: Entry, segment: Segment) -> _Place:
    last = segment.steps[-1]
    return entry.steps[-1] if entry.steps else (last.log, last.number)
