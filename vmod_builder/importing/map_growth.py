"""Makes the map of our data as large as the module's: more columns and rows, and a sheet that holds them.

The size of the printed map is not known. A further column or row is taken if the module has terrain in at least
half of its hexes; what is further out is a slip of the module's, or its margin. What is on the sheet to the right
of the hexes or below them moves with their edge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any, Final

from adjudicator.game.hexes import Hex, HexGeometry, HexLayout

__all__ = ["grown_map"]

_MOST: Final = 99
"""The greatest number of columns or rows that our data may have."""

_Table = Mapping[str, Any]


def grown_map(document: _Table, told: Collection[Hex]) -> _Table:
    """Return the *document* ``map.toml`` with room for the hexes that the module has; the same one if it has room."""
    columns = _extended(document["columns"], Counter(place.column for place in told), document["rows"])
    rows = _extended(document["rows"], Counter(place.row for place in told), columns)
    if (columns, rows) == (document["columns"], document["rows"]):
        return document
    old, new = _far_corner(document, document["columns"], document["rows"]), _far_corner(document, columns, rows)
    letter = _plain_letter(document)
    letters = [text.ljust(columns, letter) for text in document["terrain_rows"]]
    width, height = document["sheet_size"]
    return {
        **document,
        "columns": columns,
        "rows": rows,
        "terrain_rows": letters + [letter * columns] * (rows - len(letters)),
        "sheet_size": [width + new[0] - old[0], height + new[1] - old[1]],
        **{
            table: [_moved(row, old, new) for row in document[table]]
            for table in ("boxes", "tracks")
            if table in document
        },
    }


def _extended(size: int, told: Mapping[int, int], across: int) -> int:
    while size < _MOST and 2 * told.get(size + 1, 0) >= across:
        size += 1
    return size


def _far_corner(document: _Table, columns: int, rows: int) -> tuple[int, int]:
    """Return the lower right corner of the rectangle around all hexes."""
    x, y = document["origin"]
    geometry = HexGeometry(HexLayout(document["even_columns_lower"]), document["hex_height"], (x, y))
    corners = [
        corner for place in (Hex(columns, rows), Hex(max(1, columns - 1), rows)) for corner in geometry.corners(place)
    ]
    return max(corner.x for corner in corners), max(corner.y for corner in corners)


def _plain_letter(document: _Table) -> str:
    """Return the letter of a hex with nothing in it."""
    mined = {row["id"] for row in document["terrains"] if row.get("minefield_level", 0)}
    plain: list[str] = [
        letter
        for letter, said in document["legend"].items()
        if said["terrain"] not in mined and not any(value is True for value in said.values())
    ]
    return (plain or list(document["legend"]))[0]


def _moved(row: _Table, old: tuple[int, int], new: tuple[int, int]) -> dict[str, Any]:
    """Return a box or track that is beyond the hexes as far from their new edge as it was from the old one."""
    right, below = row["x"] >= old[0], row["y"] >= old[1]
    return {**row, "x": row["x"] + (new[0] - old[0]) * right, "y": row["y"] + (new[1] - old[1]) * below}
