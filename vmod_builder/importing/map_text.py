"""Writes a changed map into the text of ``map.toml``: rows of letters, legend, and the tables that are new."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any, Final

from adjudicator.game.hexes import Hex, HexGeometry
from adjudicator.game.provenance import Source

from .map_overlay import MapOverlay
from .toml_edit import TomlEdit, toml_value

__all__ = ["map_text"]

_LETTERS: Final = f"{string.ascii_letters}{string.digits}{''.join(map(chr, range(0xC0, 0x180)))}"
"""Letters for a legend, more than it can have."""
_TABLES: Final = (("doors",), ("observation_posts",), ("trails", "junctions"))
"""The tables that may be new; those in one group are about the same thing, as is what is said between them."""

_Table = Mapping[str, Any]


class _Legend:
    """The letters of the map, with new ones where the map needs them."""

    def __init__(self, legend: _Table) -> None:
        self.rows: dict[str, _Table] = dict(legend)
        self.added: dict[str, _Table] = {}

    def letter(self, old: str, terrain: str, fortified: bool) -> str:
        """Return the letter for a hex that had the letter *old* and has other terrain now."""
        wanted = {key: value for key, value in self.rows[old].items() if key not in ("fortified", "note") and value}
        wanted = {**wanted, "terrain": terrain, **({"fortified": True} if fortified else {})}
        if _meaning(self.rows[old]) == wanted:
            return old
        found = next((letter for letter, row in self.rows.items() if _meaning(row) == wanted), None)
        return found or self._add(wanted)

    def _add(self, row: _Table) -> str:
        letter = next(each for each in _LETTERS if each not in self.rows)
        self.rows[letter] = self.added[letter] = row
        return letter


def _meaning(row: _Table) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "note" and value}


def map_text(text: str, document: _Table, overlay: MapOverlay) -> str:
    """Return the text of ``map.toml`` with the map as *overlay* has it; *document* is what the text says now."""
    edit, legend = TomlEdit(text), _Legend(document["legend"])
    _write_terrain(edit, document, overlay, legend)
    if legend.added:
        edit.update(("legend",), legend.added)
    edit.update((), _top_keys(document, overlay))
    for table in ("boxes", "tracks"):
        for number, row in enumerate(overlay.document.get(table, ())):
            moved = {key: row[key] for key in ("x", "y") if row[key] != document[table][number][key]}
            if moved:
                edit.update((table, number), moved)
    for tables in _TABLES:
        rows = {table: getattr(overlay, table) for table in tables}
        edit.rewrite_tables({table: new for table, new in rows.items() if new is not None})
    return edit.text()


def _write_terrain(edit: TomlEdit, document: _Table, overlay: MapOverlay, legend: _Legend) -> None:
    """Write the rows of letters; as long as the map has its size, only those that change."""
    before = overlay.document["terrain_rows"]
    after = [
        "".join(
            legend.letter(letter, overlay.terrain[place], place in overlay.fortified)
            for column, letter in enumerate(letters, 1)
            for place in [Hex(column, row)]
        )
        for row, letters in enumerate(before, 1)
    ]
    if before != document["terrain_rows"]:
        lines = "".join(f"    {toml_value(letters)}, # {row:02}\n" for row, letters in enumerate(after, 1))
        edit.replace_text(("terrain_rows",), f"[\n{lines}]")
        return
    for number, letters in enumerate(after):
        if letters != before[number]:
            edit.replace(("terrain_rows", number), letters)


def _sheet_around(document: _Table, overlay: MapOverlay) -> list[int]:
    """Return the size of a sheet that holds all hexes where they are, with the margin of the origin around them."""
    x, y = document["origin"]
    geometry = HexGeometry(overlay.layout, document["hex_height"], (x, y))
    corners = [corner for place in overlay.terrain for corner in geometry.corners(place)]
    width, height = document["sheet_size"]
    return [max(width, x + max(each.x for each in corners)), max(height, y + max(each.y for each in corners))]


def _top_keys(document: _Table, overlay: MapOverlay) -> dict[str, Any]:
    """Return the keys at the top of the file that change."""
    grown, module = overlay.document, str(Source.MODULE)
    keys = {key: grown[key] for key in ("columns", "rows", "sheet_size") if grown[key] != document[key]}
    lower = overlay.layout.even_columns_lower
    if overlay.layout.numbers is not None:
        keys["numbered_rows"] = overlay.layout.numbers.texts
        keys["sheet_size"] = _sheet_around(grown, overlay)
    if lower != document["even_columns_lower"]:
        x, y = document["origin"]
        half = document["hex_height"] // 2
        keys["even_columns_lower"] = lower
        keys["origin"] = [x, y - half if lower else y + half]  # so that the sheet still holds all
    taken = {str(place) for place in overlay.from_module}
    by_rulebook = [name for name in document.get("rulebook_hexes", []) if name not in taken]
    if by_rulebook != document.get("rulebook_hexes", []):
        keys["rulebook_hexes"] = by_rulebook or None
    whole = len(taken) == len(overlay.terrain)
    if whole:
        keys |= {"terrain_source": module, "module_hexes": None}
    elif taken:
        keys["module_hexes"] = sorted(taken.union(document.get("module_hexes", [])))
    if whole or grown is not document:
        keys["sources"] = {**document.get("sources", {}), "columns": module, "rows": module}
    return keys
