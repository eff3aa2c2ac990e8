"""Units that an undecided action has changed: what they do as the table shows them is a question."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from adjudicator.game.action_words import RallyKind
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Move, MoveStep, Rally, StepKind
from adjudicator.game.position import Activation, Position, Status
from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import Aspect, AspectField, AspectKind
from adjudicator.referee.entries.entry import Correction, Entry, EntryKind, left_open
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.events import ObservedStep
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.doubtful_states import with_acts_of_doubtful_units_left_open
from adjudicator.rules.judge import judge
from adjudicator.rules.ruling import Ruling, Verdict
from tests.support.rule_cases import book_for, built_in_game

BOOK: Final = book_for()
START: Final = start_position(built_in_game(), 1)
ACTIVE: Final = START.after(activation=Activation("division-ariete"))
MOVER, PASSER = "3-viii-132", "1-viii-132"
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
    assert with_acts_of_doubtful_units_left_open([before, act], [], BOOK)[1].verdict is expected


def test_a_later_action_settles_what_a_unit_is() -> None:
    back = replace(
        fought(decided=False), number=3, before=without(UNIT), ruling=Ruling(Verdict.LEGAL, (), START), findings=()
    )
    entries = with_acts_of_doubtful_units_left_open([fought(decided=False), back, rallied()], [], BOOK)
    assert entries[2].verdict is Verdict.ILLEGAL


def moved(*, decided: bool) -> Entry:
    """Return the entry of a move that ends in 30.13 by the rules."""
    after = START.with_unit(MOVER, place=Hex(30, 13), column=True)
    return replace(fought(decided=decided), ruling=Ruling(Verdict.LEGAL, (), after))


def passed(before: Position) -> Entry:
    """Return the entry of a unit in Column that goes through that hex."""
    steps = (
        MoveStep(StepKind.FORM_COLUMN),
        *(MoveStep(StepKind.ENTER, Hex(column, 13)) for column in (33, 32, 31, 30)),
    )
    action = Move(PASSER, steps)
    ruling = judge(before, action, BOOK)
    return Entry(
        2, 1, ((1, 1),), "Anna", "axis", EntryKind.ACTION, before, unit=PASSER, action=action, ruling=ruling,
        findings=ruling.findings,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("decided", "counter", "expected"),
    [
        pytest.param(False, Hex(30, 12), Verdict.UNDECIDED, id="its counter is elsewhere"),
        pytest.param(False, Hex(30, 13), Verdict.ILLEGAL, id="its counter is there"),
        pytest.param(True, Hex(30, 12), Verdict.ILLEGAL, id="where it is by the rules is certain"),
    ],
)
def test_a_hex_in_which_a_unit_is_by_an_undecided_action(decided: bool, counter: Hex, expected: Verdict) -> None:
    move = moved(decided=decided)
    assert move.ruling is not None
    assert move.ruling.after is not None
    active = replace(ACTIVE, units={**ACTIVE.units, MOVER: move.ruling.after.units[MOVER]})
    table = active.with_unit(MOVER, place=counter)
    step = ObservedStep(1, 0, "Anna", "axis", (), table)
    found = with_acts_of_doubtful_units_left_open([move, passed(active)], [step, replace(step, number=1)], BOOK)
    assert {each.name: each.verdict for each in found[1].findings}["second-in-column"] is expected


def test_an_entry_without_steps_has_no_table_before_it() -> None:
    told = replace(passed(ACTIVE), steps=())
    assert with_acts_of_doubtful_units_left_open([fought(decided=False), told], [], BOOK)[1] == told
