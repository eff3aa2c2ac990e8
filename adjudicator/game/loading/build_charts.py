"""Makes charts from their rows, and reads the cells by the kind of their column."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from ..charts import Band, Cell, Chart, ChartColumn, ChartRow
from ..provenance import Source

__all__ = ["build_charts", "read_band", "row_cells", "row_key", "row_source"]

_BAND: Final = re.compile(r"(?P<low>[+-]?[0-9]{1,6})(?:(?P<open>\+)|(?P<dots>\.\.|-)(?P<high>[+-]?[0-9]{1,6}))?")

_Table = Mapping[str, Any]


def build_charts(document: _Table) -> tuple[Chart, ...]:
    """Return the charts of the document ``charts.toml``."""
    return tuple(_chart(chart, document) for chart in document.get("charts", []))


def _chart(chart: _Table, document: _Table) -> Chart:
    return Chart(
        id=chart["id"],
        title=chart["title"],
        page=chart.get("page", chart["title"]),
        rule=chart.get("rule", ""),
        columns=tuple(ChartColumn(**column) for column in chart["columns"]),
        rows=tuple(_row(row, chart, document) for row in chart["rows"]),
        results=dict(chart.get("results", {})),
        notes=tuple(chart.get("notes", ())),
    )


def _row(row: Any, chart: _Table, document: _Table) -> ChartRow:
    cells = {
        column["id"]: _cell(cell, column["kind"]) for column, cell in zip(chart["columns"], row_cells(row), strict=True)
    }
    details = row if isinstance(row, Mapping) else {}
    return ChartRow(
        key=row_key(row),
        cells=cells,
        source=row_source(row, chart, document),
        rule=details.get("rule", ""),
        note=details.get("note", ""),
        short=details.get("short", ""),
    )


def row_cells(row: Any) -> list[Any]:
    """Return the cells of a row, which is a list of them or a table with further keys."""
    cells: list[Any] = row["cells"] if isinstance(row, Mapping) else row
    return cells


def row_key(row: Any) -> str:
    """Return the name of a row: the one that it states, else its first cell as text."""
    return str(row.get("key", row["cells"][0])) if isinstance(row, Mapping) else str(row[0])


def row_source(row: Any, chart: _Table, document: _Table) -> Source:
    """Return the source of a row's figures: its own, the chart's or the file's."""
    own = row.get("source") if isinstance(row, Mapping) else None
    return Source(own or chart.get("source") or document.get("source", Source.ESTIMATED))


def _cell(cell: Any, kind: str) -> Cell:
    value: Cell = read_band(str(cell)) if kind == "band" else cell
    return value


def read_band(text: str) -> Band:
    """Read a band: ``2-3``, ``7+``, ``-11..-9`` or ``4``. Raises ``ValueError`` for any other text."""
    found = _BAND.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not a band")
    low = int(found["low"])
    high = None if found["open"] else int(found["high"]) if found["dots"] else low
    if high is not None and high < low:
        raise ValueError(f"{text!r} is a band that ends before it begins")
    return Band(low, high)
