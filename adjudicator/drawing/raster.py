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
    """Return an SVG *drawing* as PNG, pixel for pixel. Raises RendererMissing without the extra."""
    if not has_renderer():
        raise RendererMissing
    paint = import_module(_LIBRARY).svg_to_bytes
    return bytes(paint(svg_string=drawing, skip_system_fonts=not has_texts(drawing)))
