"""Three Fords, a throw-away game whose exclusive rules are an installed package: rules, an action, a die, a switch.

Its ferry goes the whole way of an action of the program's own: declared by mail, read, judged, audited.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from adjudicator.audit.dice import load_patterns
from adjudicator.audit_file.versions import _folder_digest, program_digest, program_version
from adjudicator.game.errors import GameDataErrors
from adjudicator.game.hexes import Hex
from adjudicator.game.notation.names import notation_of
from adjudicator.game.notation.parsing import read_action_line
from adjudicator.game.notation.printing import action_line
from adjudicator.game.play import Action, Move, MoveStep, StepKind
from adjudicator.game.play_json import action_text, read_action
from adjudicator.game.position import Position
from adjudicator.game.roll_kinds import RollKind, add_roll_kind
from adjudicator.recording.game_record import GameRecord, Seat
from adjudicator.recording.game_writer import GameWriter
from adjudicator.recording.play_styles import PLAIN, StyledPlay
from adjudicator.recording.table_script import TableScript
from adjudicator.referee.entries.entry import Entry
from adjudicator.referee.pipeline import referee_game
from adjudicator.report.action_words import action_words
from adjudicator.report.outcomes_text import resolution_words
from adjudicator.rules.catalogue import catalogue_of_set, rule_catalogue
from adjudicator.rules.house_rules import house_rules, read_house_rules
from adjudicator.rules.judge import judge
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.rule_sets import exclusive_rules, rule_set
from adjudicator.rules.ruling import Ruling, Verdict
from adjudicator.schemas import load_json_schema
from adjudicator.viewing.viewer import Viewer
from tests.support.command_line import command
from tests.two_wells import WELLS, OtherGame, faults, other_game, two_wells

CASES = Path(__file__).parent / "cases" / "three_fords"
MARSH = Hex.parse("04.05")


@pytest.fixture
def fords(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of a game whose exclusive rules are an installed package."""
    monkeypatch.syspath_prepend(CASES / "package")
    monkeypatch.setattr("adjudicator.rules.switches._ADDED", {})
    monkeypatch.setattr("adjudicator.game.action_kinds._ADDED", {})
    monkeypatch.setattr("adjudicator.game.roll_kinds._ADDED", {})
    folder = tmp_path / "fords"
    shutil.copytree(CASES / "data", folder)
    menus = [
        (WELLS / "actions.toml").read_text(encoding="utf-8"),
        (CASES / "ferry_action.toml").read_text(encoding="utf-8"),
    ]
    (folder / "actions.toml").write_text("".join(menus), encoding="utf-8")
    forget()
    yield folder
    forget()


def forget() -> None:
    """Forget which sets and catalogues are known: what is installed has changed."""
    rule_set.cache_clear()
    catalogue_of_set.cache_clear()
    rule_catalogue.cache_clear()


def enter(unit: str, *places: str) -> Move:
    return Move(unit, tuple(MoveStep(StepKind.ENTER, Hex.parse(place)) for place in places))


def findings(of: OtherGame, position: Position, move: Move) -> list[tuple[str, str]]:
    return [(each.rule, each.name) for each in judge(position, move, of.book).findings]


def test_the_rules_of_an_installed_package_hold(fords: Path) -> None:
    of = other_game(fords)
    assert exclusive_rules(of.kit.game).title == "Three Fords"
    position = of.position.after(activation=of.position.activation.__class__("division-hill"))
    north = position.with_unit("1-pines", place=Hex.parse("04.04"))
    assert ("Fords 2", "marsh") in findings(of, north, enter("1-pines", "04.05"))
    south = of.position.with_unit("1-reeds", place=Hex.parse("04.04"))
    assert ("Fords 2", "marsh") not in findings(of, south, enter("1-reeds", "04.05"))


def test_the_catalogue_has_the_rules_of_an_installed_package(fords: Path) -> None:
    outcome = command("rules", "Fords 2", "--game", fords)
    assert outcome.out.startswith("Fords 2  The marsh\n")


def test_a_game_with_an_installed_package_is_played_and_read(fords: Path) -> None:
    played, found = faults(other_game(fords), 3)
    assert found == []
    assert len(played.actions) > 10


def names_of(ruling: Ruling) -> list[str]:
    return [each.name for each in ruling.findings]


def ferry(unit: str, to: str, die: int | None = None) -> Action:
    rolls = "" if die is None else f', "rolls": [{{"purpose": "current", "unit": "{unit}", "die": {die}}}]'
    return read_action(f'{{"type": "ferry", "unit": "{unit}", "to": "{to}"{rolls}}}')


def test_an_action_of_an_installed_package_is_read_and_judged(fords: Path) -> None:
    of = other_game(fords)
    south = of.position.with_unit("1-reeds", place=MARSH)
    across = ferry("1-reeds", "06.05", 3)
    ruling = judge(south, across, of.book)
    assert ruling.verdict is Verdict.LEGAL
    assert ruling.after is not None
    assert ruling.after.units["1-reeds"].place == Hex.parse("06.05")
    north = of.position.with_unit("1-pines", place=MARSH)
    assert names_of(judge(north, ferry("1-pines", "06.05", 3), of.book)) == ["ferry-of-south"]
    assert names_of(judge(south, ferry("1-reeds", "08.05", 3), of.book)) == ["ferry-too-far"]
    elsewhere = of.position.with_unit("1-reeds", place=Hex.parse("05.05"))
    assert names_of(judge(elsewhere, across, of.book)) == ["ferry-from-marsh"]
    rolls = '[{"die":3,"purpose":"current","unit":"1-reeds"}]'
    assert action_text(across) == f'{{"rolls":{rolls},"to":"06.05","type":"ferry","unit":"1-reeds"}}'
    assert action_words(across, south, Viewer(referee=True)) == "1/Reeds: is ferried to 06.05"


def test_an_action_of_an_installed_package_has_its_line(fords: Path) -> None:
    names = notation_of(other_game(fords).kit.game).names()
    line = "1/Reeds: is ferried to 06.05; die 3 current"
    assert read_action_line(line, names) == ferry("1-reeds", "06.05", 3)
    assert action_line(ferry("1-reeds", "06.05", 3), names) == line


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"type": "ferry", "unit": "1-reeds"}', "the key to is missing"),
        ('{"type": "ferry", "unit": "1-reeds", "to": "north"}', "not of the form allowed"),
        ('{"type": "ferry", "unit": "1-reeds", "to": "06.05", "by": []}', "no such key"),
        (
            '{"type": "ferry", "unit": "1-reeds", "to": "06.05", "rolls": [{"purpose": "tide", "die": 3}]}',
            "no such purpose",
        ),
    ],
)
def test_an_action_of_an_installed_package_is_checked(fords: Path, text: str, problem: str) -> None:
    other_game(fords)
    with pytest.raises(GameDataErrors, match=problem):
        read_action(text)


def test_a_roll_of_an_installed_package_has_its_words_and_its_result(fords: Path) -> None:
    of = other_game(fords)
    south = of.position.with_unit("1-reeds", place=MARSH)
    shaken = judge(south, ferry("1-reeds", "06.05", 8), of.book)
    assert shaken.after is not None
    assert shaken.after.units["1-reeds"].cohesion == 1
    said = resolution_words(shaken.resolutions[0], south, Viewer(referee=True))
    assert said == "1/Reeds: die against the current, die 8: Cohesion Hit"
    missing = judge(south, ferry("1-reeds", "06.05"), of.book)
    assert [each.text for each in missing.findings] == ["the die against the current of 1/Reeds is missing"]


@pytest.mark.parametrize("name", ["fire", "current"])
def test_no_package_takes_the_name_of_another_roll(fords: Path, name: str) -> None:
    other_game(fords)
    with pytest.raises(ValueError, match="there is a purpose of rolls"):
        add_roll_kind(RollKind(name, words="die", rule="Rule 1", label="tide"), "two_rivers")


# by mail

TO_THE_MARSH = """
south
2/Reeds: move
drag 2/Reeds to 04.05
"""
MOVED = "legal: 2/Reeds moves 05.05-04.05"
FERRIED = "legal: 2/Reeds: is ferried to 06.05"


def written(of: OtherGame, script: str) -> GameRecord:
    """Return a game by mail after the first move."""
    seats = {side.id: Seat(f"{side.id}-example", side.name, side.name) for side in of.kit.game.sides.values()}
    record = GameRecord(of.kit, of.start, seats)
    writer = GameWriter(of.kit, of.book, record, StyledPlay(PLAIN, Random(0)))  # noqa: S311 - nothing is drawn
    TableScript(of.kit).play((TO_THE_MARSH + script).splitlines(), writer)
    writer.finish()
    return record


def refereed(of: OtherGame, script: str) -> list[str]:
    """Return what the referee says of a game by mail after the first move: the verdict, the action, the findings."""
    game = referee_game(written(of, script).files, of.book, load_patterns(()))
    return [_line(entry) for entry in game.entries]


def _line(entry: Entry) -> str:
    what = action_words(entry.action, entry.before, Viewer(referee=True)) if entry.action else entry.kind.value
    found = "; ".join(each.text for each in entry.findings)
    return f"{entry.verdict.value}: {what}" + (f" | {found}" if found else "")


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("2/Reeds: is ferried\nroll 3\ndrag 2/Reeds to 06.05", [FERRIED]),
        ("2/Reeds: is ferried\ndrag 2/Reeds to 06.05\nroll 3", [FERRIED]),
        ("2/Reeds: is ferried\nroll 8\ndrag 2/Reeds to 06.05\n2/Reeds: 1 cohesion hit", [FERRIED]),
        ("say 2/Reeds takes the ferry to 06.05\nroll 3\ndrag 2/Reeds to 06.05", [FERRIED]),
        ("say 2/Reeds: is ferried to 06.05; die 3 current\nroll 3\ndrag 2/Reeds to 06.05", [FERRIED]),
        (
            "2/Reeds: is ferried\nroll 3\ndrag 2/Reeds to 08.05",
            ["illegal: 2/Reeds: is ferried to 08.05 | the ferry goes 3 hexes at most: 08.05 is 4 away"],
        ),
        (
            "2/Reeds: is ferried\ndrag 2/Reeds to 06.05\n1/Reeds: move\ndrag 1/Reeds, Eel to 02.05",
            [
                f"il{FERRIED} | the die against the current of 2/Reeds is missing, and play went on without it",
                "legal: 1/Reeds moves 03.05-02.05",
            ],
        ),
        ("2/Reeds: is ferried\nroll 3\ndrag 2/Reeds to 06.05\nroll 5", [FERRIED]),
    ],
)
def test_an_action_of_an_installed_package_is_read_in_mails(fords: Path, script: str, said: list[str]) -> None:
    assert refereed(other_game(fords), script) == [MOVED, *said]


def test_a_switch_of_an_installed_package_is_asked(fords: Path, tmp_path: Path) -> None:
    of = other_game(fords)
    dusk = of.position.after(time=replace(of.position.time, turn="Dusk")).with_unit("1-reeds", place=MARSH)
    across, agreed = ferry("1-reeds", "06.05", 3), tmp_path / "ours.toml"
    verdicts = {}
    for choice in ("no", "yes"):
        agreed.write_text(f'[settings]\nferry-at-dusk = "{choice}"\n', encoding="utf-8")
        verdicts[choice] = judge(dusk, across, RuleBook(of.kit.game, read_house_rules(agreed))).verdict
    assert verdicts == {"no": Verdict.ILLEGAL, "yes": Verdict.LEGAL}
    assert judge(dusk, across, RuleBook(of.kit.game)).verdict is Verdict.UNDECIDED
    assert "ferry-at-dusk" in command("rules", "Fords 3", "--game", fords).out


def test_house_rules_know_the_switches_of_packages_that_nobody_has_asked_for(fords: Path) -> None:  # noqa: ARG001
    assert house_rules({"settings": {"ferry-at-dusk": "yes"}}).value("ferry-at-dusk") == "yes"


def test_a_game_without_the_package_has_no_such_action(fords: Path) -> None:
    other_game(fords)
    refused = judge(two_wells().position, ferry("1-vanguard", "03.03"), two_wells().book)
    assert names_of(refused) == ["no-such-action-in-game"]


# the commands


def mails(of: OtherGame, script: str, folder: Path) -> list[Path]:
    """Write a game by mail, and return its files."""
    record = written(of, script)
    paths = [folder / file.file for file in record.files]
    for path, file in zip(paths, record.files, strict=True):
        path.write_bytes(file.archive_bytes())
    return paths


@pytest.mark.parametrize(
    ("dice", "said", "rolled"),
    [((3, 4), "Low", "3 + 4 = 7"), ((7, 6), "Middle", "7 + 6 = 13"), ((9, 9), "High", "9 + 9 = 18")],
)
def test_a_table_of_an_installed_package_is_rolled_on(
    fords: Path, dice: tuple[int, int], said: str, rolled: str
) -> None:
    words = ("roll", "tide", "--die", str(dice[0]), "--die", str(dice[1]), "--game", fords)
    outcome = command(*words)
    assert outcome.code == 0, outcome.err
    assert outcome.out.startswith("Tide at the fords (Fords 4)\n")
    assert f"Rolled: {rolled}" in outcome.out
    assert next(line for line in outcome.out.splitlines() if line.startswith("  →")).endswith(said)
    document = json.loads(command(*words, "--json").out)
    assert list(Draft202012Validator(load_json_schema("roll.schema.json")).iter_errors(document)) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("airpower", "--die", "3"), "Three Fords has no table for airpower; it has command-points, minefield, tide"),
        (("tides", "--die", "3"), "'tides' is not one of the tables: command-points, minefield, tide"),
        (("tide", "--die", "3"), "tide takes 2 dice, not 1"),
        (("tide", "--die", "3", "--die", "4", "--supply", "full"), "supply does not change the roll for tide"),
    ],
)
def test_a_wrong_roll_names_the_tables_of_the_game(arguments: tuple[str, ...], says: str, fords: Path) -> None:
    outcome = command("roll", *arguments, "--game", fords)
    assert outcome.code == 64
    assert says in outcome.err


def test_a_package_brings_its_tables_to_no_other_game(fords: Path) -> None:
    other_game(fords)
    assert "Two Wells has no table for tide" in command("roll", "tide", "--die", "3", "--game", WELLS).err
    assert "has no table for tide" in command("roll", "tide", "--die", "3").err


def test_every_command_knows_an_installed_package(fords: Path, tmp_path: Path) -> None:
    of = other_game(fords)
    too_far = "2/Reeds: is ferried\nroll 3\ndrag 2/Reeds to 08.05"
    (log,) = mails(of, too_far, tmp_path)
    script, answers = tmp_path / "game.script", tmp_path / "actions.jsonl"
    start = tmp_path / "start.vsav"
    start.write_bytes(of.start.archive_bytes())
    answers.write_text(f"{action_text(ferry('2-reeds', '08.05', 3))}\n", encoding="utf-8")
    audit = tmp_path / "game.audit.json"
    game = ("--game", fords)
    broken = "the ferry goes 3 hexes at most"
    rows: list[tuple[int, str, tuple[str | Path, ...]]] = [
        (1, broken, ("verify", log)),
        (1, broken, ("audit", log)),
        (1, "", ("audit", log, "--json", "--referee", "-o", audit)),
        (0, "is sound", ("audit", "--check", audit, log)),
        (1, "", ("audit", "--each", tmp_path, "--cache", tmp_path / "kept")),
        (1, "", ("audit", "--each", tmp_path, "--cache", tmp_path / "kept")),
        (0, "Scenario 1", ("status", log)),
        (0, "", ("show", log, "-o", tmp_path / "table.svg")),
        (0, "", ("moves", log, "1/Reeds")),
        (1, "ILLEGAL", ("annotate", log, "-o", tmp_path / "ruled.vlog")),
        (0, "is ferried to 08.05", ("script", "read", log)),
        (0, "", ("diff", start, log)),
        (0, "Fords 4", ("rules",)),
        (0, "", ("setup", "1", "-o", tmp_path / "set-up.json")),
        (1, "the ferry leaves from the marsh", ("judge", start, answers)),
    ]
    for code, says, words in rows:
        outcome = command(*words, *(() if words[0] == "diff" else game))
        assert outcome.code == code, (words, outcome.out[-600:], outcome.err)
        assert says in outcome.out, (words, outcome.out[-600:])
        assert "Traceback" not in outcome.err
    script.write_text(command("script", "read", log, *game).out, encoding="utf-8")
    outcome = command("script", "judge", script, "--start", start, *game)
    assert outcome.code == 1, outcome.err
    assert broken in outcome.out


def test_what_is_kept_and_what_is_signed_rests_on_the_package(fords: Path, tmp_path: Path) -> None:
    rules = exclusive_rules(other_game(fords).kit.game)
    assert program_version() == program_version(exclusive_rules(two_wells().kit.game))
    before = program_version(rules)["rules"], program_digest(rules)
    assert before[0] != program_version()["rules"]
    assert before[1] != program_digest()
    same, other = tmp_path / "same", tmp_path / "other"
    for copy in (same, other):
        shutil.copytree(CASES / "package" / "three_fords", copy, ignore=shutil.ignore_patterns("__pycache__"))
    (other / "ferry.py").write_text("# other rules\n", encoding="utf-8")
    digests = [_folder_digest(folder) for folder in (CASES / "package" / "three_fords", same, other)]
    assert digests[0] == digests[1] != digests[2]


# packages with something wrong in them


def package_with(folder: Path, file: str, text: str) -> Path:
    """Return a folder with the package in which one file has another text."""
    shutil.copytree(CASES / "package", folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "three_fords" / file).write_text(text, encoding="utf-8")
    return folder


SET = """
from adjudicator.rules.catalogue import chapters_in
from adjudicator.rules.exclusive_rules import ExclusiveRules
from adjudicator.rules.refusals import refusals_in
class ThreeFords(ExclusiveRules):
    name = "three_fords"
    refusals = refusals_in(__package__)
    @property
    def chapters(self):
        return chapters_in(__package__, self.name)
"""
ROW, CHAPTERS = '[[refusals]]\nname = "marsh"\nrule = "Fords 2"\ntext = "no"\n', "chapters = []\n"


@pytest.mark.parametrize(
    ("refusals", "catalogue", "said"),
    [
        ('[[refusals]]\nname = "swamp"\nrule = "Fords 2"\n', CHAPTERS, "KeyError: 'swamp'"),
        ("refusals = [", CHAPTERS, "TOMLDecodeError"),
        (ROW, "chapters = [", "TOMLDecodeError"),
        (ROW, '[[chapters]]\ntitle = "Fords"\n', "KeyError: 'rules'"),
        (ROW, "", "KeyError: 'chapters'"),
    ],
)
def test_a_package_that_cannot_be_read_is_named_and_hurts_no_other_game(
    refusals: str, catalogue: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = package_with(tmp_path / "package", "rule_set.py", SET)
    (package / "three_fords" / "refusals.toml").write_text(refusals, encoding="utf-8")
    (package / "three_fords" / "catalogue.toml").write_text(catalogue, encoding="utf-8")
    for name in [each for each in sys.modules if each.split(".")[0] == "three_fords"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(package)
    forget()
    try:
        outcome = command("rules", "--game", CASES / "data")
        assert (outcome.code, outcome.err.count("\n")) == (3, 1), outcome.err
        assert f"the installed exclusive rules cannot be read: {said}" in outcome.err
        assert command("rules", "4.3").code == 0
        assert "GTS R9.14" in rule_catalogue().rules
    finally:
        for name in [each for each in sys.modules if each.split(".")[0] == "three_fords"]:
            del sys.modules[name]
        forget()
