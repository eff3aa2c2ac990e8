"""``vmod-builder preview``: a game's counters, map and charts as a page, and sheets to print."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.completion import DIRECTORY
from adjudicator.cli.options import busy, emit
from adjudicator.game.loading import GameFolder
from adjudicator.report.plain import count

from ..output import check_directory, write_directory
from ..preview import preview_files
from ..workshop import open_workpiece
from .options import game_argument


@click.command()
@game_argument
@click.option("-o", "--output", required=True, type=DIRECTORY, metavar="DIR",
              help="The directory that is made.")  # fmt: skip
@click.option("--force", is_flag=True, help="Replace files of the same names if the directory is there.")
def command(folder: GameFolder, output: Path, force: bool) -> None:
    """Show a game's counters, map and charts, and sheets to print.

    GAME is a game that comes with the program or a directory with data of your own. DIR/index.html shows all there
    is, DIR/print.html are the sheets; a browser opens both without a network.
    """
    check_directory(output, force=force)
    work = open_workpiece(folder)
    with busy("drawing"):
        files = preview_files(work.game, work.style)
    write_directory(output, files, force=force)
    emit([f"{output}: index.html, print.html and {count(len(files) - 2, 'picture')}"])
