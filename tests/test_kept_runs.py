"""What the rules made of a segment is used again only where they are asked the same once more."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from adjudicator.game.play import EndActivation, RollPurpose
from adjudicator.game.position import Position
from adjudicator.referee.accounts.candidates.candidate import Candidate
from adjudicator.referee.accounts.kept_runs import KeptRuns, RunsOfQuestion, is_same
from adjudicator.referee.accounts.observation import DeferredCheck, Observation
from adjudicator.referee.accounts.slips import Slip
from adjudicator.referee.events import Said
from adjudicator.rules.judgement import FaceDownAs
from tests.random_play import agreed_book
from tests.support.rule_cases import build_position

UNIT: Final = "1-viii-132"
OBSERVED: Final = Observation(UNIT, (Said("so be it"),), steps=((0, 1),))
CHECK: Final = DeferredCheck(RollPurpose.SUPPRESSION, UNIT, "axis", 0)


@cache
def position() -> Position:
    return build_position({})


def asked(number: int, *, observed: Observation = OBSERVED) -> tuple[KeptRuns, RunsOfQuestion]:
    """Return what is kept after a question with a *number* of runs, and the question."""
    kept = KeptRuns(agreed_book())
    question = kept.of(position(), observed)
    runs = question.of(Candidate(EndActivation(UNIT)), FaceDownAs.GUNS)
    made: Any = None
    runs.update({(at,): made for at in range(number)})
    kept.keep(question)
    return kept, question


def test_a_question_that_took_long_is_known_when_it_is_asked_again() -> None:
    kept, question = asked(60)
    again = kept.of(position().after(), replace(OBSERVED, tail=Slip.STRAY_DIE, have_answered=frozenset({UNIT})))
    assert again is question
    assert again.of(Candidate(EndActivation(UNIT), note="told otherwise"), FaceDownAs.GUNS)
    assert not again.of(Candidate(EndActivation(UNIT)), FaceDownAs.DUMMIES)
    assert not again.of(Candidate(EndActivation(UNIT), position=position()), FaceDownAs.GUNS)


def test_a_question_that_did_not_take_long_is_not_kept() -> None:
    kept, question = asked(10)
    assert kept.of(position(), OBSERVED) is not question


def test_what_awaits_checks_is_not_kept() -> None:
    waiting = replace(OBSERVED, awaited=(CHECK,))
    kept, question = asked(60, observed=waiting)
    assert kept.of(position(), waiting) is not question


def test_the_oldest_runs_make_way() -> None:
    kept, question = asked(1500)
    other = kept.of(position(), replace(OBSERVED, carried=1))
    made: Any = None
    other.of(Candidate(EndActivation(UNIT)), FaceDownAs.GUNS).update({(at,): made for at in range(1500)})
    kept.keep(other)
    assert kept.of(position(), OBSERVED) is not question
    assert kept.of(position(), replace(OBSERVED, carried=1)) is other


@pytest.mark.parametrize(
    ("changes", "observed"),
    [
        ({"from_start": False}, OBSERVED),
        ({"possible_contacts": {UNIT: frozenset({""})}}, OBSERVED),
        ({"strikes": 3}, OBSERVED),
        ({}, replace(OBSERVED, may_owe=frozenset({UNIT}))),
        ({}, replace(OBSERVED, events=(Said("so be it", speaks_of_action=True),))),
    ],
    ids=str,
)
def test_another_question_is_not_the_same(changes: dict[str, Any], observed: Observation) -> None:
    kept, question = asked(60)
    assert kept.of(position().after(**changes), observed) is not question


def test_values_that_compare_equal_need_not_be_the_same() -> None:
    other = position().after(from_start=False)
    assert other == position()
    assert not is_same(other, position())
    assert is_same((position(), [1]), (position().after(), [1]))
    assert not is_same({"a": 1, "b": 2}, {"b": 2, "a": 1})
