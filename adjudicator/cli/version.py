"""``--version``: of the program, of the rules that it knows, of the data of the game that comes with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

import click

from .. import __version__

__all__ = ["version_option"]

F = TypeVar("F", bound=Callable[..., Any])
_SHOWN: Final = 12
"""The number of digits of a hash that are enough to distinguish one set of data from another."""


def version_option(program: str) -> Callable[[F], F]:
    """Return the option ``--version`` of a program."""

    def show(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
        if wanted and not context.resilient_parsing:
            click.echo("\n".join(_lines(program)))
            context.exit()

    return click.option(
        "-V", "--version", is_flag=True, is_eager=True, expose_value=False, callback=show,
        help="Show the versions of the program, its rules and its data, and exit.",
    )  # fmt: skip


def _lines(program: str) -> Iterator[str]:
    from ..audit_file.versions import game_version, program_version
    from ..game.loading import BUILT_IN, find_game, load_game

    folder = find_game(BUILT_IN)
    game = game_version(load_game(folder), folder)
    yield f"{program} {__version__}"
    yield f"  Rules  {program_version()['rules'][:_SHOWN]}"
    yield f"  Game   {game['name']} {game['version']}, data {game['sha256'][:_SHOWN]}"
