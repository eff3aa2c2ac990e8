"""The map of a game: hexes and their terrain, trails, areas, entry hexes, boxes and tracks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .hexes import Hex, HexLayout, HexNumbering
from .provenance import Source

__all__ = ["Area", "Box", "EntryHex", "GameMap", "HexTerrain", "Junction", "MapScale", "Terrain", "Track", "Trail"]


@dataclass(frozen=True, slots=True)
class Terrain:
    """A kind of terrain."""

    id: str
    """``desert``, ``light-minefield``, ``heavy-minefield``."""
    name: str
    centre: str
    """The colour of the dot in the hex's centre, ``#rrggbb``."""
    minefield_level: int = 0
    """0 none, 1 light, 2 heavy."""


@dataclass(frozen=True, slots=True)
class HexTerrain:
    """The printed features of one hex."""

    terrain: str
    """An id of :attr:`GameMap.terrains`."""
    fortified: bool = False
    """True if a white ring makes it a hex of the fortress."""
    door: bool = False
    """A minefield door (4.3.1)."""
    observation_post: bool = False
    """An observation post (1.0)."""
    source: Source = Source.ESTIMATED


@dataclass(frozen=True, slots=True)
class Trail:
    """A trail as a path of hexes, each adjacent to the one before."""

    id: str
    path: tuple[Hex, ...]
    source: Source = Source.ESTIMATED


@dataclass(frozen=True, slots=True)
class Junction:
    """A hex where trails are connected; trails that only cross in a hex have no junction there (4.2)."""

    hex: Hex
    trails: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """A deployment area."""

    id: str
    name: str
    hexes: tuple[Hex, ...]
    colour: str
    """The colour of its outline, ``#rrggbb``."""
    source: Source = Source.ESTIMATED


@dataclass(frozen=True, slots=True)
class EntryHex:
    """A hex where reinforcements enter."""

    letter: str
    hex: Hex
    side: str
    """The side whose reinforcements enter here."""
    available_from: str = ""
    """The date from which it is in play (``06-07``), empty for always (S5.1)."""
    source: Source = Source.ESTIMATED


@dataclass(frozen=True, slots=True)
class Box:
    """A named rectangle of the map sheet: an artillery park, a box for counters, the terrain legend."""

    id: str
    name: str
    kind: str
    """``park`` or ``box`` hold counters; ``title`` and ``legend`` are only drawn."""
    x: int
    y: int
    width: int
    height: int
    """Pixels on the sheet, from its upper left corner."""


@dataclass(frozen=True, slots=True)
class Track:
    """A row (or several rows) of boxes for a marker: turns, dates, supply, morale."""

    id: str
    name: str
    spaces: tuple[str, ...]
    """The names of the spaces in order."""
    x: int
    y: int
    space_width: int
    space_height: int
    """Pixels on the sheet: the upper left corner of the first space, and the size of one."""
    per_row: int
    """The number of spaces in a row."""


@dataclass(frozen=True, slots=True)
class MapScale:
    """The position of the compass on the sheet, with the scale below it; north is up."""

    at: tuple[int, int]
    """The middle of the compass in pixels."""
    hex_metres: int
    """The distance across a hex."""


@dataclass(frozen=True, slots=True)
class GameMap:
    """The map sheet."""

    name: str
    columns: int
    rows: int
    even_columns_lower: bool
    """True if the hexes of columns 02, 04, … are half a hex lower than those of 01, 03, …"""
    hex_height: int
    """Pixels from flat side to flat side on the sheet."""
    origin: tuple[int, int]
    """The centre of hex 01.01 in pixels."""
    sheet_size: tuple[int, int]
    """Width and height of the sheet in pixels."""
    terrains: Mapping[str, Terrain]
    hexes: Mapping[Hex, HexTerrain]
    """Every hex of the map."""
    trails: tuple[Trail, ...]
    junctions: tuple[Junction, ...]
    areas: Mapping[str, Area]
    """By id."""
    entry_hexes: Mapping[str, EntryHex]
    """By letter."""
    boxes: Mapping[str, Box]
    """By id."""
    tracks: Mapping[str, Track]
    """By id."""
    numbers: HexNumbering | None = None
    """The names of the hexes where they are not numbered column by column."""
    scale: MapScale | None = None
    """The compass and the scale, None for a sheet without them."""

    @property
    def layout(self) -> HexLayout:
        """The layout of the hexes, which determines neighbours."""
        return HexLayout(self.even_columns_lower, self.numbers)
