"""What an account supplies itself accuses nobody: an unnamed spotter, a hex without a drag, the order of steps.

A die that was taken out of its order, or a hex that nobody was dragged into, leaves open what else hangs on dice in the
same mail, but nothing in other mails.
"""

from __future__ import annotations

from typing import Final

import pytest

from adjudicator.game.play import Action, EndActivation, IndirectFire, Move, PlayChit, Roll, RollPurpose
from adjudicator.referee.accounts.slips import Slip
from adjudicator.referee.entries.entry import Entry, EntryKind
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.verdicts.supposed_choices import with_supposed_choices_left_open
from adjudicator.referee.verdicts.unexplained_record import with_unexplained_left_open
from adjudicator.rules.judge import judge
from adjudicator.rules.ruling import Finding, Verdict
from tests.support.rule_cases import book_for, build_position, unit_id
from tests.support.table_log import steps

STRANGER: Final = unit_id("5/2/13 DBLE")
MORTAR: Final = unit_id("Mortier BP1")
TARGET: Final = unit_id("1/V/8")
POSITION: Final = build_position({
    "only": ["Mortier BP1", "1/BP1", "5/2/13 DBLE", "1/V/8"],
    "units": {
        "Mortier BP1": {"place": "30.17"}, "1/BP1": {"place": "30.19"}, "5/2/13 DBLE": {"place": "30.19"},
        "1/V/8": {"place": "30.20"},
    },
    "chit": "direct-command-french",
})  # fmt: skip
WRONG: Final = finding(FindingName.RESULT_NOT_APPLIED, rule="GTS R6.11", subject="X", expected="1", found="2", step=3)


def spotted_by_stranger() -> IndirectFire:
    """Return a mortar's fire with a spotter of another formation."""
    return IndirectFire(MORTAR, TARGET, STRANGER, rolls=(Roll(RollPurpose.SPOTTING, STRANGER, 2),))


def entry(action: Action, *findings: Finding, log: int = 0, step: int = 1, **fields: object) -> Entry:
    """Return an entry of Bert's, with the ruling on its action."""
    ruling = judge(POSITION, action, book_for())
    return Entry(
        10 * log + step, log, ((log, step),), "Bert", "french", EntryKind.ACTION, POSITION,
        action=action, ruling=ruling, findings=(*ruling.findings, *findings), **fields,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fire", "slips", "verdict"),
    [
        pytest.param(spotted_by_stranger(), (Slip.UNNAMED_CHOICE,), Verdict.UNDECIDED,
                     id="a spotter that nobody named is of another formation"),
        pytest.param(spotted_by_stranger(), (), Verdict.ILLEGAL, id="the spotter that was named"),
        pytest.param(IndirectFire(TARGET, MORTAR, TARGET), (Slip.UNNAMED_CHOICE,), Verdict.ILLEGAL,
                     id="what is wrong with every spotter"),
    ],
)  # fmt: skip
def test_an_unnamed_spotter_is_a_question(fire: IndirectFire, slips: tuple[Slip, ...], verdict: Verdict) -> None:
    shot = entry(fire, slips=slips)
    assert shot.verdict is Verdict.ILLEGAL
    assert with_supposed_choices_left_open(shot, book_for()).verdict is verdict


def test_a_move_without_a_drag_is_only_supposed() -> None:
    move = entry(Move(TARGET, ()), slips=(Slip.HEX_ENTERED_WITHOUT_A_DRAG,))
    assert move.verdict is Verdict.ILLEGAL
    assert with_supposed_choices_left_open(move, book_for()).verdict is Verdict.UNDECIDED


def test_the_order_of_the_steps_of_a_turn_is_a_question() -> None:
    early = Finding("GTS R4.1", "step-out-of-order", "buying chits comes after the weather")
    late = Finding("GTS R4.1", "step-still-due", "no chit may be played yet")
    bought = entry(EndActivation(STRANGER))
    for found, verdict in ((early, Verdict.UNDECIDED), (late, Verdict.ILLEGAL)):
        assert with_supposed_choices_left_open(_only(bought, found), book_for()).verdict is verdict


def _only(known: Entry, found: Finding) -> Entry:
    return known.without(lambda _: True).with_findings(found)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        pytest.param("1/BP1 words: fire", Verdict.UNDECIDED, id="in own words"),
        pytest.param("1/BP1: fire", Verdict.ILLEGAL, id="by the menus"),
    ],
)
@pytest.mark.parametrize("slip", [Slip.DIE_LEFT_OVER, Slip.HEX_ENTERED_WITHOUT_A_DRAG, Slip.DICE_REVERSED])
def test_liberties_with_the_record_unsettle_the_dice_of_their_mail(slip: Slip, said: str, verdict: Verdict) -> None:
    act = EndActivation(STRANGER)
    first, second = _only(entry(act), WRONG), _only(entry(act, log=1, step=2), WRONG)
    chit = _only(entry(PlayChit("division-french"), log=1), WRONG).without(lambda _: True)
    other = _only(entry(act, log=0, step=2, slips=(slip,)), WRONG).without(lambda _: True)
    lines = steps(('Bert | "here"', 'Bert | "there"', f"Bert | {said}"), POSITION)
    found = with_unexplained_left_open([first, chit, second, other], lines)
    verdicts = {each.number: each.verdict for each in found if each.number != chit.number}
    assert verdicts == {first.number: verdict, second.number: Verdict.ILLEGAL, other.number: Verdict.LEGAL}
