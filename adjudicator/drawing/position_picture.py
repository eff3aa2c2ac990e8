"""A position as one picture: the sheet with its ground, every counter on it, and what holds besides in words.

The pieces serve a page that shows many positions as well: :func:`.sheet_plan.sheet_plan` once a game,
:func:`sheet_ground` and :func:`.counter_symbols.counter_symbols` once, and
:func:`.placed_counters.placed_counters` for each position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..game.position import Position
from . import svg
from .cards import mat_svg
from .counter_symbols import counter_symbols, symbol_id
from .map_sheet import map_sheet
from .placed_counters import PlacedCounter, placed_counters
from .position_notes import position_notes, position_title
from .sheet_plan import SheetPlan, sheet_plan
from .style import Style
from .table_items import Knows
from .text import FONT, TextBox, draw

__all__ = ["counter_group", "position_svg", "sheet_ground"]

_GROUND: Final = "#b9a678"
_PAPER: Final = "#fffaf0"
_EDGE: Final = "#6f6149"
_INK: Final = "#2b2418"
_TITLE_SIZE: Final = 44
_NOTE_SIZE: Final = 26
_PAD: Final = 16


def sheet_ground(plan: SheetPlan) -> str:
    """Return the ground of the sheet as SVG for ``plan.size`` pixels, without an ``<svg>`` round it.

    That is the map with its hexes' lines and names, and the mats: the same for all positions of a scenario.
    """
    drawings = [
        (*plan.map_at, map_sheet(plan.game.map, hex_names=True)),
        *((each.x, each.y, mat_svg(each.mat)) for each in plan.mats),
    ]
    return "".join([
        svg.rect(0, 0, *plan.size, fill=_GROUND),
        *(svg.group([svg.inside(drawn)], transform=_moved(x, y)) for x, y, drawn in drawings),
    ])


def counter_group(counter: PlacedCounter) -> str:
    """Return a counter as a group that uses its drawings, with its words as title."""
    scale = "" if counter.scale == 1 else f" scale({counter.scale:.4g})"
    return svg.group(
        [svg.element("title", svg.escape(counter.label)), *(svg.use(symbol_id(name)) for name in counter.drawings)],
        role="img", transform=_moved(counter.x, counter.y) + scale,
    )  # fmt: skip


def position_svg(
    position: Position, style: Style, overlays: Iterable[str] = (), knows: Knows = lambda _unit: True
) -> str:
    """Return a position as a whole picture; *overlays* are SVG in the map sheet's pixels, drawn over its hexes.

    *knows* says which face-down units the reader may know; nothing in the picture tells what the others are.
    """
    plan = sheet_plan(position.game, position.scenario)
    counters = placed_counters(plan, position, knows)
    names = {name for counter in counters for name in counter.drawings}
    symbols = counter_symbols(position.game, style, names).values()
    title = position_title(position)
    body = [
        svg.element("defs", *symbols),
        sheet_ground(plan),
        svg.group(overlays, transform=_moved(*plan.map_at), font_family=FONT),
        svg.group(_words(plan, position, title, knows), font_family=FONT),
        *map(counter_group, counters),
    ]
    return svg.document(*plan.size, body, title=title)


def _moved(x: float, y: float) -> str:
    return f"translate({svg.number(x)} {svg.number(y)})"


def _words(plan: SheetPlan, position: Position, title: str, knows: Knows) -> Iterator[str]:
    """Yield the title's bar and the notes."""
    head, notes = plan.head, plan.notes
    for box in (head, notes):
        yield svg.rect(box.x, box.y, box.width, box.height, fill=_PAPER, stroke=_EDGE, stroke_width=3)
    room = TextBox(head.x + _PAD, head.y, head.width - 2 * _PAD, head.height, _TITLE_SIZE, 16, anchor="start")
    yield draw(title, room, _INK)
    line = _NOTE_SIZE * 1.4
    for number, note in enumerate(position_notes(position, knows)):
        top = notes.y + _PAD + number * line
        about = TextBox(notes.x + _PAD, top, 420, line, _NOTE_SIZE, 10, anchor="start")
        text = TextBox(notes.x + 440, top, notes.width - 440 - _PAD, line, _NOTE_SIZE, 8, "normal", "start")
        yield draw(note.about, about, _INK)
        yield draw(note.text, text, _INK)
