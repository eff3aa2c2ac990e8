"""The map of No Question of Surrender against what the rulebook says of it (cases/map), and against itself."""

from __future__ import annotations

import heapq
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game.game_map import GameMap
from adjudicator.game.hexes import Hex, HexGeometry, HexLayout
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.loading.build_map import build_map
from adjudicator.game.provenance import Source

ROOT = Path(__file__).parent.parent
MAP_FILE = ROOT / "adjudicator" / "games" / "no_question_of_surrender" / "map.toml"
FACTS = tomllib.loads((ROOT / "tests" / "cases" / "map" / "bir_hacheim.toml").read_text(encoding="utf-8"))
MAP: GameMap = build_map(tomllib.loads(MAP_FILE.read_text(encoding="utf-8")))
LAYOUT = HexLayout(MAP.even_columns_lower)
FORTIFIED = {place for place, terrain in MAP.hexes.items() if terrain.fortified}
MINED = {place for place, terrain in MAP.hexes.items() if MAP.terrains[terrain.terrain].minefield_level}
DOORS = {place for place, terrain in MAP.hexes.items() if terrain.door}


def hexes(names: Iterable[str]) -> set[Hex]:
    return {Hex.parse(name) for name in names}


def neighbours(place: Hex) -> set[Hex]:
    return {other for other in LAYOUT.neighbours(place) if other in MAP.hexes}


def reached(start: Iterable[Hex], allowed: set[Hex]) -> set[Hex]:
    """Return what can be reached from *start* without leaving *allowed*."""
    found = set(start) & allowed
    edge = list(found)
    while edge:
        new = neighbours(edge.pop()) & allowed - found
        found |= new
        edge += new
    return found


def on_the_edge(place: Hex) -> bool:
    return len(neighbours(place)) < 6


def test_every_hex_of_the_sheet_has_terrain() -> None:
    assert set(MAP.hexes) == {Hex(c, r) for c in range(1, MAP.columns + 1) for r in range(1, MAP.rows + 1)}
    assert {terrain.terrain for terrain in MAP.hexes.values()} == set(MAP.terrains)
    assert {kind.minefield_level for kind in MAP.terrains.values()} == {0, 1, 2}


def test_named_hexes_are_what_the_rulebook_says() -> None:
    assert hexes(FACTS["doors"]) == DOORS
    assert DOORS <= MINED
    posts = {place for place, terrain in MAP.hexes.items() if terrain.observation_post}
    assert posts == hexes(FACTS["observation_posts"])
    assert hexes(FACTS["fortified_without_mines"]) <= FORTIFIED - MINED
    told = {place for place, terrain in MAP.hexes.items() if terrain.source is Source.RULEBOOK}
    assert told == hexes(FACTS["fortified_without_mines"])


def test_the_fortress_is_one_piece_mined_all_round() -> None:
    assert reached([min(FORTIFIED)], FORTIFIED) == FORTIFIED
    assert max(LAYOUT.distance(a, b) for a in FORTIFIED for b in FORTIFIED) <= FACTS["line_of_sight"]
    edge = [place for place in MAP.hexes if on_the_edge(place)]
    outside = reached(edge, set(MAP.hexes) - MINED)
    assert not outside & FORTIFIED
    assert outside | MINED | FORTIFIED == set(MAP.hexes)
    for door in DOORS:
        assert neighbours(door) & outside
        assert neighbours(door) & FORTIFIED - MINED


def test_some_mines_are_within_the_fortress() -> None:
    assert FORTIFIED & MINED


def test_batteries_in_park_b_can_be_answered_from_the_east() -> None:
    east = {place for place in MAP.hexes if place.row < 15 and place.column > 25}
    assert east & FORTIFIED
    assert east - FORTIFIED


def test_gun_units_fit_without_being_adjacent() -> None:
    guns: list[Hex] = []
    for place in sorted(FORTIFIED - MINED):
        if all(LAYOUT.distance(place, other) > 1 for other in guns):
            guns.append(place)
    assert len(guns) >= FACTS["gun_units"]


def test_areas_hold_their_battalions() -> None:
    assert {area.name: len(area.hexes) >= FACTS["areas"][area.name] for area in MAP.areas.values()} == dict.fromkeys(
        FACTS["areas"], True
    )
    taken: set[Hex] = set()
    for area in MAP.areas.values():
        places = set(area.hexes)
        assert len(places) == len(area.hexes)
        assert places <= FORTIFIED - MINED
        assert not places & taken
        assert reached([area.hexes[0]], places) == places
        taken |= places


def test_areas_lie_where_the_scenarios_fight() -> None:
    second_legion = MAP.areas["2-ble"].hexes
    assert all(10 <= place.row <= 17 for place in second_legion)
    assert min(place.column for place in second_legion) > max(place.column for place in MAP.areas["bm-2"].hexes)


def open_desert() -> set[Hex]:
    """Return the hexes outside the fortress and its minefields."""
    return reached([place for place in MAP.hexes if on_the_edge(place)], set(MAP.hexes) - MINED)


def test_the_post_and_the_hex_beside_it_adjoin_the_area_of_the_pacific_battalion() -> None:
    area = set(MAP.areas["bm-2"].hexes)
    for place in hexes([FACTS["rim"]["observation_post"], FACTS["rim"]["beside"]]):
        assert place not in area
        assert neighbours(place) & area


@pytest.mark.parametrize("name", ["jock_column", "observation_post", "beside"])
def test_hexes_of_the_rim_face_the_open_desert(name: str) -> None:
    place, outside = Hex.parse(FACTS["rim"][name]), open_desert()
    assert neighbours(place) - FORTIFIED
    assert min(LAYOUT.distance(place, other) for other in outside) <= FACTS["rim"]["from_open_desert"]
    to_the_north = {other for other in outside if other.column == place.column and other.row < place.row}
    assert max(other.row for other in to_the_north) >= place.row - FACTS["rim"]["from_open_desert"]


def test_the_jock_column_comes_and_goes_as_at_a_door() -> None:
    place, outside = Hex.parse(FACTS["rim"]["jock_column"]), open_desert()
    way_out = [mines for mines in neighbours(place) & MINED if neighbours(mines) & outside]
    assert {MAP.terrains[MAP.hexes[mines].terrain].minefield_level for mines in way_out} == {1}
    cost = 5 + 2 * 5  # 4.1, 4.3: wheeled, into the mines and out of them
    assert cost <= (load_game(find_game(BUILT_IN)).units["jock-colonne"].ratings.movement or 0)


def test_the_fortress_is_as_large_as_history_tells() -> None:
    least, most = FACTS["across"]
    for line in ({place.column for place in FORTIFIED}, {place.row for place in FORTIFIED}):
        assert least <= max(line) - min(line) + 1 <= most


def test_mines_are_deepest_in_the_north_and_west() -> None:
    def levels(places: Iterable[Hex]) -> int:
        return sum(MAP.terrains[MAP.hexes[place].terrain].minefield_level for place in places)

    first, last = (choose(place.column for place in FORTIFIED) for choose in (min, max))
    north, south = (choose(place.row for place in FORTIFIED - MINED) for choose in (min, max))
    west = levels(place for place in MINED if place.column < first)
    assert west > levels(place for place in MINED if place.column > last)
    post = Hex.parse(FACTS["rim"]["observation_post"])
    above = levels(place for place in MINED if place.column <= post.column + 2 and place.row <= north + 1)
    below = levels(place for place in MINED if place.column <= post.column + 2 and place.row > south)
    assert above > below


def test_the_reserve_stands_in_the_centre_where_tracks_meet() -> None:
    reserve = Hex.parse(FACTS["reserve"])
    assert min(LAYOUT.distance(reserve, place) for place in set(MAP.hexes) - FORTIFIED) >= 3
    assert any(junction.hex == reserve and len(junction.trails) >= 3 for junction in MAP.junctions)


def test_attacks_come_from_the_sides_that_the_scenarios_name() -> None:
    for letter in FACTS["sides"]["north"]:
        assert MAP.entry_hexes[letter].hex.row < min(place.row for place in FORTIFIED)
        assert MAP.entry_hexes[letter].hex.column <= 23  # Scenario 3 keeps the Germans west of 24.xx
    for letter in FACTS["sides"]["east"]:
        assert MAP.entry_hexes[letter].hex.column > max(place.column for place in FORTIFIED)
        assert 10 <= MAP.entry_hexes[letter].hex.row <= 17  # Scenario 1 keeps the Italians between these hexrows


def test_the_north_is_fought_over_where_scenario_3_allows() -> None:
    for place in [*MAP.areas["bm-2"].hexes, *hexes([FACTS["rim"]["observation_post"], FACTS["rim"]["beside"]])]:
        assert place.row <= 12
        assert place.column <= 23
    assert min(place.row for place in MAP.areas["3-ble"].hexes) <= 12


def test_trails_are_paths_and_their_junctions_lie_on_them() -> None:
    paths = {trail.id: trail.path for trail in MAP.trails}
    assert len(paths) == len(MAP.trails)
    for path in paths.values():
        assert set(path) <= set(MAP.hexes)
        assert len(set(path)) == len(path)
        assert all(LAYOUT.distance(a, b) == 1 for a, b in pairwise(path))
    for junction in MAP.junctions:
        assert len(set(junction.trails)) >= 2
        assert all(junction.hex in paths[trail] for trail in junction.trails)


def test_trails_share_hexes_but_no_hex_sides() -> None:
    sides = [frozenset(side) for trail in MAP.trails for side in pairwise(trail.path)]
    assert len(set(sides)) == len(sides)


def test_every_trail_leads_to_every_other_one() -> None:
    joined = {MAP.trails[0].id}
    for _ in MAP.trails:
        joined |= {trail for junction in MAP.junctions if joined & set(junction.trails) for trail in junction.trails}
    assert joined == {trail.id for trail in MAP.trails}


def test_trails_end_at_the_edge_a_junction_or_the_observation_post() -> None:
    for trail in MAP.trails:
        for end in (trail.path[0], trail.path[-1]):
            joins = any(junction.hex == end and trail.id in junction.trails for junction in MAP.junctions)
            assert joins or on_the_edge(end) or MAP.hexes[end].observation_post


def test_trails_pass_the_mines_at_the_doors_alone() -> None:
    trailed = {place for trail in MAP.trails for place in trail.path}
    assert trailed & MINED == DOORS


def test_one_place_shows_trails_that_cross_without_meeting() -> None:
    crossings = {a for one in MAP.trails for other in MAP.trails if one.id < other.id
                 for a in set(one.path) & set(other.path)}  # fmt: skip
    assert crossings - {junction.hex for junction in MAP.junctions} == {Hex(17, 22)}


def test_entry_hexes_stand_at_the_edge_away_from_the_french() -> None:
    assert {entry.letter: entry.available_from for entry in MAP.entry_hexes.values()} == FACTS["entry_hexes"]
    for entry in MAP.entry_hexes.values():
        assert on_the_edge(entry.hex)
        assert entry.hex not in MINED
        assert min(LAYOUT.distance(entry.hex, place) for place in FORTIFIED | DOORS) >= FACTS["safe_distance"]
        assert any(entry.hex in trail.path for trail in MAP.trails)


@pytest.mark.parametrize("way", FACTS["ways"], ids=lambda way: way["name"])
def test_units_can_go_where_a_scenario_expects_them(way: dict[str, Any]) -> None:
    goal = {place for area in MAP.areas.values() if area.name == way.get("area") for place in area.hexes}
    goal |= hexes(way.get("hexes", []))
    allowed = {
        place
        for place in MAP.hexes
        if way.get("north", 1) <= place.row <= way.get("south", MAP.rows) and place.column <= way.get("east", 99)
    }
    start = MAP.entry_hexes[way["from"]].hex
    assert start in allowed
    assert fewest_activations(start, goal, allowed, way["allowance"], way["cost"]) <= way["activations"]


def fewest_activations(start: Hex, goal: set[Hex], allowed: set[Hex], allowance: int, cost: int) -> int:
    """Return how many activations it takes; entering costs *cost*, twice that from a minefield hex."""
    best = {start: (1, 0)}
    queue = [((1, 0), start)]
    while queue:
        (activations, spent), place = heapq.heappop(queue)
        if place in goal:
            return activations
        step = cost * (2 if place in MINED else 1)
        after = (activations, spent + step) if spent + step <= allowance else (activations + 1, step)
        for other in neighbours(place) & allowed:
            if after < best.get(other, (99, 0)):
                best[other] = after
                heapq.heappush(queue, (after, other))
    return 99


def test_boxes_and_tracks_lie_beside_the_hexes() -> None:
    assert [box.name for box in MAP.boxes.values() if box.kind == "park"] == FACTS["parks"]
    geometry = HexGeometry(LAYOUT, MAP.hex_height, MAP.origin)
    corners = [corner for place in MAP.hexes for corner in geometry.corners(place)]
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    assert min(min(corner) for corner in corners) > 0
    for x, y in [(box.x, box.y) for box in MAP.boxes.values()] + [(track.x, track.y) for track in MAP.tracks.values()]:
        assert x > right or y > bottom


def test_spaces_hold_a_counter() -> None:
    assert all(min(track.space_width, track.space_height) >= 75 for track in MAP.tracks.values())
    assert all(min(box.width, box.height) >= 75 for box in MAP.boxes.values())
    parks = [box for box in MAP.boxes.values() if box.kind == "park"]
    assert all((park.width // 90) * (park.height // 90) >= 8 for park in parks)
