"""Two Wells and a third game go the whole way: set up, judged, played by mail, read again, audited."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.game.errors import GameDataErrors
from adjudicator.game.hexes import Hex
from adjudicator.game.notation.names import notation_of
from adjudicator.game.notation.parsing import read_action_line
from adjudicator.game.notation.printing import action_line
from adjudicator.game.play import Action, Move, MoveStep, StepKind, Weather
from adjudicator.game.play_json import action_text, read_action
from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.report.action_words import action_words
from adjudicator.rules.catalogue import catalogue_of_set
from adjudicator.rules.house_rules import house_rules, read_house_rules
from adjudicator.rules.judge import judge
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.rule_sets import exclusive_rules, rule_set
from adjudicator.rules.ruling import Ruling, Verdict
from adjudicator.rules.set_up import judge_set_up
from adjudicator.rules.standing import standing
from adjudicator.viewing.viewer import Viewer
from tests.command_line import command
from tests.two_wells import WELLS, OtherGame, faults, other_game, two_wells

CASES = Path(__file__).parent / "cases" / "three_fords"
MARSH = Hex.parse("04.05")


@pytest.fixture
def fords(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of a game whose exclusive rules are an installed package."""
    monkeypatch.syspath_prepend(CASES / "package")
    monkeypatch.setattr("adjudicator.rules.switches._ADDED", {})
    monkeypatch.setattr("adjudicator.game.action_kinds._ADDED", {})
    folder = tmp_path / "fords"
    shutil.copytree(CASES / "data", folder)
    shutil.copy(WELLS / "actions.toml", folder)
    forget()
    yield folder
    forget()


def forget() -> None:
    """Forget which sets and catalogues are known: what is installed has changed."""
    rule_set.cache_clear()
    catalogue_of_set.cache_clear()


def enter(unit: str, *places: str) -> Move:
    return Move(unit, tuple(MoveStep(StepKind.ENTER, Hex.parse(place)) for place in places))


def findings(of: OtherGame, position: Position, move: Move) -> list[tuple[str, str]]:
    return [(each.rule, each.name) for each in judge(position, move, of.book).findings]


# Two Wells


def test_the_set_up_is_one_that_the_scenario_allows() -> None:
    of = two_wells()
    assert judge_set_up(of.position, of.book).legal
    assert of.position == start_position(of.kit.game, 1)


@pytest.mark.parametrize("seed", [1, 5])
def test_a_game_by_mail_is_read_as_it_was_played(seed: int) -> None:
    played, found = faults(two_wells(), seed)
    assert found == []
    assert len(played.files) > 1
    assert len(played.actions) > 10


def test_what_is_illegal_is_told_by_rules_that_the_game_has() -> None:
    of = two_wells()
    far = enter("1-vanguard", "10.05", "10.06", "10.07", "09.07")
    assert ("GTS R7.7", "too-few-points") in findings(of, of.position, far)


def test_mines_stop_as_the_games_own_chart_says() -> None:
    of = two_wells()
    assert of.book.rule("minefields", "light-minefield") == "Rule 3"
    assert judge(of.position, Weather(), of.book).findings[0].text == "Two Wells has no such action"


def test_who_wins_is_told_by_the_games_own_condition() -> None:
    of = two_wells()
    assert standing(of.position, of.book).result == "Garrison victory"
    taken = of.position.with_unit("a-cars", place=Hex.parse("05.03"))
    assert standing(taken, of.book).result == "Raiders victory"


def test_commands_answer_about_the_game() -> None:
    status = command("status", "--game", WELLS, "--scenario", "1")
    assert status.code == 0
    assert "March 1, Morning" in status.out
    assert not any(word in status.out for word in ("French", "supply", "Morale"))
    rules = command("rules", "--game", WELLS)
    assert "GTS R9.14" in rules.out
    assert "NQoS" not in rules.out
    assert command("rules", "S5.1", "--game", WELLS).code == 64


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("roll", "supply", "--die", "3"), "Two Wells has no table for supply"),
        (("roll", "event", "--die", "3"), "Two Wells has no table for event"),
        (("resolve", "fire", "--rating", "5", "--colour", "pink", "--target-in-bir-hacheim"), "has no such rule"),
        (("resolve", "fire", "--rating", "5", "--colour", "white"), "Two Wells has no white weapons"),
    ],
)
def test_what_the_game_does_not_have_is_wrong_use(arguments: tuple[str, ...], says: str) -> None:
    outcome = command(*arguments, "--game", WELLS)
    assert outcome.code == 64
    assert says in outcome.err


# a third game, with rules of its own


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


def ferry(unit: str, to: str) -> Action:
    return read_action(f'{{"type": "ferry", "unit": "{unit}", "to": "{to}"}}')


def test_an_action_of_an_installed_package_is_read_and_judged(fords: Path) -> None:
    of = other_game(fords)
    south = of.position.with_unit("1-reeds", place=MARSH)
    across = ferry("1-reeds", "06.05")
    ruling = judge(south, across, of.book)
    assert ruling.verdict is Verdict.LEGAL
    assert ruling.after is not None
    assert ruling.after.units["1-reeds"].place == Hex.parse("06.05")
    north = of.position.with_unit("1-pines", place=MARSH)
    assert names_of(judge(north, ferry("1-pines", "06.05"), of.book)) == ["ferry-of-south"]
    assert names_of(judge(south, ferry("1-reeds", "08.05"), of.book)) == ["ferry-too-far"]
    elsewhere = of.position.with_unit("1-reeds", place=Hex.parse("05.05"))
    assert names_of(judge(elsewhere, across, of.book)) == ["ferry-from-marsh"]
    assert action_text(across) == '{"to":"06.05","type":"ferry","unit":"1-reeds"}'
    assert action_words(across, south, Viewer(referee=True)) == "1/Reeds: is ferried to 06.05"


def test_an_action_of_an_installed_package_has_its_line(fords: Path) -> None:
    names = notation_of(other_game(fords).kit.game).names()
    line = "1/Reeds: is ferried to 06.05"
    assert read_action_line(line, names) == ferry("1-reeds", "06.05")
    assert action_line(ferry("1-reeds", "06.05"), names) == line


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"type": "ferry", "unit": "1-reeds"}', "the key to is missing"),
        ('{"type": "ferry", "unit": "1-reeds", "to": "north"}', "not of the form allowed"),
        ('{"type": "ferry", "unit": "1-reeds", "to": "06.05", "rolls": []}', "no such key"),
    ],
)
def test_an_action_of_an_installed_package_is_checked(fords: Path, text: str, problem: str) -> None:
    other_game(fords)
    with pytest.raises(GameDataErrors, match=problem):
        read_action(text)


def test_a_switch_of_an_installed_package_is_asked(fords: Path, tmp_path: Path) -> None:
    of = other_game(fords)
    dusk = of.position.after(time=replace(of.position.time, turn="Dusk")).with_unit("1-reeds", place=MARSH)
    across, agreed = ferry("1-reeds", "06.05"), tmp_path / "ours.toml"
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


# the mails of the example


def test_the_mails_of_the_example_are_legal() -> None:
    outcome = command("verify", WELLS / "mails", "--game", WELLS, "--side", "garrison")
    assert outcome.code == 0
    assert "Verdict: all legal" in outcome.out


def test_without_its_game_a_mail_is_not_judged() -> None:
    outcome = command("verify", WELLS / "mails" / "mail-01.vlog")
    assert outcome.code == 3
    assert "Traceback" not in outcome.err
