"""The numbering of the columns and rows of grids, and the location names made from it (vassal-files.md 4.5, 6.4).

The numbers here are *numbered* columns and rows: what a grid's own raw ones become once they are
counted down, staggered and slanted; the offsets are still to be added.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from .errors import GridError
from .geometry import divide
from .location_format import expand, match, no_such_location

__all__ = ["DEFAULT_LOCATION_FORMAT", "AxisNumbering", "GridNumbering", "HexGridNumbering", "Slant",
           "SquareGridNumbering"]  # fmt: skip

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERS = "-?(?:" + "|".join(f"{letter}+" for letter in _ALPHABET) + ")"
_JAVA_INT = range(-(2**31), 2**31)
_MAX_OFFSET = 1_000_000
_LEADING = range(-1, 33)

GRID_LOCATION = "gridLocation"
DEFAULT_LOCATION_FORMAT = f"${GRID_LOCATION}$"


@dataclass(frozen=True, slots=True)
class AxisNumbering:
    """The numbering of columns, or of rows: attributes ``hType``, ``hLeading``, ``hOff``, ``hDescend``.

    Raises GridError if a number makes no sense.
    """

    alphabetic: bool = False
    leading: int = 1
    """Numbers are padded with zeros to one digit more than this."""
    offset: int = 1
    descending: bool = False

    def __post_init__(self) -> None:
        """Refuse numbers that no numbering can have."""
        if self.leading not in _LEADING:
            raise GridError(
                "the number of leading zeros makes no sense",
                place="attribute Leading",
                found=str(self.leading),
                expected=f"{_LEADING[0]} to {_LEADING[-1]}",
            )
        if abs(self.offset) > _MAX_OFFSET:
            raise GridError(
                "the starting number makes no sense",
                place="attribute Off",
                found=str(self.offset),
                expected=f"at most {_MAX_OFFSET:,} either way",
            )

    def name(self, index: int) -> str:
        """Return the name of a numbered column or row: ``-`` if negative, then digits or letters.

        Letters go from A to Z, then AA, BB, …, ZZ, AAA.
        """
        value = index + self.offset
        sign, value = ("-" if value < 0 else ""), abs(value)
        if self.alphabetic:
            repeats, letter = divmod(value, len(_ALPHABET))
            return sign + _ALPHABET[letter] * (repeats + 1)
        return sign + str(value).zfill(self.leading + 1)

    def index(self, name: str) -> int:
        """Return the numbered column or row called *name*. Raises GridError."""
        digits = name.removeprefix("-")
        if self.alphabetic:
            value = len(_ALPHABET) * (len(digits) - 1) + _ALPHABET.index(digits[-1])
        else:
            value = int(digits) if digits else _JAVA_INT.stop
        if value not in _JAVA_INT:
            raise no_such_location(name)
        return (-value if name.startswith("-") else value) - self.offset

    @property
    def pattern(self) -> str:
        """The regular expression for a name, as one group."""
        return f"({_LETTERS})" if self.alphabetic else f"(-?[0-9]{{{self.leading + 1},}})"


@dataclass(frozen=True, slots=True)
class GridNumbering:
    """The numbering of a regular grid, with the engine's defaults."""

    horizontal: AxisNumbering = AxisNumbering()
    """The numbering of columns (attributes beginning with ``h``)."""
    vertical: AxisNumbering = AxisNumbering()
    """The numbering of rows (attributes beginning with ``v``)."""
    column_first: bool = True
    separator: str = ""
    location_format: str = DEFAULT_LOCATION_FORMAT
    """May use ``$gridLocation$``, ``$column$`` and ``$row$``."""

    def location_text(self, column: int, row: int) -> str:
        """Return the location name of a numbered column and row."""
        column_name, row_name = self.horizontal.name(column), self.vertical.name(row)
        ordered = (column_name, row_name) if self.column_first else (row_name, column_name)
        values = {GRID_LOCATION: self.separator.join(ordered), "column": column_name, "row": row_name}
        return expand(self.location_format, values, keep_unknown=False)

    def parse(self, name: str) -> tuple[int, int]:
        """Return the numbered column and row of the location *name*. Raises GridError."""
        column = (self.horizontal.pattern, ("column",))
        row = (self.vertical.pattern, ("row",))
        first, second = (column, row) if self.column_first else (row, column)
        both = (first[0] + re.escape(self.separator) + second[0], first[1] + second[1])
        found = match(self.location_format, {GRID_LOCATION: both, "column": column, "row": row}, name)
        if len(found) < 2:
            raise no_such_location(name)
        return self.horizontal.index(found["column"]), self.vertical.index(found["row"])


@dataclass(frozen=True, slots=True)
class SquareGridNumbering(GridNumbering):
    """The numbering of a grid of squares."""


class Slant(Enum):
    """The rows that a hex numbering runs along."""

    NONE = "along the grid's own columns and rows"
    CORE = "rows slanted along the hexes, as in VASSAL 3.8"
    GTS = "all three directions straight, as in the Grand Tactical Series module"


@dataclass(frozen=True, slots=True)
class HexGridNumbering(GridNumbering):
    """The numbering of a hex grid, ordinary or oblique."""

    stagger: bool = True
    """Odd columns count one more (the higher columns begin the numbering)."""
    slant: Slant = Slant.NONE

    def slanted(self, column: int, row: int) -> tuple[int, int]:
        """Return the oblique column and row of an ordinary numbered one."""
        half = divide(column, 2)
        if self.slant is Slant.CORE:
            return column, half + row if self.stagger else row - half + 1
        if self.slant is Slant.GTS:
            row = row - half + self._even_shift(column)
            return column + _row_shift(row), row
        return column, row

    def upright(self, column: int, row: int) -> tuple[int, int]:
        """Return the ordinary numbered column and row of an oblique one: the inverse of slanted."""
        if self.slant is Slant.CORE:
            half = divide(column, 2)
            return column, row - half if self.stagger else row + half - 1
        if self.slant is Slant.GTS:
            column -= _row_shift(row)
            return column, row + divide(column, 2) - self._even_shift(column)
        return column, row

    def _even_shift(self, column: int) -> int:
        return 1 if self.stagger and column % 2 == 0 else 0


def _row_shift(row: int) -> int:
    """Return how far the Grand Tactical Series module shifts the column in an oblique row.

    Half of row + 1, rounded down; the detour over 10,001 is the module's, and shows beyond it.
    """
    return divide(row + 10_001, 2) - 5_000
