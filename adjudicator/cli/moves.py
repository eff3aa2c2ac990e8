"""``adjudicator moves``: where a unit can go, what it costs, and who will fire at it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..report.moves_text import Reach, moves_document, moves_lines, way_lines
from ..report.sums_text import finding_lines
from ..rules.questions import as_if_activated
from ..rules.series.movement_costs import scale, shown_ratings
from ..rules.series.paths import reachable
from .completion import POSITION_FILE, complete_units
from .options import json_option
from .rule_options import NOT_NOW, Table, estimated_line, hex_name, rule_options, show, take_seat

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator moves turn-07.vsav 1/VIII
  adjudicator moves turn-07.vsav "Gun Unit in 26.12" --side french
  adjudicator moves turn-07.vsav 1/VIII --to 25.13"""


@click.command(epilog=_EPILOG)
@click.argument("position_path", type=POSITION_FILE, metavar="POSITION")
@click.argument("name", metavar="UNIT", shell_complete=complete_units)
@click.option("--to", type=hex_name, metavar="CC.RR", help="Show the cheapest way to this hex, step by step.")
@rule_options
@json_option
def command(position_path: Path, name: str, as_json: bool, **values: Any) -> int:
    """List where a unit can go, at what cost, and who may fire at it.

    POSITION is a save, a log (its end), or a position as JSON or XML. UNIT may be written in part.
    """
    end = values.pop("to")
    table = take_seat(position_path, values)
    unit = table.unit(name, "UNIT")
    reach = _reach(table, unit)
    firers = [firer for way in reach.ways.values() for shot in way.shots for firer in shot.firers]
    estimated = estimated_line(table, (unit, *firers), with_map=True)
    if end is None:
        lines = list(moves_lines(reach, table.onlooker))
    else:
        way = reach.ways.get(table.hex(end, "--to"))
        if way is None:
            raise table.refuse(f"--to: {table.onlooker.name(reach.position, unit)} cannot get to {end}")
        reach = Reach(reach.position, unit, reach.allowance, reach.movement_class, {end: way}, reach.now)
        lines = list(way_lines(reach, way, table.onlooker))
    lines += [*finding_lines(reach.now, NOT_NOW), *estimated]
    document = moves_document(reach, table.onlooker, [line for line in estimated if line])
    return show((lines, document), 0, as_json=as_json)


def _reach(table: Table, unit: str) -> Reach:
    """Return where a unit can go."""
    what_if = as_if_activated(table.known_position, table.book, (unit,), "movement")
    position = what_if.position
    mounted = position.units[unit].mounted
    return Reach(
        position,
        unit,
        scale(position, unit, mounted),
        shown_ratings(position, unit, mounted).movement_class,
        reachable(position, table.book, unit),
        what_if.now,
    )
