"""Every row of the desert's tables, and what is said of files that are wrong."""

from __future__ import annotations

import shutil
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from adjudicator.game.errors import GameDataErrors
from adjudicator.rules.desert.arms import ARMS, Period, Piece, Status, availability, pieces
from adjudicator.rules.desert.bog import stop_roll
from adjudicator.rules.desert.conditions import BOARDS, EC, PRESSURES, WEIGHTS, Conditions, Mover
from adjudicator.rules.desert.dice_rolls import Rolling
from adjudicator.rules.desert.fire import Attack, attack_kinds, attack_sum
from adjudicator.rules.desert.movement import way
from adjudicator.rules.desert.overlays import board_layout, kind_of, place_overlays
from adjudicator.rules.desert.questions import Question, ask, dummy_counters, dummy_minefields, questions
from adjudicator.rules.desert.sight import described_obstacles, obstacle_words, sight
from adjudicator.rules.desert.tables import SCHEMAS, desert_tables, read_tables
from adjudicator.rules.desert.terrain import DesertHex, described_hex, terrain
from adjudicator.rules.desert.weather import Scenario, chances, prepare
from adjudicator.schemas import load_json_schema

FOLDER = Path(__file__).parent.parent / "adjudicator" / "games" / "desert"
PERIODS = [
    (arms, piece, period, theater)
    for arms in ARMS
    for piece in pieces(arms).values()
    for period in piece.periods
    for theater in period.theaters
]


@pytest.mark.parametrize("name", sorted({*SCHEMAS.values(), "desert.schema.json"}))
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(load_json_schema(name))


def test_every_file_is_read() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(SCHEMAS)


# every row of the availability tables


@pytest.mark.parametrize(
    ("arms", "piece", "period", "theater"), PERIODS,
    ids=[f"{piece.name} {theater} {period.first}" for _, piece, period, theater in PERIODS],
)  # fmt: skip
def test_a_period_is_what_its_months_answer(arms: str, piece: Piece, period: Period, theater: str) -> None:
    where = {"any": "italy", "elsewhere": "elsewhere"}.get(theater, theater)
    for month in sorted({period.first, period.last}):
        found = availability(arms, piece, month, where)
        windows = [row for row in desert_tables()[f"{arms}.toml"]["windows"] if row["theater"] == where]
        if any(not row["from"] <= month <= row["to"] for row in windows):
            assert found.status is Status.NOT_AVAILABLE
            continue
        assert found.status is Status.AVAILABLE
        first = next(each for each in piece.periods if theater in each.theaters and each.covers(month))
        assert piece.like or found.rf == first.rf
        assert ("Italian Fascists only" in found.limits) == (first.use == "fascist")


def test_no_two_periods_of_a_piece_are_at_one_time_in_one_theater() -> None:
    for arms in ARMS:
        for piece in pieces(arms).values():
            spans = sorted((t, p.first, p.last) for p in piece.periods for t in p.theaters if len(p.theaters) < 9)
            for (one, _, last), (other, first, _) in pairwise(spans):
                assert one != other or last < first, piece.name


def test_rarity_factors_are_of_their_range() -> None:
    factors = [period.rf for _, _, period, _ in PERIODS if period.rf is not None]
    assert min(factors) == Decimal("0.9")
    assert max(factors) == Decimal("1.6")


# every row of the other tables


def test_every_fact_that_follows_is_told_by_some_attack() -> None:
    rows = desert_tables()["fire.toml"]
    used = {name for row in rows["modifiers"] for key in ("when", "unless") for name in row[key]}
    known = {row["id"] for key in ("attacks", "facts", "follows") for row in rows[key]} | set(rows["targets"])
    assert used <= known
    assert {row["id"] for row in rows["follows"]} <= used | {"level"}


@pytest.mark.parametrize("row", desert_tables()["fire.toml"]["modifiers"], ids=lambda row: str(row["name"]))
def test_every_modifier_can_apply(row: dict[str, Any]) -> None:
    told = {fact["id"] for fact in desert_tables()["fire.toml"]["facts"]} & {*row["when"], "he"}
    told |= {"in-sand"} if "sand-is-loose" in row["when"] else set()
    kinds = [name for name in row["when"] if name in attack_kinds()]
    kinds = kinds or [kind for kind in attack_kinds() if kind not in row["unless"]]
    sums = [
        attack_sum(Attack(kind, distance, facts=frozenset(told), target_level=Fraction(level), dust=dust))
        for kind in kinds
        for distance in (0, 1, 4)
        for level in (0, 1)
        for dust in ("none", "extremely-heavy")
    ]
    names = {each.name for total in sums for each in (*total.modifiers, *total.factors, *total.morale, *total.notes)}
    assert row["name"] in names


@pytest.mark.parametrize("unit", terrain().classes)
def test_every_class_has_its_costs_of_the_desert(unit: str) -> None:
    for name in ("open", "scrub", "hammada", "sand", "dune-crest", "smoke"):
        assert unit in terrain().costs[name].figures


# wrong files

WRONG = [
    ("terrain.toml", 'of = "brush"', 'of = "brash"', "costs, row 7 (Vineyard), key of: no such cost"),
    ("terrain.toml", "truck = 4 }\nsource", "lorry = 4 }\nsource", "no such unit class"),
    ("terrain.toml", 'role = "side"', 'role = "beside"', "the value is not one of those allowed"),
    ("terrain.toml", 'id = "hammada"', 'id = "scrub"', "this name is given twice"),
    ("checks.toml", "fails_at = 12", "fails_at = 13", "the number is too large"),
    ("fire.toml", '"in-hammada", "unarmored"', '"in-hamada", "unarmored"', "did you mean in-hammada?"),
    ("vehicles.toml", 'from = "1940-06"', 'from = "1946-06"', "the period ends before it begins"),
    ("vehicles.toml", 'like = "L3/35"', 'like = "L3/36"', "no such piece: did you mean L3/35?"),
    ("ordnance.toml", 'rf = "1.3"', 'rf = "1,3"', "the text is not of the form allowed"),
    ("refusals.toml", "[[refusals]]", "[[refusals]", "refusals.toml, line"),
    ("sight.toml", 'rule = "6.2"', 'rule = "six"', "the text is not of the form allowed"),
]


@pytest.mark.parametrize(("file", "old", "new", "says"), WRONG, ids=[f"{row[0]} {row[2]}" for row in WRONG])
def test_a_wrong_file_is_told_with_its_place(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    shutil.copytree(FOLDER, tmp_path / "desert")
    path = tmp_path / "desert" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(GameDataErrors) as raised:
        read_tables(tmp_path / "desert")
    assert says in str(raised.value)
    assert file in str(raised.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(GameDataErrors) as raised:
        read_tables(tmp_path)
    assert len(raised.value.errors) == len(SCHEMAS)


# chances and rolls


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("total", range(2, 13))
def test_every_cell_of_the_weather_chart_is_what_its_roll_gives(month: int, total: int) -> None:
    columns = [row for row in desert_tables()["weather.toml"]["weather"] if month in row["months"]]
    assert len(columns) == 1
    first = max(1, total - 6)
    dice = Rolling([first, total - first, 3, 3, 3, 3])
    assert prepare(Scenario(month), dice).weather == columns[0]["results"][total - 2]


@pytest.mark.parametrize("month", [1, 4, 7, 10])
def test_the_chances_of_the_weather_are_those_of_every_roll(month: int) -> None:
    scenario = Scenario(month, bombardments=1)
    counted = {name: Counter[str]() for name in ("weather", "time", "ec", "wind", "dust")}
    for faces in product(range(1, 7), repeat=6):
        rolled = prepare(scenario, Rolling(faces))
        for name, counter in counted.items():
            counter[getattr(rolled, name)] += 1
    expected = {
        name: {result: Fraction(number, 6**6) for result, number in counter.items()}
        for name, counter in counted.items()
    }
    assert {name: dict(results) for name, results in chances(scenario).items()} == expected


@pytest.mark.parametrize("check", ["hammada-immobilization", "sand-bog"])
@pytest.mark.parametrize("unit", ["truck", "motorcycle"])
def test_the_chances_of_a_roll_are_those_of_every_way_to_fall(check: str, unit: str) -> None:
    rows = {row["id"]: row for row in desert_tables()["checks.toml"]["checks"]}
    facts = [each["when"] for each in rows[check]["modifiers"]]
    for chosen in chain.from_iterable(combinations(facts, number) for number in range(len(facts) + 1)):
        roll = stop_roll(check, frozenset(chosen), Mover(terrain().classes[unit]))
        added = sum(each["value"] for each in rows[check]["modifiers"] if each["when"] in chosen)
        finals = [one + other + added for one, other in product(range(1, 7), repeat=2)]
        assert roll.passes == Fraction(sum(final < 12 for final in finals), 36)
        assert sum(roll.results.values()) == 1
        if unit == "motorcycle":
            assert roll.results.get("dismounted", 0) == Fraction(finals.count(12), 36)


@pytest.mark.parametrize("seed", range(40))
def test_overlays_of_a_seed_are_told_again_by_their_dice(seed: int) -> None:
    layout = board_layout("26,27/28,29")
    dice = Rolling(seed=seed)
    placed = place_overlays(layout, dice)
    again = Rolling([face for roll in dice.rolls for face in roll.dice])
    assert place_overlays(layout, again) == placed
    assert again.left == 0
    overlays = [each.overlay for each in placed]
    assert len(set(overlays)) == len(overlays)
    assert len({(each.half, each.hexrow, each.coordinate) for each in placed}) == len(placed)


def test_every_overlay_of_the_table_is_of_a_kind() -> None:
    table = [overlay for row in desert_tables()["overlays.toml"]["overlays"] for overlay in row]
    assert len(set(table)) == len(table) == 36
    assert {kind_of(overlay)[0] for overlay in table} >= {"wadi", "sand", "hillock", "deir", "sand dune"}


QUESTION_ROWS = [(question, row) for question in questions().values() for row in question.answers]


@pytest.mark.parametrize(
    ("question", "row"), QUESTION_ROWS, ids=[f"{question.id}: {row['text'][:40]}" for question, row in QUESTION_ROWS]
)
def test_every_answer_can_be_given(question: Question, row: dict[str, Any]) -> None:
    numbers = [row.get("least", row.get("most", 1)), 200_000] if question.number else [None]
    facts = set(product((False, True), repeat=len(question.facts)))
    wanted = row.get("when", ())
    chosen = [tuple(name for name, said in zip(question.facts, each, strict=True) if said) for each in facts]
    fitting = (names for names in chosen if set(wanted) <= set(names))
    assert any(ask(question, names, number).text == row["text"] for names in fitting for number in numbers)


@pytest.mark.parametrize("factors", [0, 23, 24, 47, 48, 240])
def test_dummy_counters_are_counted_for_every_dr(factors: int) -> None:
    counted = Counter(dummy_counters(factors, 0, die) for die in range(1, 7))
    assert dummy_minefields(factors) == {number: Fraction(times, 6) for number, times in counted.items()}


# ways of every kind

WORDS = sorted(terrain().words)
HEXES = st.lists(st.sampled_from(WORDS), max_size=4).map(lambda words: described_hex(",".join(words), terrain()))


@settings(derandomize=True, deadline=None, max_examples=400)
@given(
    st.sampled_from(sorted(terrain().classes)), HEXES, st.lists(HEXES, min_size=1, max_size=4),
    st.sampled_from(EC), st.sampled_from(BOARDS), st.sampled_from(PRESSURES), st.sampled_from(WEIGHTS),
)  # fmt: skip
def test_any_way_adds_up(
    unit: str, start: DesertHex, hexes: list[DesertHex], ec: str, board: str, pressure: str, weight: str
) -> None:
    mover = Mover(terrain().classes[unit], weight=weight, pressure=pressure)
    found = way(start, hexes, mover, Conditions(ec, board), terrain())
    assert sum(end.chance for end in found.ends) == 1
    for step in found.steps:
        stopped = [finding.name for finding in step.findings if finding.name != "normal-bog-not-printed"]
        assert (step.total is None) == bool(stopped)
        if step.total is not None:
            assert step.total == sum(part.value for part in step.parts) >= 0
            assert step.spent is not None
            assert step.spent >= step.total
    if found.total is not None:
        assert found.total == sum(step.spent or 0 for step in found.steps)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(HEXES, HEXES, st.lists(st.sampled_from(sorted(obstacle_words())), max_size=4), st.integers(1, 5))
def test_sight_is_the_same_from_both_ends(one: DesertHex, other: DesertHex, between: list[str], distance: int) -> None:
    there = sight(one, other, distance, described_obstacles(between))
    back = sight(other, one, distance, described_obstacles(between[::-1]))
    assert there.outcome == back.outcome
