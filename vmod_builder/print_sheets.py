"""Print-and-play: counters on sheets with mirrored backs, and the map in pages, as one HTML page to print.

The page is for A4 paper, printed at full size, both sides, turned on the long edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import ceil
from typing import NamedTuple

from adjudicator.drawing.counters import COUNTER_SIZE
from adjudicator.game.actions import StateLevel
from adjudicator.game.game_data import GameData

__all__ = ["PrintedCounter", "print_page", "printed_counters", "state_marker_image"]

COUNTER = 16
"""The side of a printed counter in millimetres."""
ACROSS, DOWN = 11, 16
"""Counters on a sheet: they leave A4 its margins."""
MAP_PAGE = (190, 270)
"""The part of the map on one page, in millimetres."""
MARKER_COPIES = 12
"""How many are printed of a marker that there are as many of as needed."""


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
    """Yield the markers that lie on units; the first and second level of a state share a counter."""
    for state in game.states:
        drawings = [state_marker_image(level) for level in state.levels if level.drawing]
        for front, back in zip(drawings[::2], [*drawings[1::2], ""], strict=False):
            for _copy in range(MARKER_COPIES):
                yield PrintedCounter(front, back, state.name)


def print_page(game: GameData, counters: Sequence[PrintedCounter], map_images: Mapping[str, tuple[int, int]]) -> str:
    """Return the page. *map_images* gives the size in pixels of each sheet that is printed in pages, by file name."""
    sheets = [counters[at : at + ACROSS * DOWN] for at in range(0, len(counters), ACROSS * DOWN)]
    parts = [part for number, sheet in enumerate(sheets, 1) for part in _counter_pages(sheet, number, len(sheets))]
    parts += [part for name, size in map_images.items() for part in _map_pages(name, size)]
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


def _map_pages(name: str, size: tuple[int, int]) -> Iterator[str]:
    """Yield the pages of a sheet, drawn so large that the printed counters fit its hexes."""
    width, height = (side * COUNTER / COUNTER_SIZE for side in size)
    across, down = ceil(width / MAP_PAGE[0]), ceil(height / MAP_PAGE[1])
    for row in range(down):
        for column in range(across):
            title = f"Map, row {row + 1} of {down}, column {column + 1} of {across}"
            picture = (
                f'<img src="images/{escape(name)}" alt="" style="width:{width:.1f}mm;height:{height:.1f}mm;'
                f'left:-{column * MAP_PAGE[0]}mm;top:-{row * MAP_PAGE[1]}mm">'
            )
            yield f'<section>\n<h2>{title}</h2>\n<div class="map">{picture}</div>\n</section>\n'


_ADVICE = (
    "Print at full size (100 %) on A4, both sides, turned on the long edge. Glue sheets that are printed on one "
    "side back to back, then cut along the counters' edges."
)
_STYLE = f"""@page {{ size: A4 portrait; margin: 8mm; }}
body {{ font: 10pt/1.4 system-ui, sans-serif; margin: 0; color: #222; }}
.advice {{ max-width: 180mm; margin: 4mm; }}
section {{ break-after: page; margin: 0 auto 8mm; width: {MAP_PAGE[0]}mm; }}
h2 {{ font-size: 8pt; font-weight: normal; margin: 0 0 1mm; }}
.sheet {{ display: grid; grid-template-columns: repeat({ACROSS}, {COUNTER}mm); grid-auto-rows: {COUNTER}mm;
  width: {ACROSS * COUNTER}mm; margin: 0 auto; }}
.sheet img {{ width: {COUNTER}mm; height: {COUNTER}mm; display: block; }}
.map {{ position: relative; overflow: hidden; width: {MAP_PAGE[0]}mm; height: {MAP_PAGE[1]}mm; }}
.map img {{ position: absolute; max-width: none; }}
@media print {{ .advice {{ display: none; }} section {{ margin-bottom: 0; }} }}
"""
