"""Random legal play from the start of every scenario (see ``random_play.py``), and actions without sense."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

import pytest

from adjudicator.game.play import (
    Airpower,
    AirStrike,
    Arrive,
    BreakOut,
    BuyChit,
    CarryOutEvent,
    EndActivation,
    EndTurn,
    LeaveMap,
    Reveal,
    Supply,
    Weather,
    WithdrawalRoll,
)
from adjudicator.rules.judge import judge
from adjudicator.rules.ruling import Verdict
from tests.random_play import Failure, Game, agreed_book, replay
from tests.support.nonsense import Nonsense
from tests.support.rule_cases import book_for

ACTIONS: Final = {1: 4_000, 2: 2_400, 3: 2_400, 4: 1_400}
"""How many are played, by scenario: the more units there are, the longer each takes."""
SENSELESS: Final = 1_500
STEPS_OF_TURNS: Final = {
    1: Counter(EndTurn=1),
    2: Counter(EndTurn=5),
    3: Counter(EndTurn=9, Supply=1, Weather=1, Airpower=1, Arrive=25),
    4: Counter(EndTurn=4, BuyChit=1, Arrive=9),
}
"""What each game has at least."""
TURN_ACTIONS: Final = (
    EndTurn, Weather, Airpower, Supply, BuyChit, Arrive, LeaveMap, CarryOutEvent, WithdrawalRoll, BreakOut, AirStrike,
)  # fmt: skip
BY_SCENARIO: Final = pytest.mark.parametrize("scenario", [1, 2, 3, 4])


def test_actions_are_enough() -> None:
    assert sum(ACTIONS.values()) >= 10_000


@BY_SCENARIO
def test_random_legal_play_breaks_no_rule(scenario: int, tmp_path: Path) -> None:
    game = Game(scenario, seed=1, failures=tmp_path / "failure.json")
    game.run(ACTIONS[scenario])
    assert sum(game.done.values()) == ACTIONS[scenario]
    assert game.tried > 100
    assert {"PlayChit", "Move", "DirectFire", "IndirectFire", "Rally", "EndActivation"} <= set(game.done)
    assert scenario > 1 or game.done["Assault"] > 10


@BY_SCENARIO
@pytest.mark.parametrize("seed", [3, 4])
def test_random_games_go_to_their_end_by_the_rules(scenario: int, seed: int, tmp_path: Path) -> None:
    game = Game(scenario, seed, failures=tmp_path / "failure.json", acts=0.3)
    result = game.run_to_the_end()
    assert result in {"Axis victory", "French victory", "minor Axis victory", "minor French victory"}
    assert game.done >= STEPS_OF_TURNS[scenario]
    assert scenario != 4 or result == "Axis victory" or len(game.turns) == 9


def test_a_siege_shows_all_that_comes_between_the_chits(tmp_path: Path) -> None:
    done = Counter[str]()
    for seed in range(5, 8):
        game = Game(4, seed, failures=tmp_path / "failure.json", acts=0.4)
        game.run_to_the_end()
        done += game.done
    assert done.keys() >= {kind.__name__ for kind in TURN_ACTIONS}


def test_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    games = [Game(2, seed=7, failures=tmp_path / "failure.json") for _ in range(2)]
    for game in games:
        game.run(60)
    assert games[0].position == games[1].position
    assert games[0].done == games[1].done


def test_failure_can_be_replayed(tmp_path: Path) -> None:
    game = Game(1, seed=1, failures=tmp_path / "failure.json")
    with pytest.raises(Failure, match="no-such-unit"):
        game.play_action(EndActivation("nobody"))
    assert json.loads(game.failures.read_text(encoding="utf-8"))["action"] == {
        "type": "end-activation",
        "unit": "nobody",
    }
    with pytest.raises(Failure, match="no-such-unit"):
        replay(game.failures)


@BY_SCENARIO
def test_actions_without_sense_are_ruled_on(scenario: int, tmp_path: Path) -> None:
    game = Game(scenario, seed=2, failures=tmp_path / "failure.json")
    rng = Random(scenario)  # noqa: S311 - nothing secret hangs on it
    legal = 0
    for number in range(SENSELESS):
        if number % 150 == 0:
            game.run(sum(game.done.values()) + 25)
        book = agreed_book() if number % 2 else book_for()
        action = Nonsense(game.position, rng).action()
        ruling = judge(game.position, action, book)
        assert judge(game.position, action, book) == ruling
        assert all(finding.text for finding in ruling.findings)
        assert (ruling.verdict is Verdict.LEGAL) == (not ruling.findings)
        legal += ruling.legal and not isinstance(action, Reveal)
    assert legal < SENSELESS / 10
