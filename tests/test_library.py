"""The library that ``import adjudicator`` gives: games, positions, rules; its examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import shutil
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import pytest

import adjudicator
import vmod_builder
from adjudicator.game.position_json import position_text
from adjudicator.rules.ruling import Verdict
from adjudicator.vassal.errors import FileAccessError, OutputExists
from tests.support.command_line import run_with
from vmod_builder.cli import run

ROOT = Path(__file__).resolve().parents[1]
MAILS = ROOT / "examples" / "italians_attack"


@pytest.fixture(scope="module")
def game() -> adjudicator.Game:
    return adjudicator.open_game(MAILS)


@pytest.mark.parametrize(
    "name", [*(f"adjudicator.library.{each}" for each in ("games", "positions", "rule_texts")), "vmod_builder.library"]
)
def test_the_examples_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("package", [adjudicator, vmod_builder], ids=lambda package: package.__name__)
def test_every_name_is_there_and_has_its_line_in_the_documentation(package: ModuleType) -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    for name in package.__all__:
        assert callable(getattr(package, name))
        assert f"`{name}" in page, name
    assert set(package.__all__) <= set(dir(package))
    with pytest.raises(AttributeError, match="opne_game"):
        getattr(package, "opne_game")  # noqa: B009


@pytest.mark.parametrize("package", [adjudicator, vmod_builder], ids=lambda package: package.__name__)
def test_everything_public_is_typed_and_told(package: ModuleType) -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    for name in package.__all__:
        thing = getattr(package, name)
        assert inspect.getdoc(thing)
        if inspect.isclass(thing) and issubclass(thing, Exception):
            continue
        public = [each for each in [*vars(thing), *getattr(thing, "__annotations__", {})] if not each.startswith("_")]
        for member in public if inspect.isclass(thing) else []:
            assert f".{member}" in page, f"docs/library.md does not tell of {name}.{member}"
        assert get_type_hints(thing) or inspect.isclass(thing)


def test_a_module_is_built_as_the_command_builds_it(tmp_path: Path) -> None:
    game = tmp_path / "two_wells"
    shutil.copytree(ROOT / "examples" / "two_wells", game)
    (game / "piece_ids.toml").unlink()
    first = vmod_builder.write_module(tmp_path / "first.vmod", game)
    assert (first.game.name, len(first.new_pieces) > 0, first.is_new_version) == ("Two Wells", True, False)
    outcome = run_with(run, "build", str(game), "-o", str(tmp_path / "second.vmod"))
    assert outcome.code == 0, outcome
    assert (tmp_path / "second.vmod").read_bytes() == first.path.read_bytes()
    with pytest.raises(OutputExists):
        vmod_builder.write_module(first.path, game)
    assert vmod_builder.write_module(first.path, game, force=True).new_pieces == ()
    with pytest.raises(adjudicator.GameDataError):
        vmod_builder.write_module(tmp_path / "third.vmod", tmp_path)


def test_a_game_has_its_actions_with_rulings_and_positions(game: adjudicator.Game) -> None:
    assert game.title == "The Italians Attack"
    assert game.verdict is Verdict.ILLEGAL
    illegal = game.actions[10]
    assert (illegal.number, illegal.player, illegal.side, illegal.verdict) == (11, "Anna", "Axis", Verdict.ILLEGAL)
    assert {finding.rule for finding in illegal.findings} == {"GTS R6.13"}
    assert str(illegal) == "2/VIII/132 forms Column, moves 30.15-30.14-29.14-28.13"
    assert repr(illegal) == f"<11 illegal: {illegal}>"
    assert repr(game) == "<Game: The Italians Attack, 23 actions, illegal>"
    assert game.actions[-1].position.position.time == game.position.position.time


def test_a_log_by_itself_and_logs_in_their_order_are_games() -> None:
    first = adjudicator.open_game(MAILS / "mail-01.vlog")
    two = adjudicator.open_game([MAILS / "mail-01.vlog", MAILS / "mail-02.vlog"])
    assert len(two.actions) > len(first.actions)
    assert [str(action) for action in two.actions][:3] == [str(action) for action in first.actions][:3]


def test_a_position_tells_moves_actions_and_odds() -> None:
    odds = adjudicator.open_position(MAILS / "mail-03.vlog", side="french").odds("L/2/13 DBLE", "2/VIII/132")
    assert sum(odds.values()) == Fraction(1)
    assert "miss" in odds
    position = adjudicator.open_position(MAILS / "mail-03.vlog", step=13)
    moves = position.moves("2/VIII/132")
    assert len(moves) == 50
    assert all(move.points > 0 for move in moves if move.hex != "30.15")
    lines = position.legal_actions("2/VIII/132")
    assert any(line.startswith("2/VIII/132: move") for line in lines)
    assert all(position.judge(line).verdict is not None for line in lines[:3])


def test_an_action_is_judged_and_the_game_goes_on_from_it() -> None:
    position = adjudicator.open_position(MAILS / "mail-03.vlog", step=13)
    ruling = position.judge("2/VIII/132: move in column, 30.14, 29.14, 28.13")
    assert ruling.verdict is Verdict.ILLEGAL
    assert {finding.rule for finding in ruling.findings} == {"GTS R6.13"}
    after = position.after(ruling)
    assert str(after.position.units["2-viii-132"].place) == "28.13"


@pytest.mark.parametrize("scenario", [1, 4])
@pytest.mark.parametrize("referee", [False, True])
def test_a_unit_answers_to_the_name_that_it_is_listed_by(scenario: int, referee: bool) -> None:
    position = adjudicator.starting_position(scenario, referee=referee)
    assert any("face down" in name for name in position.units) == referee
    for name in position.units:
        assert position.odds(name, name) == {"no shot": 1}


def test_what_a_line_leaves_open_is_filled_in_as_in_a_script(game: adjudicator.Game) -> None:
    before = adjudicator.open_position(MAILS / "mail-03.vlog", step=13)
    moved = before.judge("2/VIII/132: move to 31.14")
    assert moved == before.judge("2/VIII/132: move 31.15, 31.14")
    assert moved.legal
    shot = game.position.judge("2/VIII/132: direct fire at 6/2/13 DBLE; die 4")
    assert shot == game.position.judge("2/VIII/132: direct fire at 6/2/13 DBLE; die 4 fire")
    assert [each.die for each in shot.resolutions] == [4]


def test_a_position_may_be_written_by_hand_or_be_json(tmp_path: Path) -> None:
    by_hand = adjudicator.open_position(MAILS.parent / "few_pieces.xml")
    assert "1/VIII/132" in by_hand.units
    path = tmp_path / "position.json"
    path.write_text(position_text(by_hand.position), encoding="utf-8")
    assert adjudicator.open_position(path).units == by_hand.units
    for file in (path, MAILS.parent / "few_pieces.xml"):
        with pytest.raises(IndexError, match="has no steps"):
            adjudicator.open_position(file, step=1)


def test_dice_that_are_left_over_are_an_error() -> None:
    position = adjudicator.open_position(MAILS / "mail-03.vlog", step=13)
    with pytest.raises(adjudicator.NotationError, match="1 die is left over"):
        position.judge("2/VIII/132: move 31.15; die 4")


def test_what_lies_face_down_stays_unknown_to_whoever_may_not_know() -> None:
    anybody, french = adjudicator.starting_position(1), adjudicator.starting_position(1, side="French")
    assert "Gun Unit" in " ".join(anybody.units)
    assert "Gun Unit" not in " ".join(french.units)


def test_a_notebook_shows_a_position(game: adjudicator.Game) -> None:
    picture = game.position._repr_svg_()
    assert picture.startswith("<svg")
    assert "2/VIII/132" in picture


def test_wrong_use_is_said_in_words(tmp_path: Path) -> None:
    with pytest.raises(FileAccessError, match="no log in this folder"):
        adjudicator.open_game(tmp_path)
    with pytest.raises(FileAccessError, match="no log was given"):
        adjudicator.open_game([])
    with pytest.raises(adjudicator.GameDataError, match=r"no such side or player: 'carl'; sides: french, axis"):
        adjudicator.open_game(MAILS, side="carl")
    with pytest.raises(adjudicator.NameNotFound):
        adjudicator.starting_position(1).moves("9/IX/999")
    with pytest.raises(adjudicator.UnknownRule, match=r"similar numbers: GTS R9\.9"):
        adjudicator.rule("R99")


def test_a_side_is_named_by_its_player_too() -> None:
    mail = MAILS / "mail-03.vlog"
    for named, player in (("French", "bert"), ("axis", "Anna")):
        assert adjudicator.open_game(mail, side=player).viewer == adjudicator.open_game(mail, side=named).viewer
        assert adjudicator.open_position(mail, side=player).units == adjudicator.open_position(mail, side=named).units


def test_what_is_shown_of_a_ruling_is_short() -> None:
    position = adjudicator.open_position(MAILS / "mail-03.vlog", step=13)
    ruling = position.judge("2/VIII/132: move in column, 30.14, 29.14, 28.13")
    assert repr(ruling) == "<Ruling: illegal (GTS R6.13)>"
    assert repr(position.judge("2/VIII/132: move in column, 30.14")) == "<Ruling: legal>"
    assert repr(ruling.findings[0]) == f"<GTS R6.13: {ruling.findings[0].text}>"
    rule = adjudicator.rule("R6.13")
    assert repr(rule) == "<GTS R6.13 Division Activation>"
    assert str(rule) == f"GTS R6.13 Division Activation: {rule.summary}"


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (adjudicator.NotThisGame, adjudicator.VassalError),
        (adjudicator.MixedGames, adjudicator.VassalError),
        (adjudicator.NotationError, adjudicator.GameDataError),
        (adjudicator.VassalError, ValueError),
        (adjudicator.GameDataError, ValueError),
        (adjudicator.NameNotFound, ValueError),
        (adjudicator.UnknownRule, ValueError),
    ],
)
def test_errors_are_of_the_kinds_that_the_documentation_names(error: type[ValueError], kind: type[ValueError]) -> None:
    assert issubclass(error, kind)
