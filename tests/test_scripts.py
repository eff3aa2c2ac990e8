"""Scripts: played by the rules, with what they leave open filled in; made of logs, and logs made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game import play
from adjudicator.game.errors import GameDataErrors
from adjudicator.game.hexes import Hex
from adjudicator.game.notation.printing import action_line
from adjudicator.game.play import Move, MoveStep, Roll, RollPurpose, StepKind
from adjudicator.game.position import Position, Status
from adjudicator.game.start import start_position
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.recording.script_writing import write_script
from adjudicator.referee.discrepancies.aspects import differing
from adjudicator.rules.judge import judge
from adjudicator.rules.notation_resolution import TooManyDice, fill_in
from adjudicator.rules.random_dice import complete
from adjudicator.rules.script_runner import PlayedScript, play_script
from adjudicator.vassal.replay import Replay
from tests.random_play import Game, agreed_book
from tests.self_play import SelfPlay, play_kit, setup
from tests.support.rule_cases import built_in_game, built_in_notation
from tests.support.self_scripts import script_problems
from tests.support.table_scripts import referee

SEEDS = (3, 8, 59)
"""By mail and on line; with guns that are turned over on a move, and with assaults."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_comes_back_from_its_script(seed: int) -> None:
    assert list(script_problems(SelfPlay(seed).to_the_end())) == []


# what is left open


def played(scenario: int, actions: int) -> Iterator[tuple[Position, play.Action]]:
    """Yield actions of a random game with their dice, and the positions that they are done in."""
    game = Game(scenario, 11, Path("unused.json"), acts=0.6)
    for _ in range(actions):
        action = complete(game.position, game._choice() or game._turn_over(), game.book, game.rng)
        yield game.position, action
        after = judge(game.position, action, game.book)
        game.position = after.after if after.legal and after.after is not None else game._start()


def all_rolls(action: play.Action) -> tuple[Roll, ...]:
    steps = (roll for step in getattr(action, "steps", ()) for roll in step.rolls)
    return (*getattr(action, "rolls", ()), *steps)


@pytest.mark.parametrize("scenario", [1, 4])
def test_dice_may_stand_behind_a_move_and_without_a_word(scenario: int) -> None:
    moves = others = 0
    book = agreed_book()
    for position, action in played(scenario, 250):
        rolls = all_rolls(action)
        if isinstance(action, Move) and rolls:
            bare = tuple(replace(step, rolls=()) for step in action.steps)
            behind = replace(action, steps=bare, rolls=rolls)
            filled = fill_in(position, behind, book)
            assert Counter(all_rolls(filled)) == Counter(rolls)
            if not any(roll.purpose == "opportunity" for roll in rolls):  # which comes at the first step where it may
                assert judge(position, filled, book) == judge(position, action, book)
            moves += 1
        elif rolls and not any(roll.purpose in ("opportunity", "conversion") for roll in rolls):
            changes: dict[str, Any] = {"rolls": tuple(Roll(RollPurpose.OPEN, "", roll.die) for roll in rolls)}
            if not isinstance(action, play.Assault):  # its firers are told by their dice
                assert fill_in(position, replace(action, **changes), book) == action
                others += 1
    assert others > 20
    assert moves > 5 or scenario == 4


START = start_position(built_in_game(), 1)
NEAR = START.with_unit("1-viii-132", place=Hex(29, 13))


def test_dice_that_nobody_needs_are_told() -> None:
    shot = play.DirectFire(
        "1-viii-132",
        "l-2-13-dble",
        rolls=(Roll(RollPurpose.OPEN, "", 9), Roll(RollPurpose.OPEN, "", 3)),
    )
    with pytest.raises(TooManyDice, match="1 die is left over"):
        fill_in(NEAR.with_unit("1-viii-132", place=Hex(27, 13)), shot, agreed_book())


def test_what_may_be_left_alone_is_not_rolled_for_without_a_word() -> None:
    move = Move("1-viii-132", (MoveStep(StepKind.OPEN, Hex(30, 13)),))
    filled = fill_in(START, move, agreed_book())
    assert isinstance(filled, Move)
    assert [step.kind for step in filled.steps] == ["enter"] * 4
    assert filled.steps[-1].to == Hex(30, 13)
    assert judge(START, filled, agreed_book()).legal


def test_what_cannot_be_filled_in_is_for_the_judge() -> None:
    nobody = Move("nobody", (MoveStep(StepKind.OPEN, Hex(30, 13)),), (Roll(RollPurpose.OPEN, "", 3),))
    assert not judge(START, fill_in(START, nobody, agreed_book()), agreed_book()).legal
    here = Move("1-viii-132", (MoveStep(StepKind.OPEN, Hex(34, 13)),))
    assert not judge(START, fill_in(START, here, agreed_book()), agreed_book()).legal


# scripts


def scripted(text: str, start: Position | None = None) -> PlayedScript:
    return play_script(text, built_in_notation(), agreed_book(), start=start, file="game.script")


@pytest.mark.parametrize("scenario", [2, 3, 4])
def test_any_scenario_is_played_from_its_script(scenario: int) -> None:
    known = list(takewhile(lambda each: judge(*each, agreed_book()).legal, played(scenario, 120)))
    assert len(known) > 40
    notation = built_in_notation()
    lines = [f"scenario: {scenario}", *(action_line(action, notation.names(before)) for before, action in known)]
    found = scripted("\n".join(lines))
    assert [each.action for each in found.actions] == [action for _, action in known]
    assert found.end == judge(*known[-1], agreed_book()).after


def test_an_illegal_action_is_played_as_far_as_the_rules_follow_it() -> None:
    found = scripted("scenario: 1\n1/VIII/132: move 30.13\nthe chit French Direct Command is played\n").actions
    assert [(each.line, each.ruling.verdict.value) for each in found] == [(2, "illegal"), (3, "legal")]


def test_counters_are_set_up_before_the_first_action() -> None:
    found = scripted("scenario: 1\n5/2/13 DBLE: set up in 26.14, in column\nAmilakvary: set up beside the map\naxis\n")
    assert found.start == found.end
    assert (found.end.units["5-2-13-dble"].place, found.end.units["5-2-13-dble"].column) == (Hex(26, 14), True)
    assert found.end.leaders["leader-amilakvary"].status is Status.WAITING


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "game.script: nothing says which scenario is played"),
        ("axis\n1/VIII/132: end of activation", "line 2, column 1: nothing says which scenario is played before"),
        ("scenario: 9", "line 1, column 1: no such scenario"),
        ("scenario: ²", "line 1, column 1: no such scenario"),
        ("game: Chess", "line 1, column 1: the script is of another game"),
        ("scenario: 1\nstart: 05-27 1100", "line 2, column 1: the script begins later than its scenario"),
        ("scenario: 1\nstart: 05-27 0900, in the middle of a game", "line 2, column 1: the script begins later"),
        ("scenario: 1\n1/VIII/132: move 33.13\nscenario: 1", "line 3, column 1: this belongs at the head"),
        ("scenario: 1\nthe turn ends\n1/VIII/132: set up in 33.13", "line 3, column 1: counters are set up before"),
        ('scenario: 1\n"1-bim": set up in 33.13', "line 2, column 1: the scenario has no such counter"),
        ("scenario: 1\nthe chit 103 Ariete is played; dice 3, 4", "line 2, column 1: 1 die is left over"),
    ],
)
def test_what_is_wrong_with_a_script_is_told(text: str, problem: str) -> None:
    with pytest.raises(GameDataErrors, match=problem.replace("(", r"\(")):
        scripted(text)


def test_a_position_that_is_given_has_to_fit() -> None:
    later = START.after(scenario=2)
    with pytest.raises(GameDataErrors, match="the position that was given is of another scenario"):
        scripted("scenario: 1", later)
    with pytest.raises(GameDataErrors, match="the position that was given is of another turn"):
        scripted("start: 05-28 1100, in the middle of a game", START)
    assert scripted("scenario: 1\nstart: 05-27 0900, in the middle of a game", START).actions == ()


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(GameDataErrors) as caught:
        scripted("scenario: 1\n1/VIII/132: foo\nthe chit 103 Ariete is played\nBonzo: revealed\n")
    assert len(caught.value.errors) == 2


@pytest.mark.parametrize("scenario", [2, 3, 4])
def test_the_log_of_a_script_shows_what_is_done_between_the_chits(scenario: int) -> None:
    known = list(islice(takewhile(lambda each: judge(*each, agreed_book()).legal, played(scenario, 60)), 30))
    notation = built_in_notation()
    lines = [f"scenario: {scenario}", *(action_line(action, notation.names(before)) for before, action in known)]
    logs = write_script(play_kit(), agreed_book(), setup(scenario), scripted("\n".join(lines)))
    game = referee(logs)
    assert {entry.verdict.value for entry in game.entries} == {"legal"}
    read = [type(entry.action) for entry in game.entries if not isinstance(entry.action, play.Reveal)]
    assert read == [type(action) for _, action in known]
    end = judge(*known[-1], agreed_book()).after
    assert end is not None
    assert not list(differing(game.end, end))


def test_counters_lie_in_the_log_where_the_script_sets_them_up() -> None:
    text = "scenario: 1\n7/2/13 DBLE: set up in 26.14\nAxis\n1/VIII/132: move 33.13\n"
    (log,) = write_script(play_kit(), agreed_book(), setup(1), scripted(text))
    before = saved_position(Replay(log).initial, built_in_game()).position
    assert before.units["7-2-13-dble"].place == Hex(26, 14)
