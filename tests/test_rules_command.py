"""``adjudicator rules``: its text, its JSON, and what it says to a wrong number."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.rules.catalogue import Status, rule_catalogue
from adjudicator.rules.contradictions import register_of
from adjudicator.rules.rule_sets import exclusive_rules
from adjudicator.rules.switches import all_switches
from adjudicator.schemas import load_json_schema
from tests.support.command_line import Outcome, command
from tests.support.rule_cases import built_in_game

VALIDATOR = Draft202012Validator(load_json_schema("rules.schema.json"))


def rules(*arguments: str) -> Outcome:
    return command("rules", *arguments)


def document(*arguments: str) -> dict[str, Any]:
    outcome = rules("--json", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    found: dict[str, Any] = json.loads(outcome.out)
    assert [error.message for error in VALIDATOR.iter_errors(found)] == []
    return found


def test_without_a_number_every_rule_has_a_line() -> None:
    outcome = rules()
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    for rule in rule_catalogue().rules.values():
        assert sum(line.startswith(f"  {rule.number}  ") and rule.title in line for line in lines) == 1, rule.number


def test_a_rule_is_told_whole() -> None:
    outcome = rules("r8.7")
    assert outcome.code == 0
    rule = rule_catalogue().rules["GTS R8.7"]
    assert outcome.out.startswith(f"GTS R8.7  {rule.title}\n  {rule.summary}\n")
    for part in (rule.doubt, *(switch.id for switch in rule.switches)):
        assert part in outcome.out
    assert "confidence  C, assumed" in outcome.out


def test_rules_are_told_in_the_order_asked_for_and_once() -> None:
    told = [line for line in rules("Scenario", "3,", "S5.3", "S5.3", "4.3.1").out.splitlines() if line[:1].strip()]
    assert told[0].startswith("Scenario 3  ")
    assert [line.split("  ")[0] for line in told[-2:]] == ["NQoS S5.3", "NQoS 4.3.1"]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (("scenario", "1"), "Scenario 1"),
        (("GTS", "R9.14"), "GTS R9.14"),
        (("event", "4"), "NQoS S3.0 event 4"),
        (("16.4.1",), "GTS R9.25"),
    ],
)
def test_a_number_may_be_two_words(arguments: tuple[str, ...], first: str) -> None:
    assert rules(*arguments).out.startswith(f"{first}  ")


def test_wrong_numbers_list_near_ones() -> None:
    outcome = rules("R9.40", "4.3", "\x1b[31m")
    assert (outcome.code, outcome.out) == (64, "")
    assert outcome.err.count("\n") == 1
    assert "'R9.40'; similar numbers: GTS R9.4," in outcome.err
    assert "\x1b" not in outcome.err


def test_a_lonely_word_is_a_chapter() -> None:
    assert len(document("gts")["rules"]) == sum(number.startswith("GTS") for number in rule_catalogue().rules)


def test_coverage_adds_up() -> None:
    found = document("--coverage")["coverage"]
    assert found["rules"] == len(rule_catalogue().rules)
    assert sum(row["total"] for row in found["by_status"].values()) == found["rules"]
    assert all(row["A"] + row["B"] + row["C"] == row["total"] for row in found["by_status"].values())
    text = rules("--coverage").out
    assert f"  all         {found['by_status']['enforced']['total']}" not in text
    for rule in rule_catalogue().rules.values():
        waits = rule.status in (Status.PLANNED, Status.ASSISTED) or bool(rule.not_yet)
        assert any(line.startswith(f"  {rule.number}  ") for line in text.splitlines()) == waits, rule.number


def test_coverage_of_a_chapter() -> None:
    assert document("--coverage", "R9")["coverage"]["rules"] == len(rule_catalogue().find("R9"))


def test_all_switches_are_listed_with_their_defaults() -> None:
    found = {row["id"]: row for row in document("--switches")["switches"]}
    assert list(found) == list(all_switches())
    text = rules("--switches").out
    for switch in all_switches().values():
        assert f"{switch.id}  {switch.title}\n" in text
    assert text.count("(default)") == len(found)
    assert text.count("\n  unsettled   ") == sum(not switch.safe for switch in all_switches().values())


def test_switches_of_one_rule() -> None:
    expected = [switch.id for switch in all_switches().values() if switch.rule == "GTS R8.7"]
    assert [row["id"] for row in document("R8.7", "--switches")["switches"]] == expected
    assert rules("2.0", "--switches").out == "No switch belongs to it.\n"


def test_the_register_is_listed() -> None:
    found = document("--register")["register"]
    assert [row["id"] for row in found] == [entry.id for entry in register_of(exclusive_rules(built_in_game()))]
    text = rules("--register").out
    assert all(f"{entry.title}\n" in text for entry in register_of(exclusive_rules(built_in_game())))
    assert rules("R1.1", "--register").out == "No contradiction touches it.\n"


def test_several_views_come_one_after_the_other() -> None:
    found = document("S4.6", "--coverage", "--register", "--switches")
    assert set(found) == {"format", "kind", "coverage", "switches", "register"}
    assert [row["id"] for row in found["register"]] == ["morale-signs", "morale-in-scenario-3"]
    text = rules("S4.6", "--register", "--coverage").out
    assert text.index("enforced") < text.index("Signs of the Morale changes")
