"""The map of a game in a file: a game goes on with the sheet of the module that it was begun with."""

from __future__ import annotations

from ..game.game_data import GameData
from ..rules.rule_book import RuleBook
from ..vassal.saved_game import SavedGame

__all__ = ["book_of_file", "game_of_file"]


def game_of_file(game: GameData, file: SavedGame) -> GameData:
    """Return the game with the map that the players of a save or log have before them.

    A module shows the map that the game's data had when it was built; the file has its version.
    """
    metadata = file.module_metadata
    return game.with_sheet_of(metadata.version) if metadata else game


def book_of_file(book: RuleBook, file: SavedGame) -> RuleBook:
    """Return the rules for the map that the players of a save or log have before them."""
    game = game_of_file(book.game, file)
    return book if game is book.game else RuleBook(game, book.house_rules)
