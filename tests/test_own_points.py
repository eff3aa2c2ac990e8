"""Too few points on a player's own track accuse him only where an action shows what they were for."""

from __future__ import annotations

from typing import Final

import pytest

from adjudicator.game.play import EndActivation
from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import Aspect, AspectField, AspectKind
from adjudicator.referee.entries.entry import Correction, Entry, EntryKind
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.own_points import with_too_few_own_points_left_open
from adjudicator.rules.ruling import Verdict
from tests.support.rule_cases import built_in_game

POSITION: Final = start_position(built_in_game(), 1)
WRONG: Final = finding(FindingName.RESULT_NOT_APPLIED, rule="GTS R6.11", subject="X", expected="5", found="4", step=3)
POINTS: Final = Aspect(AspectKind.POINTS, "french", AspectField.COMMAND)
STEPS: Final = Aspect(AspectKind.UNIT, "l-2-13-dble", AspectField.STEPS)
FEWER: Final = Correction(POINTS, "5", "4", harms="french")
MORE: Final = Correction(POINTS, "5", "6")


def verdict(side: str, kind: EntryKind, *corrections: Correction) -> Verdict:
    """Return the verdict on an entry of a side in which these differences were found."""
    action = EndActivation("l-2-13-dble") if kind is EntryKind.ACTION else None
    entry = Entry(1, 0, ((0, 3),), "Bert", side, kind, POSITION, action=action, findings=(WRONG,),
                  corrections=corrections)  # fmt: skip
    return with_too_few_own_points_left_open(entry, ()).verdict


def test_fewer_points_of_his_own_are_a_question() -> None:
    assert verdict("french", EntryKind.TABLE, FEWER) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("side", "kind", "corrections"),
    [
        pytest.param("french", EntryKind.TABLE, (MORE,), id="more points than the rules give"),
        pytest.param("axis", EntryKind.TABLE, (FEWER,), id="the points of the other side"),
        pytest.param("french", EntryKind.ACTION, (FEWER,), id="an action shows what they were for"),
        pytest.param("french", EntryKind.TABLE, (FEWER, Correction(STEPS, "2 steps", "1 step", harms="french")),
                     id="something else differs as well"),
        pytest.param("french", EntryKind.TABLE, (), id="nothing on the table differs"),
    ],
)  # fmt: skip
def test_everything_else_stands(side: str, kind: EntryKind, corrections: tuple[Correction, ...]) -> None:
    assert verdict(side, kind, *corrections) is Verdict.ILLEGAL
