"""The width of text, so that it never runs out of its box, whatever sans-serif font the player's machine has.

The table holds, for each character, the greatest advance width of it in the bold cuts of the usual fonts
(Arial and its twins, DejaVu Sans, Verdana), in parts of the font's size and rounded up. Text that is too wide
even at its smallest size gets SVG's ``textLength``, which every renderer of VASSAL obeys.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from . import svg

__all__ = ["BASELINE", "FONT", "FittedText", "Line", "TextBox", "draw", "fit", "fit_lines", "lines_in", "text_width"]

FONT = "Arial,Helvetica,sans-serif"
"""The fonts of every drawing: the narrow one that most machines have, then whatever replaces it."""
BASELINE = 0.36
"""The distance of the baseline below the middle of the capitals, in parts of the size."""
_HIGH = {"*": 0.22}
"""Characters that are high on their line, and how far they are lowered to the middle, in parts of the size."""

_WIDTHS = {
    character: width
    for width, characters in (
        (0.35, " 'il"),
        (0.4, ",.·‘’"),
        (0.45, ":;fj"),
        (0.5, "!-rt"),
        (0.55, "()I[]J|"),
        (0.6, '"cszª°º“”'),
        (0.65, "?L«»"),
        (0.7, "/\\EFTaekovxy¥"),
        (0.75, "$*0123456789CPSYZ_`bdghnpqu{}µßøþ–•£§"),
        (0.8, "ABKRVXħ"),
        (0.85, "DGHNUÐÞ"),
        (0.9, "#&+<=>OQ^~±×÷Ø∞−★↑↓"),
        (1.0, "@Mw"),
        (1.1, "mÆæŒœ…—→←"),
        (1.15, "W"),
        (1.3, "%"),
    )
    for character in characters
}
_GAIN = 1.25
"""The factor by which a text's letters must become larger for a further line."""
_WIDEST = 1.3
"""The width that a character which is not in the table is taken to need."""


@dataclass(frozen=True, slots=True)
class TextBox:
    """A place for text: its rectangle, the size that the text should have and the smallest it may have."""

    x: float
    y: float
    width: float
    height: float
    size: float
    minimum: float
    weight: str = "bold"
    anchor: str = "middle"
    """``start``, ``middle`` or ``end``."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """A line of text at a size; ``length`` is what it must be squeezed to, None where it fits by itself."""

    text: str
    size: float
    width: float
    """The greatest width that it can have in any of the fonts."""
    length: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text at its place: where its anchor and its baseline are."""

    fitted: FittedText
    x: float
    baseline: float


def text_width(value: str, size: float) -> float:
    """Return the greatest width that *value* can have at *size* pixels in any of the usual fonts."""
    return size * sum(map(_character_width, value))


def _character_width(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    base = unicodedata.normalize("NFD", character)[0]
    return _WIDTHS.get(base, _WIDEST)


def fit(value: str, width: float, size: float, minimum: float) -> FittedText:
    """Fit one line into *width*: at *size*, else smaller down to *minimum*, else squeezed to the width."""
    em = text_width(value, 1)
    if em * size <= width:
        return FittedText(value, size, em * size)
    smaller = int(width / em * 4) / 4  # quarters of a pixel, downwards
    if smaller >= minimum:
        return FittedText(value, smaller, em * smaller)
    return FittedText(value, minimum, width, width)


def fit_lines(value: str, box: TextBox, most: int = 2) -> tuple[FittedText, ...]:
    """Fit *value* into *box* in at most *most* lines, broken at blanks and after a slash or hyphen.

    The breaking that squeezes the text least is taken, then the one with the largest letters, where every
    further line must gain a quarter in size.
    """
    ways = [
        tuple(fit(line, box.width, min(box.size, box.height / count), box.minimum) for line in lines)
        for count in range(1, most + 1)
        if count == 1 or box.height / count >= box.minimum
        for lines in _breakings(value, count)
    ]
    best = max(ways, key=lambda lines: (_least_squeezed(lines), min(line.size for line in lines) / _GAIN ** len(lines)))
    size = min(line.size for line in best)
    return tuple(fit(line.text, box.width, size, min(size, box.minimum)) for line in best)


def _least_squeezed(lines: tuple[FittedText, ...]) -> float:
    """Return how much of its natural width the tightest line keeps, 1 at most."""
    return min(1.0 if line.length is None else line.length / text_width(line.text, line.size) for line in lines)


def _breakings(value: str, count: int) -> Iterator[tuple[str, ...]]:
    """Yield every way of breaking *value* into *count* lines."""
    if count == 1:
        yield (value,)
        return
    for at, character in enumerate(value[:-1], 1):
        if character in " /-" and value[:at].strip() and value[at:].strip():
            yield from ((value[:at].rstrip(), *rest) for rest in _breakings(value[at:].lstrip(), count - 1))


def lines_in(value: str, box: TextBox, most: int = 1) -> tuple[Line, ...]:
    """Return the lines of *value* with their places in *box*: centred between its top and bottom."""
    lines = fit_lines(value, box, most)
    size = lines[0].size
    pitch = min(size * 1.08, box.height / len(lines))
    middle = box.y + box.height / 2 - pitch * (len(lines) - 1) / 2
    drop = BASELINE + _HIGH.get(value, 0)
    x = box.x + {"start": 0.0, "middle": box.width / 2, "end": box.width}[box.anchor]
    return tuple(Line(line, x, middle + pitch * i + size * drop) for i, line in enumerate(lines))


def draw(value: str, box: TextBox, fill: str, *, outline: str = "", most: int = 1) -> str:
    """Return *value* as SVG text inside *box*, in at most *most* lines; *outline* draws a rim around the letters."""
    lines = lines_in(value, box, most) if value else ()
    rim: dict[str, svg.Attribute] = {"stroke": outline, "stroke_width": 2, "stroke_linejoin": "round"}
    under = [_element(line, box, outline, **rim) for line in lines] if outline else []
    return "".join([*under, *(_element(line, box, fill) for line in lines)])


def _element(line: Line, box: TextBox, fill: str, **rim: svg.Attribute) -> str:
    fitted = line.fitted
    return svg.text(
        line.x, line.baseline, fitted.text,
        font_size=fitted.size,
        font_weight=None if box.weight == "normal" else box.weight,
        text_anchor=None if box.anchor == "start" else box.anchor,
        textLength=fitted.length,
        lengthAdjust=fitted.length and "spacingAndGlyphs",
        fill=fill,
        **rim,
    )  # fmt: skip
