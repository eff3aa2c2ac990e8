"""Losses that a player marks in his answer to a shot: questions where it is asked what its dice were for."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from adjudicator.game.play import IndirectFire
from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import Aspect, AspectField, AspectKind
from adjudicator.referee.entries.entry import Correction, Entry, EntryKind, left_open
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.doubtful_losses import with_answers_to_doubtful_losses_left_open
from adjudicator.rules.ruling import Verdict
from tests.support.rule_cases import built_in_game

START: Final = start_position(built_in_game(), 1)
TARGET: Final = "1-viii-132"
SHOT: Final = Entry(
    1, 0, ((0, 3),), "Bert", "french", EntryKind.ACTION, START, unit="m-2-13-dble",
    action=IndirectFire("m-2-13-dble", TARGET, "l-2-13-dble"),
)  # fmt: skip


def marked(unit: str, log: int, player: str = "Anna", side: str = "axis") -> Entry:
    """Return an entry in which a player marks a lost step on a unit in a log, without an action for it."""
    change = finding(FindingName.CHANGE_NOT_EXPLAINED, rule="GTS R9.22", expected="2", found="1", subject="X", step=1)
    lost = Correction(Aspect(AspectKind.UNIT, unit, AspectField.STEPS), "2 steps", "1 step")
    return Entry(2, log, ((log, 1),), player, side, EntryKind.TABLE, START, findings=(change,), corrections=(lost,))


def asked(name: FindingName) -> Entry:
    """Return the shot with a question of one kind."""
    return replace(
        SHOT,
        findings=(left_open(finding(name, rule="GTS R3.1", face=0, step=3, subject="X", expected="2", found="1")),),
    )


@pytest.mark.parametrize(
    ("shot", "mark", "expected"),
    [
        pytest.param(asked(FindingName.DIE_TOLD_OF_UNUSED), marked(TARGET, 1), Verdict.UNDECIDED,
                     id="a die of the shot is asked about"),
        pytest.param(SHOT, marked(TARGET, 1), Verdict.ILLEGAL, id="nothing is asked about"),
        pytest.param(asked(FindingName.CHANGE_NOT_EXPLAINED), marked(TARGET, 1), Verdict.ILLEGAL,
                     id="something else is asked about"),
        pytest.param(asked(FindingName.DIE_TOLD_OF_UNUSED), marked(TARGET, 2), Verdict.ILLEGAL,
                     id="it is not marked in the answer"),
        pytest.param(asked(FindingName.DIE_TOLD_OF_UNUSED), marked("5-2-13-dble", 1, "Bert", "french"),
                     Verdict.ILLEGAL, id="another unit is marked"),
    ],
)  # fmt: skip
def test_a_loss_that_is_marked_in_the_answer(shot: Entry, mark: Entry, expected: Verdict) -> None:
    assert with_answers_to_doubtful_losses_left_open([shot, mark])[1].verdict is expected
