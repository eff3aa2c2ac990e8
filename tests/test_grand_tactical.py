"""Games in the official-style module: what the referee says of each stands in ``tests/cases/official/games.toml``."""

from __future__ import annotations

import json
import random
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.dice import load_patterns
from adjudicator.cli.main import run as adjudicator
from adjudicator.game.hexes import Hex
from adjudicator.game.loading import load_game
from adjudicator.game.loading.schema_check import document_errors
from adjudicator.game.module_dialect import series_dialect
from adjudicator.game.start import start_position
from adjudicator.module_layout.saved_position import NotThisGame
from adjudicator.referee.dialects.official.reports import read_block
from adjudicator.referee.dialects.official.words import grand_tactical_words
from adjudicator.referee.entries.entry import Entry, RefereedGame
from adjudicator.referee.entries.game_findings import all_game_findings
from adjudicator.referee.pipeline import referee_game
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Verdict
from adjudicator.rules.switches import HouseRules
from adjudicator.schemas import load_json_schema
from adjudicator.vassal.module_definition import ModuleDefinition
from adjudicator.vassal.saved_game import open_game
from tests.support.command_line import run_with
from tests.support.official_game import OfficialGame, module_file
from tests.support.rule_cases import book_for, built_in_game, built_in_refusals
from vmod_builder.cli import run

CASES = tomllib.loads((Path(__file__).parent / "cases/official/games.toml").read_text(encoding="utf-8"))["case"]
PLACE = {"5/2/13 DBLE": "20.12", "1/VIII/132": "22.12"}
OPTIONS = ("states", "properties", "unknown", "masked", "scenario")


def refereed(game: OfficialGame, module: ModuleDefinition | None = None, scenario: int = 1) -> RefereedGame:
    """Referee a game with the module's definition, or by the log alone."""
    return referee_game([game.file()], book_for(), load_patterns(), module=module, scenario=scenario)


def played(case: dict[str, Any]) -> tuple[OfficialGame, RefereedGame]:
    """Play a case and referee it."""
    kind = case.get("module", "straight")
    options = {key: case[key] for key in OPTIONS if key in case}
    game = OfficialGame(case["place"], kind="straight" if kind == "none" else kind, **options)
    for step in case["steps"]:
        game.play(step)
    return game, refereed(game, None if kind == "none" else game.definition, case.get("scenario", 1))


def told(game: OfficialGame, entry: Entry, names: Any) -> list[Any]:
    """Return an entry as cases have it."""
    unit = game.game.units[entry.unit].name if entry.unit else ""
    return [unit, str(entry.verdict), names if names == "any" else [finding.name for finding in entry.findings]]


def assert_texts(wanted: list[str], found: list[str]) -> None:
    """Assert that each of some texts occurs in one of others."""
    assert [text for text in wanted if not any(text in each for each in found)] == [], found


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_game(case: dict[str, Any]) -> None:
    game, result = played(case)
    if "entries" in case:
        shown = [each for each in result.entries if each.findings or each.action is not None]
        names = [each[2] for each in case["entries"]] + [[]] * len(shown)
        assert [told(game, each, name) for each, name in zip(shown, names, strict=False)] == case["entries"]
    for name, place in case.get("places", {}).items():
        assert result.logs[-1].end.units[game.unit(name)].place == Hex.parse(place)
    if "rolls" in case:
        rolls = [each for entry in result.entries for each in entry.resolutions]
        found = [[each.purpose, game.game.units[each.unit].name, each.rating, each.result] for each in rolls]
        assert found == case["rolls"]
    assert_texts(case.get("says", []), [finding.text for entry in result.entries for finding in entry.findings])
    assert_texts(case.get("notes", []), [note for entry in result.entries for note in entry.notes])
    assert_texts(case.get("doubts", []), list(result.logs[0].doubts))


def test_what_logs_do_not_tell_is_said_once_and_for_all() -> None:
    case = next(each for each in CASES if each["name"] == "both actions of an activation, and another unit after it")
    _, result = played(case)
    assert sum("Command Points and contact" in doubt for doubt in result.logs[0].doubts) == 1
    assert result.dialect == "official Grand Tactical Series module"


def test_counters_of_the_game_are_recognised_all_of_them() -> None:
    game = OfficialGame(PLACE)
    assert not [doubt for doubt in refereed(game, game.definition).logs[0].doubts if "left out" in doubt]


@pytest.mark.parametrize(
    ("ruleset", "scenario", "problem"),
    [("TDC", 1, "another game of the series"), ("NQOS", 0, "does not say which scenario")],
)
def test_what_is_no_game_of_ours_is_refused(ruleset: str, scenario: int, problem: str) -> None:
    game = OfficialGame(PLACE, properties={"Ruleset": ruleset})
    with pytest.raises(NotThisGame, match=problem) as caught:
        refereed(game, game.definition, scenario)
    assert str(caught.value).isprintable()


def test_a_log_of_no_module_that_is_known_is_told_what_was_expected() -> None:
    file = open_game(Path(__file__).parent.parent / "examples/skirmish-turn-1.vlog")
    with pytest.raises(NotThisGame) as caught:
        referee_game([file], book_for(), load_patterns())
    assert "that vmod-builder made" in str(caught.value)
    assert "official Grand Tactical Series module" in str(caught.value)


def test_a_log_that_is_given_twice_is_judged_once() -> None:
    first = OfficialGame(PLACE)
    first.play({"player": "Bert"})
    first.attack("5/2/13 DBLE", at="1/VIII/132", roll=8)
    log = first.file()
    result = referee_game([log, log], book_for(), load_patterns(), module=first.definition, scenario=1)
    assert [entry.verdict for entry in result.entries] == [Verdict.LEGAL]


def test_the_module_tells_the_ruleset_where_the_log_does_not() -> None:
    game = OfficialGame(PLACE, properties={})
    assert refereed(game, game.definition).entries == ()


def test_with_the_imported_figures_the_counters_are_those_of_the_game(tmp_path: Path) -> None:
    module, definition = module_file("other")
    outcome = run_with(run, "import", module.write(tmp_path / "official.vmod"), "-o", tmp_path / "game")
    assert outcome.code == 0
    book = RuleBook(load_game(tmp_path / "game"), HouseRules())
    units = start_position(book.game, 1).units
    firer = next(unit for unit in units if unit != "3-1-antichar" and book.game.units[unit].division == "french"
                 and book.game.units[unit].ratings.fire is not None)  # fmt: skip
    target = next(unit for unit in units if book.game.units[unit].division == "ariete")
    names = [book.game.units[unit].name for unit in (firer, target)]
    game = OfficialGame(dict(zip(names, ("20.12", "21.12"), strict=True)), kind="other", book=book)
    game.play({"player": "Bert"})
    game.attack(names[0], at=names[1], roll=9)
    result = referee_game([game.file()], book, load_patterns(), module=definition, scenario=1)
    assert not [doubt for doubt in result.logs[0].doubts if "ratings" in doubt]
    assert [entry.action is not None for entry in result.entries] == [True]
    assert not [f.name for entry in result.entries for f in entry.findings if f.name.startswith("declared")]


def test_what_had_to_be_supposed_is_judged_again_as_well(tmp_path: Path) -> None:
    case = next(each for each in CASES if each["name"] == "both actions of an activation, and another unit after it")
    game, _ = played(case)
    module, _ = module_file("straight")
    log, audit = tmp_path / "game.vlog", tmp_path / "audit.json"
    log.write_bytes(game.file().archive_bytes())
    given = ("--module", module.write(tmp_path / "official.vmod"), "--scenario", "1")
    made = run_with(adjudicator, "audit", log, *given, "--referee", "--json", "-o", audit)
    assert audit.exists(), made.err
    entries = json.loads(audit.read_text(encoding="utf-8"))["entries"]
    acted = [entry for entry in entries if entry["action"] is not None]
    assert any("judged_in" in entry["replay"] for entry in acted)
    assert all(entry["replay"]["supposed"] is not None for entry in acted)
    outcome = run_with(adjudicator, "audit", "--check", audit, *given[:2])
    assert outcome.code == 0, outcome.out


class TestWords:
    WORDS = grand_tactical_words()

    def test_findings_that_stay_open_are_findings(self) -> None:
        known = {*built_in_refusals(), *all_game_findings()}
        assert {name for fact in self.WORDS.open_facts for name in fact.names} <= known
        assert self.WORDS.certain | self.WORDS.after_untold_roll <= known

    def test_modifiers_are_those_of_the_charts(self) -> None:
        game = built_in_game()
        charts = {"firer": "fire-modifiers-firer", "target": "fire-modifiers-target"}
        known = {"defence", "mass", "range-unarmoured", "range-armoured", "night", "mist", "sandstorm", "company-bonus"}
        known |= {row.key for row in game.charts["fire-modifiers-opportunity"].rows}
        for prefix, chart in charts.items():
            known |= {f"{prefix}-{row.key}" for row in game.charts[chart].rows}
        named = {name for each in self.WORDS.modifiers for name in (each.bonus, each.penalty, each.twice) if name}
        assert named <= known

    def test_states_are_the_games(self) -> None:
        states, series = {state.id for state in built_in_game().states}, series_dialect()
        assert {each.state for each in series.markers.values()} | {each.state for each in series.layers} <= states

    def test_the_words_of_the_series_follow_the_schema_of_an_imported_game(self) -> None:
        words = tomllib.loads(resources.files("adjudicator.game").joinpath("module_dialect.toml").read_text("utf-8"))
        assert list(document_errors("module_dialect.toml", words, "game-dialect.schema.json")) == []

    def test_findings_that_hang_on_guesses_are_findings(self) -> None:
        known = {*built_in_refusals(), *all_game_findings()}
        assert {name for each in self.WORDS.of_guesses for name in each.names} <= known
        keys = load_json_schema("game-dialect.schema.json")["properties"]["guessed"]["items"]["enum"]
        assert {each.key for each in self.WORDS.of_guesses} <= set(keys)

    def test_actions_are_the_games(self) -> None:
        assert {mode.action for mode in self.WORDS.modes} <= {action.id for action in built_in_game().actions}


HOSTILE = [
    "  <Anna> " + "Fire Rating 1 [Base 1: " + "+1 x, " * 200 + "]",
    "  <Anna> Range " + "9" * 4000 + "/1",
    "  <Anna> Allied unit " + "a [" * 400 + "attacks",
    "  <Anna> >9< Rolled!" + " (Manually entered)" * 50,
    "* <Anna> - " + "<" * 2000,
    "  <Anna> Company Bonus Roll: TQR=" + "=" * 500 + ", roll=3 Success!",
    "  <\x00> Weapon Class - \u202e (Pink) v Armoured",
    "  <Anna> Fire Rating 99 [Base -9: +99 \x07, -99 {unit}]",
]


def test_a_line_is_cut_before_it_is_read() -> None:
    for line in HOSTILE:
        block = read_block((line,) * 500)
        assert all(each.text.isprintable() and len(each.text) <= 60 for each in block.modifiers)


@pytest.mark.parametrize("seed", range(6))
def test_garbled_reports_are_read_without_harm(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - the same for everybody
    source = OfficialGame(PLACE)
    source.attack("5/2/13 DBLE", at="1/VIII/132", roll=3, bonus=2)
    texts = [line for step in source.file().steps for command in step if (line := getattr(command, "text", ""))]
    game = OfficialGame(PLACE)
    for _ in range(30):
        lines = [_garbled(chance, chance.choice([*texts, *HOSTILE])) for _ in range(chance.randint(1, 8))]
        game.log.post(*lines, own=_garbled(chance, "Awiz\tAttackWizard0\tOpen\t1700000000001\t1\t2\t3"))
    result = refereed(game, game.definition)
    assert all(finding.text for entry in result.entries for finding in entry.findings)
    assert result.verdict in set(Verdict)


def _garbled(chance: random.Random, text: str) -> str:
    """Return a text with a piece of it taken out, doubled, or replaced."""
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.randint(0, 12))
    middle = chance.choice(["", text[start:end] * 2, "<>[]{}*=,", "-9999", "\u202e", text[start:end]])
    return (text[:start] + middle + text[end:]).rstrip("\\") or "?"
