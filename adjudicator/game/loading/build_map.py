"""Makes the map from its document: rows of letters become hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import Any

from ..game_map import Area, Box, EntryHex, GameMap, HexTerrain, Junction, MapScale, Terrain, Track, Trail
from ..hexes import Hex, HexLayout, HexNumbering
from ..provenance import Source

__all__ = ["build_earlier_maps", "build_map", "hex_sources", "layout_of", "parse_hexes"]

_Table = Mapping[str, Any]


def parse_hexes(names: Iterable[str]) -> tuple[Hex, ...]:
    """Return the hexes of a list of names that the schema has checked."""
    return tuple(map(Hex.parse, names))


def layout_of(document: _Table) -> HexLayout:
    """Return the layout of the hexes of the document ``map.toml``, which determines neighbours."""
    rows = document.get("numbered_rows")
    return HexLayout(document["even_columns_lower"], HexNumbering.parse(rows) if rows else None)


def build_map(document: _Table) -> GameMap:
    """Return the map of the document ``map.toml``."""
    default = document.get("source", Source.ESTIMATED)
    left, upper = document["origin"]
    width, height = document["sheet_size"]
    return GameMap(
        name=document["name"],
        columns=document["columns"],
        rows=document["rows"],
        even_columns_lower=document["even_columns_lower"],
        numbers=layout_of(document).numbers,
        hex_height=document["hex_height"],
        origin=(left, upper),
        sheet_size=(width, height),
        terrains={row["id"]: _terrain(row) for row in document["terrains"]},
        hexes=_hexes(document),
        trails=tuple(
            Trail(row["id"], parse_hexes(row["path"]), Source(row.get("source", default)))
            for row in document.get("trails", [])
        ),
        junctions=tuple(Junction(Hex.parse(row["hex"]), tuple(row["trails"])) for row in document.get("junctions", [])),
        areas={row["id"]: _area(row, default) for row in document.get("areas", [])},
        entry_hexes={row["letter"]: _entry_hex(row, default) for row in document.get("entry_hexes", [])},
        boxes={row["id"]: Box(**row) for row in document.get("boxes", [])},
        scale=_scale(document["scale"]) if "scale" in document else None,
        tracks={row["id"]: Track(**{**row, "spaces": tuple(row["spaces"])}) for row in document.get("tracks", [])},
    )


def build_earlier_maps(document: _Table) -> dict[str, GameMap]:
    """Return the maps that earlier versions of the data showed, by version.

    Where the map has grown since, the new part is as it is now.
    """
    maps: dict[str, GameMap] = {}
    now = document["terrain_rows"]
    for sheet in document.get("earlier_sheets", []):
        before = sheet["terrain_rows"]
        rows = [told + row[len(told) :] for told, row in zip_longest(before, now, fillvalue="")]
        hexes = sheet.get("areas", {})
        areas = [{**row, "hexes": hexes.get(row["id"], row["hexes"])} for row in document.get("areas", [])]
        found = build_map({**document, "terrain_rows": rows, "areas": areas})
        maps |= dict.fromkeys(sheet["versions"], found)
    return maps


def _scale(row: _Table) -> MapScale:
    x, y = row["at"]
    return MapScale((x, y), row["hex_metres"])


def _terrain(row: _Table) -> Terrain:
    return Terrain(row["id"], row["name"], row["centre"], row.get("minefield_level", 0))


def hex_sources(document: _Table) -> Callable[[str], Source]:
    """Return a function that gives the source of a hex's terrain: that of its list, or else that of all terrain."""
    by_module, by_rulebook = (frozenset(document.get(key, ())) for key in ("module_hexes", "rulebook_hexes"))
    default = Source(document.get("terrain_source", document.get("source", Source.ESTIMATED)))

    def source_of(name: str) -> Source:
        if name in by_module:
            return Source.MODULE
        return Source.RULEBOOK if name in by_rulebook else default

    return source_of


def _hexes(document: _Table) -> dict[Hex, HexTerrain]:
    """Return every hex, column by column."""
    legend, source_of = document["legend"], hex_sources(document)
    doors = {row["hex"] for row in document.get("doors", [])}
    posts = {row["hex"] for row in document.get("observation_posts", [])}
    hexes = {}
    for column in range(1, document["columns"] + 1):
        for row in range(1, document["rows"] + 1):
            place = Hex(column, row)
            said = legend[document["terrain_rows"][row - 1][column - 1]]
            hexes[place] = HexTerrain(
                terrain=said["terrain"],
                fortified=said.get("fortified", False),
                door=said.get("door", False) or str(place) in doors,
                observation_post=said.get("observation_post", False) or str(place) in posts,
                source=source_of(str(place)),
            )
    return hexes


def _area(row: _Table, default: str) -> Area:
    return Area(row["id"], row["name"], parse_hexes(row["hexes"]), row["colour"], Source(row.get("source", default)))


def _entry_hex(row: _Table, default: str) -> EntryHex:
    return EntryHex(
        letter=row["letter"],
        hex=Hex.parse(row["hex"]),
        side=row["side"],
        available_from=row.get("available_from", ""),
        source=Source(row.get("source", default)),
    )
