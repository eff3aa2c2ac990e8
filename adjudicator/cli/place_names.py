"""The names of places in the files of the games that come with the program, which need no module to name them."""

from __future__ import annotations

from ..game.loading import built_in_games
from ..module_layout.location_names import LayoutLocator
from ..module_layout.saved_position import is_own_module
from ..referee.sheets import game_of_file
from ..vassal.locations import Locator
from ..vassal.saved_game import SavedGame
from ..vassal.table import Table
from .rule_options import playable

__all__ = ["named_by_layout"]


def named_by_layout(locator: Locator, file: SavedGame, table: Table) -> Locator:
    """Return a locator that also knows the places of the module of a game that comes with the program."""
    if file.module_metadata is None or not is_own_module(table):
        return locator
    game = next((each for each in map(playable, built_in_games()) if each.name == file.module_metadata.title), None)
    return locator if game is None else LayoutLocator(locator, game_of_file(game, file), table)
