"""Lays counters out in a rectangle so that the name bar of each can be read, however many they are.

Counters are drawn from the bottom of a stack to its top: each is placed farther down than the one under it, whose name
bar shows above it. What would not fit in this way is laid out in several columns and drawn smaller.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from .counters import COUNTER_SIZE

__all__ = ["NAME_BAR", "Spot", "fanned"]

NAME_BAR: Final = 15
"""The height of a counter's upper edge that the next one of its stack leaves free: the name bar with its rim."""
_GAP: Final = 3
"""The pixels between counters that do not overlap."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a counter: the upper left corner, and the scale that it is drawn in."""

    x: float
    y: float
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class _Way:
    """A way of laying out: columns, rows, the scale, and the distance between the rows in pixels of the counter."""

    columns: int
    rows: int
    scale: float
    pitch: float


@lru_cache(maxsize=4096)
def fanned(width: float, height: float, count: int, *, peek: int = NAME_BAR) -> tuple[Spot, ...]:
    """Return the spots of *count* counters in a rectangle from 0, 0, the lowest counter of the stack first.

    The way with the largest counters is taken, then the one that covers the least of them. *peek* is how much of each
    counter's upper edge must show.
    """
    if not count:
        return ()
    ways = (_way(width, height, count, columns, peek) for columns in range(1, count + 1))
    best = max(ways, key=lambda way: (round(way.scale, 3), round(way.pitch, 1), way.columns))
    across, down = (COUNTER_SIZE + _GAP) * best.scale, best.pitch * best.scale
    side = COUNTER_SIZE * best.scale
    left = (width - across * (best.columns - 1) - side) / 2
    top = (height - down * (best.rows - 1) - side) / 2
    return tuple(Spot(left + across * column, top + down * row, best.scale) for column, row in _cells(best, count))


def _way(width: float, height: float, count: int, columns: int, peek: int) -> _Way:
    rows = -(-count // columns)
    scale = min(
        1.0,
        width / (columns * COUNTER_SIZE + (columns - 1) * _GAP),
        height / (COUNTER_SIZE + (rows - 1) * peek),
    )
    free = (height / scale - COUNTER_SIZE) / (rows - 1) if rows > 1 else height
    return _Way(columns, rows, scale, min(free, COUNTER_SIZE + _GAP))


def _cells(way: _Way, count: int) -> list[tuple[int, int]]:
    """Return columns and rows in the order of the counters: row by row, or down each stack where they overlap."""
    if way.pitch >= COUNTER_SIZE:
        return [(number % way.columns, number // way.columns) for number in range(count)]
    return [divmod(number, way.rows) for number in range(count)]
