"""``adjudicator desert``: the North Africa rules of the squad-level game, one file a command."""

from __future__ import annotations

import click

from ..main import LazyGroup

__all__ = ["DESERT_COMMANDS", "command"]

DESERT_COMMANDS = {
    "bog": ("adjudicator.cli.desert.bog", "Tell the rolls that could stop a vehicle, with exact chances."),
    "move": ("adjudicator.cli.desert.move", "Tell what a way costs hex by hex, and the rolls that could stop it."),
    "words": ("adjudicator.cli.desert.words", "List the words that describe a hex."),
}
"""Each command's module and short help; tests hold the help against the command's own."""


@click.group(cls=LazyGroup, table=DESERT_COMMANDS, no_args_is_help=False)
def command() -> None:
    """Answer what the North Africa rules of the squad-level game say."""
