"""Every command that begins with a set-up judges it: script judge, script write, judge, verify, audit."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.position_json import position_text
from adjudicator.game.start import start_position
from tests.support.built_module import built_module
from tests.support.command_line import Outcome, command
from tests.support.rule_cases import built_in_game
from tests.support.schemas import follow_schema

CASES: Final[list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "set_up_commands.toml").read_text(encoding="utf-8")
)["cases"]
ILLEGAL: Final = "scenario: 1\n5/2/13 DBLE: set up in 30.13\nAxis\n1/VIII/132: move 33.13, 32.13\n"
INDENT: Final = " " * 16

pytestmark = pytest.mark.xdist_group("set-up")
"""One process has them all: what they share is made once."""


def judged(text: str, directory: Path, *arguments: str) -> Outcome:
    """Return what is said of a script."""
    path = directory / "typed.script"
    path.write_text(text, encoding="utf-8")
    return command("script", "judge", path, *arguments)


def findings(lines: str) -> list[str]:
    """Return what is said against a set-up; a long line goes on in the next ones, which are indented more."""
    found: list[str] = []
    for line in lines.splitlines():
        if found and line.startswith(f"{INDENT}  "):
            found[-1] += f" {line.strip()}"
        elif line.startswith(INDENT):
            found.append(line.strip())
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_script_is_told_what_is_wrong_with_its_set_up(case: dict[str, Any], tmp_path: Path) -> None:
    says = case.get("says", [])
    outcome = judged(f"scenario: {case['scenario']}\n{case['script']}\n", tmp_path)
    assert findings(outcome.out) == says
    assert outcome.out.splitlines()[-1] == f"set-up: {'illegal' if says else 'legal'}; no actions"
    assert (outcome.code, outcome.err) == (1 if says else 0, "")


def test_the_ruling_on_a_set_up_has_its_place_in_the_document(tmp_path: Path) -> None:
    document = json.loads(judged(ILLEGAL, tmp_path, "--json").out)
    follow_schema(document, "rulings.schema.json")
    assert (document["verdict"], document["set_up"]["verdict"]) == ("illegal", "illegal")
    assert [(each["name"], each["line"]) for each in document["set_up"]["findings"]] == [("set-up-place", 2)]
    assert [each["verdict"] for each in document["rulings"]] == ["legal"]


def test_counters_are_set_up_at_a_start_only(tmp_path: Path) -> None:
    later = start_position(built_in_game(), 1).after(played=("direct-command-french",))
    (tmp_path / "later.json").write_text(position_text(later), encoding="utf-8")
    refused = judged("6/2/13 DBLE: set up in 26.14\n", tmp_path, "--start", str(tmp_path / "later.json"))
    assert (refused.code, "before anybody has acted" in refused.err) == (3, True)


def test_actions_from_an_illegal_start(tmp_path: Path) -> None:
    start = start_position(built_in_game(), 1)
    position, actions = tmp_path / "start.json", tmp_path / "actions.jsonl"
    actions.write_text('{"type":"move","unit":"1/VIII/132","steps":[{"kind":"enter","to":"33.13"}]}', encoding="utf-8")
    position.write_text(position_text(start), encoding="utf-8")
    assert command("judge", position, actions).code == 0
    position.write_text(position_text(start.with_unit("5-2-13-dble", place=Hex(30, 13))), encoding="utf-8")
    outcome = command("judge", position, actions)
    assert outcome.code == 1
    assert findings(outcome.out)[0] == "Scenario 1: 5/2/13 DBLE cannot be set up in 30.13"
    assert "set-up: illegal; 1 action: 1 legal" in outcome.out
    assert command("judge", position, actions, "--place", "5/2/13 DBLE=26.11").code == 0, "a supposition is no set-up"


def test_a_log_that_begins_with_an_illegal_set_up(tmp_path: Path) -> None:
    module, script, log = (tmp_path / name for name in ("game.vmod", "game.script", "game.vlog"))
    module.write_bytes(built_module().archive)
    script.write_text(ILLEGAL, encoding="utf-8")
    refused = command("script", "write", script, "--module", module, "-o", log)
    assert (refused.code, log.exists()) == (1, False)
    assert "5/2/13 DBLE cannot be set up in 30.13 (line 2)" in refused.out
    assert command("script", "write", script, "--module", module, "-o", log, "--as-played").code == 1
    for arguments in (("audit",), ("verify",)):
        outcome = command(*arguments, log)
        assert outcome.code == 1
        assert "the set-up with which the first file begins" in outcome.out
        assert "Scenario 1: 5/2/13 DBLE cannot be set up in 30.13" in outcome.out
