"""Movement against a second opinion: costs at random, cheapest ways on random small maps, ways judged step by step."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import TypeVar

import pytest

from adjudicator.game.game_data import GameData
from adjudicator.game.game_map import HexTerrain, Junction, Trail
from adjudicator.game.hexes import Hex, HexLayout
from adjudicator.game.play import Move, MoveStep, Roll, RollPurpose, StepKind
from adjudicator.game.position import Activation, LeaderState, Position, Status, UnitState
from adjudicator.game.scenarios import TurnTime
from adjudicator.game.start import start_position
from adjudicator.rules.chance import DiceSource
from adjudicator.rules.judge import judge
from adjudicator.rules.judgement import Judgement
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.series.movement import move
from adjudicator.rules.series.movement_costs import step_cost
from adjudicator.rules.series.paths import Way, reachable, ways
from adjudicator.rules.series.sight import zone_units
from tests.support.reference_movement import Best, best_ways, hexes_apart, reference_cost
from tests.support.rule_cases import built_in_game

T = TypeVar("T")

WEATHERS = ("clear", "clear", "mist", "sandstorm")
TIMES = (TurnTime("05-27", "0900"), TurnTime("06-07", "0900"), TurnTime("05-27", "Night"))
MAPS = 60


@cache
def book() -> RuleBook:
    return RuleBook(built_in_game())


def dice(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - nothing secret hangs on it


# costs


def test_costs_agree_with_the_second_opinion() -> None:
    rng = dice(41)
    game = built_in_game()
    layout = HexLayout(game.map.even_columns_lower)
    hexes = sorted(game.map.hexes)
    units = [unit for unit, counter in game.units.items() if counter.ratings.movement or counter.mounted]
    start = start_position(game, 4)
    units = [unit for unit in units if unit in start.units]
    tried = 0
    for _ in range(400):
        position = start.after(
            weather=rng.choice(WEATHERS),
            time=rng.choice(TIMES),
            mines={place: rng.randrange(3) for place in rng.sample(hexes, 40)},
            barrages={place: rng.choice((1, 2)) for place in rng.sample(hexes, 40)},
        )
        for _ in range(260):
            unit, place = rng.choice(units), rng.choice(hexes)
            nears = [near for near in layout.neighbours(place) if near in game.map.hexes]
            column, mounted, by_trail = rng.random() < 0.5, rng.random() < 0.4, rng.random() < 0.4
            found = step_cost(
                position, book(), unit, place, rng.choice(nears), by_trail=by_trail, column=column, mounted=mounted
            )
            expected = reference_cost(position, unit, place, column=column, mounted=mounted, by_trail=by_trail)
            assert found == expected, (unit, place, column, mounted, by_trail, position.weather, position.time)
            tried += 1
    assert tried >= 100_000


def test_distances_agree_with_the_second_opinion() -> None:
    hexes = sorted(built_in_game().map.hexes)[::7]
    assert all(book().grid.distance(a, b) == hexes_apart(a, b) for a in hexes for b in hexes)


# random small maps


def small_game(rng: Random) -> GameData:
    """Return the game on a corner of the map with terrain, trails and junctions of its own."""
    game = built_in_game()
    columns, rows = rng.randint(4, 8), rng.randint(4, 8)
    hexes = {
        Hex(column, row): HexTerrain(
            rng.choice(("desert", "desert", "desert", "light-minefield", "heavy-minefield")), door=rng.random() < 0.05
        )
        for column in range(1, columns + 1)
        for row in range(1, rows + 1)
    }
    trails = tuple(small_trail(rng, sorted(hexes), f"trail-{number}") for number in range(rng.randint(0, 5)))
    junctions = []
    for place in sorted(hexes):
        here = [trail.id for trail in trails if place in trail.path]
        if len(here) > 1 and rng.random() < 0.5:
            junctions.append(Junction(place, tuple(rng.sample(here, rng.randint(2, len(here))))))
    entries = {
        letter: replace(entry, hex=rng.choice(sorted(hexes)))
        for letter, entry in game.map.entry_hexes.items()
        if letter in ("A", "G") and rng.random() < 0.3
    }
    small = replace(
        game.map,
        columns=columns,
        rows=rows,
        hexes=hexes,
        trails=trails,
        junctions=tuple(junctions),
        entry_hexes=entries,
    )
    return replace(game, map=small)


def small_trail(rng: Random, hexes: Sequence[Hex], name: str) -> Trail:
    """Return a trail of hexes each adjacent to the one before; it may cross itself and share hexsides with others."""
    path = [rng.choice(hexes)]
    for _ in range(rng.randint(2, 10)):
        nears = [near for near in hexes if hexes_apart(near, path[-1]) == 1 and near not in path[-2:]]
        if nears:
            path.append(rng.choice(nears))
    return Trail(name, tuple(path))


UNITS = ("1-v-8", "cc-v-8", "mg-iii-8", "1-lancieri", "1-viii-132", "5-2-13-dble", "1-1-antichar", "17-sapeurs")


def small_position(rng: Random) -> tuple[Position, str]:
    """Return a position on a small map and the unit that is to move."""
    game = small_game(rng)
    start = start_position(built_in_game(), 2).after(game=game)
    hexes = sorted(game.map.hexes)
    unit = rng.choice(UNITS)
    place = rng.choice(hexes)
    states = {each: UnitState(Status.WAITING, steps=state.steps) for each, state in start.units.items()}
    states[unit] = moving_state(rng, game, unit, place)
    sides = {place: start.side(unit)}
    others = [each for each in states if each != unit and not game.units[each].dummy]
    for other in rng.sample(others, rng.randint(0, 14)):
        where = rng.choice(hexes)
        if sides.setdefault(where, start.side(other)) == start.side(other):
            column, suppressed = rng.random() < 0.4, rng.random() < 0.3
            steps = game.units[other].steps
            states[other] = UnitState(Status.ON_MAP, where, steps, column=column, suppressed=suppressed)
    side = start.side(unit)
    chit = f"direct-command-{'french' if side == 'french' else 'italian'}"
    return (
        start.after(
            units=states,
            leaders={leader: LeaderState(Status.WAITING) for leader in start.leaders},
            activation=Activation(chit),
            weather=rng.choice(WEATHERS),
            time=rng.choice(TIMES),
            mines={at: rng.randrange(3) for at in rng.sample(hexes, 3)},
            barrages={at: rng.choice((1, 2)) for at in rng.sample(hexes, rng.choice((0, 0, 4)))},
        ),
        unit,
    )


def moving_state(rng: Random, game: GameData, unit: str, place: Hex) -> UnitState:
    counter = game.units[unit]
    mounted = counter.mounted is not None and rng.random() < 0.5
    mobile = mounted or counter.ratings.movement is not None
    return UnitState(
        Status.ON_MAP,
        place,
        steps=counter.steps,
        mounted=mounted,
        column=mobile and rng.random() < 0.5,
        cohesion=rng.randrange(3),
    )


@pytest.mark.parametrize("seed", range(MAPS))
def test_no_cheaper_way_exists(seed: int) -> None:
    position, unit = small_position(dice(seed))
    found = {Best(way.hex, way.column, way.mounted): way.left for way in ways(position, RuleBook(position.game), unit)}
    assert found == best_ways(position, unit)


@pytest.mark.parametrize("seed", range(MAPS))
def test_every_way_is_judged_legal(seed: int) -> None:
    position, unit = small_position(dice(seed))
    rules = RuleBook(position.game)
    for way in ways(position, rules, unit):
        ruling = judge(position, safe_move(position, unit, way), rules)
        assert ruling.legal, (way, [finding.text for finding in ruling.findings])
        assert ruling.after is not None
        after = ruling.after.units[unit]
        assert (after.place, after.column, after.mounted) == (way.hex, way.column, way.mounted)
        assert after.cohesion == position.units[unit].cohesion + way.cohesion_hits


@pytest.mark.parametrize("seed", range(MAPS))
def test_ways_cost_no_less_than_they_say(seed: int) -> None:
    """With the points that a way costs it is legal, with one less it is not."""
    position, unit = small_position(dice(seed))
    rules = RuleBook(position.game)
    changes = ("mount", "dismount")
    for way in ways(position, rules, unit):
        if way.points < 2 or any(step.kind in changes for step in way.steps):
            continue
        for points, names in ((way.points, set[str]()), (way.points - 1, {"too-few-points", "trail-not-connected"})):
            poorer = position.after(game=with_allowance(position, unit, points))
            ruling = judge(poorer, safe_move(position, unit, way), rules)
            assert {finding.name for finding in ruling.findings} <= names
            assert ruling.legal == (not names)


def with_allowance(position: Position, unit: str, points: int) -> GameData:
    """Return the game with another Movement Allowance on the side that a unit shows."""
    counter = position.game.units[unit]
    if position.units[unit].mounted and counter.mounted is not None:
        changed = replace(counter, mounted=replace(counter.mounted, movement=points))
    else:
        changed = replace(counter, ratings=replace(counter.ratings, movement=points))
    return replace(position.game, units={**position.game.units, unit: changed})


def safe_move(position: Position, unit: str, way: Way) -> Move:
    """Return the move along a way with dice that let it pass mines and barrages."""
    checks, mines, start = list(way.checks), list(way.mines), position.units[unit].place
    steps: list[MoveStep] = []
    first: tuple[Roll, ...] = ()
    place = start
    for step in way.steps:
        rolls: list[Roll] = []
        if step.to is not None:
            if checks and checks[0] == place:
                checks.pop(0)
                check = Roll(RollPurpose.BARRAGE_EXIT, unit, 0)
                if place == start and not first and all(done.to is None for done in steps):
                    first = (check,)
                else:
                    rolls.append(check)
            if mines and mines[0] == step.to:
                mines.pop(0)
                rolls.append(Roll(RollPurpose.MINEFIELD, unit, 9))
            place = step.to
        steps.append(replace(step, rolls=tuple(rolls)))
    assert not checks
    assert not mines
    return Move(unit, tuple(steps), first)


# where it is shot at


class Watching(DiceSource):
    """Lets a move go smoothly, and notes who could fire at each step."""

    def __init__(self) -> None:
        self.shots: dict[int, tuple[str, ...]] = {}
        self.step = -1

    def roll(self, purpose: str, unit: str, outcomes: Sequence[T], bought: T | None = None) -> tuple[int | None, T]:  # noqa: ARG002
        face = 9 if purpose == "minefield" else 0
        return face, outcomes[face]

    def in_order(self, purpose: str, units: Sequence[str]) -> tuple[str, ...]:
        assert purpose == "opportunity"
        if units:
            self.shots[self.step] = tuple(units)
        return ()

    def part(self, rolls: Iterable[Roll]) -> Watching:  # noqa: ARG002
        self.step += 1
        return self

    @property
    def is_open(self) -> bool:
        return True


@pytest.mark.parametrize("seed", range(MAPS))
def test_ways_say_where_the_unit_is_shot_at(seed: int) -> None:
    position, unit = small_position(dice(seed))
    rules = RuleBook(position.game)
    for way in ways(position, rules, unit):
        watching = Watching()
        judgement = Judgement(position, rules, watching)
        move(judgement, Move(unit, way.steps))
        assert not judgement.findings
        assert watching.shots == {shot.step: shot.firers for shot in way.shots}


# the first action under a Division chit


def division_position(rng: Random) -> tuple[Position, str]:
    while True:
        position, unit = small_position(rng)
        chit = f"division-{position.game.units[unit].division}"
        if position.side(unit) == "axis":
            return position.after(activation=Activation(chit), barrages={}), unit


@pytest.mark.parametrize("seed", range(30))
def test_a_first_action_under_a_division_chit_keeps_out_of_fire_zones(seed: int) -> None:
    position, unit = division_position(dice(seed))
    rules, side = RuleBook(position.game), position.side(unit)

    @cache
    def is_shut(start: Hex, end: Hex) -> bool:
        return bool(zone_units(position.with_unit(unit, place=start), rules, end, side))

    found = {Best(way.hex, way.column, way.mounted): way for way in ways(position, rules, unit)}
    assert {best: way.left for best, way in found.items()} == best_ways(position, unit, is_shut)
    for way in found.values():
        assert judge(position, safe_move(position, unit, way), rules).legal


# the whole map


def scenario_moves(number: int) -> Iterator[tuple[Position, str]]:
    position = start_position(built_in_game(), number)
    chits = {"french": "direct-command-french", "axis": "direct-command-german"}
    for unit in position.units:
        yield position.after(activation=Activation(chits[position.side(unit)])), unit


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_ways_on_the_whole_map_agree_with_the_second_opinion(number: int) -> None:
    seen: set[tuple[str, Hex]] = set()
    for position, unit in scenario_moves(number):
        state = position.units[unit]
        counter = position.game.units[unit]
        if not isinstance(state.place, Hex) or counter.dummy or (counter.type, state.place) in seen:
            continue
        seen.add((counter.type, state.place))
        found = {Best(way.hex, way.column, way.mounted): way.left for way in ways(position, book(), unit)}
        assert found == best_ways(position, unit)


def test_everyone_s_reach_in_scenario_4_takes_less_than_a_second() -> None:
    position = start_position(built_in_game(), 4)
    for unit in position.units:
        reachable(position, book(), unit)
    before = time.process_time()
    reached = sum(len(reachable(position, book(), unit)) for unit in position.units)
    assert time.process_time() - before < 1
    assert reached > 5000


@pytest.mark.parametrize(
    "changes",
    [
        {"suppressed": True},
        {"status": Status.ELIMINATED, "place": None},
        {"place": "artillery-park-a"},
    ],
)
def test_who_cannot_move_reaches_nothing(changes: dict[str, object]) -> None:
    position = start_position(built_in_game(), 4).with_unit("5-2-13-dble", **changes)
    assert reachable(position, book(), "5-2-13-dble") == {}


def test_a_way_is_a_list_of_steps() -> None:
    position = start_position(built_in_game(), 1)
    way = reachable(position, book(), "1-viii-132")[Hex(33, 14)]
    assert way.steps == (MoveStep(StepKind.FORM_COLUMN), MoveStep(StepKind.ENTER, Hex(33, 14))) or way.points == 3
