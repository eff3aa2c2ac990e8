"""The commands of ``vmod-builder``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import click

from adjudicator import __version__
from adjudicator.cli.main import run_group
from adjudicator.cli.options import emit, file_argument, limit_option
from adjudicator.report.inspect_text import document_lines, module_document
from adjudicator.report.plain import columns, one_line
from adjudicator.vassal.limits import Limits
from adjudicator.vassal.module import read_module
from adjudicator.vassal.module_definition import ModuleDefinition

__all__ = ["cli", "run"]


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="vmod-builder")
def cli() -> None:
    """Look into VASSAL modules."""


@cli.command()
@file_argument("module", metavar="MODULE")
@limit_option
def show(module: Path, limits: Limits) -> None:
    """Say what a module has: its maps, dice, turns, and every piece of its palettes."""
    definition = read_module(module, limits)
    emit(document_lines(module_document(definition, module.name)))
    emit(_palette(definition))


def _palette(definition: ModuleDefinition) -> Iterator[str]:
    """Yield the palettes' pieces, one a line: gpid, name, where it is."""
    if not definition.piece_slots:
        return
    yield ""
    yield "Pieces"
    yield from columns([
        (one_line(slot.gpid, 20), one_line(slot.entry_name, 60), one_line(" / ".join(slot.path), 80))
        for slot in definition.piece_slots
    ])


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave it with the exit code of the design."""
    run_group(cli, "vmod-builder", arguments)
