"""A part of a picture of the sheet, with the title above it and the legend of its overlays below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..game.hexes import Hex
from . import svg
from .overlays import Overlay, overlay_legend
from .sheet_plan import SheetPlan
from .style import Box
from .text import FONT, TextBox, draw

__all__ = ["cropped_svg", "hexes_box"]

_PAPER: Final = "#fffaf0"
_INK: Final = "#2b2418"
_TITLE_LINE: Final = 60
_TITLE_SIZE: Final = 30
_LEGEND_LINE: Final = 80
_LEAST_WIDTH: Final = 700
"""The width below which a title and a legend are hard to read."""
_PAD: Final = 16


def hexes_box(plan: SheetPlan, places: Iterable[Hex]) -> Box:
    """Return the part of the sheet with these hexes and half a hex around them. Raises ``ValueError`` without any."""
    boxes = [plan.hexes[place] for place in places if place in plan.hexes]
    if not boxes:
        raise ValueError("there is no hex to show")
    margin_x, margin_y = boxes[0].width / 2, boxes[0].height / 2
    left, top = min(box.x for box in boxes) - margin_x, min(box.y for box in boxes) - margin_y
    right = max(box.x + box.width for box in boxes) + margin_x
    bottom = max(box.y + box.height for box in boxes) + margin_y
    missing = max(_LEAST_WIDTH - (right - left), 0)
    return Box(left - missing / 2, top, right - left + missing, bottom - top)


def cropped_svg(sheet: Iterable[str], part: Box, title: str, overlays: Sequence[Overlay]) -> str:
    """Return the *part* of a sheet's picture that is in the box, as a whole picture; *sheet* is SVG."""
    foot = len(overlays) * _LEGEND_LINE + _PAD if overlays else 0
    width, height = round(part.width), round(part.height)
    window = svg.element(
        "svg", *sheet, x=0, y=_TITLE_LINE, width=width, height=height,
        viewBox=" ".join(map(svg.number, (part.x, part.y, part.width, part.height))),
    )  # fmt: skip
    words = svg.group(_words(width, height, title, overlays), font_family=FONT)
    return svg.document(width, _TITLE_LINE + height + foot, [window, words], title=title, fluid=True)


def _words(width: int, height: int, title: str, overlays: Sequence[Overlay]) -> Iterator[str]:
    yield svg.rect(0, 0, width, _TITLE_LINE, fill=_PAPER)
    yield draw(title, TextBox(_PAD, 0, width - 2 * _PAD, _TITLE_LINE, _TITLE_SIZE, 10, anchor="start"), _INK)
    if overlays:
        top, lines = _TITLE_LINE + height, len(overlays) * _LEGEND_LINE
        yield svg.rect(0, top, width, lines + _PAD, fill=_PAPER)
        yield from overlay_legend(overlays, Box(_PAD, top + _PAD, width - 2 * _PAD, lines), _INK)
