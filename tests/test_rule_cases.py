"""Runs every case of the rules; how they are written is told at the head of ``rule_cases.py``."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

import pytest

from tests.support.rule_cases import Case, differences, rule_cases

CASES: Final = rule_cases()
KINDS: Final = frozenset({"action", "ask", "shot", "check", "look_up"})
WORKED_EXAMPLES: Final = (
    *("WE-1", "WE-2a", "WE-2b", "WE-3"),
    *(f"WE-4{letter}" for letter in "abcdefgh"),
    *(f"D-{number}" for number in range(1, 12)),
)
"""The printed examples of the rulebook, and the vectors drawn from its rules."""
RULE: Final = re.compile(r"GTS R\d+(\.\d+)?|NQoS S?\d+\.\d+(\.\d+)?( event \d)?|NQoS General Comments|Scenario [1-4]")


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


def _examples(kinds: frozenset[str]) -> set[str]:
    """Return the worked examples that have a case of one of some kinds."""
    return {case["example"] for case in CASES if "example" in case and not kinds.isdisjoint(case)}


def test_each_worked_example_has_cases_in_its_place() -> None:
    assert _examples(KINDS) == set(WORKED_EXAMPLES)
    for case in CASES:
        assert ("example" in case) == case["file"].startswith("worked_examples/"), case["name"]


def test_no_worked_example_rests_on_charts_alone() -> None:
    assert _examples(KINDS - {"look_up"}) == set(WORKED_EXAMPLES)


def test_there_are_cases_enough() -> None:
    assert len(CASES) >= 1_600
