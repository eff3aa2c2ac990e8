"""The line of a trail through the hexes of its path: rounded in each hex, straight through the middle of its sides."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise

from ..game.hexes import Pixel
from . import svg

__all__ = ["trail_outline"]


def trail_outline(
    centres: Sequence[Pixel], start: svg.Point | None, end: svg.Point | None, junctions: Container[Pixel]
) -> str:
    """Return path data of a trail through hexes with these *centres*.

    *start* and *end* are where it crosses the map's edge; None where it begins or ends in its hex's centre.
    It is a run of curves from hex side to hex side, each bent by the hex's centre; in one of the *junctions*
    the curve is bent farther, so that it goes exactly through the centre and meets the other trails.
    """
    sides = [((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(centres)]
    first, last = start or centres[0], end or centres[-1]
    stops = [first, *sides, last]
    outline = svg.polyline([first])
    for centre, (before, after) in zip(centres, pairwise(stops), strict=True):
        if centre in (before, after):
            outline += f"L{_point(after)}"
        else:
            outline += f"Q{_point(_bend(centre, before, after) if centre in junctions else centre)} {_point(after)}"
    return outline


def _bend(centre: Pixel, before: svg.Point, after: svg.Point) -> svg.Point:
    """Return the control point that leads a curve through *centre* half-way."""
    return 2 * centre.x - (before[0] + after[0]) / 2, 2 * centre.y - (before[1] + after[1]) / 2


def _point(point: svg.Point) -> str:
    return f"{svg.number(point[0])} {svg.number(point[1])}"
