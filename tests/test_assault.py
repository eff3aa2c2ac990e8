"""Assaults beyond the case files: the mark that no counter of the built-in game has, and what always holds (R11)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.play import Assault
from adjudicator.game.position import LeaderState, Place, Position, Status
from adjudicator.rules.chance import DiceSource, Recorded, enumerate_outcomes
from adjudicator.rules.judgement import Judgement
from adjudicator.rules.odds import assault_odds
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.series.assault import assault
from adjudicator.rules.switches import HouseRules, all_switches
from tests.support.rule_cases import build_action, build_position, built_in_game

AGREED: dict[str, Any] = {switch.id: switch.default for switch in all_switches().values() if not switch.safe}
FIELD: dict[str, Any] = {
    "scenario": 4,
    "only": [],
    "chit": "direct-command-german",
    "units": {"1./I./155": {"place": "10.10"}, "5/2/13 DBLE": {"place": "10.11"}},
    "leaders": {"155 Schützen": "10.10", "Amilakvary": "10.11"},
}
ONE: dict[str, Any] = {"type": "assault", "units": ["1./I./155"], "target": "10.11"}


class Dice(Recorded):
    """Rolls dice as they are asked for."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(())
        self.dice = dice

    def roll(self, purpose: str, unit: str, outcomes: Any, bought: Any = None) -> Any:  # noqa: ARG002
        face = self.dice.randrange(10)
        return face, outcomes[face]

    def is_tried(self, purpose: str, unit: str) -> bool:  # noqa: ARG002
        return self.dice.random() < 0.7

    def in_order(self, purpose: str, units: Any) -> tuple[str, ...]:  # noqa: ARG002
        return tuple(units)


def test_a_double_assault_rating_stands_in_for_the_fire_rating() -> None:
    game = built_in_game()
    unit = game.units["1-i-155"]
    red = replace(unit, ratings=replace(unit.ratings, assault=7, assault_weapon="white", double_assault=True))
    marked = replace(game, units={**game.units, unit.id: red})
    position = replace(build_position(FIELD), game=marked).with_unit("5-2-13-dble", suppressed=True)
    rolls = ["fire 5/2/13 DBLE 9", "fire 1./I./155 9", "fire 1./I./155 9"]
    action = build_action({**ONE, "rolls": rolls})
    assert isinstance(action, Assault)
    judgement = Judgement(position, RuleBook(marked, HouseRules(AGREED)), Recorded(action.rolls))
    assault(judgement, action)
    ours = [found for found in judgement.resolutions if (found.purpose, found.unit) == ("fire", unit.id)]
    assert [(found.base, found.line) for found in ours] == [(7, "white, unarmoured")] * 2


@pytest.mark.parametrize(
    ("rolls", "bonus"),
    [
        (["fire 9", "company-bonus 0", "fire 9"], [False, True]),
        (["company-bonus 0", "fire 9", "fire 9"], [True, False]),
        (["company-bonus 0", "fire 9", "company-bonus 0", "fire 9"], [True, True]),
    ],
)
def test_a_unit_tries_for_the_company_bonus_with_the_attacks_before_which_it_rolled(
    rolls: list[str], bonus: list[bool]
) -> None:
    own = [f"{purpose} 1./I./155 {face}" for purpose, face in (roll.split() for roll in rolls)]
    position = build_position(FIELD).with_unit("5-2-13-dble", suppressed=True)
    action = build_action({**ONE, "company_bonus": ["1./I./155"], "rolls": ["fire 5/2/13 DBLE 9", *own]})
    assert isinstance(action, Assault)
    judgement = Judgement(position, RuleBook(built_in_game(), HouseRules(AGREED)), Recorded(action.rolls))
    assault(judgement, action)
    shots = [found for found in judgement.resolutions if (found.purpose, found.unit) == ("fire", "1-i-155")]
    assert [any(each.name == "company-bonus" for each in found.modifiers) for found in shots] == bonus
    assert not judgement.chance.left


def crowd(dice: random.Random) -> Position:
    """Return a field with some units on both sides of an assault, in many states."""
    position = build_position(FIELD)
    game = built_in_game()
    french = [unit.id for unit in game.units.values() if unit.division == "french" and unit.id in position.units]
    german = [unit.id for unit in game.units.values() if unit.division == "90-leichte" and unit.id in position.units]
    for units, place in ((german, Hex(10, 10)), (french, Hex(10, 11))):
        for unit in dice.sample(units, dice.randint(1, 3)):
            position = position.with_unit(
                unit,
                status=Status.ON_MAP,
                place=place,
                suppressed=dice.random() < 0.3,
                cohesion=dice.randrange(3),
                hidden=bool(game.units[unit].hidden_as) and dice.random() < 0.5,
                mounted=game.units[unit].mounted is not None and dice.random() < 0.1,
            )
    return position


@pytest.mark.parametrize("seed", range(150))
def test_what_always_holds(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - a repeatable choice, nothing secret
    position = crowd(dice)
    source, target = Hex(10, 10), Hex(10, 11)
    units = tuple(dice.sample(position.units_in(source), dice.randint(1, 2)))
    defenders = position.units_in(target)
    retreat_to = tuple((unit, dice.choice([Hex(10, 12), Hex(10, 13), Hex(12, 12), Hex(10, 16)])) for unit in defenders)
    action = Assault(
        units,
        target,
        company_bonus=tuple(dice.sample(units + defenders, 1)),
        targets=tuple((unit, dice.choice(units)) for unit in defenders),
        defender_retreats=dice.random() < 0.4,
        retreat_to=retreat_to,
    )
    judgement = Judgement(position, RuleBook(built_in_game(), HouseRules(AGREED)), Dice(dice))
    assault(judgement, action)
    after = judgement.position
    assert after.units.keys() == position.units.keys()
    for place, stack in after.occupants.items():
        assert len({after.side(unit) for unit in stack}) == 1, place
    for unit, state in after.units.items():
        before = position.units[unit]
        assert state.steps <= before.steps
        assert state.cohesion in (0, 1, 2)
        if unit not in units and state != before:
            assert unit in defenders
    for leader in after.leaders.values():
        assert leader == LeaderState(leader.status) or after.units_in(leader.place)
    if any(state.place == target for unit, state in after.units.items() if unit in units):
        assert not any(after.side(unit) == "french" for unit in after.units_in(target))


def test_the_odds_that_take_alike_ways_together_are_those_of_all_ways() -> None:
    position, action = build_position(FIELD), build_action(ONE)
    assert isinstance(action, Assault)
    book = RuleBook(built_in_game(), HouseRules({**AGREED, "assault-attacks": "primary"}))
    odds = assault_odds(position, action, book)

    def resolve(chance: DiceSource) -> Place:
        judgement = Judgement(position, book, chance)
        assault(judgement, action)
        return judgement.position.units["1-i-155"].place

    slow = enumerate_outcomes(resolve)
    assert sum(odds.ends.values()) == sum(slow.values()) == 1
    for place, chance in slow.items():
        ways = (part for ends, part in odds.ends.items() for end in ends if (end.unit, end.place) == ("1-i-155", place))
        assert sum(ways) == chance
