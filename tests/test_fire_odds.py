"""The exact odds of a shot against every throw of its dice, one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Final

import pytest

from adjudicator.game.play import Roll, RollPurpose
from adjudicator.game.position import Position
from adjudicator.rules.chance import DiceSource, Recorded, enumerate_outcomes
from adjudicator.rules.judgement import Judgement
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.series.fire import Mode, shoot
from tests.support.rule_cases import build_position, built_in_game, rule_cases

SHOTS: Final = {
    "fire/direct_fire.toml: one company fires at another in the next hex": ("5-2-13-dble", "1-i-65", Mode.DIRECT),
    "fire/results.toml: C: a third one costs a step instead": ("5-2-13-dble", "1-i-65", Mode.DIRECT),
    "fire/results.toml: two French steps cost 10": ("panzer-komp", "5-2-13-dble", Mode.DIRECT),
    "fire/indirect_fire.toml: a spotted shot from a park, with its barrage": ("i-21", "5-2-13-dble", Mode.INDIRECT),
    "fire/counterbattery.toml: from Bir Hacheim: quality and rating 1 higher": (
        "1-1-ra-ffl", "i-21", Mode.COUNTERBATTERY,
    ),
}  # fmt: skip
"""Firer, target and mode of shots in the positions of cases: none of them concerns other units in the hex."""
PURPOSES: Final = (RollPurpose.FIRE, RollPurpose.SUPPRESSION, RollPurpose.CONVERSION)


def _position(name: str) -> Position:
    return next(build_position(case) for case in rule_cases() if f"{case['file']}: {case['name']}" == name)


@pytest.mark.parametrize("name", SHOTS)
def test_the_odds_of_a_shot_are_those_of_all_its_dice(name: str) -> None:
    position, book = _position(name), RuleBook(built_in_game())
    firer, target, mode = SHOTS[name]

    def after(dice: DiceSource) -> Position:
        judgement = Judgement(position, book, dice)
        shoot(judgement, firer, target, mode)
        return judgement.position

    thrown: Counter[Position] = Counter()
    for faces in product(range(10), repeat=len(PURPOSES)):
        units = (firer, target, target)
        rolls = [Roll(*roll) for roll in zip(PURPOSES, units, faces, strict=True)]
        thrown[after(Recorded(rolls))] += 1
    odds = enumerate_outcomes(after)
    assert odds == {outcome: Fraction(count, thrown.total()) for outcome, count in thrown.items()}
    assert sum(odds.values()) == 1
