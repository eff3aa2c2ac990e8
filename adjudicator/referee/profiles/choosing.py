"""Which dialect a log is in: those that are known are tried in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ...game.game_data import GameData
from ...vassal.module_definition import ModuleDefinition
from ...vassal.table import Table
from ..dice import LogPatterns
from ..saved_position import NotThisGame, is_own_module
from ..sight import FULL_SIGHT, Sight
from .grand_tactical import GrandTactical, is_grand_tactical
from .own_module import OwnModule
from .profile import Profile

__all__ = ["ChosenProfile", "choose_profile"]


@dataclass(frozen=True, slots=True)
class ChosenProfile:
    """A profile, and what its logs show."""

    profile: Profile
    sight: Sight


_Maker = Callable[[GameData, LogPatterns, ModuleDefinition | None], ChosenProfile]


def _own(game: GameData, patterns: LogPatterns, _module: ModuleDefinition | None) -> ChosenProfile:
    return ChosenProfile(OwnModule(game, patterns), FULL_SIGHT)


def _grand_tactical(game: GameData, patterns: LogPatterns, module: ModuleDefinition | None) -> ChosenProfile:
    profile = GrandTactical(game, patterns, module)
    return ChosenProfile(profile, profile.sight)


_DIALECTS: Final[tuple[tuple[Callable[[Table], bool], _Maker, str], ...]] = (
    (is_own_module, _own, "a save or log of a module that vmod-builder made"),
    (is_grand_tactical, _grand_tactical, "a log of the official Grand Tactical Series module"),
)
"""How each dialect is known by the first table, its profile, and what it is."""


def choose_profile(
    start: Table, game: GameData, patterns: LogPatterns, module: ModuleDefinition | None = None, *, file: str = ""
) -> ChosenProfile:
    """Return the profile for a log that starts with a table. Raises :class:`NotThisGame` if no dialect fits."""
    for is_this, make, _ in _DIALECTS:
        if is_this(start):
            return make(game, patterns, module)
    expected = ", or ".join(what for _, _, what in _DIALECTS)
    raise NotThisGame(f"this is no game of {game.name} in a module that is known", file=file, expected=expected)
