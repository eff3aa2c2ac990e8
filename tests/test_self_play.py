"""Games that play themselves (see ``self_play.py``): their logs are whole, honest, and show what the rules say."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from adjudicator.audit.audit import Audit, audit_log
from adjudicator.audit.dice import load_patterns
from adjudicator.audit.findings import Weight
from adjudicator.game import play
from adjudicator.game.action_words import Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Roll, RollPurpose
from adjudicator.module_layout.saved_position import saved_position
from adjudicator.recording.play_styles import PLAIN, PlayStyle, StyledPlay, together
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import Declare, Drag, PressOff, SetPoints, SetState, TableAction, ThrowDice
from adjudicator.vassal.replay import Replay, Said
from adjudicator.vassal.saved_game import SavedGame, open_game
from tests.random_play import agreed_book
from tests.self_play import PlayedGame, SelfPlay, play_kit, shown, visible
from tests.support.rule_cases import built_in_game

SEEDS = range(16)
BY_SEED = pytest.mark.parametrize("seed", SEEDS)


@cache
def game(seed: int) -> PlayedGame:
    return SelfPlay(seed).to_the_end()


def read_again(played: PlayedGame) -> list[SavedGame]:
    return [open_game(file.archive_bytes()) for file in played.files]


def audits(played: PlayedGame) -> list[Audit]:
    files, patterns = read_again(played), load_patterns(())
    before = [None, *files]
    return [
        audit_log(file, patterns, previous=previous, module=play_kit().module)
        for file, previous in zip(files, before, strict=False)
    ]


@BY_SEED
def test_a_log_of_any_module_has_nothing_against_it(seed: int) -> None:
    for audit in audits(game(seed)):
        assert [finding.text for finding in audit.findings if finding.weight > Weight.NOTE] == []


@BY_SEED
def test_the_last_table_is_the_last_position(seed: int) -> None:
    played = game(seed)
    replay = Replay(read_again(played)[-1])
    replay.steps()
    found = saved_position(replay.table, built_in_game())
    assert found.doubts == ()
    assert found.position == visible(played.end)


@pytest.mark.parametrize("seed", [2, 3])
def test_every_table_is_the_position_by_the_rules(seed: int) -> None:
    playing = SelfPlay(seed, style=PLAIN)
    for action in playing.actions():
        playing.make(action)
        assert shown(playing) == visible(playing.position), action


@BY_SEED
def test_no_line_names_a_gun_before_it_is_revealed(seed: int) -> None:
    names = {"3/1 Antichar", "Dummy 1"}
    for file in read_again(game(seed)):
        for step in Replay(file):
            lines = [fact.text for fact in step.facts if isinstance(fact, Said)]
            names -= {name for name in names for line in lines if f"{name} in" in line and line.endswith(": revealed")}
            assert not any(name in line for name in names for line in lines), lines


def test_the_games_show_all_that_can_be_done() -> None:
    done = Counter(type(each.action) for seed in SEEDS for each in game(seed).actions)
    assert done.keys() >= {
        play.PlayChit, play.EndTurn, play.EndActivation, play.Move, play.DirectFire, play.IndirectFire, play.Assault,
        play.Rally, play.Engineer, play.Reveal,
    }  # fmt: skip
    assert all(game(seed).end.time.turn == "1100" for seed in SEEDS)


def test_some_units_are_moved_as_a_stack() -> None:
    pairs = [
        (one, other)
        for seed in SEEDS
        for one, other in zip(game(seed).actions, game(seed).actions[1:], strict=False)
        if one.written == other.written
    ]
    assert pairs
    assert all(isinstance(each.action, play.Move) for pair in pairs for each in pair)


def test_by_mail_each_log_is_one_players() -> None:
    assert len(game(2).files) > 2
    assert len(game(3).files) == 1
    for audit in audits(game(2)):
        assert len({step.player for step in audit.steps if step.player}) <= 1


@pytest.mark.parametrize("seed", [4, 5])
def test_the_same_seed_writes_the_same_files(seed: int) -> None:
    again = SelfPlay(seed).to_the_end()
    assert [file.archive_bytes() for file in again.files] == [file.archive_bytes() for file in game(seed).files]


# manners

HEX, NEXT, FAR = Hex(30, 13), Hex(29, 13), Hex(28, 13)
FIRE, CHECK = Roll(RollPurpose.FIRE, "a", 3), Roll(RollPurpose.OPPORTUNITY, "a", 5)


def styled(*what: TableAction, **style: float) -> tuple[TableAction, ...]:
    return StyledPlay(PlayStyle(**style), Random(1)).styled(what)  # noqa: S311


def test_a_plain_manner_changes_nothing() -> None:
    what = (Declare("a", Declaration.MOVE, implied=True), Drag(("a",), HEX), SetState("a", "cohesion", 1))
    assert styled(*what) == what


def test_a_stretch_is_dragged_in_one_up_to_where_something_happens() -> None:
    way = [Drag(("a",), HEX), Drag(("a",), NEXT), Drag(("a",), FAR, provokes=True)]
    assert styled(*way, jumps=1) == (way[1], way[2])
    others = (Drag(("a",), HEX), Drag(("b",), HEX))
    assert styled(*others, jumps=1) == others


def test_what_the_rest_tells_is_left_out() -> None:
    what = (Declare("a", Declaration.MOVE, implied=True), Declare("a", Declaration.RALLY))
    assert styled(*what, silent=1) == what[1:]


def test_a_typed_line_says_who_the_target_is() -> None:
    found = styled(
        Declare("a", Declaration.DIRECT_FIRE, at="b"), Declare("b", Declaration.TARGET), ThrowDice((FIRE,)), typed=1
    )
    assert found == (Declare("a", Declaration.DIRECT_FIRE, at="b", typed=True), ThrowDice((FIRE,)))


def test_dice_are_thrown_together_or_first() -> None:
    what = (
        Declare("a", Declaration.OPPORTUNITY_FIRE),
        ThrowDice((CHECK,)),
        Declare("b", Declaration.TARGET),
        ThrowDice((FIRE,)),
    )
    both = ThrowDice((CHECK, FIRE))
    assert styled(*what, dice_together=1) == (what[0], what[2], both)
    assert styled(*what, dice_first=1) == (what[1], what[0], what[3], what[2])


def test_no_die_is_thrown_before_it_is_said_that_a_unit_moves() -> None:
    what = (Declare("a", Declaration.MOVE, opens=True), Declare("b", Declaration.OPPORTUNITY_FIRE), ThrowDice((CHECK,)))
    assert styled(*what, dice_first=1, silent=1) == (what[0], what[2], what[1])


@BY_SEED
def test_what_moves_is_never_left_untold(seed: int) -> None:
    book, told = agreed_book(), Counter[bool]()
    for each in game(seed).actions:
        if isinstance(each.action, play.Move):
            acts = script(each.position, each.action, book)
            dice = [at for at, act in enumerate(acts) if isinstance(act, ThrowDice)]
            before = acts[: dice[0]] if dice else acts
            shown = any(isinstance(act, Drag | SetState) for act in before)
            told[shown] += 1
            said = [act for act in before if isinstance(act, Declare) and act.action == "move"]
            assert shown or [act for act in said if act.opens and not act.implied], each.action
    assert told[True]


def test_actions_done_are_marked_by_those_who_do_so() -> None:
    what = (Drag(("a",), HEX), SetState("a", "activated", 1))
    assert styled(*what) == what[:1]
    assert styled(*what, marks_actions=1) == what
    assert styled(PressOff("activated"), marks_actions=1) == (PressOff("activated"),)
    marked = [seed for seed in SEEDS if any(_marks(file) for file in read_again(game(seed)))]
    assert 0 < len(marked) < len(SEEDS)


def _marks(file: SavedGame) -> bool:
    return any("first action done" in line for step in Replay(file) for line in step.chat)


def test_points_are_moved_first() -> None:
    paid, points = Declare("a", Declaration.AUTOMATIC_PASS), SetPoints("ariete", "command", 5)
    assert styled(paid, points, pays_first=1) == (points, paid)


def test_marks_come_late_but_are_never_forgotten() -> None:
    hit, word = SetState("b", "cohesion", 1), Declare("a", Declaration.OPPORTUNITY_FIRE)
    styled_play = StyledPlay(PlayStyle(marks_late=1), Random(1))  # noqa: S311
    assert styled_play.styled([ThrowDice((FIRE,)), hit]) == (ThrowDice((FIRE,)),)
    assert styled_play.styled([word, ThrowDice((FIRE,))]) == (word, hit, ThrowDice((FIRE,)))
    assert styled_play.styled([ThrowDice((FIRE,)), hit]) == (ThrowDice((FIRE,)),)
    assert styled_play.styled([Drag(("a",), HEX)]) == (hit, Drag(("a",), HEX))
    assert styled_play.styled([ThrowDice((FIRE,)), hit]) == (ThrowDice((FIRE,)),)
    assert styled_play.put_off() == (hit,)
    assert styled_play.put_off() == ()


def test_how_a_unit_moves_is_never_marked_late() -> None:
    what = (SetState("a", "column", 0), Declare("b", Declaration.MOVE), Drag(("b",), HEX))
    assert styled(*what, marks_late=1) == what


def test_two_moves_are_made_as_one() -> None:
    one = (Declare("a", Declaration.MOVE), Drag(("a",), HEX), Drag(("a",), NEXT))
    other = (
        Declare("b", Declaration.MOVE),
        Drag(("b", "chief"), HEX),
        Drag(("b", "chief"), NEXT),
        Declare("b", Declaration.MOVE_END),
    )
    assert together(one, other) == (
        one[0], other[0], Drag(("a", "b", "chief"), HEX), Drag(("a", "b", "chief"), NEXT), other[3],
    )  # fmt: skip
    assert together(one, other[:2]) is None
    assert together(one, (*other[:2], ThrowDice((FIRE,)), *other[2:])) is None
    assert together(one, (other[0], Drag(("b",), HEX), Drag(("b",), NEXT, provokes=True))) is None
