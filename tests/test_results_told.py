"""What players tell of their shots: which die is said to hit, and whether the rules make the same of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.play import RollPurpose
from adjudicator.referee.accounts.results_told import ShotsTold, shots_told, shots_told_wrongly, told_otherwise
from adjudicator.referee.events import Declared, DieRolled, ResultTold, RollNamed, Said, TableEvent
from adjudicator.rules.ruling import Resolution

HIT, MISS = ResultTold(of_shot=True), ResultTold(of_shot=True, failed=True)
PASSED, OPEN = ResultTold(of_shot=False), ResultTold(failed=True)


def shot(face: int | None, *results: ResultTold, unit: str = "gun") -> Declared:
    """Return the words about a shot whose die is known where a face is told."""
    return Declared(
        unit,
        Declaration.OPPORTUNITY_FIRE,
        spoken=True,
        face=face,
        step_of_die=None if face is None else (1, 1),
        results=results,
    )


def resolution(face: int, result: str, unit: str = "gun") -> Resolution:
    return Resolution(RollPurpose.FIRE, unit, "target", 4, (), 4, face, result, "GTS R9.2")


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([shot(4, HIT)], {("gun", 4): True}),
        ([shot(4, PASSED, MISS)], {("gun", 4): False}),
        # the check of the shot stands between its words and its result
        ([shot(4), DieRolled(2), RollNamed(RollPurpose.OPEN, 2, results=(PASSED, HIT))], {("gun", 4): True}),
        # it is not known which die is meant, or of what the result is told
        ([shot(None, HIT)], {}),
        ([shot(4, OPEN)], {}),
        ([shot(4), Declared("gun", Declaration.MOVE), RollNamed(RollPurpose.OPEN, 2, results=(HIT,))], {}),
        # two results of one shot, or two dice with the same face that came to different things
        ([shot(4, HIT, MISS)], {}),
        ([shot(4, HIT), shot(4, MISS)], {}),
        ([shot(4, HIT), shot(4, MISS, unit="tank")], {("gun", 4): True, ("tank", 4): False}),
    ],
)
def test_what_is_told_of_a_shot(events: list[Declared], told: dict[tuple[str, int], bool]) -> None:
    assert shots_told(events).of_units == told


def test_what_is_said_goes_with_the_shot_that_was_named_before_it_wherever_the_dice_are() -> None:
    """The words that name a die come beside it, and the remarks after them: the steps have the order."""
    events: list[TableEvent] = [
        shot(4),
        shot(8),
        DieRolled(4),
        DieRolled(8),
        Said("", results=(HIT,)),
        Said("", results=(MISS,)),
    ]
    steps = [(0, 3), (0, 5), (0, 1), (0, 2), (0, 4), (0, 6)]
    assert shots_told(events, steps).of_units == {("gun", 4): True, ("gun", 8): False}


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ([DieRolled(4, told=HIT), DieRolled(2)], {4: True}),
        ([DieRolled(4, told=MISS)], {4: False}),
        # another die has the same face, or the words are about a check
        ([DieRolled(4, told=HIT), DieRolled(4)], {}),
        ([DieRolled(4, told=PASSED)], {}),
    ],
)
def test_what_is_told_of_the_only_die_with_its_face(dice: list[DieRolled], told: dict[int, bool]) -> None:
    assert shots_told(dice).of_dice == told


@pytest.mark.parametrize(
    ("result", "hit", "number"),
    [("miss", True, 1), ("C", True, 0), ("C", False, 1), ("miss", False, 0), ("S?", False, 0)],
)
def test_the_rules_make_the_same_of_it_or_not(result: str, hit: bool, number: int) -> None:
    resolutions = [resolution(4, result), resolution(7, "miss")]
    assert told_otherwise(ShotsTold({("gun", 4): hit}, {}), resolutions) == number
    assert told_otherwise(ShotsTold({}, {4: hit}), resolutions) == number


def test_a_die_that_is_for_something_else_says_nothing_of_the_shot() -> None:
    resolutions = [resolution(7, "miss"), resolution(4, "miss", unit="tank")]
    assert told_otherwise(ShotsTold({("gun", 4): True}, {}), resolutions) == 0


def test_one_of_two_dice_with_the_same_face_may_be_the_one() -> None:
    told = ShotsTold({("gun", 4): True}, {})
    assert told_otherwise(told, [resolution(4, "miss"), resolution(4, "S")]) == 0


@pytest.mark.parametrize(
    ("events", "result", "wrong"),
    [
        ([DieRolled(4), shot(4, HIT)], "miss", [0]),
        ([DieRolled(7), DieRolled(4, told=HIT)], "miss", [1]),
        ([DieRolled(4, told=MISS)], "C", [0]),
        ([DieRolled(4, told=HIT)], "C", []),
        ([DieRolled(4, told=HIT)], "S?", []),
        # of what the result is told is not known, nor which of two dice is meant
        ([DieRolled(4, told=OPEN)], "C", []),
        ([DieRolled(4, told=HIT), DieRolled(4)], "miss", []),
    ],
)
def test_a_result_told_wrongly_is_that_of_the_only_die(events: list[Any], result: str, wrong: list[int]) -> None:
    assert [at for _, at in shots_told_wrongly(events, [resolution(4, result)])] == wrong


@pytest.mark.parametrize(("purpose", "wrong"), [(RollPurpose.COMPANY_BONUS, [1]), (RollPurpose.OPEN, [])])
def test_a_die_that_is_named_for_a_check_is_no_other_die_of_the_shot(purpose: RollPurpose, wrong: list[int]) -> None:
    events: list[TableEvent] = [DieRolled(4), DieRolled(4, told=HIT), RollNamed(purpose, 4, step_of_die=(0, 1))]
    steps = [(0, 1), (0, 2), (0, 3)]
    assert [at for _, at in shots_told_wrongly(events, [resolution(4, "miss")], steps)] == wrong
