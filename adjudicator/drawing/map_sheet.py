"""The whole map sheet as SVG: the hexes, and next to them the title, the terrain legend, parks, boxes and tracks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from ..game.game_map import Box, GameMap, Track
from . import lettering, svg, text
from .lettering import Words
from .map_field import Field, field_layers
from .map_legend import legend_signs, legend_words
from .map_relief import compass

__all__ = ["SPACE_FILL", "map_sheet"]

_MARGIN = "#cdbb8f"
_FRAME = "#6b5636"
_PANEL = "#e9dcb9"
_PARK = "#dccb9d"
SPACE_FILL = "#f4ebd2"
"""The ground of a track's spaces."""
_INK = "#2c2416"
_TITLE_SIZE = 26
_SPACE_SIZE = 19


def map_sheet(game_map: GameMap, *, hex_lines: bool = True, hex_names: bool = False, relief: bool = True) -> str:
    """Return the drawing of a map sheet.

    A VASSAL module draws the hexes' lines and names with its own grid, far faster than this drawing could:
    leave both out there. Pictures that are looked at elsewhere have them. A board as SVG, which VASSAL reads again for
    each of its tiles, does without the *relief* and the compass as well.
    """
    field = Field(game_map)
    width, height = game_map.sheet_size
    drawn = [
        svg.rect(0, 0, width, height, fill=_MARGIN),
        *field_layers(field, hex_lines=hex_lines, hex_names=hex_names, relief=relief),
        *_panels(field),
        *(compass(game_map.scale, game_map.hex_height) if game_map.scale and relief else ()),
        svg.rect(4, 4, width - 8, height - 8, fill="none", stroke=_FRAME, stroke_width=8),
    ]
    return svg.document(width, height, [svg.group(drawn, font_family=text.FONT)], title=game_map.name)


def _panels(field: Field) -> Iterator[str]:
    boxes = field.map.boxes.values()
    for kind, fill in (("park", _PARK), ("box", _PANEL), ("legend", _PANEL)):
        shapes = "".join(_rectangle(box.x, box.y, box.width, box.height) for box in boxes if box.kind == kind)
        if shapes:
            yield svg.path(shapes, fill=fill, stroke=_FRAME, stroke_width=3)
    tracks = field.map.tracks.values()
    spaces = "".join(_rectangle(x, y, t.space_width, t.space_height) for t in tracks for x, y in _places(t))
    if spaces:
        yield svg.path(spaces, fill=SPACE_FILL, stroke=_FRAME, stroke_width=2)
    for box in boxes:
        if box.kind == "legend":
            yield from legend_signs(field, box)
    words = [*chain.from_iterable(_BOXES[box.kind](field, box) for box in boxes), *chain(*map(_track_words, tracks))]
    yield from lettering.draw(words, _INK)


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return svg.polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def _places(track: Track) -> Iterator[tuple[int, int]]:
    """Yield the upper left corner of each space of a track."""
    for i in range(len(track.spaces)):
        row, column = divmod(i, track.per_row)
        yield track.x + column * track.space_width, track.y + row * track.space_height


def _title(_: Field, box: Box) -> list[Words]:
    return [Words(box.name, text.TextBox(box.x, box.y, box.width, box.height, 84, 20))]


def _heading(_: Field, box: Box) -> list[Words]:
    place = text.TextBox(box.x + 6, box.y + 6, box.width - 12, 1.3 * _TITLE_SIZE, _TITLE_SIZE, 12)
    if box.width < 8 * _TITLE_SIZE:  # a box of one counter is named like a space
        place = text.TextBox(box.x + 4, box.y + 4, box.width - 8, box.height - 8, _SPACE_SIZE, 10)
    return [Words(box.name, place, 2)]


def _legend(field: Field, box: Box) -> list[Words]:
    return [*_heading(field, box), *legend_words(field, box)]


_BOXES: dict[str, Callable[[Field, Box], list[Words]]] = {
    "park": _heading,
    "box": _heading,
    "title": _title,
    "legend": _legend,
}


def _track_words(track: Track) -> Iterator[Words]:
    """Yield a track's name above it, and the names of its spaces."""
    heading = text.TextBox(track.x, track.y - 1.4 * _TITLE_SIZE, track.per_row * track.space_width,
                           1.3 * _TITLE_SIZE, _TITLE_SIZE, 12, anchor="start")  # fmt: skip
    yield Words(track.name, heading)
    for name, (x, y) in zip(track.spaces, _places(track), strict=True):
        place = text.TextBox(x + 4, y + 4, track.space_width - 8, track.space_height - 8, _SPACE_SIZE, 10)
        yield Words(name, place, 2)
