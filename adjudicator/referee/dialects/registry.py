"""The choice of the dialect that a log is in: those that are known are tried in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from ...audit.dice import LogPatterns
from ...game.game_data import GameData
from ...module_layout.saved_position import NotThisGame, is_own_module
from ...vassal.module_definition import ModuleDefinition
from ...vassal.replay import Replay
from ...vassal.saved_game import SavedGame
from ...vassal.table import Table
from ...viewing.hidden_units import HiddenUnits
from .base import Dialect
from .official.dialect import GrandTactical, is_grand_tactical
from .official.module_of_log import check_module
from .own_module import OwnModule
from .redacted import RedactedDialect
from .visibility import FULL_SIGHT, Sight

__all__ = ["ChosenDialect", "choose_dialect", "module_title"]


@dataclass(frozen=True, slots=True)
class ChosenDialect:
    """A dialect, and what its logs show."""

    dialect: Dialect
    sight: Sight


_Maker = Callable[[SavedGame, GameData, LogPatterns, ModuleDefinition | None, HiddenUnits | None], ChosenDialect]


def _own(
    _log: SavedGame, game: GameData, patterns: LogPatterns, _module: ModuleDefinition | None,
    hidden: HiddenUnits | None,
) -> ChosenDialect:  # fmt: skip
    return ChosenDialect(OwnModule(game, patterns, hidden), FULL_SIGHT)


def _grand_tactical(
    log: SavedGame, game: GameData, patterns: LogPatterns, module: ModuleDefinition | None, hidden: HiddenUnits | None
) -> ChosenDialect:
    check_module(log, game, module)
    dialect = GrandTactical(game, patterns, module, hidden)
    return ChosenDialect(dialect, dialect.sight)


_TITLE_LENGTH: Final = 60
_DIALECTS: Final[tuple[tuple[Callable[[Table], bool], _Maker, str], ...]] = (
    (is_own_module, _own, "a save or log of a module that vmod-builder made"),
    (is_grand_tactical, _grand_tactical, "a log of the official Grand Tactical Series module"),
)
"""The known dialects: the test of the first table, the maker of the dialect, and its description."""


def module_title(file: SavedGame) -> str:
    """Return the name of a file's module, with its version; empty if the file does not say."""
    metadata = file.module_metadata
    words = f"{metadata.title} {metadata.version}".strip() if metadata else ""
    return "".join(each for each in words if each.isprintable())[:_TITLE_LENGTH]


def choose_dialect(
    log: SavedGame, game: GameData, patterns: LogPatterns, module: ModuleDefinition | None = None,
    hidden: HiddenUnits | None = None,
) -> ChosenDialect:  # fmt: skip
    """Return the dialect for a log.

    *hidden* are units that its viewer may not know; *game* has them still. Raises :class:`NotThisGame` if no dialect
    fits, or if the dialect needs the log's module and *module* is another.
    """
    start = Replay(log).initial
    for is_this, make, _ in _DIALECTS:
        if is_this(start):
            chosen = make(log, game, patterns, module, hidden)
            return chosen if hidden is None else replace(chosen, dialect=RedactedDialect(chosen.dialect, hidden))
    expected = ", or ".join(what for _, _, what in _DIALECTS)
    title = module_title(log)
    named = f" ({title})" if title else ""
    problem = f"a game of another module{named}, not of {game.name}; try adjudicator audit"
    raise NotThisGame(problem, file=log.file, expected=expected)
