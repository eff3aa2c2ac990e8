"""The module of the built-in game, built once for all tests."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from adjudicator.game.loading import BUILT_IN, find_game
from adjudicator.vassal.module import read_module
from adjudicator.vassal.module_definition import ModuleDefinition
from vmod_builder.build_context import Workpiece, built, open_workpiece
from vmod_builder.module_file import ModuleBuild

__all__ = ["built_module", "module_definition", "workpiece"]


@cache
def workpiece() -> Workpiece:
    """Return the game, its style and its lock file."""
    return open_workpiece(find_game(BUILT_IN))


@cache
def built_module() -> ModuleBuild:
    """Return the module as it is written."""
    return built(workpiece())


@cache
def module_definition() -> ModuleDefinition:
    """Return the module as it is read back from its file."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "game.vmod"
        path.write_bytes(built_module().archive)
        return read_module(path)
