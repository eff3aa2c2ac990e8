"""``vmod-builder import``: the map. Terrain, fortified hexes, doors, observation posts and trails of the module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.game.game_data import GameData
from adjudicator.game.game_map import GameMap
from adjudicator.game.hexes import Hex, HexLayout
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.provenance import Source
from tests.support.official_module import BOARD, OfficialModule, official_module, plain_position, terrain_text
from vmod_builder.importing.trail_paths import trail_rows

from .test_import import builder, found, imported, kinds

__all__ = ["imported"]

OURS = load_game(find_game(BUILT_IN))
ENTRY = f"terrainMaps/{BOARD}.txt"
Importing = Callable[..., tuple[GameData, dict[str, Any]]]


def with_terrain(*lines: str, without: Callable[[str], bool] = lambda _line: False) -> OfficialModule:
    """Return a module with our map, less the lines that *without* takes out, and with further lines."""
    module = official_module(OURS)
    kept = [line for line in terrain_text(OURS.map, plain_position) if not without(line)]
    module.terrain[ENTRY] = "\n".join([*kept, *lines]).encode()
    return module


def sides_of(game_map: GameMap) -> set[frozenset[Hex]]:
    """Return the pairs of hexes that trails connect."""
    return {frozenset(pair) for trail in game_map.trails for pair in pairwise(trail.path)}


@pytest.mark.parametrize("oblique", [False, True])
def test_the_map_is_that_of_the_module(imported: Importing, oblique: bool) -> None:
    game, report = imported(official_module(OURS, oblique=oblique))
    assert report["map"]["board"] == BOARD
    assert {hex_: replace(said, source=Source.ESTIMATED) for hex_, said in game.map.hexes.items()} == {
        hex_: replace(said, source=Source.ESTIMATED) for hex_, said in OURS.map.hexes.items()
    }
    assert {said.source for said in game.map.hexes.values()} == {Source.MODULE}
    beside = {side for side in sides_of(OURS.map) if game.map.layout.distance(*side) == 1}
    assert sides_of(game.map) >= beside  # on an oblique grid others are the neighbours, and trails lead to neighbours
    assert (beside == sides_of(OURS.map)) == (not oblique)
    assert (game.map.layout.numbers is not None) == oblique
    assert {trail.source for trail in game.map.trails} == {Source.MODULE}
    sources = {(f.row, f.name): f.source for f in game.figures if f.file == "map.toml"}
    assert sources["doors 14.11", "hex"] is sources["observation_posts 17.10", "hex"] is Source.MODULE
    assert sources["entry_hexes A", "hex"] is Source.ESTIMATED
    assert ("map-differs" in kinds(report)) == oblique  # an oblique grid has other neighbours than our map


def test_changed_terrain_arrives(imported: Importing) -> None:
    module = with_terrain("h,1,1,Heavy Minefield", "h,2,1,minefield light", "a,0,0,Bir Hacheim,true",
                          without=lambda line: line.startswith(("h,1,1,", "h,2,1,")))  # fmt: skip
    game, report = imported(module)
    said = game.map.hexes
    assert (said[Hex(2, 2)].terrain, said[Hex(3, 2)].terrain) == ("heavy-minefield", "light-minefield")
    assert said[Hex(1, 1)].fortified
    assert kinds(report) == {"rulebook-differs"}


def test_a_tag_can_name_a_terrain(imported: Importing) -> None:
    game, _ = imported(with_terrain("a,1,1,Minefield,Heavy", "a,2,1,Light Minefield,true", "a,3,1,Minefield,false"))
    said = [game.map.hexes[Hex(column, 2)].terrain for column in (2, 3, 4)]
    assert said == ["heavy-minefield", "light-minefield", "desert"]


def test_what_the_module_has_no_word_for_stays(imported: Importing) -> None:
    """The official code knows no minefields: a module may have desert wherever the map has mines."""
    lines = [f"h,{column},{row},Desert" for column in range(34) for row in range(24)]
    game, report = imported(with_terrain(*lines, without=lambda line: line[0] in "hla"))
    for place, said in OURS.map.hexes.items():
        now = game.map.hexes[place]
        assert (now.terrain, now.fortified, now.door) == (said.terrain, said.fortified, said.door)
        mined, fortified = said.terrain != "desert", said.fortified
        assert (now.source is Source.MODULE) == (not mined and not fortified)
    told = found(report, "map-untold")
    heavy = sum(said.terrain == "heavy-minefield" for said in OURS.map.hexes.values())
    assert f"heavy-minefield: the module has no such terrain; {heavy} hexes kept it" in told
    assert "trails: no line between hexes of the map is a trail" in told
    assert "fortified hexes: no hex has the tag 'Bir Hacheim'" in told
    assert sides_of(game.map) == sides_of(OURS.map)
    assert game.map.hexes[Hex(18, 9)].source is Source.RULEBOOK


def test_a_hex_without_terrain_is_plain_if_the_module_has_a_word_for_ours(imported: Importing) -> None:
    game, report = imported(with_terrain(without=lambda line: line.startswith(("h,17,4,", "h,3,3,"))))
    assert game.map.hexes[Hex(18, 5)].terrain == "desert"  # a light minefield in our data
    assert game.map.hexes[Hex(18, 5)].source is Source.ESTIMATED
    assert found(report, "map-untold") == [
        "terrain: 2 hexes without any: taken as desert, or left if the module has no word for theirs"
    ]


def test_unknown_words_are_counted_and_left_out(imported: Importing) -> None:
    module = with_terrain(
        "h,0,0,Polder", "h,1,0,Polder", "a,2,2,Hill,true", "a,3,2,Hill,false", "e,1,1,1,2,Ridge", "l,1,1,1,2,Railroad",
        "a,5,5,OP,perhaps", without=lambda line: line.startswith(("h,0,0,", "h,1,0,")),
    )  # fmt: skip
    game, report = imported(module)
    assert found(report, "terrain-unknown") == [
        "the tag OP: the value 'perhaps' in 06.06", "hex terrain 'Polder': 2 times", "tag 'Hill': 1 time",
        "line terrain 'Railroad': 1 time", "edge terrain 'Ridge': 1 time",
    ]  # fmt: skip
    assert game.map.hexes[Hex(1, 1)] == OURS.map.hexes[Hex(1, 1)]


def test_hexes_outside_and_bad_lines_are_listed(imported: Importing) -> None:
    module = with_terrain(
        "h,34,0,Desert", "h,-3,2,Desert", "a,0,24,OP,true", "h,70000,1,Desert", "h,99999,1,Desert", "h,1", "x,1,2,3",
        "h,1,one,Desert", "", "l,0,0,40,0,Trail", "h,1,1," + "y" * 1000,
    )  # fmt: skip
    _, report = imported(module)
    assert found(report, "hex-outside") == [
        "raw column -3, row 2", "raw column 70000, row 1", "raw column 99999, row 1", "01.25", "35.01", "41.01",
    ]  # fmt: skip
    first = len(list(terrain_text(OURS.map, plain_position))) + 6
    assert found(report, "terrain-unreadable") == [f"{ENTRY}: 4 lines, the first is line {first}: 'h,1'"]


def test_the_map_grows_with_the_modules(imported: Importing, tmp_path: Path) -> None:
    """Columns and rows that the module has terrain in; a stray hex further out does not make the map larger."""
    further = [
        f"h,{column},{row},{'Light Minefield' if column == row + 10 else 'Desert'}"
        for column in range(40)
        for row in range(29)
        if column >= 34 or row >= 24
    ]
    game, report = imported(with_terrain(*further, "h,45,3,Desert", "l,33,12,34,12,Trail"))
    assert (game.map.columns, game.map.rows) == (40, 29)
    assert found(report, "map-differs") == ["the size of the map: 40 by 29 now, 34 by 24 before"]
    assert found(report, "hex-outside") == ["46.04"]
    mined = {place for place, said in game.map.hexes.items() if place.column > 34 and said.terrain == "light-minefield"}
    assert mined == {Hex(column, column - 10) for column in range(35, 40)}
    assert all(game.map.hexes[place].terrain == said.terrain for place, said in OURS.map.hexes.items())
    assert frozenset((Hex(34, 13), Hex(35, 13))) in sides_of(game.map)
    right, below = game.map.sheet_size[0] - OURS.map.sheet_size[0], game.map.sheet_size[1] - OURS.map.sheet_size[1]
    assert (right > 0, below > 0) == (True, True)
    parks = [(each.boxes["artillery-park-a"], each.tracks["turn"]) for each in (OURS.map, game.map)]
    (park, turn), (park_now, turn_now) = parks
    assert (park_now.x, park_now.y) == (park.x + right, park.y)
    assert (turn_now.x, turn_now.y) == (turn.x, turn.y + below)
    assert {f.source for f in game.figures if f.file == "map.toml" and f.name in ("columns", "rows")} == {Source.MODULE}
    assert builder("check", tmp_path / "game").code == 0
    lines = (tmp_path / "game" / "map.toml").read_text(encoding="utf-8").splitlines()
    now = lines[: lines.index("[[earlier_sheets]]")]
    first, last = (line for line in now if line.endswith(("# 01", "# 29")))
    assert (first, last) == (f'    "{"." * 40}", # 01', f'    "{"." * 38}-.", # 29')


def test_a_hex_with_two_terrains_is_left(imported: Importing) -> None:
    game, report = imported(with_terrain("h,0,0,Heavy Minefield", "h,1,0,Desert"))
    assert found(report, "terrain-contradicts") == ["01.01"]
    assert game.map.hexes[Hex(1, 1)] == OURS.map.hexes[Hex(1, 1)]


def test_lines_run_from_hex_to_hex(imported: Importing) -> None:
    """A line may be longer than from a hex to the next if it runs straight; any other is told."""
    module = with_terrain("l,0,1,0,4,Road", "l,5,0,7,0,Trail", "l,4,4,4,4,Trail", without=lambda line: line[0] == "l")
    game, report = imported(module)
    assert sides_of(game.map) == {frozenset((Hex(1, row), Hex(1, row + 1))) for row in (2, 3, 4)}
    assert found(report, "line-broken") == ["06.01 to 08.01"]


def test_four_trails_in_a_hex_may_only_cross(imported: Importing) -> None:
    game, _ = imported(official_module(OURS))
    junctions = {figure.row: figure.source for figure in game.figures if figure.row.startswith("junctions")}
    assert junctions["junctions 17.22"] is Source.ESTIMATED  # our data have no junction there
    assert junctions["junctions 11.11"] is Source.MODULE
    ours = {junction.hex for junction in OURS.map.junctions}
    assert {junction.hex for junction in game.map.junctions} == ours | {Hex(17, 22)}


def test_places_that_the_rulebook_has_differently_are_told(imported: Importing) -> None:
    module = with_terrain(
        "a,13,9,Minefield Door,true", "h,16,10,Light Minefield",
        without=lambda line: line.startswith(("a,13,10,Minefield Door", "h,16,10,")),
    )  # fmt: skip
    game, report = imported(module)
    doors = {str(place) for place, said in game.map.hexes.items() if said.door}
    assert doors == {"14.10", "14.11", "15.18", "27.13"}
    assert found(report, "map-differs") == [
        "doors: 14.10: only the module has it",
        "doors: 14.11: the rulebook has it, the module does not",
        "17.11: desert fortified by the rulebook, light-minefield fortified by the module, which was taken",
    ]


def test_a_door_needs_a_minefield(imported: Importing) -> None:
    module = with_terrain(
        "h,13,10,Desert", "a,0,0,Minefield Door,true", without=lambda line: line.startswith("h,13,10,")
    )
    game, report = imported(module)
    assert game.map.hexes[Hex(14, 11)].terrain == "light-minefield"
    assert game.map.hexes[Hex(14, 11)].door
    assert not game.map.hexes[Hex(1, 1)].door
    assert found(report, "map-differs") == [
        "doors: 01.01: only the module has it",
        "doors: 01.01: it is not in a minefield, so it was left out",
        "doors: 14.11: the module has no minefield there; ours was kept",
    ]


def test_setups_make_room_for_the_modules_minefields(imported: Importing) -> None:
    module = with_terrain("h,19,12,Heavy Minefield", without=lambda line: line.startswith("h,19,12,"))
    game, report = imported(module)
    assert found(report, "start-moved") == [
        f"scenario_{number}.toml: {name}: from 20.13 to 19.13"
        for number in (2, 4)
        for name in ("1/1 RA FFL", "Champrosay")
    ]
    for number in (2, 4):
        starts = {key: place for group in game.scenarios[number].setup for key, place in group.start.items()}
        assert str(starts["1-1-ra-ffl"]) == str(starts["leader-champrosay"]) == "19.13"


def test_a_map_that_the_scenarios_cannot_be_set_up_on_is_left(imported: Importing) -> None:
    module = with_terrain("a,0,0,Bir Hacheim,true", without=lambda line: "Bir Hacheim" in line)
    game, report = imported(module)
    assert game.map == OURS.map
    (told,) = (text for text in found(report, "map-untold") if text.startswith("the whole map"))
    assert "the game's data could not hold it: scenario_1.toml" in told
    assert "start-moved" not in kinds(report)
    assert game.units["1-bim"].sources["defence"] is Source.MODULE


def test_columns_that_lie_the_other_way_are_taken_over(imported: Importing) -> None:
    """With the first column lower, the module staggers its numbers: 02.01 lies above 01.01."""
    higher = replace(OURS.map, even_columns_lower=False)
    module = official_module(OURS)

    def position(place: Hex) -> tuple[int, int]:
        return place.column - 1, place.row - 1 - (place.column % 2 == 0)

    module.stagger = True
    lines = [line for line in terrain_text(higher, position) if not line.startswith("l")]
    path = [Hex(1, 1), Hex(2, 2), Hex(3, 2)]
    for first, second in pairwise(path):
        assert HexLayout(even_columns_lower=False).distance(first, second) == 1
        lines.append(",".join(map(str, ("l", *position(first), *position(second), "Trail"))))
    module.terrain[ENTRY] = "\n".join(lines).encode()
    game, report = imported(module)
    assert not game.map.even_columns_lower
    assert found(report, "map-differs") == ["the columns 02, 04 and so on: they are half a hex higher now"]
    assert sides_of(game.map) == {frozenset(pair) for pair in pairwise(path)}


class TestBoards:
    def test_without_terrain_the_map_stays(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.terrain.clear()
        game, report = imported(module)
        assert game.map == OURS.map
        assert found(report, "map-untold") == [
            "the whole map: no board 'Bir Hacheim' with an entry terrainMaps/ (boards with one: none)"
        ]
        assert report["map"] == {"board": "", "facts": 0}

    def test_a_board_of_another_name_will_do_if_it_is_the_only_one(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.boards = ("Desert map",)
        module.terrain = {"terrainMaps/Desert map.txt": module.terrain[ENTRY]}
        game, _ = imported(module)
        assert game.map.hexes[Hex(1, 1)].source is Source.MODULE

    @pytest.mark.parametrize("data", [b"\xff\xfeh,1,1", "h,1,1,Wüste".encode("latin-1")])
    def test_terrain_in_another_encoding_is_one_finding(self, imported: Importing, data: bytes) -> None:
        module = official_module(OURS)
        module.terrain[ENTRY] = data
        game, report = imported(module)
        assert found(report, "terrain-unreadable") == [f"{ENTRY}: it is not UTF-8 text"]
        assert game.map == OURS.map

    def test_a_grid_without_numbers_is_one_finding(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.numbering = "tdc.NoSuchClass"
        game, report = imported(module)
        (told,) = found(report, "map-untold")
        assert told == "the whole map: the board 'Bir Hacheim' has no hex grid that is numbered"
        assert game.map == OURS.map


def test_an_endless_terrain_file_ends_in_one_line(tmp_path: Path) -> None:
    module = with_terrain(*["h,1,1,Desert"] * 200_001)
    outcome = builder("import", module.write(tmp_path / "m.vmod"), "-o", tmp_path / "game")
    assert (outcome.code, len(outcome.err.splitlines())) == (3, 1)
    assert "the terrain file has too many lines" in outcome.err
    assert not (tmp_path / "game").exists()


LAYOUT = HexLayout(even_columns_lower=True)
PLACES = st.builds(Hex, st.integers(10, 16), st.integers(10, 16))


@settings(derandomize=True, deadline=None)
@given(st.sets(st.tuples(PLACES, st.integers(0, 5)), max_size=80))
def test_trails_hold_each_line_once_and_pass_no_hex_twice(links: set[tuple[Hex, int]]) -> None:
    sides = {frozenset((place, LAYOUT.neighbours(place)[number])) for place, number in links}
    trails, junctions = trail_rows(sides)
    paths = [[Hex.parse(name) for name in row["path"]] for row in trails]
    held = [frozenset(pair) for path in paths for pair in pairwise(path)]
    assert len(held) == len(set(held))
    assert set(held) == sides
    assert all(len(path) == len(set(path)) > 1 for path in paths)
    assert len({row["id"] for row in trails}) == len(trails)
    ends = {row["id"]: {row["path"][0], row["path"][-1]} for row in trails}
    for row in junctions:
        assert len(row["trails"]) > 1
        assert set(row["trails"]) == {id_ for id_, places in ends.items() if row["hex"] in places}
