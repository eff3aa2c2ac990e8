"""Later tables that note what is looked up: two series are alike if they show the same of that in the same order."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.referee.accounts.watched_tables import WatchedTables, are_alike
from tests.support.rule_cases import built_in_game

START: Final = start_position(built_in_game(), 1)
UNIT, OTHER = "1-viii-132", "2-viii-132"
SUPPRESSED: Final = START.with_unit(UNIT, suppressed=True)
OTHER_SUPPRESSED: Final = START.with_unit(OTHER, suppressed=True)
SEEN: Final = frozenset({("units", UNIT)})


def test_what_is_looked_up_is_noted() -> None:
    watched = WatchedTables([START, SUPPRESSED])
    assert [each.units[UNIT].suppressed for each in watched.tables] == [False, True]
    assert watched.seen == SEEN
    assert watched.tables[0].game is START.game
    assert watched.tables[0].side(UNIT) == START.side(UNIT)
    assert watched.seen == SEEN


def test_a_field_that_is_gone_through_is_noted_whole() -> None:
    watched = WatchedTables([START])
    assert list(watched.tables[0].points.items()) == list(START.points.items())
    assert watched.tables[0].weather == START.weather
    assert {("points", None), ("weather", None)} <= watched.seen


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        pytest.param([START], [], False, id="nothing is shown"),
        pytest.param([START], [START, OTHER_SUPPRESSED], True, id="what was not looked up changes"),
        pytest.param([START, SUPPRESSED], [START, START, SUPPRESSED], True, id="it lies there longer"),
        pytest.param([START, SUPPRESSED], [START], False, id="it changes later"),
        pytest.param([START, SUPPRESSED], [SUPPRESSED, START], False, id="it changes the other way round"),
    ],
)
def test_series_of_tables(one: list[Position], other: list[Position], alike: bool) -> None:
    assert are_alike(one, other, SEEN) is alike
    assert are_alike(other, one, SEEN) is alike


def test_what_equality_leaves_out_counts() -> None:
    marked = replace(START, possible_refuges={"leader-pasqualini": frozenset()})
    assert marked == START
    assert not are_alike([START], [marked], {("possible_refuges", None)})


@given(st.lists(st.sampled_from([START, SUPPRESSED, OTHER_SUPPRESSED])))
def test_any_question_about_alike_tables_has_one_answer(tables: list[Position]) -> None:
    shorter = [each for at, each in enumerate(tables) if at == 0 or each is not tables[at - 1]]
    assert are_alike(tables, shorter, SEEN)
    assert any(each.units[UNIT].suppressed for each in tables) == any(each.units[UNIT].suppressed for each in shorter)
