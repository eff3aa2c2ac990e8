"""The desert rules as a player meets them: cases as data, each asked of the command and held to what it must answer."""

from __future__ import annotations

import json
import shlex
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

from adjudicator.cli.desert import DESERT_COMMANDS
from adjudicator.cli.desert import command as desert_group
from tests.support.command_line import Outcome, command
from tests.support.schemas import follow_schema

FOLDER = Path(__file__).parent / "cases" / "desert"
FILES = sorted(FOLDER.glob("*.toml"))
CASES: list[dict[str, Any]] = [
    {**case, "file": path.stem} for path in FILES for case in tomllib.loads(path.read_text("utf-8"))["case"]
]
ANSWERS = [case for case in CASES if "expect" in case]
WRONG = [case for case in CASES if "says" in case]
SCHEMA = "desert.schema.json"
CODES = {"legal": 0, "illegal": 1, "undecided": 2}


def name_of(case: dict[str, Any]) -> str:
    return f"{case['file']}: {case['ask']}"


def found(document: Any, path: str) -> Any:
    """Return what a path such as ``steps.0.total`` leads to; ``findings`` alone are told by their names."""
    if path == "findings":
        return [finding["name"] for finding in document["findings"]]
    for part in path.split("."):
        if isinstance(document, list) and not part.lstrip("-").isdigit():
            document = [item[part] for item in document]
        else:
            document = document[int(part)] if isinstance(document, list) else document[part]
    return document


@cache
def asked(question: str) -> Outcome:
    """Return the answer to a question as JSON."""
    return command("desert", *shlex.split(question), "--json")


@pytest.mark.parametrize("case", ANSWERS, ids=name_of)
def test_an_answer(case: dict[str, Any]) -> None:
    outcome = asked(case["ask"])
    assert outcome.err == ""
    document = json.loads(outcome.out)
    follow_schema(document, SCHEMA)
    assert {path: found(document, path) for path in case["expect"]} == case["expect"]
    assert outcome.code == CODES[document["verdict"]]
    assert "findings" in case["expect"] or document["findings"] == []


@pytest.mark.parametrize("case", ANSWERS, ids=name_of)
def test_the_text_says_the_same(case: dict[str, Any]) -> None:
    outcome = command("desert", *shlex.split(case["ask"]))
    as_json = asked(case["ask"])
    assert (outcome.code, outcome.err) == (as_json.code, "")
    for finding in json.loads(as_json.out)["findings"]:
        assert finding["rule"] in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 130


@pytest.mark.parametrize("case", WRONG, ids=name_of)
def test_wrong_use_is_told_in_one_line(case: dict[str, Any]) -> None:
    outcome = command("desert", *shlex.split(case["ask"]))
    assert (outcome.code, outcome.out) == (case.get("code", 64), "")
    assert case["says"] in outcome.err
    assert outcome.err.count("\n") == 1


def test_there_are_enough_cases() -> None:
    asked = [case["ask"] for case in CASES]
    assert len(set(asked)) == len(asked) >= 150


@pytest.mark.parametrize("name", sorted(DESERT_COMMANDS))
def test_a_commands_help_is_that_of_the_table_and_documents_all(name: str) -> None:
    found_command = desert_group.get_command(click.Context(desert_group), name)
    assert found_command is not None
    assert found_command.get_short_help_str(limit=200) == DESERT_COMMANDS[name][1]
    for parameter in found_command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
    assert command("desert", name, "--help").code == 0
