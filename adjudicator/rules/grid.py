"""The hexes of one map, with distances, neighbours and lines computed once and then cached."""

from __future__ import annotations

from ..game.game_map import GameMap
from ..game.hexes import Hex

__all__ = ["Grid"]


class Grid:
    """The hexes of a map. Its results never include hexes off the map."""

    def __init__(self, game_map: GameMap) -> None:
        self.layout = game_map.layout
        self.hexes = frozenset(game_map.hexes)
        self.widest = game_map.columns + game_map.rows
        """A distance that no two hexes of the map have: the value of an unlimited range."""
        self._neighbours: dict[Hex, frozenset[Hex]] = {}
        self._distances: dict[tuple[Hex, Hex], int] = {}
        self._discs: dict[tuple[Hex, int], frozenset[Hex]] = {}
        self._between: dict[tuple[Hex, Hex], tuple[tuple[Hex, ...], ...]] = {}

    def distance(self, start: Hex, end: Hex) -> int:
        """Return the distance in hexes from one hex to another."""
        key = (start, end)
        try:
            return self._distances[key]
        except KeyError:
            return self._distances.setdefault(key, self.layout.distance(start, end))

    def neighbours(self, place: Hex) -> frozenset[Hex]:
        """Return the hexes of the map next to a hex."""
        try:
            return self._neighbours[place]
        except KeyError:
            return self._neighbours.setdefault(place, self.hexes.intersection(self.layout.neighbours(place)))

    def disc(self, centre: Hex, radius: int) -> frozenset[Hex]:
        """Return the hexes of the map at most *radius* away from a hex, which is left out."""
        key = (centre, min(radius, self.widest))
        try:
            return self._discs[key]
        except KeyError:
            near = self.hexes.intersection(self.layout.within(centre, key[1])) - {centre}
            return self._discs.setdefault(key, near)

    def between(self, start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
        """Return the hexes that the line from centre to centre passes between its ends; see :meth:`HexLayout.line`."""
        key = (start, end)
        try:
            return self._between[key]
        except KeyError:
            return self._between.setdefault(key, self.layout.line(start, end)[1:-1])
