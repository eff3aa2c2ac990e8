"""Where things lie in each version of the module: the lock file, and games begun with an older build read by it."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game.errors import GameDataError
from adjudicator.game.game_data import GameData
from adjudicator.game.loading import find_game, load_game
from adjudicator.game.start import start_position
from adjudicator.module_layout.choice import layout_of_table, layout_of_version
from adjudicator.module_layout.present_layout import present_layout
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.module_layout.table_places import TablePlaces
from adjudicator.vassal.pieces import Placement
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.table import Table
from tests.support.command_line import command, run_with
from tests.support.rule_cases import built_in_game
from tests.support.tiny_game import tiny_texts, write_texts
from vmod_builder.build_context import built, open_workpiece
from vmod_builder.cli import run as vmod_builder
from vmod_builder.layouts import LAYOUTS_FILE, check_layout, layouts_text, lies_elsewhere, next_version, with_version

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "italians_attack"
ENGINE_LOGS = Path(__file__).parent / "cases" / "engine_logs"
NOW, NEXT = built_in_game().version, "77.7"
AFTER = next_version(built_in_game())
MOVED = {
    "map.toml": {"origin = [96, 88]": "origin = [140, 130]", "hex_height = 96": "hex_height = 90",
                 "x = 2940\ny = 220": "x = 2900\ny = 230", "x = 40\ny = 2450": "x = 60\ny = 2460"},
}  # fmt: skip
"""What makes the map of the built-in game lie elsewhere."""


@cache
def moved_texts(version: str) -> dict[str, str]:
    """Return the files of the built-in game with another map sheet, and another version."""
    folder = find_game(built_in_game().id)
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    for file, changes in MOVED.items():
        for old, new in changes.items():
            assert texts[file].count(old) == 1, old
            texts[file] = texts[file].replace(old, new)
    texts["game.toml"] = texts["game.toml"].replace(f'version = "{NOW}"', f'version = "{version}"')
    return texts


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    folder = tmp_path / "moved"
    folder.mkdir()
    return write_texts(folder, moved_texts(NEXT))


def table_of(path: Path) -> Table:
    return Replay(open_game(path)).initial


# the lock file


def test_the_module_lies_as_its_version_says() -> None:
    game = built_in_game()
    assert lies_elsewhere(game) == ""
    assert layout_of_version(game, game.version) == present_layout(game) == game.layouts[-1]
    assert [each.versions[0] for each in game.layouts] == ["1.0"] * len(game.layouts)


@pytest.mark.parametrize("game", [built_in_game(), load_game(ROOT / "examples" / "two_wells")], ids=lambda g: g.id)
def test_a_layout_comes_back_from_the_lock_file(game: GameData, tmp_path: Path) -> None:
    folder = find_game(game.id) if game is built_in_game() else ROOT / "examples" / "two_wells"
    text = layouts_text(game.layouts)
    assert folder.joinpath(LAYOUTS_FILE).read_text("utf-8") == text
    write_texts(tmp_path, {**tiny_texts(), LAYOUTS_FILE: text})
    found = load_game(tmp_path).layouts
    assert found == game.layouts
    assert [each.versions for each in found] == [each.versions for each in game.layouts]


def test_a_version_that_lies_elsewhere_is_not_built(tmp_path: Path) -> None:
    folder = write_texts(tmp_path, moved_texts(NOW))
    with pytest.raises(GameDataError, match=rf"the hexes of the map; expected version = \"{AFTER}\" in game.toml"):
        built(open_workpiece(folder))
    outcome = run_with(vmod_builder, "check", folder)
    assert (outcome.code, outcome.out) == (3, "")
    assert f"the module of version {NOW}, with which games may have begun, has it elsewhere" in outcome.err


def test_a_new_version_is_added_by_the_build(moved: Path) -> None:
    before = load_game(moved).layouts
    assert f"the layout of version {NEXT} is not in layouts.toml yet" in run_with(vmod_builder, "check", moved).out
    told = run_with(vmod_builder, "build", moved, "-o", moved / "game.vmod").out
    assert f"layouts.toml has the layout of version {NEXT}\n" in told
    game = load_game(moved)
    assert game.layouts == (*before, present_layout(game))
    assert game.layouts[-1].versions == (NEXT,)
    check_layout(game)
    assert next_version(game) == "77.8"


def test_a_new_version_may_lie_as_the_one_before() -> None:
    game = built_in_game()
    later = replace(game, version=NEXT)
    found = with_version(later)
    assert found == game.layouts
    assert found[-1].versions == (*game.layouts[-1].versions, NEXT)
    check_layout(replace(later, layouts=found))
    assert [each.versions for each in with_version(replace(later, layouts=()))] == [(NEXT,)]


def test_the_first_place_that_lies_elsewhere_is_told(tmp_path: Path) -> None:
    texts = moved_texts(NOW)
    original = find_game(built_in_game().id).joinpath("map.toml").read_text("utf-8")
    for old, found in (("x = 2940\ny = 220", "box artillery-park-a"), ("x = 40\ny = 2450", "track turn, space 0500")):
        texts = {**texts, "map.toml": original.replace(old, MOVED["map.toml"][old])}
        assert lies_elsewhere(load_game(write_texts(tmp_path, texts))) == found


# games begun with an older build


def rulings(*options: str | Path) -> list[Any]:
    document = json.loads(command("audit", EXAMPLE, *options, "--json").out)
    return [(entry["verdict"], entry["kind"], entry["findings"], entry["changed"]) for entry in document["entries"]]


def test_a_game_of_an_older_version_is_read_as_it_was(moved: Path) -> None:
    found = rulings("--game", moved)
    assert len(found) > 20
    assert found == rulings()


def test_a_game_of_the_new_version_is_read_as_it_is(moved: Path) -> None:
    work = open_workpiece(moved)
    save = built(work).entries["scenario-1.vsav"]
    (moved / "start.vsav").write_bytes(save)
    table = table_of(moved / "start.vsav")
    assert table.module_version == NEXT
    found, start = saved_position(table, work.game).position, start_position(work.game, 1)
    assert {unit: state.place for unit, state in found.units.items()} == {
        unit: state.place for unit, state in start.units.items()
    }
    assert (found.points, found.time, found.mug) == (start.points, start.time, start.mug)


@pytest.mark.parametrize("name", ["a", "b", "c", "d"])
def test_an_earlier_build_of_one_version_is_known_by_its_counters(name: str) -> None:
    game, table = built_in_game(), table_of(ENGINE_LOGS / f"{name}.vlog")
    assert table.module_version == "1.0"
    assert layout_of_table(game, table) == game.layouts[0] != game.layouts[-1]


def test_the_points_of_an_earlier_build_are_right() -> None:
    found = [saved_position(table_of(ENGINE_LOGS / file), built_in_game()).position.points
             for file in ("a.vlog", "a-end.vsav")]  # fmt: skip
    assert [(each["french"].command, each["ariete"].command) for each in found] == [(2, 6), (2, 4)]


def test_the_present_build_is_known_too() -> None:
    game = built_in_game()
    for log in sorted(EXAMPLE.glob("*.vlog")):
        assert layout_of_table(game, table_of(log)) == game.layouts[-1]


def test_a_box_that_the_game_no_longer_has_is_no_place() -> None:
    game = built_in_game()
    layout, gone = present_layout(game), "artillery-park-a"
    where = Placement(game.map.name, *layout.boxes[gone].centre)
    boxes = {box: each for box, each in game.map.boxes.items() if box != gone}
    without = replace(game, map=replace(game.map, boxes=boxes))
    assert [TablePlaces(each, layout).place(where) for each in (game, without)] == [gone, None]
