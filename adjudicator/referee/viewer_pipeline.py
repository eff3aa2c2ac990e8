"""A game refereed for a certain reader: what he may not know is not in it (see :mod:`.veil`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..audit.dice import LogPatterns
from ..audit.steps import Watch
from ..game.game_data import GameData
from ..rules.rule_book import RuleBook
from ..rules.switches import HouseRules
from ..vassal.module_definition import ModuleDefinition
from ..vassal.saved_game import SavedGame
from .entries import RefereedGame
from .pipeline import WatchFor, referee_game
from .redaction import RedactedDialect, veil_for
from .sheets import game_of_file

__all__ = ["Reader", "referee_for"]


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads what the referee says: the referee himself, a side, or (neither) anybody."""

    side: str = ""
    """An id of the game's sides."""
    referee: bool = False


def _no_watch(_game: SavedGame) -> Watch:
    return iter


def referee_for(
    reader: Reader, files: Sequence[SavedGame], game: GameData, house_rules: HouseRules, patterns: LogPatterns, *,
    previous: SavedGame | None = None, module: ModuleDefinition | None = None, scenario: int = 0,
    watch_for: WatchFor = _no_watch,
) -> RefereedGame:  # fmt: skip
    """Referee logs as :func:`~adjudicator.referee.pipeline.referee_game` does, for a reader.

    Raises NotThisGame and LimitExceeded.
    """
    game = game_of_file(game, files[0])
    veil = None if reader.referee else veil_for(files, game, reader.side, scenario=scenario)
    book = RuleBook(veil.game if veil else game, house_rules)
    profile = RedactedDialect(game, patterns, veil) if veil else None
    return referee_game(
        files, book, patterns, previous=previous, module=module, scenario=scenario, watch_for=watch_for,
        profile=profile,
    )  # fmt: skip
