"""The positions of hexes, boxes, tracks and the spaces of the mats in one version of a game's module, in pixels.

Saves and logs contain only pixels. A game that was begun with an older build of the module is read by that build's
layout, so every layout with which a game may have begun is kept (``layouts.toml``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

__all__ = ["Rectangle", "Spaces", "TableLayout"]

Spaces = Mapping[str, "Rectangle"]
"""The spaces of a track or a mat by their names, in order."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of a sheet or mat, from its upper left corner."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in its middle, to which counters snap."""
        return self.x + self.width // 2, self.y + self.height // 2

    def holds(self, x: int, y: int) -> bool:
        """Return whether a pixel is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The layout of a module's map sheet and mats. Layouts with the same positions are equal, in whatever version."""

    versions: tuple[str, ...] = field(compare=False)
    """The module's versions with this layout; several layouts may be of one version, the newest last."""
    hex_height: int
    """From flat side to flat side of a hex."""
    origin: tuple[int, int]
    """The centre of hex 01.01 on the map sheet."""
    even_columns_lower: bool
    boxes: Spaces
    """The boxes of the map sheet by their ids."""
    tracks: Mapping[str, Spaces]
    """The tracks of the map sheet by their ids."""
    mats: Mapping[str, Spaces]
    """The mats beside the map by their names."""

    def places_of_mats(self) -> Iterator[tuple[str, Rectangle]]:
        """Yield each space of a mat with the mat's name."""
        return chain.from_iterable(((mat, place) for place in spaces.values()) for mat, spaces in self.mats.items())
