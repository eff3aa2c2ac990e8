"""The hexes of a map as SVG: ground, minefields, fortress, trails, areas, entry hexes and signs, one path a layer.

VASSAL draws a board tile by tile and reads the whole drawing for each. So there is no element a hex, words are
paths (see :mod:`.lettering`), bands are filled rather than drawn with a pen, and nothing large is see-through;
the hexes' numbers are drawn by the module's own grid.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ..game.game_map import Area, GameMap, HexTerrain
from ..game.hexes import Hex, HexGeometry, Pixel
from . import lettering, map_relief, svg, text
from . import map_signs as signs
from .lettering import Words
from .map_trails import trail_outline

__all__ = ["FORT", "MINE_TINTS", "Field", "field_layers"]

_GROUND = "#ecdcb4"
_HEX_LINE = "#a68c5d"
_FIELD_EDGE = "#6b5636"
MINE_TINTS = {1: "#dcb987", 2: "#d3986f"}
"""The grounds of light and heavy minefields."""
_MINED_EDGE = "#8d5a2e"
FORT = "#f6ecd0"
_FORT_EDGE = "#80663c"
_ENTRY_INK = "#9c2f2a"

_LIGHT = ((0.14, 0.16, 0.12, 0.11), (0.80, 0.18, 0.16, 0.13), (0.12, 0.70, 0.10, 0.10), (0.72, 0.83, 0.20, 0.12))
"""Lighter sand: centre, half width and half height of each patch in parts of the field."""
_DARK = ((0.42, 0.11, 0.16, 0.07), (0.17, 0.42, 0.13, 0.14), (0.86, 0.50, 0.11, 0.16), (0.33, 0.87, 0.20, 0.09))
_SAND = (
    (1.0, _DARK, "#e9d8ad"), (0.8, _DARK, "#e6d3a6"), (0.6, _DARK, "#e2d0a0"),
    (1.0, _LIGHT, "#eedfb9"), (0.8, _LIGHT, "#efe1be"), (0.6, _LIGHT, "#f1e4c2"),
)  # fmt: skip
"""Each patch is laid on in smaller and smaller ovals, which makes its rim soft; see-through paint would cost time."""


@dataclass(frozen=True)
class Field:
    """A map with its geometry and the scale that its drawing has."""

    map: GameMap

    @cached_property
    def geometry(self) -> HexGeometry:
        """The places of the hexes on the sheet."""
        return HexGeometry(self.map.layout, self.map.hex_height, self.map.origin)

    @property
    def scale(self) -> float:
        """The factor by which the measures of :mod:`.map_signs` are multiplied."""
        return self.map.hex_height / signs.BASE_HEIGHT

    def chosen(self, wanted: Callable[[HexTerrain], bool]) -> list[Hex]:
        """Return the hexes whose terrain is wanted, column by column."""
        return sorted(place for place, terrain in self.map.hexes.items() if wanted(terrain))

    def mined(self, level: int) -> list[Hex]:
        """Return the hexes that are mined at least as heavily as *level*."""
        return self.chosen(lambda terrain: self.map.terrains[terrain.terrain].minefield_level >= level)

    def centres(self, places: Iterable[Hex]) -> list[Pixel]:
        """Return the centres of hexes."""
        return [self.geometry.centre(place) for place in places]

    def region(self, places: Iterable[Hex], inset: float = 0) -> str:
        """Return path data around hexes, *inset* inside their outer sides."""
        loops = self.geometry.outlines(places)
        return "".join(svg.polygon(_inset(loop, inset * self.scale)) for loop in loops)

    def border(self, places: Iterable[Hex], inset: float, width: float) -> str:
        """Return path data of a band along that line, to be filled with the rule ``evenodd``.

        A line drawn with a pen would do, but VASSAL's engine works out its edges again for each tile.
        """
        chosen = list(places)
        return self.region(chosen, inset - width / 2) + self.region(chosen, inset + width / 2)

    def outside(self, place: Hex) -> list[Pixel]:
        """Return the centres of the hexes next to *place* that would be off the map."""
        return self.centres(other for other in self.geometry.layout.neighbours(place) if other not in self.map.hexes)


def field_layers(field: Field, *, hex_lines: bool, hex_names: bool, relief: bool) -> Iterator[str]:
    """Yield the layers from the ground up; lines and names of hexes are left out where VASSAL's grid draws them.

    The relief is left out of boards that VASSAL would read again and again.
    """
    yield from _ground(field)
    if relief:
        yield from _dunes(field)
    yield svg.path(field.border(field.map.hexes, 0, 4), fill=_FIELD_EDGE, fill_rule="evenodd")
    yield from _minefields(field)
    yield from _fortress(field)
    if relief:
        yield from _earthworks(field)
    if hex_lines:
        yield svg.path(_lines(field), fill="none", stroke=_HEX_LINE, stroke_width=1.5 * field.scale)
    yield from _trails(field)
    for area in field.map.areas.values():
        yield from _area(field, area)
    yield from _entry_hexes(field)
    yield from _signs(field)
    if hex_names:
        yield from _names(field)


def _inset(loop: tuple[Pixel, ...], inset: float) -> Iterator[svg.Point]:
    """Yield a closed line's corners moved to its right by *inset*, where the hexes are."""
    count = len(loop)
    for i, (x, y) in enumerate(loop):
        sides = ((loop[i - 1], loop[i]), (loop[i], loop[(i + 1) % count]))
        (ax, ay), (bx, by) = (_right_of(start, end) for start, end in sides)
        stretch = inset / (1 + ax * bx + ay * by)
        yield x + (ax + bx) * stretch, y + (ay + by) * stretch


def _right_of(start: Pixel, end: Pixel) -> svg.Point:
    """Return the unit vector to the right of the way from *start* to *end*."""
    east, south = end.x - start.x, end.y - start.y
    length = math.hypot(east, south)
    return -south / length, east / length


def _ground(field: Field) -> Iterator[str]:
    outline = field.region(field.map.hexes)
    yield svg.path(outline, fill=_GROUND)
    centres = field.centres(field.map.hexes)  # what is between them does not run over the field's jagged edge
    left, top = min(x for x, _ in centres), min(y for _, y in centres)
    width, height = max(x for x, _ in centres) - left, max(y for _, y in centres) - top
    for size, patches, colour in _SAND:
        ovals = (
            svg.oval(left + x * width, top + y * height, size * across * width, size * down * height)
            for x, y, across, down in patches
        )
        yield svg.path("".join(ovals), fill=colour)


def _dunes(field: Field) -> Iterator[str]:
    """Yield dunes in open desert, away from the field's edge."""
    open_sand = [place for place in field.chosen(lambda terrain: not terrain.fortified) if not field.outside(place)]
    yield from map_relief.dunes(zip(open_sand, field.centres(open_sand), strict=True), field.scale)


def _earthworks(field: Field) -> Iterator[str]:
    """Yield the fortress's trace, and the rises under observation posts."""
    fortified = field.chosen(lambda terrain: terrain.fortified)
    yield from map_relief.trace(field.geometry.outlines(fortified), field.scale)
    posts = field.chosen(lambda terrain: terrain.observation_post)
    yield from map_relief.hills(field.centres(posts), field.scale)


def _minefields(field: Field) -> Iterator[str]:
    mined = field.mined(1)
    if not mined:
        return
    yield svg.path(field.region(mined), fill=MINE_TINTS[1])
    yield svg.path(field.region(field.mined(2)), fill=MINE_TINTS[2])
    yield svg.path(field.border(mined, 0, 3), fill=_MINED_EDGE, fill_rule="evenodd")
    yield signs.mines(field.centres(mined), field.scale)


def _fortress(field: Field) -> Iterator[str]:
    fortified = field.chosen(lambda terrain: terrain.fortified)
    mined = set(field.mined(1))
    if fortified:
        yield svg.path(field.region(place for place in fortified if place not in mined), fill=FORT)
        yield svg.path(field.border(fortified, 2.5, 5), fill=_FORT_EDGE, fill_rule="evenodd")


def _lines(field: Field) -> str:
    """Return path data with each hex side once."""
    sides = {
        (min(side), max(side))
        for place in field.map.hexes
        for side in pairwise([*field.geometry.corners(place), field.geometry.corners(place)[0]])
    }
    return "".join(svg.polyline(side) for side in sorted(sides))


def _trails(field: Field) -> Iterator[str]:
    meeting = sorted({junction.hex for junction in field.map.junctions})
    outlines = [trail_outline(field.centres(trail.path), *_ends(field, trail.path), set(field.centres(meeting)))
                for trail in field.map.trails]  # fmt: skip
    if outlines:
        yield from signs.trail_lines("".join(outlines), field.scale)
    if meeting:
        yield from signs.junctions(field.centres(meeting), field.scale)


def _ends(field: Field, path: tuple[Hex, ...]) -> tuple[svg.Point | None, svg.Point | None]:
    """Return where a trail comes onto the map and leaves it; None for an end that is inside or joins another."""
    joined = {junction.hex for junction in field.map.junctions}
    first, second = (
        None if end in joined else _edge_point(field, end, following)
        for end, following in ((path[0], path[1]), (path[-1], path[-2]))
    )
    return first, second


def _edge_point(field: Field, end: Hex, following: Hex) -> svg.Point | None:
    """Return the middle of the side of *end* that is on the map's edge and farthest from the trail."""
    trail = field.geometry.centre(following)
    outside = max(field.outside(end), key=lambda beyond: math.dist(beyond, trail), default=None)
    centre = field.geometry.centre(end)
    return outside and ((centre.x + outside.x) / 2, (centre.y + outside.y) / 2)


def _area(field: Field, area: Area) -> Iterator[str]:
    yield from signs.area_lines(field.region(area.hexes), field.border(area.hexes, 6, 5), area.colour)
    centres = field.centres(area.hexes)
    middle = (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))
    x, y = min(centres, key=lambda centre: math.dist(centre, middle))
    width, height = 84 * field.scale, 22 * field.scale
    box = text.TextBox(x - width / 2, y + 18 * field.scale, width, height, height, height / 2)
    yield from lettering.draw([Words(area.name, box)], area.colour, rim=FORT)


def _entry_hexes(field: Field) -> Iterator[str]:
    entries = field.map.entry_hexes.values()
    if not entries:
        return
    frames = "".join(field.border([entry.hex], 6, 6) + _arrow(field, entry.hex) for entry in entries)
    yield from signs.entry_frames("".join(field.region([entry.hex], 6) for entry in entries), frames)
    letters = (_entry_letter(entry.letter, field.geometry.centre(entry.hex), 34 * field.scale) for entry in entries)
    yield from lettering.draw(letters, _ENTRY_INK)


def _entry_letter(letter: str, centre: Pixel, size: float) -> Words:
    x, y = centre
    return Words(letter, text.TextBox(x - size, y + size / 4, 2 * size, size, size, size))


def _arrow(field: Field, place: Hex) -> str:
    """Return path data of an arrow that points over the map's edge into a hex; nothing if the hex is not there."""
    x, y = field.geometry.centre(place)
    outside = field.outside(place)
    if not outside:
        return ""
    away = (sum(other.x - x for other in outside), sum(other.y - y for other in outside))
    east, south = (part / math.hypot(*away) for part in away)
    shape = ((far * east - side * south, far * south + side * east) for far, side in ((59, 0), (82, 22), (82, -22)))
    return svg.polygon(signs.placed((x, y), shape, field.scale))


def _signs(field: Field) -> Iterator[str]:
    fortified = field.chosen(lambda terrain: terrain.fortified)
    doors = field.chosen(lambda terrain: terrain.door)
    posts = field.chosen(lambda terrain: terrain.observation_post)
    if posts:
        yield signs.observation_posts(field.centres(posts), field.scale)
    if fortified:
        yield from signs.fortified_rings(field.centres(fortified), field.scale)
    for kind in field.map.terrains.values():
        places = [place for place, terrain in field.map.hexes.items() if terrain.terrain == kind.id]
        if places:
            yield signs.terrain_dots(field.centres(sorted(places)), kind.centre, field.scale)
    if doors:
        yield from signs.doors(field.centres(doors), field.scale)


def _names(field: Field) -> Iterator[str]:
    size = 13 * field.scale
    for place in sorted(field.map.hexes):
        x, y = field.geometry.centre(place)
        box = text.TextBox(x - 3 * size, y - 47 * field.scale, 6 * size, 1.2 * size, size, size, weight="normal")
        yield text.draw(str(place), box, signs.INK)
