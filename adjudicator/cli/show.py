"""``adjudicator show``: a position as one picture, with what a unit can do marked on its hexes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import click

from ..drawing.overlays import KINDS, OverlayKind
from ..drawing.position_notes import position_title
from ..drawing.position_picture import position_svg
from ..drawing.raster import RendererMissing, has_renderer, png_of
from ..drawing.style import load_style
from ..game.hexes import Hex
from ..game.loading import find_game
from ..game.position import Position
from ..report.answers_text import HYPOTHETICAL
from ..report.safe_text import columns, one_line
from ..report.sums_text import finding_lines
from ..report.unit_overlays import UnitOverlays, overlay_rows, unit_overlays
from ..vassal.archive import check_output, write_file
from .completion import complete_units
from .options import PATH, busy, emit, force_option
from .rule_options import Table, estimated_line, hex_name, position_argument, rule_options, take_seat
from .whole_number import WholeNumber

__all__ = ["command"]

_USUAL: tuple[OverlayKind, ...] = ("reach", "fire-zone")
_EPILOG = """\b
Examples:
  adjudicator show turn-07.vlog -o map.svg
  adjudicator show turn-07.vlog --step 12 --side french -o map.svg
  adjudicator show turn-07.vsav --unit 1/VIII/132 --overlay reach --overlay danger -o reach.svg
  adjudicator show turn-07.vsav --unit 1/VIII/132 --crop -o near.svg
  adjudicator show turn-07.vsav --around 25.13 --radius 3 -o near.svg
  adjudicator show --scenario 4 -o siege.png

\b
PNG needs the extra "pictures": pip install 'no-question-of-surrender-adjudicator[pictures]'"""
_PNG, _SVG = ".png", ".svg"
_RADIUS = 5


@click.command(epilog=_EPILOG)
@position_argument
@click.option(
    "--step",
    type=WholeNumber(min=0),
    help="For a log: the position after step N, as numbered by audit --steps (0 = its start).",
)
@click.option(
    "--unit",
    "names",
    multiple=True,
    metavar="UNIT",
    shell_complete=complete_units,
    help="Mark what this unit can do; repeatable.",
)
@click.option(
    "--overlay",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    help="With --unit: what to mark; repeatable. [default: reach, fire-zone]",
)
@click.option("--crop", is_flag=True, help="Show only the part of the map with counters; with --unit, with the marks.")
@click.option("--around", multiple=True, type=hex_name, metavar="CC.RR",
              help="Show only the map around this hex; repeatable.")  # fmt: skip
@click.option("--radius", type=WholeNumber(0, 40), default=_RADIUS,
              help=f"With --around: how many hexes around it ({_RADIUS}).")  # fmt: skip
@rule_options
@click.option("-o", "--output", type=PATH, required=True, metavar="MAP.svg",
              help="The new picture: MAP.svg or MAP.png.")  # fmt: skip
@force_option
def command(
    position_path: Path | None, step: int | None, names: tuple[str, ...], kinds: tuple[OverlayKind, ...],
    crop: bool, around: tuple[Hex, ...], radius: int, output: Path, force: bool, **values: Any,
) -> int:  # fmt: skip
    """Draw the map, with a unit's reach, dangers or sight.

    POSITION is a save, a log (its end, or the position after --step N), or a position as JSON or XML; with
    --scenario N alone, the scenario's set-up. For a unit, the picture can show where it can go at what cost (reach),
    where it can be fired at (danger), its Fire Zone (fire-zone), and what it sees (sight).
    """
    as_png = _is_png(output)
    check_output(output, force=force)
    game_folder = find_game(values["game_name"])
    table = take_seat(position_path, values, step=step, in_position=True)
    if kinds and not names:
        raise table.refuse("--overlay goes with --unit")
    marked = _marked(table, names, kinds or _USUAL)
    position, viewer = table.known_position, table.viewer
    shown = {near for place in around for near in _near(position, table.hex(place, "--around"), radius)}
    if crop:
        shown |= _cropped(position, marked)
    with busy("drawing"):
        overlays = [overlay for each in marked for overlay in each.overlays]
        drawing = position_svg(
            position, load_style(game_folder), overlays, lambda unit: viewer.knows(position, unit), shown
        )
        picture = png_of(drawing) if as_png else drawing.encode()
    write_file(output, picture, force=force)
    emit([f"{one_line(output.name)}: {position_title(position)}"])
    emit(columns([row for each in marked for row in overlay_rows(position, each, viewer)]))
    for each in marked:
        emit(finding_lines(each.now, HYPOTHETICAL))
    emit(estimated_line(table, [each.unit for each in marked], with_map=True))
    return 0


def _is_png(output: Path) -> bool:
    """Return whether a picture is PNG, not SVG, by its name. Raises UsageError for others, and without a renderer."""
    if output.suffix.lower() not in (_PNG, _SVG):
        problem = f"-o {one_line(output.name)}: the picture is SVG or PNG: end its name in .svg or .png"
        raise click.UsageError(problem, click.get_current_context())
    as_png = output.suffix.lower() == _PNG
    if as_png and not has_renderer():
        raise click.UsageError(f"-o {one_line(output.name)}: {RendererMissing()}", click.get_current_context())
    return as_png


def _near(position: Position, centre: Hex, radius: int) -> set[Hex]:
    return position.game.map.hexes.keys() & set(position.game.map.layout.within(centre, radius))


def _cropped(position: Position, marked: Sequence[UnitOverlays]) -> set[Hex]:
    """Return the hexes with what matters: the marks and their units, or all counters where nothing is marked."""
    marks = {place for each in marked for overlay in each.overlays for place in overlay.hexes}
    units = [each.unit for each in marked] or position.units
    places = {place for unit in units if isinstance(place := position.units[unit].place, Hex)}
    return marks | places


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
