"""The scenarios' pages, notes and status: every unit, place, figure and rule of the data is there, in words."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from adjudicator.game.game_data import GameData
from adjudicator.game.loading import find_game, load_game
from adjudicator.game.scenario_words import arrival_words, places_words, turn_words
from adjudicator.game.scenarios import Places, Reinforcement, Scenario, SetupGroup
from adjudicator.report.scenario_rules import general_rules, rules_in_words
from tests.support.command_line import command
from vmod_builder.scenario_pages import scenario_pages
from vmod_builder.setup_notes import scenario_notes
from vmod_builder.windows import charts_window

WELLS = Path(__file__).parent.parent / "examples" / "two_wells"
SIEGE = load_game(find_game("no-question-of-surrender"))
GAMES = (SIEGE, load_game(find_game(str(WELLS))))
SCENARIOS = [(game, scenario) for game in GAMES for scenario in game.scenarios.values()]
each = pytest.mark.parametrize(
    ("game", "scenario"), SCENARIOS, ids=[f"{game.id} {scenario.number}" for game, scenario in SCENARIOS]
)


def words(game: GameData, scenario: Scenario) -> str:
    """Return the text of a scenario's page, its cells and lines parted by blanks."""
    (html,) = (page.html for page in scenario_pages(game) if page.file_name == f"scenario_{scenario.number}.html")
    text = "".join(f" {part} " for part in ElementTree.fromstring(html).itertext())  # noqa: S314
    return " ".join(unescape(text).split())


@each
def test_a_page_tells_all_units_places_and_figures(game: GameData, scenario: Scenario) -> None:
    page = words(game, scenario)
    groups: tuple[SetupGroup | Reinforcement, ...] = (*scenario.setup, *scenario.reinforcements)
    for group in groups:
        names = [game.units[id_].name for id_ in group.units] + [game.leaders[id_].name for id_ in group.leaders]
        assert [name for name in names if name not in page] == []
        assert places_words(game, group.places) in page
    for arrival in scenario.reinforcements:
        assert f"{turn_words(game, arrival.time)} " in page.replace("\N{NO-BREAK SPACE}", " ")
        assert arrival_words(game, arrival) in page
        hexes = [str(game.map.entry_hexes[letter].hex) for letter in arrival.places.entry_hexes]
        assert [name for name in hexes if name not in page] == []
    for points in scenario.points:
        figures = f"{game.divisions[points.division].name} {points.command_points} {points.command_rating} "
        assert figures in page
    assert [chit for chit in scenario.mug if game.chits[chit].name not in page] == []
    assert f"{turn_words(game, scenario.first)} to {turn_words(game, scenario.last)}" in page
    assert scenario.victory.text in page
    assert [special["text"] for special in scenario.special if special["text"] not in page] == []


@each
def test_special_rules_stand_there_in_our_words(game: GameData, scenario: Scenario) -> None:
    page = words(game, scenario)
    for rule in (*rules_in_words(game, scenario.rules), *general_rules(game)):
        assert rule.text
        assert f"{rule.number} {rule.title} {rule.text}" in page


def test_rules_that_nobody_knows_keep_their_number() -> None:
    (rule,) = rules_in_words(SIEGE, ["S9.9"])
    assert (rule.number, rule.title, rule.text) == ("S9.9", "", "")


def test_the_page_says_who_sets_up_and_how() -> None:
    page = words(SIEGE, SIEGE.scenarios[3])
    assert "Only the French player sets up; the Axis units arrive as reinforcements." in page
    assert "3 of them, drawn at random. One in each of the hexes." in page
    assert "The leader may stack with a unit in the 3 BLE area instead." in words(SIEGE, SIEGE.scenarios[4])


def test_places_are_named_as_on_the_map() -> None:
    assert places_words(SIEGE, Places(entry_hexes=("A", "B"))) == "at entry hex A (31.01) or B (34.13)"
    assert places_words(SIEGE, Places(areas=("bm-2",), boxes=("artillery-park-a",))) == (
        "in the BM 2 area or in Artillery Park A"
    )
    assert places_words(SIEGE, Places()) == ""
    assert places_words(GAMES[1], Places(areas=("wells",))) == "in The Wells"


@each
def test_the_notes_of_a_setup_say_where_reinforcements_arrive(game: GameData, scenario: Scenario) -> None:
    notes = " ".join(scenario_notes(game, scenario).replace("|", " ").split())
    for group in scenario.reinforcements:
        assert f"{arrival_words(game, group)}." in notes
        assert f"{turn_words(game, group.time)}: " in notes


def test_the_charts_window_has_the_scenarios_in_tabs_of_their_own() -> None:
    window = charts_window([], scenario_pages(SIEGE))
    (tabs,) = (child for child in window[0] if child.get("entryName") == "Scenarios")
    assert [tab.get("chartName") for tab in tabs] == [
        f"Scenario {scenario.number}: {scenario.title}" for scenario in SIEGE.scenarios.values()
    ]
    assert [tab.get("fileName") for tab in tabs] == [page.file_name for page in scenario_pages(SIEGE)]


def test_status_says_where_reinforcements_arrive() -> None:
    said = command("status", "--scenario", "4").out
    assert "at entry hex A (31.01), B (34.13) or F (09.01): 1./Pioneer 33" in " ".join(said.split())
    document = json.loads(command("status", "--scenario", "4", "--json").out)
    ways = {row["time"]["date"]: row["places"] for row in reversed(document["reinforcements"])}
    assert (ways["06-06"]["entry_hexes"], ways["06-06"]["boxes"]) == (["A", "B", "F"], [])
    assert (ways["06-03"]["entry_hexes"], ways["06-03"]["boxes"]) == ([], ["artillery-park-b"])
