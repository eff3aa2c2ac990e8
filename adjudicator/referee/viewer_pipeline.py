"""A game refereed for a viewer: without what he may not know (:mod:`adjudicator.viewing.hidden_units`)."""

from __future__ import annotations

from collections.abc import Sequence

from ..audit.dice import LogPatterns
from ..audit.steps import Watch
from ..game.game_data import GameData
from ..rules.rule_book import RuleBook
from ..rules.switches import HouseRules
from ..vassal.module_definition import ModuleDefinition
from ..vassal.saved_game import SavedGame
from ..viewing.hidden_units import hidden_in_files
from ..viewing.viewer import Viewer
from .dialects.registry import ChosenDialect, choose_dialect
from .entries.entry import RefereedGame
from .pipeline import WatchFor, referee_game
from .sheets import game_of_file

__all__ = ["referee_for"]


def _no_watch(_game: SavedGame) -> Watch:
    return iter


def referee_for(
    viewer: Viewer, files: Sequence[SavedGame], game: GameData, house_rules: HouseRules, patterns: LogPatterns, *,
    previous: SavedGame | None = None, module: ModuleDefinition | None = None, scenario: int = 0,
    watch_for: WatchFor = _no_watch,
) -> RefereedGame:  # fmt: skip
    """Referee logs as :func:`~adjudicator.referee.pipeline.referee_game` does, for a viewer.

    Raises NotThisGame and LimitExceeded.
    """
    game = game_of_file(game, files[0])
    chosen, known = _for_viewer(viewer, files, game, patterns, module, scenario)
    return referee_game(
        files, RuleBook(known, house_rules), patterns, previous=previous, module=module, scenario=scenario,
        watch_for=watch_for, chosen=chosen,
    )  # fmt: skip


def _for_viewer(
    viewer: Viewer, files: Sequence[SavedGame], game: GameData, patterns: LogPatterns, module: ModuleDefinition | None,
    scenario: int,
) -> tuple[ChosenDialect | None, GameData]:  # fmt: skip
    """Return the dialect of some logs as a viewer may read it and the game that he may know.

    None stands for the dialect as it is, where there is nothing that he may not know.
    """
    if viewer.referee:
        return None, game
    dialect = choose_dialect(files[0], game, patterns, module).dialect
    first = dialect.watch(files[0].initial_table, scenario=scenario, file=files[0].file)
    later = (dialect.pieces(file.initial_table, scenario=scenario, file=file.file) for file in files[1:])
    hidden = hidden_in_files(viewer, files, first.position, [first.pieces, *later])
    if hidden is None:
        return None, game
    return choose_dialect(files[0], game, patterns, module, hidden), hidden.game
