"""Dictated lines: each line of ``cases/dictation.toml``, and what it is as it is written."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.game.start import start_position
from adjudicator.referee.dialects.chat_dictation import in_figures
from adjudicator.referee.dialects.chat_vocabulary import numbers_in_letters
from tests.support.rule_cases import built_in_game

CASES: Final[list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "dictation.toml").read_text(encoding="utf-8")
)["lines"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"])
def test_a_line_is_written(case: dict[str, Any]) -> None:
    position = start_position(built_in_game(), 1)
    assert in_figures(case["text"], position, case.get("rolled", [])) == case.get("written", case["text"])


@given(
    st.lists(st.sampled_from([*numbers_in_letters(), "at", "and", "L", "slash", "question", "mark", ","]), max_size=12),
    st.lists(st.integers(0, 9), max_size=3),
)
def test_any_words_are_written(words: list[str], rolled: list[int]) -> None:
    position = start_position(built_in_game(), 1)
    text = in_figures(" ".join(words), position, rolled)
    assert in_figures(text, position, rolled) == text
