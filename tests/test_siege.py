"""Set-ups, the way out of Bir Hacheim, what may come next, and the commands that tell of it.

Single rulings on the turn's steps are cases of the rules (``cases/rules/siege``); random play goes through whole games.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.position import Position, Status
from adjudicator.game.position_json import position_text, read_position
from adjudicator.game.start import start_position
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.rules.bir_hacheim.break_out import best_route, fire_zones_entered
from adjudicator.rules.judge import judge
from adjudicator.rules.next_steps import what_next
from adjudicator.rules.random_set_up import face_down_shuffled, random_set_up
from adjudicator.rules.ruling import Verdict
from adjudicator.rules.series.sight import zone_hexes
from adjudicator.rules.set_up import judge_set_up
from adjudicator.vassal.properties import piece_properties
from adjudicator.vassal.replay import Replay
from adjudicator.vassal.saved_game import open_game
from tests.support.built_module import built_module
from tests.support.command_line import command
from tests.support.rule_cases import book_for, build_action, build_position, built_in_game
from tests.support.schemas import follow_schema

from .random_play import Game, agreed_book

CASES: Final = tomllib.loads((Path(__file__).parent / "cases" / "siege_cli.toml").read_text(encoding="utf-8"))
BY_SCENARIO: Final = pytest.mark.parametrize("scenario", [1, 2, 3, 4])


def answer(*arguments: str | Path) -> dict[str, Any]:
    """Return the JSON that a command prints; it follows the command's schema."""
    outcome = command(*arguments, "--json")
    assert (outcome.err, outcome.code) == ("", 0)
    document: dict[str, Any] = json.loads(outcome.out)
    follow_schema(document, f"{arguments[0]}.schema.json")
    return document


# set-ups


@BY_SCENARIO
def test_random_set_ups_are_legal_and_differ(scenario: int) -> None:
    book = book_for()
    found = [random_set_up(built_in_game(), scenario, book, Random(seed)) for seed in range(25)]  # noqa: S311
    for position in found:
        assert judge_set_up(position, book).findings == ()
    assert len(set(found)) == 25
    again = random_set_up(built_in_game(), scenario, book, Random(7))  # noqa: S311
    assert position_text(again) == position_text(found[7])


@BY_SCENARIO
def test_random_set_ups_use_all_that_is_allowed(scenario: int) -> None:
    found = [random_set_up(built_in_game(), scenario, book_for(), Random(seed)) for seed in range(30)]  # noqa: S311
    some = next(iter(built_in_game().scenarios[scenario].setup)).units[0]
    assert len({position.units[some].place for position in found}) > 5
    assert any(state.column for position in found for state in position.units.values())
    assert scenario == 1 or any(state.mounted for position in found for state in position.units.values())


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """Return the game's own module as a file."""
    path = tmp_path / "game.vmod"
    path.write_bytes(built_module().archive)
    return path


@BY_SCENARIO
def test_a_set_up_is_written_as_a_save_of_the_module(scenario: int, module: Path, tmp_path: Path) -> None:
    save, text = tmp_path / "new.vsav", tmp_path / "new.json"
    for output in (save, text):
        outcome = command("setup", str(scenario), "--module", module, "--seed", "3", "-o", output)
        assert (outcome.code, outcome.err) == (0, "")
    replay = Replay(open_game(save))
    found = saved_position(replay.table, built_in_game())
    assert found.doubts == ()
    assert found.position == read_position(built_in_game(), text.read_text(encoding="utf-8"))
    assert judge_set_up(found.position, book_for()).legal
    assert not replay.table.players
    assert not any(piece_properties(piece).get("Moved") == "true" for piece in replay.table.units())
    first = save.read_bytes()
    again = command("setup", str(scenario), "--module", module, "--seed", "3", "-o", save)
    assert (again.code, save.read_bytes()) == (3, first)
    forced = command("setup", str(scenario), "--module", module, "--seed", "3", "-o", save, "--force")
    assert (forced.code, save.read_bytes()) == (0, first)


def test_a_set_up_keeps_hidden_guns_from_the_other_side(module: Path, tmp_path: Path) -> None:
    save = tmp_path / "new.vsav"
    command("setup", "1", "--module", module, "-o", save)
    assert "Antichar" not in command("inspect", save).out
    assert "Antichar" not in command("status", save, "--side", "axis").out


def test_a_set_up_is_drawn_anew_unless_a_seed_is_given(tmp_path: Path) -> None:
    texts = set()
    for number in range(2):
        path = tmp_path / f"{number}.json"
        outcome = command("setup", "1", "-o", path)
        assert outcome.out.count("\n") == 1
        assert "Seed" not in outcome.out
        texts.add(path.read_text(encoding="utf-8"))
    assert len(texts) == 2
    told = command("setup", "1", "--show-seed", "-o", tmp_path / "told.json").out.splitlines()[1]
    seed = told.removeprefix("Seed ")
    assert len(seed) == 64
    command("setup", "1", "--seed", seed, "-o", tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "told.json").read_bytes()


def test_face_down_units_are_shuffled_evenly() -> None:
    position = start_position(built_in_game(), 1)
    units = [unit for unit, state in position.units.items() if state.hidden]
    found = [face_down_shuffled(position, Random(seed)) for seed in range(400)]  # noqa: S311
    for unit in units:
        places = Counter(each.units[unit].place for each in found)
        assert len(places) == len(units)
        assert min(places.values()) > 400 / len(units) / 2
    assert all(each.units[unit].steps == position.units[unit].steps for each in found for unit in units)


# the way out


def _least_fire_zones(position: Position) -> dict[Hex, int]:
    """Return the fewest Fire Zones with which each hex is reached: by going over all hexes until nothing changes."""
    book, board = agreed_book(), position.game.map
    zones = zone_hexes(position, book, "french")
    blocked = {
        state.place for unit, state in position.units.items()
        if state.status is Status.ON_MAP and position.side(unit) == "axis"
    }  # fmt: skip
    least = {place: 0 for place, terrain in board.hexes.items() if terrain.door and place not in blocked}
    changed = True
    while changed:
        changed = False
        for place in board.hexes:
            if place in blocked:
                continue
            ways = [least[near] + (place in zones) for near in book.layout.neighbours(place) if near in least]
            if ways and min(ways) < least.get(place, 1_000):
                least[place], changed = min(ways), True
    return least


@pytest.mark.parametrize("seed", range(12))
def test_the_best_route_has_the_fewest_fire_zones(seed: int) -> None:
    rng, position, book = Random(seed), start_position(built_in_game(), 4), agreed_book()  # noqa: S311
    free = [place for place in position.game.map.hexes if not position.units_in(place)]
    for unit, state in position.units.items():
        if position.side(unit) == "axis" and state.status is Status.ON_MAP and rng.random() < 0.15 + seed / 20:
            position = position.with_unit(unit, place=free.pop(rng.randrange(len(free))))
    least = _least_fire_zones(position)
    exits = [e.hex for e in position.game.map.entry_hexes.values() if e.letter != "G" and not position.units_in(e.hex)]
    reached = [least[place] for place in exits if place in least]
    route = best_route(position, book)
    assert (route is None) == (not reached)
    if route is not None:
        assert route.fire_zones == min(reached) == fire_zones_entered(position, book, route.hexes)
        leaving = position.after(time=position.time.__class__("06-02", "Night"), flags=frozenset({"withdrawal-due"}))
        row = {"type": "break-out", "route": [str(place) for place in route.hexes]}
        assert judge(leaving, build_action(row), book).legal


def test_there_is_no_route_through_a_ring_of_axis_units() -> None:
    doors = {"1-i-155": "14.11", "2-i-155": "15.18", "3-i-155": "27.13"}
    units = {unit: {"place": place} for unit, place in doors.items()}
    position = build_position({"scenario": 4, "only": list(units), "units": units})
    assert best_route(position, agreed_book()) is None


# what may come next


def _kinds(position: Position) -> Mapping[str, bool]:
    return {step.kind: step.required for step in what_next(position, agreed_book())}


def test_what_may_come_next_follows_the_turn() -> None:
    dawn: dict[str, Any] = {
        "scenario": 4, "only": ["5-2-13-dble"], "time": "06-04 0500", "chit": "", "played": [],
        "mug": ["division-french", "direct-command-french"], "due": ["weather", "airpower", "chits"],
    }  # fmt: skip
    assert _kinds(build_position(dawn)) == {"weather": True}
    assert _kinds(build_position({**dawn, "due": ["airpower", "chits"]})) == {"airpower": True}
    assert _kinds(build_position({**dawn, "withdrawals": ["kg-wolz"]})) == {"withdrawal-roll": True}
    assert _kinds(build_position({**dawn, "event": "ammo-dump"})) == {"carry-out-event": True}
    assert _kinds(build_position({**dawn, "outcome": "Axis victory"})) == {}
    unknown = _kinds(build_position({**dawn, "due": []}))
    assert unknown["weather"] is unknown["airpower"] is unknown["play-chit"] is False
    night = {**dawn, "time": "06-04 Night", "due": ["supply", "chits"], "flags": ["withdrawal-due"]}
    assert _kinds(build_position(night)) == {"break-out": True}
    ended = {**dawn, "due": [], "mug": ["division-french"], "played": ["direct-command-french"]}
    assert _kinds(build_position(ended)) == {"end-turn": False}


@BY_SCENARIO
def test_something_may_come_next_until_a_game_is_over(scenario: int, tmp_path: Path) -> None:
    game = Game(scenario, seed=21, failures=tmp_path / "failure.json", acts=0.2)
    for _ in range(40):
        assert what_next(game.position, game.book)
        game.run(sum(game.done.values()) + 3)


# the commands


@pytest.mark.parametrize("case", CASES["roll"], ids=lambda case: " ".join(case["arguments"]))
def test_roll(case: dict[str, Any]) -> None:
    document = answer("roll", *case["arguments"])
    assert document["total"] == case["total"]
    assert {row["row"]: row["result"] for row in document["rows"] if row["applies"]} == case["rows"]
    assert command("roll", *case["arguments"]).out.count("→") == len(case["rows"])


@pytest.mark.parametrize("case", CASES["wrong"], ids=lambda case: " ".join(case["arguments"]))
def test_wrong_use(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = command(*case["arguments"])
    assert (outcome.code, outcome.out) == (64, "")
    assert case["says"] in outcome.err


@BY_SCENARIO
def test_status_of_a_start(scenario: int) -> None:
    document = answer("status", "--scenario", str(scenario))
    expected = built_in_game().scenarios[scenario]
    assert document["time"] == {"date": expected.first.date, "turn": expected.first.turn}
    assert document["chit_in_play"] == expected.first_chit
    assert ("buy-chit" in {step["kind"] for step in document["next"]}) == expected.formation_chits
    assert document["victory"]["over"] is False
    assert document["losses"] == {"french": 0, "axis": 0}


def test_status_tells_what_is_to_come(tmp_path: Path) -> None:
    case = {
        "scenario": 4, "time": "06-03 0700", "weather": "sandstorm", "day_weather": "sandstorm-4", "morale": 7,
        "rommel": "leader-155-schuetzen", "supply": "diminished", "strikes": 1, "planned_strikes": ["1700"],
        "withdrawals": ["155-schuetzen"],
        "units": {"1-i-65": {"status": "waiting", "place": ""}}, "returning": {"1-i-65": "06-03 1100"},
    }  # fmt: skip
    path = tmp_path / "now.json"
    path.write_text(position_text(build_position(case)), encoding="utf-8")
    document = answer("status", path)
    assert document["next"][0] == {
        "kind": "withdrawal-roll", "required": True, "about": [{"id": "155-schuetzen", "name": "155 Schützen"}],
    }  # fmt: skip
    times = [(row["time"]["date"], row["time"]["turn"]) for row in document["reinforcements"]]
    assert times == sorted(times)
    back = next(row for row in document["reinforcements"] if row["time"] == {"date": "06-03", "turn": "1100"})
    assert back["units"] == [{"id": "1-i-65", "name": "1/I/65"}]
    text = command("status", path).out
    for words in ("sand storm (of the day: Sand storm 4)", "Diminished Supply", "with 155 Schützen", "must  roll for"):
        assert words in text


def test_a_set_up_that_is_wrong_is_illegal() -> None:
    position = start_position(built_in_game(), 4).with_unit("22-cna", place=Hex(30, 13))
    assert judge_set_up(position, book_for()).verdict is Verdict.ILLEGAL
