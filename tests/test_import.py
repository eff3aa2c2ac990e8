"""``vmod-builder import``: the module's figures arrive, all of them and marked; what cannot be taken is listed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from lxml import etree

from adjudicator.game.game_data import GameData
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.provenance import Source
from adjudicator.game.units import Ratings
from adjudicator.schemas import load_json_schema
from tests.support.command_line import Outcome, run_with
from tests.support.official_module import OfficialModule, expected_ratings, official_module
from vmod_builder.cli import run

OURS = load_game(find_game(BUILT_IN))
Importing = Callable[..., tuple[GameData, dict[str, Any]]]


def builder(*arguments: str | Path) -> Outcome:
    return run_with(run, *arguments)


@pytest.fixture
def imported(tmp_path: Path) -> Importing:
    """Import a module; give the game that was made and the report."""

    def importing(module: OfficialModule, *options: str) -> tuple[GameData, dict[str, Any]]:
        path = module.write(tmp_path / "official.vmod")
        outcome = builder("import", path, "-o", tmp_path / "game", "--json", *options)
        assert (outcome.code, outcome.err) == (0, "")
        return load_game(tmp_path / "game"), json.loads(outcome.out)

    return importing


def found(report: dict[str, Any], kind: str) -> list[str]:
    """Return the findings of a kind, as the terminal shows them."""
    return [
        f"{each['place']}: {each['text']}" if each["text"] else each["place"]
        for each in report["findings"]
        if each["kind"] == kind
    ]


def kinds(report: dict[str, Any]) -> set[str]:
    return {finding["kind"] for finding in report["findings"]}


class TestFigures:
    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_every_unit_has_the_ratings_of_the_module(self, imported: Importing, seed: int) -> None:
        module = official_module(OURS, seed)
        game, report = imported(module)
        assert report["units"] == {"matched": 191, "all": 191}
        for unit in game.units.values():
            counter, ours = module.counter(unit.id), OURS.units[unit.id]
            assert_side(unit.ratings, expected_ratings(counter.front, game, ours.ratings))
            for name, has in (("mounted", counter.organic), ("reduced", counter.step_differs)):
                side = getattr(unit, name)
                assert (side is not None) == has
                if side:
                    assert_side(side, expected_ratings(counter.second, game, getattr(ours, name)))
            assert unit.steps == int(counter.properties.get("Step", "0"))
            assert unit.unit_class == counter.properties["Class"].lower()
            assert (unit.symbol, unit.hidden_as, unit.engineer) == (ours.symbol, ours.hidden_as, ours.engineer)

    def test_what_the_module_says_is_marked_so_and_nothing_else(self, imported: Importing) -> None:
        module = official_module(OURS)
        game, report = imported(module)
        told = 0
        for unit in game.units.values():
            for name, source in unit.sources.items():
                if source is Source.MODULE:
                    told += 1
                else:
                    assert source is OURS.units[unit.id].sources[name]
                    assert _is_silent(module.counter(unit.id), name), (unit.name, name)
        leaders = [leader.sources["command_range"] for leader in game.leaders.values()]
        assert set(leaders) == {Source.MODULE}
        assert report["figures"] == told + len(leaders)

    def test_leaders_have_the_command_ranges_of_the_module(self, imported: Importing) -> None:
        module = official_module(OURS, 4)
        game, report = imported(module)
        assert report["leaders"] == {"matched": 14, "all": 14}
        told = {counter.id: counter.leader[1] for counter in module.counters if counter.leader}
        assert {leader.id: leader.command_range for leader in game.leaders.values()} == told

    def test_a_figure_that_the_rulebook_has_differently_is_taken_and_told(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.counter("1-1-antichar").front.troop_quality = "5"
        game, report = imported(module)
        assert "1/1 Antichar: troop_quality: 4 in the rulebook, 5 now" in found(report, "rulebook-differs")
        assert game.units["1-1-antichar"].ratings.troop_quality == 5

    def test_an_engineer_is_one_by_type_or_subclass(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.counter("1-bim").properties["Subclass"] = "Engineer"
        module.counter("2-bp1").properties["Type"] = "Engineer"
        game, _ = imported(module)
        before = {unit.id for unit in OURS.units.values() if unit.engineer}
        assert {unit.id for unit in game.units.values() if unit.engineer} == before | {"1-bim", "2-bp1"}

    def test_hidden_guns_stay_hidden_ones_and_dummies_dummies(self, imported: Importing) -> None:
        game, _ = imported(official_module(OURS, 7))
        for unit in OURS.units.values():
            assert (game.units[unit.id].hidden_as, game.units[unit.id].dummy) == (unit.hidden_as, unit.dummy)

    def test_one_piece_can_stand_for_all_dummies(self, imported: Importing) -> None:
        module = official_module(OURS)
        first, *others = [counter for counter in module.counters if counter.name.startswith("Dummy")]
        module.counters = [counter for counter in module.counters if counter not in others]
        first.name, first.front.troop_quality = "Dummy", "3"
        game, report = imported(module)
        assert {game.units[f"dummy-{number}"].ratings.troop_quality for number in range(1, 5)} == {3}
        assert "unit-missing" not in kinds(report)
        assert game.units["dummy-2"].spellings == ()


def _is_silent(counter: Any, name: str) -> bool:
    """Return whether a counter says nothing about a figure."""
    side, _, own = name.rpartition(".")
    ratings = counter.second if side else counter.front
    if own in ("weapon", "range"):
        return bool(ratings.fire == "No")
    if own in ("assault_weapon", "double_assault"):
        return bool(ratings.assault == "No")
    if own == "movement_class":
        return not ratings.move.isdigit()
    return own in ("engineer",) or (own == "steps" and "Step" not in counter.properties)


def assert_side(side: Ratings, expected: dict[str, Any]) -> None:
    names = {field.name for field in fields(Ratings)} & set(expected)
    assert {name: getattr(side, name) for name in names} == {name: expected[name] for name in names}


class TestLists:
    def test_a_module_with_nothing_amiss_leaves_nothing_open(self, imported: Importing) -> None:
        _, report = imported(official_module(OURS))
        assert kinds(report) == {"rulebook-differs"}

    def test_wrong_names_are_listed_and_no_others(self, imported: Importing) -> None:
        module = official_module(OURS)
        for id_, name in (("5-bm2", "9/BM7"), ("ii-24", "V/24"), ("leader-wolz", "Wolff")):
            module.counter(id_).name = name
        module.counter("leader-wolz").properties["Formation"] = "KG Wolff"
        game, report = imported(module)
        assert found(report, "unit-unknown") == [
            "Counters / 1re BFL / All / Units / 9/BM7", "Counters / 103 Ariete / All / Units / V/24",
        ]  # fmt: skip
        assert found(report, "unit-missing") == ["5/BM2", "II/24"]
        assert found(report, "leader-unknown") == ["Counters / 90. leichte / Leaders / Wolff"]
        assert found(report, "leader-missing") == ["Wolz"]
        assert report["units"] == {"matched": 189, "all": 191}
        for id_ in ("5-bm2", "ii-24"):
            assert game.units[id_] == OURS.units[id_]
        assert kinds(report) - {"rulebook-differs"} == {
            "unit-unknown", "unit-missing", "leader-unknown", "leader-missing",
        }  # fmt: skip

    def test_loose_names_are_taken_told_and_kept_as_spellings(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.counter("1-pioneer-33").name = "1/Pio 33"
        module.counter("l-2-13-dble").name = "L-2-13 DBLE"
        game, report = imported(module)
        assert found(report, "matched-loosely") == ["1/Pio 33: taken for 1./Pioneer 33"]
        assert game.units["1-pioneer-33"].spellings == ("1/Pio 33",)
        assert game.units["l-2-13-dble"].spellings == ()
        assert report["units"]["matched"] == 191

    def test_two_names_for_one_unit_are_not_guessed(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.counter("2-pioneer-33").name = "1./Pio 33"
        game, report = imported(module)
        (ambiguous,) = found(report, "unit-ambiguous")
        assert ambiguous.endswith("1./Pio 33: it could be 1./Pioneer 33, but the module has that too")
        assert found(report, "unit-missing") == ["2./Pioneer 33"]
        counter = module.counter("1-pioneer-33")
        assert game.units["1-pioneer-33"].ratings.troop_quality == int(counter.front.troop_quality)

    def test_the_name_of_a_unit_of_another_division_is_not_taken(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.counter("1-132").properties["Division"] = "Tr"
        game, report = imported(module)
        (ambiguous,) = found(report, "unit-ambiguous")
        assert ambiguous.endswith("1/132: in the module it is of trieste, but 1/132 of ariete")
        assert game.units["1-132"] == OURS.units["1-132"]

    def test_pieces_of_one_name_must_say_the_same(self, imported: Importing) -> None:
        module = official_module(OURS)
        alike, other = module.counter("1-bim"), module.counter("7-bm2")
        module.extra_slots = [module.slot(alike, 4100)]
        other.by_prototype = False
        first, other.front.defence = other.front.defence, "+2" if other.front.defence != "+2" else "-2"
        module.extra_slots.append(module.slot(other, 4101))
        other.front.defence = first
        game, report = imported(module)
        low, high = sorted([int(first), 2 if first != "+2" else -2], key=str)
        assert found(report, "figures-contradict") == [f"7/BM2: defence: {low} or {high}"]
        assert game.units["7-bm2"].ratings.defence == OURS.units["7-bm2"].ratings.defence
        assert game.units["7-bm2"].sources["defence"] is Source.ESTIMATED
        assert game.units["7-bm2"].ratings.troop_quality == int(other.front.troop_quality)

    def test_figures_outside_of_the_rules_are_left_and_told(self, imported: Importing) -> None:
        module = official_module(OURS)
        unit = module.counter("6-2-13-dble")
        unit.front.fire, unit.front.fire_colour, unit.front.range = "12", "Mauve", "84"
        unit.front.defence, unit.front.troop_quality, unit.front.move = "+6", "", "41"
        unit.properties |= {"Step": "3", "Class": "Landing Craft"}
        game, report = imported(module)
        assert found(report, "figure-outside") == [
            f"6/2/13 DBLE: {figure}"
            for figure in ("fire: '12'", "range: '84'", "defence: '+6'", "troop_quality: ''", "movement: '41'",
                           "weapon: 'Mauve'", "steps: '3'", "unit_class: 'Landing Craft'")
        ]  # fmt: skip
        ours, now = OURS.units["6-2-13-dble"], game.units["6-2-13-dble"]
        for name in ("fire", "weapon", "fire_range", "defence", "troop_quality", "movement"):
            assert getattr(now.ratings, name) == getattr(ours.ratings, name)
        assert (now.steps, now.unit_class) == (ours.steps, ours.unit_class)
        assert now.sources["fire"] is Source.ESTIMATED

    @pytest.mark.parametrize("text", ["ratings;", "ratings;5;Pink;4", "ratings;" + "9" * 5000, "ratings;\x01;\u202e"])
    def test_ratings_that_are_too_short_or_nonsense_change_nothing(self, imported: Importing, text: str) -> None:
        module = official_module(OURS)
        module.counter("5-bm2").raw_ratings = text.replace("\x01", "\u0080")
        game, report = imported(module)
        assert any(line.startswith("5/BM2: defence") for line in found(report, "figure-outside"))
        assert game.units["5-bm2"].ratings.defence == OURS.units["5-bm2"].ratings.defence

    def test_transport_that_the_data_cannot_hold_is_told(self, imported: Importing) -> None:
        module = official_module(OURS)
        gun, other = module.counter("1-1-antichar"), module.counter("1-bim")
        gun.organic, gun.step_differs, gun.second.move = True, False, "No"
        other.organic = other.step_differs = True
        game, report = imported(module)
        assert found(report, "figure-impossible") == ["1/1 Antichar: mounted.movement: No"]
        assert game.units["1-1-antichar"].mounted == OURS.units["1-1-antichar"].mounted
        assert found(report, "figure-outside") == ["1/BIM: mounted: 'true true'"]
        assert game.units["1-bim"].mounted == OURS.units["1-bim"].mounted

    def test_a_weapon_that_the_game_does_not_have_leaves_the_rating_alone(self, imported: Importing) -> None:
        module = official_module(OURS)
        dummy = module.counter("dummy-1")
        dummy.front.fire, dummy.front.fire_colour = "5", "Black"
        game, report = imported(module)
        assert found(report, "figure-outside") == ["Dummy 1: weapon: 'Black'"]
        assert found(report, "figure-impossible") == ["Dummy 1: fire: 5"]
        assert game.units["dummy-1"].ratings.fire is None

    def test_a_leader_without_a_known_name_is_found_by_his_formation(self, imported: Importing) -> None:
        module = official_module(OURS)
        leader = module.counter("leader-155-schuetzen")
        leader.name, leader.properties["Formation"] = "Marcks", "155 Schutzen"
        game, report = imported(module)
        assert found(report, "matched-loosely") == ["Marcks: taken for 155 Schützen leader"]
        assert leader.leader is not None
        assert game.leaders[leader.id].command_range == leader.leader[1]

    def test_pieces_that_are_no_units_or_cannot_be_read_are_told(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.counter("i-21").properties["Type"] = "APark"
        module.counter("ii-21").extra = (type(module.counter("ii-21").ratings())("prototype;Nowhere", ""),)
        game, report = imported(module)
        assert found(report, "other-piece") == ["Counters / 101 Trieste / All / Units / I/21: its Type is APark"]
        (unreadable,) = found(report, "piece-unreadable")
        assert "II/21" in unreadable
        assert "no such prototype" in unreadable
        assert found(report, "unit-missing") == ["I/21", "II/21"]
        assert game.units["i-21"] == OURS.units["i-21"]

    def test_independence_is_the_rulebooks_word(self, imported: Importing) -> None:
        module = official_module(OURS)
        module.counter("dli").properties["isIndependent"] = "true"
        game, report = imported(module)
        text = "DLI: independent in the module, of 103 Ariete Artillery in the rulebook"
        assert found(report, "belongs-elsewhere") == [text]
        assert game.units["dli"].formation == "ariete-artillery"


@pytest.fixture(scope="module")
def first_made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("import")
    module = official_module(OURS)
    module.counter("5-bm2").name = "9/BM7"
    assert builder("import", module.write(folder / "m.vmod"), "-o", folder / "game").code == 0
    return folder


class TestDirectory:
    @pytest.fixture
    def made(self, first_made: Path, tmp_path: Path) -> Path:
        """Return a copy of the directory of the import, beside one of the module; a test may change it."""
        shutil.copytree(first_made, tmp_path, dirs_exist_ok=True)
        return tmp_path / "game"

    def test_it_can_be_checked_and_built(self, made: Path) -> None:
        checked = builder("check", made)
        assert checked.code == 0
        assert "Module: nothing found" in checked.out
        assert builder("build", made, "-o", made.parent / "again.vmod").code == 0

    def test_it_has_all_files_and_a_report(self, made: Path) -> None:
        ours = {entry.name for entry in find_game(BUILT_IN).iterdir() if entry.name.endswith(".toml")}
        assert {path.name for path in made.iterdir()} == ours | {
            "import_report.txt",
            "counters.svg",
            "module.zip",
            "dialect.toml",
        }
        report = (made / "import_report.txt").read_text(encoding="utf-8")
        assert "Units of the module that the game does not have (1)" in report
        assert "Counters / 1re BFL / All / Units / 9/BM7" in report

    def test_five_counters_are_drawn_with_the_figures_of_the_module(self, made: Path) -> None:
        picture = (made / "counters.svg").read_text(encoding="utf-8")
        title = picture.partition("<title>")[2].partition("</title>")[0]
        report = (made / "import_report.txt").read_text(encoding="utf-8")
        assert 1 <= len(title.split(", ")) <= 5
        assert all(f"    {name} " in report for name in title.split(", "))
        assert etree.fromstring(picture.encode()).get("height") == "150"

    def test_comments_and_layout_stay(self, made: Path) -> None:
        for name in ("units.toml", "map.toml"):
            ours = find_game(BUILT_IN).joinpath(name).read_text(encoding="utf-8").splitlines()
            now = (made / name).read_text(encoding="utf-8").splitlines()
            comments = [line for line in ours if line.lstrip().startswith("#") and "17.22" not in line]
            assert [line for line in now if line.lstrip().startswith("#")][1:] == comments
        kept = next(line for line in ours if line.startswith("spaces"))
        assert kept in now

    def test_files_that_the_module_says_nothing_about_are_copies(self, made: Path) -> None:
        for name in ("game.toml", "charts.toml", "markers.toml", "actions.toml", "piece_ids.toml", "scenario_4.toml"):
            assert (made / name).read_bytes() == find_game(BUILT_IN).joinpath(name).read_bytes()

    def test_the_same_module_gives_the_same_files(self, made: Path, tmp_path: Path) -> None:
        assert builder("import", tmp_path / "m.vmod", "-o", tmp_path / "again").code == 0
        assert _contents(tmp_path / "again") == _contents(made)

    def test_it_can_be_the_base_of_the_next_import(self, made: Path, tmp_path: Path) -> None:
        first = load_game(made)
        outcome = builder("import", tmp_path / "m.vmod", "-o", tmp_path / "next", "--game", made)
        assert outcome.code == 0
        assert load_game(tmp_path / "next").units == first.units
        assert load_game(tmp_path / "next").map == first.map

    def test_an_existing_directory_is_kept_unless_forced(self, made: Path, tmp_path: Path) -> None:
        (made / "piece_ids.toml").write_text('[pieces]\n"unit-9-bm7" = 4711\n', encoding="utf-8")
        (made / "units.toml").write_text("mine", encoding="utf-8")
        before = _contents(made)
        refused = builder("import", tmp_path / "m.vmod", "-o", made)
        assert (refused.code, len(refused.err.splitlines())) == (3, 1)
        assert _contents(made) == before
        assert builder("import", tmp_path / "m.vmod", "-o", made, "--force").code == 0
        assert "4711" in (made / "piece_ids.toml").read_text(encoding="utf-8")  # running games rest on these
        assert load_game(made).units["1-bim"].sources["defence"] is Source.MODULE

    def test_the_terminal_tells_the_kinds_with_some_of_each(self, made: Path, tmp_path: Path) -> None:
        outcome = builder("import", made.parent / "m.vmod", "-o", tmp_path / "again")
        assert "    Units    190 of 191" in outcome.out
        assert "Units of the game without a piece in the module (1)\n  5/BM2\n" in outcome.out
        assert "more\n" in outcome.out
        assert outcome.out.endswith(f"Then: adjudicator verify MAILS --game {tmp_path / 'again'}\n")

    def test_the_report_as_json_follows_its_schema(self, made: Path, tmp_path: Path) -> None:
        outcome = builder("import", tmp_path / "m.vmod", "-o", made, "--force", "--json")
        validator = Draft202012Validator(load_json_schema("module-import.schema.json"))
        assert list(validator.iter_errors(json.loads(outcome.out))) == []


def _contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def test_other_commands_can_read_such_a_module(tmp_path: Path) -> None:
    path = official_module(OURS).write(tmp_path / "official.vmod")
    shown = builder("show", path)
    assert shown.code == 0
    assert "5/2/13 DBLE" in shown.out
    checked = builder("check", "--module", path, "--json")
    assert checked.code == 0, checked.out
    told = json.loads(checked.out)["findings"]
    assert {finding["kind"] for finding in told} == {"own-component", "foreign-trait"}


def test_another_game_of_the_same_form_can_be_the_base(tmp_path: Path) -> None:
    """The names of two_wells are none of the module's, so nothing fits."""
    path = official_module(OURS).write(tmp_path / "official.vmod")
    wells = Path(__file__).parent.parent / "examples" / "two_wells"
    outcome = builder("import", path, "-o", tmp_path / "game", "--game", wells)
    assert (outcome.code, len(outcome.err.splitlines())) == (3, 1)
    assert "none of the module's units is one of" in outcome.err


def test_a_module_of_two_wells_can_be_imported_into_it(tmp_path: Path) -> None:
    wells = Path(__file__).parent.parent / "examples" / "two_wells"
    game = load_game(wells)
    module = official_module(game)
    outcome = builder("import", module.write(tmp_path / "m.vmod"), "-o", tmp_path / "game", "--game", wells, "--json")
    assert outcome.code == 0
    now = load_game(tmp_path / "game")
    assert all(
        unit.ratings.troop_quality == int(module.counter(unit.id).front.troop_quality) for unit in now.units.values()
    )
