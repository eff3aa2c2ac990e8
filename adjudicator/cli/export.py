"""``adjudicator export``: a save or a log as one readable document."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click

from ..report.safe_text import printable_xml
from ..vassal.archive import check_output, write_file
from ..vassal.document import PlayerIds, export_json, export_xml
from ..vassal.limits import Limits
from ..vassal.locations import locator_for
from ..vassal.module import read_module
from ..vassal.properties import hidden_by, masked_by
from ..vassal.saved_game import SavedGame
from ..vassal.table import Table
from .options import (
    busy,
    emit_json,
    file_argument,
    force_option,
    limit_option,
    module_option,
    note,
    output_option,
    read_games_for,
    reveal_option,
)
from .terminal import is_terminal

_SECRETS = "this document shows everything in the file, including what is masked or hidden in VASSAL"
_EPILOG = """\b
The XML form is complete, and can be turned back into a save or a log:
  adjudicator export game.vsav --reveal-ids -o game.xml
  adjudicator pack game.xml -o copy.vsav"""


@click.command(epilog=_EPILOG)
@file_argument("file")
@click.option(
    "--format",
    "form",
    type=click.Choice(["xml", "json"]),
    default="xml",
    show_default=True,
    help="XML can be packed again; JSON is for other programs.",
)
@output_option
@force_option
@module_option
@reveal_option
@limit_option
def command(
    file: Path, form: Literal["xml", "json"], output: Path | None, force: bool, module_path: Path | None,
    reveal_ids: bool, limits: Limits,
) -> None:  # fmt: skip
    """Export a save or a log as XML or JSON.

    FILE is a save or a log. The document has everything in it: the position, with each piece, its traits and
    properties, and each step of a log. Its schema is in schema/.
    """
    if output is not None:
        check_output(output, force=force)
    [game] = read_games_for([file], limits, reveal_ids, with_rulings=True)
    module = read_module(module_path, limits) if module_path else None
    locator = locator_for(game, module, Table.of_position(game.position_commands, limits).boards)
    if _has_secrets(game):
        note(_SECRETS)
    ids: PlayerIds = "revealed" if reveal_ids else "pseudonyms"
    if form == "json":
        with busy("writing the document"):
            content = export_json(game, player_ids=ids, locate=locator.name)
        emit_json(content, output, force=force)
        return
    with busy("writing the document"):
        document = export_xml(game, player_ids=ids, locate=locator.name)
    if output is not None:
        write_file(output, document, force=force)
    elif is_terminal(sys.stdout):
        text = printable_xml(document.decode())
        sys.stdout.buffer.write(text.encode(sys.stdout.encoding, "xmlcharrefreplace"))
    else:
        sys.stdout.buffer.write(document)


def _has_secrets(game: SavedGame) -> bool:
    table = Table.of_position(game.position_commands, game.limits)
    return any(owner(piece) is not None for piece in table.units() for owner in (masked_by, hidden_by))
