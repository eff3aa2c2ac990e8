"""Reading and checking a game's data files: what is read, and what is said of files that are wrong.

The errors are ``cases/game/data_errors.toml``: small changes to the tiny game of ``cases/game/tiny/``.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from adjudicator.game.charts import Band
from adjudicator.game.errors import GameDataError, GameDataErrors
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import BUILT_IN, built_in_games, find_game, load_game
from adjudicator.game.loading.checks import CHECKS
from adjudicator.game.loading.checks.names import Names
from adjudicator.game.loading.error_limit import MAX_ERRORS
from adjudicator.game.loading.files import GameFiles, read_folder
from adjudicator.game.loading.schema_check import check_schemas, schema_name
from adjudicator.game.loading.suggestions import did_you_mean
from adjudicator.game.provenance import Source
from adjudicator.game.units import RATING_NAMES, Ratings
from adjudicator.schemas import load_json_schema, schema_names
from tests.support.tiny_game import TINY_GAME, changed_texts, tiny_texts, write_texts

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "game" / "data_errors.toml").read_text(encoding="utf-8")
)["case"]
AUDIT_FILE = "game-audit.schema.json"
"""The one schema with that beginning that is not for a game's data."""
GAME_SCHEMAS = [name for name in schema_names() if name.startswith("game") and name != AUDIT_FILE]
HOSTILE: dict[str, tuple[str, str]] = {
    "many empty rows": ("units.toml", "[[units]]\n" * 100_000),
    "many values": ("units.toml", f"units = [{'1,' * 110_000}]"),
    "too many bytes": ("units.toml", "#" * (1024 * 1024 + 1)),
    "deep lists": ("units.toml", f"units = {'[' * 100_000}{']' * 100_000}"),
    "deep tables": ("units.toml", "a = " + "{a = " * 50_000 + "1" + "}" * 50_000),
    "a key of many parts": ("units.toml", "a." * 400_000 + "a = 1"),
    "a quoted key of many parts": ("units.toml", '"a" . ' * 100_000 + "a = 1"),
    "a table of many parts": ("units.toml", f"[{'a.' * 400_000}a]"),
    "equal rows in a list of names": ("scenario_1.toml", f"mug = [{'{}, ' * 40_000}]"),
    "one long word": ("units.toml", "a" * 1_000_000),
    "one long text": ("game.toml", f'id = "{"a-" * 400_000}"'),
    "a long number": ("game.toml", f"id = {'9' * 100_000}"),
    "a hexadecimal number": ("game.toml", f"id = 0x{'f' * 100_000}"),
    "an endless number": ("map.toml", "columns = inf"),
    "no text": ("game.toml", "\x00\x01\x02"),
    "nothing": ("game.toml", ""),
}


def errors_of(folder: Path) -> list[str]:
    with pytest.raises(GameDataErrors) as caught:
        load_game(folder)
    return str(caught.value).splitlines()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_each_error_is_told_in_full(case: dict[str, Any], tmp_path: Path) -> None:
    assert errors_of(write_texts(tmp_path, changed_texts(case["changes"]))) == case["expect"]


def test_there_are_cases_enough_with_names_of_their_own() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 130


@cache
def games_without_schema_errors() -> list[GameFiles]:
    """The files of all cases that the checks beyond the schemas come to see."""
    found = []
    for case in CASES:
        texts = changed_texts(case["changes"])
        try:
            files = GameFiles({file: tomllib.loads(text) for file, text in texts.items()})
            check_schemas(files)
        except ValueError:
            continue
        if texts.keys() - {"dialect.toml"} == tiny_texts().keys():
            found.append(files)
    return found


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_each_check_finds_something_in_a_case_and_nothing_in_the_tiny_game(check: Any) -> None:
    tiny = read_folder(TINY_GAME)
    assert list(check(tiny, Names(tiny))) == []
    assert any(list(check(files, Names(files))) for files in games_without_schema_errors())


def test_the_tiny_game_is_read() -> None:
    game = load_game(TINY_GAME)
    units = game.units
    assert list(units) == [row["id"] for row in tomllib.loads(tiny_texts()["units.toml"])["units"]]
    assert units["a-company"].ratings == Ratings(
        fire=4, weapon="pink", fire_range=2, assault=4, assault_weapon="pink", defence=0, troop_quality=6, movement=6,
        movement_class="leg", movement_text="6",
    )  # fmt: skip
    assert units["b-company"].ratings.fire == 5
    assert units["b-company"].spellings == ("B. Company",)
    gun = units["gun-1"]
    assert (gun.independent, gun.hidden_as, gun.reduced, gun.steps) == (True, "Gun Unit", None, 1)
    assert (gun.ratings.fire_range, gun.ratings.assault, gun.ratings.movement) == (None, None, None)
    assert (gun.ratings.movement_text, gun.ratings.armoured) == ("*", True)
    assert gun.mounted == Ratings(movement=18, movement_class="wheeled", movement_text="18")
    assert (units["dummy-1"].dummy, units["dummy-1"].ratings) == (True, Ratings(movement_text="No"))
    assert game.divisions["reds"].short_name == "Red Division"
    assert (game.formations["first-foot"].chit, game.formations["blue-horse"].chit) == (True, False)
    assert game.formations["blue-horse"].sources["chit"] == Source.ESTIMATED
    assert game.markers["barrage"].face_names == ("light barrage", "heavy barrage")
    assert game.states[0].levels[1].drawing == "cohesion-2"
    assert game.sequence_of_play[1].rule == "T2.0"
    assert game.calendar.date_names == {"05-01": "May 1", "05-02": "May 2"}


def test_the_map_of_the_tiny_game_is_read() -> None:
    game_map = load_game(TINY_GAME).map
    assert len(game_map.hexes) == game_map.columns * game_map.rows == 30
    gate, post = game_map.hexes[Hex(3, 3)], game_map.hexes[Hex(2, 2)]
    assert (gate.terrain, gate.fortified, gate.door, gate.source) == ("mines", True, True, Source.RULEBOOK)
    assert (post.terrain, post.observation_post, post.source) == ("desert", True, Source.ESTIMATED)
    assert game_map.trails[1].path == (Hex(4, 1), Hex(4, 2), Hex(4, 3))
    assert game_map.entry_hexes["B"].available_from == "05-02"
    assert game_map.tracks["supply"].spaces == ("Full", "Low", "None")


def test_the_charts_of_the_tiny_game_are_read() -> None:
    charts = load_game(TINY_GAME).charts
    combat, distance = charts["combat"], charts["distance"]
    assert (combat.row("blue").source, combat.row("blue").note) == (Source.ESTIMATED, "A guess.")
    assert combat.row("pink").cells == {"weapon": "pink", "0": "S", "1": "1"}
    assert distance.page == "Distance"
    assert [row.cells["hexes"] for row in distance.rows] == [Band(1, 1), Band(2, 3), Band(4, None)]
    far = distance.lookup("hexes", 83)
    assert far is not None
    assert (far.key, far.cells["modifier"]) == ("far", -2)


def test_the_scenario_of_the_tiny_game_is_read() -> None:
    scenario = load_game(TINY_GAME).scenarios[1]
    assert [points.dispatch_points for points in scenario.points] == [None, 1]
    assert [points.source for points in scenario.points] == [Source.RULEBOOK, Source.ESTIMATED]
    first, guns, drawn = scenario.setup
    assert (first.places.areas, first.start["leader-ruby"]) == (("fort",), Hex(2, 2))
    assert (guns.hidden, guns.not_adjacent, guns.places.fortified_without_mines) == (True, True, True)
    assert (drawn.choose, drawn.one_each, drawn.places.hexes) == (1, True, (Hex(5, 5),))
    lancers = scenario.reinforcements[0]
    assert (str(lancers.time), str(lancers.withhold_until)) == ("05-01 1100", "05-02 0900")
    assert (lancers.places.entry_hexes, lancers.withheld_places.entry_hexes) == (("A",), ("A", "B"))
    assert (scenario.victory.kind, scenario.victory.hex) == ("unit-in-area", None)


def test_every_figure_has_its_source() -> None:
    figures = {(each.row, each.name): (each.value, each.source) for each in load_game(TINY_GAME).figures}
    assert figures["A Company", "fire"] == ("4", Source.ESTIMATED)
    assert figures["A Company", "movement"] == ("6", Source.RULEBOOK)
    assert figures["B Company", "fire"] == ("5", Source.RULEBOOK)
    assert figures["B Company", "assault"] == ("4", Source.ESTIMATED)
    assert figures["C Company", "troop_quality"] == ("6", Source.MODULE)
    assert figures["Gun 1", "range"] == ("*", Source.ESTIMATED)
    assert figures["Gun 1", "armoured"] == ("yes", Source.ESTIMATED)
    assert figures["Gun 1", "mounted.movement"] == ("18", Source.MODULE)
    assert figures["Ruby", "command_range"] == ("4", Source.ESTIMATED)
    assert figures["stacking", "not_in_column"] == ("2", Source.RULEBOOK)
    assert figures["Blue Division", "chit_cost_factor"] == ("2", Source.RULEBOOK)
    assert figures["03.03", "terrain"] == ("mines fortified", Source.RULEBOOK)
    assert figures["06.05", "terrain"] == ("desert", Source.ESTIMATED)
    assert figures["areas Fort", "hexes"] == ("02.02 03.02 02.03", Source.RULEBOOK)
    assert figures["entry_hexes B", "available_from"] == ("05-02", Source.ESTIMATED)
    assert figures["Combat: blue", "1"] == ("1", Source.ESTIMATED)
    assert figures["Distance: far", "modifier"] == ("-2", Source.RULEBOOK)
    assert figures["blues", "command_points"] == ("4", Source.ESTIMATED)
    assert figures["region_limits", "east"] == ("6", Source.RULEBOOK)
    assert figures["junctions 04.03", "trails"] == ("road lane", Source.ESTIMATED)
    assert figures["Fort Tiny", "rows"] == ("5", Source.ESTIMATED)
    assert figures["scenario", "morale"] == ("12", Source.RULEBOOK)


def test_the_figures_stand_in_the_order_of_the_files_and_agree_with_the_units() -> None:
    game = load_game(TINY_GAME)
    files = list(dict.fromkeys(figure.file for figure in game.figures))
    assert files == ["game.toml", "units.toml", "map.toml", "charts.toml", "scenario_1.toml"]
    sources = {(figure.row, figure.name): figure.source for figure in game.figures}
    for unit in game.units.values():
        assert unit.sources == {name: source for (row, name), source in sources.items() if row == unit.name}


def test_a_game_needs_three_files_only(tmp_path: Path) -> None:
    texts = {file: tiny_texts()[file] for file in ("game.toml", "units.toml", "map.toml")}
    game = load_game(write_texts(tmp_path, texts))
    assert (game.shown_charts, game.scenarios, game.chits, game.actions) == ((), {}, {}, ())
    assert len(game.units) == 10


def test_files_of_the_drawings_and_of_the_module_are_left_alone(tmp_path: Path) -> None:
    others = {"style.toml": "x = 1", "piece_ids.toml": "not TOML", "README.md": "Read me."}
    assert load_game(write_texts(tmp_path, tiny_texts() | others)).name == "Tiny Game"


def test_a_game_is_made_once_of_the_same_files_and_anew_of_changed_ones(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write_texts(tmp_path / name, tiny_texts())
    first = load_game(tmp_path / "a")
    assert load_game(tmp_path / "b") is first
    main = tmp_path / "a" / "game.toml"
    main.write_text(main.read_text(encoding="utf-8").replace(f'name = "{first.name}"', 'name = "Another"'), "utf-8")
    assert load_game(tmp_path / "a").name == "Another"
    main.write_text("name = 3", "utf-8")
    assert errors_of(tmp_path / "a")


def test_the_game_that_comes_with_the_program_is_without_error() -> None:
    game = load_game(find_game(BUILT_IN))
    assert game.id == BUILT_IN
    assert sorted(game.scenarios) == [1, 2, 3, 4]
    assert {figure.source for figure in game.figures} == {Source.RULEBOOK, Source.ESTIMATED}


def test_a_game_is_found_by_id_by_folder_name_and_by_directory(tmp_path: Path) -> None:
    assert BUILT_IN in built_in_games()
    assert find_game(BUILT_IN).joinpath("game.toml").is_file()
    assert find_game(BUILT_IN.replace("-", "_")) == find_game(BUILT_IN)
    assert find_game(str(tmp_path)) == tmp_path


@pytest.mark.parametrize("name", ["no-question-of-surender", "", "a\x00b", "x" * 5000, "/no/such/place"])
def test_a_game_that_is_not_there_is_told_with_those_that_are(name: str) -> None:
    with pytest.raises(GameDataError, match=f"expected .*{BUILT_IN}, or a directory of data files"):
        find_game(name)


def test_a_nearly_right_name_of_a_game_is_guessed(tmp_path: Path) -> None:
    with pytest.raises(GameDataError, match=f"did you mean {BUILT_IN}"):
        find_game("no-question-of-surender")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(GameDataError, match="not a directory"):
        find_game(str(tmp_path / "file"))


def test_a_directory_that_is_none_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in errors_of(tmp_path / "nowhere")[0]
    (tmp_path / "game.toml").mkdir()
    assert "game.toml: not a regular file" in errors_of(tmp_path)


def test_text_that_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    write_texts(tmp_path, tiny_texts())
    (tmp_path / "game.toml").write_bytes(b'id = "tiny"\nname = "F\xfcnf"\n')
    assert errors_of(tmp_path) == ["game.toml, line 2: not UTF-8 text"]


@pytest.mark.parametrize(("file", "text"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_end_in_clear_errors(file: str, text: str, tmp_path: Path) -> None:
    told = errors_of(write_texts(tmp_path, tiny_texts() | {file: text}))
    assert 1 <= len(told) <= MAX_ERRORS + 1
    assert all(line.startswith(file) and len(line) < 1000 and line.isprintable() for line in told[:MAX_ERRORS])


def test_no_more_errors_are_told_than_one_can_read(tmp_path: Path) -> None:
    rows = "".join(f'[[units]]\nid = "u-{n}"\nname = "U {n}"\ndivision = "nobody"\n' for n in range(300))
    told = errors_of(write_texts(tmp_path, tiny_texts() | {"units.toml": rows}))
    assert len(told) == MAX_ERRORS + 1
    assert told[-1] == f"there are more errors; these are the first {MAX_ERRORS}"


def test_the_nearest_name_is_guessed_without_regard_to_capitals() -> None:
    assert did_you_mean("GAMMA", ["alpha", "Gamma"]) == ": did you mean Gamma?"
    assert did_you_mean("omega-minus", ["alpha", "Gamma"]) == ""


@pytest.mark.parametrize("name", GAME_SCHEMAS)
def test_each_schema_is_valid_and_describes_every_key(name: str) -> None:
    schema = load_json_schema(name)
    Draft202012Validator.check_schema(schema)
    keys = list(_described(schema))
    assert keys
    assert [key for key, value in keys if not value.get("description")] == []


def _described(part: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield all that a schema should describe: itself, each key of each table and each definition."""
    if isinstance(part, list):
        for each in part:
            yield from _described(each)
    elif isinstance(part, dict):
        if "$schema" in part:
            yield "the schema", part
        for group in ("properties", "$defs"):
            for key, value in part.get(group, {}).items():
                yield key, value
        for value in part.values():
            yield from _described(value)


@pytest.mark.parametrize("name", GAME_SCHEMAS)
def test_each_table_of_a_schema_allows_known_keys_only(name: str) -> None:
    def tables(part: Any) -> Iterator[dict[str, Any]]:
        if isinstance(part, dict):
            if part.get("type") == "object":
                yield part
            for value in part.values():
                yield from tables(value)

    assert all("additionalProperties" in table for table in tables(load_json_schema(name)))


def test_the_schema_of_units_knows_every_rating() -> None:
    definitions = load_json_schema("game-units.schema.json")["$defs"]
    for table in ("type", "unit", "side", "side_sources", "unit_sources"):
        assert set(RATING_NAMES) <= set(definitions[table]["properties"])


@pytest.mark.parametrize("file", tiny_texts())
def test_each_file_follows_its_schema_for_an_ordinary_validator_too(file: str) -> None:
    resources = [(name, Resource.from_contents(load_json_schema(name), DRAFT202012)) for name in GAME_SCHEMAS]
    schema = load_json_schema(schema_name(file))
    registry: Registry[Any] = Registry().with_resources(resources)
    validator = Draft202012Validator(schema, registry=registry)
    document = tomllib.loads(tiny_texts()[file])
    assert list(validator.iter_errors(document)) == []
    assert list(validator.iter_errors(document | {"zzz": 1})) != []


def test_files_that_are_too_large_together_are_told(tmp_path: Path) -> None:
    many = {f"scenario_{number}.toml": "#" * 1_000_000 for number in range(1, 7)}
    assert errors_of(write_texts(tmp_path, tiny_texts() | many)) == [
        "the files are too large together (expected 4,194,304 bytes)"
    ]


def _mutated(text: str, chance: random.Random) -> str:
    """Return *text* with a line taken out, doubled, moved or changed."""
    lines = text.split("\n")
    index, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    line = lines[index]
    key, equals, _ = line.partition(" = ")
    match chance.randrange(7):
        case 0:
            del lines[index : index + chance.randrange(1, 8)]
        case 1:
            lines.insert(other, line)
        case 2:
            lines[index], lines[other] = lines[other], line
        case 3 if equals:
            lines[index] = f"{key} = {lines[other].partition(' = ')[2] or '[]'}"
        case 4 if equals:
            hostile = (
                '""',
                "-1",
                "true",
                "1.5",
                "nan",
                "[]",
                "{}",
                "1979-05-27",
                '"\\u0000"',
                "[[1], {a = 2}]",
                "99999",
            )
            lines[index] = f"{key} = {chance.choice(hostile)}"
        case 5:
            place = chance.randrange(len(line) + 1)
            lines[index] = line[:place] + chance.choice("\"[]{}=.,#a0-\\'") + line[place:]
        case _:
            place = chance.randrange(len(line) + 1)
            lines[index] = line[:place] + line[place + 1 + chance.randrange(3) :]
    return "\n".join(lines)


def load_mutated(texts: dict[str, str], folder: Path, seed: int) -> bool:
    """Change the files of a game at random and load it; return whether it is still a game."""
    chance = random.Random(seed)  # noqa: S311
    changed = dict(texts)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        file = chance.choice(sorted(texts))
        changed[file] = _mutated(changed[file], chance)
    try:
        load_game(write_texts(folder, changed))
    except GameDataErrors as errors:
        lines = str(errors).splitlines()
        assert lines
        assert all(line.isprintable() for line in lines)
        return False
    return True


def test_random_changes_to_the_tiny_game_give_a_game_or_errors(tmp_path: Path) -> None:
    still_games = sum(load_mutated(tiny_texts(), tmp_path, seed) for seed in range(150))
    assert 0 < still_games < 150


def test_random_changes_to_the_built_in_game_give_a_game_or_errors(tmp_path: Path) -> None:
    folder = find_game(BUILT_IN)
    names = [
        entry.name for entry in folder.iterdir() if entry.name in tiny_texts() or entry.name.startswith("scenario_")
    ]
    texts = {name: folder.joinpath(name).read_text(encoding="utf-8") for name in sorted(names)}
    assert load_game(write_texts(tmp_path, texts)).id == BUILT_IN
    assert sum(load_mutated(texts, tmp_path, seed) for seed in range(12)) < 12
