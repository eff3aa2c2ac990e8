"""Drawings as PNG, for those who cannot use SVG: painted by the library resvg, which the extra ``pictures`` installs.

It is one wheel for every desktop and needs no other program; the usual alternative, CairoSVG, needs a Cairo on the
machine, and paints differently with each version of Cairo. A drawing without ``<text>`` elements is painted without
fonts, and so gives the same bytes on every machine with the same release of the library.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

__all__ = ["RENDERER_EXTRA", "RendererMissing", "has_renderer", "has_texts", "png_of"]

_FAMILIES: Final = (
    "Arial", "Helvetica", "Liberation Sans", "DejaVu Sans", "Noto Sans", "Segoe UI", "Verdana", "Ubuntu", "Cantarell",
    "FreeSans", "Nimbus Sans", "Roboto", "Open Sans",
)  # fmt: skip
"""Families without serifs that systems come with, the most similar to the drawings' own first."""
_SAMPLE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
    '<text x="2" y="15" font-family="sans-serif" font-size="12">Ab</text></svg>'
)
RENDERER_EXTRA: Final = "no-question-of-surrender-adjudicator[pictures]"
"""The name under which pip installs the program with its renderer."""
_LIBRARY: Final = "resvg_py"


class RendererMissing(ValueError):
    """The library that paints PNG is not installed."""

    def __init__(self) -> None:
        super().__init__(
            f"PNG pictures need the extra \"pictures\": python -m pip install '{RENDERER_EXTRA}'; SVG needs nothing"
        )


@cache
def has_renderer() -> bool:
    """Return whether the library is installed."""
    return find_spec(_LIBRARY) is not None


def has_texts(drawing: str) -> bool:
    """Return whether a drawing has text elements, which look as the machine's fonts do."""
    return "<text" in drawing


def png_of(drawing: str) -> bytes:
    """Return an SVG *drawing* as PNG, pixel for pixel. Raises RendererMissing without the extra.

    Texts are set in a font that the machine has: the library leaves out every text whose family is not there.
    """
    if not has_renderer():
        raise RendererMissing
    if not has_texts(drawing):
        return _painted(drawing, skip_system_fonts=True)
    return _painted(drawing, sans_serif_family=_installed_family())


def _painted(drawing: str, **settings: bool | str) -> bytes:
    return bytes(import_module(_LIBRARY).svg_to_bytes(svg_string=drawing, **settings))


@cache
def _installed_family() -> str:
    """Return the first of the usual families that the machine has: the one in which a sample leaves a trace."""
    blank = _painted(_SAMPLE, skip_system_fonts=True)
    return next((each for each in _FAMILIES if _painted(_SAMPLE, sans_serif_family=each) != blank), _FAMILIES[0])
