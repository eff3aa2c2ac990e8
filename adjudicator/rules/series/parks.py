"""Artillery parks: boxes beside the map from which Indirect HE fires (NQoS S5.2)."""

from __future__ import annotations

from typing import Final

from ...game.position import Position

__all__ = ["PARK", "is_in_park"]

PARK: Final = "park"
"""The kind of a map's box that is an Artillery Park."""


def is_in_park(position: Position, unit: str) -> bool:
    """Return whether a unit is in an Artillery Park (NQoS S5.2)."""
    place, boxes = position.units[unit].place, position.game.map.boxes
    return isinstance(place, str) and place in boxes and boxes[place].kind == PARK
