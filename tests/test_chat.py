"""What is typed into the chat: lines of the notation tell all that menus tell, verbs the action, the rest is talk."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import load_game
from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.referee.dialects.chat import ChatReader
from adjudicator.referee.events import Declared, Said
from tests.support.rule_cases import built_in_game
from tests.support.tiny_game import TINY_GAME


@cache
def start() -> Position:
    return start_position(built_in_game(), 1)


@cache
def words() -> ChatReader:
    return ChatReader(built_in_game())


def told(text: str) -> tuple[Declared, ...]:
    return tuple(each for each in words().read(text, start()) if isinstance(each, Declared))


def test_a_line_tells_the_spotter_and_the_bonus() -> None:
    assert told("M/2/13 DBLE: indirect fire at 1/VIII, spotter L/2/13 DBLE, company bonus check; die 3 spotter") == (
        Declared(
            "m-2-13-dble", Declaration.INDIRECT_FIRE,
            "at 1/VIII, spotter L/2/13 DBLE, company bonus check; die 3 spotter",
            spoken=True,
        ),
        Declared("l-2-13-dble", Declaration.SPOTTER, spoken=True),
        Declared("m-2-13-dble", Declaration.COMPANY_BONUS_CHECK, spoken=True),
    )  # fmt: skip


def test_a_full_stop_behind_a_name_that_ends_in_one_ends_the_clause() -> None:
    siege = start_position(built_in_game(), 4)
    found = words().read("reinforcement: 1./Art.Abt.. 2./Art.Abt. arrives", siege)
    assert [(each.unit, each.action) for each in found if isinstance(each, Declared)] == [
        ("1-art-abt-361", Declaration.ARRIVE), ("2-art-abt-361", Declaration.ARRIVE),
    ]  # fmt: skip


def test_a_line_tells_the_way_of_a_move() -> None:
    (move,) = told("1/VIII/132: move in column, 33.13, 32.13 (die 3 opportunity fire by L/2), to 30.13")
    assert (move.unit, move.action, move.way) == ("1-viii-132", "move", (Hex(33, 13), Hex(32, 13)))


def test_a_line_tells_all_units_of_an_assault() -> None:
    found = told("1/VIII, 2/VIII: assault on 33.13")
    assert [(each.unit, each.action, each.rest) for each in found] == [
        ("1-viii-132", "assault", "on 33.13"), ("2-viii-132", "assault", "on 33.13"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "action", "rest"),
    [
        (
            "L/2/13 DBLE in 26.12: direct fire at 1/VIII/132, rating 6",
            Declaration.DIRECT_FIRE,
            "at 1/VIII/132, rating 6",
        ),
        (
            "L/2/13 DBLE: build improved position; die 3 engineer",
            Declaration.BUILD_IMPROVED_POSITION,
            "; die 3 engineer",
        ),
    ],
)
def test_whatever_is_understood_names_its_unit(text: str, action: Declaration, rest: str) -> None:
    assert told(text) == (Declared("l-2-13-dble", action, rest, spoken=True),)


@pytest.mark.parametrize(
    "text", ["Over to you.", "the turn ends", "the chit 13 DBLE is played", "nobody: assault on 33.13",
             '"no-such-unit": move 33.13', "KG Wolz: roll for withdrawal", "x: " * 400],
)  # fmt: skip
def test_talk_declares_nothing(text: str) -> None:
    assert told(text) == ()


def test_a_line_that_is_too_long_to_be_read_may_be_about_anything() -> None:
    (said,) = words().read("L/2 moves to 28.12. " * 1_000, start())
    assert isinstance(said, Said)
    assert (said.too_long, said.speaks_of_action, said.speaks_of_points) == (True, True, True)
    assert len(said.text) < 300


def test_a_game_without_the_words_of_the_notation_is_read_as_before() -> None:
    game = load_game(TINY_GAME)
    action = game.actions[0]
    unit = next(iter(game.units.values()))
    assert ChatReader(game).read(f"{unit.name}: {action.words}", start_position(game, 1)) == (
        Declared(unit.id, action.id, "", spoken=True),
    )
