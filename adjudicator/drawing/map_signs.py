"""The signs of a map as SVG: terrain dots, rings, doors, posts, trails, areas, entry hexes.

Each function draws all the signs of its kind as one path (or two), since that is what VASSAL draws quickly;
the terrain legend shows the same signs. Measures are for hexes 96 pixels high; *scale* fits them to others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from . import svg

__all__ = [
    "BASE_HEIGHT",
    "INK",
    "area_lines",
    "discs",
    "doors",
    "entry_frames",
    "fortified_rings",
    "junctions",
    "mines",
    "observation_posts",
    "placed",
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
_MINE = "#7c4a26"
_MINES = ((-25, -20), (25, -20), (25, 20), (-25, 20))
"""The places of the crosses of a mined hex, around its centre."""
_MINE_ARM = 3.5
_TRIANGLE = ((0, -37), (33, 20), (-33, 20))


def placed(centre: svg.Point, offsets: Iterable[svg.Point], scale: float) -> list[svg.Point]:
    """Return points around a hex's centre that are given for hexes of :data:`BASE_HEIGHT`."""
    x, y = centre
    return [(x + right * scale, y + down * scale) for right, down in offsets]


def discs(centres: Iterable[svg.Point], radius: float, colour: str, scale: float) -> str:
    """Return a disc on each centre: dots of a round pen, which are drawn in half the time that circles take."""
    points = "".join(svg.dot(x, y) for x, y in centres)
    return svg.path(points, fill="none", stroke=colour, stroke_width=2 * radius * scale, stroke_linecap="round")


def terrain_dots(centres: Iterable[svg.Point], colour: str, scale: float) -> str:
    """Return the dots of one kind of terrain."""
    return discs(centres, 9, colour, scale)


def fortified_rings(centres: Sequence[svg.Point], scale: float) -> Iterator[str]:
    """Yield the white discs whose rims show around the terrain dots of fortified hexes."""
    yield discs(centres, 14.75, _DOT_EDGE, scale)
    yield discs(centres, 13.25, _RING, scale)


def junctions(centres: Sequence[svg.Point], scale: float) -> Iterator[str]:
    """Yield the discs where trails are connected."""
    yield discs(centres, 18.5, _TRAIL_BED, scale)
    yield discs(centres, 15.5, _TRAIL, scale)


def mines(centres: Iterable[svg.Point], scale: float) -> str:
    """Return the small crosses of mined hexes."""
    arm = svg.number(2 * _MINE_ARM * scale)
    corners = (
        corner
        for centre in centres
        for corner in placed(centre, ((x - _MINE_ARM, y - _MINE_ARM) for x, y in _MINES), scale)
    )
    crosses = (f"{svg.polyline([corner])}l{arm} {arm}m-{arm} 0l{arm}-{arm}" for corner in corners)
    return svg.path("".join(crosses), fill="none", stroke=_MINE, stroke_width=2 * scale)


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


def area_lines(ground: str, border: str, colour: str) -> Iterator[str]:
    """Yield the tint of a deployment area and the band inside its border."""
    yield svg.path(ground, fill=colour, fill_opacity=0.1)
    yield svg.path(border, fill=colour, fill_rule="evenodd")


def entry_frames(ground: str, frames: str) -> Iterator[str]:
    """Yield the ground of reinforcement entry hexes, and their frames with the arrows that point into them."""
    yield svg.path(ground, fill=_ENTRY_GROUND)
    yield svg.path(frames, fill=_ENTRY, fill_rule="evenodd")
