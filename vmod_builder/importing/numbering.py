"""The hexes of the game's map for the raw hexes of the module's terrain: by the numbers that the module gives them.

The numbers are what rulebook and players call a hex by, so they decide, whether the module numbers its hexes
straight or obliquely (vassal-files.md 4.5, 6.4). Afterwards it is checked whether neighbours are neighbours on our map
too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from adjudicator.game.hexes import Hex, HexLayout
from adjudicator.vassal.boards import BoardDefinition
from adjudicator.vassal.grids import HexGrid
from adjudicator.vassal.zones import ZonedGrid

from .terrain_file import RawHex

__all__ = ["HexNumbers", "hex_grids_of", "layout_that_fits"]

_RAW: Final = HexLayout(even_columns_lower=True)
"""The layout of raw hexes, counted from 1: the second column is the first lower one."""
_NUMBERS: Final = range(1, 100)


def hex_grids_of(board: BoardDefinition) -> tuple[HexGrid, ...]:
    """Return the hex grids of a board, each once: its own, the one under its zones, and those of its zones."""
    grid = board.grid
    inner = (grid.background, *(zone.grid for zone in grid.zones)) if isinstance(grid, ZonedGrid) else (grid,)
    return tuple(dict.fromkeys(each for each in inner if isinstance(each, HexGrid)))


@dataclass(slots=True)
class HexNumbers:
    """The numbers of a grid's hexes."""

    grid: HexGrid
    board: BoardDefinition
    _known: dict[RawHex, Hex | None] = field(default_factory=dict)

    @property
    def usable(self) -> bool:
        """True if the grid has a numbering, and one of numbers."""
        numbering = self.grid.numbering
        return numbering is not None and not (numbering.horizontal.alphabetic or numbering.vertical.alphabetic)

    def __call__(self, raw: RawHex) -> Hex | None:
        """Return the hex with a raw column and row; None if it is not on the board or has no number of two digits."""
        if raw not in self._known:
            self._known[raw] = self._hex(raw)
        return self._known[raw]

    def position(self, raw: RawHex) -> RawHex:
        """Return a raw column and row of the terrain file as the grid counts them: a grid on its side swaps them."""
        return raw[::-1] if self.grid.sideways else raw

    def _hex(self, raw: RawHex) -> Hex | None:
        centre = self.grid.centre(*self.position(raw))
        name = self.grid.location_name(centre) if self._on_board(centre.x, centre.y) else None
        place = Hex.last_in(name or "")
        return place if place and place.column in _NUMBERS and place.row in _NUMBERS else None

    def _on_board(self, x: int, y: int) -> bool:
        size = self.board.size
        return size is None or (0 <= x < size.width and 0 <= y < size.height)


def layout_that_fits(places: Mapping[RawHex, Hex], *, even_columns_lower: bool) -> HexLayout | None:
    """Return the layout in which all neighbours of the module are neighbours; *places* are by the grid's positions.

    That of our map, if it fits, else the one with the other columns lower; None if neither does.
    """
    pairs = _neighbours(places)
    for even_lower in (even_columns_lower, not even_columns_lower):
        layout = HexLayout(even_lower)
        if all(layout.distance(first, second) == 1 for first, second in pairs):
            return layout
    return None


def _neighbours(places: Mapping[RawHex, Hex]) -> Collection[tuple[Hex, Hex]]:
    """Return the pairs of hexes that are neighbours in the module."""
    pairs = []
    for (column, row), place in places.items():
        for other in _RAW.neighbours(Hex(column + 1, row + 1)):
            neighbour = places.get((other.column - 1, other.row - 1))
            if neighbour is not None:
                pairs.append((place, neighbour))
    return pairs
