"""The mats next to the map as SVG: division cards, the calendar of arrivals, the chits (see :mod:`.mats`).

VASSAL draws a board tile by tile and reads the whole drawing for each, and text is what costs the time:
so the spaces of one colour are one path, and so are all the words of a colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from . import lettering, svg, text
from .lettering import Words, number_path
from .mats import NOTE, Label, Mat, Space

__all__ = ["mat_svg"]

_EDGE = "#6f6149"
_NUMBER = "#9b8a68"
_NOTE_INK = "#5b4a2f"
_NUMBER_HEIGHT = 28
_TEXT_SIZE = 32
_SMALLEST = 9
_MATS_KEPT: Final = 16
"""How many drawings are kept in memory: those of all mats of two scenarios."""


def _label(mat: Mat, label: Label) -> Words:
    """Return a label in the room that it has: its own width, or else all the mat's."""
    width = label.width or mat.size[0]
    left = label.x - {"start": 0, "middle": width / 2, "end": width}[label.anchor]
    box = text.TextBox(
        left, label.y - label.size / 2, width, label.size, label.size, _SMALLEST,
        "bold" if label.bold else "normal", label.anchor,
    )  # fmt: skip
    return Words(label.text, box)


def _labels(mat: Mat) -> Iterator[str]:
    """Yield one path for all the labels of a colour."""
    for colour in dict.fromkeys(label.colour for label in mat.labels):
        yield from lettering.draw((_label(mat, label) for label in mat.labels if label.colour == colour), colour)


def _outline(space: Space) -> str:
    right, bottom = space.x + space.width, space.y + space.height
    return svg.polygon([(space.x, space.y), (right, space.y), (right, bottom), (space.x, bottom)])


def _spaces(mat: Mat) -> Iterator[str]:
    """Yield one path for all the spaces of a colour, and then what is written in them."""
    outlines: dict[str, list[str]] = {}
    for space in mat.spaces:
        outlines.setdefault(space.fill, []).append(_outline(space))
    for fill, shapes in outlines.items():
        yield svg.path("".join(shapes), fill=fill, stroke=_EDGE, stroke_width=2)
    numbers = [number_path(s.text, s.centre, _NUMBER_HEIGHT) for s in mat.spaces if _is_number(s.text)]
    yield svg.path("".join(numbers), fill=_NUMBER) if numbers else ""
    written = (
        Words(space.text, text.TextBox(space.x, space.y, space.width, space.height, _TEXT_SIZE, _SMALLEST))
        for space in mat.spaces
        if space.text and not _is_number(space.text)
    )
    yield from lettering.draw(written, _NUMBER)
    yield from lettering.draw(_notes(mat), _NOTE_INK)


def _notes(mat: Mat) -> Iterator[Words]:
    """Yield the lines along the upper edges of spaces, all of the size that the longest of them needs."""
    lines = [
        (line, text.TextBox(s.x + 5, s.y + number * NOTE, s.width - 10, NOTE, NOTE - 2, _SMALLEST, anchor="start"))
        for s in mat.spaces for number, line in enumerate(s.notes)
    ]  # fmt: skip
    size = min((text.fit(line, box.width, box.size, box.minimum).size for line, box in lines), default=0)
    yield from (Words(line, replace(box, size=size)) for line, box in lines)


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdecimal()


@lru_cache(maxsize=_MATS_KEPT)
def mat_svg(mat: Mat) -> str:
    """Return the drawing of a mat, as large as its spaces are laid out for.

    It is the same for all readers of a game, and takes long: every number on it is an outline.
    """
    width, height = mat.size
    drawn = [svg.rect(0, 0, width, height, fill=mat.paper)]
    drawn += [svg.rect(panel.x, panel.y, panel.width, panel.height, fill=panel.fill) for panel in mat.panels]
    drawn += _spaces(mat)
    drawn += _labels(mat)
    drawn.append(svg.rect(1.5, 1.5, width - 3, height - 3, fill="none", stroke=_EDGE, stroke_width=3))
    return svg.document(width, height, [svg.group(drawn, font_family=text.FONT)], title=mat.name)
