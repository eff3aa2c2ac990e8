"""The module of a game of the official series: in the folder of the mail, or kept by the import of the game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ..module_layout.saved_position import NotThisGame
from ..referee.dialects.official.module_of_log import check_module
from ..report.safe_text import one_line
from ..vassal.errors import VassalError
from ..vassal.limits import Limits
from ..vassal.module import read_module
from ..vassal.saved_game import SavedGame
from .options import note
from .rule_options import playable

__all__ = ["SERIES_MARK", "kept_module", "module_of"]

SERIES_MARK: Final = "ratings;"
"""The mark of the official module's units, which distinguishes its logs from others at a glance."""
_KEPT: Final = "module.zip"
"""The file of an imported game's directory with the module's build file."""
_MAX_MODULES: Final = 12
"""The greatest number of modules of a folder that are looked at."""


def module_of(
    log: Path, game: SavedGame, game_name: str, limits: Limits, given: Path | None = None
) -> Path | None:  # fmt: skip
    """Return the module of a log: the one *given*, else that of a log of the official series, None if none is at hand.

    It is the module of that name in the log's folder, else the one that the import of the game *game_name* has kept.
    Where several modules in the folder have the name, none of them is taken, nor is one with other hexes than the
    log's if another is kept. Raises VassalError if the one that is kept cannot be read.
    """
    found = given or _found(log, game, game_name, limits)
    kept = kept_module(game_name)
    if SERIES_MARK in game.text and found is not None and kept is not None and found != kept:
        _tell_other_version(found, kept, game_name, limits)
    return found


def _tell_other_version(module: Path, kept: Path, game_name: str, limits: Limits) -> None:
    """Say that a game was imported from another version of its module, if so: its figures may be others."""
    try:
        new, old = read_module(module, limits), read_module(kept, limits)
    except VassalError:
        return  # whoever reads the module next says what is wrong with it
    if new.name == old.name and new.version != old.version:
        note(
            f"{one_line(game_name, 100)} was imported from version {one_line(old.version, 20)} of the module, "
            f"{one_line(module.name, 100)} is version {one_line(new.version, 20)}: import that one (--force)"
        )


def _found(log: Path, game: SavedGame, game_name: str, limits: Limits) -> Path | None:
    if SERIES_MARK not in game.text or game.module_metadata is None:
        return None
    title = game.module_metadata.title
    beside = _of_name(title, sorted(log.parent.glob("*.vmod"))[:_MAX_MODULES], limits)
    kept = kept_module(game_name)
    if len(beside) == 1:
        is_used = kept is None or _has_hexes_of(game, beside[0], game_name, limits)
        note(f"the module {one_line(beside[0].name, 100)} beside {one_line(log.name, 100)} is "
             + ("used" if is_used else "not used: its hexes are not those of the log"))  # fmt: skip
        if is_used:
            return beside[0]
    if kept is None or read_module(kept, limits).name == title:
        return kept
    note(
        f"the game in {one_line(game_name, 100)} was imported from another module than {one_line(log.name, 100)} names"
    )
    return None


def kept_module(game_name: str) -> Path | None:
    """Return the file with the module's build file in the directory of an imported game, None for another game."""
    path = Path(game_name) / _KEPT
    return path if path.exists() else None


def _has_hexes_of(log: SavedGame, path: Path, game_name: str, limits: Limits) -> bool:
    """Return whether a log calls its hexes as a module does."""
    try:
        check_module(log, playable(game_name), read_module(path, limits))
    except NotThisGame:
        return False
    return True


def _of_name(title: str, paths: Iterable[Path], limits: Limits) -> list[Path]:
    """Return the modules with a name."""
    found = []
    for path in paths:
        try:
            name = read_module(path, limits).name
        except VassalError:
            continue
        if name == title:
            found.append(path)
    return found
