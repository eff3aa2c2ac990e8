"""``adjudicator inspect``: what a VASSAL file is and what is in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..audit.annotations import annotation_count
from ..report.inspect_text import document_lines, game_document, module_document
from ..vassal.archive import open_archive
from ..vassal.document_kind import is_document
from ..vassal.errors import ArchiveError
from ..vassal.limits import Limits
from ..vassal.module import BUILD_FILE_ENTRIES, read_module
from ..vassal.pseudonyms import pseudonymise
from ..vassal.saved_game import PAYLOAD_ENTRY, SavedGame, open_game, read_game
from .completion import VASSAL_FILE
from .options import emit, emit_json, file_argument, json_option, limit_option, note, reveal_option


@click.command()
@file_argument("file", VASSAL_FILE)
@json_option
@reveal_option
@limit_option
def command(file: Path, as_json: bool, reveal_ids: bool, limits: Limits) -> None:
    """Show what is in a VASSAL file.

    FILE is a save (.vsav), a log (.vlog), the XML document of one, a module (.vmod) or an extension (.vmdx).
    """
    document = _document(file, reveal_ids, limits)
    if as_json:
        emit_json(document)
    else:
        emit(document_lines(document))


def _document(file: Path, reveal_ids: bool, limits: Limits) -> dict[str, Any]:
    if is_document(file):
        return _game_document(open_game(file, limits), file.name, reveal_ids)
    archive = open_archive(file, limits)
    if archive.has(PAYLOAD_ENTRY):
        return _game_document(read_game(archive), file.name, reveal_ids)
    if any(archive.has(entry) for entry in BUILD_FILE_ENTRIES):
        return module_document(read_module(file, limits), file.name)
    raise ArchiveError(
        "not a VASSAL file",
        file=str(file),
        expected=f"an entry {PAYLOAD_ENTRY!r} or {BUILD_FILE_ENTRIES[0]!r}",
    )


def _game_document(read: SavedGame, name: str, reveal_ids: bool) -> dict[str, Any]:
    game = replace(read, file=name)
    if rulings := annotation_count(game):
        note(f"{rulings:,} of the logged steps are rulings that adjudicator annotate has put in")
    return game_document(game if reveal_ids else pseudonymise(game))
