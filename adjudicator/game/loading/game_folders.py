"""Finds the directory of a game: one that comes with the program, or a player's own."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from ..errors import GameDataError
from .suggestions import did_you_mean

__all__ = ["BUILT_IN", "GameFolder", "built_in_games", "built_in_name", "find_built_in", "find_game"]

GameFolder = Path | Traversable
"""A directory that holds a game's data files."""

BUILT_IN: Final = "no-question-of-surrender"
"""The default game when none is named."""

_MAIN_FILE: Final = "game.toml"
_MODULE: Final = ".vmod"


@cache
def _folders() -> dict[str, Traversable]:
    """Return the folders of the games that come with the program, by id, sorted."""
    root = files("adjudicator").joinpath("games")
    found = [folder for folder in root.iterdir() if folder.joinpath(_MAIN_FILE).is_file()] if root.is_dir() else []
    return {folder.name.replace("_", "-"): folder for folder in sorted(found, key=lambda folder: folder.name)}


def built_in_games() -> tuple[str, ...]:
    """Return the ids of the games that come with the program, sorted.

    A game's folder is named like its id, with underlines for the hyphens.
    """
    return tuple(_folders())


def built_in_name(folder: GameFolder) -> str:
    """Return the id of the game that comes with the program in a folder, empty for any other folder."""
    return next((name for name, each in _folders().items() if each == folder), "")


def find_built_in(name: str) -> GameFolder:
    """Return the folder of a game that comes with the program. Raises KeyError for an id that none has."""
    return _folders()[name]


def find_game(name_or_directory: str) -> GameFolder:
    """Return the folder of a game by its id or folder name, or by the path of a directory.

    A directory is preferred to a name. Raises :class:`GameDataError`, which lists the available games.
    """
    try:
        path = Path(name_or_directory)
        if name_or_directory and path.is_dir():
            return path
        exists = bool(name_or_directory) and path.exists()
    except (OSError, ValueError):
        exists = False
    expected = f"{' or '.join(built_in_games())}, or a directory of data files"
    if exists and path.suffix.casefold() == _MODULE:
        advice = "the directory that vmod-builder import makes of it"
        raise GameDataError("this is a module, not a game", found=name_or_directory, expected=advice)
    if exists:
        raise GameDataError("not a directory", found=name_or_directory, expected=expected)
    name = name_or_directory.replace("_", "-")
    if name not in _folders():
        problem = "no such directory or game" + did_you_mean(name, built_in_games())
        raise GameDataError(problem, found=name_or_directory, expected=expected)
    return _folders()[name]
