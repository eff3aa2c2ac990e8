"""The accounts of questions that are asked again with the next mail: only where all that goes into them is the same."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from adjudicator.game.play import EndActivation, RollPurpose
from adjudicator.game.position import Position
from adjudicator.referee.accounts.dice_assignment import Answer
from adjudicator.referee.accounts.interpretation import Account
from adjudicator.referee.accounts.kept_accounts import KeptAccounts, Question
from adjudicator.referee.accounts.observation import DeferredCheck
from adjudicator.rules.ruling import Ruling, Verdict
from tests.random_play import agreed_book
from tests.support.rule_cases import build_position

UNIT: Final = "1-viii-132"


@cache
def position() -> Position:
    return build_position({})


def check() -> DeferredCheck:
    return DeferredCheck(RollPurpose.SUPPRESSION, UNIT, "axis", 0)


def account(*answers: Answer) -> Account:
    return Account(
        EndActivation(UNIT), Ruling(Verdict.LEGAL, (), None), left_out=(), ignored=(), owed=(), waiting=(), may_try=(),
        answers=answers, assumed=(), judged_in=position(), taken=frozenset(), unused=(), note="", slips=(), cost=0.0,
    )  # fmt: skip


def asked(*rest: Any, subject: str = UNIT, awaited: tuple[DeferredCheck, ...] = ()) -> Question:
    return Question(subject, rest, awaited)


def test_the_accounts_are_known_when_the_same_is_asked_again() -> None:
    kept, known = KeptAccounts(agreed_book()), (account(),)
    assert kept.of(asked(position())) is None
    kept.keep(asked(position()), known)
    assert kept.of(asked(position().after())) == known


@pytest.mark.parametrize(
    "other",
    [
        asked(position(), subject="2-viii-132"), asked(position(), awaited=(check(),)),
        asked(position().after(from_start=False)), asked(position(), position()),
    ],
)  # fmt: skip
def test_other_questions_have_accounts_of_their_own(other: Question) -> None:
    kept = KeptAccounts(agreed_book())
    kept.keep(asked(position().after(from_start=True)), (account(),))
    assert kept.of(other) is None


def test_an_answer_is_to_the_check_that_is_asked_about_now() -> None:
    kept, before, now = KeptAccounts(agreed_book()), (check(), check()), (check(), check())
    other = replace(check(), unit="2-viii-132")
    kept.keep(asked(awaited=before), (account(*(Answer(each, 4, frozenset()) for each in (before[1], other))),))
    found = kept.of(asked(awaited=now))
    assert found is not None
    assert [id(each.check) for each in found[0].answers] == [id(now[1]), id(other)]


def test_the_oldest_accounts_make_way() -> None:
    kept = KeptAccounts(agreed_book())
    for number in range(600):
        kept.keep(asked(number), (account(),))
    assert kept.of(asked(0)) is None
    assert kept.of(asked(599)) is not None
