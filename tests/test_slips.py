"""The table of slips: every slip has its row and its use, and the levels stand in the order that the reading needs."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import adjudicator.referee
from adjudicator.referee.accounts.slips import Level, Slip, cost_of, cost_of_level, level_of, row_of, worst_level
from adjudicator.schemas import load_json_schema

PACKAGE = Path(adjudicator.referee.__file__).parent
TABLE: dict[str, Any] = tomllib.loads(
    files("adjudicator.referee.accounts").joinpath("slips.toml").read_text(encoding="utf-8")
)

PROPER_NAMES = ("Opportunity Fire", "Command Point", "Company Bonus", "Barrage")

LESS_THAN = (
    # what the dice were for
    (Slip.ROLL_LEFT_OUT, Slip.ANNOUNCED_DIE_PASSED_OVER,
     "rather a forgotten roll than one rolled again until it fits: an announced die binds its roller"),
    (Slip.DIE_SKIPPED_AS_ANNOUNCED, Slip.DIE_SKIPPED, "words just before a die outweigh the order of the dice"),
    (Slip.DIE_OF_EARLIER_MAIL_SKIPPED, Slip.DIE_SKIPPED, "who answers rolls for himself, and need not use old dice"),
    (Slip.DICE_REVERSED, Slip.DIE_SKIPPED, "two dice named in another order are still both used"),
    (Slip.DIE_LEFT_OVER, Slip.ROLL_LEFT_OUT, "a die rolled before it was said what for is a roll nevertheless"),
    (Slip.WORDS_AFTER_THE_DIE, Slip.DIE_ANNOUNCED_FOR_ANOTHER_ROLL, "to roll first and speak later is no other roll"),
    (Slip.WORDS_AFTER_THE_DIE, Slip.DIE_ANNOUNCED_FOR_ANOTHER_UNIT, "to roll first and speak later is no other unit"),
    (Slip.DIE_WITHIN_ANNOUNCED_SHOT, Slip.DIE_ANNOUNCED_FOR_ANOTHER_ROLL,
     "the words for a shot stand for all its rolls"),
    # dice for nothing
    (Slip.STRAY_DIE_PERHAPS_FOR_NEXT, Slip.STRAY_DIE, "what comes next may still want it"),
    (Slip.STRAY_DIE, Slip.LABELLED_DIE_UNUSED, "the log itself says what a labelled die was for"),
    (Slip.STRAY_DIE, Slip.ANNOUNCED_DIE_PASSED_OVER, "who announced nothing may have clicked by mistake"),
    # rolls that are not there
    (Slip.ROLL_LEFT_TO_THE_OTHER_SIDE, Slip.ROLL_LEFT_OUT, "a target's checks are its owner's by mail"),
    (Slip.ROLL_LEFT_TO_THE_OTHER_SIDE, Slip.ROLL_LEFT_TO_THE_OTHER_SIDE_IN_PASSING,
     "mostly the sender stops where the other side has to roll"),
    (Slip.ROLL_LEFT_TO_THE_OTHER_SIDE_IN_PASSING, Slip.ROLL_LEFT_OUT, "what may wait is not left out"),
    (Slip.ACTION_UNFINISHED, Slip.ROLL_LEFT_OUT, "the end of a mail is not the end of the game"),
    (Slip.ANSWER_DELAYED, Slip.ROLL_LEFT_OUT, "an answer may come one mail later"),
    (Slip.ANSWER_DELAYED, Slip.ANNOUNCED_ANSWER_IGNORED, "who names the check means the check"),
    (Slip.ROLL_LEFT_OUT_AGAIN, Slip.ROLL_LEFT_OUT, "who forgets one roll of a chain forgets what follows from it"),
    (Slip.ROLL_LEFT_OUT, Slip.ANNOUNCED_ROLL_LEFT_OUT, "nobody announces a roll and means another one"),
    (Slip.ACTION_UNFINISHED, Slip.GONE_PAST_AN_OPEN_ROLL, "who has gone on has nothing left to roll there"),
    # Command Points
    (Slip.POINT_PAID_ON_THE_TRACK, Slip.POINT_PAID_SILENTLY, "the track shows it"),
    (Slip.ROLL_LEFT_OUT, Slip.POINT_PAID_SILENTLY, "a payment that nothing shows does not excuse a forgotten roll"),
    (Slip.PAYMENT_MARKED_LATE, Slip.PAYMENT_NOT_MARKED, "late is better than never"),
    # who fires
    (Slip.OPPORTUNITY_FIRE_ANNOUNCED_EARLY, Slip.UNANNOUNCED_OPPORTUNITY_FIRE, "too early is not without a word"),
    (Slip.OPPORTUNITY_FIRE_OF_A_LATER_STEP, Slip.ANNOUNCED_ROLL_NOT_MADE,
     "what was announced was done, if at another step of the move"),
    (Slip.UNANNOUNCED_OPPORTUNITY_FIRE, Slip.UNANNOUNCED_OPPORTUNITY_FIRE_BESIDE_OTHERS,
     "who names some of the firers names all of them"),
    # the table
    (Slip.MARKER_LATE, Slip.MARKER_WRONG, "paperwork comes later"),
    (Slip.RESULT_LEFT_TO_ITS_OWNER, Slip.MARKER_WRONG, "the owner may put his own markers down"),
    (Slip.RESULT_LEFT_TO_ITS_OWNER, Slip.COUNTER_ELSEWHERE, "a counter is dragged back by its owner"),
    (Slip.POINTS_WRONG, Slip.MARKER_WRONG, "tracks are set for several actions in one go"),
    (Slip.DRAG_TAKEN_BACK, Slip.HEX_ENTERED_WITHOUT_A_DRAG, "no hex is made up while the drags explain the move"),
    (Slip.ANNOUNCED_HEX_WITHOUT_A_DRAG, Slip.HEX_ENTERED_WITHOUT_A_DRAG, "what is named weighs more than what fits"),
    (Slip.OTHER_PATH, Slip.HEX_ENTERED_WITHOUT_A_DRAG, "a jump stands for any path, but ends where the counter lies"),
    # what was done
    (Slip.RULE_BROKEN, Slip.ROLL_LEFT_OUT, "to choose the legal account must not cost a roll that the log lacks"),
    (Slip.RULE_BROKEN, Slip.STRAY_DIE, "legality decides between accounts that are otherwise alike, no more"),
    (Slip.RULE_BROKEN, Slip.HEX_ENTERED_WITHOUT_A_DRAG, "no act is made up so that an action becomes legal"),
    (Slip.RULE_BROKEN, Slip.DIE_ANNOUNCED_FOR_ANOTHER_UNIT, "words weigh more than what would fit the rules"),
    (Slip.UNNAMED_CHOICE, Slip.UNANNOUNCED_COMPANY_BONUS, "an unnamed target is filled in, a bonus is not made up"),
)  # fmt: skip
"""What must be likelier than what, and why."""

EVERY_DAY = (
    (Slip.DRAG_TAKEN_BACK, "a misdrag accuses nobody"),
    (Slip.MARKER_LATE, "a late marker accuses nobody"),
    (Slip.OTHER_PATH, "of a unit dragged in one jump the legal path is taken"),
    (Slip.RESULT_LEFT_TO_ITS_OWNER, "a result left to its owner is how mail is played"),
    (Slip.ROLL_LEFT_TO_THE_OTHER_SIDE, "a check left to its owner is how mail is played"),
    (Slip.FIRE_ANSWERED_LATER, "an answer comes when the move is seen whole"),
    (Slip.OPPORTUNITY_FIRE_OF_A_LATER_STEP, "a move by mail shows all its steps at once"),
)
"""What lifts an accusation by itself, since it happens in every game."""


def name_of(level: Level) -> str:
    return level.name.casefold().replace("_", "-")


@pytest.mark.parametrize("slip", Slip)
def test_every_slip_has_its_row(slip: Slip) -> None:
    row = row_of(slip)
    assert row.slip is slip
    assert row.level is level_of(slip)
    assert cost_of([slip]) == cost_of_level(row.level)
    # the text stands in a list after others, the reason alone
    assert row.text[0].islower() or row.text.startswith(PROPER_NAMES)
    assert row.text[-1] not in ".!?"
    assert row.why[0].isupper()
    assert row.why[-1] == "."


def test_every_row_is_a_slip_once() -> None:
    assert sorted(row["id"] for row in TABLE["slip"]) == sorted(Slip)


def test_no_two_slips_are_told_alike() -> None:
    texts = [row["text"] for row in TABLE["slip"]]
    assert len(texts) == len(set(texts))


def test_every_slip_is_used() -> None:
    """A row that no code charges would be a promise that nobody keeps."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    used = set(re.findall(r"\bSlip\.([A-Z_]+)\b", code))
    assert used == {slip.name for slip in Slip}


def test_the_levels_are_those_of_the_schema_in_their_order() -> None:
    names = [name_of(level) for level in sorted(Level)]
    levels = load_json_schema("slips.schema.json")["properties"]["levels"]
    assert levels["required"] == names
    assert sorted(TABLE["levels"]) == sorted(names)
    weights = [cost_of_level(level) for level in sorted(Level)]
    assert weights == sorted(set(weights))
    assert weights[0] > 0, "a slip that costs nothing would tie with none at all"


def test_what_nobody_does_outweighs_all_else() -> None:
    assert cost_of_level(Level.NEVER) > 10 * cost_of_level(Level.STRANGE)


def test_a_handful_of_small_slips_is_likelier_than_a_large_one() -> None:
    assert 4 * cost_of_level(Level.EVERY_DAY) < cost_of_level(Level.COMMON)
    assert 5 * cost_of_level(Level.COMMON) < cost_of_level(Level.RARE)


@pytest.mark.parametrize(("likelier", "rarer", "why"), LESS_THAN, ids=lambda value: str(value)[:40])
def test_the_likelier_slip_costs_less(likelier: Slip, rarer: Slip, why: str) -> None:
    assert level_of(likelier) < level_of(rarer), why


def test_the_order_has_no_circle_and_says_nothing_twice() -> None:
    pairs = [(likelier, rarer) for likelier, rarer, _ in LESS_THAN]
    assert len(pairs) == len(set(pairs))
    assert not {(rarer, likelier) for likelier, rarer in pairs} & set(pairs)


@pytest.mark.parametrize(("slip", "why"), EVERY_DAY)
def test_what_happens_every_day_is_of_that_level(slip: Slip, why: str) -> None:
    assert level_of(slip) is Level.EVERY_DAY, why


@given(st.lists(st.sampled_from(sorted(Slip)), max_size=8))
def test_a_list_of_slips_costs_their_sum_and_is_as_bad_as_the_worst(slips: list[Slip]) -> None:
    assert cost_of(slips) == pytest.approx(sum(cost_of_level(level_of(slip)) for slip in slips))
    assert worst_level(slips) == max(map(level_of, slips), default=Level.EVERY_DAY)
    assert all(level_of(slip) <= worst_level(slips) for slip in slips)
