"""Illegal and altered play put into self-played games (``mutations/``) is found, by the right rule, at its steps."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.mutations.planting import Kind, Outcome, trial_at
from tests.mutations.table import GOLDEN, KINDS, SIEGE, SIEGE_GOLDEN, TAILS, Row, renewed, stored, text

AT_LEAST: Final = 60
TRIED: Final = ("air strike out of nothing", "supply not rolled", "13 DBLE too soon")
"""Kinds of the siege whose places come early in their games."""
_PLACE: Final = re.compile(r"    found: game (\d+) after (\d+) actions")


@cache
def golden(path: Path = GOLDEN) -> dict[str, list[str]]:
    """Return the lines of a stored table by the names of the kinds."""
    return stored(path, KINDS if path == GOLDEN else SIEGE)


def places(kind: Kind) -> list[tuple[int, int]]:
    """Return where a kind was found when the table was made, the earliest first: a game is played so far."""
    lines = golden(GOLDEN if kind in KINDS else SIEGE_GOLDEN).get(kind.name, [])
    found = [(int(match[1]), int(match[2])) for line in lines if (match := _PLACE.match(line))]
    return sorted(found, key=lambda place: place[1])


def test_the_table_has_every_kind() -> None:
    assert list(golden()) == [kind.name for kind in KINDS]
    assert sum(kind.plan is not None for kind in KINDS) >= AT_LEAST


def test_kinds_that_cannot_be_found_say_why() -> None:
    for kind in KINDS:
        assert bool(kind.why_not) is (kind.plan is None), kind.name


PLACELESS: Final = frozenset({"Heavy Barrage left"})
"""Kinds that none of the games has a place for: a unit under a Heavy Barrage hardly ever moves in them."""
PLACED: Final = [kind for kind in KINDS if kind.plan is not None and kind.name not in PLACELESS]
"""Kinds that some game has a place for."""
SHARE_FOUND: Final = {"scenario 1": 0.94, "siege": 0.95}
"""How many of the trials of each table are found at least."""


@pytest.mark.parametrize("name", SHARE_FOUND)
def test_most_trials_are_found(name: str) -> None:
    """Hold the stored table to what it has to be."""
    rows = [line for lines in golden(GOLDEN if name == "scenario 1" else SIEGE_GOLDEN).values() for line in lines]
    count = {outcome: sum(line.startswith(f"    {outcome.value}: ") for line in rows) for outcome in Outcome}
    assert count[Outcome.FOUND] >= SHARE_FOUND[name] * sum(count.values())


def test_every_kind_with_a_place_is_found_somewhere() -> None:
    assert [kind.name for kind in KINDS if places(kind)] == [kind.name for kind in PLACED]


@pytest.mark.parametrize("kind", PLACED, ids=[kind.name for kind in PLACED])
def test_every_kind_is_found(kind: Kind) -> None:
    (seed, before), *_ = places(kind)
    assert trial_at(kind, seed, before, TAILS[kind.scenario]).outcome is Outcome.FOUND


@pytest.mark.parametrize("path", [GOLDEN, SIEGE_GOLDEN], ids=["scenario 1", "siege"])
def test_the_sum_of_a_stored_table_is_that_of_its_rows(path: Path) -> None:
    kinds = KINDS if path == GOLDEN else SIEGE
    assert text(stored(path, kinds).values()) == path.read_text(encoding="utf-8")


def _kind(name: str) -> Kind:
    return next(kind for kind in (*KINDS, *SIEGE) if kind.name == name)


def test_some_rows_are_made_anew_and_the_others_are_kept(tmp_path: Path) -> None:
    name = "Rommel with the French"
    kinds = [kind for kind in SIEGE if kind.name in (name, "Indian Gun outside")]
    path = tmp_path / "table.txt"
    path.write_text(text(golden(SIEGE_GOLDEN)[kind.name] for kind in kinds), encoding="utf-8")
    again = renewed(path, kinds, [name], lambda names: [list(Row(_kind(each), ()).lines()) for each in names])
    rows = again.splitlines()
    assert "    trials 0, found 0, undecided 0, missed 0, beside 0, elsewhere 0" in rows
    assert [line for line in golden(SIEGE_GOLDEN)["Indian Gun outside"] if line not in rows] == []
    assert rows[-1].startswith("2 kinds, 0 of which cannot be found; 1 of the others always found")


def test_all_kinds_of_the_siege_are_found() -> None:
    names = [kind.name for kind in (*KINDS, *SIEGE)]
    assert len(set(names)) == len(names)
    assert list(golden(SIEGE_GOLDEN)) == [kind.name for kind in SIEGE]
    assert [kind.name for kind in SIEGE if not places(kind)] == []


def test_kinds_of_the_siege_that_may_be_told_in_other_words_say_why() -> None:
    for kind in SIEGE:
        told = [line for line in golden(SIEGE_GOLDEN)[kind.name] if line.startswith("    or: ")]
        assert bool(told) is bool(kind.why_else), kind.name


def test_kinds_are_of_their_scenarios() -> None:
    assert {kind.scenario for kind in SIEGE} == {2, 3, 4}
    assert all(kind.scenario == 1 for kind in KINDS)


@pytest.mark.parametrize("name", TRIED)
def test_some_of_them_are_found(name: str) -> None:
    kind = _kind(name)
    (seed, before), *_ = places(kind)
    assert trial_at(kind, seed, before, TAILS[kind.scenario]).outcome is Outcome.FOUND
