"""The module of a game of the official series: given by name, or found in the folder of the mail."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ..report.plain import one_line
from ..vassal.errors import VassalError
from ..vassal.limits import Limits
from ..vassal.module import read_module
from ..vassal.saved_game import SavedGame
from .options import note

__all__ = ["SERIES_MARK", "module_beside"]

SERIES_MARK: Final = "ratings;"
"""The mark of the official module's units, which distinguishes its logs from others at a glance."""
_MAX_MODULES: Final = 12
"""The greatest number of modules of a folder that are looked at."""


def module_beside(log: Path, game: SavedGame, limits: Limits) -> Path | None:
    """Return the module in the folder of a log of the official series; None for another log, or if there is none.

    It is the one whose name is in the log; where several modules have that name none is taken.
    """
    if SERIES_MARK not in game.text or game.module_metadata is None:
        return None
    found = []
    for path in sorted(log.parent.glob("*.vmod"))[:_MAX_MODULES]:
        try:
            name = read_module(path, limits).name
        except VassalError:
            continue
        if name == game.module_metadata.title:
            found.append(path)
    if len(found) != 1:
        return None
    note(f"the module {one_line(found[0].name, 100)} beside {one_line(log.name, 100)} is used")
    return found[0]
