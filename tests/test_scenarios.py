"""Holds the four scenarios to what the rulebook says, and their predefined setups to what they allow.

The expectations are ``cases/game/scenarios.toml`` (where, when, how many) and ``cases/game/rosters.toml`` (who).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest

from adjudicator.game.game_data import GameData
from adjudicator.game.hexes import Hex, HexLayout
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.scenarios import DivisionPoints, Places, Reinforcement, Scenario, SetupGroup

CASES: Final = Path(__file__).parent / "cases" / "game"
EXPECTED: Final[list[dict[str, Any]]] = tomllib.loads((CASES / "scenarios.toml").read_text("utf-8"))["scenario"]
ROSTERS: Final[list[dict[str, Any]]] = tomllib.loads((CASES / "rosters.toml").read_text("utf-8"))["lists"]
BY_NUMBER: Final = pytest.mark.parametrize("case", EXPECTED, ids=lambda case: f"scenario {case['number']}")


@cache
def game() -> GameData:
    """The built-in game, read once for all tests."""
    return load_game(find_game(BUILT_IN))


def scenario_of(case: dict[str, Any]) -> Scenario:
    return game().scenarios[case["number"]]


def owner(group: SetupGroup | Reinforcement) -> str:
    """Name the formation of a group as the cases do."""
    return group.formation or f"{group.division}: independent"


def places_text(places: Places) -> str:
    """Write places as the cases do."""
    parts = [f"area {area}" for area in places.areas]
    parts += [f"hex {place}" for place in places.hexes]
    parts += [f"entry {letter}" for letter in places.entry_hexes]
    parts += [f"box {box}" for box in places.boxes]
    return ", ".join([*parts, *(["fortified"] if places.fortified_without_mines else [])])


def points_text(points: DivisionPoints) -> str:
    figures = (points.command_points, points.dispatch_points, points.command_rating, points.dispatch_rating)
    return " ".join("-" if figure is None else str(figure) for figure in figures)


def allowed_hexes(places: Places) -> set[Hex]:
    """Return every hex that setup *places* allow."""
    board = game().map
    found = set(places.hexes).union(*(board.areas[area].hexes for area in places.areas))
    if places.fortified_without_mines:
        found |= {
            place
            for place, printed in board.hexes.items()
            if printed.fortified and not board.terrains[printed.terrain].minefield_level
        }
    return found


def groups_of(scenario: Scenario) -> list[SetupGroup | Reinforcement]:
    return [*scenario.setup, *scenario.reinforcements]


def started(scenario: Scenario) -> Iterator[tuple[str, Hex]]:
    """Yield each counter that the predefined setup puts on the map, with its hex."""
    for group in scenario.setup:
        yield from group.start.items()


def test_there_are_four_scenarios() -> None:
    assert list(game().scenarios) == [case["number"] for case in EXPECTED] == [1, 2, 3, 4]


@BY_NUMBER
def test_title_turns_and_weather(case: dict[str, Any]) -> None:
    scenario = scenario_of(case)
    assert scenario.title == case["title"]
    assert [str(scenario.first), str(scenario.last)] == case["turns"]
    assert [scenario.weather[key] for key in ("first_day", "rolled_from", "sandstorm_4_as_2")] == case["weather"]


@BY_NUMBER
def test_steps_are_the_printed_ones(case: dict[str, Any]) -> None:
    scenario = scenario_of(case)
    titles = {step.number: step.title for step in game().sequence_of_play}
    assert scenario.first_step == case["first_step"]
    assert scenario.skipped_steps == tuple(case["skipped_steps"])
    assert titles[scenario.first_step] == ("Reinforcements" if case["number"] == 1 else "Buy Formation chits")


@BY_NUMBER
def test_points_supply_and_morale(case: dict[str, Any]) -> None:
    scenario = scenario_of(case)
    assert {points.division: points_text(points) for points in scenario.points} == case["points"]
    assert scenario.supply == case["supply"]
    assert scenario.supply in game().map.tracks["supply"].spaces
    assert scenario.morale == case.get("morale")


@BY_NUMBER
def test_chits(case: dict[str, Any]) -> None:
    scenario = scenario_of(case)
    assert list(scenario.mug) == case["mug"]
    assert scenario.first_chit == case["first_chit"]
    assert scenario.free_formation_chit == case["free_formation_chit"]
    assert scenario.formation_chits == case["formation_chits"]
    assert {*scenario.mug, scenario.first_chit} <= game().chits.keys()
    assert scenario.first_chit not in scenario.mug


@BY_NUMBER
def test_rules_limits_and_special_rules(case: dict[str, Any]) -> None:
    scenario = scenario_of(case)
    assert " ".join(scenario.rules) == case["rules"]
    limits = [
        {key: value for key, value in asdict(limit).items() if value is not None} for limit in scenario.region_limits
    ]
    wanted = [{**case["limits"], "rule": f"Scenario {case['number']}"}] if "limits" in case else []
    assert limits == wanted
    assert [row["id"] for row in scenario.special] == case["special"]
    assert all(row["text"] and row["rule"] == f"Scenario {case['number']}" for row in scenario.special)


@BY_NUMBER
def test_who_is_set_up_and_where(case: dict[str, Any]) -> None:
    found = []
    for group in scenario_of(case).setup:
        leaders = ", ".join(game().leaders[id_].name for id_ in group.leaders)
        found.append([owner(group), len(group.units), places_text(group.places), leaders])
    assert found == case["setup"]


@BY_NUMBER
def test_hidden_and_drawn_units(case: dict[str, Any]) -> None:
    scenario, units = scenario_of(case), game().units
    hidden = [group for group in scenario.setup if group.hidden]
    assert [units[id_].name for group in hidden for id_ in group.units] == case["hidden"]
    assert all(group.not_adjacent and all(units[id_].hidden_as for id_ in group.units) for group in hidden)
    assert [group.choose for group in scenario.setup if group.choose] == ([case["drawn"]] if "drawn" in case else [])
    one_each = [" ".join(map(str, group.places.hexes)) for group in scenario.setup if group.one_each]
    assert one_each == case.get("one_each", [])
    assert [units[id_].name for id_ in scenario.extra_units] == case.get("extra_units", [])


@BY_NUMBER
def test_what_arrives_when_and_where(case: dict[str, Any]) -> None:
    found = []
    for group in scenario_of(case).reinforcements:
        words = [word for word, is_so in (("leader", group.leaders), ("split", group.may_split)) if is_so]
        found.append([str(group.time), owner(group), len(group.units), places_text(group.places), " ".join(words)])
    assert found == case["arrivals"]


@BY_NUMBER
def test_only_scenario_2_lets_units_be_withheld(case: dict[str, Any]) -> None:
    until, letters = case.get("withheld", [None, ""])
    for group in scenario_of(case).reinforcements:
        assert (str(group.withhold_until) if group.withhold_until else None) == until
        assert " ".join(group.withheld_places.entry_hexes) == letters


@BY_NUMBER
def test_every_list_of_the_rulebook_is_one_group(case: dict[str, Any]) -> None:
    scenario, units = scenario_of(case), game().units
    by_name = {name: unit.id for unit in units.values() for name in (unit.name, *unit.spellings)}
    guns = {unit.id for unit in units.values() if unit.hidden_as}
    lists = [
        sorted(by_name[name] for name in row["units"])
        for row in ROSTERS
        if row["scenario"] == case["number"] and not guns & {by_name[name] for name in row["units"]}
    ]
    groups = [sorted(group.units) for group in groups_of(scenario)]
    beside = [["jock-colonne"], ["indian-gun"]]
    assert Counter(map(tuple, lists)) == Counter(
        tuple(group) for group in groups if group not in beside and not guns & set(group)
    )


@BY_NUMBER
def test_nobody_is_in_two_groups_and_all_fit_their_formation(case: dict[str, Any]) -> None:
    scenario, data = scenario_of(case), game()
    groups = groups_of(scenario)
    ids = Counter(id_ for group in groups for id_ in (*group.units, *group.leaders))
    assert [id_ for id_, count in ids.items() if count > 1] == []
    for group in groups:
        members = {(data.units[id_].division, data.units[id_].formation) for id_ in group.units}
        members |= {(data.leaders[id_].division, data.leaders[id_].formation) for id_ in group.leaders}
        assert members == {(group.division, group.formation)}


@BY_NUMBER
def test_predefined_setup_is_allowed(case: dict[str, Any]) -> None:
    for group in scenario_of(case).setup:
        if not places_text(group.places):
            assert not group.start, "a group without places waits beside the map"
            continue
        units = [id_ for id_ in group.start if id_ in group.units]
        assert len(units) == (group.choose or len(group.units))
        assert {group.start[id_] for id_ in units} <= allowed_hexes(group.places)
        assert set(group.start) == {*units, *group.leaders}
        if group.one_each:
            assert {group.start[id_] for id_ in units} == set(group.places.hexes)


@BY_NUMBER
def test_predefined_setup_stacks_legally(case: dict[str, Any]) -> None:
    stacks: dict[Hex, list[str]] = {}
    for id_, place in started(scenario_of(case)):
        stacks.setdefault(place, []).append(id_)
    for place, ids in stacks.items():
        units = [id_ for id_ in ids if id_ in game().units]
        assert len(units) <= game().stacking.not_in_column, place
        for leader in (game().leaders[id_] for id_ in ids if id_ in game().leaders):
            assert leader.formation in {game().units[id_].formation for id_ in units}, place


@BY_NUMBER
def test_hidden_guns_are_not_adjacent(case: dict[str, Any]) -> None:
    layout = HexLayout(game().map.even_columns_lower)
    for group in scenario_of(case).setup:
        if group.not_adjacent:
            for (one, here), (other, there) in combinations(group.start.items(), 2):
                assert layout.distance(here, there) > 1, (one, other)


@BY_NUMBER
def test_victory(case: dict[str, Any]) -> None:
    victory = scenario_of(case).victory
    found = {key: getattr(victory, key) for key in case["victory"]}
    found["hex"] = str(victory.hex) if victory.hex else None
    assert {key: value for key, value in found.items() if value is not None} == case["victory"]
    assert victory.text


@BY_NUMBER
def test_withdrawals_are_decided(case: dict[str, Any]) -> None:
    outcomes = scenario_of(case).victory.outcomes
    assert bool(outcomes) == ("withdrawals" in case)
    for date, zones, result in case.get("withdrawals", []):
        first = next(
            row["result"]
            for row in outcomes
            if str(row["from"]) <= date <= str(row["to"]) and zones <= int(row.get("most_fire_zones", zones))
        )
        assert first == result, date
