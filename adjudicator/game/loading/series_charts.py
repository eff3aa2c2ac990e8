"""The charts of the series, which its rules read in a game that states no chart of the same name itself.

A game shows such a chart on its own pages by a row with the chart's id and ``series = true``; what else the row states
(title, page, notes) overrides the chart of the series.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ..charts import Chart
from ..errors import GameDataError
from .build_charts import build_charts
from .error_limit import raise_all
from .files import GameFiles
from .suggestions import did_you_mean

__all__ = ["series_charts", "with_series_charts"]

_FOLDER, _FILE = "grand_tactical_series", "charts.toml"
_MARK: Final = "series"


@cache
def _document() -> Mapping[str, Any]:
    text = files("adjudicator").joinpath("games", _FOLDER, _FILE).read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def series_charts() -> Mapping[str, Chart]:
    """Return the charts of the series by id."""
    return {chart.id: chart for chart in build_charts(_document())}


def with_series_charts(files: GameFiles) -> GameFiles:
    """Return a game's documents with the charts of the series where it refers to them. Raises GameDataErrors."""
    charts = files[_FILE].get("charts")
    if not isinstance(charts, list):
        return files
    errors: list[GameDataError] = []
    expanded = {**files[_FILE], "charts": list(_expanded(charts, errors))}
    raise_all(errors)
    return replace(files, documents={**files.documents, _FILE: expanded})


def _expanded(charts: list[Any], errors: list[GameDataError]) -> Iterator[Any]:
    known = {chart["id"]: chart for chart in _document()["charts"]}
    for number, chart in enumerate(charts, 1):
        if not (isinstance(chart, dict) and chart.get(_MARK) is True):
            yield chart
        elif chart.get("id") in known:
            yield {**known[chart["id"]], **{key: value for key, value in chart.items() if key != _MARK}}
        else:
            name = str(chart.get("id", ""))
            problem = "the series has no such chart" + did_you_mean(name, known)
            errors.append(GameDataError(problem, file=_FILE, place=f"charts, row {number}, key id", found=name))
