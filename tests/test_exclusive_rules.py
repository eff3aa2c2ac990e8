"""Holds the series and the exclusive rules apart, and a game of others' own to the same way as the siege."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from adjudicator.game.action_words import EngineerWork
from adjudicator.game.errors import GameDataError
from adjudicator.game.game_data import GameData
from adjudicator.game.loading import BUILT_IN, find_game, load_game
from adjudicator.game.order_of_battle import MarkerRole
from adjudicator.game.play import PURPOSES, Engineer, RollPurpose
from adjudicator.rules.bir_hacheim.rule_set import BirHacheim
from adjudicator.rules.catalogue import Status, catalogue_of_set, rule_catalogue
from adjudicator.rules.cited_rules import Topic, cited_rule, rule_of_roll
from adjudicator.rules.contradictions import register_of
from adjudicator.rules.exclusive_rules import ExclusiveRules
from adjudicator.rules.playable import check_playable
from adjudicator.rules.refusals import refusals_in
from adjudicator.rules.rule_sets import exclusive_rules, own_rule_sets, refusal_of, rule_set
from adjudicator.rules.switches import all_switches
from adjudicator.rules.table_results import all_table_rolls, tables_of
from tests.support.tiny_game import tiny_texts, write_texts

ROOT = Path(__file__).parent.parent
RULES = ROOT / "adjudicator" / "rules"
SERIES = sorted((RULES / "series").glob("*.py"))
GENERAL = sorted(
    path.relative_to(ROOT)
    for package in ("adjudicator", "vmod_builder")
    for path in (ROOT / package).rglob("*.py")
    if not {"bir_hacheim", "desert", "vassal"} & {*path.parts}
)
"""All code but that of the siege, that of the rules for the desert, and the reader of files, which knows no game."""
TABLES = sorted(
    path.relative_to(ROOT)
    for package in ("adjudicator", "vmod_builder")
    for path in (ROOT / package).rglob("*.toml")
    if not {"bir_hacheim", "desert", "no_question_of_surrender"} & {*path.parts}
)
"""All data but those of the siege, and of the rules for the desert."""
SIEGE = load_game(find_game(BUILT_IN))
HISTORY = (
    "bir", "hacheim", "french", "axis", "italian", "italians", "german", "germans", "rommel", "travers", "jock", "raf",
    "siege", "brigade", "legion",
)  # fmt: skip
"""Words of the battle that its data need not have."""
STORED = "a word of files, which has been in them since there was no other game"
EXAMPLE = "an example in the help or the documentation: the game that comes with the program is everybody's"
OTHER_WORD = "another word of the same letters: the axis of a diagram"
PACKAGE = "the way from the name of a game's rules to its package"
ALLOWED = {
    "adjudicator/cli/annotate.py": ({"french"}, EXAMPLE),
    "adjudicator/cli/moves.py": ({"french"}, EXAMPLE),
    "adjudicator/cli/roll.py": ({"axis", "french"}, EXAMPLE),
    "adjudicator/cli/script.py": ({"dble"}, EXAMPLE),
    "adjudicator/cli/setup.py": ({"french", "siege"}, EXAMPLE),
    "adjudicator/cli/show.py": ({"french", "siege"}, EXAMPLE),
    "adjudicator/cli/verify.py": ({"french"}, EXAMPLE),
    "adjudicator/cli/watch.py": ({"french"}, EXAMPLE),
    "adjudicator/drawing/placed_counters.py": ({"dble"}, EXAMPLE),
    "adjudicator/game/action_words.py": ({"axis", "french", "jock"}, STORED),
    "adjudicator/game/errors.py": ({"dble"}, EXAMPLE),
    "adjudicator/game/loading/places.py": ({"dble"}, EXAMPLE),
    "adjudicator/game/notation/scripts.py": ({"axis", "dble"}, EXAMPLE),
    "adjudicator/game/play.py": ({"jock"}, STORED),
    "adjudicator/game/position_json.py": ({"rommel"}, STORED),
    "adjudicator/game/units.py": ({"dble"}, EXAMPLE),
    "adjudicator/library/games.py": ({"axis", "french", "italians"}, EXAMPLE),
    "adjudicator/library/positions.py": ({"italians"}, EXAMPLE),
    "adjudicator/recording/table_script.py": (
        {"ariete", "axis", "dble", "french", "pasqualini", "rommel", "travers"},
        EXAMPLE,
    ),
    "adjudicator/referee/dialects/chat.py": ({"dble"}, EXAMPLE),
    "adjudicator/referee/dialects/official/chits.py": ({"french"}, EXAMPLE),
    "adjudicator/report/html/charts.py": ({"axis"}, OTHER_WORD),
    "adjudicator/report/html/pages.py": ({"axis", "french", "italians"}, EXAMPLE),
    "adjudicator/report/status_text.py": ({"rommel"}, STORED),
    "adjudicator/rules/rule_sets.py": ({"bir", "hacheim"}, PACKAGE),
    "vmod_builder/piece_ids.py": ({"dble"}, EXAMPLE),
    "vmod_builder/unit_pieces.py": ({"dble"}, EXAMPLE),
}
"""The files of general code in which words of the battle may be, with these words and the reason."""
OFFICIAL = "a word of the official module, which is made for this game"
LANGUAGE = "the name of a language"
PLAYERS = "a word of players for aircraft"
OWN_ACTION = "an action or a roll of the siege that is part of the program"
ALLOWED_IN_TABLES = {
    "adjudicator/audit/dice_patterns.toml": ({"axis", "german"}, "another game's turns, and a language"),
    "adjudicator/game/module_dialect.toml": (
        {"ariete", "axis", "french", "german", "italian", "leichte", "trieste"},
        OFFICIAL,
    ),
    "adjudicator/game/notation/notation.toml": ({"axis", "french", "jock"}, OWN_ACTION),
    "adjudicator/game/series_words.toml": ({"ariete", "bir", "french", "hacheim", "leichte", "trieste"}, OFFICIAL),
    "adjudicator/referee/dialects/chat_words.toml": ({"jock", "raf"}, f"{OWN_ACTION}, and {PLAYERS}"),
    "adjudicator/referee/dialects/chat_results_of_other_languages.toml": ({"french", "german", "italian"}, LANGUAGE),
    "adjudicator/referee/dialects/chat_vocabulary.toml": (
        {"french", "german", "italian", "reggimento"},
        f"{LANGUAGE}, and a regiment in one of them",
    ),
    "adjudicator/referee/dialects/chat_words_of_other_languages.toml": ({"french", "german", "italian"}, LANGUAGE),
    "adjudicator/referee/dialects/official/grand_tactical.toml": ({"bir", "hacheim"}, OFFICIAL),
}
"""The tables of general data in which words of the battle may be, with these words and the reason."""
CITES_IN_TABLES = {
    "adjudicator/referee/dialects/official/grand_tactical.toml": "where the official module differs from this book",
    "adjudicator/rules/switches.toml": (
        "two points about which the series asks, and which only this book raises: guns turned over in an assault, "
        "and the return of units"
    ),
}
"""The tables of general data that cite the siege's book, with the reason."""
CITES = {
    "adjudicator/cli/rules.py": "an example in the help",
    "adjudicator/report/scenario_rules.py": "the name of the book, which the numbers of the scenarios leave out",
    "adjudicator/rules/catalogue.py": "the name of the book, which players leave out",
}
"""The files of general code in which a rule of the siege's book, or the book, is named, with the reason."""
CITATION = re.compile(r"\b(?:NQoS|Scenario)\b[ ,;()0-9.toSand]*(?:General Comments)?")
"""Where a rulebook's number stands for where a chart's figure comes from."""


def names_of_the_battle() -> set[str]:
    """Return the words by which the siege's sides, divisions, formations, leaders and events are called."""
    named = [
        *SIEGE.sides, *SIEGE.divisions, *(each.name for each in SIEGE.divisions.values()),
        *(each.name for each in SIEGE.formations.values()), *(each.name for each in SIEGE.leaders.values()),
        *(row.key for row in SIEGE.charts["random-events"].rows),
    ]  # fmt: skip
    plain = {
        "artillery",
        "one",
        "gun",
        "the",
        "ammo",
        "relief",
        "lines",
        "radio",
        "killed",
        "leader",
        "division",
        "wrong",
    }
    words = {word for text in named for word in re.findall(r"[^\W\d_]{4,}", text.casefold())}
    return (words | set(HISTORY)) - plain - {"leaders", "requested", "surrender", "dump", "injured", "independent"}


def imports(path: Path) -> Iterator[str]:
    """Yield what a module imports, the dots of relative imports left out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)


def test_the_series_imports_no_exclusive_rules() -> None:
    own = set(own_rule_sets())
    assert [(path.name, name) for path in SERIES for name in imports(path) if set(name.split(".")) & own] == []


def words_of_the_battle_in(path: Path) -> set[str]:
    """Return the words of the battle in a file, without those of citations."""
    text = CITATION.sub("", path.read_text(encoding="utf-8")).casefold()
    return set(re.findall(r"[^\W\d_]+", text)) & names_of_the_battle()


def all_words_of_the_battle(paths: Iterable[Path]) -> dict[str, set[str]]:
    """Return the words of the battle in each file that has any."""
    return {path.as_posix(): words for path in paths if (words := words_of_the_battle_in(ROOT / path))}


def test_general_code_names_nothing_of_the_battle() -> None:
    assert all_words_of_the_battle(GENERAL) == {path: words for path, (words, _) in ALLOWED.items()}


def test_general_data_name_nothing_of_the_battle() -> None:
    assert all_words_of_the_battle(TABLES) == {path: words for path, (words, _) in ALLOWED_IN_TABLES.items()}


def test_general_data_cite_no_rule_of_the_siege() -> None:
    texts = {path.as_posix(): (ROOT / path).read_text(encoding="utf-8") for path in TABLES}
    assert {path for path, text in texts.items() if re.search(r"\bNQoS\b|\bS\d\.\d", text)} == set(CITES_IN_TABLES)
    assert [path for path, text in texts.items() if "bir_hacheim" in text] == []


def test_the_exceptions_are_of_files_outside_the_series() -> None:
    assert {Path(each) for each in (*ALLOWED_IN_TABLES, *CITES_IN_TABLES)} <= set(TABLES)
    assert {Path(each) for each in ALLOWED} <= set(GENERAL)
    assert not any("series" in Path(each).parts for each in ALLOWED)


def citations_of_the_siege(path: Path) -> list[str]:
    """Return the texts in a file, not its docstrings, that cite a rule of the siege."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if not re.search(r"NQoS|S\d\.\d", text):
        return []
    tree = ast.parse(text)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node.value for node in ast.walk(tree)
             if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose]  # fmt: skip
    return [text for text in texts if re.search(r"\bNQoS\b|^S\d\.\d$", text)]


def test_general_code_cites_no_rule_of_the_siege_to_players() -> None:
    paths = [path for path in GENERAL if path.as_posix() not in CITES]
    assert {str(path): found for path in paths if (found := citations_of_the_siege(path))} == {}


def test_the_charts_of_the_series_name_nothing_of_the_battle() -> None:
    path = ROOT / "adjudicator" / "games" / "grand_tactical_series" / "charts.toml"
    words = set(re.findall(r"[^\W\d_]+", path.read_text(encoding="utf-8").casefold()))
    assert words & (names_of_the_battle() | {"nqos"}) == set()


def test_the_words_of_the_battle_are_found() -> None:
    assert {"french", "ariete", "trieste", "rommel", "amilakvary"} <= names_of_the_battle()


# which set a game has


def test_the_siege_has_its_rules() -> None:
    assert isinstance(exclusive_rules(SIEGE), BirHacheim)


def test_every_hook_of_the_siege_is_one_that_the_series_asks() -> None:
    hooks = {name for name in vars(ExclusiveRules) if not name.startswith("_")}
    assert {name for name in vars(BirHacheim) if not name.startswith("_")} <= hooks


def test_the_rules_of_the_siege_name_what_its_data_have() -> None:
    rules = exclusive_rules(SIEGE)
    assert set(rules.event_choices) <= {row.key for row in SIEGE.charts["random-events"].rows}
    for choice in rules.event_choices.values():
        assert choice.side in SIEGE.sides
        assert not choice.division or choice.division in SIEGE.divisions
        assert not choice.unit or choice.unit in SIEGE.units
    assert {rules.roll_owner(purpose) for purpose in PURPOSES} == {"", *SIEGE.sides}
    assert {table.chart for table in rules.table_rolls.values()} <= set(SIEGE.charts)
    assert all(SIEGE.markers_of(role) for role in MarkerRole)
    assert set(tables_of(SIEGE)) == set(all_table_rolls())


def test_a_game_has_the_tables_of_its_own_rules_only() -> None:
    assert "airpower" not in tables_of(load_game(ROOT / "examples" / "two_wells"))


def test_every_hook_is_asked_for() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "adjudicator").rglob("*.py")
             if "bir_hacheim" not in path.parts and path.name != "exclusive_rules.py"]  # fmt: skip
    hooks = {name for name in vars(ExclusiveRules) if not name.startswith("_")} - {"name", "title"}
    assert {hook for hook in hooks if not any(re.search(rf"\.{hook}\b", text) for text in texts)} == set()


def test_a_game_without_rules_of_its_own_has_the_series_alone(tmp_path: Path) -> None:
    game = load_game(write_texts(tmp_path, tiny_texts()))
    assert type(exclusive_rules(game)) is ExclusiveRules


def copied_without_rules(folder: Path, name: str) -> GameData:
    """Return a copy of the siege's data, under an id, whose ``game.toml`` does not name its rules."""
    copy = folder / "copy"
    shutil.copytree(Path(str(find_game(BUILT_IN))), copy)
    text = (copy / "game.toml").read_text(encoding="utf-8").replace('rules = "bir_hacheim"\n', "")
    (copy / "game.toml").write_text(text.replace(f'id = "{BUILT_IN}"', f'id = "{name}"'), encoding="utf-8")
    return load_game(copy)


def test_a_copy_of_the_siege_from_before_rules_were_named_keeps_them(tmp_path: Path) -> None:
    assert isinstance(check_playable(copied_without_rules(tmp_path, BUILT_IN)), BirHacheim)


def test_a_copy_of_the_siege_from_before_markers_had_roles_keeps_them(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(Path(str(find_game(BUILT_IN))), copy)
    lines = (copy / "markers.toml").read_text(encoding="utf-8").splitlines(keepends=True)
    chits = lines.index("[[markers]]\n")
    plain = [line for line in lines[chits:] if not line.startswith(("role =", "box =", "division ="))]
    (copy / "markers.toml").write_text("".join(lines[:chits] + plain), encoding="utf-8")
    assert load_game(copy).markers == SIEGE.markers


def test_a_kind_of_victory_that_the_rules_do_not_know_is_named(tmp_path: Path) -> None:
    with pytest.raises(GameDataError) as raised:
        check_playable(copied_without_rules(tmp_path, "another-siege"))
    assert str(raised.value) == (
        "scenario_3.toml, victory, key kind: the rules of this game know no such kind of victory "
        "(got last-occupier; expected points, unit-in-area)"
    )


def test_unknown_rules_are_named(tmp_path: Path) -> None:
    texts = tiny_texts()
    texts["game.toml"] = 'rules = "bir_hachim"\n' + texts["game.toml"]
    game = load_game(write_texts(tmp_path, texts))
    with pytest.raises(GameDataError) as raised:
        exclusive_rules(game)
    assert str(raised.value) == (
        "game.toml, key rules: no exclusive rules of this name are installed: did you mean bir_hacheim? "
        "(got bir_hachim; expected bir_hacheim)"
    )


def test_a_game_without_the_ground_that_the_rules_read_is_not_judged(tmp_path: Path) -> None:
    texts = {file: text for file, text in tiny_texts().items() if file != "charts.toml"}
    with pytest.raises(GameDataError, match="the rules need a chart that the game does not have"):
        check_playable(load_game(write_texts(tmp_path, texts)))


@pytest.mark.parametrize(
    ("value", "problem"),
    [("json:nothing", "cannot be read"), ("no_such_package:Rules", "cannot be read"), ("json:dumps", "is no set of")],
)
def test_an_entry_point_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch, value: str, problem: str) -> None:
    entry = importlib.metadata.EntryPoint("elsewhere", value, "adjudicator.rules")
    monkeypatch.setattr("adjudicator.rules.rule_sets.entry_points", lambda group: [entry] if group else [])
    rule_set.cache_clear()
    with pytest.raises(GameDataError, match=problem):
        rule_set("elsewhere")
    rule_set.cache_clear()


# the catalogue


def test_the_catalogue_knows_to_which_set_a_rule_belongs() -> None:
    for chapter in rule_catalogue().chapters:
        assert {rule.number.startswith("GTS") for rule in chapter.rules} == {not chapter.set}
        assert chapter.set in ("", *own_rule_sets())


def test_every_set_brings_its_rows_by_hooks() -> None:
    rules = exclusive_rules(SIEGE)
    assert set(refusals_in("adjudicator.rules.bir_hacheim")) == set(rules.refusals)
    assert {each.id for each in rules.switches} <= set(all_switches())
    assert {addition.number for addition in rules.additions} <= set(catalogue_of_set("").rules)
    assert all(each in register_of(rules) for each in rules.register)
    wells = exclusive_rules(load_game(ROOT / "examples" / "two_wells"))
    assert register_of(wells) == register_of(rules)[len(rules.register) :]


def test_a_refusal_of_the_siege_has_its_own_rule_and_the_sentence_of_the_series() -> None:
    wells = load_game(ROOT / "examples" / "two_wells")
    siege, series = (refusal_of(game, "overstacked") for game in (SIEGE, wells))
    assert (siege.rule, series.rule) == ("NQoS 1.0", "GTS R8.1")
    assert siege.text == series.text
    with pytest.raises(KeyError):
        refusal_of(wells, "jock-column-in-play")


def test_a_rule_of_the_series_is_told_with_what_the_game_adds() -> None:
    plain, siege = (catalogue_of_set(name).rules["GTS R6.3"] for name in ("", "bir_hacheim"))
    assert siege.summary == f"{plain.summary} The Jock Column is one of them."
    assert (plain.status, siege.status) == (Status.BACKGROUND, Status.ENFORCED)
    assert siege.see == ("NQoS S5.2", "NQoS S4.5")


def test_the_siege_has_every_rule_of_the_catalogue() -> None:
    assert catalogue_of_set("bir_hacheim").rules == rule_catalogue().rules


def test_a_game_of_the_series_alone_has_its_rules_only() -> None:
    rules = catalogue_of_set("").rules
    assert rules
    assert all(number.startswith("GTS") for number in rules)
    assert not any("bir_hacheim" in function for rule in rules.values() for function in rule.functions)
    assert rules["GTS R5.1"].status is Status.BACKGROUND
    assert rules["GTS R9.14"].functions == rule_catalogue().rules["GTS R9.14"].functions
    assert all(see in rules for rule in rules.values() for see in rule.see)


def test_a_game_without_the_sieges_book_is_told_the_rules_of_the_series() -> None:
    wells, siege = load_game(ROOT / "examples" / "two_wells"), SIEGE
    known, sieges = catalogue_of_set("").rules, catalogue_of_set("bir_hacheim").rules
    for purpose in PURPOSES:
        assert rule_of_roll(purpose, wells) in known
        assert rule_of_roll(purpose, siege) in sieges
    for topic in Topic:
        assert cited_rule(wells, topic) in known
        assert cited_rule(siege, topic).startswith("NQoS")
    assert rule_of_roll(RollPurpose.MINEFIELD, siege) == "NQoS 4.3"
    mines, digs = (
        Engineer("1-pioneer-33", EngineerWork.CLEAR_MINES),
        Engineer("1-pioneer-33", EngineerWork.ENTRENCHMENT),
    )
    assert rule_of_roll(RollPurpose.ENGINEER, siege, mines) == "NQoS 4.3.2"
    assert rule_of_roll(RollPurpose.ENGINEER, wells, mines) == "GTS R13.5"
    assert rule_of_roll(RollPurpose.ENGINEER, siege, digs) == "GTS R13.4"
    assert (
        rule_of_roll(RollPurpose.COMPANY_BONUS, wells) == rule_of_roll(RollPurpose.COMPANY_BONUS, siege) == "GTS R9.6"
    )
