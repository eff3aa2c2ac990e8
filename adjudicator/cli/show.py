"""``adjudicator show``: a position as one picture, with what a unit can do marked on its hexes."""

from __future__ import annotations

from pathlib import Path
from string import ascii_uppercase
from typing import Any

import click

from ..drawing.overlays import KINDS, OverlayKind
from ..drawing.position_notes import position_title
from ..drawing.position_picture import position_svg
from ..drawing.raster import RendererMissing, has_renderer, png_of
from ..drawing.style import load_style
from ..game.loading import find_game
from ..report.answers_text import HYPOTHETICAL
from ..report.plain import columns, one_line
from ..report.sums_text import finding_lines
from ..report.unit_overlays import UnitOverlays, overlay_rows, unit_overlays
from ..vassal.archive import check_output, write_file
from .completion import complete_units
from .options import PATH, busy, emit, force_option
from .rule_options import Table, estimated_line, position_argument, rule_options, take_seat

__all__ = ["command"]

_USUAL: tuple[OverlayKind, ...] = ("reach", "fire-zone")
_EPILOG = """\b
Examples:
  adjudicator show turn-07.vlog -o map.svg
  adjudicator show turn-07.vlog --step 12 --side french -o map.svg
  adjudicator show turn-07.vsav --unit 1/VIII/132 --overlay reach --overlay danger -o reach.svg
  adjudicator show --scenario 4 -o siege.png

\b
PNG needs the extra "pictures": pip install 'no-question-of-surrender-adjudicator[pictures]'"""
_PNG = ".png"


@click.command(epilog=_EPILOG)
@position_argument
@click.option(
    "--step",
    type=click.IntRange(min=0),
    metavar="N",
    help="Of a log: the position after step N, as audit --steps counts them (0: its start).",
)
@click.option(
    "--unit",
    "names",
    multiple=True,
    metavar="UNIT",
    shell_complete=complete_units,
    help="Mark what this unit can do; may be given several times.",
)
@click.option(
    "--overlay",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    help="With --unit: what is marked; may be given several times. [default: reach, fire-zone]",
)
@rule_options
@click.option("-o", "--output", type=PATH, required=True, metavar="MAP.svg",
              help="The new picture: SVG, or PNG if the name ends in .png.")  # fmt: skip
@force_option
def command(
    position_path: Path | None, step: int | None, names: tuple[str, ...], kinds: tuple[OverlayKind, ...],
    output: Path, force: bool, **values: Any,
) -> int:  # fmt: skip
    """Draw a position as one picture, with what a unit can do on request.

    POSITION is a save, a log (its end, or the position after --step N), or a position as JSON or XML;
    with --scenario N alone it is the scenario's start. For a unit the picture can show where it
    can go and at what cost (reach), where it may be fired at (danger), its Fire Zone (fire-zone)
    and what it sees (sight).
    """
    check_output(output, force=force)
    as_png = output.suffix.lower() == _PNG
    if as_png and not has_renderer():
        raise click.UsageError(f"-o {one_line(output.name)}: {RendererMissing()}", click.get_current_context())
    game_folder = find_game(values["game_name"])
    table = take_seat(position_path, values, step=step)
    if kinds and not names:
        raise table.refuse("--overlay goes with --unit")
    marked = _marked(table, names, kinds or _USUAL)
    position, viewer = table.known_position, table.viewer
    with busy("drawing"):
        overlays = [overlay for each in marked for overlay in each.overlays]
        drawing = position_svg(position, load_style(game_folder), overlays, lambda unit: viewer.knows(position, unit))
        picture = png_of(drawing) if as_png else drawing.encode()
    write_file(output, picture, force=force)
    emit([f"{one_line(output.name)}: {position_title(position)}"])
    emit(columns([row for each in marked for row in overlay_rows(position, each, viewer)]))
    for each in marked:
        emit(finding_lines(each.now, HYPOTHETICAL))
    emit(estimated_line(table, [each.unit for each in marked], with_map=True))
    return 0


def _marked(table: Table, names: tuple[str, ...], kinds: tuple[OverlayKind, ...]) -> list[UnitOverlays]:
    """Return what is marked for each unit. A usage error for one that is not known or in no hex."""
    units = list(dict.fromkeys(table.unit(name, "--unit") for name in names))
    chosen = [kind for kind in KINDS if kind in kinds]
    if len(units) > len(ascii_uppercase):
        raise table.refuse(f"--unit: {len(units)} units are too many for one picture")
    letters = ascii_uppercase if len(units) > 1 else " "
    try:
        return [
            unit_overlays(table.known_position, table.book, unit, chosen, table.viewer, letter=letter.strip())
            for unit, letter in zip(units, letters, strict=False)
        ]
    except ValueError as error:
        raise table.refuse(f"--unit: {error}") from None
