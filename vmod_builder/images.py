"""All pictures of the module: counters as SVG, the map sheet and the mats as SVG or PNG.

VASSAL reads and paints the whole drawing of an SVG board again for each of its tiles, which takes seconds for a map
sheet; a PNG it only copies. A counter's drawing is painted once for each zoom, at which SVG stays sharp.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from adjudicator.drawing.cards import mat_svg
from adjudicator.drawing.counters import all_counters
from adjudicator.drawing.map_sheet import map_sheet
from adjudicator.drawing.raster import png_of
from adjudicator.drawing.splash import splash_svg
from adjudicator.drawing.style import Style
from adjudicator.game.game_data import GameData

from .maps import MAP_IMAGE, BoardFormat, mats_of

__all__ = ["SPLASH_IMAGE", "board_drawings", "module_images"]

SPLASH_IMAGE: Final = "splash"
"""The name of the picture that greets players, without its ending."""
_PAINTERS: Mapping[BoardFormat, Callable[[str], bytes]] = {BoardFormat.SVG: str.encode, BoardFormat.PNG: png_of}


def board_drawings(game: GameData, *, relief: bool = True) -> Mapping[str, str]:
    """Return the drawings of the module's boards by their names; the map has no hexes, VASSAL's grid draws them.

    Without *relief* the map has only what the rules speak of.
    """
    mats = {name: mat_svg(mat) for name, mat in mats_of(game).items()}
    return {MAP_IMAGE: map_sheet(game.map, hex_lines=False, hex_names=False, relief=relief), **mats}


def module_images(game: GameData, style: Style, boards: BoardFormat) -> Mapping[str, bytes]:
    """Return the pictures by the names of their files. Raises RendererMissing for PNG without the extra."""
    drawings = {**board_drawings(game, relief=boards is BoardFormat.PNG), SPLASH_IMAGE: splash_svg(game, style)}
    painted = {boards.file_name(name): _PAINTERS[boards](drawing) for name, drawing in drawings.items()}
    return {**painted, **{name: drawing.encode() for name, drawing in all_counters(game, style).items()}}
