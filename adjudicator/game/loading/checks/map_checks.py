"""Checks the map: its rows of letters, trails, junctions, doors, and the things on the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ...errors import GameDataError
from ...hexes import Hex, HexGeometry, Pixel
from ..build_map import layout_of
from ..files import GameFiles
from ..places import Row
from .names import Names

__all__ = [
    "boxes_apart",
    "doors_in_minefields",
    "earlier_sheets_within_the_map",
    "hexes_on_the_sheet",
    "junctions_on_trails",
    "terrain_rows_complete",
    "trails_connected",
]

_MAP: Final = "map.toml"
_Table = Mapping[str, Any]


def _parsed(files: GameFiles, name: str) -> Hex | None:
    """Return the hex of a name, None if it is not on the map."""
    place = Hex.parse(name)
    inside = 1 <= place.column <= files[_MAP]["columns"] and 1 <= place.row <= files[_MAP]["rows"]
    return place if inside else None


def terrain_rows_complete(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each row of letters that is missing, of the wrong length or not to be understood."""
    document = files[_MAP]
    rows, columns = document["terrain_rows"], document["columns"]
    if len(rows) != document["rows"]:
        yield GameDataError(
            f"there are {len(rows)} terrain_rows, but the map has {document['rows']} rows of hexes", file=_MAP
        )
    for number, letters in enumerate(rows, 1):
        place = f"key terrain_rows, item {number}"
        if len(letters) != columns:
            problem = f"the row has {len(letters)} letters, but the map has {columns} columns"
            yield GameDataError(problem, file=_MAP, place=place, found=letters)
        yield from _unknown_letters(document, letters, place)


def earlier_sheets_within_the_map(files: GameFiles, names: Names) -> Iterator[GameDataError]:
    """Yield an error for each row of an earlier sheet that exceeds the map, or names what the map does not have."""
    document = files[_MAP]
    for row in files.rows(_MAP, "earlier_sheets"):
        rows = row.get("terrain_rows")
        if len(rows) > document["rows"]:
            problem = f"there are {len(rows)} terrain_rows, but the map has {document['rows']} rows of hexes"
            yield row.error(problem, key="terrain_rows")
        for number, letters in enumerate(rows, 1):
            place = f"{row.place}, key terrain_rows, item {number}"
            if len(letters) > document["columns"]:
                problem = f"the row has {len(letters)} letters, but the map has {document['columns']} columns"
                yield GameDataError(problem, file=_MAP, place=place, found=letters)
            yield from _unknown_letters(document, letters, place)
        for area, hexes in row.get("areas", {}).items():
            if not names.knows("area", area):
                yield row.error("no such area", key="areas", found=area)
            for name in (name for name in hexes if _parsed(files, name) is None):
                yield row.error("the hex is not on the map", key=f"areas.{area}", found=name)


def _unknown_letters(document: _Table, letters: str, place: str) -> Iterator[GameDataError]:
    legend = document["legend"]
    for letter in (letter for letter in dict.fromkeys(letters) if letter not in legend):
        yield GameDataError("the legend does not explain this letter", file=_MAP, place=place, found=letter,
                            expected=" ".join(legend))  # fmt: skip


def trails_connected(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each trail that skips hexes, or passes a hex twice."""
    layout = layout_of(files[_MAP])
    for row in files.rows(_MAP, "trails"):
        path = row.get("path")
        for first, second in pairwise(path):
            if first != second and layout.distance(Hex.parse(first), Hex.parse(second)) != 1:
                yield row.error(f"the trail leaps: {second} is not adjacent to {first}", key="path")
        for name in (name for name, count in Counter(path).items() if count > 1):
            yield row.error("the trail passes a hex twice", key="path", found=name)


def junctions_on_trails(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each junction with a trail that does not pass it."""
    paths = {row.get("id"): row.get("path") for row in files.rows(_MAP, "trails")}
    for row in files.rows(_MAP, "junctions"):
        for trail in row.get("trails"):
            if row.get("hex") not in paths.get(trail, [row.get("hex")]):
                yield row.error(f"the trail {trail} does not pass {row.get('hex')}", key="trails", found=trail)


def doors_in_minefields(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each minefield door in a hex that is no minefield."""
    levels = {row.get("id"): row.get("minefield_level", 0) for row in files.rows(_MAP, "terrains")}
    letters, legend = files[_MAP]["terrain_rows"], files[_MAP]["legend"]
    for row in files.rows(_MAP, "doors"):
        place = _parsed(files, row.get("hex"))
        if place and place.row <= len(letters) and place.column <= len(letters[place.row - 1]):
            terrain = legend.get(letters[place.row - 1][place.column - 1], {}).get("terrain", "")
            if levels.get(terrain) == 0:
                yield row.error("a minefield door must be in a minefield", key="hex", found=f"{place}: {terrain}")


def hexes_on_the_sheet(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error if the hexes do not fit on the sheet."""
    document = files[_MAP]
    geometry = HexGeometry(layout_of(document), document["hex_height"], Pixel(*document["origin"]))
    width, height = document["sheet_size"]
    columns, rows = document["columns"], document["rows"]
    for corner in (Hex(1, 1), Hex(columns, rows), Hex(min(2, columns), 1), Hex(max(1, columns - 1), rows)):
        outside = [each for each in geometry.corners(corner) if not (0 <= each.x <= width and 0 <= each.y <= height)]
        if outside:
            problem = f"hex {corner} is not wholly on the sheet"
            yield GameDataError(problem, file=_MAP, place="key sheet_size", found=f"{width} by {height}")


class _Rectangle(NamedTuple):
    row: Row
    left: int
    upper: int
    right: int
    lower: int

    def meets(self, other: _Rectangle) -> bool:
        """Return whether two rectangles overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.upper < other.lower
            and other.upper < self.lower
        )


def _rectangles(files: GameFiles) -> Iterator[_Rectangle]:
    for row in files.rows(_MAP, "boxes"):
        left, upper = row.get("x"), row.get("y")
        yield _Rectangle(row, left, upper, left + row.get("width"), upper + row.get("height"))
    for row in files.rows(_MAP, "tracks"):
        left, upper, spaces = row.get("x"), row.get("y"), len(row.get("spaces"))
        across = min(spaces, row.get("per_row"))
        down = -(-spaces // row.get("per_row"))
        right, lower = left + across * row.get("space_width"), upper + down * row.get("space_height")
        yield _Rectangle(row, left, upper, right, lower)


def boxes_apart(files: GameFiles, _names: Names) -> Iterator[GameDataError]:
    """Yield an error for each box or track that reaches beyond the sheet or into another one."""
    width, height = files[_MAP]["sheet_size"]
    earlier: list[_Rectangle] = []
    for each in _rectangles(files):
        if each.right > width or each.lower > height:
            found = f"to {each.right}, {each.lower}"
            yield each.row.error("it reaches beyond the sheet", found=found, expected=f"{width}, {height}")
        for other in earlier:
            if each.meets(other):
                yield each.row.error(f"it covers a part of {other.row.place}")
        earlier.append(each)
