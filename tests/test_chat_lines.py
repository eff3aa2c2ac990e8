"""The lines of a player's mail, one after the other: the numbers of his list, and what he answers to quoted lines."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.play import RollPurpose
from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.referee.dialects.chat import ChatReader
from adjudicator.referee.dialects.chat_lines import ChatEvent, PlayersLines
from adjudicator.referee.events import Declared, RollNamed, Said
from tests.support.rule_cases import built_in_game, unit_id


@cache
def start() -> Position:
    return start_position(built_in_game(), 1)


def answers(*lines: str) -> tuple[PlayersLines, tuple[ChatEvent, ...]]:
    """Return what a French player has written, and what the last line says."""
    written, reader = PlayersLines(), ChatReader(built_in_game())
    told: tuple[ChatEvent, ...] = ()
    for line in lines:
        text = written.without_number(line)
        told = written.with_answer(text, reader.read(text, start(), "french"), "french", start())
    return written, told


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        (["1. L/2 on 1/VIII"], "L/2 on 1/VIII"),
        (["1a. 4, seen"], "4, seen"),
        (["1. L/2 on 1/VIII", "1a. 4, a miss", "2. M/2 waits"], "M/2 waits"),
        (["8. blind"], "8. blind"),
        (["1. L/2 on 1/VIII", "4. a miss"], "4. a miss"),
        (["One, L/2 on 1/VIII", "a miss. Two, M/2 waits"], "a miss.      M/2 waits"),
        (["a miss. Two, M/2 waits"], "a miss. Two, M/2 waits"),
    ],
)
def test_a_number_of_a_list_is_left_out(lines: list[str], last: str) -> None:
    written = PlayersLines()
    assert [written.without_number(line) for line in lines][-1] == last


def test_a_face_that_was_just_rolled_begins_no_list() -> None:
    written = PlayersLines()
    assert not list(written.note_die("1"))
    assert written.without_number("1. An S!") == "1. An S!"


def test_a_number_of_a_list_is_no_face_where_the_line_tells_another() -> None:
    written = PlayersLines()
    assert not list(written.note_die("1"))
    assert written.without_number("1. S? of L/2: needed 8, rolled 6.") == "S? of L/2: needed 8, rolled 6."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("L/2 has a pop at 1/VIII,", "sorry, make that 2/VIII"),
        ("L/2 has a pop at 1/VIII", "sorry, make that 2/VIII"),
        ("L/2 at 1/VIII.", "no, wait, 2/VIII"),
        ("and hand to hand at", "1/VIII too, 6-2 is 4"),
        ("L/2 fires at the", "1/VIII"),
        ("L/2 fires at 1/VIII, no bonus,", "5-2 is 3"),
    ],
)
def test_a_sentence_may_be_two_lines(first: str, second: str) -> None:
    written = PlayersLines()
    assert written.with_line_before(first) == first
    assert written.with_line_before(second) == f"{first} {second}"


def test_a_sentence_ends_with_what_is_done_or_quoted() -> None:
    written = PlayersLines()
    written.with_line_before("L/2 fires at 1/VIII,")
    assert written.with_line_before("> your check") == "> your check"
    assert written.with_line_before("no bonus") == "no bonus"
    written.with_line_before("L/2 fires at 1/VIII,")
    written.interrupt()
    assert written.with_line_before("sorry, make that 2/VIII") == "sorry, make that 2/VIII"


def test_a_quoted_line_does_nothing() -> None:
    _, told = answers("> L/2 on 1/VIII, 3 is an S")
    assert told == (Said("> L/2 on 1/VIII, 3 is an S"),)


def test_an_arrow_before_a_target_is_no_quotation() -> None:
    _, told = answers("> 1/VIII")
    assert told != (Said("> 1/VIII"),)


@pytest.mark.parametrize(
    ("line", "purpose"),
    [
        ("> 1b. 2 = S?, your check", RollPurpose.SUPPRESSION),
        ("> S, yours to convert", RollPurpose.CONVERSION),
    ],
)
def test_the_next_die_is_what_a_quoted_line_asks_for(line: str, purpose: RollPurpose) -> None:
    written, _ = answers(line, "right")
    assert list(written.note_die("4")) == [RollNamed(purpose)]
    assert not list(written.note_die("5"))


@pytest.mark.parametrize("line", ["1 CP", "I roll for supply: 4", "no thanks"])
def test_a_roll_that_is_bought_given_up_or_announced_is_not_asked_for_any_more(line: str) -> None:
    written, _ = answers("> S?, your check", line)
    assert not list(written.note_die("4"))


@pytest.mark.parametrize(
    ("quoted", "action"),
    [
        ("> 3 = S?, your check", Declaration.SUPPRESSION_CHECK),
        ("> any Opportunity Fire?", Declaration.OPPORTUNITY_FIRE),
    ],
)
def test_the_unit_named_in_the_answer_makes_the_roll(quoted: str, action: Declaration) -> None:
    _, told = answers(quoted, "aye, L/2 wants 8 or less")
    (said,) = (each for each in told if isinstance(each, Declared))
    assert (said.unit, said.action) == (unit_id("L/2/13 DBLE"), action)
