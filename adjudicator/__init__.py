"""The referee for *No Question of Surrender* played by e-mail through VASSAL.

The names in ``__all__`` are the library (:mod:`adjudicator.library`); they are imported when they are first used, so
that the commands start quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .library import (
        Finding,
        Game,
        GameDataError,
        GamePosition,
        MixedGames,
        Move,
        NameNotFound,
        NotationError,
        NotThisGame,
        PlayedAction,
        Ruling,
        UnknownRule,
        VassalError,
        open_game,
        open_position,
        rule,
        starting_position,
    )

__version__ = "0.2.0"
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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import library

    return getattr(library, name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
