"""Print-and-play as one HTML page: counters with mirrored backs, the map and the mats in pages, charts, scenarios.

The page is for A4 paper, printed at full size, both sides, turned on the long edge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import product
from math import ceil
from typing import Final, NamedTuple

from adjudicator.drawing.counters import COUNTER_SIZE
from adjudicator.game.game_data import GameData
from adjudicator.game.menus import StateLevel

__all__ = ["PrintedBoard", "PrintedCounter", "print_page", "printed_counters", "state_marker_image"]

COUNTER = 16
"""The side of a printed counter in millimetres."""
ACROSS, DOWN = 11, 16
"""Counters on a sheet: they leave A4 its margins."""
MARKER_COPIES = 12
"""The number of copies printed of a marker that there are as many of as needed."""


class Page(NamedTuple):
    """A sheet of paper: how it is turned, and what of it can be printed on below its heading, in millimetres."""

    name: str
    width: float
    height: float


PAGES = (Page("upright", 194, 277), Page("wide", 281, 190))
"""A4 with margins of 8 mm."""


class PrintedBoard(NamedTuple):
    """The map or a mat: its name, its picture, and how large that is in pixels."""

    name: str
    image: str
    size: tuple[int, int]


class PrintedCounter(NamedTuple):
    """A counter to cut out: the pictures of its two sides; an empty back stays white."""

    front: str
    back: str
    name: str


def printed_counters(game: GameData, images: Iterable[str]) -> tuple[PrintedCounter, ...]:
    """Return all counters of a game, in the order of its data.

    *images* are the names of the drawings that there are. A unit with a transport side and a reduced side
    has two counters.
    """
    there = frozenset(images)
    return (*_units(game, there), *_leaders(game), *_chits(game), *_markers(game), *_states(game))


def state_marker_image(level: StateLevel) -> str:
    """Return the name of the picture of a state as a marker of its own."""
    return f"state-marker-{level.drawing}.svg"


def _units(game: GameData, there: frozenset[str]) -> Iterator[PrintedCounter]:
    for unit in game.units.values():
        backs = [name for name in (f"unit-{unit.id}-{side}.svg" for side in ("mounted", "reduced")) if name in there]
        if unit.hidden_as:
            backs.append("gun-unit.svg")
        for back in backs or [""]:
            yield PrintedCounter(f"unit-{unit.id}.svg", back, unit.name)


def _leaders(game: GameData) -> Iterator[PrintedCounter]:
    for leader in game.leaders.values():
        yield PrintedCounter(f"{leader.id}.svg", "", leader.name)


def _chits(game: GameData) -> Iterator[PrintedCounter]:
    for chit in game.chits.values():
        yield PrintedCounter(f"chit-{chit.id}.svg", "chit-back.svg", chit.name)


def _markers(game: GameData) -> Iterator[PrintedCounter]:
    for marker in game.markers.values():
        back = f"marker-{marker.faces[1]}.svg" if len(marker.faces) > 1 else ""
        for _copy in range(marker.count or MARKER_COPIES):
            yield PrintedCounter(f"marker-{marker.faces[0]}.svg", back, marker.name)


def _states(game: GameData) -> Iterator[PrintedCounter]:
    """Yield the markers that are placed on units; the first and second level of a state share a counter."""
    for state in game.states:
        drawings = [state_marker_image(level) for level in state.levels if level.drawing]
        for front, back in zip(drawings[::2], [*drawings[1::2], ""], strict=False):
            for _copy in range(MARKER_COPIES):
                yield PrintedCounter(front, back, state.name)


def print_page(
    game: GameData, counters: Sequence[PrintedCounter], boards: Sequence[PrintedBoard], texts: Mapping[str, str]
) -> str:
    """Return the page: the counters, the *boards* in pages, and the *texts*, which are charts by their titles."""
    sheets = [counters[at : at + ACROSS * DOWN] for at in range(0, len(counters), ACROSS * DOWN)]
    parts = [part for number, sheet in enumerate(sheets, 1) for part in _counter_pages(sheet, number, len(sheets))]
    parts += [part for board in boards for part in _board_pages(board)]
    parts += [_text_page(name, text) for name, text in texts.items()]
    title = escape(f"{game.name}: sheets to print")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>\n{_STYLE}</style>\n</head>\n<body>\n"
        f'<p class="advice">{_ADVICE}</p>\n' + "".join(parts) + "</body>\n</html>\n"
    )


def _counter_pages(sheet: Sequence[PrintedCounter], number: int, total: int) -> Iterator[str]:
    """Yield the fronts and the backs of a sheet; the backs' columns run from right to left."""
    rows = [sheet[at : at + ACROSS] for at in range(0, len(sheet), ACROSS)]
    fronts = [[each.front for each in row] for row in rows]
    backs = [[*[""] * (ACROSS - len(row)), *[each.back for each in reversed(row)]] for row in rows]
    yield _page(f"Counters, sheet {number} of {total}, front", fronts)
    if any(map(any, backs)):
        yield _page(f"Counters, sheet {number} of {total}, back", backs)


def _page(title: str, rows: Sequence[Sequence[str]]) -> str:
    cells = "".join(
        f'<img src="images/{escape(name)}" alt="">' if name else "<span></span>" for row in rows for name in row
    )
    return f'<section>\n<h2>{escape(title)}</h2>\n<div class="sheet">{cells}</div>\n</section>\n'


def _board_pages(board: PrintedBoard) -> Iterator[str]:
    """Yield the pages of a board, drawn so large that the printed counters fit it.

    The sheet of paper is turned as it takes fewer pages, and all pages have the same share: none is a strip.
    """
    width, height = (side * COUNTER / COUNTER_SIZE for side in board.size)
    page = min(PAGES, key=lambda each: ceil(width / each.width) * ceil(height / each.height))
    across, down = ceil(width / page.width), ceil(height / page.height)
    for row, column in product(range(down), range(across)):
        several = f", row {row + 1} of {down}, column {column + 1} of {across}" if across * down > 1 else ""
        picture = (
            f'<img src="images/{escape(board.image)}" alt="" style="width:{width:.1f}mm;height:{height:.1f}mm;'
            f'left:-{column * width / across:.1f}mm;top:-{row * height / down:.1f}mm">'
        )
        share = f"width:{width / across:.1f}mm;height:{height / down:.1f}mm"
        yield (
            f'<section class="{page.name}">\n<h2>{escape(board.name)}{several}</h2>\n'
            f'<div class="map" style="{share}">{picture}</div>\n</section>\n'
        )


def _text_page(name: str, text: str) -> str:
    return f'<section class="text">\n<h1>{escape(name)}</h1>\n{_TABLE.sub(_printed_table, text)}</section>\n'


def _printed_table(table: re.Match[str]) -> str:
    """Return a table whose titles are repeated on each page; a short one is not broken."""
    short = ' class="short"' if len(_TAG.sub("", table["rows"])) <= _MAX_UNBROKEN else ""
    return f"{table['start']}{short}>\n<thead>\n{table['head']}</thead>\n<tbody>\n{table['rows']}</tbody>\n</table>"


_TABLE: Final = re.compile(
    r"(?P<start><table[^<>]*)>\n(?P<head><tr><th.*?</tr>\n)(?P<rows>(?:(?!<table).)*?)</table>", re.DOTALL
)
_TAG: Final = re.compile(r"<[^<>]*>")
_MAX_UNBROKEN: Final = 800
"""The greatest number of characters in a table that is kept on one page."""
_ADVICE = (
    "Print at full size (100 %) on A4, both sides, turned on the long edge. Glue sheets that are printed on one "
    "side back to back, then cut along the counters' edges."
)
_STYLE = f"""@page {{ size: A4 portrait; margin: 8mm; }}
@page wide {{ size: A4 landscape; margin: 8mm; }}
body {{ font: 10pt/1.4 system-ui, sans-serif; margin: 0; color: #222; }}
.advice {{ max-width: 180mm; margin: 4mm; }}
section {{ break-after: page; margin: 0 auto 8mm; width: {PAGES[0].width}mm; }}
section.wide {{ page: wide; width: {PAGES[1].width}mm; }}
section:last-child {{ break-after: auto; }}
h1 {{ font-size: 14pt; margin: 0 0 2mm; }}
h2 {{ font-size: 7pt; font-weight: normal; line-height: 1; margin: 0 0 .5mm; }}
.sheet {{ display: grid; grid-template-columns: repeat({ACROSS}, {COUNTER}mm); grid-auto-rows: {COUNTER}mm;
  width: {ACROSS * COUNTER}mm; margin: 0 auto; }}
.sheet img {{ width: {COUNTER}mm; height: {COUNTER}mm; display: block; }}
.map {{ position: relative; overflow: hidden; }}
.map img {{ position: absolute; max-width: none; }}
.text {{ font-size: 9pt; }}
.text table {{ background: none; border-collapse: collapse; max-width: 100%; }}
.text td, .text th {{ padding: .6mm 1.5mm; border: .2mm solid #b9ab8a; }}
.text tr, .text h3, .text .short {{ break-inside: avoid; }}
.text tr:first-child {{ break-after: avoid; }}
.text h3 {{ break-after: avoid; margin: 3mm 0 1mm; }}
.text p {{ margin: 1mm 0; }}
@media print {{ .advice {{ display: none; }} section {{ margin-bottom: 0; }}
  body {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }} }}
"""
