"""Boards divided into zones, each with its own naming and perhaps its own grid (vassal-files.md 4.6)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import sequence
from .errors import GridError
from .geometry import Point, Size, bounding_size, divide, polygon_contains
from .grids import Grid, RegionGrid
from .location_format import expand, match, no_such_location

__all__ = ["Zone", "ZonedGrid", "parse_path"]

_COORDINATE = re.compile(r"[+-]?[0-9]{1,8}")


def parse_path(path: str) -> tuple[Point, ...]:
    """Read a zone's outline, ``x,y;x,y;…`` in board pixels.

    A corner that is not two whole numbers is left out, as the engine does.
    """
    corners = []
    for token in sequence.decode(path, ";"):
        parts = [part.strip() for part in sequence.decode(token, ",")[:2]]
        if len(parts) == 2 and all(_COORDINATE.fullmatch(part) for part in parts):
            corners.append(Point(int(parts[0]), int(parts[1])))
    return tuple(corners)


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a board with a name of its own."""

    name: str
    polygon: tuple[Point, ...] = ()
    location_format: str = "$name$"
    """May use ``$name$`` and ``$gridLocation$``."""
    use_parent_grid: bool = False
    grid: Grid | None = None
    """The grid in force: the zone's own or, with ``use_parent_grid``, the one under all zones."""

    @property
    def size(self) -> Size:
        """The size of the rectangle around the zone."""
        return bounding_size(self.polygon)

    def contains(self, point: Point) -> bool:
        """Return whether a board pixel is in the zone."""
        return polygon_contains(self.polygon, point)

    def location_name(self, point: Point) -> str:
        """Return the name at a board pixel, in the zone or not."""
        inner = self.grid.location_name(point) if self.grid else None
        return expand(self.location_format, {"name": self.name, "gridLocation": inner}, keep_unknown=True)

    def location_point(self, name: str) -> Point:
        """Return the pixel of a location name; without a grid, the middle of the zone's corners.

        Raises GridError if the name does not follow the zone's format or its place is outside the zone.
        """
        patterns: dict[str, tuple[str, tuple[str, ...]]] = {"name": (re.escape(self.name), ())}
        if self.grid:
            patterns["gridLocation"] = ("(.*)", ("grid",))
        found = match(self.location_format, patterns, name)
        if self.grid is None or not found:
            return self._middle()
        point = self.grid.location_point(found["grid"])
        if not self.contains(point):
            raise no_such_location(name)
        return point

    def snap(self, point: Point) -> Point:
        """Return the centre nearest to *point* on the zone's grid, *point* itself without a grid."""
        return self.grid.snap(point) if self.grid else point

    def _middle(self) -> Point:
        if not self.polygon:
            return Point(0, 0)
        count = len(self.polygon)
        middle = Point(
            divide(sum(corner.x for corner in self.polygon), count),
            divide(sum(corner.y for corner in self.polygon), count),
        )
        return middle if self.contains(middle) else self.polygon[0]


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones over a board, and perhaps a grid under them. The first zone that fits counts."""

    zones: tuple[Zone, ...] = ()
    background: Grid | None = None

    def zone_at(self, point: Point) -> Zone | None:
        """Return the zone at a board pixel, if there is one."""
        return next((zone for zone in self.zones if zone.contains(point)), None)

    def location_name(self, point: Point) -> str | None:
        """Return the zone's name for a board pixel, else the background's, None without either."""
        zone = self.zone_at(point)
        if zone:
            return zone.location_name(point)
        return self.background.location_name(point) if self.background else None

    def location_point(self, name: str) -> Point:
        """Return the pixel of a location name: of the first zone that has it, else of the background.

        Raises GridError.
        """
        for zone in self.zones:
            try:
                point = zone.location_point(name)
            except GridError:
                continue
            if zone.contains(point):
                return point
        if self.background is None:
            raise no_such_location(name)
        return self.background.location_point(name)

    def region_point(self, name: str) -> Point:
        """Return the point of the region called *name* in any zone, whatever the zone calls it.

        At-start stacks are placed so when ``location_point`` fails. Raises GridError.
        """
        for zone in self.zones:
            if not isinstance(zone.grid, RegionGrid):
                continue
            try:
                point = zone.grid.location_point(name)
            except GridError:
                continue
            if zone.contains(point):
                return point
        raise no_such_location(name)

    def snap(self, point: Point) -> Point:
        """Return the nearest centre on the grid in force at *point*, *point* itself without one."""
        zone = self.zone_at(point)
        if zone:
            return zone.snap(point)
        return self.background.snap(point) if self.background else point
