"""House rules: the file that comes with the project, and how a ruling says what would settle it."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from adjudicator.game.errors import GameDataError
from adjudicator.rules.house_rules import house_rules, read_house_rules
from adjudicator.rules.judge import judge
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Finding, Ruling, Verdict
from adjudicator.rules.switches import HouseRules, Switch, all_switches, choice_text
from tests.support.rule_cases import build_action, build_position, built_in_game, rule_cases

EXAMPLE: Final = Path(__file__).parent.parent / "examples" / "house_rules.toml"
UNSAFE: Final = [switch for switch in all_switches().values() if not switch.safe]
OPEN_ASSAULTS: Final = [
    case for case in rule_cases() if "house-rule-missing" in case["expect"].get("refusals", ()) and "action" in case
]


def test_the_example_sets_what_is_not_safe_to_assume_and_nothing_else() -> None:
    rules = read_house_rules(EXAMPLE)
    assert rules.settings == {switch.id: switch.default for switch in UNSAFE}
    assert rules.waived == frozenset()
    assert not any(map(rules.is_open, all_switches()))


@pytest.mark.parametrize("switch", UNSAFE, ids=lambda switch: switch.id)
def test_the_example_says_what_else_a_switch_could_be(switch: Switch) -> None:
    before = EXAMPLE.read_text(encoding="utf-8").partition(f"\n{switch.setting(switch.default)}\n")[0]
    comment = before.rpartition("\n\n")[2]
    assert [choice for choice in switch.choices if choice_text(choice) not in comment] == []


def ruled(case: dict[str, object], rules: HouseRules) -> Ruling:
    return judge(build_position(case), build_action(case["action"]), RuleBook(built_in_game(), rules))  # type: ignore[arg-type]


def test_there_are_open_assaults() -> None:
    assert len(OPEN_ASSAULTS) >= 2


@pytest.mark.parametrize("case", OPEN_ASSAULTS, ids=lambda case: case["name"])
def test_an_open_assault_is_decided_by_the_example(case: dict[str, object]) -> None:
    assert ruled(case, HouseRules()).verdict is Verdict.UNDECIDED
    assert ruled(case, read_house_rules(EXAMPLE)).legal


def setting_in(finding: Finding) -> str:
    found = re.search(r"^unsettled: .* \((\S+ = \S+)\)$", finding.text)
    assert found, finding.text
    return found[1]


@pytest.mark.parametrize("case", OPEN_ASSAULTS, ids=lambda case: case["name"])
def test_an_open_assault_says_what_would_settle_it(case: dict[str, object]) -> None:
    said = ruled(case, HouseRules())
    lines = ["[settings]", *map(setting_in, said.findings)]
    settled = ruled(case, house_rules(tomllib.loads("\n".join(lines))))
    assert settled.legal
    assert settled.after == said.after


@pytest.mark.parametrize("switch", all_switches().values(), ids=lambda switch: switch.id)
def test_every_choice_can_be_written_as_it_is_told(switch: Switch) -> None:
    for choice in switch.choices:
        rules = house_rules(tomllib.loads(f"[settings]\n{switch.setting(choice)}\n"))
        assert rules.settings == {switch.id: choice}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_no_file_of_house_rules(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rules.toml")
    with pytest.raises(GameDataError, match="not a regular file"):
        read_house_rules(tmp_path / "rules.toml")
