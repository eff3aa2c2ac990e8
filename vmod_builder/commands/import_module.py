"""``vmod-builder import``: a game's data with the figures of the module that its owner has."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.completion import DIRECTORY, MODULE_FILE
from adjudicator.cli.options import busy, emit, emit_json, file_argument, json_option, limit_option
from adjudicator.game.loading import GameFolder
from adjudicator.vassal.limits import Limits

from ..importing.dialect_merge import earlier_dialect
from ..importing.pipeline import COUNTERS_FILE, REPORT_FILE, import_game
from ..importing.report import report_document, report_lines
from ..layouts import LAYOUTS_FILE
from ..output import check_directory, write_directory
from ..piece_ids import PIECE_IDS_FILE
from .options import game_option

_MAX_SHOWN = 8
"""The greatest number of findings of each kind that the terminal shows; the file in the directory has them all."""


@click.command()
@file_argument("module", MODULE_FILE, metavar="MODULE.vmod")
@click.option("-o", "--output", "directory", required=True, type=DIRECTORY, metavar="DIR",
              help="The directory to make.")  # fmt: skip
@game_option
@click.option("--force", is_flag=True, help="Replace files in an existing directory.")
@json_option
@limit_option
def command(module: Path, directory: Path, folder: GameFolder, force: bool, as_json: bool, limits: Limits) -> None:
    """Copy a game's data with the figures of the official module.

    MODULE.vmod is the official module, a free download. Its counters are matched by name with the data of No Question
    of Surrender (or of --game); their ratings, the leaders' ranges and the map's terrain are merged into them, each
    marked as the module's. No figure is guessed: DIR/import_report.txt lists what could not be merged, and
    DIR/counters.svg shows five counters as they were read. DIR/dialect.toml says how the module shows the game, and
    what of it is a guess, for you to correct; if it is there already, what you corrected in it is kept. The extensions
    in the folder MODULE_ext beside the module are read, too. Give DIR as GAME, or with --game, to the other commands.
    """
    check_directory(directory, force=force)
    with busy(f"reading {module.name}"):
        earlier = (earlier_dialect(each, limits) for each in (directory, folder) if isinstance(each, Path))
        imported = import_game(module, folder, limits, next(filter(None, earlier), None))
    # running games rest on these
    kept = {name for name in (PIECE_IDS_FILE, LAYOUTS_FILE) if (directory / name).exists()}
    write_directory(directory, {name: data for name, data in imported.files.items() if name not in kept}, force=force)
    if as_json:
        emit_json(report_document(imported.report, str(directory)))
        return
    emit(report_lines(imported.report, _MAX_SHOWN))
    emit([
        "", f"{directory}: all of this is in {REPORT_FILE}, and the five counters are drawn in {COUNTERS_FILE}",
        f"Then: adjudicator verify MAILS --game {directory}",
    ])  # fmt: skip
