"""``adjudicator pack``: a save or a log made again from an exported document."""

from __future__ import annotations

from pathlib import Path

import click

from ..vassal.archive import check_output, write_file
from ..vassal.document import open_document
from ..vassal.limits import Limits
from ..vassal.payload import Encoding
from ..vassal.pseudonyms import has_pseudonyms, player_ids, restore_ids
from ..vassal.saved_game import open_game
from .completion import GAME_FILE, PATH, XML_FILE
from .options import busy, file_argument, force_option, limit_option, note_pseudonyms
from .whole_number import WholeNumber

_PSEUDONYMS_RESTORED_BY = "--ids-from ORIGINAL puts the ids back"


@click.command()
@file_argument("document", XML_FILE, metavar="XML")
@click.option("-o", "--output", type=PATH, required=True, help="The new save or log.")
@click.option(
    "--encoding",
    type=click.Choice([encoding.value for encoding in Encoding]),
    help="Encoding of the commands (the original's). Every VASSAL reads vcsk.",
)
@click.option("--key", type=WholeNumber(0, 255), help="The key, for an encoding that has one.")
@click.option(
    "--ids-from",
    "original",
    type=GAME_FILE,
    metavar="ORIGINAL",
    help="Restore the players' ids from this save or log.",
)
@force_option
@limit_option
def command(
    document: Path, output: Path, encoding: str | None, key: int | None, original: Path | None, force: bool,
    limits: Limits,
) -> None:  # fmt: skip
    """Turn an exported document back into a save or a log.

    The document is XML as written by adjudicator export, edited or not.
    """
    check_output(output, force=force)
    with busy(f"reading {document.name}"):
        imported = open_document(document, limits)
    game = imported.game
    if original is not None:
        game = restore_ids(game, player_ids(open_game(original, limits)))
    if encoding is not None or key is not None:
        game = game.with_encoding(Encoding(encoding) if encoding else game.payload.encoding, key)
    write_file(output, game.archive_bytes(), force=force)
    if imported.player_ids == "pseudonyms" and has_pseudonyms(game):
        note_pseudonyms(_PSEUDONYMS_RESTORED_BY)
