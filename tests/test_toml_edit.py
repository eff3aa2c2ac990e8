"""Changing single values in the text of a TOML file: the document changes as it should, the rest stays as it is."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.game.loading import BUILT_IN, built_in_games, find_game
from adjudicator.game.loading.toml_scan import Section, Value, scan_toml
from vmod_builder.importing.toml_edit import TomlEdit, toml_value

CASES = tomllib.loads((Path(__file__).parent / "cases/import/toml_edits.toml").read_text(encoding="utf-8"))["case"]
ROOT = Path(__file__).parent.parent
PLACES = ("adjudicator/**/*.toml", "examples/*/*.toml", "tests/cases/**/*.toml")
FILES = sorted(path for places in PLACES for path in ROOT.glob(places))


def _keys(case: dict[str, Any]) -> dict[str, Any]:
    """Return the keys that a case sets, and those that it takes out."""
    return {**case.get("set", {}), **dict.fromkeys(case.get("out", []))}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_a_change_gives_the_text_that_the_case_shows(case: dict[str, Any]) -> None:
    edit = TomlEdit(case["text"])
    if "rows" in case:
        edit.rewrite_tables(case["rows"])
    elif "to" in case:
        edit.replace(tuple(case["path"]), case["to"])
    else:
        edit.update(tuple(case["path"]), _keys(case))
    assert edit.text() == case["becomes"]
    tomllib.loads(edit.text())


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_value_of_our_files_is_where_the_scan_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    document = tomllib.loads(text)
    for section in scan_toml(text):
        for entry in section.entries:
            assert _read(text, entry.value) == _at(document, section, entry.key)


def _read(text: str, value: Value) -> Any:
    return tomllib.loads(f"x = {text[value.start : value.end]}")["x"]


def _at(document: Any, section: Section, key: tuple[str, ...]) -> Any:
    for part in (*section.path, *key):
        document = document[part]
    return document


VALUES = st.recursive(
    st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@settings(derandomize=True, deadline=None)
@given(VALUES)
def test_a_value_is_read_back(value: Any) -> None:
    assert tomllib.loads(f"x = {toml_value(value)}\n") == {"x": value}


@settings(derandomize=True, deadline=None)
@given(
    st.dictionaries(st.sampled_from(["fire", "weapon", "type", "note", "mounted", "new"]), VALUES | st.none()),
    st.sampled_from(["units", "leaders"]),
    st.data(),
)
def test_rows_of_our_files_change_as_they_should(keys: dict[str, Any], table: str, data: st.DataObject) -> None:
    for folder in (find_game(BUILT_IN), ROOT / "examples" / "two_wells"):
        text = folder.joinpath("units.toml").read_text(encoding="utf-8")
        expected = copy.deepcopy(tomllib.loads(text))
        number = data.draw(st.integers(0, len(expected[table]) - 1))
        edit = TomlEdit(text)
        edit.update((table, number), keys)
        row = {**expected[table][number], **keys}
        expected[table][number] = {key: value for key, value in row.items() if value is not None}
        assert tomllib.loads(edit.text()) == expected


def test_there_are_games_to_try() -> None:
    assert BUILT_IN in built_in_games()
    assert len(FILES) > 20
