"""Two Wells and a third game go the whole way: set up, judged, played by mail, read again, audited."""

from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.play import Move, MoveStep, StepKind, Weather
from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.rules.judge import judge
from adjudicator.rules.set_up import judge_set_up
from adjudicator.rules.standing import standing
from tests.support.command_line import command
from tests.two_wells import WELLS, OtherGame, faults, two_wells


def enter(unit: str, *places: str) -> Move:
    return Move(unit, tuple(MoveStep(StepKind.ENTER, Hex.parse(place)) for place in places))


def findings(of: OtherGame, position: Position, move: Move) -> list[tuple[str, str]]:
    return [(each.rule, each.name) for each in judge(position, move, of.book).findings]


# Two Wells


def test_the_set_up_is_one_that_the_scenario_allows() -> None:
    of = two_wells()
    assert judge_set_up(of.position, of.book).legal
    assert of.position == start_position(of.kit.game, 1)


@pytest.mark.parametrize("seed", [1, 5, 2031])
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
    assert command("status", "--game", WELLS).out == status.out
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
        (("resolve", "fire", "--rating", "5", "--colour", "pink", "--target-in-bir-hacheim"), "No such option"),
        (("resolve", "check", "--quality", "5", "--supply", "diminished"), "No such option"),
        (("resolve", "fire", "--rating", "5", "--colour", "white"), "Two Wells has no white weapons"),
    ],
)
def test_what_the_game_does_not_have_is_wrong_use(arguments: tuple[str, ...], says: str) -> None:
    outcome = command(*arguments, "--game", WELLS)
    assert outcome.code == 64
    assert says in outcome.err


def test_a_row_of_a_games_chart_is_an_option_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "wells"
    shutil.copytree(WELLS, folder)
    series = (files("adjudicator") / "games" / "grand_tactical_series" / "charts.toml").read_text(encoding="utf-8")
    chart = next(each for each in series.split("[[charts]]") if 'id = "troop-quality-modifiers"' in each)
    rows = """rows = [
    { key = "thirst-some", cells = ["Thirsty", -1], option = "thirst some" },
    { key = "thirst-much", cells = ["Parched", -3], option = "thirst much" },
    { key = "at-well", cells = ["At a well", 2], option = "at-well" },
    { key = "roll", cells = ["A row that may not take the place of an option", 9], option = "roll" },"""
    own = (folder / "charts.toml").read_text(encoding="utf-8")
    as_in_series = '\nid = "troop-quality-modifiers"\nseries = true\n'
    assert as_in_series in own
    (folder / "charts.toml").write_text(own.replace(as_in_series, chart.replace("rows = [", rows)), encoding="utf-8")
    check = ("resolve", "check", "--quality", "5", "--game", folder)
    outcome = command(*check, "--thirst", "much", "--at-well", "--roll", "4")
    assert outcome.err == ""
    assert [line.split()[:-2] for line in outcome.out.splitlines()[2:4]] == [
        ["Parched", "-3"],
        ["At", "a", "well", "+2"],
    ]
    assert "Roll     4: pass" in outcome.out
    assert "some: Thirsty; much: Parched." in " ".join(command(*check, "--help").out.split())
    assert "'lots' is not one of 'some', 'much'" in command(*check, "--thirst", "lots").err
    in_position = command("resolve", "check", "--game", folder, "--scenario", "1", "--unit", "1/Watch", "--at-well")
    assert "--at-well comes from the position" in in_position.err


# the mails of the example


def test_the_mails_of_the_example_are_legal() -> None:
    outcome = command("verify", WELLS / "mails", "--game", WELLS, "--side", "garrison")
    assert outcome.code == 0
    assert "Verdict: all legal" in outcome.out


def test_without_its_game_a_mail_is_not_judged() -> None:
    outcome = command("verify", WELLS / "mails" / "mail-01.vlog")
    assert outcome.code == 3
    assert "Traceback" not in outcome.err
