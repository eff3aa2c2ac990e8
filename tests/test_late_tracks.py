"""Points and Morale that a player puts right late: questions where he says so, or where an earlier mail is missing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import Aspect, AspectField, AspectKind
from adjudicator.referee.discrepancies.discrepancy import Discrepancies, Overruled
from adjudicator.referee.entries.entry import Correction, Entry, EntryKind, left_open
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.events import ObservedStep, Said
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.late_tracks import with_late_tracks_left_open, with_tracks_in_question_left_open
from adjudicator.rules.ruling import Finding, Verdict
from tests.support.rule_cases import built_in_game
from tests.support.table_log import steps

START: Final = start_position(built_in_game(), 1)
COMMAND: Final = Aspect(AspectKind.POINTS, "french", AspectField.COMMAND)
STEPS: Final = Aspect(AspectKind.UNIT, "l-2-13-dble", AspectField.STEPS)
HAD: Final = START.points["french"].command
WRONG: Final = finding(FindingName.RESULT_NOT_APPLIED, rule="GTS R6.9", subject="X", expected="0", found="2", step=3)


def verdict(log: tuple[ObservedStep, ...], *corrections: Correction) -> Verdict:
    """Return the verdict on an entry of Bert's in the first log."""
    entry = Entry(1, 0, ((0, 3),), "Bert", "french", EntryKind.TABLE, START, findings=(WRONG,), corrections=corrections)
    return with_late_tracks_left_open([entry], log)[0].verdict


def differing(by: int) -> Correction:
    return Correction(COMMAND, str(HAD), str(HAD + by))


@pytest.mark.parametrize(
    ("lines", "by", "expected"),
    [
        pytest.param(('Anna | "over to you"', f"Bert | french command {HAD + 2}"), 2, Verdict.UNDECIDED,
                     id="the track differs by what was marked first of all"),
        pytest.param(('Anna | "over to you"', f"Bert | french command {HAD + 2}"), 1, Verdict.ILLEGAL,
                     id="it differs by something else"),
        pytest.param(('Anna | "over to you"', "Bert | die 4", f"Bert | french command {HAD + 2}"), 2, Verdict.ILLEGAL,
                     id="something was done before"),
    ],
)  # fmt: skip
def test_a_track_that_was_marked_first_of_all(lines: tuple[str, ...], by: int, expected: Verdict) -> None:
    assert verdict(steps(lines, START), differing(by)) is expected


@pytest.mark.parametrize(
    ("player", "corrections", "expected"),
    [
        pytest.param("Bert", (differing(1),), Verdict.UNDECIDED, id="he says that he had left it out"),
        pytest.param("Anna", (differing(1),), Verdict.ILLEGAL, id="the other player says so"),
        pytest.param("Bert", (differing(1), Correction(STEPS, "2 steps", "1 step")), Verdict.ILLEGAL,
                     id="a unit differs as well"),
    ],
)  # fmt: skip
def test_points_that_were_left_out(player: str, corrections: tuple[Correction, ...], expected: Verdict) -> None:
    said = ObservedStep(0, 1, player, "", (Said("forgot the points", admits_omission=True),), START)
    assert verdict((said,), *corrections) is expected


@pytest.mark.parametrize(
    ("shown", "ruled", "expected"),
    [
        pytest.param(6, 4, True, id="what was missing is added to what there is now"),
        pytest.param(6, 6, False, id="it was added to nothing"),
        pytest.param(3, 4, False, id="fewer than before"),
    ],
)
def test_points_are_put_right_by_what_was_missing(shown: int, ruled: int, *, expected: bool) -> None:
    known = Discrepancies().overruling(COMMAND, Overruled(8, 1, None, 1, shift=2))
    assert known.puts_right(COMMAND, shown, ruled) is expected


def test_points_are_put_right_in_the_next_mail_at_the_latest() -> None:
    known = Discrepancies().overruling(COMMAND, Overruled(8, 1, None, 1, shift=2, log=3))
    assert replace(known, log=5).puts_right(COMMAND, 6, 4)
    assert not replace(known, log=6).puts_right(COMMAND, 6, 4)


def test_a_unit_is_dragged_back_in_the_next_mail_at_the_latest() -> None:
    place = Aspect(AspectKind.UNIT, "1-viii-132", AspectField.PLACE)
    known = Discrepancies().overruling(place, Overruled("29.13", 1, None, 1, log=3))
    assert replace(known, log=5).puts_right(place, "29.13")
    assert not replace(known, log=6).puts_right(place, "29.13"), "it moves there"


def test_other_things_are_put_right_by_their_value() -> None:
    known = Discrepancies().overruling(STEPS, Overruled(2, 1, None, 1))
    assert known.puts_right(STEPS, 2)
    assert not known.puts_right(STEPS, 1)
    assert not known.puts_right(COMMAND, 2)


@pytest.mark.parametrize(
    ("first", "log", "aspect", "expected"),
    [
        pytest.param(left_open(WRONG), 0, COMMAND, Verdict.UNDECIDED, id="the track has been in question"),
        pytest.param(WRONG, 0, COMMAND, Verdict.ILLEGAL, id="it was wrong then, and the game went on from it"),
        pytest.param(left_open(WRONG), 1, COMMAND, Verdict.ILLEGAL, id="in another mail"),
        pytest.param(left_open(WRONG), 0, replace(COMMAND, field=AspectField.DISPATCH), Verdict.ILLEGAL,
                     id="another track"),
    ],
)  # fmt: skip
def test_a_track_in_question_is_so_for_the_rest_of_the_mail(
    first: Finding, log: int, aspect: Aspect, expected: Verdict
) -> None:
    entries = [
        Entry(1, 0, ((0, 3),), "Bert", "french", EntryKind.TABLE, START, findings=(first,),
              corrections=(differing(1),)),
        Entry(2, log, ((log, 9),), "Bert", "french", EntryKind.TABLE, START, findings=(WRONG,),
              corrections=(Correction(aspect, "5", "4"),)),
    ]  # fmt: skip
    assert with_tracks_in_question_left_open(entries)[1].verdict is expected
