"""Pieces of SVG as text, the way VASSAL's renderer draws them right: no CSS sizes, plain #rrggbb, xlink:href.

Every function returns a string; numbers are rounded to hundredths, so the same drawing is the same text.
Attribute names are given with ``_`` for ``-`` (``stroke_width``), and with a final ``_`` where Python
has the word for itself (``class_``). An attribute that is None is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape as _escape

__all__ = [
    "Attribute",
    "Point",
    "circle",
    "document",
    "dot",
    "element",
    "escape",
    "group",
    "inside",
    "line",
    "number",
    "oval",
    "path",
    "polygon",
    "polyline",
    "rect",
    "text",
    "use",
]  # fmt: skip

Attribute = str | float | None
"""The value of an attribute; None leaves the attribute out."""
Point = tuple[float, float]
"""A place in the drawing: right and down from its upper left corner."""


def escape(value: str) -> str:
    """Return *value* as it is written in an element or in a quoted attribute."""
    return _escape(value, quote=True)


def number(value: float) -> str:
    """Return a number with at most two decimals, never in scientific form: ``3``, ``0.5``, ``-12.25``."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def element(tag: str, *children: str, **attributes: Attribute) -> str:
    """Return an element with its attributes in the order given; *children* are SVG already."""
    inside = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{inside}>{''.join(children)}</{tag}>" if children else f"<{tag}{inside}/>"


def rect(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Attribute) -> str:
    """Return a circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def line(start: Point, end: Point, **attributes: Attribute) -> str:
    """Return a straight line."""
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)


def path(outline: str, **attributes: Attribute) -> str:
    """Return a path; *outline* is its data, put together from :func:`polyline`, :func:`oval` and plain text."""
    return element("path", d=outline, **attributes)


def polyline(points: Iterable[Point]) -> str:
    """Return path data that run through *points*."""
    return "".join(f"{'L' if i else 'M'}{number(x)} {number(y)}" for i, (x, y) in enumerate(points))


def polygon(points: Iterable[Point]) -> str:
    """Return path data that run through *points* and back to the first."""
    return polyline(points) + "Z"


def oval(x: float, y: float, across: float, down: float) -> str:
    """Return path data of an oval with these half axes, clockwise; it is 2 per cent off an ellipse and soon drawn."""
    high, low = number(y - down), number(y + down)
    left, middle, right = number(x - 4 / 3 * across), number(x), number(x + 4 / 3 * across)
    return f"M{middle} {high}C{right} {high} {right} {low} {middle} {low}C{left} {low} {left} {high} {middle} {high}Z"


def dot(x: float, y: float) -> str:
    """Return path data of a point, to be drawn with a round pen (``stroke-linecap``) as wide as the dot."""
    return f"M{number(x)} {number(y)}h.01"


def text(x: float, y: float, value: str, **attributes: Attribute) -> str:
    """Return a line of text whose baseline begins at the place; ``text_anchor="middle"`` centres it there."""
    return element("text", escape(value), x=x, y=y, **attributes)


def use(id_: str) -> str:
    """Return what draws the element with that id once more."""
    return f'<use xlink:href="#{escape(id_)}"/>'


def group(children: Iterable[str], **attributes: Attribute) -> str:
    """Return *children* as one group; an empty one is still a pair of tags."""
    return element("g", "".join(children), **attributes)


def document(width: int, height: int, children: Iterable[str], *, title: str = "", fluid: bool = False) -> str:
    """Return a whole drawing of *width* by *height* pixels; *title* is what a screen reader says.

    A *fluid* drawing fills the window that it is shown in, whatever its size.
    """
    named = f"<title>{escape(title)}</title>\n" if title else ""
    body = "\n".join(children)
    size = "" if fluid else f' width="{width}" height="{height}"'
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1"'
        f'{size} viewBox="0 0 {width} {height}">\n{named}{body}\n</svg>\n'
    )


def inside(drawing: str) -> str:
    """Return what a drawing of :func:`document` shows, without its title, to be part of another drawing."""
    _head, _root, body = drawing.split(">\n", 2)
    if body.startswith("<title>"):
        body = body.partition("</title>\n")[2]
    return body.removesuffix("\n</svg>\n")
