"""Checks the charts: a cell for each column, cells of their column's kind, keys and bands that name one row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ...charts import Band
from ...errors import GameDataError
from ..build_charts import read_band, row_cells, row_key
from ..files import GameFiles
from ..places import Row, place_words
from ..suggestions import did_you_mean
from .names import Names

__all__ = ["bands_apart", "cells_of_their_kind", "row_keys_apart"]

_FILE: Final = "charts.toml"
_MAX_NUMBER: Final = 10**7


def _is_band(cell: Any) -> bool:
    try:
        read_band(str(cell))
    except ValueError:
        return False
    return not isinstance(cell, bool)


def _is_number(cell: Any) -> bool:
    return isinstance(cell, int) and not isinstance(cell, bool)


_READABLE: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "text": (lambda cell: isinstance(cell, str), "a text"),
    "integer": (_is_number, "a whole number"),
    "signed": (_is_number, "a whole number"),
    "flag": (lambda cell: isinstance(cell, bool), "true or false"),
    "band": (_is_band, 'a number or a band such as "4", "2-3", "7+" or "-11..-9"'),
    "result": (lambda cell: isinstance(cell, str), "a code of the chart's results"),
}
"""The test for a cell and its wording in errors, by the kind of the column."""


def _rows(files: GameFiles) -> Iterator[tuple[Row, Row, Any]]:
    """Yield each row of each chart: the chart, the row's place, and the row itself."""
    for number, chart in enumerate(files[_FILE].get("charts", [])):
        home = Row(_FILE, place_words(files[_FILE], ["charts", number]), chart)
        for index, row in enumerate(chart["rows"]):
            yield home, Row(_FILE, place_words(files[_FILE], ["charts", number, "rows", index]), {}), row


def cells_of_their_kind(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each row with too few or too many cells, and for each cell of another kind."""
    for chart, row, values in _rows(files):
        columns, cells = chart.get("columns"), row_cells(values)
        if len(cells) != len(columns):
            yield row.error(f"the row has {len(cells)} cells, but the chart has {len(columns)} columns")
            continue
        for column, cell in zip(columns, cells, strict=True):
            readable, expected = _READABLE[column["kind"]]
            where = f"cell {column['title']}"
            results = chart.get("results", {})
            if not readable(cell):
                yield row.error(f"{where}: this is not what the column holds", found=cell, expected=expected)
            elif column["kind"] == "result" and cell not in results:
                problem = f"{where}: the chart's results do not explain this code{did_you_mean(cell, results)}"
                yield row.error(problem, found=cell, expected=", ".join(results))


def row_keys_apart(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each row of a chart that has the name of an earlier one."""
    seen: set[tuple[str, str]] = set()
    for chart, row, values in _rows(files):
        name = (chart.place, row_key(values))
        if name in seen:
            yield row.error("an earlier row of the chart has this name; give the row a key of its own", found=name[1])
        seen.add(name)


def bands_apart(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each row whose first cell is a band that an earlier row's band reaches into."""
    earlier: dict[str, list[tuple[Band, Any]]] = {}
    for chart, row, values in _rows(files):
        first = row_cells(values)[0]
        if chart.get("columns")[0]["kind"] == "band" and _is_band(first):
            band, bands = read_band(str(first)), earlier.setdefault(chart.place, [])
            for other, said in bands:
                if _low(band) <= _high(other) and _low(other) <= _high(band):
                    yield row.error(f"the band has numbers in common with {said} above", found=first)
            bands.append((band, first))


def _low(band: Band) -> int:
    return -_MAX_NUMBER if band.low is None else band.low


def _high(band: Band) -> int:
    return _MAX_NUMBER if band.high is None else band.high
