"""Drawings that turn the hexes into a map: dunes, hills under observation posts, the fortress's trace, compass, scale.

All of this is decoration: no rule asks for it. Each kind is one path or two, as in :mod:`.map_signs`; the place of a
dune follows from its hex's number, so that the same map is the same drawing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from ..game.game_map import MapScale
from ..game.hexes import Hex, Pixel
from . import lettering, svg, text
from .lettering import Words
from .map_signs import INK, placed

__all__ = ["compass", "dunes", "hills", "trace"]

_SHADE: Final = "#cfb680"
_LIT: Final = "#f7edd2"
_SLOPE: Final = "#a98e5f"
_PAPER: Final = "#f4ebd2"
_EARTHWORK: Final = "#80663c"
_PATTERN: Final = 11
"""A dune is in every hex whose mixed number leaves a small rest by this one."""
_DUNES: Final = 4
_TOOTH: Final = 15
"""The pixels from tooth to tooth of the fortress's trace."""
_ROSE: Final = 52
"""The radius of the compass."""
_KILOMETRE: Final = 1000
_ROOMY: Final = 160
"""The length in pixels of a scale that has room for a word in its middle."""


def dunes(places: Iterable[tuple[Hex, Pixel]], scale: float) -> Iterator[str]:
    """Yield crescent dunes, which open away from the wind: their dark slopes, and the light on their backs."""
    shade, lit = "", ""
    for place, centre in places:
        mixed = place.column * 7 + place.row * 5 + place.column * place.row * 3
        if mixed % _PATTERN >= _DUNES:
            continue
        right, down = (mixed * 13 % 37) - 18, (mixed * 29 % 41) - 20
        size = (1 + mixed % 5 / 8) * scale
        for x, y in ((0, 0), (24, 13))[: 1 + mixed % 2]:
            ((left, top),) = placed(centre, [(right + x, down + y)], scale)
            shade += _crescent(left, top, size)
            lit += _crescent(left - 2 * scale, top - 3 * scale, size)
    if shade:
        yield svg.path(lit, fill="none", stroke=_LIT, stroke_width=2.5 * scale, stroke_linecap="round")
        yield svg.path(shade, fill="none", stroke=_SHADE, stroke_width=2.2 * scale, stroke_linecap="round")


_CRESCENT: Final = "M{} {}q{} {} {} {}c{} {} {} {} {} {}"
_BENDS: Final = (4, -12, 13, -12, 4, 0, 11, 2, 13, 13)


def _crescent(left: float, top: float, size: float) -> str:
    """Return path data of a dune in whole pixels, which is short."""
    return _CRESCENT.format(round(left - 13 * size), round(top + 5 * size), *(round(size * bend) for bend in _BENDS))


def hills(centres: Iterable[Pixel], scale: float) -> Iterator[str]:
    """Yield the hachures of the rises that observation posts are on."""
    strokes = "".join(
        svg.polyline(placed(centre, _hachure(2 * math.pi * n / 28, 40, 47 + n % 3 * 4), scale))
        for centre in centres
        for n in range(28)
    )
    if strokes:
        yield svg.path(strokes, fill="none", stroke=_SLOPE, stroke_width=2.4 * scale, stroke_linecap="round")


def _hachure(angle: float, near: float, far: float) -> tuple[svg.Point, svg.Point]:
    east, south = math.cos(angle), math.sin(angle)
    return (near * east, near * south), (far * east, far * south)


def trace(loops: Iterable[tuple[Pixel, ...]], scale: float) -> Iterator[str]:
    """Yield the teeth along the outline of a fortress, which point outwards as on maps of earthworks."""
    strokes = "".join(_teeth(loop, scale) for loop in loops)
    if strokes:
        yield svg.path(strokes, fill="none", stroke=_EARTHWORK, stroke_width=3.5 * scale)


def _teeth(loop: tuple[Pixel, ...], scale: float) -> str:
    strokes = ""
    for start, end in pairwise((*loop, loop[0])):
        length = math.dist(start, end)
        east, south = (end.x - start.x) / length, (end.y - start.y) / length
        count = max(round(length / (_TOOTH * scale)), 1)
        for n in range(count):
            along = length * (n + 0.5) / count
            x, y = start.x + east * along, start.y + south * along
            reach = 8 * scale
            strokes += svg.polyline(((x, y), (x + south * reach, y - east * reach)))
    return strokes


def compass(scale: MapScale, hex_height: int) -> Iterator[str]:
    """Yield a compass, since north is up, and below it a bar of one kilometre."""
    x, y = scale.at
    points = [(_ROSE if n % 2 == 0 else _ROSE / 5) for n in range(8)]
    star = svg.polygon(
        (x + reach * math.sin(n * math.pi / 4), y - reach * math.cos(n * math.pi / 4)) for n, reach in enumerate(points)
    )
    halves = "".join(
        svg.polygon([(x, y), _around(x, y, _ROSE, n), _around(x, y, _ROSE / 5, n + 1)]) for n in range(0, 8, 2)
    )
    length = hex_height * _KILOMETRE / scale.hex_metres
    left, top = x - length / 2, y + _ROSE + 22
    yield svg.path(svg.oval(x, y, _ROSE * 0.62, _ROSE * 0.62), fill="none", stroke=INK, stroke_width=1.5)
    yield svg.path(star + _bar(left, top, length), fill=_PAPER, stroke=INK, stroke_width=1.5)
    yield svg.path(halves + _bar(left, top, length / 2), fill=INK)
    size = 20
    written = [Words("N", text.TextBox(x - size, y - _ROSE - 1.2 * size, 2 * size, size, size, size))]
    for share, label in ((0.0, "0"), *(((0.5, "500 m"),) if length >= _ROOMY else ()), (1.0, "1 km")):
        box = text.TextBox(left + share * length - 40, top + 12, 80, size, 0.8 * size, 10)
        written.append(Words(label, box))
    yield from lettering.draw(written, INK)


def _around(x: float, y: float, reach: float, eighth: int) -> svg.Point:
    return x + reach * math.sin(eighth * math.pi / 4), y - reach * math.cos(eighth * math.pi / 4)


def _bar(left: float, top: float, length: float) -> str:
    return svg.polygon([(left, top), (left + length, top), (left + length, top + 8), (left, top + 8)])
