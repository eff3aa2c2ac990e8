"""A game that was begun with an earlier version of the data is judged on the map that its players have before them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.audit.dice import load_patterns
from adjudicator.audit_file.replay import replay_data
from adjudicator.game.errors import GameDataError
from adjudicator.game.hexes import Hex
from adjudicator.game.position_json import position_from_data, position_text, position_to_data, read_position
from adjudicator.game.start import start_position
from adjudicator.referee.sheets import book_of_file, game_of_file
from adjudicator.referee.viewer_pipeline import referee_for
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.switches import HouseRules
from adjudicator.vassal.saved_game import SavedGame, open_game
from adjudicator.viewing.viewer import Viewer
from tests.support.command_line import command
from tests.support.rule_cases import built_in_game

MAIL = Path(__file__).parents[1] / "examples" / "italians_attack" / "mail-01.vlog"
BEFORE = "1.0"
NORTH = Hex(18, 8)
"""A fortified hex on the earlier sheet, a heavy minefield now."""


def begun_with(version: str) -> SavedGame:
    """Return the first mail of the example game as a module of another version would have written it."""
    mail = open_game(MAIL)
    wanted = f"<version>{version}</version>".encode()
    data, count = re.subn(rb"<version>[^<]+</version>", wanted, mail.entries["moduledata"], count=1)
    assert count == 1
    return replace(mail, entries={**mail.entries, "moduledata": data})


def test_a_version_has_its_own_map() -> None:
    game = built_in_game()
    before = game.with_sheet_of(BEFORE)
    assert (game.sheet, before.sheet) == ("", BEFORE)
    assert before.map.hexes[NORTH].fortified
    assert not game.map.hexes[NORTH].fortified
    assert NORTH not in game.map.areas["bm-2"].hexes
    assert before.with_sheet_of(BEFORE) is before
    assert game.with_sheet_of("7.7") is game
    assert replace(before, map=game.map, sheet="") == game


def test_a_position_tells_its_sheet() -> None:
    game = built_in_game()
    position = start_position(game.with_sheet_of(BEFORE), 2)
    assert read_position(game, position_text(position)).game.map is position.game.map
    data = position_to_data(position)
    assert data["sheet"] == BEFORE
    assert "sheet" not in position_to_data(start_position(game, 2))
    with pytest.raises(GameDataError, match=r"no version of the game had another map \(got 7\.7\)"):
        position_from_data(game, {**data, "sheet": "7.7"})


@pytest.mark.parametrize(("version", "sheet"), [(BEFORE, BEFORE), (built_in_game().version, ""), ("9.9", "")])
def test_the_version_of_a_file_tells_the_sheet(version: str, sheet: str) -> None:
    file, book = begun_with(version), RuleBook(built_in_game())
    assert game_of_file(book.game, file).sheet == sheet
    assert (book_of_file(book, file) is book) == (sheet == "")


@pytest.mark.parametrize("viewer", [Viewer(), Viewer("axis"), Viewer(referee=True)], ids=str)
def test_logs_are_refereed_on_their_sheet(viewer: Viewer) -> None:
    now, refereed = (
        referee_for(viewer, [file], built_in_game(), HouseRules(), load_patterns(()))
        for file in (open_game(MAIL), begun_with(BEFORE))
    )
    assert refereed.book.game.sheet == BEFORE
    assert refereed.end.game.map.hexes[NORTH].fortified
    assert [entry.verdict for entry in refereed.entries] == [entry.verdict for entry in now.entries]
    replay, _ = replay_data(refereed)
    assert replay["start"]["sheet"] == BEFORE


def test_commands_read_a_position_on_its_sheet(tmp_path: Path) -> None:
    path = tmp_path / "before.vlog"
    path.write_bytes(begun_with(BEFORE).archive_bytes())
    questions = ("6/2/13 DBLE", "--place", f"6/2/13 DBLE={NORTH}", "--to", "18.09")
    ways = {file: command("moves", str(file), *questions).out for file in (path, MAIL)}
    assert all(ways.values())
    assert ways[path] != ways[MAIL]
