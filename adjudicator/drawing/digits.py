"""Whole numbers as outlines: VASSAL draws a path far quicker than text, and a track has dozens of numbers."""

from __future__ import annotations

import re

from . import svg

__all__ = ["number_path"]

_WIDTH, _HEIGHT, _GAP = 10, 16, 4
_GLYPHS = {
    "0": "M5 0C.5 0 0 4 0 8C0 12 .5 16 5 16C9.5 16 10 12 10 8C10 4 9.5 0 5 0Z",
    "1": "M1.5 3.5L5.5 0L5.5 16",
    "2": "M.5 4C.5 -1.3 9.5 -1.3 9.5 4C9.5 8 .5 11.5 .3 16L10 16",
    "3": "M.8 2.8C2.5 -1 9.3 -.8 9.3 3.8C9.3 7 6.5 7.6 4 7.6C7 7.6 9.8 8.6 9.8 11.8C9.8 17.2 1.6 17.2 .2 13",
    "4": "M7.5 16L7.5 0L0 11L10 11",
    "5": "M9 0L1.5 0L1 7C3.5 5 9.8 5.5 9.8 10.7C9.8 17.4 1.6 17.2 .2 13.2",
    "6": "M8.8 1C5 -1.6 0 1 0 9.5C0 18 10 18 10 10.8C10 4.6 1.5 4.6 0 9.5",
    "7": "M0 0L10 0L3.5 16",
    "8": "M5 7.5C0 7.5 0 0 5 0C10 0 10 7.5 5 7.5C-1.2 7.5 -1.2 16 5 16C11.2 16 11.2 7.5 5 7.5Z",
    "9": "M1.2 15C5 17.6 10 15 10 6.5C10 -2 0 -2 0 5.2C0 11.4 8.5 11.4 10 6.5",
}
"""Each digit as a line to be drawn with a pen, in a box of 10 by 16: absolute commands with pairs of numbers."""
_PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


def number_path(digits: str, centre: svg.Point, height: float) -> str:
    """Return path data, to be stroked, of *digits* (``0`` to ``9`` only) around *centre*, *height* pixels high."""
    scale = height / _HEIGHT
    width = len(digits) * _WIDTH + (len(digits) - 1) * _GAP
    left, top = centre[0] - width * scale / 2, centre[1] - height / 2

    def placed(glyph: str, offset: int) -> str:
        def point(pair: re.Match[str]) -> str:
            x, y = left + (float(pair[1]) + offset) * scale, top + float(pair[2]) * scale
            return f"{svg.number(x)} {svg.number(y)}"

        return _PAIR.sub(point, glyph)

    return "".join(placed(_GLYPHS[digit], n * (_WIDTH + _GAP)) for n, digit in enumerate(digits))
