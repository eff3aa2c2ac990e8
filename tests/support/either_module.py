"""The two games whose modules are looked into, the siege and Two Wells, as parameters of tests.

The fixtures ``game`` and ``build`` of these parameters are in ``conftest.py``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from adjudicator.game.game_data import GameData
from tests.support.built_module import built_module, workpiece
from tests.two_wells import WELLS
from vmod_builder.build_context import built, open_workpiece
from vmod_builder.module_file import ModuleBuild

__all__ = ["GAMES", "built_game", "each_build", "either"]

GAMES: Final = ("no-question-of-surrender", "two-wells")


@cache
def built_game(name: str) -> tuple[GameData, ModuleBuild]:
    """Return a game and its module."""
    if name == GAMES[0]:
        return workpiece().game, built_module()
    wells = open_workpiece(WELLS)
    return wells.game, built(wells)


each_build = pytest.mark.parametrize("build", GAMES, indirect=True)
either = pytest.mark.parametrize(("game", "build"), [(name, name) for name in GAMES], ids=GAMES, indirect=True)
