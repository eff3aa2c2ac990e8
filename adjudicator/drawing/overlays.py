"""The marks on the hexes of a picture for a unit: where it can go, who endangers it, what it covers and sees.

Each kind has a colour that the colour-blind can tell from the others, and a pattern of its own as well; what is counted
is written into the hexes. Nothing here knows how the marks were found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ..game.game_map import GameMap
from ..game.hexes import Hex, Pixel
from . import svg
from .map_field import Field
from .style import Box
from .text import TextBox, draw, text_width

__all__ = ["KINDS", "Mark", "Overlay", "OverlayKind", "overlay_figures", "overlay_ground", "overlay_legend"]

OverlayKind = Literal["reach", "danger", "fire-zone", "sight"]
"""The kinds of things that an overlay can show."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of one hex."""

    figure: str = ""
    """A number, with signs that the legend explains; empty for none."""
    words: str = ""
    """The same in words."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """The marks of one kind for one unit."""

    kind: OverlayKind
    title: str
    """The unit that the overlay is for, and what the signs mean, for the legend."""
    hexes: Mapping[Hex, Mark]


@dataclass(frozen=True, slots=True)
class _Look:
    """The look of a kind of overlay."""

    colour: str
    ink: str
    """Its figures' colour: dark enough for small letters on sand."""
    fill: str
    """The tint of its hexes; ``none`` for the pattern alone."""
    pattern: str
    """The pattern's shapes, in a square of ``tile`` pixels."""
    tile: int
    dash: str = ""
    """The dashes of its outline."""


_LOOKS: Final[Mapping[OverlayKind, _Look]] = {
    "sight": _Look("#5b3a8c", "#452a70", "none", svg.circle(9, 9, 2.6, fill="none", stroke_width=1.3), 36, "2 9"),
    "fire-zone": _Look("#007a5a", "#00543e", "none", svg.circle(5, 5, 2.4), 20, "18 7"),
    "reach": _Look("#0072b2", "#00476f", "#56b4e9", "", 10),
    "danger": _Look("#c4500a", "#8c2f00", "none", svg.path("M-3 17L17 -3M-3 3L3 -3M11 17L17 11"), 14, "6 6"),
}
"""Colours of the palette of Okabe and Ito, darkened where they draw thin lines; the lowest kind first."""
KINDS: Final = tuple(_LOOKS)
"""The kinds of overlays, the lowest first."""
_TINT: Final = 0.4
_WIDTH: Final = 5
_INSET: Final = 4
_FIGURE_SIZE: Final = 15
_FIGURE_HEIGHT: Final = 18
_FIGURES_WIDTH: Final = 88
"""The greatest width of figures at the foot of a hex that do not touch the counters of the neighbouring hexes."""
_FIGURES_HEIGHT: Final = 86
"""The greatest height of figures above each other in a hex."""
_GAP: Final = 2
"""The pixels between two figures."""
_FOOT: Final = 37
"""The distance of a hex's figures below its centre: under a single counter, on the ground."""
_SWATCH: Final = (76, 66)
_BETWEEN: Final = 14
"""The pixels between two samples of the legend."""


def overlay_ground(game_map: GameMap, overlays: Sequence[Overlay]) -> Iterator[str]:
    """Yield the tints, patterns and outlines, in pixels of the map sheet, to be drawn under the counters.

    Each hex that is marked has an unseen area with what its marks say in words.
    """
    field = Field(game_map)
    yield svg.element("defs", *(_pattern(kind) for kind in KINDS if any(each.kind == kind for each in overlays)))
    for overlay in _sorted(overlays):
        if overlay.hexes:
            yield _area(field, overlay)
    for place, marks in _by_hex(overlays):
        words = "; ".join(mark.words for _overlay, mark in marks if mark.words)
        title = svg.element("title", svg.escape(f"{place}: {words}"))
        yield svg.element("path", title, d=field.region([place]), fill="#ffffff", fill_opacity=0, role="img")


def overlay_figures(game_map: GameMap, overlays: Sequence[Overlay]) -> Iterator[str]:
    """Yield the figures of each hex side by side at its foot, to be drawn over the counters."""
    geometry = Field(game_map).geometry
    for place, marks in _by_hex(overlays):
        figures = list(_figures(marks))
        if figures:
            yield svg.group(_pills(geometry.centre(place), figures), pointer_events="none")


def overlay_legend(overlays: Sequence[Overlay], box: Box, ink: str) -> Iterator[str]:
    """Yield a line for each overlay in *box*: a sample and its words."""
    height = min(_SWATCH[1] + _BETWEEN, box.height / max(len(overlays), 1))
    for number, overlay in enumerate(overlays):
        top = box.y + number * height
        swatch = Box(box.x, top, _SWATCH[0], height - _BETWEEN)
        outline = svg.polygon([
            (swatch.x, top), (swatch.x + swatch.width, top),
            (swatch.x + swatch.width, top + swatch.height), (swatch.x, top + swatch.height),
        ])  # fmt: skip
        yield svg.group(_painted(outline, _LOOKS[overlay.kind], overlay.kind))
        room = Box(box.x + _SWATCH[0] + 16, top, box.width - _SWATCH[0] - 16, swatch.height)
        words = TextBox(room.x, room.y, room.width, room.height, 26, 9, "normal", "start")
        yield draw(overlay.title, words, ink, most=3)


def _by_hex(overlays: Sequence[Overlay]) -> Iterator[tuple[Hex, list[tuple[Overlay, Mark]]]]:
    """Yield each hex that is marked, with its marks."""
    for place in sorted({place for overlay in overlays for place in overlay.hexes}):
        yield place, [(overlay, overlay.hexes[place]) for overlay in overlays if place in overlay.hexes]


def _figures(marks: Iterable[tuple[Overlay, Mark]]) -> Iterator[tuple[str, _Look]]:
    """Yield the figures of a hex with their looks; the letters of units that are marked alike are put together."""
    kinds: dict[OverlayKind, list[str]] = {}
    for overlay, mark in marks:
        if mark.figure:
            kinds.setdefault(overlay.kind, []).append(mark.figure)
    for kind, figures in kinds.items():
        together = ["".join(figures)] if max(map(len, figures)) == 1 else figures
        yield from ((figure, _LOOKS[kind]) for figure in together)


def _sorted(overlays: Iterable[Overlay]) -> list[Overlay]:
    return sorted(overlays, key=lambda overlay: KINDS.index(overlay.kind))


def _pattern_id(kind: OverlayKind) -> str:
    return f"pattern-{kind}"


def _pattern(kind: OverlayKind) -> str:
    look = _LOOKS[kind]
    tint = svg.rect(0, 0, look.tile, look.tile, fill=look.fill, fill_opacity=_TINT) if look.fill != "none" else ""
    shapes = svg.group([look.pattern], fill=look.colour if "fill" not in look.pattern else None, stroke=look.colour)
    return svg.element(
        "pattern", tint, shapes, id=_pattern_id(kind), width=look.tile, height=look.tile, patternUnits="userSpaceOnUse"
    )


def _area(field: Field, overlay: Overlay) -> str:
    outline = field.region(overlay.hexes, _INSET)
    title = svg.element("title", svg.escape(overlay.title))
    return svg.group([title, *_painted(outline, _LOOKS[overlay.kind], overlay.kind)], role="img")


def _painted(outline: str, look: _Look, kind: OverlayKind) -> Iterator[str]:
    """Yield an outline with its pattern inside, and a light line under its own so that it shows on any ground."""
    yield svg.path(outline, fill=f"url(#{_pattern_id(kind)})", fill_rule="evenodd")
    yield svg.path(outline, fill="none", stroke="#ffffff", stroke_width=_WIDTH + 3, stroke_opacity=0.7)
    yield svg.path(
        outline, fill="none", stroke=look.colour, stroke_width=_WIDTH,
        stroke_dasharray=look.dash or None, stroke_linecap="round" if look.dash.startswith("2") else None,
    )  # fmt: skip


def _pills(centre: Pixel, figures: Sequence[tuple[str, _Look]]) -> Iterator[str]:
    """Yield the figures side by side, each on a ground of its own; one above the other if they are too wide."""
    widths = [min(text_width(figure, _FIGURE_SIZE) + 6, _FIGURES_WIDTH) for figure, _look in figures]
    whole = sum(widths) + _GAP * (len(widths) - 1)
    side_by_side = whole <= _FIGURES_WIDTH
    height = _FIGURE_HEIGHT if side_by_side else min(_FIGURE_HEIGHT, _FIGURES_HEIGHT / len(figures) - _GAP)
    left, top = centre.x - whole / 2, centre.y + _FOOT - height / 2
    for (figure, look), width in zip(figures, widths, strict=True):
        x = left if side_by_side else centre.x - width / 2
        yield svg.rect(x, top, width, height, rx=5, fill="#fffdf6", stroke=look.colour, stroke_width=1.5)
        yield draw(figure, TextBox(x, top, width, height, min(_FIGURE_SIZE, height), 5), look.ink)
        left += width + _GAP
        top -= 0 if side_by_side else height + _GAP
