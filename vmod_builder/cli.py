"""The entry point of ``vmod-builder``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import click

from adjudicator.cli.main import LazyGroup, run_group
from adjudicator.cli.version import version_option

__all__ = ["COMMANDS", "cli", "run"]

COMMANDS = {
    "build": ("vmod_builder.commands.build", "Make a VASSAL module from a game's data."),
    "check": ("vmod_builder.commands.check", "Check a game's data and its module, or any module."),
    "import": (
        "vmod_builder.commands.import_module",
        "Make a game's data with the figures of the official module, a free download.",
    ),
    "init": ("vmod_builder.commands.init", "Make a copy of a game's data to edit."),
    "preview": ("vmod_builder.commands.preview", "Show a game's counters, map and charts, and sheets to print."),
    "show": ("vmod_builder.commands.show", "Say what a module has, piece by piece."),
}
"""Each command's module and short help; tests hold the help against the command's own."""


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 all well, 1 a fault, 2 a question, 3 a file can't be read, 64 wrong use.",
)
@version_option("vmod-builder")
def cli() -> None:
    """Make VASSAL modules from data files, and look into any module."""


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave it with the exit code of the design."""
    run_group(cli, "vmod-builder", arguments)
