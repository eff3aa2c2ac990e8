"""Exact chances: they add up to 1, and are those of every throw of the dice, one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.play import (
    Action,
    Assault,
    Counterbattery,
    DirectFire,
    IndirectFire,
    Move,
    MoveStep,
    Rally,
    RallyKind,
    StepKind,
)
from adjudicator.game.position import Position, Status
from adjudicator.rules.chance import DiceSource, TooManyOutcomes, enumerate_outcomes
from adjudicator.rules.dice_queue import deal
from adjudicator.rules.judge import handle
from adjudicator.rules.judgement import Judgement
from adjudicator.rules.odds import (
    NO_SHOT,
    Ends,
    Odds,
    TargetFacts,
    UnitEnd,
    assault_odds,
    exact_odds,
    fire_odds,
    move_odds,
    shot_odds,
)
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.series.fire_sums import Mode, ShotFacts, shot_sum
from adjudicator.rules.series.paths import reachable
from adjudicator.rules.switches import HouseRules
from tests.support.rule_cases import build_position, built_in_game

COLOURS = ("white", "pink", "purple", "blue", "yellow", "green", "orange")
AGREED: dict[str, Any] = {
    "assault-opportunity-fire": "nothing", "assault-retreat": 2, "assault-attacks": "primary", "assault-rounds": 1,
    "assault-outcome": "eliminated",
}  # fmt: skip


pytestmark = pytest.mark.xdist_group("odds")
"""One process has them all: what they share is made once."""


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return RuleBook(built_in_game(), HouseRules(AGREED))


def of_all_dice(position: Position, book: RuleBook, action: Action, unit: str, count: int) -> dict[UnitEnd, Fraction]:
    """Return the chances of a unit's ends by dealing every row of so many dice."""
    ends: Counter[UnitEnd] = Counter()
    for dice in product(range(10), repeat=count):
        dealing = deal(position, book, lambda judgement: handle(judgement, action), dice)
        assert dealing.next_roll is None, "more dice are needed"
        assert dealing.ruling.after is not None
        state = dealing.ruling.after.units[unit]
        ends[UnitEnd(unit, state.status, state.place, state.steps, state.cohesion, state.suppressed)] += 1
    return {end: Fraction(number, ends.total()) for end, number in ends.items()}


# a shot by plain facts


def expected_end(result: str, quality: int, die: int, steps: int, cohesion: int, suppressed: bool) -> tuple[Any, ...]:
    """Return steps, Cohesion Hits and Suppression after a result, written from the facts (R9.18 to R9.22)."""
    passed = die == 0 or (die != 9 and die <= quality)
    if result == "S" and (suppressed or passed):
        result = "C"
    if result == "C" and cohesion < 2:
        return steps, cohesion + 1, suppressed
    if result in ("C", "1"):
        return (steps - 1, cohesion, suppressed) if steps > 1 else "eliminated"  # type: ignore[return-value]
    if result == "E":
        return "eliminated"  # type: ignore[return-value]
    if result == "S" or (result == "S?" and not passed):
        return steps, cohesion, True
    return steps, cohesion, suppressed


def plain(end: UnitEnd) -> tuple[Any, ...] | str:
    return (end.steps, end.cohesion, end.suppressed) if end.status is Status.ON_MAP else "eliminated"


@pytest.mark.parametrize("quality", [-1, 0, 4, 8, 9, 10])
@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("cohesion", [0, 1, 2])
@pytest.mark.parametrize("suppressed", [False, True])
def test_ends_are_those_of_every_pair_of_dice(
    book: RuleBook, quality: int, steps: int, cohesion: int, suppressed: bool
) -> None:
    for facts in (
        ShotFacts(rating=9, colour="pink"),
        ShotFacts(rating=9, colour="purple", target="armoured"),
        ShotFacts(rating=3, colour="orange", mode=Mode.INDIRECT),
    ):
        total = shot_sum(facts, book)
        expected: Counter[Any] = Counter()
        for fire, check in product(range(10), repeat=2):
            expected[expected_end(total.results[fire], quality, check, steps, cohesion, suppressed)] += 1
        shot = fire_odds(facts, book, TargetFacts(quality, steps, cohesion, suppressed))
        assert {plain(end): chance for end, chance in shot.ends.items()} == {
            end: Fraction(number, 100) for end, number in expected.items()
        }


def test_results_of_random_shots_are_counted_faces_and_add_up_to_1(book: RuleBook) -> None:
    dice = random.Random(7)  # noqa: S311 - a repeatable choice, nothing secret
    for _ in range(500):
        facts = ShotFacts(
            rating=dice.randrange(10), colour=dice.choice(COLOURS), mode=dice.choice(list(Mode)),
            target=dice.choice(["armoured", "unarmoured"]), defence=dice.randint(-5, 5), mass=dice.randrange(12),
        )  # fmt: skip
        shot = fire_odds(facts, book, TargetFacts(dice.randrange(10), dice.randrange(3), dice.randrange(3)))
        total = shot_sum(facts, book)
        assert shot.results == {r: Fraction(total.results.count(r), 10) for r in dict.fromkeys(total.results)}
        assert sum(shot.barrages.values()) == sum(shot.results.values()) == sum(shot.ends.values()) == 1


def test_the_shot_of_the_minefield_example(book: RuleBook) -> None:
    """Rating 7 at an armoured car that checks with 5 (WE-2a): S? on a 1 or 2, S on 3 and 4, C on 0, 5 and 6, 1 on 7."""
    facts = ShotFacts(
        rating=5, colour="pink", mode=Mode.OPPORTUNITY, fire_range=2, distance=2, target="armoured",
        zone_to_zone=True, into_minefield=True,
    )  # fmt: skip
    shot = fire_odds(facts, book, TargetFacts(quality=5))
    assert shot.sum.rating == 7
    assert {key: str(chance) for key, chance in shot.results.items()} == {
        "C": "3/10", "S?": "1/5", "S": "1/5", "1": "1/10", "miss": "1/5",
    }  # fmt: skip
    suppressed = sum(chance for end, chance in shot.ends.items() if end.suppressed)
    assert suppressed == Fraction(2, 5) * Fraction(4, 10)


def test_a_die_that_has_fallen_leaves_only_the_check(book: RuleBook) -> None:
    facts = ShotFacts(rating=5, colour="pink")
    shot = fire_odds(facts, book, TargetFacts(quality=6), die=1)
    assert shot.results == {"S?": 1}
    assert {plain(end): chance for end, chance in shot.ends.items()} == {
        (2, 0, False): Fraction(7, 10), (2, 0, True): Fraction(3, 10),
    }  # fmt: skip


def test_nothing_is_said_of_a_target_whose_quality_is_unknown(book: RuleBook) -> None:
    assert fire_odds(ShotFacts(rating=5, colour="pink"), book).ends == {}


# a shot in a position


def duel(**changes: Any) -> Position:
    """An Italian company and a French one in hexes next to each other, and nobody else near."""
    case = {
        "scenario": 2,
        "only": ["Pasqualini"],
        "units": {"1/V/8": {"place": "30.20"}, "5/2/13 DBLE": {"place": "30.21"}},
        "leaders": {"Pasqualini": "30.20"},
        "chit": "direct-command-italian",
    }
    return build_position({**case, **changes})


@pytest.mark.parametrize("bonus", [False, True])
def test_direct_fire_is_that_of_all_its_dice(book: RuleBook, bonus: bool) -> None:
    position, action = duel(), DirectFire("1-v-8", "5-2-13-dble", company_bonus=bonus)
    odds = shot_odds(position, action, book)
    assert odds.findings == ()
    assert odds.of("5-2-13-dble") == of_all_dice(position, book, action, "5-2-13-dble", 2 + bonus)
    assert sum(odds.ends.values()) == sum(odds.results.values()) == 1


def test_odds_tell_what_forbids_the_shot(book: RuleBook) -> None:
    odds = shot_odds(duel(chit="division-french"), DirectFire("1-v-8", "5-2-13-dble"), book)
    assert [finding.name for finding in odds.findings] == ["not-of-the-division"]
    assert odds.results == {NO_SHOT: 1}


def test_indirect_fire_concerns_the_whole_hex(book: RuleBook) -> None:
    units = {
        "Mortier BP1": {"place": "30.17"}, "1/BP1": {"place": "30.19"},
        "1/V/8": {"place": "30.20"}, "2/V/8": {"place": "30.20"},
    }  # fmt: skip
    position = duel(units=units, chit="direct-command-french", leaders={})
    action = IndirectFire("mortier-bp1", "1-v-8", "1-bp1")
    odds = shot_odds(position, action, book)
    assert {end.unit for ends in odds.ends for end in ends} == {"1-v-8", "2-v-8"}
    assert sum(odds.ends.values()) == 1
    shots = 1 - odds.results.get(NO_SHOT, Fraction(0))
    assert odds.barrages["light"] + odds.barrages.get("heavy", 0) == shots * Fraction(9, 10)
    assert odds.chance(lambda ends: ends[1].suppressed) < odds.chance(
        lambda ends: ends[0].suppressed or ends[0].cohesion > 0
    )


def test_a_shot_with_its_die_known(book: RuleBook) -> None:
    position, action = duel(), DirectFire("1-v-8", "5-2-13-dble")
    odds = exact_odds(
        position, book, lambda judgement: handle(judgement, action), firer="1-v-8", target="5-2-13-dble", die=9
    )
    assert odds.results == {"miss": 1}


def test_only_shots_have_the_odds_of_a_shot(book: RuleBook) -> None:
    with pytest.raises(TypeError):
        shot_odds(duel(), Rally("1-v-8", RallyKind.COHESION), book)
    assert shot_odds(duel(), Counterbattery("1-v-8", "5-2-13-dble"), book).results == {NO_SHOT: 1}


# moves and assaults: ways that are alike are taken as one


def unmerged(position: Position, book: RuleBook, action: Action, units: tuple[str, ...]) -> dict[Ends, Fraction]:
    """Return the chances of all ends by following every way to its end."""

    def resolve(chance: DiceSource) -> Ends:
        judgement = Judgement(position, book, chance)
        handle(judgement, action)
        states = [(unit, judgement.position.units[unit]) for unit in units]
        return tuple(UnitEnd(u, s.status, s.place, s.steps, s.cohesion, s.suppressed) for u, s in states)

    return enumerate_outcomes(resolve)


def way(*steps: str) -> tuple[MoveStep, ...]:
    return tuple(MoveStep(StepKind(s)) if s[0].isalpha() else MoveStep(StepKind.ENTER, Hex.parse(s)) for s in steps)


def test_a_move_of_one_step_is_that_of_all_its_dice(book: RuleBook) -> None:
    position, action = duel(), Move("1-v-8", way("30.19"))
    odds = move_odds(position, action, book)
    assert odds.findings == ()
    assert odds.of("1-v-8") == of_all_dice(position, book, action, "1-v-8", 3)


MOVES: dict[str, Callable[[], tuple[Position, Move]]] = {
    "two steps under the fire of one unit": lambda: (duel(), Move("1-v-8", way("31.20", "31.19"))),
    "into Column and out of the zone": lambda: (duel(), Move("1-v-8", way("form-column", "30.19"))),
    "under the fire of two units": lambda: (
        duel(units={"1/V/8": {"place": "30.20"}, "5/2/13 DBLE": {"place": "30.21"}, "6/2/13 DBLE": {"place": "29.20"}}),
        Move("1-v-8", way("30.19")),
    ),
    "out of a Heavy Barrage": lambda: (duel(barrages={"30.20": "heavy"}), Move("1-v-8", way("30.19"))),
    "into a minefield": lambda: (
        duel(
            units={"1/VIII/132": {"place": "30.20"}, "5/2/13 DBLE": {"place": "30.21"}}, mines={"30.19": 2},
        ),
        Move("1-viii-132", way("30.19", "30.18")),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MOVES)
def test_a_move_is_the_same_when_ways_are_merged(book: RuleBook, name: str) -> None:
    position, action = MOVES[name]()
    odds = move_odds(position, action, book)
    assert odds.findings == ()
    assert odds.ends == unmerged(position, book, action, (action.unit,))
    assert sum(odds.ends.values()) == 1
    assert len(odds.ends) > 2


def test_every_way_of_a_unit_adds_up_to_1(book: RuleBook) -> None:
    position = duel()
    ways = sorted(reachable(position, book, "1-v-8").values(), key=lambda found: found.hex)
    assert len(ways) > 10
    for found in ways[::6]:
        odds = move_odds(position, Move("1-v-8", found.steps), book)
        assert odds.findings == ()
        assert sum(odds.ends.values()) == 1


def test_an_assault_is_the_same_when_ways_are_merged(book: RuleBook) -> None:
    position, action = duel(), Assault(("1-v-8",), Hex.parse("30.21"))
    odds = assault_odds(position, action, book)
    assert odds.findings == ()
    assert odds.ends == unmerged(position, book, action, ("5-2-13-dble", "1-v-8"))
    assert sum(odds.ends.values()) == 1
    taken = odds.chance(lambda ends: ends[1].place == Hex.parse("30.21"))
    assert taken == odds.chance(lambda ends: ends[0].status is Status.ELIMINATED)


def test_units_that_fail_their_bravery_check_are_told_apart(book: RuleBook) -> None:
    """Neither check changes the position: who takes part is kept besides."""
    units = {
        "1/V/8": {"place": "30.20", "cohesion": 2}, "2/V/8": {"place": "30.20", "cohesion": 2},
        "5/2/13 DBLE": {"place": "30.21", "suppressed": True},
    }  # fmt: skip
    position = duel(units=units)
    action = Assault(("1-v-8", "2-v-8"), Hex.parse("30.21"))
    odds = assault_odds(position, action, book)
    assert odds.findings == ()
    assert odds.ends == unmerged(position, book, action, ("5-2-13-dble", "1-v-8", "2-v-8"))


def test_too_many_ways_are_an_error(book: RuleBook) -> None:
    with pytest.raises(TooManyOutcomes, match="more than 20 ways"):
        assault_odds(duel(), Assault(("1-v-8",), Hex.parse("30.21")), book, max_runs=20)


def test_chances_of_one_unit_are_those_of_all_together(book: RuleBook) -> None:
    odds: Odds = assault_odds(duel(), Assault(("1-v-8",), Hex.parse("30.21")), book)
    for unit in ("1-v-8", "5-2-13-dble"):
        assert sum(odds.of(unit).values()) == 1
        for end, chance in odds.of(unit).items():
            assert chance == odds.chance(lambda ends, end=end: end in ends)  # type: ignore[misc]
