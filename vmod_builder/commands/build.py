"""``vmod-builder build``: a VASSAL module from a game's data."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.completion import NEW_MODULE
from adjudicator.cli.options import busy, emit, force_option
from adjudicator.drawing.raster import RENDERER_EXTRA, has_renderer
from adjudicator.game.loading import GameFolder
from adjudicator.report.safe_text import count

from ..layouts import LAYOUTS_FILE
from ..library import write_module_of
from ..piece_ids import PIECE_IDS_FILE
from .options import estimated_line, game_argument

_SLOW = (
    "Note: the map and the mats are SVG, which VASSAL paints slowly; for PNG install the extra: "
    f"python -m pip install '{RENDERER_EXTRA}'"
)


@click.command()
@game_argument
@click.option("-o", "--output", required=True, type=NEW_MODULE, metavar="FILE.vmod",
              help="The module's file.")  # fmt: skip
@force_option
def command(folder: GameFolder, output: Path, force: bool) -> None:
    """Build a VASSAL module from a game's data.

    GAME is a directory of data files (vmod-builder init makes one); by default it is No Question of Surrender. Pieces
    keep their ids from one build to the next: piece_ids.toml beside the data records them. layouts.toml records where
    everything is in each version of the module, so that games begun with an older one are still read correctly: after
    a change of the map or a mat, raise the version in game.toml.

    VASSAL paints the map and the mats much faster as PNG than as SVG; PNG needs the extra "pictures".
    """
    with busy("building"):
        module = write_module_of(folder, output, force=force)
    game = module.game
    emit([
        f"{output.name}: {game.name} {game.version}, {module.size:,} bytes, {count(module.counters, 'counter')}, "
        f"{count(len(game.scenarios), 'scenario')}",
        *([f"{PIECE_IDS_FILE} has {count(len(module.new_pieces), 'new piece')}"] if module.new_pieces else []),
        *([f"{LAYOUTS_FILE} has the layout of version {game.version}"] if module.is_new_version else []),
        estimated_line(game),
        *([] if has_renderer() else [_SLOW]),
    ])  # fmt: skip
