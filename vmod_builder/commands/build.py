"""``vmod-builder build``: a VASSAL module from a game's data."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.completion import NEW_MODULE
from adjudicator.cli.options import busy, emit, force_option
from adjudicator.drawing.raster import RENDERER_EXTRA, has_renderer
from adjudicator.game.loading import GameFolder
from adjudicator.report.plain import count
from adjudicator.vassal.archive import check_output, write_file

from ..layouts import LAYOUTS_FILE, has_version
from ..maps import BoardFormat
from ..piece_ids import PIECE_IDS_FILE
from ..workshop import built, lock, new_piece_keys, open_workpiece
from .options import estimated_line, game_argument

_BOARDS = {True: BoardFormat.PNG, False: BoardFormat.SVG}
"""What boards are, by whether the renderer is there."""
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
    """Make a VASSAL module from a game's data.

    GAME is a game that comes with the program or a directory with data of your own (vmod-builder init makes one);
    left out, it is No Question of Surrender. Pieces keep their ids from one build to the next: the file
    piece_ids.toml beside the data remembers them, and new pieces are added to it. The file layouts.toml remembers
    where everything lies in each version of the module, so that games begun with it are read right: where the map or a
    mat lies elsewhere, game.toml must have a new version.

    VASSAL paints the map and the mats far sooner as PNG than as SVG. With the extra "pictures" they are PNG.
    """
    check_output(output, force=force)
    work = open_workpiece(folder)
    with busy("building"):
        module = built(work, _BOARDS[has_renderer()])
    added, version_added = new_piece_keys(work), not has_version(work.game)
    lock(work)
    write_file(output, module.archive, force=force)
    game = work.game
    emit([
        f"{output.name}: {game.name} {game.version}, {len(module.archive):,} bytes, "
        f"{count(len(module.plan.slots), 'counter')}, {count(len(game.scenarios), 'scenario')}",
        *([f"{PIECE_IDS_FILE} has {count(len(added), 'new piece')}"] if added else []),
        *([f"{LAYOUTS_FILE} has the layout of version {game.version}"] if version_added else []),
        estimated_line(game),
        *([] if has_renderer() else [_SLOW]),
    ])  # fmt: skip
