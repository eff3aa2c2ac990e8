"""The things on the sheet of a position, before they have pixels: a counter, its words, and the place that it is in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..game.hexes import Hex

__all__ = ["Item", "Key", "Knows"]

Key = Hex | str | tuple[str, str]
"""A hex, the id of a box of the map sheet, or the id of a track or the name of a mat with its space."""
Knows = Callable[[str], bool]
"""A function that says of a unit's id whether the reader may know which unit it is."""


@dataclass(frozen=True, slots=True)
class Item:
    """A counter in a place."""

    key: Key
    thing: str
    """The name of the counter, the same in every position of a game."""
    drawings: tuple[str, ...]
    """The names of its drawings, from the bottom to the top."""
    label: str
    """The counter, its place and its state, in words."""
    covered: tuple[str, ...] = ()
    """The drawings that are added when another counter is over it: its name, where that is not along the edge."""
