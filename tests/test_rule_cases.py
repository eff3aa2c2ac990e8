"""Runs every case of the rules; how they are written is told at the head of ``rule_cases.py``."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest

from tests.rule_cases import Case, differences, rule_cases

CASES: Final = rule_cases()
RULE: Final = re.compile(r"GTS R\d+\.\d+|NQoS S?\d+\.\d+(\.\d+)?( event \d)?|NQoS General Comments|Scenario [1-4]")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['file']}: {case['name']}")
def test_rules_say_what_the_case_expects(case: Case) -> None:
    found = differences(case)
    assert not found, "\n".join(["", *found])


def test_each_case_names_itself_and_its_rules() -> None:
    assert [name for name, count in Counter((case["file"], case["name"]) for case in CASES).items() if count > 1] == []
    for case in CASES:
        rules = [case["rule"]] if isinstance(case["rule"], str) else case["rule"]
        assert rules
        assert [rule for rule in rules if not RULE.fullmatch(rule)] == [], case["name"]


def test_there_are_cases_enough() -> None:
    assert len(CASES) >= 300
