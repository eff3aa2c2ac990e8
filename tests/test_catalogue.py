"""Holds the rule catalogue and the register against the code, the data and the cases of the rules."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections import defaultdict
from functools import cache, reduce
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from adjudicator.rules.catalogue import CONFIDENCES, Rule, Status, UnknownRule, coverage, rule_catalogue
from adjudicator.rules.contradictions import register_of
from adjudicator.rules.rule_sets import exclusive_rules
from adjudicator.rules.switches import all_switches
from adjudicator.schemas import load_json_schema
from tests.support.rule_cases import Case, built_in_game, built_in_refusals, rule_cases
from tests.support.rule_citations import citations

ROOT = Path(__file__).parent.parent
RULES = ROOT / "adjudicator" / "rules"
SIEGE = RULES / "bir_hacheim"
GAME = ROOT / "adjudicator" / "games" / "no_question_of_surrender"
NUMBERS = tomllib.loads((ROOT / "tests" / "cases" / "rules" / "numbers.toml").read_text(encoding="utf-8"))
CATALOGUE = rule_catalogue()
REGISTER = register_of(exclusive_rules(built_in_game()))
ENFORCED = [rule for rule in CATALOGUE.rules.values() if rule.status is Status.ENFORCED]
CITING = [
    *(path for path in sorted(RULES.rglob("*.py")) if path.name != "catalogue.py"),
    *(folder / name for folder in (RULES, SIEGE) for name in ("refusals.toml", "switches.toml")),
    *(GAME / name for name in ("charts.toml", "actions.toml", "game.toml", "markers.toml")),
    *sorted(GAME.glob("scenario_*.toml")),
]


def number_of(rule: Rule) -> str:
    return rule.number


# the list


@pytest.mark.parametrize("folder", [RULES, SIEGE], ids=lambda folder: folder.name)
@pytest.mark.parametrize("name", ["catalogue", "register", "switches", "refusals"])
def test_the_file_follows_its_schema(folder: Path, name: str) -> None:
    data = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    schema = load_json_schema(f"rule-{name}.schema.json")
    Draft202012Validator.check_schema(schema)
    assert [f"{error.json_path}: {error.message}" for error in Draft202012Validator(schema).iter_errors(data)] == []


def test_every_number_is_there_once_and_no_other() -> None:
    parts = [
        f"{'NQoS General Comments' if scenario == 'all' else f'Scenario {scenario}'}, {part}"
        for scenario, names in NUMBERS["scenarios"].items()
        for part in names
    ]
    expected = [
        *(f"NQoS {number}" for number in (*NUMBERS["rulebook"], *NUMBERS["unnumbered"])),
        *(f"NQoS S3.0 event {event}" for event in NUMBERS["events"]),
        *(f"Scenario {scenario}" for scenario in NUMBERS["scenarios"] if scenario != "all"),
        *parts,
        *(f"GTS {number}" for number in NUMBERS["series"]),
    ]
    listed = [rule.number for chapter in CATALOGUE.chapters for rule in chapter.rules]
    assert sorted(listed) == sorted(expected)


def test_titles_tell_rules_apart() -> None:
    for chapter in CATALOGUE.chapters:
        titles = [rule.title for rule in chapter.rules]
        assert len(set(titles)) == len(titles), chapter.title


def test_summaries_are_sentences() -> None:
    for rule in CATALOGUE.rules.values():
        for text in (rule.summary, rule.not_yet, rule.doubt):
            assert not text or re.match(r"[A-Z0-9+\-].*\.$", text, re.DOTALL), text


@pytest.mark.parametrize("rule", CATALOGUE.rules.values(), ids=number_of)
def test_what_a_rule_refers_to_exists(rule: Rule) -> None:
    assert rule.number not in rule.see
    assert set(rule.see) <= CATALOGUE.rules.keys()


def test_a_section_of_the_series_rulebook_belongs_to_one_rule() -> None:
    sections = [section for rule in CATALOGUE.rules.values() for section in rule.sections]
    assert len(set(sections)) == len(sections)


def test_an_uncertain_rule_says_what_is_uncertain() -> None:
    silent = [rule.number for rule in CATALOGUE.rules.values() if rule.switches and not rule.doubt]
    assert silent == []


def test_coverage_counts_every_rule() -> None:
    counts = coverage(CATALOGUE.rules.values())
    assert sum(counts.values()) == len(CATALOGUE.rules)
    assert set(counts) == {(status, confidence) for status in Status for confidence in CONFIDENCES}
    assert counts[Status.ENFORCED, "A"] == sum(rule.confidence == "A" for rule in ENFORCED)


def test_nothing_is_left_for_later() -> None:
    left = [rule.number for rule in CATALOGUE.rules.values() if rule.status is Status.PLANNED or rule.not_yet]
    assert left == []


# finding


@pytest.mark.parametrize("row", NUMBERS["spellings"], ids=lambda row: row["text"])
def test_a_rule_is_found_by_a_loose_spelling(row: dict[str, Any]) -> None:
    assert [rule.number for rule in CATALOGUE.find(row["text"])] == row["found"]


@pytest.mark.parametrize("number", CATALOGUE.rules)
def test_a_rule_is_found_by_its_number(number: str) -> None:
    assert CATALOGUE.find(number)[0].number == number
    assert CATALOGUE.find(number.upper().replace(" ", ""))[0].number == number


def test_chapters_are_found() -> None:
    for chapter, first, count in (("R9", "GTS R9.1", 26), ("S4", "NQoS S4.0", 7), ("Scenario 4", "Scenario 4", 6)):
        found = CATALOGUE.find(chapter)
        assert (found[0].number, len(found)) == (first, count)
    assert len(CATALOGUE.find("GTS")) == len(NUMBERS["series"])


@pytest.mark.parametrize("row", NUMBERS["unknown"], ids=lambda row: row["text"])
def test_an_unknown_number_tells_near_ones(row: dict[str, Any]) -> None:
    with pytest.raises(UnknownRule) as raised:
        CATALOGUE.find(row["text"])
    assert set(row["near"]) <= set(raised.value.near)
    assert bool(row["near"]) == bool(raised.value.near)
    assert len(raised.value.near) <= 5


def test_a_very_long_number_is_quickly_unknown() -> None:
    with pytest.raises(UnknownRule):
        CATALOGUE.find("R9." * 100_000)


# the code


@cache
def _cited_by(function: str) -> frozenset[str]:
    """Return what a function's docstring and its module's cite. Raises if there is no such function."""
    parts = function.split(".")
    depth = next(n for n in range(len(parts), 0, -1) if ROOT.joinpath(*parts[:n]).with_suffix(".py").is_file())
    module = import_module(".".join(parts[:depth]))
    found = reduce(getattr, parts[depth:], module)
    assert inspect.isfunction(found), f"{function} is no function"
    return frozenset(citations(f"{inspect.getdoc(found) or ''}\n{inspect.getdoc(module) or ''}"))


def _names(rule: Rule) -> set[str]:
    """Return the numbers by which the code and the cases may cite a rule.

    A scenario's parts and the general comments have no numbers in the rulebook, so that the whole is cited.
    """
    whole = rule.number.partition(",")[0]
    return {rule.number, whole, *(f"GTS {section}" for section in rule.sections)}


@pytest.mark.parametrize("rule", ENFORCED, ids=number_of)
def test_an_enforced_rule_names_functions_that_cite_it(rule: Rule) -> None:
    assert [function for function in rule.functions if not _names(rule) & _cited_by(function)] == []


@pytest.mark.parametrize("path", CITING, ids=lambda path: path.name)
def test_every_rule_that_is_cited_is_in_the_catalogue(path: Path) -> None:
    unknown = []
    for number in citations(path.read_text(encoding="utf-8")):
        try:
            CATALOGUE.find(number)
        except UnknownRule:
            unknown.append(number)
    assert unknown == []


def test_a_default_is_one_of_its_choices() -> None:
    assert [switch.id for switch in all_switches().values() if switch.default not in switch.choices] == []


def test_no_switch_and_no_refusal_is_there_twice() -> None:
    for folder, (name, key) in product((RULES, SIEGE), (("switches", "id"), ("refusals", "name"))):
        rows = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))[name]
        assert len({row[key] for row in rows}) == len(rows)


def test_every_switch_and_every_refusal_belongs_to_a_rule() -> None:
    rules = {switch.id: switch.rule for switch in all_switches().values()}
    rules |= {refusal.name: refusal.rule for refusal in built_in_refusals().values()}
    known = CATALOGUE.rules.keys()
    assert {name: rule for name, rule in rules.items() if rule not in known and "{" not in rule} == {}
    shown = [switch.id for rule in CATALOGUE.rules.values() for switch in rule.switches]
    assert sorted(shown) == sorted(all_switches())


# the cases


@cache
def _kinds_of_cases() -> dict[str, set[str]]:
    """Return what kinds of cases each rule has: ``legal``, ``illegal``, ``boundary``."""
    kinds = defaultdict[str, set[str]](set)
    for case in rule_cases():
        if "look_up" in case:  # a chart says what holds; it judges nothing
            continue
        cited = case["rule"] if isinstance(case["rule"], list) else [case["rule"]]
        for rule in cited:
            kinds[rule] |= _kinds(case)
    return kinds


def _kinds(case: Case) -> set[str]:
    """Return what a case shows: that something is legal or not (a question's answer no), and whether at a limit."""
    expect = case.get("expect", {})
    verdict = expect.get("verdict", "illegal" if expect.get("refusals") else "legal")
    if "ask" in case and expect.get("answer") is False:
        verdict = "illegal"
    return {verdict} | ({"boundary"} if case.get("boundary") else set())


def _missing_kinds(rule: Rule) -> set[str]:
    has = set[str]().union(*(_kinds_of_cases().get(name, set()) for name in _names(rule)))
    return {"legal", "illegal", *(["boundary"] if rule.limit else [])} - has


@pytest.mark.parametrize("rule", ENFORCED, ids=number_of)
def test_an_enforced_rule_has_cases(rule: Rule) -> None:
    assert _missing_kinds(rule) == set()


def test_every_case_is_about_a_rule_of_the_catalogue() -> None:
    known = {name for rule in CATALOGUE.rules.values() for name in _names(rule)}
    assert {rule: kinds for rule, kinds in _kinds_of_cases().items() if rule not in known} == {}


# the register


def test_contradictions_are_about_rules_of_the_catalogue() -> None:
    ids = [entry.id for entry in REGISTER]
    assert len(set(ids)) == len(ids) >= 30
    assert {
        rule for entry in register_of(exclusive_rules(built_in_game())) for rule in entry.rules
    } <= CATALOGUE.rules.keys()


def test_every_other_spelling_of_a_unit_is_in_the_register() -> None:
    units = tomllib.loads((GAME / "units.toml").read_text(encoding="utf-8"))["units"]
    spelled = {spelling for unit in units for spelling in unit.get("spellings", ()) if re.search(r"\d", spelling)}
    register = (SIEGE / "register.toml").read_text(encoding="utf-8")
    alike = {re.sub(r"^[1-5]\./2[78] ", "1./27 ", spelling) for spelling in spelled}
    assert {spelling for spelling in alike if spelling not in register} == set()
