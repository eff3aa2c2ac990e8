"""The referee has nothing against games that were played by the rules, and reads them as they were played."""

from __future__ import annotations

import pytest

from tests.self_audit import problems
from tests.self_play import SelfPlay

SEEDS = range(12)
"""More of them: ``python -m tests.self_play --audit FIRST LAST``."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_legal_game_is_read_as_it_was_played(seed: int) -> None:
    assert list(problems(SelfPlay(seed).to_the_end())) == []
