"""Whole-pixel geometry as the engine's Java computes it: points, rounding, polygons (vassal-files.md 4.4, 4.6).

Pixels are Java ``int``, lengths Java ``double``; the outline of a hex is worked out in ``float``.
Which neighbour a pixel on an edge belongs to depends on that, so it is followed here.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import NamedTuple

__all__ = [
    "MAX_PIXEL", "NO_SIZE", "Point", "Size", "bounding_size", "divide", "hexagon_contains", "is_far_out",
    "polygon_contains", "round_half_up",
]  # fmt: skip

MAX_PIXEL = 10_000_000
"""The greatest size of a board; whatever is farther out (either way) is on no board."""


class Point(NamedTuple):
    """A pixel; x to the right, y down."""

    x: int
    y: int


class Size(NamedTuple):
    """Width and height in pixels."""

    width: int
    height: int


NO_SIZE = Size(0, 0)


def is_far_out(point: Point) -> bool:
    """Return whether *point* is beyond any board, so that no grid need be asked."""
    return not (-MAX_PIXEL <= point.x <= MAX_PIXEL and -MAX_PIXEL <= point.y <= MAX_PIXEL)


def round_half_up(value: float) -> int:
    """Round to the nearest whole number, halves up, as Java's ``Math.round``. *value* is finite."""
    whole = math.floor(value)
    return whole + 1 if value - whole >= 0.5 else whole


def divide(dividend: int, divisor: int) -> int:
    """Divide whole numbers, truncating toward zero, as Java does. *divisor* is positive."""
    quotient = abs(dividend) // divisor
    return quotient if dividend >= 0 else -quotient


def bounding_size(vertices: Sequence[Point]) -> Size:
    """Return the size of the upright rectangle around *vertices*; nothing around none."""
    if not vertices:
        return NO_SIZE
    columns, rows = [vertex.x for vertex in vertices], [vertex.y for vertex in vertices]
    return Size(max(columns) - min(columns), max(rows) - min(rows))


def polygon_contains(vertices: Sequence[Point], point: Point) -> bool:
    """Return whether *point* is inside, by the even-odd rule of ``java.awt.Polygon``.

    Left and upper edges belong to the polygon, right and lower ones do not. The polygon is closed
    by itself; fewer than three vertices contain nothing.
    """
    inside = False
    previous = vertices[-1] if vertices else point
    for current in vertices:
        top, bottom = (previous, current) if previous.y < current.y else (current, previous)
        if top.y <= point.y < bottom.y:
            share = (point.y - top.y) / (bottom.y - top.y)
            inside ^= point.x - top.x < share * (bottom.x - top.x)
        previous = current
    return inside


def _single(value: float) -> float:
    """Round to single precision, Java's ``float``."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


def _hexagon(centre: Point, dx: float, dy: float) -> tuple[Point, ...]:
    """Return the six corners of a hex with flat top and bottom, clockwise from the left one.

    The right and the lower corners are one pixel farther out, so that edges belong to the hex.
    """
    half_height = 0.5 * _single(dy)
    reach = _single(_single(2.0 * _single(dx)) / 3.0)
    left, right = (round_half_up(_single(centre.x + sign * reach)) for sign in (-1, 1))
    inner_left, inner_right = (round_half_up(_single(centre.x + sign * 0.5 * reach)) for sign in (-1, 1))
    top, bottom = (round_half_up(_single(centre.y + sign * half_height)) for sign in (-1, 1))
    return (
        Point(left, centre.y), Point(inner_left, top), Point(inner_right + 1, top),
        Point(right + 1, centre.y), Point(inner_right + 1, bottom + 1), Point(inner_left, bottom + 1),
    )  # fmt: skip


def hexagon_contains(centre: Point, dx: float, dy: float, point: Point) -> bool:
    """Return whether the hex around *centre* contains *point*, as ``java.awt.geom.Area`` does.

    *dx* is the distance between columns and *dy* the height, in pixels. The rule is that of
    :func:`polygon_contains` with another order of the arithmetic, which matters on an edge.
    """
    inside = False
    vertices = _hexagon(centre, dx, dy)
    previous = vertices[-1]
    for current in vertices:
        top, bottom = (previous, current) if previous.y < current.y else (current, previous)
        if top.y <= point.y < bottom.y:
            edge = top.x + (point.y - top.y) * (bottom.x - top.x) / (bottom.y - top.y)
            inside ^= point.x < edge
        previous = current
    return inside
