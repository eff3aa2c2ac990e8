"""Hexes by their names ``CC.RR``: neighbours and distances on a map whose columns run north to south (R8.12).

Computed with doubled rows: a hex's height counts two, so that the half hex by which every other column
is set off is one. The pixels are those of VASSAL's own hex grid, so that both name the same places.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

__all__ = ["NO_HEX", "Direction", "Hex", "HexGeometry", "HexLayout", "HexNumbering", "Pixel"]

COLUMN_PITCH = math.sqrt(3) / 2
"""The distance from column to column when a hex is 1 high."""


_IN_NAMES: Final = re.compile(
    r"(?<!\s-)(?:(?<![0-9])0?([0-9]{2})[^0-9A-Za-z]?0?([0-9]{2})(?![0-9])"
    r"|(?<![0-9.])([0-9]{1,2})[.,:/-]([0-9]{1,2})(?![0-9.]))"
)
"""A hex in the name of a location: two digits each, with a zero in front or not; or fewer, with a sign between them. A
negative number is no hex's."""
_MAX_TEXT: Final = 120


class Hex(NamedTuple):
    """A hex: column and row, both counted from 1, eastward and southward."""

    column: int
    row: int

    @classmethod
    def parse(cls, name: str) -> Hex:
        """Read ``CC.RR``. Raises ``ValueError`` for any other text."""
        column, dot, row = name.partition(".")
        if not (dot and len(column) == len(row) == 2 and f"{column}{row}".isascii() and f"{column}{row}".isdecimal()):
            raise ValueError(f"{name!r} is not the name of a hex (two digits, dot, two digits)")
        return cls(int(column), int(row))

    @classmethod
    def last_in(cls, text: str) -> Hex | None:
        """Return the last hex that a module's name for a location names, None for none: ``Zone 3 29.13``, ``2913``.

        The number that is written first is the column, whichever way the module counts it.
        """
        found = list(_IN_NAMES.finditer(f" {text[:_MAX_TEXT]}"))
        if not found:
            return None
        column, row = (int(number) for number in found[-1].groups() if number is not None)
        return cls(column, row)

    def __str__(self) -> str:
        return f"{self.column:02}.{self.row:02}"


class Pixel(NamedTuple):
    """A place on the map sheet, right and down from its upper left corner."""

    x: int
    y: int


class Direction(Enum):
    """The six directions from a hex to its neighbours, clockwise; the value is columns east, half hexes south."""

    NORTH = (0, -2)
    NORTH_EAST = (1, -1)
    SOUTH_EAST = (1, 1)
    SOUTH = (0, 2)
    SOUTH_WEST = (-1, 1)
    NORTH_WEST = (-1, -1)

    @property
    def opposite(self) -> Direction:
        """The direction that leads back."""
        east, south = self.value
        return Direction((-east, -south))

    @property
    def words(self) -> str:
        """The direction in words: ``north-east``."""
        return self.name.lower().replace("_", "-")


class HexNumbering:
    """The numbers of hexes that are not numbered column by column: the name of each place of the grid.

    The places are rows, from the north, of hexes, from the west, of which every second one, from the second, is half
    a hex lower. Hexes off the grid have names that occur on no map.
    """

    _BEYOND: Final = 1000

    def __init__(self, rows: Sequence[Sequence[Hex | None]]) -> None:
        self.rows = tuple(tuple(row) for row in rows)
        self._hexes = {
            Hex(column, row): name
            for row, names in enumerate(self.rows, 1) for column, name in enumerate(names, 1) if name is not None
        }  # fmt: skip
        self._places = {name: place for place, name in self._hexes.items()}

    def __eq__(self, other: object) -> bool:
        """Return whether *other* has the same numbers."""
        return isinstance(other, HexNumbering) and self.rows == other.rows

    def __hash__(self) -> int:
        """Return a hash that is the same for equal numbers."""
        return hash(self.rows)

    def place(self, name: Hex) -> Hex:
        """Return the place of a hex, as column and row of a grid that is numbered column by column."""
        return self._places.get(name) or Hex(name.column - self._BEYOND, name.row)

    def name(self, place: Hex) -> Hex:
        """Return the hex at a place."""
        return self._hexes.get(place) or Hex(place.column + self._BEYOND, place.row)

    @classmethod
    def of_places(cls, places: Mapping[tuple[int, int], Hex]) -> HexNumbering:
        """Return the numbers of hexes by their places, columns and rows of a grid whose second column is lower."""
        columns, rows = (sorted(each) for each in zip(*places, strict=True))
        first = columns[0] - columns[0] % 2  # so that the second column is a lower one still
        return cls([
            [places.get((column, row)) for column in range(first, columns[-1] + 1)]
            for row in range(rows[0], rows[-1] + 1)
        ])  # fmt: skip

    @property
    def texts(self) -> list[str]:
        """The rows in the form that :meth:`parse` reads."""
        return [" ".join(NO_HEX if name is None else str(name) for name in row) for row in self.rows]

    @classmethod
    def parse(cls, rows: Iterable[str]) -> HexNumbering:
        """Read rows of names with blanks between them, ``--.--`` for none. Raises ``ValueError``."""
        return cls([[None if name == NO_HEX else Hex.parse(name) for name in row.split()] for row in rows])


NO_HEX: Final = "--.--"
"""The entry in a row of numbers for a place without a hex."""


@dataclass(frozen=True, slots=True)
class HexLayout:
    """The adjacency of hexes. It knows no edge: the caller must leave out hexes that are off the map."""

    even_columns_lower: bool
    """True if the hexes of columns 02, 04, … are half a hex lower than those of 01, 03, …"""
    numbers: HexNumbering | None = None
    """The names of hexes that are not numbered column by column."""

    def neighbour(self, place: Hex, direction: Direction) -> Hex:
        """Return the hex next to *place* in a direction."""
        east, south = direction.value
        return self._at(self.place(place).column + east, self._doubled_row(place) + south)

    def neighbours(self, place: Hex) -> tuple[Hex, ...]:
        """Return the six hexes next to *place*, clockwise from the north."""
        return tuple(self.neighbour(place, direction) for direction in Direction)

    def direction(self, start: Hex, end: Hex) -> Direction:
        """Return the direction from a hex to its neighbour. Raises ``ValueError`` if they are not adjacent."""
        step = (self._columns_between(start, end), self._doubled_row(end) - self._doubled_row(start))
        try:
            return Direction(step)
        except ValueError:
            raise ValueError(f"{end} is not adjacent to {start}") from None

    def distance(self, start: Hex, end: Hex) -> int:
        """Return the distance between two hexes, *end* counted and *start* not."""
        return _steps_between(self._columns_between(start, end), self._doubled_row(end) - self._doubled_row(start))

    def within(self, centre: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the hexes at most *radius* away from *centre* (included), column by column."""
        column, row = self.place(centre).column, self._doubled_row(centre)
        return tuple(
            self._at(column + east, row + south)
            for east in range(-radius, radius + 1)
            for south in range(abs(east) - 2 * radius, 2 * radius - abs(east) + 1, 2)
        )

    def ring(self, centre: Hex, radius: int) -> tuple[Hex, ...]:
        """Return the hexes exactly *radius* away from *centre*, column by column."""
        return tuple(place for place in self.within(centre, radius) if self.distance(centre, place) == radius)

    def line(self, start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
        """Return the hexes that the straight line from centre to centre passes, in order, both ends included.

        Each item is one hex that the line crosses, or the two hexes (sorted) between which it runs along their
        common side. A hex that is touched in a corner only is not passed. The line back is the same one reversed.
        """
        column, row = self.place(start).column, self._doubled_row(start)
        steps = _line_steps(self._columns_between(start, end), self._doubled_row(end) - row)
        return tuple(tuple(sorted(self._at(column + east, row + south) for east, south in step)) for step in steps)

    def is_lower(self, column: int) -> bool:
        """Return whether the hexes of a column are half a hex lower than those of the other kind of column."""
        return (column % 2 == 0) == self.even_columns_lower

    def place(self, name: Hex) -> Hex:
        """Return the place of a hex: its column and row as if hexes were numbered column by column."""
        return name if self.numbers is None else self.numbers.place(name)

    def _columns_between(self, start: Hex, end: Hex) -> int:
        return self.place(end).column - self.place(start).column

    def _doubled_row(self, name: Hex) -> int:
        place = self.place(name)
        return 2 * place.row + self.is_lower(place.column)

    def _at(self, column: int, doubled_row: int) -> Hex:
        place = Hex(column, (doubled_row - self.is_lower(column)) // 2)
        return place if self.numbers is None else self.numbers.name(place)


@cache
def _line_steps(east: int, south: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the offsets of the hexes on the line to the hex *east* columns and *south* half hexes away.

    Columns count three and half hexes one, so all centres and corners are whole numbers; a hex is crossed if it has
    corners on both sides of the line, and has the line along a side if two corners are on it and the others are not.
    A true length needs the square of the half hexes three times: that puts the hexes into the line's order.
    """
    length = _steps_between(east, south)
    passed: dict[int, list[tuple[int, int]]] = {}
    for column in range(min(0, east), max(0, east) + 1):
        for row in range(min(0, south) - 1, max(0, south) + 2):
            beside = (column + row) % 2
            if beside or _steps_between(column, row) + _steps_between(east - column, south - row) != length:
                continue
            sides = [3 * east * (row + y) - south * (3 * column + x) for x, y in _CORNERS]
            if min(sides) < 0 < max(sides) or sides.count(0) == 2 or length == 0:
                passed.setdefault(9 * column * east + 3 * row * south, []).append((column, row))
    return tuple(tuple(passed[place]) for place in sorted(passed))


_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""The corners of a hex from its centre, a column counted three and a half hex one."""


def _steps_between(east: int, south: int) -> int:
    """Return the distance in hexes to the hex at an offset."""
    return abs(east) + max(0, (abs(south) - abs(east)) // 2)


@dataclass(frozen=True, slots=True)
class HexGeometry:
    """The places of the hexes on the sheet: whole pixels, rounded as VASSAL's hex grid does (vassal-files.md 4.4)."""

    layout: HexLayout
    hex_height: int
    """Pixels from flat side to flat side."""
    origin: tuple[int, int]
    """The centre of hex 01.01."""

    @property
    def column_pitch(self) -> float:
        """The distance from column to column, in pixels."""
        return COLUMN_PITCH * self.hex_height

    @property
    def radius(self) -> float:
        """The distance from a hex's centre to its corners, in pixels."""
        return 2 * self.column_pitch / 3

    def centre(self, place: Hex) -> Pixel:
        """Return the pixel that a counter in *place* snaps to."""
        x, y = self.origin
        where = self.layout.place(place)
        column, row = where.column - 1, where.row - 1
        offset = 0
        if column % 2:  # counted from 0, it is these columns that the engine sets off, always downward
            offset = self.hex_height // 2
            row -= not self.layout.even_columns_lower
        return Pixel(int(self.column_pitch * column + x), self.hex_height * row + offset + y)

    def corners(self, place: Hex) -> tuple[Pixel, ...]:
        """Return the six corners of a hex, clockwise from the west end of its north side.

        Sides are in the order of :class:`Direction`: the side toward direction ``n`` runs from corner ``n``
        to the next. Adjacent hexes share corners to the pixel.
        """
        x, y = self.origin
        where = self.layout.place(place)
        column, half_rows = where.column - 1, 2 * (where.row - 1)
        if column % 2:
            half_rows += 1 if self.layout.even_columns_lower else -1
        steps = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
        return tuple(
            Pixel(
                math.floor(x + (3 * column + east) * self.column_pitch / 3 + 0.5),
                math.floor(y + (half_rows + south) * self.hex_height / 2 + 0.5),
            )
            for east, south in steps
        )

    def outlines(self, places: Iterable[Hex]) -> tuple[tuple[Pixel, ...], ...]:
        """Return the closed lines around a set of hexes; the lines around holes run the other way."""
        following = dict(sorted(self._border_sides(frozenset(places))))
        loops = []
        while following:
            start, corner = next(iter(following.items()))
            del following[start]
            loop = [start]
            while corner != start:
                loop.append(corner)
                corner = following.pop(corner)
            loops.append(tuple(loop))
        return tuple(loops)

    def _border_sides(self, places: frozenset[Hex]) -> Iterator[tuple[Pixel, Pixel]]:
        """Yield the hex sides with one of *places* on one side only, the place on the right hand.

        Three hexes meet in a corner, so at most one such side begins at each.
        """
        for place in places:
            corners = self.corners(place)
            for i, neighbour in enumerate(self.layout.neighbours(place)):
                if neighbour not in places:
                    yield corners[i], corners[(i + 1) % 6]
