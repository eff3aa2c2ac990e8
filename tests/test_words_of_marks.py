"""Words that describe a move after it was made: they go to its drag, with what they say of the unit's activation."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.start import start_position
from adjudicator.referee.events import Declared
from adjudicator.referee.segments.words_of_marks import with_words_at_their_marks
from tests.support.rule_cases import built_in_game
from tests.support.table_log import event_words, steps

START: Final = start_position(built_in_game(), 1)
DRAG: Final = "Anna | 3/VIII/132 to 30.14"
OTHER: Final = "2/VIII/132 says: rally =4"
TOLD, DRAGGED = "3-viii-132: move", "3-viii-132 to 30.14"
RALLY, COMMAND = "2-viii-132: rally", "3-viii-132: direct-command"
MOVE: Final = "3/VIII/132 says: move"


def order(*lines: str, way: str = "30.14") -> list[str]:
    """Return the events of Anna's lines in the order in which they are read; the move in her words goes that *way*."""
    known = [
        (replace(event, way=(Hex.parse(way),)) if isinstance(event, Declared) and event.action == Declaration.MOVE
         else event, step)
        for step in steps(lines, START) for event in step.events
    ]  # fmt: skip
    return [event_words(event) for event, _ in with_words_at_their_marks(known)]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        pytest.param((DRAG, f"Anna | {OTHER}; {MOVE}"), [TOLD, DRAGGED, RALLY], id="told of after something else"),
        pytest.param((DRAG, f"Anna | {MOVE}"), [DRAGGED, TOLD], id="told of first"),
        pytest.param(
            (DRAG, f"Anna | {OTHER}; 3/VIII/132 says: direct-command; {MOVE}"),
            [COMMAND, TOLD, DRAGGED, RALLY], id="with its activation",
        ),
        pytest.param(
            (f"Anna | {MOVE}", DRAG, f"Anna | {OTHER}; {MOVE}"), [TOLD, DRAGGED, RALLY, TOLD], id="announced",
        ),
    ],
)  # fmt: skip
def test_a_move_is_told_of_where_it_was_dragged(lines: tuple[str, ...], found: list[str]) -> None:
    assert order(*lines) == found


def test_words_about_another_hex_are_of_another_move() -> None:
    assert order(DRAG, f"Anna | {OTHER}; {MOVE}", way="29.14") == [
        DRAGGED,
        RALLY,
        TOLD,
    ]


def test_what_is_under_another_chit_is_another_move() -> None:
    drawn = "Anna | chit direct-command-italian from Mug to In play"
    assert order(DRAG, drawn, f"Anna | {OTHER}; {MOVE}") == [
        DRAGGED,
        "chit direct-command-italian to In play",
        RALLY,
        TOLD,
    ]
