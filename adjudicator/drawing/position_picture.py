"""A position as one picture: the sheet with its ground, every counter on it, and in words what else is in effect.

The pieces serve a page that shows many positions as well: :func:`.sheet_plan.sheet_plan` once a game,
:func:`sheet_ground` and :func:`.counter_symbols.counter_symbols` once, and
:func:`.placed_counters.placed_counters` for each position.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from ..game.game_map import GameMap
from ..game.hexes import Hex
from ..game.position import Position
from . import svg
from .cards import mat_svg
from .counter_symbols import counter_symbols, symbol_id
from .cropped_picture import cropped_svg, hexes_box
from .map_sheet import map_sheet
from .overlays import Overlay, overlay_figures, overlay_ground, overlay_legend
from .placed_counters import PlacedCounter, placed_counters
from .position_notes import Note, position_notes, position_title
from .sheet_plan import SHEETS_KEPT, SheetPlan, sheet_plan
from .style import Box, Style
from .table_items import Knows
from .text import FONT, TextBox, draw

__all__ = ["counter_group", "position_svg", "sheet_ground"]

_GROUND: Final = "#b9a678"
_PAPER: Final = "#fffaf0"
_EDGE: Final = "#6f6149"
_INK: Final = "#2b2418"
_TITLE_SIZE: Final = 44
_NOTE_SIZE: Final = 26
_NOTE_LINE: Final = 40
_LEGEND_LINE: Final = 80
_ABOUT: Final = 330
"""The width of what a note is about."""
_PAD: Final = 16


@lru_cache(maxsize=SHEETS_KEPT)
def sheet_ground(plan: SheetPlan) -> str:
    """Return the ground of the sheet as SVG for ``plan.size`` pixels, without an ``<svg>`` around it.

    That is the map with its hexes' lines and names, and the mats: the same for all positions of a scenario.
    """
    drawings = [
        (*plan.map_at, _drawn(_ThisMap(plan.game.map))),
        *((each.x, each.y, mat_svg(each.mat)) for each in plan.mats),
    ]
    return "".join(
        [
            svg.rect(0, 0, *plan.size, fill=_GROUND),
            *(svg.group([svg.inside(drawn)], transform=_moved(x, y)) for x, y, drawn in drawings),
        ]
    )


class _ThisMap:
    """A map, which is itself and no other like it: games as two readers may know them share one."""

    def __init__(self, game_map: GameMap) -> None:
        self.map = game_map

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ThisMap) and self.map is other.map

    def __hash__(self) -> int:
        return id(self.map)


@lru_cache(maxsize=SHEETS_KEPT)
def _drawn(which: _ThisMap) -> str:
    return map_sheet(which.map, hex_names=True)


def counter_group(counter: PlacedCounter) -> str:
    """Return a counter as a group that uses its drawings, with its words as title."""
    scale = "" if counter.scale == 1 else f" scale({counter.scale:.4g})"
    return svg.group(
        [svg.element("title", svg.escape(counter.label)), *(svg.use(symbol_id(name)) for name in counter.drawings)],
        role="img", transform=_moved(counter.x, counter.y) + scale,
    )  # fmt: skip


def position_svg(
    position: Position, style: Style, overlays: Sequence[Overlay] = (), knows: Knows = lambda _unit: True,
    crop: Collection[Hex] = (),
) -> str:  # fmt: skip
    """Return a position as a whole picture, with *overlays* marked on its hexes and explained in its notes.

    *knows* says which face-down units the reader may know; nothing in the picture reveals what the others are. With
    *crop*, the picture shows those hexes of the map alone.
    """
    plan = sheet_plan(position.game, position.scenario)
    counters = placed_counters(plan, position, knows)
    names = {name for counter in counters for name in counter.drawings}
    symbols = counter_symbols(position.game, style, names).values()
    title = position_title(position)
    described = "; ".join(f"{note.about}: {note.text}" for note in position_notes(position, knows))
    words = "" if crop else svg.group(_words(plan, title, position_notes(position, knows), overlays), font_family=FONT)
    body = [
        svg.element("desc", svg.escape(described)),
        svg.element("defs", *symbols),
        sheet_ground(plan),
        _on_map(plan, overlay_ground(position.game.map, overlays)),
        words,
        *map(counter_group, counters),
        _on_map(plan, overlay_figures(position.game.map, overlays)),
    ]
    if crop:
        return cropped_svg(body, hexes_box(plan, crop), title, overlays)
    return svg.document(*plan.size, body, title=title, fluid=True)


def _moved(x: float, y: float) -> str:
    return f"translate({svg.number(x)} {svg.number(y)})"


def _on_map(plan: SheetPlan, drawn: Iterable[str]) -> str:
    return svg.group(drawn, transform=_moved(*plan.map_at), font_family=FONT)


def _words(plan: SheetPlan, title: str, notes: Sequence[Note], overlays: Sequence[Overlay]) -> Iterator[str]:
    """Yield the title's bar, and the panel with the legend of the overlays and the notes."""
    head, panel = plan.head, plan.notes
    for box in (head, panel):
        yield svg.rect(box.x, box.y, box.width, box.height, fill=_PAPER, stroke=_EDGE, stroke_width=3)
    room = TextBox(head.x + _PAD, head.y, head.width - 2 * _PAD, head.height, _TITLE_SIZE, 16, anchor="start")
    yield draw(title, room, _INK)
    left, top, width = panel.x + _PAD, panel.y + _PAD, panel.width - 2 * _PAD
    if overlays:
        legend = Box(left, top, width, min(len(overlays) * _LEGEND_LINE, panel.height / 2))
        yield from overlay_legend(overlays, legend, _INK)
        top += legend.height + _PAD
    line = min(_NOTE_LINE, (panel.y + panel.height - _PAD - top) / max(len(notes), 1))
    for number, note in enumerate(notes):
        y = top + number * line
        about = TextBox(left, y, _ABOUT, line, min(_NOTE_SIZE, line), 8, anchor="start")
        rest = width - _ABOUT - _PAD
        text = TextBox(left + _ABOUT + _PAD, y, rest, line, min(_NOTE_SIZE, line), 6, "normal", "start")
        yield draw(note.about, about, _INK)
        yield draw(note.text, text, _INK, most=2)
