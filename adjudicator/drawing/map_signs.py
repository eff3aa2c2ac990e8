"""The signs of a map as SVG: terrain dots, rings, doors, posts, trails, areas, entry hexes.

Each function draws all the signs of its kind as one path (or two), since that is what VASSAL draws quickly;
the terrain legend shows the same signs. Measures are for hexes 96 pixels high; *scale* fits them to others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import svg

__all__ = [
    "BASE_HEIGHT",
    "INK",
    "area_lines",
    "doors",
    "entry_frames",
    "fortified_rings",
    "junctions",
    "observation_posts",
    "placed",
    "rings",
    "terrain_dots",
    "trail_lines",
]

BASE_HEIGHT = 96
"""The height of the hexes that the measures are given for."""
INK = "#2c2416"
_RING = "#ffffff"
_DOT_EDGE = "#4a3a20"
_TRAIL_BED = "#9a7844"
_TRAIL = "#fbf2d6"
_ENTRY = "#9c2f2a"
_ENTRY_GROUND = "#f6ddd0"

_DOOR = tuple(tuple((x, side * y) for x, y in ((-30, 38), (-17, 25), (17, 25), (30, 38))) for side in (-1, 1))
"""The two wings of a passage, one on either side of the trail through the dot."""
_TRIANGLE = ((0, -37), (33, 20), (-33, 20))


def placed(centre: svg.Point, offsets: Iterable[svg.Point], scale: float) -> list[svg.Point]:
    """Return points around a hex's centre that are given for hexes of :data:`BASE_HEIGHT`."""
    x, y = centre
    return [(x + right * scale, y + down * scale) for right, down in offsets]


def rings(centres: Iterable[svg.Point], radius: float, scale: float) -> str:
    """Return path data of a circle around each centre."""
    return "".join(svg.ring(x, y, radius * scale) for x, y in centres)


def terrain_dots(centres: Iterable[svg.Point], colour: str, scale: float) -> str:
    """Return the dots of one kind of terrain."""
    return svg.path(rings(centres, 8.5, scale), fill=colour, stroke=_DOT_EDGE, stroke_width=1.5 * scale)


def fortified_rings(centres: Iterable[svg.Point], scale: float) -> str:
    """Return the white discs whose rims show around the terrain dots of fortified hexes."""
    return svg.path(rings(centres, 14, scale), fill=_RING, stroke=_DOT_EDGE, stroke_width=1.5 * scale)


def junctions(centres: Iterable[svg.Point], scale: float) -> str:
    """Return the discs where trails are connected."""
    return svg.path(rings(centres, 17, scale), fill=_TRAIL, stroke=_TRAIL_BED, stroke_width=3 * scale)


def doors(centres: Iterable[svg.Point], scale: float) -> Iterator[str]:
    """Yield minefield doors: dark wings with a white rim."""
    wings = "".join(svg.polyline(placed(centre, wing, scale)) for centre in centres for wing in _DOOR)
    for colour, width in ((_RING, 10), (INK, 6)):
        yield svg.path(wings, fill="none", stroke=colour, stroke_width=width * scale, stroke_linecap="round")


def observation_posts(centres: Iterable[svg.Point], scale: float) -> str:
    """Return the triangles of observation posts."""
    shapes = (svg.polygon(placed(centre, _TRIANGLE, scale)) for centre in centres)
    return svg.path("".join(shapes), fill="none", stroke=INK, stroke_width=5 * scale, stroke_linejoin="round")


def trail_lines(outline: str, scale: float) -> Iterator[str]:
    """Yield the two lines of trails: the bed, and the broken bright line of the ruts."""
    rounded = {"fill": "none", "stroke_linejoin": "round"}
    dashes = f"{svg.number(22 * scale)} {svg.number(6 * scale)}"
    yield svg.path(outline, stroke=_TRAIL_BED, stroke_width=10 * scale, **rounded)
    yield svg.path(outline, stroke=_TRAIL, stroke_width=5.5 * scale, stroke_dasharray=dashes, **rounded)


def area_lines(ground: str, border: str, colour: str, scale: float) -> Iterator[str]:
    """Yield the tint of a deployment area and the line inside its border."""
    yield svg.path(ground, fill=colour, fill_opacity=0.1)
    yield svg.path(border, fill="none", stroke=colour, stroke_width=5 * scale, stroke_linejoin="round")


def entry_frames(frames: str, arrows: str, scale: float) -> Iterator[str]:
    """Yield the frames of reinforcement entry hexes and the arrows that point into them."""
    yield svg.path(frames, fill=_ENTRY_GROUND, stroke=_ENTRY, stroke_width=6 * scale, stroke_linejoin="round")
    yield svg.path(arrows, fill=_ENTRY)
