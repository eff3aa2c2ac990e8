"""Logs and saves that VASSAL itself wrote with our module: nothing is held against honest players, nothing is lost."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.vassal.comparison import compare_tables
from adjudicator.vassal.document import export_xml, import_xml
from adjudicator.vassal.replay import Contradiction, Replay, property_changes
from adjudicator.vassal.saved_game import open_game
from adjudicator.vassal.table import Table, placed_units
from tests.support.command_line import command

DIRECTORY = Path(__file__).parent / "cases" / "engine_logs"
LOGS: list[dict[str, Any]] = tomllib.loads((DIRECTORY / "expected.toml").read_text(encoding="utf-8"))["log"]
FILES = sorted(path for path in DIRECTORY.iterdir() if path.suffix in (".vlog", ".vsav"))


@pytest.fixture(params=LOGS, ids=lambda log: log["name"])
def log(request: pytest.FixtureRequest) -> dict[str, Any]:
    case: dict[str, Any] = request.param
    return case


def path_of(name: str) -> Path:
    return DIRECTORY / f"{name}.vlog"


def end_of(name: str) -> tuple[Table, Table]:
    """The table after the last step as replayed, and as VASSAL saved it then."""
    replay = Replay(open_game(path_of(name)))
    replay.steps()
    return replay.table, Replay(open_game(DIRECTORY / f"{name}-end.vsav")).initial


def audit(*arguments: str | Path) -> tuple[dict[str, Any], int]:
    outcome = command("audit", "--json", "--generic", *arguments)
    assert outcome.err == ""
    document: dict[str, Any] = json.loads(outcome.out)
    return document, outcome.code


def test_the_audit_finds_what_is_there_and_no_more(log: dict[str, Any]) -> None:
    document, code = audit(path_of(log["name"]))
    assert [step["number"] for step in document["steps"]] == list(range(1, log["steps"] + 1))
    assert {finding["kind"]: finding["steps"] for finding in document["findings"]} == log["findings"]
    assert code == log["exit_code"]
    for number, words in log["words"].items():
        assert document["steps"][int(number) - 1]["words"] == words


@pytest.mark.parametrize("previous", ["{}.vlog", "{}-end.vsav"])
@pytest.mark.parametrize("log", [log for log in LOGS if "after" in log], ids=lambda log: log["name"])
def test_each_log_continues_the_one_before(log: dict[str, Any], previous: str) -> None:
    document, code = audit(path_of(log["name"]), "--after", DIRECTORY / previous.format(log["after"]))
    assert document["continuity"]["link"] == "continues"
    assert document["continuity"]["differences"] == []
    assert code == log["exit_code"]


def test_a_log_left_out_is_noticed() -> None:
    document, code = audit(path_of("c"), "--after", path_of("a"))
    assert document["continuity"]["link"] == "broken"
    assert "1/VIII/132: Cohesion 0 → 2, StepLoss 0 → 1" in (document["continuity"]["differences"])
    assert code == 1


def test_no_step_contradicts_another(log: dict[str, Any]) -> None:
    steps = Replay(open_game(path_of(log["name"])))
    assert [fact for step in steps for fact in step.facts if isinstance(fact, Contradiction)] == []


def test_the_end_as_replayed_is_the_end_as_saved(log: dict[str, Any]) -> None:
    replayed, saved = end_of(log["name"])
    assert compare_tables(replayed, saved) == ()
    before, after = placed_units(replayed), placed_units(saved)
    assert before.keys() == after.keys()
    untold = {change.trait for unit in before for change in property_changes(before[unit], after[unit])}
    assert sorted(untold) == log["untold"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_file_comes_back_from_its_document(path: Path) -> None:
    game = open_game(path)
    imported = import_xml(export_xml(game, player_ids="revealed")).game
    assert imported.text == game.text
    assert imported.entries == game.entries


@pytest.mark.parametrize(
    ("name", "doubts"),
    [
        ("a", ()),
        ("b", ("the activation markers do not show what 1/VIII/132, 2/VIII/132, 3/VIII/132 did under the chit in "
               "play; assumed to be nothing",)),
        ("c", ()),
        ("d", ("no note names the scenario; taken for scenario 1, whose units are on the table",)),
    ],
)  # fmt: skip
def test_each_end_is_a_position_of_scenario_1(name: str, doubts: tuple[str, ...]) -> None:
    saved = saved_position(end_of(name)[0], load_game(find_game(BUILT_IN)), marks=True)
    assert saved.position.scenario == 1
    assert saved.doubts == doubts
