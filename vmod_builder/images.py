"""All pictures of the module as SVG: counters, the map sheet, the mats."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.drawing.cards import mat_svg
from adjudicator.drawing.counters import all_counters
from adjudicator.drawing.map_sheet import map_sheet
from adjudicator.drawing.style import Style
from adjudicator.game.game_data import GameData

from .maps import MAP_IMAGE, mats_of

__all__ = ["module_images"]


def module_images(game: GameData, style: Style) -> Mapping[str, str]:
    """Return the pictures by the names of their files. The map has no hexes: VASSAL's grid draws them."""
    mats = {name: mat_svg(mat) for name, mat in mats_of(game).items()}
    return {MAP_IMAGE: map_sheet(game.map, hex_lines=False, hex_names=False), **mats, **all_counters(game, style)}
