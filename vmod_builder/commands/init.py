"""``vmod-builder init``: a copy of a game's data to edit."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.completion import DIRECTORY
from adjudicator.cli.options import emit
from adjudicator.game.loading import GameFolder
from adjudicator.report.safe_text import count

from ..build_context import open_workpiece
from ..output import check_directory, write_directory
from .options import game_option


@click.command()
@click.argument("directory", metavar="DIR", type=DIRECTORY)
@game_option
def command(directory: Path, folder: GameFolder) -> None:
    """Copy a game's data, to edit.

    DIR is a new directory. Give it as GAME to the other commands.
    """
    check_directory(directory, advice="another name")
    open_workpiece(folder)
    files = {
        entry.name: entry.read_bytes()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if entry.name.endswith(".toml")
    }
    write_directory(directory, files)
    emit([
        f"{directory}: {count(len(files), 'file')}",
        f"Edit them, then: vmod-builder check {directory}",
    ])  # fmt: skip
