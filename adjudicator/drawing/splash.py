"""The picture that greets players when a module opens: a desert evening with the game's name and its sides' colours.

It is drawn from the data alone and has no text elements, so it looks the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from ..game.game_data import GameData
from . import lettering, svg, text
from .lettering import Words
from .style import Box, Style
from .symbols import draw_symbol

__all__ = ["SPLASH_SIZE", "splash_svg"]

SPLASH_SIZE: Final = (900, 560)
_SKY: Final = ("#7a3b2e", "#9a4a32", "#b95d38", "#d2763f", "#e5944c", "#f0b163", "#f6c985")
"""From the zenith down to the horizon."""
_HORIZON: Final = 330
_SUN: Final = ((118, "#f3bd70"), (96, "#f8d28c"), (76, "#fdebb8"))
_RIDGES: Final = ((0, "#b98a4e", 26, 0.011), (62, "#a3763f", 34, 0.009), (132, "#8a6033", 28, 0.013))
"""Dunes from far to near: how far below the horizon, the colour, the height of the waves, and how close they are."""
_INK: Final = "#2a150d"
_PAPER: Final = "#fff3d8"
_TAG: Final = 74


def splash_svg(game: GameData, style: Style) -> str:
    """Return the picture."""
    width, height = SPLASH_SIZE
    band = _HORIZON / len(_SKY)
    drawn = [svg.rect(0, 0, width, height, fill=_SKY[-1])]
    drawn += [svg.rect(0, n * band, width, band + 1, fill=colour) for n, colour in enumerate(_SKY)]
    drawn += [svg.path(svg.oval(width * 0.7, _HORIZON, r, r), fill=colour) for r, colour in _SUN]
    drawn += _fort(width * 0.7, _HORIZON + 8)
    drawn += [svg.path(_ridge(*ridge), fill=ridge[1]) for ridge in _RIDGES]
    drawn += _tags(game, style)
    title = text.TextBox(40, 40, width - 80, 92, 62, 22)
    drawn += lettering.draw([Words(game.name, title, 2)], _PAPER, rim=_INK)
    said = text.TextBox(70, 140, width - 140, 56, 22, 12)
    drawn += lettering.draw([Words(game.description, said, 3)], _PAPER)
    foot = text.TextBox(40, height - 34, width - 80, 20, 16, 10)
    drawn += lettering.draw([Words(f"{game.map.name} - Version {game.version}", foot)], _PAPER)
    drawn.append(svg.rect(3, 3, width - 6, height - 6, fill="none", stroke=_INK, stroke_width=6))
    return svg.document(width, height, [svg.group(drawn, font_family=text.FONT)], title=game.name)


def _ridge(below: int, _colour: str, waves: int, pace: float) -> str:
    """Return a line of dunes from the left edge to the right one, closed along the bottom."""
    width, height = SPLASH_SIZE
    crest = [
        (x, _HORIZON + below + waves * (math.sin(x * pace + below) + 0.4 * math.sin(2.3 * x * pace)) * 0.6)
        for x in range(0, width + 30, 30)
    ]
    return svg.polygon([*crest, (width, height), (0, height)])


def _fort(x: float, y: float) -> Iterator[str]:
    """Yield a desert fort before the sun: a wall with merlons, a gate, a tower with a flagstaff."""
    wall = [(x - 90, y), (x - 90, y - 34)]
    for n in range(9):
        left = x - 90 + n * 20
        wall += [(left, y - 42), (left + 10, y - 42), (left + 10, y - 34), (left + 20, y - 34)]
    wall += [(x + 90, y)]
    tower = [(x + 30, y), (x + 30, y - 74), (x + 62, y - 74), (x + 62, y)]
    flag = [(x + 46, y - 74), (x + 46, y - 116), (x + 78, y - 108), (x + 48, y - 98), (x + 48, y - 74)]
    yield svg.path("".join(map(svg.polygon, (wall, tower, flag))), fill=_INK)
    yield svg.path(svg.polygon([(x - 14, y), (x - 14, y - 20), (x + 6, y - 20), (x + 6, y)]), fill=_SUN[0][1])


def _tags(game: GameData, style: Style) -> Iterator[str]:
    """Yield a counter for each division: its colour, and the symbol of its first unit."""
    width, height = SPLASH_SIZE
    divisions = [division for division in game.divisions.values() if _symbol(game, division.id)]
    pitch = min(_TAG + 26, (width - 80) / max(len(divisions), 1))
    left = (width - pitch * (len(divisions) - 1)) / 2 - _TAG / 2
    for n, division in enumerate(divisions):
        x, y = left + n * pitch, height - _TAG - 52
        yield svg.rect(x + 4, y + 5, _TAG, _TAG, rx=6, fill=_INK)
        yield svg.rect(x, y, _TAG, _TAG, rx=6, fill=division.colour, stroke=_INK, stroke_width=2)
        yield draw_symbol(style, _symbol(game, division.id), Box(x + 10, y + 10, _TAG - 20, _TAG - 20))


def _symbol(game: GameData, division: str) -> str:
    return next((unit.symbol for unit in game.units.values() if unit.division == division), "")
