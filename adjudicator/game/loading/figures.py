"""Lists every figure of a game's data with its source, in the order of the files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..provenance import Figure, Source
from .build_charts import row_cells, row_key, row_source
from .build_map import hex_sources
from .build_units import unit_figures
from .files import GameFiles

__all__ = ["all_figures"]

_POINTS: Final = ("command_points", "dispatch_points", "command_rating", "dispatch_rating")
_LIMITS: Final = ("north", "south", "west", "east")
_VICTORY: Final = ("threshold", "step_points", "hex_points")
_MAP_ROWS: Final = (
    ("terrains", "name", ("minefield_level",)),
    ("doors", "hex", ("hex",)),
    ("observation_posts", "hex", ("hex",)),
    ("trails", "id", ("path",)),
    ("junctions", "hex", ("trails",)),
    ("areas", "name", ("hexes",)),
    ("entry_hexes", "letter", ("hex", "side", "available_from")),
)
"""The map's tables with figures, the key that names a row, and the keys of its figures."""

_Table = Mapping[str, Any]


def all_figures(files: GameFiles) -> tuple[Figure, ...]:
    """Return the figures of all files."""
    found = [*_game_figures(files["game.toml"]), *_unit_figures(files["units.toml"])]
    found += [*_map_figures(files["map.toml"]), *_chart_figures(files["charts.toml"])]
    for file in files.scenarios:
        found += _scenario_figures(file, files[file])
    return tuple(found)


def _source(*tables: _Table, figure: str = "") -> Source:
    """Return the source that the first of *tables* states, preferring one for this figure alone."""
    own = tables[0].get("sources", {}).get(figure)
    stated = (own, *(table.get("source") for table in tables))
    return Source(next((source for source in stated if source), Source.ESTIMATED))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _game_figures(document: _Table) -> Iterator[Figure]:
    stacking = document["stacking"]
    for name in ("not_in_column", "in_column"):
        yield Figure("game.toml", "stacking", name, str(stacking[name]), _source(stacking, document))
    for row in document["divisions"]:
        if "chit_cost_factor" in row:
            factor = str(row["chit_cost_factor"])
            yield Figure("game.toml", row["name"], "chit_cost_factor", factor, _source(row, document))


def _unit_figures(document: _Table) -> Iterator[Figure]:
    types = document.get("types", {})
    for row in document["units"]:
        for name, value, source in unit_figures(row, types, document):
            yield Figure("units.toml", row["name"], name, _text(value), source)
    for row in document.get("leaders", []):
        source = _source(row, document, figure="command_range")
        yield Figure("units.toml", row["name"], "command_range", str(row["command_range"]), source)


def _map_figures(document: _Table) -> Iterator[Figure]:
    legend, source_of = document["legend"], hex_sources(document)
    for name in ("columns", "rows"):
        yield Figure("map.toml", document["name"], name, str(document[name]), _source(document, figure=name))
    for column in range(document["columns"]):
        for row, letters in enumerate(document["terrain_rows"]):
            name, said = f"{column + 1:02}.{row + 1:02}", legend[letters[column]]
            value = " ".join([said["terrain"], *(["fortified"] if said.get("fortified") else [])])
            yield Figure("map.toml", name, "terrain", value, source_of(name))
    for table, naming, figures in _MAP_ROWS:
        for entry in document.get(table, []):
            for figure in figures:
                if figure in entry:
                    source = _source(entry, document, figure=figure)
                    yield Figure("map.toml", f"{table} {entry[naming]}", figure, _text(entry[figure]), source)


def _chart_figures(document: _Table) -> Iterator[Figure]:
    for chart in document.get("charts", []):
        for row in chart["rows"]:
            source = row_source(row, chart, document)
            name = f"{chart['title']}: {row_key(row)}"
            for column, cell in zip(chart["columns"], row_cells(row), strict=True):
                yield Figure("charts.toml", name, column["id"], _text(cell), source)


def _scenario_figures(file: str, document: _Table) -> Iterator[Figure]:
    for division, row in document.get("points", {}).items():
        for name in _POINTS:
            if name in row:
                yield Figure(file, division, name, str(row[name]), _source(row, document))
    if "morale" in document:
        yield Figure(file, "scenario", "morale", str(document["morale"]), _source(document))
    for table, row, names in (
        *(("region_limits", row, _LIMITS) for row in document.get("region_limits", [])),
        ("victory", document["victory"], _VICTORY),
    ):
        for name in names:
            if name in row:
                yield Figure(file, table, name, str(row[name]), _source(document))
