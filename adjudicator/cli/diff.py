"""``adjudicator diff``: what differs between two positions."""

from __future__ import annotations

from pathlib import Path

import click

from ..report.diff_text import diff_document, diff_lines
from ..report.wording import Wording
from ..vassal.comparison import compare_tables, same_game
from ..vassal.limits import Limits
from ..vassal.locations import Locator, learn_locations
from ..vassal.module import read_module
from ..vassal.replay import Replay
from ..vassal.saved_game import SavedGame
from ..vassal.table import Table, placed_units
from ..viewing.viewer import Viewer
from .options import (
    emit,
    emit_json,
    file_argument,
    json_option,
    limit_option,
    module_option,
    read_games_for,
    reveal_option,
    viewer_at,
    viewer_options,
)
from .place_names import named_by_layout


@click.command()
@file_argument("first", metavar="A")
@file_argument("second", metavar="B")
@module_option
@click.option("--exit-code", "tell", is_flag=True, help="Exit with 1 if anything differs.")
@json_option
@viewer_options
@reveal_option
@limit_option
def command(
    first: Path, second: Path, module_path: Path | None, tell: bool, as_json: bool, side: str, referee: bool,
    reveal_ids: bool, limits: Limits,
) -> int:  # fmt: skip
    """Compare two saves, or the ends of two logs.

    A and B are saves, logs, or one of each. Pieces are matched by VASSAL's ids; all that moved, changed, appeared or
    disappeared is listed.
    """
    games = read_games_for((first, second), limits, reveal_ids)
    before, after = map(_end, games)
    module = read_module(module_path, limits) if module_path else None
    former = placed_units(before)
    learned = {**learn_locations(games[0]), **learn_locations(games[1])}
    locator = named_by_layout(Locator(module, after.boards, learned), games[1], after)
    wording = Wording(
        locator, viewer_at(Viewer(side, referee), (before, after), module),
        module.turn_trackers if module else (), {**former, **placed_units(after)},
    )  # fmt: skip
    facts = compare_tables(before, after)
    same = same_game(before, after)
    if as_json:
        emit_json(diff_document(games[0], games[1], facts, wording, former, same))
    else:
        emit(diff_lines(games[0], games[1], facts, wording, former, same))
    return 1 if tell and facts else 0


def _end(game: SavedGame) -> Table:
    """Return the position in which a save or a log ends."""
    replay = Replay(game)
    replay.steps()
    return replay.table
