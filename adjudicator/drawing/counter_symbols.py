"""The drawings of counters as definitions that a picture or a page draws as often as it likes with ``<use>``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ..game.game_data import GameData
from . import svg
from .counters import COUNTER_SIZE, counter_makers
from .drawing_names import FACE_DOWN, bar_of, crowd_of, figure_of, plate_of
from .map_sheet import SPACE_FILL
from .style import Box, Style
from .symbols import draw_symbol
from .text import FONT, TextBox, draw

__all__ = ["counter_symbols", "symbol_id"]

_FIGURE: Final = TextBox(6, 48, 63, 24, 22, 8)
"""The place of the figure on a marker: that of the marker's name, which the track says already."""
_CROWD_PLACE: Final = TextBox(3.5, 1.5, 68, 13.5, 11, 8)
_CROWD_COUNT: Final = TextBox(6, 18, 63, 36, 34, 16)
_CROWD_CAPTION: Final = TextBox(4, 56, 67, 14, 11, 8)
_FACE_DOWN_PLACE: Final = "3-3"


def symbol_id(name: str) -> str:
    """Return the id of a drawing's definition, for ``<use xlink:href="#…"/>``."""
    return f"drawing-{name}"


def counter_symbols(game: GameData, style: Style, names: Iterable[str]) -> Mapping[str, str]:
    """Return the definitions of the drawings of those *names*, in the order of the names' alphabet.

    Each is a ``<g>`` with the id :func:`symbol_id`, of 75 by 75 pixels, without a title: what uses it says what it is.
    Raises ``KeyError`` for a name that :func:`.placed_counters.placed_counters` never gives.
    """
    known = counter_makers(game, style)
    return {name: svg.group([_drawing(name, known, style)], id=symbol_id(name)) for name in sorted(set(names))}


def _drawing(name: str, known: Mapping[str, Callable[[], str]], style: Style) -> str:
    if name == FACE_DOWN:
        return _face_down(style)
    if (figure := figure_of(name)) is not None:
        return _figure(style, figure)
    if (bar := bar_of(name)) is not None:
        return _bar(style, bar)
    if (crowd := crowd_of(name)) is not None:
        return _crowd(style, *crowd)
    if (size := plate_of(name)) is not None:
        return _plate(*size)
    return svg.inside(known[name]())


def _figure(style: Style, words: str) -> str:
    """Return the label on a marker, with what the space under the marker says."""
    box, paper = _FIGURE, style.colours["paper"]
    ground = svg.rect(box.x - 2, box.y, box.width + 4, box.height, rx=3, fill=paper, stroke=style.rim)
    return svg.group([ground, draw(words, box, style.colours["ink"], most=2)], font_family=FONT)


def _bar(style: Style, words: str) -> str:
    box, text = style.box("unit", "bar"), style.text_box("unit", "name")
    paper, ink = style.colours["paper"], style.colours["ink"]
    ground = svg.rect(box.x, box.y, box.width, box.height, rx=3, fill=paper, stroke=style.rim, stroke_width=1)
    return svg.group([ground, draw(words, text, ink)], font_family=FONT)


def _plate(width: int, height: int) -> str:
    """Return the ground of a track's space, as it is seen around a counter in the middle of the space."""
    left, top = (COUNTER_SIZE - width) / 2, (COUNTER_SIZE - height) / 2
    return svg.rect(left, top, width, height, fill=SPACE_FILL)


def _face_down(style: Style) -> str:
    """Return a dashed frame and the sign of a hidden gun: its owner sees the counter, the other side does not."""
    side = COUNTER_SIZE - 3
    frame = [
        svg.rect(1.5, 1.5, side, side, rx=style.corner, fill="none", stroke=style.colours["white"], stroke_width=3),
        svg.rect(
            1.5, 1.5, side, side, rx=style.corner, fill="none", stroke=style.colours["ink"], stroke_width=3,
            stroke_dasharray="6 5",
        ),
    ]  # fmt: skip
    place = style.box("state", _FACE_DOWN_PLACE)
    ground = svg.rect(place.x, place.y, place.width, place.height, rx=2, fill=style.colours["paper"], stroke=style.rim)
    return "".join([*frame, ground, draw_symbol(style, "hidden-gun", place)])


def _crowd(style: Style, place: str, count: str) -> str:
    """Return the card that represents a stack which is laid out elsewhere: a pile with the hex and the number."""
    size = COUNTER_SIZE - 7
    ink, paper = style.colours["ink"], style.colours["paper"]
    pile = [
        svg.rect(shift, 6 - shift, size, size, rx=style.corner, fill=paper, stroke=style.rim) for shift in (0.5, 3, 5.5)
    ]
    bar = Box(7, 2, size - 3, 14)
    return svg.group(
        [
            *pile,
            svg.rect(bar.x, bar.y, bar.width, bar.height, rx=3, fill=ink),
            draw(place, _CROWD_PLACE, style.colours["white"]),
            draw(count, _CROWD_COUNT, ink),
            draw("counters", _CROWD_CAPTION, ink),
        ],
        font_family=FONT,
    )
