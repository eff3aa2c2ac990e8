"""Positions: the starts of the scenarios, and what deriving one from another keeps and changes."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

import pytest

from adjudicator.game.errors import GameDataError
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Activation, Points, Position, Status, UnitState
from adjudicator.game.start import start_position
from tests.support.rule_cases import built_in_game


@dataclass(frozen=True)
class Start:
    """What a scenario begins with."""

    scenario: int
    on_map: int
    waiting: int
    hidden: int
    leaders_on_map: int
    time: str
    chit: str
    points: dict[str, tuple[int, int]]
    supply: str
    morale: int | None


STARTS: Final = [
    Start(1, 10, 0, 2, 2, "05-27 0900", "formation-132-corazzato", {"french": (2, 0), "ariete": (6, 0)}, "full", None),
    Start(2, 59, 1, 10, 5, "05-27 0900", "division-ariete", {"french": (4, 0), "ariete": (8, 3)}, "full", None),
    Start(
        3, 43, 26, 0, 5, "06-08 1900", "division-90-leichte",
        {"french": (10, 2), "90-leichte": (8, 3)}, "reduced", None,
    ),
    Start(
        4, 101, 61, 10, 8, "06-02 1300", "division-90-leichte",
        {"french": (10, 2), "trieste": (3, 1), "90-leichte": (4, 2)}, "full", 30,
    ),
]  # fmt: skip


def start(scenario: int) -> Position:
    return start_position(built_in_game(), scenario)


@pytest.mark.parametrize("expected", STARTS, ids=lambda expected: f"scenario {expected.scenario}")
def test_scenario_begins_as_it_says(expected: Start) -> None:
    position = start(expected.scenario)
    statuses = Counter(state.status for state in position.units.values())
    assert (statuses[Status.ON_MAP], statuses[Status.WAITING]) == (expected.on_map, expected.waiting)
    assert sum(state.hidden for state in position.units.values()) == expected.hidden
    assert sum(leader.status is Status.ON_MAP for leader in position.leaders.values()) == expected.leaders_on_map
    assert str(position.time) == expected.time
    assert position.activation == Activation(expected.chit)
    assert {division: (p.command, p.dispatch) for division, p in position.points.items()} == expected.points
    assert (position.supply, position.morale) == (expected.supply, expected.morale)


@pytest.mark.parametrize("scenario", [1, 2, 3, 4])
def test_start_makes_sense(scenario: int) -> None:
    position, game = start(scenario), built_in_game()
    assert list(position.units) == [unit for unit in game.units if unit in position.units]
    for unit, state in position.units.items():
        assert (state.place is not None) == (state.status is Status.ON_MAP)
        assert state == UnitState(state.status, state.place, game.units[unit].steps, hidden=state.hidden)
    for leader, where in position.leaders.items():
        if where.status is Status.ON_MAP:
            divisions = {game.units[unit].division for unit in position.units_in(where.place)}
            assert game.leaders[leader].division in divisions
    assert position.activation.chit not in position.mug
    assert position.played == (position.activation.chit,)
    assert list(position.mug) == sorted(game.scenarios[scenario].mug)


def test_only_the_guns_that_were_drawn_take_part_in_scenario_3() -> None:
    guns = [unit for unit in start(3).units if unit.endswith("antichar")]
    assert guns == ["1-1-antichar", "3-1-antichar", "2-2-antichar"]


def test_reinforcements_of_the_first_turn_are_in_their_first_place() -> None:
    places = {unit: start(4).units[unit].place for unit in ("1-i-65", "1-i-155", "i-21")}
    assert places == {"1-i-65": Hex(31, 1), "1-i-155": Hex(34, 13), "i-21": None}
    assert start(2).units["1-132"].place == "artillery-park-a"


def test_there_is_no_other_scenario() -> None:
    with pytest.raises(GameDataError, match=r"no scenario 5; choose one of 1, 2, 3, 4"):
        start(5)


def test_deriving_changes_nothing_else() -> None:
    before = start(4)
    moved = before.with_unit("5-2-13-dble", place=Hex(24, 13), cohesion=1)
    assert before == start(4)
    assert moved.units["5-2-13-dble"] == replace(before.units["5-2-13-dble"], place=Hex(24, 13), cohesion=1)
    assert {unit for unit in before.units if before.units[unit] is not moved.units[unit]} == {"5-2-13-dble"}
    assert moved.with_unit("5-2-13-dble", place=Hex(26, 11), cohesion=0) == before
    assert hash(moved.with_unit("5-2-13-dble", place=Hex(26, 11), cohesion=0)) == hash(before)
    assert before.with_points("french", command=-3, dispatch=1).points["french"] == Points(7, 3)


def test_fields_that_there_are_not_are_refused() -> None:
    position = start(1)
    with pytest.raises(TypeError, match="a position has no wether"):
        position.after(wether="mist")
    with pytest.raises(TypeError, match="a unit's state has no 'step'"):
        position.with_unit("5-2-13-dble", step=1)


def test_who_is_where_is_always_right() -> None:
    position = start(1)
    assert position.units_in(Hex(26, 12)) == ("l-2-13-dble", "3-1-antichar")
    moved = position.with_unit("5-2-13-dble", place=Hex(26, 12))
    assert moved.units_in(Hex(26, 12)) == ("5-2-13-dble", "l-2-13-dble", "3-1-antichar")
    assert moved.units_in(Hex(26, 11)) == ()
    assert Hex(26, 11) not in moved.occupants
    gone = moved.with_unit("l-2-13-dble", status=Status.ELIMINATED)
    assert gone.units_in(Hex(26, 12)) == ("5-2-13-dble", "3-1-antichar")
    back = gone.with_unit("l-2-13-dble", status=Status.ON_MAP)
    assert back.occupants == moved.occupants
    assert back.after(units=position.units).occupants == position.occupants
    assert back.after(weather="mist").occupants == moved.occupants


def test_position_can_be_sent_to_another_process() -> None:
    position = start(1)
    assert hash(position)
    again = pickle.loads(pickle.dumps(position))  # noqa: S301
    assert again == position
    assert "_hash" not in vars(again)
