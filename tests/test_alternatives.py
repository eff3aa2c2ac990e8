"""Nobody is accused by an uncertain rule: what each refusal rests on, and what an undecided one says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from adjudicator.report.alternatives_text import alternative_lines, finding_document
from adjudicator.rules.judge import judge
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Finding, Ruling, Verdict
from adjudicator.rules.switches import HouseRules, all_switches
from tests.support.rule_cases import build_action, build_position, built_in_game, built_in_refusals, rule_cases

AUTHORITIES: Final = tomllib.loads(
    (Path(__file__).parent / "cases" / "refusal_authorities.toml").read_text(encoding="utf-8")
)
UNCERTAIN: Final[dict[str, list[str]]] = AUTHORITIES["uncertain"]
ONLY_AGREED: Final = frozenset({"independent-not-in-formation", "direct-command-out-of-command",
                                "direct-command-second-action"})  # fmt: skip
"""Refusals that no default makes: only players who agreed on another choice can be refused so."""
NO_CASE_YET: Final = frozenset({"retreat-hex", "retreat-into-zone", "arrives-among-enemies"})
"""Parts of an assault, which hangs on switches that no ruling assumes; and an arrival where no enemy can come."""
FROM_BEFORE: Final = frozenset({"consecutive-actions", "fire-actions"})
"""Switches by which an earlier action was noted: with a house rule it would have been noted otherwise."""
CASES: Final = [case for case in rule_cases() if case["expect"].get("refusals") and "action" in case]


def ruled(case: dict[str, Any], settings: dict[str, Any] | None = None) -> Ruling:
    rules = HouseRules({**case.get("house_rules", {}), **(settings or {})}, frozenset(case.get("waived", ())))
    book = RuleBook(built_in_game(), rules)
    position = build_position(case)
    for row in case.get("before", ()):
        after = judge(position, build_action(row), book).after
        assert after is not None
        position = after
    return judge(position, build_action(case["action"]), book)


def undecided_cases() -> list[Any]:
    found = [case for case in CASES if case["expect"].get("verdict") == "undecided"]
    return [pytest.param(case, id=f"{case['file']}: {case['name']}") for case in found]


def test_every_refusal_of_a_series_rule_rests_on_something() -> None:
    of_series = {name for name, refusal in built_in_refusals().items() if refusal.rule.startswith("GTS")}
    assert of_series == set(AUTHORITIES["printed"]) ^ set(UNCERTAIN)


def test_what_is_uncertain_hangs_on_switches() -> None:
    named = {switch for switches in UNCERTAIN.values() for switch in switches}
    assert named <= set(all_switches())
    assert all(UNCERTAIN.values())


@pytest.mark.parametrize("name", sorted(set(UNCERTAIN) - ONLY_AGREED - NO_CASE_YET))
def test_an_uncertain_refusal_is_undecided_in_a_case(name: str) -> None:
    cases = [case for case in CASES if name in case["expect"]["refusals"]]
    findings = [
        finding
        for case in cases if case["expect"].get("verdict") == "undecided"
        for finding in ruled(case).findings if finding.name == name and finding.alternatives
    ]  # fmt: skip
    tried = {switch for finding in findings for each in finding.alternatives for switch, _ in each.settings}
    assert tried & set(UNCERTAIN[name])


@pytest.mark.parametrize("case", undecided_cases())
def test_an_undecided_refusal_says_what_each_choice_gives(case: dict[str, Any]) -> None:
    said = ruled(case)
    for finding in (each for each in said.findings if each.alternatives):
        assert finding.verdict is Verdict.UNDECIDED
        assert any(each.verdict is not Verdict.ILLEGAL for each in finding.alternatives)
        for each in finding.alternatives:
            if FROM_BEFORE.intersection(switch for switch, _ in each.settings):
                continue
            agreed = ruled(case, dict(each.settings))
            if each.verdict is Verdict.ILLEGAL and len(finding.alternatives[0].settings) == len(each.settings):
                assert agreed.verdict is not Verdict.LEGAL
            if each.verdict is Verdict.LEGAL and "die-not-needed" not in {f.name for f in agreed.findings}:
                assert agreed.verdict is Verdict.LEGAL, (each, agreed.findings)


def night_march() -> Finding:
    case = next(case for case in CASES if case["name"] == "a leg unit's third desert hex at night")
    return ruled(case).findings[0]


def test_the_words_name_rule_switch_choices_and_outcomes() -> None:
    assert list(alternative_lines(night_march())) == [
        "undecided: depends on GTS R5.6 (Movement at night); you may settle this with --house-rules:",
        '  if night-movement = "doubled" (assumed here): illegal',
        '  if night-movement = "normal": legal',
    ]


def test_the_document_names_them_too() -> None:
    supposed, other = finding_document(night_march())["alternatives"]
    assert supposed["settings"] == [{"switch": "night-movement", "rule": "GTS R5.6", "choice": "doubled"}]
    assert (supposed["verdict"], other["verdict"]) == ("illegal", "legal")
    assert supposed["refusals"] == [night_march().text]


def test_a_cost_says_what_it_is_made_of() -> None:
    assert "(2, doubled at night)" in night_march().text
