"""Holds the catalogue and the register of the desert rules against the code, the data and the cases."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator
from functools import cache, reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from adjudicator.rules.catalogue import Rule, Status
from adjudicator.rules.desert.arms import ARMS, pieces
from adjudicator.rules.desert.catalogue import desert_catalogue, desert_register
from adjudicator.rules.desert.tables import FOLDER, desert_tables
from tests.support.corpus import corpus_dir

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "cases"
NUMBERS = tomllib.loads((CASES / "desert_numbers.toml").read_text(encoding="utf-8"))["numbers"]
CATALOGUE = desert_catalogue()
ENFORCED = [rule for rule in CATALOGUE.rules.values() if rule.status is Status.ENFORCED]
TABLES_OF_DATA = {
    "fire": ("fire.toml",), "questions": ("questions.toml",), "movement": ("terrain.toml",), "sight": ("sight.toml",),
    "arms": ("vehicles.toml", "ordnance.toml"), "weather": ("weather.toml",), "overlays": ("overlays.toml",),
    "bog": ("checks.toml", "refusals.toml"), "terrain": ("terrain.toml",),
}  # fmt: skip


def number_of(rule: Rule) -> str:
    return rule.number


def test_every_number_is_there_once_and_no_other() -> None:
    listed = [rule.number for chapter in CATALOGUE.chapters for rule in chapter.rules]
    assert listed == NUMBERS
    assert len(set(listed)) == len(listed)


def test_titles_tell_rules_apart_and_summaries_are_sentences() -> None:
    for chapter in CATALOGUE.chapters:
        titles = [rule.title for rule in chapter.rules]
        assert len(set(titles)) == len(titles), chapter.title
    for rule in CATALOGUE.rules.values():
        for text in (rule.summary, rule.doubt):
            assert not text or re.match(r"[A-Z0-9+\-].*\.$", text, re.DOTALL), rule.number


def _rows(value: Any) -> Iterator[str]:
    """Yield every paragraph that the rows of a table name."""
    if isinstance(value, dict):
        if isinstance(value.get("rule"), str):
            yield value["rule"]
        for each in value.values():
            yield from _rows(each)
    elif isinstance(value, list):
        for each in value:
            yield from _rows(each)


@cache
def _cited_by(function: str) -> str:
    """Return what a function's docstring, its module's and the rows that the module reads cite, as one text."""
    parts = function.split(".")
    depth = next(n for n in range(len(parts), 0, -1) if ROOT.joinpath(*parts[:n]).with_suffix(".py").is_file())
    module = import_module(".".join(parts[:depth]))
    found = reduce(getattr, parts[depth:], module)
    assert inspect.isfunction(found), f"{function} is no function"
    files = TABLES_OF_DATA.get(parts[depth - 1], ())
    rows = [number for file in files for number in _rows(desert_tables()[file])]
    return f"{inspect.getsource(module)} {'; '.join(rows)};"


@pytest.mark.parametrize("rule", ENFORCED, ids=number_of)
def test_an_enforced_rule_names_functions_that_cite_it(rule: Rule) -> None:
    assert rule.functions
    pattern = re.compile(rf"(?<![\d.]){re.escape(rule.number)}(?!\d)")
    assert any(pattern.search(_cited_by(function)) for function in rule.functions)


@pytest.mark.parametrize("rule", CATALOGUE.rules.values(), ids=number_of)
def test_what_a_rule_refers_to_exists(rule: Rule) -> None:
    for function in rule.functions:
        assert _cited_by(function)
    assert set(rule.see) <= CATALOGUE.rules.keys()
    assert bool(rule.functions) or rule.status is Status.BACKGROUND


@cache
def _shown() -> frozenset[str]:
    """Return the paragraphs that a case is about."""
    cases = [
        case
        for path in sorted((CASES / "desert").glob("*.toml"))
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]
    return frozenset(number for case in cases for number in case.get("rule", ()))


def test_every_case_is_about_a_rule_of_the_catalogue() -> None:
    assert _shown() <= CATALOGUE.rules.keys()


@pytest.mark.parametrize("rule", ENFORCED, ids=number_of)
def test_an_enforced_rule_is_shown_by_a_command(rule: Rule) -> None:
    assert rule.number in _shown()


# the register


def test_the_register_is_about_rules_of_the_catalogue() -> None:
    assert len(desert_register()) >= 30
    assert {number for entry in desert_register() for number in entry.rules} <= CATALOGUE.rules.keys()


# the document, where it is at hand


@pytest.fixture(scope="module")
def document() -> str:
    """Return the text of the document, which lies beside the corpus; skip the test without it."""
    corpus = corpus_dir()
    found = sorted((corpus.parent / "seeds").glob("002_*.txt")) if corpus else []
    if not found:
        pytest.skip("the document of the desert rules is not here")
    return found[0].read_text(encoding="utf-8")


def test_no_numbered_paragraph_of_the_document_is_missing(document: str) -> None:
    found = set(re.findall(r"(?m)^[-*\s#]*\**\$?(?:\\textbf\{)?(\d{1,2}\.\d{1,4})\b", document))
    found -= {"1.612"}  # read as 11.612
    bare = {number.split(" ")[0] for number in NUMBERS}
    assert found <= bare


@pytest.mark.parametrize("name", sorted(file.name for file in FOLDER.iterdir()))
def test_no_sentence_of_the_document_is_copied(name: str, document: str) -> None:
    words = document.split()
    runs = {" ".join(words[at : at + 12]) for at in range(len(words) - 11)}
    own = FOLDER.joinpath(name).read_text(encoding="utf-8").split()
    assert [run for at in range(len(own) - 11) if (run := " ".join(own[at : at + 12])) in runs] == []


def _printed(month: str, rf: object) -> re.Pattern[str]:
    """Return what a last month with a Rarity Factor looks like in the notes: ``7-11/42 (1.0``, ``1944 (1.2``."""
    year, number = month.split("-")
    figure = re.escape(str(rf).removeprefix("0"))
    short = rf"(?:{int(number)}/{year[2:]}" + (rf"|(?<![/\d])(?:19)?{year[2:]}" if number == "12" else "") + ")"
    return re.compile(rf"{short}'?\s*\({figure}")


@pytest.mark.parametrize("arms", ARMS)
def test_most_rarity_factors_are_found_in_the_document_with_their_dates(arms: str, document: str) -> None:
    in_prose = {"4", "9", "11", "16", "23", "24", "28"} if arms == "vehicles" else {"7", "18", "19"}
    missing = [
        (piece.name, period.last, str(period.rf))
        for piece in pieces(arms).values()
        for period in piece.periods
        if piece.rule.split()[-1] not in in_prose and period.rf is not None
        and not _printed(period.last, period.rf).search(document)
    ]  # fmt: skip
    assert missing == []
