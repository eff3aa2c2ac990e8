"""The terrain legend of a map sheet as SVG: a sample of every sign that the map has, with its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..game.game_map import Box
from . import map_signs as signs
from . import svg, text
from .lettering import Words
from .map_field import FORT, MINE_TINTS, Field

__all__ = ["legend_signs", "legend_words"]

_COLUMNS = 2
_HEADING = 40
_SAMPLE = 84
"""The width of a sample, in pixels."""
_SIZE = 16


class _Sample(NamedTuple):
    """A sign of the map with its name; a terrain's kind is its id."""

    name: str
    kind: str


def legend_signs(field: Field, box: Box) -> Iterator[str]:
    """Yield the samples, in rows below the box's heading."""
    for sample, place in _placed(field, box):
        scale = min(field.scale, place.height / signs.BASE_HEIGHT)
        yield from _sample(field, sample.kind, (place.x - _SAMPLE / 2, place.y + place.height / 2), scale)


def legend_words(field: Field, box: Box) -> Iterator[Words]:
    """Yield the names of the samples, each to the right of its own."""
    for sample, place in _placed(field, box):
        yield Words(sample.name, place, 2)


def _placed(field: Field, box: Box) -> Iterator[tuple[_Sample, text.TextBox]]:
    """Yield each sample with the place for its name."""
    samples = _samples(field)
    rows = -(-len(samples) // _COLUMNS)
    pitch, width = (box.height - _HEADING) / rows, box.width / _COLUMNS
    for i, sample in enumerate(samples):
        row, column = i % rows, i // rows
        left, top = box.x + column * width + _SAMPLE, box.y + _HEADING + row * pitch
        yield sample, text.TextBox(left, top, width - _SAMPLE - 8, pitch, _SIZE, 10, anchor="start")


def _samples(field: Field) -> list[_Sample]:
    """Return a sample of each sign that the map has."""
    terrains = field.map.hexes.values()
    signed = (
        ("Fortified", "fortified", any(terrain.fortified for terrain in terrains)),
        ("Minefield Door", "door", any(terrain.door for terrain in terrains)),
        ("Observation Post", "post", any(terrain.observation_post for terrain in terrains)),
        ("Trail", "trail", bool(field.map.trails)),
        ("Junction of trails", "junction", bool(field.map.junctions)),
        ("Deployment Area", "area", bool(field.map.areas)),
        ("Reinforcement Entry", "entry", bool(field.map.entry_hexes)),
    )
    return [_Sample(kind.name, kind.id) for kind in field.map.terrains.values()] + [
        _Sample(name, kind) for name, kind, there in signed if there
    ]


def _sample(field: Field, kind: str, centre: svg.Point, scale: float) -> Iterator[str]:
    """Yield one sign at its place in the legend."""
    bed = svg.polyline(signs.placed(centre, ((-40, 0), (40, 0)), scale))
    hexagon, band = _hexagon(centre, scale), _hexagon(centre, 1.06 * scale) + _hexagon(centre, 0.92 * scale)
    arrow = svg.polygon(signs.placed(centre, ((0, 20), (20, -12), (-20, -12)), scale))
    area = next(iter(field.map.areas.values()), None)
    drawn: dict[str, Callable[[], Iterable[str]]] = {
        "fortified": lambda: [svg.path(hexagon, fill=FORT), *signs.fortified_rings([centre], scale)],
        "door": lambda: signs.doors([centre], scale),
        "post": lambda: [signs.observation_posts([centre], scale)],
        "trail": lambda: signs.trail_lines(bed, scale),
        "junction": lambda: [*signs.trail_lines(bed, scale), *signs.junctions([centre], scale)],
        "area": lambda: signs.area_lines(hexagon, band, area.colour if area else signs.INK),
        "entry": lambda: signs.entry_frames(hexagon, band + arrow),
    }
    if kind in field.map.terrains:
        level = field.map.terrains[kind].minefield_level
        if level in MINE_TINTS:
            yield svg.path(hexagon, fill=MINE_TINTS[level])
            yield signs.mines([centre], scale)
        yield signs.terrain_dots([centre], field.map.terrains[kind].centre, 1.3 * scale)
    else:
        yield from drawn[kind]()


def _hexagon(centre: svg.Point, scale: float) -> str:
    corners = ((-22, -38), (22, -38), (44, 0), (22, 38), (-22, 38), (-44, 0))
    return svg.polygon(signs.placed(centre, corners, scale))
