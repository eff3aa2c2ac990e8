"""The printed charts as tables: the rules read them, and the module's charts window shows the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .provenance import Source

__all__ = ["Band", "Cell", "Chart", "ChartColumn", "ChartRow"]


@dataclass(frozen=True, slots=True)
class Band:
    """A run of whole numbers, both ends included; None is open. Written ``2-3``, ``7+``, ``-11..-9`` or ``4``."""

    low: int | None
    high: int | None

    def __contains__(self, number: int) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


Cell = int | str | bool | Band
"""The content of a chart's cell, by the kind of its column."""


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """A column of a chart."""

    id: str
    title: str
    kind: str
    """``text``, ``integer`` (shown with its sign if ``signed``), ``signed``, ``band``, ``flag`` or ``result``
    (one of :attr:`Chart.results`)."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row of a chart: its cells by column id."""

    key: str
    """The row's name, unique in the chart: the first column as text unless the data say otherwise."""
    cells: Mapping[str, Cell]
    source: Source = Source.ESTIMATED
    rule: str = ""
    note: str = ""
    short: str = ""
    """The name of a modifier within a sum; empty where its full name is short enough."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart: rows of cells under titled columns."""

    id: str
    title: str
    page: str
    """The page of the charts window that shows the chart."""
    rule: str
    """The rule that the chart follows, ``GTS R9.3``."""
    columns: tuple[ChartColumn, ...]
    rows: tuple[ChartRow, ...]
    results: Mapping[str, str] = field(default_factory=dict)
    """The meanings of the codes in columns of the kind ``result``."""
    notes: tuple[str, ...] = ()

    def row(self, key: str) -> ChartRow:
        """Return the row called *key*. Raises ``KeyError`` with the existing keys."""
        for row in self.rows:
            if row.key == key:
                return row
        raise KeyError(f"{self.id} has no row {key!r}; there are: {', '.join(row.key for row in self.rows)}")

    def lookup(self, column: str, number: int) -> ChartRow | None:
        """Return the first row whose band (or number) in *column* contains *number*, None if there is none."""
        for row in self.rows:
            cell = row.cells[column]
            if number in cell if isinstance(cell, Band) else cell == number:
                return row
        return None
