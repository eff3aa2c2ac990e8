"""``vmod-builder show``: what a module has, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from adjudicator.cli.completion import VASSAL_FILE
from adjudicator.cli.options import emit, file_argument, limit_option
from adjudicator.report.inspect_text import document_lines, module_document
from adjudicator.report.safe_text import columns, one_line
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.module import read_module
from adjudicator.vassal.module_definition import ModuleDefinition


@click.command()
@file_argument("module", VASSAL_FILE, metavar="MODULE")
@limit_option
def command(module: Path, limits: Limits) -> None:
    """List what is in a module, piece by piece.

    MODULE is a module or an extension of any game.
    """
    definition = read_module(module, limits)
    emit(document_lines(module_document(definition, module.name)))
    emit(_palette(definition))


def _palette(definition: ModuleDefinition) -> Iterator[str]:
    """Yield the palettes' pieces, one a line: gpid, name, where it is."""
    if not definition.piece_slots:
        return
    yield ""
    yield "Pieces"
    yield from columns(
        [
            (one_line(slot.gpid, 20), one_line(slot.entry_name, 60), one_line(" / ".join(slot.path), 80))
            for slot in definition.piece_slots
        ]
    )
