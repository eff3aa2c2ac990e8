"""Names for the places of a module that ``vmod-builder`` made, by its layout: no module is needed to name them."""

from __future__ import annotations

from ..game.game_data import GameData
from ..game.hexes import Hex
from ..vassal.boards import OFFBOARD
from ..vassal.locations import Locator
from ..vassal.pieces import Placement
from ..vassal.table import Table
from .choice import layout_of_table
from .table_places import TablePlaces

__all__ = ["LayoutLocator"]


class LayoutLocator(Locator):
    """Names places as another locator does, and those that it does not know by the layout of the game's module."""

    def __init__(self, first: Locator, game: GameData, table: Table) -> None:
        super().__init__()
        self._first = first
        self._game = game
        self._places = TablePlaces(game, layout_of_table(game, table))

    def name(self, place: Placement) -> str | None:
        """Return the name of a place, None if it is not known."""
        found = self._first.name(place)
        return self._by_layout(place) or found if found in (None, OFFBOARD) else found

    def _by_layout(self, place: Placement) -> str:
        here = self._places.place(place)
        if isinstance(here, Hex):
            return str(here)
        if here is not None:
            return self._game.map.boxes[here].name
        for track in self._game.map.tracks.values():
            if space := self._places.track_space(track.id, place):
                return f"{track.name} {space}"
        mat, space = self._places.space(place)
        return f"{mat}, {space}" if space else ""
