"""The terrain legend of a map sheet as SVG: a sample of every sign that the map has, with its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..game.game_map import Box
from . import map_signs as signs
from . import svg, text
from .map_field import Field

__all__ = ["legend"]

_COLUMNS = 2
_HEADING = 40
_SAMPLE = 84
"""How wide a sample is, in pixels."""
_SIZE = 16


def legend(field: Field, box: Box) -> Iterator[str]:
    """Yield the samples and names, in rows below the box's heading."""
    samples = _samples(field)
    rows = -(-len(samples) // _COLUMNS)
    pitch = (box.height - _HEADING) / rows
    width = box.width / _COLUMNS
    scale = min(field.scale, pitch / signs.BASE_HEIGHT)
    for i, (name, kind) in enumerate(samples):
        row, column = i % rows, i // rows
        left, middle = box.x + column * width, box.y + _HEADING + (row + 0.5) * pitch
        yield from _sample(field, kind, (left + _SAMPLE / 2, middle), scale)
        place = text.TextBox(left + _SAMPLE, middle - pitch / 2, width - _SAMPLE - 8, pitch, _SIZE, 10, anchor="start")
        yield text.draw(name, place, signs.INK, most=2)


def _samples(field: Field) -> list[tuple[str, str]]:
    """Return the names of the signs that the map has, each with its kind; a terrain's kind is its id."""
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
    return [(kind.name, kind.id) for kind in field.map.terrains.values()] + [
        (name, kind) for name, kind, there in signed if there
    ]


def _sample(field: Field, kind: str, centre: svg.Point, scale: float) -> Iterator[str]:
    """Yield one sign at its place in the legend."""
    bed = svg.polyline(signs.placed(centre, ((-40, 0), (40, 0)), scale))
    hexagon = svg.polygon(signs.placed(centre, ((-22, -38), (22, -38), (44, 0), (22, 38), (-22, 38), (-44, 0)), scale))
    arrow = svg.polygon(signs.placed(centre, ((0, 20), (20, -12), (-20, -12)), scale))
    area = next(iter(field.map.areas.values()), None)
    drawn: dict[str, Callable[[], Iterable[str]]] = {
        "fortified": lambda: [signs.fortified_rings([centre], scale)],
        "door": lambda: signs.doors([centre], scale),
        "post": lambda: [signs.observation_posts([centre], scale)],
        "trail": lambda: signs.trail_lines(bed, scale),
        "junction": lambda: [*signs.trail_lines(bed, scale), signs.junctions([centre], scale)],
        "area": lambda: signs.area_lines(hexagon, hexagon, area.colour if area else signs.INK, scale),
        "entry": lambda: signs.entry_frames(hexagon, arrow, scale),
    }
    if kind in field.map.terrains:
        yield signs.terrain_dots([centre], field.map.terrains[kind].centre, 1.3 * scale)
    else:
        yield from drawn[kind]()
