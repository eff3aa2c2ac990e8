"""The grids of boards and zones: pixel to location name and back (vassal-files.md 4.4 to 4.6, 6.4).

All pixels are those of the board, not reversed. Raw columns and rows count from the grid's origin;
numbered ones are what the numbering makes of them. Names come out as the engine computes them, and
so does the pixel of a name, except for oblique numberings, where the engine gives a wrong one.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from .errors import GridError
from .geometry import MAX_PIXEL, Point, Size, hexagon_contains, is_far_out, round_half_up
from .location_format import no_such_location
from .numbering import AxisNumbering, HexGridNumbering, Slant, SquareGridNumbering

__all__ = ["DEFAULT_HEX_HEIGHT", "DEFAULT_HEX_WIDTH", "Grid", "HexGrid", "Region", "RegionGrid", "SquareGrid"]

_SQRT3_2 = math.sqrt(3) / 2
DEFAULT_HEX_HEIGHT = 64.0
DEFAULT_HEX_WIDTH = _SQRT3_2 * DEFAULT_HEX_HEIGHT
_MAX_ORIGIN = MAX_PIXEL // 10


class Grid(Protocol):
    """The methods of every grid. Only ``location_point`` raises anything."""

    def location_name(self, point: Point) -> str | None:
        """Return the name of the location at a board pixel, None if the grid has no name for it."""
        ...

    def location_point(self, name: str) -> Point:
        """Return the board pixel of the location called *name*. Raises GridError."""
        ...

    def snap(self, point: Point) -> Point:
        """Return the centre that is nearest to *point* in the grid's own sense."""
        ...


def _check_cell(dx: float, dy: float, x0: int, y0: int) -> None:
    """Raise GridError for a cell size or an origin that no grid can have."""
    for name, length in (("dx", dx), ("dy", dy)):
        if not 1 <= length <= MAX_PIXEL:  # also true for "not a number"
            raise GridError(
                "this size of a cell makes no sense",
                place=f"attribute {name}",
                found=str(length),
                expected=f"1 to {MAX_PIXEL:,} pixels",
            )
    for name, offset in (("x0", x0), ("y0", y0)):
        if abs(offset) > _MAX_ORIGIN:
            raise GridError(
                "this origin makes no sense",
                place=f"attribute {name}",
                found=str(offset),
                expected=f"at most {_MAX_ORIGIN:,} pixels either way",
            )


def _check_size_known(size: Size | None, *axes: AxisNumbering) -> None:
    if size is None and any(axis.descending for axis in axes):
        raise GridError(
            "descending numbers need the size of the board, which is not known", place="attribute hDescend or vDescend"
        )


def _on_board(x: float, y: float, name: str) -> Point:
    """Return the pixel, or raise GridError if it is farther out than any board."""
    if not (abs(x) <= MAX_PIXEL and abs(y) <= MAX_PIXEL):
        raise no_such_location(name)
    return Point(int(x), int(y))


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A grid of hexes (vassal-files.md 4.4).

    Columns are upright and flat-topped, odd ones half a hex lower. With ``sideways`` the whole grid
    is turned on its side: x and y change places, also for ``x0`` and ``y0``, the centre of raw hex (0, 0).
    Raises GridError if a number makes no sense.
    """

    x0: int = 0
    y0: int = 32
    dx: float = DEFAULT_HEX_WIDTH
    """Distance from column to column, in pixels."""
    dy: float = DEFAULT_HEX_HEIGHT
    """Height of a hex, in pixels."""
    sideways: bool = False
    numbering: HexGridNumbering | None = None
    size: Size | None = None
    """The board or zone that the grid is on; descending numbers start from its far end."""

    def __post_init__(self) -> None:
        """Refuse what cannot be computed with."""
        _check_cell(self.dx, self.dy, self.x0, self.y0)
        if self.numbering:
            _check_size_known(self.size, self.numbering.horizontal, self.numbering.vertical)

    def raw(self, point: Point) -> tuple[int, int]:
        """Return the raw column and row of a board pixel that is not far out.

        The hexes count as rectangles here, so near a corner this can be the neighbour's.
        """
        x, y = self._turned(point)
        column = math.floor((x - self.x0) / self.dx + 0.5)
        if round_half_up((x - self.x0) / self.dx) % 2 == 0:
            return column, round_half_up((y - self.y0) / self.dy)
        return column, round_half_up((y - self.y0 - self.dy / 2) / self.dy)

    def centre(self, column: int, row: int) -> Point:
        """Return the board pixel to which the engine snaps in a raw column and row."""
        return self._turned(self._centre(column, row))

    def location_name(self, point: Point) -> str | None:
        """Return the name at a board pixel, None without a numbering or beyond any board."""
        if self.numbering is None or is_far_out(point):
            return None
        raw_column, raw_row = self.raw(point)
        columns, rows, rows_descend = self._counts()
        column = raw_column if columns is None else columns - raw_column
        row = raw_row if rows is None else rows - raw_row
        if self.numbering.stagger and raw_column % 2:
            row += -1 if rows_descend else 1
        return self.numbering.location_text(*self.numbering.slanted(column, row))

    def location_point(self, name: str) -> Point:
        """Return the board pixel of a location name. Raises GridError.

        With an ordinary numbering this is the engine's pixel: one row off when ``stagger`` is on, the
        columns count down and their number is odd, since the engine then looks at the wrong column.
        """
        if self.numbering is None:
            raise no_such_location(name)
        column, row = self.numbering.upright(*self.numbering.parse(name))
        columns, rows, rows_descend = self._counts()
        raw_column = column if columns is None else columns - column
        tested = column if self.numbering.slant is Slant.NONE else raw_column
        if self.numbering.stagger and tested % 2:
            row += 1 if rows_descend else -1
        raw_row = row if rows is None else rows - row
        half = self.dy / 2 if raw_column % 2 else 0.0
        x, y = raw_column * self.dx, raw_row * self.dy + half
        turned = _on_board(x, y, name)
        return self._turned(Point(turned.x + self.x0, turned.y + self.y0))

    def snap(self, point: Point) -> Point:
        """Return the centre of the hex that contains a board pixel; a far one is left alone."""
        if is_far_out(point):
            return point
        turned = self._turned(point)
        column, row = self._rectangle(turned)
        first = self._centre(column, row)
        # The corners of the rectangle belong to four neighbours, half a hex up and down.
        upper = -1 if column % 2 == 0 else 0
        for neighbour in ((0, 0), (-1, upper), (-1, upper + 1), (1, upper), (1, upper + 1)):
            centre = self._centre(column + neighbour[0], row + neighbour[1])
            if hexagon_contains(centre, self.dx, self.dy, turned):
                return self._turned(centre)
        return self._turned(first)

    def _turned(self, point: Point) -> Point:
        return Point(point.y, point.x) if self.sideways else point

    def _rectangle(self, turned: Point) -> tuple[int, int]:
        """Return the raw column and row of the rectangle that snapping looks at first."""
        column = math.floor((turned.x - self.x0 + self.dx / 2) / self.dx)
        half = self.dy / 2 if column % 2 == 0 else 0.0
        return column, math.floor((turned.y - self.y0 + half) / self.dy)

    def _centre(self, column: int, row: int) -> Point:
        half = int(self.dy / 2) if column % 2 else 0
        return Point(int(self.dx * column + self.x0), int(self.dy * row + half + self.y0))

    def _counts(self) -> tuple[int | None, int | None, bool]:
        """Return what raw columns and raw rows are subtracted from, if they are, and if rows are.

        The engine divides the height by the width of a hex and the other way round.
        """
        if self.numbering is None or self.size is None:
            return None, None, False
        horizontal, vertical = self.numbering.horizontal.descending, self.numbering.vertical.descending
        across = math.floor(self.size.width / self.dy + 0.5) if horizontal else None
        down = math.floor(self.size.height / self.dx + 0.5) if vertical else None
        return (down, across, horizontal) if self.sideways else (across, down, vertical)


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """A grid of rectangles; ``x0`` and ``y0`` are the centre of the first (vassal-files.md 4.5).

    Raises GridError if a number makes no sense.
    """

    x0: int = 24
    y0: int = 24
    dx: float = 48.0
    dy: float = 48.0
    numbering: SquareGridNumbering | None = None
    size: Size | None = None
    """The board or zone that the grid is on; descending numbers start from its far end."""

    def __post_init__(self) -> None:
        """Refuse what cannot be computed with."""
        _check_cell(self.dx, self.dy, self.x0, self.y0)
        if self.numbering:
            _check_size_known(self.size, self.numbering.horizontal, self.numbering.vertical)

    def location_name(self, point: Point) -> str | None:
        """Return the name at a board pixel, None without a numbering or beyond any board.

        The engine rounds rows toward zero: above the first row the names are one off.
        """
        if self.numbering is None or is_far_out(point):
            return None
        column = math.floor((point.x - self.x0) / self.dx + 0.5)
        row = int((point.y - self.y0) / self.dy + 0.5)
        return self.numbering.location_text(*self._counted(column, row))

    def location_point(self, name: str) -> Point:
        """Return the board pixel of a location name. Raises GridError."""
        if self.numbering is None:
            raise no_such_location(name)
        column, row = self._counted(*self.numbering.parse(name))
        return _on_board(column * self.dx + self.x0, row * self.dy + self.y0, name)

    def snap(self, point: Point) -> Point:
        """Return the nearest centre of a rectangle; a far pixel is left alone."""
        if is_far_out(point):
            return point
        column = round_half_up((point.x - self.x0) / self.dx)
        row = round_half_up((point.y - self.y0) / self.dy)
        return Point(self.x0 + round_half_up(2 * column * self.dx / 2), self.y0 + round_half_up(2 * row * self.dy / 2))

    def _counted(self, column: int, row: int) -> tuple[int, int]:
        """Turn raw column and row into numbered ones; the same turns them back."""
        if self.numbering is None or self.size is None:
            return column, row
        if self.numbering.horizontal.descending:
            column = int(self.size.width / self.dx + 0.5) - column
        if self.numbering.vertical.descending:
            row = int(self.size.height / self.dy + 0.5) - row
        return column, row


@dataclass(frozen=True, slots=True)
class Region:
    """A named point of a region grid, in board pixels."""

    name: str
    origin: Point


@dataclass(frozen=True)
class RegionGrid:
    """A grid of named points; a pixel belongs to the nearest (vassal-files.md 4.6).

    Two regions at one point are one, with the name of the later.
    """

    regions: tuple[Region, ...] = ()
    """The regions, in the build file's order."""

    @cached_property
    def _searched(self) -> tuple[Region, ...]:
        """The regions in the order in which the engine's hash table holds them.

        The first of them wins when several are equally near, or have the same name.
        """
        by_point: dict[Point, Region] = {}
        for region in self.regions:
            by_point[region.origin] = region
        buckets = 16
        while len(by_point) > buckets * 3 // 4:
            buckets *= 2
        return tuple(sorted(by_point.values(), key=lambda region: _hash(region.origin) % buckets))

    def location_name(self, point: Point) -> str | None:
        """Return the name of the nearest region, None if there is none or beyond any board."""
        nearest = None if is_far_out(point) else self._nearest(point)
        return nearest.name if nearest else None

    def location_point(self, name: str) -> Point:
        """Return the point of the region called *name*. Raises GridError."""
        for region in self._searched:
            if region.name == name:
                return region.origin
        raise no_such_location(name)

    def snap(self, point: Point) -> Point:
        """Return the nearest region's point, or *point* itself if there is none."""
        nearest = self._nearest(point)
        return nearest.origin if nearest else point

    def _nearest(self, point: Point) -> Region | None:
        def squared_distance(region: Region) -> int:
            return (point.x - region.origin.x) ** 2 + (point.y - region.origin.y) ** 2

        return min(self._searched, key=squared_distance, default=None)


def _hash(point: Point) -> int:
    """Return where Java's hash tables put a point: ``Point2D.hashCode``, spread over the low bits."""
    x_bits, y_bits = (int.from_bytes(struct.pack(">d", float(value)), "big") for value in point)
    bits = x_bits ^ (y_bits * 31 % 2**64)
    folded = (bits ^ (bits >> 32)) % 2**32
    return folded ^ (folded >> 16)
