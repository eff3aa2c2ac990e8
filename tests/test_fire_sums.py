"""The arithmetic of fire: every cell of the table, every modifier in every mode, and an independent reference."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.series.fire_sums import Mode, ShotFacts, shot_sum
from adjudicator.rules.switches import HouseRules
from tests.support.reference_fire import RESULTS_ARMOURED, RESULTS_UNARMOURED, reference_shot
from tests.support.shot_facts import shot_facts

MODIFIERS: Final = tomllib.loads((Path(__file__).parent / "cases" / "fire_modifiers.toml").read_text(encoding="utf-8"))[
    "modifiers"
]
SECTIONS: Final = {"armoured": RESULTS_ARMOURED, "unarmoured": RESULTS_UNARMOURED}
COLOURS: Final = tuple(RESULTS_ARMOURED)
RANDOM_SHOTS: Final = 100_000


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return RuleBook(load_game(find_game(BUILT_IN)))


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("colour", COLOURS)
def test_every_cell_of_the_table_with_every_rating_and_die(book: RuleBook, section: str, colour: str) -> None:
    for rating in range(10):
        facts = ShotFacts(rating=rating, colour=colour, mode=Mode.INDIRECT, target=section)
        shot = shot_sum(facts, book)
        assert (shot.section, shot.colour, shot.rating) == (section, colour, rating)
        for die in range(10):
            hits = die <= rating and die < 9
            assert shot.result(die) == (SECTIONS[section][colour][die] if hits else "miss")


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("row", MODIFIERS, ids=lambda row: f"{row['name']} {row['facts']}")
def test_every_modifier_on_and_off_in_every_mode(book: RuleBook, row: dict[str, Any], mode: Mode) -> None:
    plain = shot_sum(ShotFacts(rating=5, colour="pink", mode=mode), book)
    shot = shot_sum(shot_facts(**{"rating": 5, "colour": "pink", "mode": mode, **row["facts"]}), book)
    values = row["value"]
    expected = values.get(mode.value, 0 if mode is Mode.AIR else values.get("all", 0))
    assert plain.modifiers == ()
    assert {m.name: m.value for m in shot.modifiers} == ({row["name"]: expected} if expected else {})
    assert shot.unlimited_rating == 5 + expected
    assert all(m.rule and m.title for m in shot.modifiers)


def test_every_modifier_follows_the_order_of_the_rules(book: RuleBook) -> None:
    facts = shot_facts(
        rating=5, colour="pink", mode=Mode.OPPORTUNITY, fire_range=9, distance=5, defence=-1, mass=9, firer_column=True,
        firer_cohesion=2, firer_step_loss=True, firer_barrage="light", firer_entrenched=True, night=True,
        weather="mist", firer_in_bir_hacheim=True, target_column=True, target_improved=True, zone_to_zone=True,
        into_minefield=True,
    )  # fmt: skip
    names = [modifier.name for modifier in shot_sum(facts, book).modifiers]
    assert names == [
        "firer-column", "firer-cohesion-2", "firer-step-loss", "firer-light-barrage", "firer-entrenched", "night",
        "mist", "firer-bir-hacheim", "defence", "target-column", "target-improved-position", "range-unarmoured",
        "mass", "zone-to-zone", "into-minefield",
    ]  # fmt: skip


@pytest.mark.parametrize(("rating", "mass", "column", "unlimited", "limited"), [
    (9, 9, False, 12, 9), (9, 4, False, 9, 9), (9, 5, False, 10, 9), (0, 0, True, -1, 0), (1, 0, True, 0, 0),
])  # fmt: skip
def test_a_rating_stays_within_its_limits(
    book: RuleBook, rating: int, mass: int, column: bool, unlimited: int, limited: int
) -> None:
    shot = shot_sum(ShotFacts(rating=rating, colour="pink", mass=mass, firer_column=column), book)
    assert (shot.unlimited_rating, shot.rating) == (unlimited, limited)
    assert shot.result(0) != "miss"
    assert shot.result(9) == "miss"


@pytest.mark.parametrize(("switch", "choice", "facts", "expected"), [
    ("direct-maximum-of-artillery", "printed-range", {"colour": "orange", "distance": 4, "fire_range": 33,
                                                      "target": "armoured"}, (4, "armoured")),
    ("direct-maximum-of-artillery", "direct-limit", {"colour": "orange", "distance": 4, "fire_range": 33,
                                                     "target": "armoured"}, (3, "armoured")),
    ("entrenched-under-opportunity-fire", "armoured", {"mode": Mode.OPPORTUNITY, "target_entrenched": True},
     (5, "armoured")),
    ("entrenched-under-opportunity-fire", "unarmoured", {"mode": Mode.OPPORTUNITY, "target_entrenched": True},
     (5, "unarmoured")),
])  # fmt: skip
def test_a_switch_decides_what_is_uncertain(
    switch: str, choice: str, facts: dict[str, Any], expected: tuple[int, str]
) -> None:
    book = RuleBook(load_game(find_game(BUILT_IN)), HouseRules({switch: choice}))
    shot = shot_sum(shot_facts(**{"rating": 5, "colour": "pink", **facts}), book)
    assert (shot.rating, shot.section) == expected


def _random_shot(dice: random.Random) -> dict[str, Any]:
    return {
        "rating": dice.randrange(10),
        "colour": dice.choice(COLOURS),
        "mode": dice.choice([mode.value for mode in Mode]),
        "fire_range": dice.choice([None, dice.randrange(1, 13), dice.randrange(1, 84)]),
        "distance": dice.choice([1, 2, 3, 4, dice.randrange(1, 13), dice.randrange(1, 40)]),
        "target": dice.choice(["armoured", "unarmoured"]),
        "defence": dice.randrange(-5, 6),
        "mass": dice.randrange(13),
        "firer_cohesion": dice.randrange(3),
        "firer_barrage": dice.choice(["", "", "light", "heavy"]),
        "weather": dice.choice(["clear", "clear", "mist", "sandstorm"]),
        **{
            name: dice.random() < 0.3
            for name in (
                "firer_column", "firer_step_loss", "firer_improved", "firer_entrenched", "firer_in_bir_hacheim",
                "company_bonus", "target_column", "target_improved", "target_entrenched", "target_in_bir_hacheim",
                "target_in_park", "night", "zone_to_zone", "zone_to_clear", "running_from_assault", "into_minefield",
                "wrong_ammo", "ignores_protection",
            )
        },
    }  # fmt: skip


def test_an_independent_reference_agrees_on_random_shots(book: RuleBook) -> None:
    dice = random.Random(11)  # noqa: S311
    for _ in range(RANDOM_SHOTS):
        shot = _random_shot(dice)
        expected = reference_shot(shot)
        found = shot_sum(shot_facts(**shot), book)
        assert (
            found.unlimited_rating, found.rating, found.section, found.colour, list(found.results),
            [found.barrage(die) for die in range(10)],
        ) == (
            expected.unlimited, expected.rating, expected.section, expected.colour, expected.results,
            expected.barrages,
        ), shot  # fmt: skip
        assert found.unlimited_rating == found.base + sum(modifier.value for modifier in found.modifiers)
