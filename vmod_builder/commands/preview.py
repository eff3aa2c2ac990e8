"""``vmod-builder preview``: a game's counters, map and charts as a page, and sheets to print."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.completion import DIRECTORY
from adjudicator.cli.options import busy, emit
from adjudicator.game.loading import GameFolder
from adjudicator.report.safe_text import count

from ..build_context import open_workpiece
from ..output import check_directory, write_directory
from ..preview import preview_files
from .options import game_argument


@click.command()
@game_argument
@click.option("-o", "--output", required=True, type=DIRECTORY, metavar="DIR",
              help="The directory to make.")  # fmt: skip
@click.option("--force", is_flag=True, help="Replace files in an existing directory.")
def command(folder: GameFolder, output: Path, force: bool) -> None:
    """Write pages of a game's counters, map and charts, and sheets to print.

    GAME is a directory of data files; by default it is No Question of Surrender. DIR/index.html shows everything,
    DIR/print.html has the sheets to print; both open in any browser, without a network.
    """
    check_directory(output, force=force)
    work = open_workpiece(folder)
    with busy("drawing"):
        files = preview_files(work.game, work.style)
    write_directory(output, files, force=force)
    emit([f"{output}: index.html, print.html and {count(len(files) - 2, 'picture')}"])
