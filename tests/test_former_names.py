"""Pieces that are called otherwise than in earlier builds of the module: logs are read by both names."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game.loading import find_game, load_game
from adjudicator.game.names import find_unit
from adjudicator.game.notation.names import Notation
from adjudicator.game.notation.parsing import read_action_line
from adjudicator.game.play import SeekContact
from adjudicator.game.start import start_position
from tests.support.command_line import command
from tests.support.rule_cases import built_in_game
from tests.support.tiny_game import changed_texts, write_texts

EXAMPLE = Path(__file__).parent.parent / "examples" / "italians_attack"
ROW = re.compile(r'^(  \{ id = "[^"]+",) name = "([^"]+)",(?! formerly)', re.MULTILINE)
LEADERS = ("8 Bersaglieri", "65 Motorizzato", "66 Motorizzato", "155 Schützen", "200 Schützen", "361 Schützen")


@cache
def texts() -> dict[str, str]:
    """Return the files of the built-in game with a new name for every unit and leader, and its old one."""
    found = {file.name: file.read_text("utf-8") for file in find_game(built_in_game().id).iterdir()
             if file.name.endswith(".toml")}  # fmt: skip
    number = iter(range(1, 1_000))

    def renamed(row: re.Match[str]) -> str:
        return f'{row[1]} name = "Counter number {next(number)}", formerly = ["{row[2]}"],'

    found["units.toml"] = ROW.sub(renamed, found["units.toml"])
    return found


@pytest.fixture
def renamed_game(tmp_path: Path) -> Path:
    folder = tmp_path / "renamed"
    folder.mkdir()
    return write_texts(folder, texts())


def rulings(*options: str | Path) -> list[Any]:
    document = json.loads(command("audit", EXAMPLE, *options, "--json").out)
    return [
        (entry["verdict"], entry["kind"], [(each["rule"], each["name"]) for each in entry["findings"]])
        for entry in document["entries"]
    ]


def test_a_game_is_read_by_the_names_that_its_log_has(renamed_game: Path) -> None:
    found = rulings("--game", renamed_game)
    assert found == rulings()
    assert len(found) > 20


def test_the_names_of_now_are_told(renamed_game: Path) -> None:
    told = command("audit", EXAMPLE, "--game", renamed_game, "--referee").out
    assert "Counter number" in told
    assert "1/VIII/132: " not in told


def test_a_unit_is_found_by_both_names(renamed_game: Path) -> None:
    position = start_position(load_game(renamed_game), 1)
    for unit in position.units:
        present, *others = position.game.units[unit].names
        assert {find_unit(position, name) for name in (present, *others)} == {unit}


@pytest.mark.parametrize("name", LEADERS)
def test_a_leader_and_the_chit_of_his_formation_have_names_of_their_own(name: str) -> None:
    game = built_in_game()
    (leader,) = (each for each in game.leaders.values() if name in each.names)
    (chit,) = (each for each in game.chits.values() if each.name == name)
    assert (leader.name, leader.formerly) == (f"{name} leader", (name,))
    assert leader.formation == chit.formation
    notation = Notation(game)
    for text in (leader.name, name):
        line = f"I/21: seek contact through {text}"
        assert read_action_line(line, notation.names()) == SeekContact("i-21", leader.id)
    assert notation.whole("chit", name) == chit.id


def test_a_former_name_may_be_that_of_a_piece_of_another_kind(tmp_path: Path) -> None:
    formerly = 'name = "Ruby"\nformerly = ["First Foot"]'
    changes = [{"file": "units.toml", "replace": 'name = "Ruby"', "by": formerly}]
    game = load_game(write_texts(tmp_path, changed_texts(changes)))
    assert game.leaders["leader-ruby"].names == ("Ruby", "First Foot")
