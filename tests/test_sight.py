"""Line of Sight and Fire Zones: symmetry, and what is remembered against what is worked out anew (R8)."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.game.hexes import Hex
from adjudicator.game.position import Position, Status
from adjudicator.game.scenarios import TurnTime
from adjudicator.game.start import start_position
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.series import sight
from adjudicator.rules.switches import HouseRules
from tests.support.rule_cases import book_for, built_in_game

HEXES = st.sampled_from(sorted(built_in_game().map.hexes))
BARRAGES = st.dictionaries(HEXES, st.sampled_from([1, 2]), max_size=30)
WEATHER = st.sampled_from(["clear", "mist", "sandstorm"])
TURNS = st.sampled_from(["0500", "1900", "Night"])
SWITCHES: tuple[dict[str, str | int | bool], ...] = (
    {"adjacent-enemy-zone": "shrinks"},
    {"adjacent-enemy-zone": "stays", "adjacent-enemy-suppressed": False},
    {"barrage-zone": "none", "adjacent-enemy-range": "never", "adjacent-always-seen": False},
)
OBSERVATION_POST = Hex(17, 10)


@cache
def empty_map() -> Position:
    return start_position(built_in_game(), 4)


def crowded(dice: random.Random, density: int) -> Position:
    """Return a position with everybody somewhere on the map, in many states."""
    position = empty_map()
    hexes = dice.sample(sorted(built_in_game().map.hexes), density)
    for unit in position.units:
        position = disturbed(position, dice, unit, hexes)
    barrages = {place: dice.choice((1, 2)) for place in dice.sample(hexes, 5)}
    turn, weather = dice.choice(("0900", "0900", "Night")), dice.choice(("clear", "clear", "mist", "sandstorm"))
    return position.after(barrages=barrages, time=TurnTime("06-03", turn), weather=weather)


def disturbed(position: Position, dice: random.Random, unit: str, hexes: list[Hex]) -> Position:
    """Return the position with a unit somewhere else, or in another state, or gone."""
    return position.with_unit(
        unit,
        status=dice.choice((Status.ON_MAP,) * 5 + (Status.ELIMINATED, Status.WAITING)),
        place=dice.choice((*hexes, "artillery-park-a", None)),
        suppressed=dice.random() < 0.2,
        hidden=bool(built_in_game().units[unit].hidden_as) and dice.random() < 0.5,
        mounted=dice.random() < 0.2,
    )


def slow_zone(position: Position, book: RuleBook, unit: str) -> set[Hex]:
    """Return a Fire Zone hex by hex, straight from the rules (R8.3 to R8.9), with nothing remembered."""
    state, ratings = position.units[unit], position.ratings(unit)
    place = state.place
    if state.status is not Status.ON_MAP or not isinstance(place, Hex) or state.hidden or state.suppressed:
        return set()
    if ratings.fire is None or ratings.weapon == "green":
        return set()
    reach = [99 if ratings.fire_range is None else ratings.fire_range]
    reach += [4] if ratings.weapon == "orange" else []
    exempt = ratings.weapon == "orange"
    seen = 20 if place == OBSERVATION_POST else 12
    limits = [3] * (position.time.turn == "Night") + {"clear": [], "mist": [3], "sandstorm": [2]}[position.weather]
    reach += [] if exempt else limits
    seen = min([seen, *limits])
    if place in position.barrages:
        if book.switch("barrage-zone") == "none":
            return set()
        reach.append(1)
    if (
        book.switch("adjacent-enemy-range") != "never"
        and book.switch("adjacent-enemy-zone") == "shrinks"
        and slow_adjacent(position, book, unit, place)
    ):
        reach.append(1)
    always = book.switch("adjacent-always-seen")
    return {
        other
        for other in position.game.map.hexes
        if other != place
        and book.layout.distance(place, other) <= min(reach)
        and ((always and book.layout.distance(place, other) == 1) or book.layout.distance(place, other) <= seen)
        and slow_clear(position, book, place, other)
    }


def slow_adjacent(position: Position, book: RuleBook, unit: str, place: Hex) -> bool:
    return any(
        state.status is Status.ON_MAP
        and isinstance(state.place, Hex)
        and book.layout.distance(state.place, place) == 1
        and position.side(other) != position.side(unit)
        and not state.hidden
        and not (state.suppressed and not book.switch("adjacent-enemy-suppressed"))
        for other, state in position.units.items()
    )


def slow_clear(position: Position, book: RuleBook, start: Hex, end: Hex) -> bool:
    between = book.layout.line(start, end)[1:-1]
    return not any(all(place in position.barrages for place in passed) for passed in between)


@given(HEXES, HEXES, BARRAGES, WEATHER, TURNS)
def test_who_is_seen_sees_back_unless_the_observation_post_sees_farther(
    a: Hex, b: Hex, barrages: dict[Hex, int], weather: str, turn: str
) -> None:
    position = empty_map().after(barrages=barrages, weather=weather, time=TurnTime("06-03", turn))
    there, back = (sight.line_of_sight(position, book_for(), *pair) for pair in ((a, b), (b, a)))
    if a == OBSERVATION_POST:
        assert there or not back
    elif b == OBSERVATION_POST:
        assert back or not there
    else:
        assert there == back


@given(HEXES, HEXES, BARRAGES, HEXES)
def test_one_more_barrage_never_opens_a_view(a: Hex, b: Hex, barrages: dict[Hex, int], more: Hex) -> None:
    position = empty_map().after(barrages=barrages)
    if not sight.line_of_sight(position, book_for(), a, b):
        assert not sight.line_of_sight(position.after(barrages={**barrages, more: 1}), book_for(), a, b)


@pytest.mark.parametrize("settings", SWITCHES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_zones_agree_with_the_slow_way_from_move_to_move(seed: int, settings: dict[str, str | int | bool]) -> None:
    dice = random.Random(seed)  # noqa: S311 - a repeatable choice of positions, nothing secret
    book = RuleBook(built_in_game(), HouseRules(settings))
    position = crowded(dice, 40 + 100 * seed)
    hexes = [state.place for state in position.units.values() if isinstance(state.place, Hex)]
    for _ in range(12):
        units = dice.sample(list(position.units), 5)
        for unit in units:
            position = disturbed(position, dice, unit, hexes)
        if dice.random() < 0.2:
            position = position.after(barrages={**position.barrages, dice.choice(hexes): 1})
        slow = {unit: slow_zone(position, book, unit) for unit in position.units}
        for place in dice.sample(hexes, 10):
            for side in position.game.sides:
                found = [unit for unit in position.units if position.side(unit) != side and place in slow[unit]]
                assert list(sight.zone_units(position, book, place, side)) == found
        assert {unit: sight.fire_zone(position, book, unit) for unit in position.units} == slow
        for side in position.game.sides:
            enemies = [slow[unit] for unit in position.units if position.side(unit) != side]
            assert sight.zone_hexes(position, book, side) == set().union(*enemies)


@pytest.mark.parametrize("seed", range(3))
def test_going_back_to_an_older_position_gives_its_own_zones(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311
    book = RuleBook(built_in_game())
    positions = [crowded(dice, 60)]
    for _ in range(40):
        unit = dice.choice(list(positions[0].units))
        positions.append(disturbed(positions[-1], dice, unit, [Hex(20, 10), Hex(20, 12)]))
    for position in positions:
        sight.zone_hexes(position, book, "french")
    for position in (*reversed(positions), *dice.sample(positions, 20)):
        fresh = RuleBook(built_in_game())
        assert sight.zone_hexes(position, book, "french") == sight.zone_hexes(position, fresh, "french")


@pytest.mark.parametrize("seed", range(3))
def test_a_zone_lies_within_range_and_sight(seed: int) -> None:
    position, book = crowded(random.Random(seed), 200), book_for()  # noqa: S311
    for unit, state in position.units.items():
        for place in sight.fire_zone(position, book, unit):
            assert isinstance(state.place, Hex)
            assert sight.distance(book, state.place, place) <= sight.fire_range(position, book, unit)
            assert sight.line_of_sight(position, book, state.place, place)


def test_adjacent_hexes_are_seen_by_the_switch_alone() -> None:
    game = built_in_game()
    chart = game.charts["line-of-sight"]
    rows = tuple(replace(row, cells={**row.cells, "range": 0}) for row in chart.rows)
    blind = replace(game, charts={**game.charts, chart.id: replace(chart, rows=rows)})
    position = replace(empty_map(), game=blind).with_unit("1-bp1", status=Status.ON_MAP, place=Hex(5, 5))
    seen = {setting: RuleBook(blind, HouseRules({"adjacent-always-seen": setting})) for setting in (True, False)}
    assert sight.line_of_sight(position, seen[True], Hex(5, 5), Hex(5, 6))
    assert not sight.line_of_sight(position, seen[False], Hex(5, 5), Hex(5, 6))
    assert len(sight.fire_zone(position, seen[True], "1-bp1")) == 6
    assert sight.fire_zone(position, seen[False], "1-bp1") == frozenset()


def test_the_grid_answers_for_the_hexes_of_the_map_only() -> None:
    grid = book_for().grid
    assert grid.neighbours(Hex(1, 1)) == {Hex(1, 2), Hex(2, 1)} == grid.disc(Hex(1, 1), 1)
    assert grid.disc(Hex(20, 10), grid.widest) == grid.hexes - {Hex(20, 10)}
    assert all(grid.distance(a, b) < grid.widest for a, b in pairwise(sorted(grid.hexes)))
    assert max(grid.distance(Hex(1, 1), place) for place in grid.hexes) < grid.widest
