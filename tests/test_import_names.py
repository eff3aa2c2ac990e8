"""Which unit a name of the module means: cases as data, and that no other unit's name is ever taken for one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.loading.files import read_folder
from adjudicator.game.name_index import Found, NameIndex
from vmod_builder.importing.counters import named_counter

CASES = tomllib.loads((Path(__file__).parent / "cases/import/names.toml").read_text(encoding="utf-8"))["case"]
GAME = load_game(find_game(BUILT_IN))
INDEX = NameIndex(named_counter(GAME, row) for row in read_folder(find_game(BUILT_IN))["units.toml"]["units"])


def _how(found: Found) -> str:
    if found.could_be:
        return "ambiguous"
    return "unknown" if not found.ids else "loosely" if found.loosely else "exactly"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"] or "empty")
def test_a_name_means_what_the_case_says(case: dict[str, Any]) -> None:
    found = INDEX.find(case["name"], case.get("division", ""))
    assert (" ".join(found.ids), _how(found)) == (case["is"], case["how"])


def test_every_name_and_spelling_of_ours_is_found_exactly() -> None:
    for unit in GAME.units.values():
        for name in (unit.id, unit.name, *unit.spellings):
            assert INDEX.find(name) == Found((unit.id,))
            assert INDEX.find(name, unit.division) == Found((unit.id,))


def test_without_one_of_our_units_no_other_is_taken_for_it() -> None:
    rows = read_folder(find_game(BUILT_IN))["units.toml"]["units"]
    for missing in rows:
        index = NameIndex(named_counter(GAME, row) for row in rows if row is not missing)
        found = index.find(missing["name"], missing["division"])
        assert not found.ids, (missing["name"], found)
