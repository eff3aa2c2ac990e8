"""``vmod-builder print``: the counters, the map, the mats, the charts and the scenarios as a PDF file to print."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.completion import PATH
from adjudicator.cli.options import busy, emit, force_option
from adjudicator.game.loading import GameFolder
from adjudicator.report.safe_text import one_line
from adjudicator.vassal.archive import check_output, write_file

from ..browser_pdf import BrowserFailed, BrowserMissing, find_browser, pdf_of
from ..build_context import open_workpiece
from ..preview import preview_files
from .options import estimated_line, game_argument

__all__ = ["command"]


@click.command()
@game_argument
@click.option("-o", "--output", type=PATH, required=True, metavar="FILE.pdf", help="The new PDF file.")
@force_option
@click.pass_context
def command(context: click.Context, folder: GameFolder, output: Path, force: bool) -> None:
    """Write the sheets to print as PDF.

    GAME is a directory of data files; by default it is No Question of Surrender. The file has the counters with their
    backs, the map and the mats in pages, the charts and the scenarios, for A4 paper at full size. It is painted by
    Chromium, Chrome or Edge, one of which must be on the machine. vmod-builder preview writes the same sheets for any
    browser.
    """
    check_output(output, force=force)
    try:
        browser = find_browser()
        work = open_workpiece(folder)
        with busy("painting the sheets"):
            content = pdf_of(preview_files(work.game, work.style), "print.html", browser, output.parent)
    except BrowserMissing as error:
        raise click.UsageError(f"-o {one_line(output.name)}: {error}", context) from None
    except BrowserFailed as error:
        raise click.ClickException(f"{one_line(output.name)}: {error}") from None
    write_file(output, content, force=force)
    emit([f"{one_line(output.name)}: {work.game.name} {work.game.version}, {len(content):,} bytes"])
    emit([estimated_line(work.game)])
