"""A marker that the table lacks since the first file began is held against nobody, whoever acts first."""

from __future__ import annotations

from typing import Final

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.play import EndActivation
from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import Aspect, AspectKind
from adjudicator.referee.entries.entry import Correction, Entry, EntryKind
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.marks_of_the_start import without_marks_of_the_start
from adjudicator.rules.ruling import Verdict
from tests.support.rule_cases import built_in_game, unit_id

CONTROL: Final = "last-held-by-axis"
POINT: Final = Hex(17, 10)
"""The hex that decides Scenario 3."""


def held_by_the_axis(*, marked: bool) -> Position:
    """Return a position with an Axis company in the hex that decides, and its marker if it is *marked*."""
    start = start_position(built_in_game(), 3)
    for unit in start.units_in(POINT):
        start = start.with_unit(unit, place=Hex(20, 12))
    taken = start.with_unit(unit_id("1./Pioneer 33"), place=POINT)
    return taken.after(flags=taken.flags | {CONTROL} if marked else taken.flags - {CONTROL})


@pytest.mark.parametrize(("marked", "verdict"), [(False, Verdict.LEGAL), (True, Verdict.ILLEGAL)])
def test_who_should_have_put_down_a_marker_that_never_lay_there_is_not_known(marked: bool, verdict: Verdict) -> None:
    position = held_by_the_axis(marked=marked)
    missing = finding(
        FindingName.RESULT_NOT_APPLIED, rule="Scenario 3", subject="the marker", expected="down", found="not", step=1
    )
    flag = Correction(Aspect(AspectKind.FLAG, CONTROL), "put down", "not put down")
    act = Entry(1, 0, ((0, 1),), "Bert", "french", EntryKind.ACTION, position, action=EndActivation("l-2-13-dble"),
                findings=(missing,), corrections=(flag,))  # fmt: skip
    assert without_marks_of_the_start([act])[0].verdict is verdict


def test_nothing_is_noted_where_nothing_was_done() -> None:
    assert without_marks_of_the_start([]) == ()
