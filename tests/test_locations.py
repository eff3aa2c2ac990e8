"""Places are named by the module's grids, but not on a map that gets other boards in the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.vassal.locations import locator_for
from adjudicator.vassal.module import read_module
from adjudicator.vassal.pieces import Placement
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.table import Table
from tests.support.raw_games import raw_file
from tests.support.small_module import write_module

WEST = "MapBoardPicker\tWest\t0\t0"
EAST = "MapBoardPicker\tEast/rev\t0\t0"
PLACE = Placement("Map", 100, 100)


@pytest.mark.parametrize(
    ("step", "is_named"),
    [("CHAT<Anna> - hello", True), (WEST, True), (EAST, False)],
    ids=["no boards", "the same boards", "other boards"],
)
def test_a_map_that_gets_other_boards_is_not_named_by_its_first_ones(
    step: str, is_named: bool, tmp_path: Path
) -> None:  # fmt: skip
    module = read_module(write_module(tmp_path / "small.vmod"))
    game = open_game(raw_file([WEST], [step]))
    boards = Table.of_position(game.position_commands).boards
    assert (locator_for(game, module, boards).name(PLACE) is not None) == is_named
