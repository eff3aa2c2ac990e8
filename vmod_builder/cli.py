"""The entry point of ``vmod-builder``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import click

from adjudicator.cli.main import LazyGroup, run_group
from adjudicator.cli.version import version_option

__all__ = ["COMMANDS", "cli", "run"]

COMMANDS = {
    "build": ("vmod_builder.commands.build", "Build a VASSAL module from a game's data."),
    "check": ("vmod_builder.commands.check", "Check a game's data and its module, or any module."),
    "import": (
        "vmod_builder.commands.import_module",
        "Copy a game's data with the figures of the official module.",
    ),
    "init": ("vmod_builder.commands.init", "Copy a game's data, to edit."),
    "preview": (
        "vmod_builder.commands.preview",
        "Write pages of a game's counters, map and charts, and sheets to print.",
    ),
    "print": ("vmod_builder.commands.print_sheets", "Write the sheets to print as PDF."),
    "show": ("vmod_builder.commands.show", "List what is in a module, piece by piece."),
}
"""Each command's module and short help; tests hold the help against the command's own."""


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    program="vmod-builder",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 clean, 1 a fault, 2 a question, 3 file can't be read, 64 usage error.",
)
@version_option("vmod-builder")
def cli() -> None:
    """Build VASSAL modules from data files, and look into any module."""


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave it with the exit code of the design."""
    run_group(cli, "vmod-builder", arguments)
