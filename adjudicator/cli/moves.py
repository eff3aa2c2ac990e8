"""``adjudicator moves``: where a unit can go, what it costs, and who will fire at it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..game.action_words import ActionType
from ..game.hexes import Hex
from ..report.answers_text import HYPOTHETICAL
from ..report.moves_text import Reach, moves_document, moves_lines, no_way_words, undecided_lines, way_lines
from ..report.sums_text import finding_lines
from ..report.verdicts import EXIT_CODES
from ..rules.questions import as_if_activated
from ..rules.ruling import Verdict
from ..rules.series.cost_words import way_cost_words
from ..rules.series.movement_costs import scale, shown_ratings
from ..rules.series.paths import reachable
from ..rules.uncertain_reach import reach_by_choices
from ..rules.unreachable import first_failing_step, reason_to_stay
from .completion import POSITION_FILE, complete_units
from .options import json_option
from .rule_options import Table, estimated_line, hex_name, rule_options, show, take_seat

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator moves turn-07.vsav 1/VIII
  adjudicator moves turn-07.vsav "Gun Unit in 26.12" --side french
  adjudicator moves turn-07.vsav 1/VIII --to 25.13"""


@click.command(epilog=_EPILOG)
@click.argument("position_path", type=POSITION_FILE, metavar="POSITION")
@click.argument("name", metavar="UNIT", shell_complete=complete_units)
@click.option("--to", type=hex_name, metavar="CC.RR", help="Show the cheapest path to this hex, step by step.")
@rule_options
@json_option
def command(position_path: Path, name: str, as_json: bool, **values: Any) -> int:
    """List the hexes that a unit can reach, with costs and threats.

    POSITION is a save, a log (its end), or a position as JSON or XML. Part of the name of UNIT is enough.
    """
    end = values.pop("to")
    table = take_seat(position_path, values)
    unit = table.unit(name, "UNIT")
    reach = _reach(table, unit)
    firers = [firer for way in reach.ways.values() for shot in way.shots for firer in shot.firers]
    estimated = estimated_line(table, (unit, *firers), with_map=True)
    if end is None:
        lines = list(moves_lines(reach, table.viewer))
    else:
        reach = _one_way(table, reach, table.hex(end, "--to"))
        lines = [line for way in reach.ways.values() for line in way_lines(reach, way, table.viewer)]
        if reach.ways or reach.undecided:
            lines += list(undecided_lines(reach))[1 if not lines else 0 :]
        else:
            lines.append(no_way_words(table.viewer.name(reach.position, unit), end, reach.obstacle))
        lines += finding_lines(reach.now, HYPOTHETICAL)
    lines += estimated
    document = moves_document(reach, table.viewer, [line for line in estimated if line])
    return show((lines, document), _exit_code(reach, end), as_json=as_json)


def _exit_code(reach: Reach, end: Hex | None) -> int:
    """Return the exit code: for one hex that of the verdict on going there."""
    if end is None or reach.ways:
        return EXIT_CODES[Verdict.LEGAL]
    return EXIT_CODES[Verdict.UNDECIDED if reach.undecided else Verdict.ILLEGAL]


def _one_way(table: Table, reach: Reach, end: Hex) -> Reach:
    """Return where a unit can go, of which only one hex is asked for, or what keeps it from getting there."""
    way = reach.ways.get(end)
    if way is not None:
        costs = tuple(way_cost_words(reach.position, table.book, reach.unit, way.steps))
        return replace(reach, ways={end: way}, undecided={}, costs=costs)
    undecided = {settings: {end: ways[end]} for settings, ways in reach.undecided.items() if end in ways}
    failing = None if undecided else first_failing_step(reach.position, table.book, reach.unit, end, reach.ways)
    return replace(reach, ways={}, undecided=undecided, obstacle=failing)


def _reach(table: Table, unit: str) -> Reach:
    """Return where a unit can go."""
    what_if = as_if_activated(table.known_position, table.book, (unit,), ActionType.MOVEMENT)
    position = what_if.position
    mounted = position.units[unit].mounted
    ways = reachable(position, table.book, unit)
    return Reach(
        position,
        unit,
        scale(position, unit, mounted),
        shown_ratings(position, unit, mounted).movement_class,
        ways,
        what_if.now,
        reach_by_choices(position, table.book, unit, ways),
        None if ways else reason_to_stay(position, table.book, unit),
    )
