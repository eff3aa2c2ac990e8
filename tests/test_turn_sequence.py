"""What is done between the chits is written as its table says, and the table shows the position by the rules then.

The cases are in ``cases/turn_sequence.toml``: the keys of a position as in ``rule_cases.py``, the action, and the lines
that the log has of it. They begin with the module's own setup of the scenario.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator.game.play import Action
from adjudicator.game.play_json import read_action
from adjudicator.game.position import Points, Position
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.recording.game_record import GameRecord
from adjudicator.recording.game_writer import GameWriter
from adjudicator.recording.play_styles import PLAIN, VARIED, PlayStyle, StyledPlay
from adjudicator.recording.position_diff_actions import consequences
from adjudicator.rules.judge import judge
from adjudicator.vassal.errors import BuildingError
from adjudicator.vassal.replay import Replay, Said
from tests.random_play import agreed_book
from tests.self_play import SelfPlay, play_kit, seats, setup, shown, unlike, visible
from tests.support.rule_cases import build_position, built_in_game

DATA = tomllib.loads((Path(__file__).parent / "cases" / "turn_sequence.toml").read_text(encoding="utf-8"))
CASES = [{**DATA["bases"].get(case.get("base", ""), {}), **case} for case in DATA["case"]]
TURNS = [case for case in CASES if case["action"]["type"] == "end-turn"]
NAMES = [case["name"] for case in CASES]
ACTIONS = 30
"""How many actions of a game are looked at."""


@cache
def start(scenario: int) -> Position:
    return saved_position(Replay(setup(scenario)).table, built_in_game()).position


def table_of(record: GameRecord, like: Position) -> Position:
    found = saved_position(record.log.table, built_in_game(), scenario=like.scenario).position
    return visible(found if like.day_weather else found.after(day_weather=""))


def action_of(row: dict[str, Any]) -> Action:
    """Return an action as JSON has it, its dice as lists."""
    rolls = [dict(zip(("purpose", "unit", "die"), roll, strict=True)) for roll in row.get("rolls", ())]
    return read_action(json.dumps({**row, "rolls": rolls} if rolls else row))


def written(case: dict[str, Any], styled_play: StyledPlay) -> tuple[GameRecord, Position, int]:
    """Return the log in which a case is written, the position by the rules then, and the first step of the action."""
    position = build_position(case, start(case["scenario"]))
    record = GameRecord(play_kit(), setup(case["scenario"]), seats(), on_line=True)
    writer = GameWriter(play_kit(), agreed_book(), record, styled_play)
    writer.do(consequences(start(case["scenario"]), position))
    assert list(unlike(table_of(record, position), visible(position))) == []
    action, first = action_of(case["action"]), record.log.steps
    ruling = judge(position, action, agreed_book())
    assert ruling.legal, [finding.text for finding in ruling.findings]
    assert ruling.after is not None
    writer.write(position, action)
    writer.do(styled_play.put_off())
    return record, ruling.after, first


def test_points_that_a_scenario_has_no_place_for_are_refused() -> None:
    position = start(2)
    more = position.after(points={**position.points, "90-leichte": Points(9, 3)})
    with pytest.raises(BuildingError, match="the scenario has no points of this division"):
        consequences(position, more)


def lines(record: GameRecord, first: int) -> list[str]:
    """Return the lines of the last log from a step on, what rolls record besides left out."""
    record.end_log()
    steps = Replay(record.files[-1]).steps()
    return [fact.text for step in steps[first:] for fact in step.facts if isinstance(fact, Said)]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_an_action_leaves_what_its_table_says(case: dict[str, Any]) -> None:
    record, after, first = written(case, StyledPlay(PLAIN))
    assert list(unlike(table_of(record, after), visible(after))) == []
    assert lines(record, first) == case["lines"]


@pytest.mark.parametrize("case", CASES[::3], ids=NAMES[::3])
def test_in_any_manner_the_table_is_the_same_in_the_end(case: dict[str, Any]) -> None:
    record, after, _first = written(case, StyledPlay(VARIED, Random(case["name"])))  # noqa: S311
    assert list(unlike(table_of(record, after), visible(after))) == []


@pytest.mark.parametrize("case", TURNS, ids=[case["name"] for case in TURNS])
def test_a_turn_may_end_with_one_press_of_its_button(case: dict[str, Any]) -> None:
    record, after, first = written(case, StyledPlay(PlayStyle(presses=1.0)))
    assert list(unlike(table_of(record, after), visible(after))) == []
    record.end_log()
    steps = [[fact.text for fact in step.facts if isinstance(fact, Said)] for step in Replay(record.files[-1]).steps()]
    pressed = next(said for said in steps[first:] if "* End of turn" in said)
    assert pressed == [
        "* End of turn", "* The barrage markers are off", "* The marks of activation are off",
        "* The Counterbattery Fired markers are off", next(line for line in case["lines"] if line.endswith(" begins")),
    ]  # fmt: skip


def test_there_is_a_case_of_each_kind_of_action() -> None:
    kinds = {case["action"]["type"] for case in CASES}
    assert kinds >= {
        "weather", "airpower", "supply", "buy-chit", "arrive", "air-strike", "play-chit", "carry-out-event",
        "withdrawal-roll", "leave-map", "end-turn", "break-out",
    }  # fmt: skip


@pytest.mark.parametrize(("scenario", "seed"), [(2, 3), (3, 1), (4, 0)])
def test_the_table_is_the_position_by_the_rules_after_each_action(scenario: int, seed: int) -> None:
    """More of them, to the end: ``python -m tests.self_play --scenario N --write FIRST LAST``."""
    playing = SelfPlay(seed, scenario=scenario, style=PLAIN)
    for action in islice(playing.actions(), ACTIONS):
        playing.make(action)
        assert list(unlike(shown(playing), visible(playing.position))) == [], action
