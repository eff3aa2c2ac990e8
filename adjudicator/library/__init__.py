"""The library: what ``import adjudicator`` offers, a small surface that stays the same from version to version."""

from ..game.errors import GameDataError
from ..game.names import NameNotFound
from ..game.notation.errors import NotationError
from ..module_layout.saved_position import NotThisGame
from ..rules.catalogue import UnknownRule
from ..rules.ruling import Finding, Ruling
from ..vassal.errors import VassalError
from .games import Game, MixedGames, PlayedAction, open_game
from .positions import GamePosition, Move, open_position, starting_position
from .rule_texts import rule

__all__ = [
    "Finding",
    "Game",
    "GameDataError",
    "GamePosition",
    "MixedGames",
    "Move",
    "NameNotFound",
    "NotThisGame",
    "NotationError",
    "PlayedAction",
    "Ruling",
    "UnknownRule",
    "VassalError",
    "open_game",
    "open_position",
    "rule",
    "starting_position",
]
