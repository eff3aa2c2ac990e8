"""The library: what ``import adjudicator`` offers, a small surface that stays the same from version to version."""

from .games import Game, MixedGames, PlayedAction, open_game
from .positions import GamePosition, Move, open_position, starting_position
from .rule_texts import rule

__all__ = [
    "Game",
    "GamePosition",
    "MixedGames",
    "Move",
    "PlayedAction",
    "open_game",
    "open_position",
    "rule",
    "starting_position",
]
