"""The arguments that the commands of ``vmod-builder`` share, and the line that they end with."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from adjudicator.cli.completion import complete_games
from adjudicator.game.game_data import GameData
from adjudicator.game.loading import BUILT_IN, find_game
from adjudicator.game.provenance import Source

__all__ = ["estimated_line", "game_argument", "game_option"]

_MODULE: Final = ".vmod"

F = TypeVar("F", bound=Callable[..., Any])


def game_option(command: F) -> F:
    """Add the option ``--game GAME``; the command gets the game's ``folder``."""

    @click.option(
        "--game",
        "game_name",
        metavar="GAME",
        default="",
        shell_complete=complete_games,
        help="A game's name or directory.",
    )
    @wraps(command)
    def with_folder(*arguments: Any, game_name: str, **options: Any) -> Any:
        return command(*arguments, folder=find_game(game_name or BUILT_IN), **options)

    return with_folder  # type: ignore[return-value]


def game_argument(command: F) -> F:
    """Add the argument GAME and the option ``--game GAME``, which say the same; the command gets the ``folder``."""

    @click.argument("game_argument", metavar="[GAME]", default="", required=False, shell_complete=complete_games)
    @click.option(
        "--game",
        "game_name",
        metavar="GAME",
        default="",
        shell_complete=complete_games,
        help="The same as the argument GAME.",
    )
    @wraps(command)
    def with_folder(*arguments: Any, game_argument: str, game_name: str, **options: Any) -> Any:
        """Run the command with the folder of the game. Raises ``click.UsageError`` if it is given twice."""
        if game_argument and game_name:
            raise click.UsageError("GAME and --game say the same: give one of them", click.get_current_context())
        _refuse_module(game_argument or game_name)
        return command(*arguments, folder=find_game(game_argument or game_name or BUILT_IN), **options)

    return with_folder  # type: ignore[return-value]


def _refuse_module(name: str) -> None:
    """Raise a usage error for a module that is given as a game, with the option that takes it where there is one."""
    if not name.lower().endswith(_MODULE) or not Path(name).is_file():
        return
    context = click.get_current_context()
    has_option = any("--module" in parameter.opts for parameter in context.command.params)
    advice = f"; did you mean --module {name}?" if has_option else ""
    raise click.UsageError(f"{name} is a module, not a game's data{advice}", context)


def estimated_line(game: GameData) -> str:
    """Return how many of a game's figures are estimated, and how to see which."""
    count = sum(figure.source is Source.ESTIMATED for figure in game.figures)
    told = " (vmod-builder check --estimated lists them)" if count else ""
    return f"Estimated: {count:,} of {len(game.figures):,} figures{told}"
