"""Checks that a player buys in words that name neither the unit nor the check."""

from __future__ import annotations

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.start import start_position
from adjudicator.referee.events import Declared, ResultTold, Said
from adjudicator.referee.segments.checks_bought import with_checks_bought
from tests.support.rule_cases import built_in_game
from tests.support.table_log import steps

OPEN = ResultTold(of_shot=True, is_open=True)


@pytest.mark.parametrize(
    ("targets", "text", "bought"),
    [
        pytest.param(["L/2/13 DBLE"], "your S?: paid for it, 5 left", ["l-2-13-dble"], id="the only one"),
        pytest.param(["L/2/13 DBLE"], "paid for it, 5 left", [], id="no check is spoken of"),
        pytest.param(["L/2/13 DBLE", "6/2/13 DBLE"], "your S?: paid for it", [], id="one of two"),
        pytest.param(["1/VIII/132"], "your S?: paid for it", [], id="none of his own"),
    ],
)
def test_the_only_check_against_an_open_result_is_bought(targets: list[str], text: str, bought: list[str]) -> None:
    table = start_position(built_in_game(), 1)
    shots = [line for target in targets for line in (f"Anna | {target} words: target", 'Anna | "a hit"')]
    log = steps([*shots, "---", "Bert | french command 5", 'Bert | "paid"'], table)
    hit, paid = Said("a hit", results=(OPEN,)), Said(text, speaks_of_points=True)
    record = [
        ((hit if step.side == "axis" else paid) if isinstance(event, Said) else event, step)
        for step in log for event in step.events
    ]  # fmt: skip
    told = [event for event, _ in with_checks_bought(record) if isinstance(event, Declared)]
    assert [event.unit for event in told if event.action is Declaration.AUTOMATIC_PASS] == bought
