"""The grids and zones of the module's boards: hexes named ``CC.RR``, and places that are named as the data say.

Hexes: VASSAL draws their lines and numbers itself, since that is far quicker than the same in the picture. The zone
*Hexes* draws them; under all zones is the same grid again, unseen, so that distances hold between a zone around one
hex (an entry hex) and the others. What is outside of every place is the zone *Margin*, so that it is no hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudicator.drawing.mats import CELL, Mat
from adjudicator.game.errors import GameDataError
from adjudicator.game.game_map import EntryHex, GameMap, Track
from adjudicator.game.hexes import HexGeometry

from .elements import Element, component

__all__ = ["HEXES", "MARGIN", "board_zones", "entry_hex_name", "geometry_of", "mat_zones", "track_place"]

HEXES, MARGIN = "Hexes", "Margin"
_BOARD = "module.map.boardPicker.board."
_NAME, _PLACE, _BOTH = "$name$", "$gridLocation$", "$name$ $gridLocation$"
_LINES, _NUMBERS = "150,125,85", "96,76,44"


@dataclass(frozen=True, slots=True)
class _Rectangle:
    x: int
    y: int
    width: int
    height: int

    @property
    def corners(self) -> list[tuple[int, int]]:
        right, bottom = self.x + self.width, self.y + self.height
        return [(self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)]

    @property
    def centre(self) -> tuple[int, int]:
        return self.x + self.width // 2, self.y + self.height // 2


def entry_hex_name(entry: EntryHex) -> str:
    """Return the name of the zone around an entry hex."""
    return f"Entry hex {entry.letter}"


def track_place(track: Track, space: str) -> str:
    """Return the location name of a track's space: ``Turn 0900``."""
    return f"{track.name} {space}"


def geometry_of(game_map: GameMap) -> HexGeometry:
    """Return where the hexes of a map are on its sheet."""
    return HexGeometry(game_map.layout, game_map.hex_height, game_map.origin)


def _zone(
    name: str, corners: Iterable[tuple[int, int]], location: str, *grid: Element, use_parent_grid: bool = False
) -> Element:
    return component(
        f"{_BOARD}mapgrid.Zone", *grid, highlightProperty="", locationFormat=location, name=name,
        path=";".join(f"{x},{y}" for x, y in corners), useHighlight=False, useParentGrid=use_parent_grid,
    )  # fmt: skip


def _region_grid(regions: Iterable[tuple[str, tuple[int, int]]]) -> Element:
    """Return a grid of named points that counters snap to."""
    points = [component(f"{_BOARD}Region", name=name, originx=x, originy=y) for name, (x, y) in regions]
    return component(f"{_BOARD}RegionGrid", *points, fontsize=9, snapto=True, visible=False)


def _hex_grid(game_map: GameMap, *, visible: bool) -> Element:
    if game_map.numbers is not None:
        raise GameDataError("a module cannot be built of hexes that are not numbered column by column",
                            file="map.toml", place="key numbered_rows")  # fmt: skip
    numbering = component(
        f"{_BOARD}mapgrid.HexGridNumbering", color=_NUMBERS, first="H", fontSize=11, hDescend=False,
        hDrawOff=0, hLeading=1, hOff=1, hType="N", locationFormat=_PLACE, rotateText=0, sep=".",
        stagger=not game_map.even_columns_lower, vDescend=False, vDrawOff=5, vLeading=1, vOff=1, vType="N",
        visible=visible,
    )  # fmt: skip
    return component(
        f"{_BOARD}HexGrid", numbering, color=_LINES, cornersLegal=False, dotsVisible=False,
        dx=geometry_of(game_map).column_pitch, dy=float(game_map.hex_height), edgesLegal=False, sideways=False,
        snapTo=True, visible=visible, x0=game_map.origin[0], y0=game_map.origin[1],
    )  # fmt: skip


def _spaces(track: Track) -> Iterator[tuple[str, _Rectangle]]:
    for number, space in enumerate(track.spaces):
        row, column = divmod(number, track.per_row)
        x, y = track.x + column * track.space_width, track.y + row * track.space_height
        yield space, _Rectangle(x, y, track.space_width, track.space_height)


def _track_zone(track: Track) -> Element:
    rows = -(-len(track.spaces) // track.per_row)
    columns = min(track.per_row, len(track.spaces))
    area = _Rectangle(track.x, track.y, columns * track.space_width, rows * track.space_height)
    grid = _region_grid((space, place.centre) for space, place in _spaces(track))
    return _zone(track.name, area.corners, _BOTH, grid)


def board_zones(game_map: GameMap) -> Element:
    """Return the grid of the map's board: tracks, boxes, entry hexes, all hexes, and the rest of the sheet."""
    geometry = geometry_of(game_map)
    zones = [_track_zone(track) for track in game_map.tracks.values()]
    zones += [
        _zone(box.name, _Rectangle(box.x, box.y, box.width, box.height).corners, _NAME)
        for box in game_map.boxes.values()
        if box.kind in ("park", "box")
    ]
    zones += [
        _zone(entry_hex_name(entry), geometry.corners(entry.hex), _PLACE, use_parent_grid=True)
        for entry in game_map.entry_hexes.values()
    ]
    zones += [
        _zone(HEXES, outline, _PLACE, _hex_grid(game_map, visible=True))
        for outline in geometry.outlines(game_map.hexes)
    ]
    zones.append(_zone(MARGIN, _Rectangle(0, 0, *game_map.sheet_size).corners, _NAME))
    return component(f"{_BOARD}ZonedGrid", *zones, _hex_grid(game_map, visible=False))


def mat_zones(mat: Mat) -> Element:
    """Return the grid of a mat's board: a zone for each space; counters snap to the middle of small ones."""
    zones = [
        _zone(
            space.name, _Rectangle(space.x, space.y, space.width, space.height).corners, _NAME,
            *([_region_grid([(space.name, space.centre)])] if max(space.width, space.height) <= CELL else []),
        )
        for space in mat.spaces
    ]  # fmt: skip
    zones.append(_zone(MARGIN, _Rectangle(0, 0, *mat.size).corners, _NAME))
    return component(f"{_BOARD}ZonedGrid", *zones)
