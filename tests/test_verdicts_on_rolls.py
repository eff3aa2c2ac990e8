"""A roll that is missing, and a mark beside a check that was told with another die: offences, or questions."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from adjudicator.game.action_words import RallyKind
from adjudicator.game.play import Action, PlayChit, Rally, Roll, RollPurpose
from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import Aspect, AspectField, AspectKind
from adjudicator.referee.entries.entry import Correction, Entry, EntryKind, StrayDie
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.checks_told_otherwise import with_checks_told_otherwise_left_open
from adjudicator.referee.verdicts.rolls_left_out import with_missing_rolls_asked_about
from adjudicator.referee.verdicts.unexplained_record import with_unexplained_left_open
from adjudicator.rules.ruling import Finding, Verdict
from tests.support.rule_cases import built_in_game, unit_id
from tests.support.table_log import steps

START: Final = start_position(built_in_game(), 1)
UNIT: Final = unit_id("2/VIII/132")
CHIT: Final = PlayChit("division-ariete")
RALLY: Final = Rally(UNIT, RallyKind.SUPPRESSION)


def entry(action: Action | None, *findings: Finding, step: int = 1, **changes: object) -> Entry:
    """Return an entry of Anna's in the first log."""
    kind = EntryKind.ACTION if action is not None else EntryKind.TABLE
    return Entry(1, 0, ((0, step),), "Anna", "axis", kind, START, action=action, findings=findings, **changes)  # type: ignore[arg-type]


def missing(rule: str) -> Finding:
    return finding(FindingName.ROLL_LEFT_OUT, rule=rule, purpose="roll", unit="")


@pytest.mark.parametrize(
    ("action", "roller", "verdict"),
    [
        pytest.param(CHIT, "Anna", Verdict.UNDECIDED, id="a stray die beside a chit"),
        pytest.param(CHIT, "Bert", Verdict.ILLEGAL, id="the die of somebody else"),
        pytest.param(RALLY, "Anna", Verdict.ILLEGAL, id="a stray die of the same act"),
    ],
)
def test_a_stray_die_may_be_the_roll_that_a_chit_lacks(action: Action, roller: str, verdict: Verdict) -> None:
    lacking = entry(action, missing("GTS R6.7"), stray_dice=(StrayDie(4, (0, 2)),))
    lines = ('Anna | "here"', f"{roller} | die 4")
    assert with_unexplained_left_open([lacking], steps(lines, START))[0].verdict is verdict


WEATHER: Final = Correction(Aspect(AspectKind.CONDITION, "weather"), "clear", "mist")
BARRAGE: Final = Correction(Aspect(AspectKind.BARRAGES, "30.13"), "none", "light")


@pytest.mark.parametrize(
    ("mark", "lines", "verdict"),
    [
        pytest.param(BARRAGE, ("Anna | die 4", 'Anna | "here"'), Verdict.UNDECIDED, id="before the mark"),
        pytest.param(BARRAGE, ('Anna | "here"', "Anna | die 4"), Verdict.UNDECIDED, id="after the mark"),
        pytest.param(BARRAGE, ("Bert | die 4", 'Anna | "here"'), Verdict.ILLEGAL, id="the die of somebody else"),
        pytest.param(WEATHER, ("Anna | die 4", 'Anna | "here"'), Verdict.ILLEGAL, id="a track of the turn"),
    ],
)
def test_a_stray_die_of_another_act_may_be_that_of_a_mark(
    mark: Correction, lines: tuple[str, str], verdict: Verdict
) -> None:  # fmt: skip
    die, marked = (at for at, _ in sorted(enumerate(lines, 1), key=lambda line: '"here"' in line[1]))
    changed = finding(
        FindingName.CHANGE_NOT_EXPLAINED, rule="GTS R10.7", subject="X", expected="a", found="b", step=marked
    )
    acts = [
        entry(None, changed, step=marked, corrections=(mark,)),
        replace(entry(RALLY, stray_dice=(StrayDie(4, (0, die)),), step=die), number=2),
    ]
    assert with_unexplained_left_open(acts, steps(lines, START))[0].verdict is verdict


def points(taken: int) -> str:
    return f"Anna | ariete command {START.points['ariete'].command - taken}"


@pytest.mark.parametrize(
    ("rule", "log", "verdict"),
    [
        pytest.param("GTS R9.19", ('Anna | "here"', points(1)), Verdict.UNDECIDED, id="a point for nothing"),
        pytest.param("GTS R9.19", ('Anna | "here"', points(0)), Verdict.ILLEGAL, id="no point"),
        pytest.param("GTS R9.2", ('Anna | "here"', points(1)), Verdict.ILLEGAL, id="no point buys the roll"),
        pytest.param("GTS R9.19", ('Anna | "here"', points(1), "Anna | die 4"), Verdict.ILLEGAL, id="beside dice"),
        pytest.param("GTS R9.19", ('Bert | "here"', points(1).replace("Anna", "Bert")), Verdict.ILLEGAL,
                     id="somebody else's mark"),
    ],
)  # fmt: skip
def test_a_point_for_nothing_may_have_bought_the_check(rule: str, log: tuple[str, ...], verdict: Verdict) -> None:
    lacking = entry(RALLY, missing(rule), step=2)
    assert with_missing_rolls_asked_about([lacking], steps(log, START))[0].verdict is verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        pytest.param("2/VIII/132 says: suppression-check =7", Verdict.UNDECIDED, id="told with another die"),
        pytest.param("2/VIII/132 says: suppression-check =4", Verdict.ILLEGAL, id="told with its die"),
        pytest.param("2/VIII/132 says: suppression-check", Verdict.ILLEGAL, id="told without a die"),
        pytest.param("1/VIII/132 says: suppression-check =7", Verdict.ILLEGAL, id="of another unit"),
    ],
)
def test_a_mark_is_a_question_if_its_check_is_told_with_another_die(said: str, verdict: Verdict) -> None:
    rolled = Rally(UNIT, RallyKind.SUPPRESSION, (Roll(RollPurpose.SUPPRESSION, UNIT, 4),))
    wrong = finding(FindingName.CHANGE_NOT_EXPLAINED, rule="GTS R9.19", step=1, subject="X", expected="a", found="b")
    marked = Correction(Aspect(AspectKind.UNIT, UNIT, AspectField.SUPPRESSED), "no", "yes")
    entries = [entry(rolled), entry(None, wrong, corrections=(marked,))]
    assert with_checks_told_otherwise_left_open(entries, steps((f"Anna | {said}",), START))[1].verdict is verdict
