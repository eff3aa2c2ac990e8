"""Draws the vector drawings of a style: unit symbols, markers and states, each in its place on a counter."""

from __future__ import annotations

from collections.abc import Iterator

from . import svg
from .style import Box, Drawing, Style
from .text import TextBox, draw

__all__ = ["contrasting", "draw_symbol"]

_SIDE = 100
"""The side of the square that drawings are drawn in."""
_LIGHT = 0.25
"""From which luminance on a ground needs dark ink."""


def draw_symbol(style: Style, symbol: str, box: Box, *, ink: str = "") -> str:
    """Return a symbol in the middle of *box*; one that the style does not have is a frame with its name.

    *ink* is the pen where the style's own does not suit the ground.
    """
    drawing = style.symbols.get(symbol)
    side = min(box.width, box.height)
    left, top = box.x + (box.width - side) / 2, box.y + (box.height - side) / 2
    colours = {"none": "none", "ink": ink or style.colours["ink"], "paper": style.colours["paper"]}
    parts = _named(symbol, style, colours) if drawing is None else _parts(drawing, style, colours)
    place = f"translate({svg.number(left)} {svg.number(top)}) scale({side / _SIDE:.4g})"
    return svg.group(parts, transform=place)


def contrasting(style: Style, ground: str) -> str:
    """Return the ink for text on *ground*: the style's own on a light one, white on a dark one."""
    return style.colours["ink"] if _luminance(ground) > _LIGHT else "#ffffff"


def _luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


def _parts(drawing: Drawing, style: Style, colours: dict[str, str]) -> Iterator[str]:
    for under in drawing.on:
        yield from _parts(style.symbols[under], style, colours)
    for shape in drawing.shapes:
        stroke = colours.get(shape.stroke, shape.stroke)
        yield svg.path(
            shape.path,
            fill=colours.get(shape.fill, shape.fill),
            stroke=None if stroke == "none" else stroke,
            stroke_width=None if stroke == "none" else shape.width,
        )
    for label in drawing.labels:
        yield draw(label.text, label.box, colours.get(label.fill, label.fill))


def _named(symbol: str, style: Style, colours: dict[str, str]) -> Iterator[str]:
    """Draw the frame with the symbol's name in it."""
    yield from _parts(style.symbols["frame"], style, colours)
    box = TextBox(8, 22, 84, 56, 24, 12)
    yield draw(symbol.replace("-", " ").capitalize(), box, colours["ink"], most=2)
