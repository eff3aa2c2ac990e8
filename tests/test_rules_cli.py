"""The commands about the rules as a player meets them: fixed names, figures, words, secrets, wrong use."""

from __future__ import annotations

import io
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from adjudicator.cli.main import cli
from adjudicator.cli.own_options import GameCommand
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import BUILT_IN
from adjudicator.game.position_json import position_text, read_position
from adjudicator.game.start import start_position
from adjudicator.schemas import load_json_schema
from tests.support.built_module import built_module
from tests.support.command_line import Outcome, command
from tests.support.raw_games import piece, raw_file
from tests.support.rule_cases import build_position, built_in_game

HERE = Path(__file__).parent / "cases"
DATA = tomllib.loads((HERE / "rules_cli.toml").read_text(encoding="utf-8"))
ERRORS = tomllib.loads((HERE / "rules_cli_errors.toml").read_text(encoding="utf-8"))["case"]
GOLDEN = sorted((HERE / "rules_cli").glob("*.txt"))
SCHEMAS = {"resolve": "resolve", "odds": "odds", "moves": "moves", "judge": "rulings"}
FIXED_OPTIONS = (
    "rating", "colour", "fire-range", "distance", "mode", "target", "defence", "mass", "roll", "firer-column",
    "firer-cohesion", "firer-step-loss", "firer-entrenched", "firer-barrage", "firer-in-bir-hacheim", "company-bonus",
    "target-column", "target-improved", "target-entrenched", "target-in-bir-hacheim", "target-in-park", "night",
    "weather", "zone-to-zone", "zone-to-clear", "into-minefield", "wrong-ammo",
)  # fmt: skip
FIXED_KEYS = {"rating", "unlimited_rating", "section", "colour", "roll", "result", "barrage", "modifiers"}
ACTIONS = [
    '{"type":"move","unit":"5/2","steps":[{"kind":"enter","to":"30.22"}]}',
    '{"type":"direct-fire","unit":"1/V","target":"5/2","rolls":[{"purpose":"fire","unit":"1/V","die":0}]}',
    '{"type":"engineer","unit":"1/V","work":"improved-position"}',
]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Return files of every kind in the current directory, by the names that the cases use."""
    monkeypatch.chdir(tmp_path)
    return written_files()


def written_files() -> dict[str, Path]:
    """Write the files into the current directory."""
    paths = {name: Path(f"{name}.json") for name in DATA["positions"]}
    for name, case in DATA["positions"].items():
        paths[name].write_text(position_text(build_position(case)), encoding="utf-8")
    texts = {
        "text": ("text.txt", "not JSON, and no TOML"),
        "broken": ("broken.json", '{"format": 1'),
        "empty": ("empty.json", ""),
        "actions": ("actions.jsonl", "\n".join(ACTIONS)),
        "odd_action": ("odd.jsonl", f'{ACTIONS[0]}\n{{"type":"sing"}}\n'),
        "unknown_name": ("names.jsonl", f'{ACTIONS[0]}\n{{"type":"rally","unit":"nobody","of":"cohesion"}}\n'),
        "unknown_switch": ("unknown.toml", "[settings]\nassault-round = 1\n"),
        "unknown_choice": ("choice.toml", "[settings]\nassault-rounds = 77\n"),
        "agreed": ("agreed.toml", 'waived = ["NQoS S4.4"]\n[settings]\nassault-rounds = 1\nassault-attacks = "both"\n'
                                  'assault-outcome = "eliminated"\nassault-opportunity-fire = "nothing"\n'),
    }  # fmt: skip
    for name, (file, text) in texts.items():
        paths[name] = Path(file)
        paths[name].write_text(text, encoding="utf-8")
    paths["missing"] = Path("missing.json")
    paths["wells"] = Path(__file__).parent.parent / "examples" / "two_wells"
    return paths


def answer(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
    """Return the JSON that a command prints; it follows the command's schema."""
    outcome = command(*arguments, "--json")
    assert (outcome.err, outcome.code) == ("", code)
    document: dict[str, Any] = json.loads(outcome.out)
    schema = load_json_schema(f"{SCHEMAS[str(arguments[0])]}.schema.json")
    Draft202012Validator(schema).validate(document)
    return document


# names and figures


@pytest.mark.parametrize("group", ["resolve", "odds"])
def test_the_options_of_a_shot_have_their_fixed_names(group: str) -> None:
    found = cli.get_command(click.Context(cli), group)
    assert isinstance(found, click.Group)
    fire = found.commands["fire"]
    assert isinstance(fire, GameCommand)
    parameters = [*fire.params, *fire.own_options(click.Context(fire))]
    options = {name for parameter in parameters for name in parameter.opts}
    assert options >= {f"--{name}" for name in FIXED_OPTIONS}


def test_every_option_has_its_help() -> None:
    for group in ("resolve", "odds"):
        found = cli.get_command(click.Context(cli), group)
        assert isinstance(found, click.Group)
        for name, sub in found.commands.items():
            assert all(p.help for p in sub.params if isinstance(p, click.Option)), name
            outcome = command(group, name, "--help")
            assert (outcome.code, outcome.err) == (0, "")


def test_every_fixed_option_can_be_given_at_once() -> None:
    values = {
        "rating": "5", "colour": "orange", "fire-range": "8", "distance": "3", "mode": "opportunity",
        "target": "armoured", "defence": "-2", "mass": "7", "roll": "4", "firer-cohesion": "2",
        "firer-barrage": "light", "weather": "mist",
    }  # fmt: skip
    exclusive = {"zone-to-clear", "target-improved"}
    words = [
        w
        for name in FIXED_OPTIONS
        if name not in exclusive
        for w in (f"--{name}", *([values[name]] if name in values else []))
    ]
    document = answer("resolve", "fire", *words)
    assert document.keys() >= FIXED_KEYS
    assert {"name", "value", "rule"} <= document["modifiers"][0].keys()
    assert document["unlimited_rating"] == 5 + sum(modifier["value"] for modifier in document["modifiers"])
    assert document["rating"] == max(0, min(9, document["unlimited_rating"]))


@pytest.mark.parametrize("case", DATA["case"], ids=lambda case: case["name"])
def test_an_answer_is_what_the_case_expects(case: dict[str, Any], files: dict[str, Path]) -> None:
    document = answer(*[text.format(**files) for text in case["arguments"]], code=case.get("code", 0))
    for key, expected in case.get("json", {}).items():
        assert document[key] == (None if expected == "null" else expected), key
    if "modifiers" in case:
        assert {modifier["name"]: modifier["value"] for modifier in document["modifiers"]} == case["modifiers"]
    for key in ("findings", "now"):
        if key in case:
            assert [finding["name"] for finding in document[key]] == case[key]


def test_a_destination_is_as_far_as_it_costs(files: dict[str, Path]) -> None:
    document = answer("moves", files["desert"], "1/VIII")
    ways = {way["hex"]: way for way in document["destinations"]}
    assert ways["31.19"]["points"] == 3
    assert max(way["points"] for way in ways.values()) == 18
    assert all(way["points"] + way["left"] == 18 for way in ways.values() if not way["mounted"])
    assert [way["points"] for way in document["destinations"]] == sorted(way["points"] for way in ways.values())


# judging


def test_actions_are_judged_one_after_the_other(files: dict[str, Path]) -> None:
    document = answer("judge", files["duel"], files["actions"], code=1)
    assert [ruling["verdict"] for ruling in document["rulings"]] == ["illegal", "legal", "undecided"]
    assert document["verdict"] == "illegal"
    assert [finding["name"] for finding in document["rulings"][0]["findings"]] == ["not-of-the-side"]


@pytest.mark.parametrize(("kept", "code"), [([1], 0), ([1, 2], 2), ([0], 1), ([], 0)])
def test_the_exit_code_is_the_worst(files: dict[str, Path], kept: list[int], code: int) -> None:
    files["actions"].write_text("\n".join(ACTIONS[each] for each in kept), encoding="utf-8")
    assert command("judge", files["duel"], files["actions"]).code == code


def test_the_position_after_all_actions_is_written(files: dict[str, Path]) -> None:
    files["actions"].write_text(ACTIONS[1], encoding="utf-8")
    after = Path("after.json")
    assert command("judge", files["duel"], files["actions"], "-o", after).code == 0
    position = read_position(built_in_game(), after.read_text(encoding="utf-8"))
    assert position.units["5-2-13-dble"].cohesion == 1
    assert command("judge", after, files["actions"]).code == 1, "the unit has fired already"


def test_actions_come_from_standard_input(files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ACTIONS[1].encode())))
    outcome = command("judge", files["duel"], "-")
    assert outcome.code == 0
    assert "1 action: 1 legal" in outcome.out


# saves


def test_a_save_of_the_module_is_a_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save = Path("turn-1.vsav")
    save.write_bytes(built_module().entries["scenario-1.vsav"])
    of_save = command("moves", save, "1/VIII")
    Path("start.json").write_text(position_text(start_position(built_in_game(), 1)), encoding="utf-8")
    assert of_save == command("moves", "start.json", "1/VIII")
    assert of_save.code == 0


def test_a_save_of_another_module_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("other.vsav").write_bytes(raw_file([piece("11", "Red Guard")]))
    outcome = command("moves", "other.vsav", "1/VIII")
    assert outcome.code == 3
    assert "not a game of the module of No Question of Surrender" in outcome.err


# house rules


def test_house_rules_decide_what_is_open(files: dict[str, Path]) -> None:
    arguments: list[str | Path] = ["odds", "assault", files["duel"], "--unit", "1/V", "--at", "30.21"]
    assert command(*arguments).code == 2
    document = answer(*arguments, "--house-rules", files["agreed"])
    assert document["verdict"] == "legal"
    assert "assault-rounds" in document["switches"]


def test_waived_rules_do_not_count(files: dict[str, Path]) -> None:
    files["actions"].write_text(ACTIONS[0], encoding="utf-8")
    files["agreed"].write_text('waived = ["GTS R6.16"]\n', encoding="utf-8")
    assert command("judge", files["duel"], files["actions"]).code == 1
    outcome = command("judge", files["duel"], files["actions"], "--house-rules", files["agreed"])
    assert outcome.code == 0


# secrets


def hidden(gun: str) -> str:
    """Return a position, as text, in which the gun under the marker of 26.12 is this one."""
    game = built_in_game()
    position = start_position(game, 1)
    there = next(u for u, s in position.units.items() if s.hidden and s.place == Hex.parse("26.12"))
    units = dict(position.units)
    if gun in units:
        units[there], units[gun] = units[gun], units[there]
        units = {unit: s.after(steps=game.units[unit].steps) if s.hidden else s for unit, s in units.items()}
    else:
        units[gun] = units.pop(there).after(steps=game.units[gun].steps)
    ordered = {unit: units[unit] for unit in game.units if unit in units}
    position = position.after(units=ordered)
    position = position.with_unit("1-viii-132", place=Hex.parse("27.12")).with_unit(
        "2-viii-132", place=Hex.parse("27.12")
    )
    return position_text(position.with_points("ariete", command=5))


QUESTIONS = (
    ["moves", "{p}", "1/VIII/132"],
    ["moves", "{p}", "26.12"],
    ["moves", "{p}", "Gun Unit in 26.12"],
    ["moves", "{p}", "antichar"],
    ["moves", "{p}", "dummy"],
    ["resolve", "fire", "{p}", "--from", "1/VIII/132", "--at", "26.12"],
    ["resolve", "fire", "{p}", "--from", "Gun Unit", "--at", "1/VIII/132"],
    ["resolve", "check", "{p}", "--unit", "Gun Unit in 26.12", "--roll", "5"],
    ["resolve", "assault", "{p}", "--unit", "1/VIII/132", "--at", "26.12"],
    ["odds", "assault", "{p}", "--unit", "1/VIII/132", "--at", "26.12"],
    ["odds", "move", "{p}", "--unit", "1/VIII/132", "--path", "27.11,26.11"],
    ["odds", "fire", "{p}", "--from", "2/VIII/132", "--at", "Gun Unit in 26.12"],
    ["judge", "{p}", "actions.jsonl"],
)


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
@pytest.mark.parametrize("options", [[], ["--side", "axis"], ["--json"], ["--json", "--side", "Axis"]], ids=" ".join)
def test_nobody_can_tell_a_hidden_gun_from_a_dummy(
    question: list[str], options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("actions.jsonl").write_text(
        '{"type":"direct-fire","unit":"1/VIII/132","target":"Gun Unit in 26.12"}', encoding="utf-8"
    )
    outcomes: set[Outcome] = set()
    for gun in ("1-1-antichar", "3-1-antichar", "dummy-1"):
        Path("p.json").write_text(hidden(gun), encoding="utf-8")
        outcome = command(*[text.format(p="p.json") for text in question], *options)
        outcomes.add(outcome)
        assert not re.search("antichar|dummy", outcome.out, re.IGNORECASE)
    assert len(outcomes) == 1


def test_its_owner_and_the_referee_may_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.json").write_text(hidden("1-1-antichar"), encoding="utf-8")
    for options in (["--side", "french"], ["--referee"]):
        outcome = command("moves", "p.json", "1/1 Antichar", *options)
        assert outcome.code == 0
        assert "1/1 Antichar" in outcome.out


# words


def test_there_are_golden_answers() -> None:
    assert len(GOLDEN) >= 8


def golden(path: Path, files: dict[str, Path]) -> tuple[Outcome, str]:
    """Return what the command in the first line of a golden file prints now, and what the file says."""
    line, _, expected = path.read_text(encoding="utf-8").partition("\n")
    return command(*[word.format(**files) for word in line.removeprefix("$ ").split(" ")]), expected


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_an_answer_reads_as_it_should(path: Path, files: dict[str, Path]) -> None:
    outcome, expected = golden(path, files)
    assert outcome.out == expected
    assert max(map(len, outcome.out.splitlines())) <= 120


@pytest.mark.parametrize("case", ERRORS, ids=lambda case: " ".join(case["arguments"]))
def test_wrong_use(case: dict[str, Any], files: dict[str, Path]) -> None:
    before = {path: path.read_bytes() for path in Path().iterdir()}
    outcome = command(*[argument.format(**files) for argument in case["arguments"]])
    assert outcome.code == case["code"]
    assert case["says"] in outcome.err
    assert outcome.out == ""
    assert outcome.err.startswith("adjudicator")
    assert outcome.err.count("\n") == 1
    assert outcome.err[:-1].isprintable()
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_the_built_in_game_can_be_named() -> None:
    arguments = ["resolve", "fire", "--rating", "5", "--colour", "pink"]
    assert command(*arguments, "--game", BUILT_IN) == command(*arguments)
