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
from .files import FolderContents, GameFiles, folder_contents, parsed, read_folder
from .game_folders import BUILT_IN, GameFolder, built_in_games, built_in_name, find_built_in, find_game
from .schema_check import check_schemas
from .series_charts import with_series_charts

__all__ = [
    "BUILT_IN", "GameData", "GameFiles", "GameFolder", "built_in_games", "checked_game", "find_game", "load_game",
]  # fmt: skip

_MAX_KEPT: Final = 4
"""The number of players' own games that are kept in memory."""


def load_game(folder: GameFolder) -> GameData:
    """Return the game in *folder*. Raises :class:`GameDataErrors` with all that is wrong in its files.

    Files that contain what was read and checked before are not checked again; those of a game that comes with the
    program, which do not change, are not read again either.
    """
    name = built_in_name(folder)
    return _built_in_game(name) if name else _game_in(folder_contents(folder))


@cache
def _built_in_game(name: str) -> GameData:
    return checked_game(read_folder(find_built_in(name)))


@lru_cache(maxsize=_MAX_KEPT)
def _game_in(contents: FolderContents) -> GameData:
    return checked_game(parsed(contents))


def checked_game(files: GameFiles, sound: GameFiles | None = None) -> GameData:
    """Return the game in documents that are read already. Raises :class:`GameDataErrors` as :func:`load_game`.

    A document that *sound* has as well, the same value, is known to follow its schema. What refers to what is checked
    of all.
    """
    known = sound.documents if sound else {}
    followed = {name for name, document in files.documents.items() if known.get(name) is document}
    files = with_series_charts(files)
    check_schemas(files, followed)
    cross_check(files)
    return build_game(files)
