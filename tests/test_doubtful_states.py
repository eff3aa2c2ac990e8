"""Units that an undecided action has changed: what they do as the table shows them is a question."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from adjudicator.game.action_words import RallyKind
from adjudicator.game.play import Rally
from adjudicator.game.position import Position, Status
from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import Aspect, AspectField, AspectKind
from adjudicator.referee.entries.entry import Correction, Entry, EntryKind, left_open
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.doubtful_states import with_acts_of_doubtful_units_left_open
from adjudicator.rules.ruling import Ruling, Verdict
from tests.support.rule_cases import built_in_game

START: Final = start_position(built_in_game(), 1)
UNIT: Final = "7-2-13-dble"
LEFT_OUT: Final = finding(
    FindingName.CHANGE_NOT_EXPLAINED, rule="GTS R9.2", expected="2", found="1", subject="X", step=1
)


def without(unit: str) -> Position:
    """Return the start with a unit off the map."""
    return START.with_unit(unit, status=Status.ELIMINATED)


def fought(*, decided: bool, lost: str = UNIT) -> Entry:
    """Return the entry of an action in which a unit is lost by the rules."""
    asked = LEFT_OUT if decided else left_open(LEFT_OUT)
    ruling = Ruling(Verdict.LEGAL, (), without(lost))
    return Entry(1, 0, ((0, 1),), "Anna", "axis", EntryKind.ACTION, START, ruling=ruling, findings=(asked,))


def rallied(*, shown: bool = False) -> Entry:
    """Return the entry of a unit that rallies though it is off the map by the rules; *shown* on the table as well."""
    refused = finding(FindingName.CHANGE_NOT_EXPLAINED, rule="GTS R6.1", expected="2", found="1", subject="X", step=1)
    aspect = Aspect(AspectKind.UNIT, UNIT, AspectField.STATUS)
    corrections = () if shown else (Correction(aspect, "off the map", "on the map"),)
    return Entry(
        2, 1, ((1, 1),), "Bert", "french", EntryKind.ACTION, without(UNIT), unit=UNIT,
        action=Rally(UNIT, RallyKind.SUPPRESSION), findings=(refused,), corrections=corrections,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("before", "act", "expected"),
    [
        pytest.param(fought(decided=False), rallied(), Verdict.UNDECIDED, id="the loss is undecided"),
        pytest.param(fought(decided=True), rallied(), Verdict.ILLEGAL, id="the loss is certain"),
        pytest.param(fought(decided=False, lost="5-2-13-dble"), rallied(), Verdict.ILLEGAL, id="another unit is lost"),
        pytest.param(fought(decided=False), rallied(shown=True), Verdict.ILLEGAL, id="the table shows it as well"),
    ],
)
def test_an_act_of_a_unit_that_may_be_lost(before: Entry, act: Entry, expected: Verdict) -> None:
    assert with_acts_of_doubtful_units_left_open([before, act])[1].verdict is expected


def test_a_later_action_settles_what_a_unit_is() -> None:
    back = replace(
        fought(decided=False), number=3, before=without(UNIT), ruling=Ruling(Verdict.LEGAL, (), START), findings=()
    )
    assert with_acts_of_doubtful_units_left_open([fought(decided=False), back, rallied()])[2].verdict is Verdict.ILLEGAL
