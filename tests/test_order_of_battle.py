"""Holds the order of battle to the rulebook's own lists, and the counters' figures to what is known about them.

The files are read with plain ``tomllib``, so that no fault of the loader can hide one of the data; the last test
then holds the loaded game to the same files. The expectations are ``cases/game/rosters.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from adjudicator.game.loading import find_game, load_game
from adjudicator.game.units import Ratings

ROOT: Final = Path(__file__).parent.parent
GAME: Final = ROOT / "adjudicator" / "games" / "no_question_of_surrender"
EXPECTED: Final = tomllib.loads((ROOT / "tests/cases/game/rosters.toml").read_text(encoding="utf-8"))
DATA: Final = tomllib.loads((GAME / "units.toml").read_text(encoding="utf-8"))
TABLE: Final = tomllib.loads((GAME / "game.toml").read_text(encoding="utf-8"))

SIDES: Final = ("mounted", "reduced")
REQUIRED: Final = {
    "unit_class", "symbol", "steps", "fire", "assault", "defence", "troop_quality", "movement", "movement_class",
}  # fmt: skip
SIDE_REQUIRED: Final = {"fire", "assault", "defence", "troop_quality", "movement", "movement_class"}
FIGURES: Final = {*REQUIRED, "weapon", "range", "assault_weapon", "armoured", "engineer", *SIDES}
SYMBOLS: Final = {
    "infantry": "infantry", "motorised-infantry": "infantry", "machine-gun": "infantry", "mortar": "infantry",
    "engineer": "infantry", "anti-tank": "gun", "anti-aircraft": "gun vehicle", "artillery": "gun",
    "coastal-artillery": "gun", "infantry-gun": "gun vehicle", "portee": "vehicle", "tank": "vehicle",
    "armoured-car": "vehicle", "assault-gun": "vehicle", "self-propelled-artillery": "vehicle", "dummy": "gun",
}  # fmt: skip
"""The symbols in use, each with the unit classes that it may stand for."""

Row = dict[str, Any]


def merged(row: Row) -> Row:
    """Return a unit's row with its type's figures below its own, and the source of each figure in ``sources``."""
    kind = DATA["types"][row["type"]]
    return {**kind, **row, "sources": {**_sources(kind), **_sources(row), **row.get("sources", {})}}


def _sources(row: Row) -> dict[str, str]:
    default = row.get("source", DATA["source"])
    return {figure: row.get("sources", {}).get(figure, default) for figure in row.keys() & FIGURES}


UNITS: Final = [merged(row) for row in DATA["units"]]
BY_NAME: Final = {name: unit for unit in UNITS for name in (unit["name"], *unit.get("spellings", ()))}
TYPES: Final = sorted(DATA["types"].items())


def _list_name(row: Row) -> str:
    return f"scenario {row['scenario']}, {row['formation'] or row['division']}, {row['units'][0]}"


@pytest.mark.parametrize("row", EXPECTED["lists"], ids=_list_name)
def test_every_unit_of_every_list_is_in_the_data_under_a_name_or_a_spelling(row: Row) -> None:
    missing = [name for name in row["units"] if name not in BY_NAME]
    assert not missing
    for name in row["units"]:
        unit = BY_NAME[name]
        assert (unit["division"], unit.get("formation", "")) == (row["division"], row["formation"]), name
    assert len({BY_NAME[name]["id"] for name in row["units"]}) == len(row["units"])


def test_nothing_else_is_in_the_data() -> None:
    named = {BY_NAME[name]["id"] for row in EXPECTED["lists"] for name in row["units"]}
    extras = {BY_NAME[name]["id"] for name in EXPECTED["extras"]["units"]}
    assert not named & extras
    assert {unit["id"] for unit in UNITS} == named | extras


def test_formations_and_independents_are_as_many_as_the_rulebook_has() -> None:
    assert Counter(unit["formation"] for unit in UNITS if "formation" in unit) == EXPECTED["counts"]
    independents = Counter(unit["division"] for unit in UNITS if "formation" not in unit)
    assert independents == EXPECTED["independent_counts"]


@pytest.mark.parametrize("slip", EXPECTED["slips"], ids=lambda slip: slip["printed"])
def test_slips_are_repaired_kept_as_a_spelling_and_noted(slip: Row) -> None:
    unit = BY_NAME[slip["printed"]]
    assert unit["name"] == slip["unit"]
    assert slip["printed"] in unit["spellings"]
    assert unit["note"]


def test_every_spelling_is_printed_in_a_list_or_belongs_to_an_extra() -> None:
    printed = {name for row in EXPECTED["lists"] for name in row["units"]}
    spare = {s for unit in UNITS for s in unit.get("spellings", ()) if unit["name"] not in EXPECTED["extras"]["units"]}
    assert spare <= printed


def test_each_formation_with_a_leader_has_one_and_no_other_does() -> None:
    led = {row["formation"] for row in EXPECTED["lists"] if row.get("leader") or row.get("leaders")}
    assert Counter(leader["formation"] for leader in DATA["leaders"]) == dict.fromkeys(led, 1)
    divisions = {formation["id"]: formation["division"] for formation in TABLE["formations"]}
    assert all(divisions[leader["formation"]] == leader["division"] for leader in DATA["leaders"])


def test_leaders_that_are_named_bear_their_names_and_lead_the_right_formation() -> None:
    named = {(name, row["formation"]) for row in EXPECTED["lists"] for name in row.get("leaders", ())}
    assert len(named) == 3
    assert named <= {(leader["name"], leader["formation"]) for leader in DATA["leaders"]}


def test_ids_are_slugs_and_no_name_or_id_occurs_twice() -> None:
    rows = [*DATA["units"], *DATA["leaders"]]
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row["id"]) for row in rows)
    assert max(Counter(row["id"] for row in rows).values()) == 1
    names = [name for unit in UNITS for name in (unit["name"], *unit.get("spellings", ()))]
    assert max(Counter(names).values()) == 1


def test_hidden_guns_and_dummies_are_those_of_the_rulebook() -> None:
    hidden = EXPECTED["hidden"]
    behind = {unit["name"]: bool(unit.get("dummy")) for unit in UNITS if unit.get("hidden_as")}
    assert behind == {**dict.fromkeys(hidden["guns"], False), **dict.fromkeys(hidden["dummies"], True)}
    assert {unit["hidden_as"] for unit in UNITS if unit.get("hidden_as")} == {hidden["name"]}
    assert {unit["name"] for unit in UNITS if unit.get("dummy")} == set(hidden["dummies"])


def test_engineers_are_those_whose_names_say_so() -> None:
    engineers = [unit for unit in UNITS if unit.get("engineer")]
    assert {unit["name"] for unit in engineers} == set(EXPECTED["engineers"]["units"])
    assert {unit["sources"]["engineer"] for unit in engineers} == {"rulebook"}
    assert [unit["name"] for unit in UNITS if unit["symbol"] == "engineer"] == [unit["name"] for unit in engineers]


def _meant(row: Row) -> list[Row]:
    if "formation" in row:
        return [unit for unit in UNITS if unit.get("formation") == row["formation"]]
    return [BY_NAME[name] for name in row["units"]]


@pytest.mark.parametrize("row", EXPECTED["known"], ids=lambda row: row.get("formation") or row["units"][0])
def test_known_figures_hold_exactly_and_say_that_they_are_known(row: Row) -> None:
    units = _meant(row)
    assert units
    for unit in units:
        for figure, value in row.get("figures", {}).items():
            assert (figure, unit[figure], unit["sources"][figure]) == (figure, value, "rulebook"), unit["name"]
        for figure, value in row.get("inferred", {}).items():
            assert (figure, unit[figure], unit["sources"][figure]) == (figure, value, "estimated"), unit["name"]
        for figure, least in row.get("at_least", {}).items():
            assert unit[figure] >= least, unit["name"]


def test_like_companies_of_german_regiments_are_alike_or_say_why_not() -> None:
    kinds: dict[str, set[str]] = {}
    for unit in UNITS:
        company = re.fullmatch(r"(\d+\.|Gr\. W\.|Pa[kK])/II?\./(\d{3})", unit["name"])
        if company and not unit.get("note", "").startswith("Taken as"):
            kinds.setdefault(company[1].lower(), set()).add(DATA["types"][unit["type"]]["symbol"])
    assert kinds
    assert {company: found for company, found in kinds.items() if len(found) > 1} == {}


def test_a_french_unit_can_be_the_one_of_the_minefield_example() -> None:
    example = EXPECTED["example_firer"]
    french = [unit for unit in UNITS if unit["division"] == example["division"]]
    assert any(all(unit.get(key) == value for key, value in example["figures"].items()) for unit in french)


def test_every_type_is_used_and_every_unit_has_a_type() -> None:
    assert {row["type"] for row in DATA["units"]} == set(DATA["types"])


@pytest.mark.parametrize(("name", "kind"), TYPES, ids=[name for name, _ in TYPES])
def test_types_are_complete(name: str, kind: Row) -> None:
    assert kind.keys() >= REQUIRED
    assert kind["unit_class"] in SYMBOLS[kind["symbol"]].split()
    for side in (kind, *(kind[side] for side in SIDES if side in kind)):
        assert side.keys() >= SIDE_REQUIRED, name
        assert (side["fire"] == "No") == ("weapon" not in side) == ("range" not in side)
        assert (side["assault"] == "No") == ("assault_weapon" not in side)
    carried = kind["movement"] == "*"
    assert not carried or "mounted" in kind, "a unit that moves only mounted needs a mounted side"


@pytest.mark.parametrize(("name", "kind"), TYPES, ids=[name for name, _ in TYPES])
def test_figures_fit_the_unit_class_and_the_weapon(name: str, kind: Row) -> None:
    on_foot = kind["movement_class"] == "leg"
    assert on_foot == (kind["unit_class"] != "vehicle"), name
    assert kind["unit_class"] != "gun" or kind["movement"] in ("*", "No")
    assert kind["unit_class"] == "vehicle" or not kind.get("armoured")
    assert kind.get("weapon") in {None, *(weapon["id"] for weapon in TABLE["weapons"])}
    assert kind.get("weapon") != "orange" or kind["range"] >= 5, "Indirect HE fires indirectly from 5 hexes on (1.0)"
    assert kind.get("mounted", {}).get("movement_class") in (None, "wheeled", "tracked")


def test_mounting_does_not_change_a_units_troop_quality() -> None:
    mounted = [unit for unit in UNITS if "mounted" in unit]
    assert mounted
    assert [u["name"] for u in mounted if u["mounted"]["troop_quality"] != u["troop_quality"]] == []


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("row", [*TABLE["divisions"], *TABLE["weapons"]], ids=lambda row: row["id"])
def test_inks_are_readable_on_their_colours(row: Row) -> None:
    dark, light = sorted((_luminance(row["colour"]), _luminance(row["ink"])))
    assert (light + 0.05) / (dark + 0.05) >= 4.5, "the contrast that WCAG 2 asks for text"


def test_the_game_has_the_divisions_formations_and_calendar_of_the_rulebook() -> None:
    assert {d["id"]: d["side"] for d in TABLE["divisions"]} == {
        "french": "french", "ariete": "axis", "trieste": "axis", "90-leichte": "axis",
    }  # fmt: skip
    assert {d["id"]: d.get("chit_cost_factor", 1) for d in TABLE["divisions"] if d["id"] != "trieste"} == {
        "french": 1, "ariete": 1, "90-leichte": 1,
    }  # fmt: skip
    assert next(d for d in TABLE["divisions"] if d["id"] == "trieste")["chit_cost_factor"] == 2
    assert [f["id"] for f in TABLE["formations"]] == list(EXPECTED["counts"])
    assert TABLE["calendar"]["turns"] == ["0500", "0700", "0900", "1100", "1300", "1500", "1700", "1900", "Night"]
    assert [d["date"] for d in TABLE["calendar"]["dates"]] == ["05-27", *(f"06-{day:02}" for day in range(2, 11))]
    assert (TABLE["stacking"]["not_in_column"], TABLE["stacking"]["in_column"]) == (3, 1)


def test_the_sequence_of_play_has_its_nine_steps_in_order() -> None:
    assert [step["number"] for step in TABLE["sequence_of_play"]] == list(range(1, 10))
    assert all("GTS R4." in step["rule"] for step in TABLE["sequence_of_play"])


def _printed(value: Any) -> Any:
    return None if value in ("No", "*") else value


def _differences(told: Row, ratings: Ratings) -> list[str]:
    pairs = {name: getattr(ratings, "fire_range" if name == "range" else name) for name in SIDE_REQUIRED | {"range"}}
    return [name for name, value in pairs.items() if name in told and _printed(told[name]) != value]


def test_the_loaded_game_has_the_same_units_and_leaders() -> None:
    game = load_game(find_game("no-question-of-surrender"))
    assert list(game.units) == [unit["id"] for unit in UNITS]
    assert list(game.leaders) == [leader["id"] for leader in DATA["leaders"]]
    for told in UNITS:
        unit = game.units[told["id"]]
        assert (unit.name, unit.division, unit.formation, unit.steps, unit.engineer, unit.dummy, unit.hidden_as) == (
            told["name"], told["division"], told.get("formation", ""), told["steps"], told.get("engineer", False),
            told.get("dummy", False), told.get("hidden_as", ""),
        )  # fmt: skip
        assert _differences(told, unit.ratings) == [], unit.name
        assert (unit.mounted is None) == ("mounted" not in told)
        assert unit.mounted is None or _differences(told["mounted"], unit.mounted) == []
        sources = {name: source.value for name, source in unit.sources.items() if "." not in name}
        assert sources.items() <= told["sources"].items(), unit.name


def test_a_unit_of_two_steps_has_transport_or_a_reduced_side() -> None:
    game = load_game(find_game("no-question-of-surrender"))
    units = [unit for unit in game.units.values() if unit.steps == 2]
    assert units
    assert [unit.id for unit in units if (unit.mounted is None) is (unit.reduced is None)] == []
    assert [unit.id for unit in game.units.values() if unit.steps < 2 and unit.reduced is not None] == []


def test_a_reduced_side_is_weaker_and_moves_as_before() -> None:
    for unit in load_game(find_game("no-question-of-surrender")).units.values():
        if unit.reduced is not None:
            for name in ("fire", "assault", "troop_quality"):
                assert getattr(unit.reduced, name) < getattr(unit.ratings, name), (unit.id, name)
            assert (unit.reduced.movement, unit.reduced.armoured) == (unit.ratings.movement, unit.ratings.armoured)
