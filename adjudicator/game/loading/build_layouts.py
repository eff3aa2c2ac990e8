"""Makes table layouts from the rows of ``layouts.toml``, where each space is a line: x, y, width, height, name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..table_layout import Rectangle, Spaces, TableLayout

__all__ = ["build_layout"]

_Table = Mapping[str, Any]


def build_layout(row: _Table) -> TableLayout:
    """Return the layout of a row of the document ``layouts.toml``."""
    return TableLayout(
        versions=tuple(row["versions"]),
        hex_height=row["hex_height"],
        origin=(row["origin"][0], row["origin"][1]),
        even_columns_lower=row["even_columns_lower"],
        boxes=_spaces(row.get("boxes", "")),
        tracks={track["id"]: _spaces(track["spaces"]) for track in row.get("tracks", ())},
        mats={mat["name"]: _spaces(mat["spaces"]) for mat in row["mats"]},
    )


def _spaces(text: str) -> Spaces:
    found = (line.split(" ", 4) for line in text.split("\n") if line)
    return {name: Rectangle(int(x), int(y), int(width), int(height)) for x, y, width, height, name in found}
