"""Counts the legal actions of units in frozen positions, and finds those of some of them by trying everything."""

from __future__ import annotations

import tomllib
from typing import Any, Final

import pytest

from adjudicator.game.play import Move
from adjudicator.rules.legal_actions import legal_actions
from tests.perft import COUNTS, POSITIONS, counted, frozen_position, searched
from tests.random_play import agreed_book
from tests.support.rule_cases import unit_id

STORED: Final = tomllib.loads(COUNTS.read_text(encoding="utf-8"))
SEARCHED: Final = [(row, name) for row in POSITIONS for name in row.get("search", [])]


def test_there_are_frozen_positions_enough() -> None:
    assert len(POSITIONS) >= 30
    assert list(STORED) == [row["name"] for row in POSITIONS]


@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: str(row["name"]))
def test_units_have_as_many_legal_actions_as_ever(row: dict[str, Any]) -> None:
    assert counted(row) == STORED[row["name"]]


@pytest.mark.parametrize(
    ("row", "name"), SEARCHED, ids=lambda value: value if isinstance(value, str) else value["name"]
)
def test_trying_everything_finds_the_same_actions(row: dict[str, Any], name: str) -> None:
    position, unit = frozen_position(row), unit_id(name)
    book = agreed_book(position.game.sheet)
    others, ends = searched(position, unit, book)
    offered = legal_actions(position, unit, book)
    assert {action for action in offered if not isinstance(action, Move)} == others
    moves = [
        [step.to for step in action.steps if step.to is not None] for action in offered if isinstance(action, Move)
    ]
    reached = [hexes[-1] for hexes in moves if hexes]
    assert len(set(reached)) == len(reached)
    assert set(reached) == ends
