"""The referee has nothing against games that were played by the rules, and reads them as they were played."""

from __future__ import annotations

import pytest

from adjudicator.game.play import EndTurn
from adjudicator.recording.play_styles import PlayStyle
from adjudicator.vassal.replay import Replay, Said
from tests.self_play import QuietPlay, SelfPlay
from tests.support.self_audit import problems

SEEDS = range(12)
"""More of them: ``python -m tests.self_play --audit FIRST LAST``."""
SIEGE = ((2, 48), (3, 93))
"""Games of other scenarios: ``python -m tests.self_play --scenario N --audit FIRST LAST``."""
QUIET = ((2, 0), (3, 1))
"""With ``--quiet`` before ``--audit``; Scenario 4 takes some minutes."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_legal_game_is_read_as_it_was_played(seed: int) -> None:
    assert list(problems(SelfPlay(seed).to_the_end())) == []


def test_a_turn_that_a_button_ends_is_read_as_one_by_hand() -> None:
    played = SelfPlay(3, style=PlayStyle(presses=1.0)).to_the_end()
    said = [fact.text for file in played.files for step in Replay(file).steps() for fact in step.facts
            if isinstance(fact, Said)]  # fmt: skip
    assert said.count("* End of turn") == sum(isinstance(each.action, EndTurn) for each in played.actions) > 0
    assert list(problems(played)) == []


@pytest.mark.parametrize(("scenario", "seed"), SIEGE)
def test_a_legal_game_of_the_siege_is_read_as_it_was_played(scenario: int, seed: int) -> None:
    assert list(problems(SelfPlay(seed, scenario=scenario).to_the_end())) == []


@pytest.mark.parametrize(("scenario", "seed"), QUIET)
def test_a_quiet_game_is_read_as_it_was_played(scenario: int, seed: int) -> None:
    assert list(problems(QuietPlay(seed, scenario=scenario).to_the_end())) == []
