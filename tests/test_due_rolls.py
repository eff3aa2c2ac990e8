"""Dice rolled twice in a row are noted, but not where the rules call for both rolls."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from adjudicator.audit.audit import Audit, audit_log
from adjudicator.audit.dice import load_patterns
from adjudicator.referee.verdicts.due_rolls import without_due_repeats
from adjudicator.vassal.saved_game import open_game
from tests.support.command_line import command

EXAMPLE = Path(__file__).parent.parent / "examples" / "italians_attack"
MAIL = EXAMPLE / "mail-02.vlog"
LOG = 4


@cache
def audit() -> Audit:
    return audit_log(open_game(MAIL), load_patterns(()))


def repeated(found: Audit) -> list[tuple[int, ...]]:
    return [each.steps for each in found.findings if each.kind.name == "roll-repeated"]


def test_the_log_alone_shows_a_repeated_roll() -> None:
    assert repeated(audit()) == [(12,)]


@pytest.mark.parametrize(
    ("due", "noted"),
    [({11, 12}, []), ({12}, [(12,)]), ({11}, [(12,)]), (set(), [(12,)])],
    ids=["both rolls are due", "the first one is not", "the second one is not", "none is"],
)
def test_it_is_noted_unless_both_rolls_are_due(due: set[int], noted: list[tuple[int, ...]]) -> None:
    found = without_due_repeats(audit(), LOG, {(LOG, step) for step in due})
    assert repeated(found) == noted
    assert len(found.findings) == len(audit().findings) - 1 + len(noted)


def test_rolls_of_another_log_excuse_nothing() -> None:
    assert repeated(without_due_repeats(audit(), LOG, {(LOG + 1, 11), (LOG + 1, 12)})) == [(12,)]


def test_a_refereed_game_does_not_note_rolls_that_the_rules_call_for() -> None:
    outcome = command("audit", EXAMPLE)
    assert "re-rolled" in outcome.out
    assert "twice in a row" not in outcome.out
