"""The text of a hex under the mouse in VASSAL: its number, its terrain, the cost to enter it, and its features.

Counters cover the number that the grid draws. VASSAL knows the name of the place under the mouse and no more, so the
text is an expression that finds the rest by it. A hex of the commonest kind is not named in it: that keeps it short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from adjudicator.game.charts import Chart
from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex
from adjudicator.game.scenario_words import listed

from .grids import MARGIN

__all__ = ["hex_text", "hex_text_expression"]

_COSTS, _TRAIL = "terrain-costs", "trail"
"""The chart with the Movement Points, and its row for a trail."""
_NAME, _COLUMN = "name", "_column"
"""The chart's column of the rows' names, and the ending of the columns for units in Column."""
_NEW_LINE = "<br>"


def hex_text(game: GameData, place: Hex) -> str:
    """Return what is shown of a hex below its number, as HTML lines."""
    board, printed = game.map, game.map.hexes[place]
    entries = [f"entry hex {entry.letter}" for entry in board.entry_hexes.values() if entry.hex == place]
    areas = [f"{area.name} area" for area in board.areas.values() if place in area.hexes]
    features = {"fortified": printed.fortified, "door": printed.door, "observation post": printed.observation_post}
    there = [name for name, is_there in features.items() if is_there]
    lines = [", ".join([board.terrains[printed.terrain].name, *there, *entries, *areas])]
    if chart := game.charts.get(_COSTS):
        lines.append(_costs(chart, printed.terrain))
        if any(place in trail.path for trail in board.trails):
            lines.append(_along_a_trail(chart, printed.terrain))
    return _NEW_LINE.join(filter(None, lines))


def _costs(chart: Chart, terrain: str) -> str:
    """Return what a terrain costs: ``MP (in Column): Leg 2 (1), Wheeled 5 (3)``."""
    cells, titles = chart.row(terrain).cells, {column.id: column.title for column in chart.columns}
    costs = ", ".join(
        f"{title} {cells[id_]}" + (f" ({cells[id_ + _COLUMN]})" if id_ + _COLUMN in titles else "")
        for id_, title in titles.items()
        if id_ != _NAME and not id_.endswith(_COLUMN)
    )
    return f"MP (in Column): {costs}"


def _along_a_trail(chart: Chart, terrain: str) -> str:
    """Return which units a trail helps, empty if it helps none."""
    if all(row.key != _TRAIL for row in chart.rows):
        return ""
    trail, plain = chart.row(_TRAIL).cells, chart.row(terrain).cells
    cheaper = [
        f"{column.title} {trail[column.id]}"
        for column in chart.columns
        if column.id != _NAME and trail[column.id] != plain[column.id]
    ]
    return f"Along the trail: {listed(cheaper)}" if cheaper else ""


def hex_text_expression(game: GameData) -> str:
    """Return VASSAL's expression for the text of the place under the mouse: nothing for the margin of the sheet.

    Only functions of texts are used, so that VASSAL never takes ``26.10`` for a number.
    """
    places: dict[str, list[Hex]] = {}
    for place in game.map.hexes:
        places.setdefault(hex_text(game, place), []).append(place)
    commonest, _count = Counter({text: len(there) for text, there in places.items()}).most_common(1)[0]
    rare = [(there, text) for text, there in places.items() if text != commonest]
    return f'{{LocationName.equals("{MARGIN}") ? "" : LocationName.trim() + {_choices(rare, commonest)}}}'


def _choices(rare: Iterable[tuple[list[Hex], str]], commonest: str) -> str:
    """Return the part of the expression that stands for the lines below the name of a place."""
    named = "".join(f'LocationName.matches("{_pattern(there)}") ? "{_below(text)}" : ' for there, text in rare)
    return f'({named}LocationName.matches("[0-9]+[.][0-9]+") ? "{_below(commonest)}" : "")'


def _pattern(places: Iterable[Hex]) -> str:
    """Return a pattern of the names of hexes, column by column: ``12[.](08|09)|13[.](07)``."""
    columns: dict[str, list[str]] = {}
    for column, row in _parts(places):
        columns.setdefault(column, []).append(row)
    return "|".join(f"{column}[.]({'|'.join(rows)})" for column, rows in columns.items())


def _parts(places: Iterable[Hex]) -> Iterator[tuple[str, str]]:
    for place in places:
        column, _dot, row = str(place).partition(".")
        yield column, row


def _below(text: str) -> str:
    """Return lines as the inside of a text of the expression."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f"{_NEW_LINE}{escaped}"
