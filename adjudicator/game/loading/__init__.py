"""Reads a game's data files, checks them, and makes the typed game data of them.

A game is a directory of TOML files. :func:`load_game` takes three steps, and each reports all that it finds wrong
before the next one begins: the files are read (:mod:`.files`), each is validated against its JSON Schema
(:mod:`.schema_check`), and their references to one another are checked (:mod:`.checks`). Then :mod:`.build` makes
:class:`~adjudicator.game.game_data.GameData`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from ..game_data import GameData
from .build import build_game
from .checks import cross_check
from .files import FolderContents, GameFiles, folder_contents, parsed
from .game_folders import BUILT_IN, GameFolder, built_in_games, built_in_name, find_built_in, find_game
from .schema_check import check_schemas
from .series_charts import with_series_charts

__all__ = [
    "BUILT_IN", "GameData", "GameFiles", "GameFolder", "built_in_games", "find_game", "game_in", "load_game",
]  # fmt: skip

_MAX_KEPT: Final = 4
"""The number of players' own games that are kept in memory."""


def load_game(folder: GameFolder) -> GameData:
    """Return the game in *folder*. Raises :class:`GameDataErrors` with all that is wrong in its files.

    Files that contain what was read and checked before are not checked again; those of a game that comes with the
    program, which do not change, are not read again either.
    """
    name = built_in_name(folder)
    return _built_in_game(name) if name else game_in(folder_contents(folder))


@cache
def _built_in_game(name: str) -> GameData:
    return _checked(parsed(folder_contents(find_built_in(name))))


@lru_cache(maxsize=_MAX_KEPT)
def game_in(contents: FolderContents) -> GameData:
    """Return the game in the contents of a folder. Raises :class:`GameDataErrors` as :func:`load_game`."""
    return _checked(parsed(contents))


def _checked(files: GameFiles) -> GameData:
    files = with_series_charts(files)
    check_schemas(files)
    cross_check(files)
    return build_game(files)
