"""Writes a changed map into the text of ``map.toml``: rows of letters, legend, and the tables that are new."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any, Final

from adjudicator.game.hexes import Hex
from adjudicator.game.provenance import Source

from .map_overlay import MapOverlay
from .toml_edit import TomlEdit

__all__ = ["map_text"]

_LETTERS: Final = f"{string.ascii_letters}{string.digits}{''.join(map(chr, range(0xC0, 0x180)))}"
"""More than a legend can have."""
_TABLES: Final = (("doors",), ("observation_posts",), ("trails", "junctions"))
"""The tables that may be new; those that stand together are about the same thing, as is what is said between them."""

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
    for number, letters in enumerate(document["terrain_rows"]):
        new = "".join(
            legend.letter(letter, overlay.terrain[place], place in overlay.fortified)
            for column, letter in enumerate(letters)
            for place in [Hex(column + 1, number + 1)]
        )
        if new != letters:
            edit.replace(("terrain_rows", number), new)
    if legend.added:
        edit.update(("legend",), legend.added)
    edit.update((), _top_keys(document, overlay))
    for tables in _TABLES:
        rows = {table: getattr(overlay, table) for table in tables}
        edit.rewrite_tables({table: new for table, new in rows.items() if new is not None})
    return edit.text()


def _top_keys(document: _Table, overlay: MapOverlay) -> dict[str, Any]:
    """Return the keys at the top of the file that change."""
    keys: dict[str, Any] = {}
    if overlay.even_columns_lower != document["even_columns_lower"]:
        x, y = document["origin"]
        half = document["hex_height"] // 2
        keys["even_columns_lower"] = overlay.even_columns_lower
        keys["origin"] = [x, y - half if overlay.even_columns_lower else y + half]  # so that the sheet still holds all
    taken = {str(place) for place in overlay.from_module}
    by_rulebook = [name for name in document.get("rulebook_hexes", []) if name not in taken]
    if by_rulebook != document.get("rulebook_hexes", []):
        keys["rulebook_hexes"] = by_rulebook or None
    if len(taken) == len(overlay.terrain):
        keys |= {"terrain_source": str(Source.MODULE), "module_hexes": None}
    elif taken:
        keys["module_hexes"] = sorted(taken.union(document.get("module_hexes", [])))
    return keys
