"""The minefield doors: for the French the hex of a door is desert (NQoS 4.3.1)."""

from __future__ import annotations

from ...game.hexes import Hex
from ...game.position import Position
from .fortress import DEFENDERS

__all__ = ["is_open_door"]


def is_open_door(position: Position, place: Hex, side: str) -> bool:
    """Return whether a minefield door is like desert to a side: it is to the French (NQoS 4.3.1)."""
    terrain = position.game.map.hexes.get(place)
    return side == DEFENDERS and terrain is not None and terrain.door
