"""Opportunity Fire of units that cannot take it: which events are its own, and who could have fired."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Assault, DirectFire, Move, MoveStep, StepKind
from adjudicator.game.start import start_position
from adjudicator.referee.carried_dice import WaitingEvent
from adjudicator.referee.events import Declared, DieRolled, ObservedStep, ResultTold, Said
from adjudicator.referee.fire_not_due import firers_announced, numbers_of_fire, possible_firers_of
from adjudicator.rules.rule_book import RuleBook
from tests.support.rule_cases import built_in_game

POSITION = start_position(built_in_game(), 1)
BOOK = RuleBook(POSITION.game)
GUN, RIFLES, TANK = "3-1-antichar", "l-2-13-dble", "1-viii-132"


def fire(unit: str, *, spoken: bool = False, die: int | None = None) -> Declared:
    return Declared(
        unit, Declaration.OPPORTUNITY_FIRE, spoken=spoken, step_of_die=None if die is None else (1, die)
    )  # fmt: skip


def told(*events: Any) -> list[WaitingEvent]:
    """Return events of one player's mail, one a step."""
    return [
        WaitingEvent(event, ObservedStep(1, number, "Bert", "french", (event,), POSITION))
        for number, event in enumerate(events)
    ]  # fmt: skip


ASSAULT_VALUE, FAILED = Declared(RIFLES, Declaration.ASSAULT_FIRE, spoken=True), ResultTold(failed=True)
AIM, HOLD = Declared(TANK, Declaration.TARGET), Declared(RIFLES, Declaration.HOLD, spoken=True)


@pytest.mark.parametrize(
    ("events", "numbers"),
    [
        # from the menu, with the check and the shot behind it
        ([fire(RIFLES), AIM, DieRolled(4), DieRolled(2), DieRolled(7)], {0, 2, 3}),
        ([fire(GUN), DieRolled(4), fire(RIFLES), DieRolled(7)], {2, 3}),
        # in words behind the dice, one of which they name
        ([DieRolled(6), DieRolled(4), DieRolled(2), fire(RIFLES, spoken=True, die=2)], {1, 2, 3}),
        ([fire(RIFLES, spoken=True, die=3), HOLD, DieRolled(4), DieRolled(2)], {0, 2, 3}),
        # what is told of a menu once more has no other dice
        ([fire(RIFLES), DieRolled(4), HOLD, DieRolled(7), fire(RIFLES, spoken=True, die=3)], {0, 1, 4}),
        ([fire(GUN), DieRolled(4)], set()),
        # with talk between the dice, but for a check that failed
        ([fire(RIFLES, spoken=True), DieRolled(4), Said("thats in"), DieRolled(3)], {0, 1, 3}),
        ([fire(RIFLES, spoken=True), DieRolled(9), Said("no", results=(FAILED,)), DieRolled(3)], {0, 1}),
        # words whose dice are not known stay, and who has no part in the assault has no other attack in it
        ([DieRolled(4), DieRolled(1), fire(RIFLES, spoken=True)], set()),
        ([fire(RIFLES, spoken=True), ASSAULT_VALUE, DieRolled(3), DieRolled(4)], {0, 1, 2, 3}),
    ],
)
def test_the_events_of_announced_fire_are_its_words_and_its_dice(events: list[Any], numbers: set[int]) -> None:
    assert numbers_of_fire(told(*events), RIFLES) == numbers


def test_only_the_other_side_takes_opportunity_fire() -> None:
    waiting = told(fire(RIFLES), fire(TANK), AIM)
    assert firers_announced(waiting, "axis", POSITION) == {RIFLES}


def test_in_an_assault_only_the_units_in_its_hex_may_fire() -> None:
    position = POSITION.with_unit(RIFLES, place=Hex(25, 13)).with_unit(GUN, place=Hex(25, 14), hidden=False)
    assault = Assault((TANK,), Hex(25, 13))
    there = frozenset(unit for unit, state in position.units.items() if state.place == Hex(25, 13))
    assert possible_firers_of([assault], [position], BOOK) == there


def test_at_a_move_those_may_fire_whose_zone_a_hex_of_it_is_in() -> None:
    position = POSITION.with_unit(TANK, place=Hex(29, 14)).with_unit(RIFLES, place=Hex(25, 13))
    away, near = (
        possible_firers_of([Move(TANK, (MoveStep(StepKind.ENTER, to),))], [position], BOOK)
        for to in (Hex(30, 14), Hex(28, 14))
    )
    assert away is not None
    assert near is not None
    assert RIFLES in near - away


def test_at_other_actions_any_unit_may_fire() -> None:
    assert possible_firers_of([DirectFire(TANK, RIFLES)], [POSITION], BOOK) is None
    assert possible_firers_of([], [POSITION], BOOK) is None
