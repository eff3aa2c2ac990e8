"""Acts of which there is nothing but words: questions. A die, a drag or a marker makes an offence of them."""

from __future__ import annotations

from typing import Final

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.play import Assault, DirectFire, IndirectFire
from adjudicator.game.start import start_position
from adjudicator.referee.accounts.slips import Slip
from adjudicator.referee.entries.entry import Entry, EntryKind
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.acts_in_words import with_acts_in_words_left_open
from adjudicator.rules.ruling import Finding, Verdict
from tests.support.rule_cases import built_in_game, unit_id
from tests.support.table_log import steps

START: Final = start_position(built_in_game(), 1)
UNIT: Final = unit_id("1/VIII/132")
UNPAID: Final = finding(FindingName.RESULT_NOT_APPLIED, rule="GTS R6.11", expected="3", found="4", subject="X")


@pytest.mark.parametrize(
    ("log", "slips", "verdict"),
    [
        pytest.param(["Anna | 1/VIII/132 words: fire"], (), Verdict.UNDECIDED, id="words alone"),
        pytest.param(["Anna | 1/VIII/132 words: fire", "Anna | die 4"], (), Verdict.ILLEGAL, id="a die"),
        pytest.param(["Anna | 1/VIII/132: fire"], (), Verdict.ILLEGAL, id="a menu"),
        pytest.param(["Anna | 1/VIII/132 words: fire", "Bert | L/2/13 DBLE suppressed 1"], (), Verdict.ILLEGAL,
                     id="a marker"),
        pytest.param(["Anna | 1/VIII/132 words: fire", "Bert | M/2/13 DBLE suppressed 1"], (), Verdict.UNDECIDED,
                     id="a marker of another unit by the other side"),
        pytest.param(["Anna | 1/VIII/132 words: fire", "---", "Bert | die 4"], (), Verdict.UNDECIDED,
                     id="a die of the answer"),
        pytest.param(["Anna | 1/VIII/132 words: fire"], (Slip.MARKER_LATE,), Verdict.ILLEGAL, id="a late marker"),
        pytest.param(["Anna | 1/VIII/132 words: fire"], (Slip.ANNOUNCED_DIE_UNUSED,), Verdict.ILLEGAL,
                     id="a die that is only named"),
    ],
)  # fmt: skip
def test_an_act_in_words(log: list[str], slips: tuple[Slip, ...], verdict: Verdict) -> None:
    known = steps(log, START)
    shot = Entry(
        1, 0, tuple((step.log, step.number) for step in known), "Anna", "axis", EntryKind.ACTION, START, unit=UNIT,
        action=DirectFire(UNIT, unit_id("L/2/13 DBLE")), findings=(UNPAID,), slips=slips,
    )  # fmt: skip
    assert with_acts_in_words_left_open([shot], known)[0].verdict is verdict


def test_an_assault_that_is_announced_has_to_be_answered() -> None:
    known = steps(["Anna | 1/VIII/132 words: assault"], START)
    assault = Entry(
        1, 0, ((0, 1),), "Anna", "axis", EntryKind.ACTION, START, unit=UNIT, action=Assault((UNIT,), Hex(26, 13)),
        findings=(UNPAID,),
    )  # fmt: skip
    assert with_acts_in_words_left_open([assault], known)[0].verdict is Verdict.ILLEGAL


@pytest.mark.parametrize(
    ("words", "slips", "verdict"),
    [
        pytest.param("words: fire", (Slip.UNNAMED_CHOICE,), Verdict.UNDECIDED, id="it may be the spotter"),
        pytest.param("words: fire", (), Verdict.ILLEGAL, id="its spotter is named"),
        pytest.param(": indirect-fire", (Slip.UNNAMED_CHOICE,), Verdict.ILLEGAL, id="by its menu"),
    ],
)
def test_a_unit_without_such_a_weapon_that_fires_indirectly(
    words: str, slips: tuple[Slip, ...], verdict: Verdict
) -> None:
    known = steps([f"Anna | 1/VIII/132{words if words[0] == ':' else ' ' + words}", "Anna | die 4"], START)
    refused = Finding("GTS R10.1", "weapon-not-indirect", "1/VIII/132 cannot fire indirectly")
    shot = Entry(
        1, 0, ((0, 1), (0, 2)), "Anna", "axis", EntryKind.ACTION, START, unit=UNIT, slips=slips, findings=(refused,),
        action=IndirectFire(UNIT, unit_id("L/2/13 DBLE"), UNIT),
    )  # fmt: skip
    assert with_acts_in_words_left_open([shot], known)[0].verdict is verdict
