"""Accusations that rest on free words: what else is left over under the same chit leaves them open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from adjudicator.game.action_words import Declaration, RallyKind
from adjudicator.game.play import EndActivation, PlayChit, Rally, RollPurpose
from adjudicator.game.start import start_position
from adjudicator.referee.accounts.slips import Slip
from adjudicator.referee.discrepancies.aspects import Aspect, AspectField, AspectKind
from adjudicator.referee.entries.entry import Correction, Entry, EntryKind, StrayDie
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.events import Declared, ObservedStep
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.unexplained_record import with_unexplained_left_open
from adjudicator.rules.ruling import Resolution, Verdict
from tests.support.rule_cases import built_in_game

UNIT: Final = "l-2-13-dble"
POSITION: Final = start_position(built_in_game(), 1)
WORDS: Final = [ObservedStep(0, 6, "Bert", "french", (Declared(UNIT, Declaration.MOVE, own_words=True),), POSITION)]
WRONG: Final = finding(FindingName.RESULT_NOT_APPLIED, rule="GTS R6.11", subject="X", expected="1", found="2", step=3)
CHIT: Final = PlayChit("direct-command-french")


def entry(number: int, *steps: int, kind: EntryKind = EntryKind.ACTION, **fields: Any) -> Entry:
    """Return an entry with steps of the first log."""
    fields = {"action": EndActivation(UNIT) if kind is EntryKind.ACTION else None, **fields}
    return Entry(number, 0, tuple((0, step) for step in steps), "Bert", "french", kind, POSITION, unit=UNIT, **fields)


def accused(*entries: Entry) -> list[int]:
    """Return the numbers of the entries that stay illegal."""
    found = with_unexplained_left_open(entries, WORDS)
    return [each.number for each in found if each.verdict is Verdict.ILLEGAL]


def test_one_thing_left_over_is_a_fault() -> None:
    assert accused(entry(1, 1, 6, findings=(WRONG,)), entry(2, 7)) == [1]


def test_a_second_one_under_the_same_chit_leaves_both_open() -> None:
    stray = entry(2, 7, stray_dice=(StrayDie(4, (0, 7)),))
    assert accused(entry(1, 1, 6, findings=(WRONG,)), stray) == []
    assert accused(entry(1, 1, 6, findings=(WRONG,)), entry(2, 7, action=CHIT), stray) == [1]


def test_a_track_that_follows_losses_is_no_second_thing() -> None:
    lost = Correction(Aspect(AspectKind.UNIT, UNIT, AspectField.STEPS), "2 steps", "1 step", harms="french")
    track = Correction(Aspect(AspectKind.CONDITION, "morale"), "20", "22")
    both = (WRONG, replace(WRONG, name="change-not-explained"))
    assert accused(entry(1, 1, 6, findings=both, corrections=(lost, track))) == [1]
    other = Correction(Aspect(AspectKind.CONDITION, "supply"), "full", "reduced")
    assert accused(entry(1, 1, 6, findings=both, corrections=(lost, other))) == []


def test_dice_rolled_before_the_chit_is_told_of_do_not_put_an_action_under_the_chit_before() -> None:
    stray = entry(3, 7, stray_dice=(StrayDie(4, (0, 7)),))
    assert accused(entry(1, 6, action=CHIT), entry(2, 1, 6, 8, findings=(WRONG,)), stray) == []


def test_what_is_reported_of_the_table_is_under_the_chit_of_its_step() -> None:
    table = entry(4, 3, kind=EntryKind.TABLE, findings=(WRONG,))
    assert accused(entry(1, 1, 2, findings=(WRONG,)), entry(2, 7, action=CHIT), entry(3, 8), table) == []


def test_the_dice_the_words_and_the_marker_of_one_act_are_one_thing() -> None:
    marked = Correction(Aspect(AspectKind.UNIT, UNIT, AspectField.SUPPRESSED), "not Suppressed", "Suppressed")
    change = finding(FindingName.CHANGE_NOT_EXPLAINED, rule="GTS R9.24", subject="X", expected="1", found="2", step=4)
    act = entry(1, 1, 6, slips=(Slip.ANNOUNCEMENT_UNUSED,), stray_dice=(StrayDie(4, (0, 2)),))
    within = entry(2, 4, kind=EntryKind.TABLE, findings=(change,), corrections=(marked,))
    not_due = finding(FindingName.OPPORTUNITY_FIRE_NOT_DUE, unit="X")
    assert accused(act, within, entry(3, 1, kind=EntryKind.TABLE, findings=(not_due,))) == [2, 3]
    assert accused(act, within) == []  # the die may be that of a shot which was not understood
    assert accused(act, entry(2, 8, kind=EntryKind.TABLE, findings=(WRONG,))) == []


def test_a_die_that_is_used_against_the_words_beside_it_leaves_the_same_act_open() -> None:
    assert accused(entry(1, 1, 6, findings=(WRONG,), slips=(Slip.ANNOUNCEMENT_UNUSED,))) == [1]
    assert accused(entry(1, 1, 6, findings=(WRONG,), slips=(Slip.DIE_ANNOUNCED_FOR_ANOTHER_ROLL,))) == []


def test_words_without_use_where_a_roll_is_missing_leave_it_open() -> None:
    missing = finding(FindingName.ROLL_LEFT_OUT, rule="GTS R9.2", purpose="fire die", unit="")
    assert accused(entry(1, 1, 6, findings=(missing,))) == [1]
    assert accused(entry(1, 1, 6, findings=(missing,), slips=(Slip.ANNOUNCEMENT_UNUSED,))) == []


def test_a_failed_check_explains_no_mark_that_its_action_cannot_make() -> None:
    change = finding(FindingName.CHANGE_NOT_EXPLAINED, rule="GTS R10.7", subject="X", expected="1", found="2", step=4)
    failed = (Resolution(RollPurpose.RALLY, UNIT, "", 5, (), 4, 7, "fail", "GTS R13.1"),)
    dice = (StrayDie(4, (0, 6)), StrayDie(5, (0, 6)))

    def rallied(mark: Aspect) -> Entry:
        return entry(
            1, 1, 6, action=Rally(UNIT, RallyKind.SUPPRESSION), findings=(change,), resolutions=failed, stray_dice=dice,
            corrections=(Correction(mark, "none", "light"),),
        )  # fmt: skip

    assert accused(rallied(Aspect(AspectKind.BARRAGES, "26.12"))) == []
    assert accused(rallied(Aspect(AspectKind.UNIT, UNIT, AspectField.SUPPRESSED))) == [1]
