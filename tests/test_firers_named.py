"""Units that are only named before their die: what is told of the die before may stand in front of the name."""

from __future__ import annotations

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.start import start_position
from adjudicator.referee.events import Declared, ResultTold, Said
from adjudicator.referee.segments.firers_named import with_firers_named
from tests.support.rule_cases import built_in_game, unit_id
from tests.support.table_log import steps

PASSED = ResultTold(of_shot=False)
TARGET = unit_id("1/VIII/132")


@pytest.mark.parametrize(
    ("text", "results", "checks"),
    [
        pytest.param("1/VIII", (), True, id="a name and no more"),
        pytest.param("ok. 1/VIII", (PASSED,), True, id="behind what came of the die before"),
        pytest.param("next, 1/VIII", (), False, id="behind other words"),
        pytest.param("ok. 1/VIII, well", (PASSED,), False, id="with other words behind it"),
    ],
)
def test_a_name_before_a_die_is_a_check_of_the_unit(
    text: str, results: tuple[ResultTold, ...], *, checks: bool
) -> None:
    table = start_position(built_in_game(), 1)
    log = steps(["Bert | 1/VIII/132 words: target", "---", 'Anna | "name"', "Anna | die 4"], table)
    told = Said(text, speaks_of_action=True, units=frozenset({TARGET}), results=results)
    record = [(event, step) for step in log for event in step.events]
    found = with_firers_named([(told if isinstance(event, Said) else event, step) for event, step in record])
    declared = [event.action for event, _ in found if isinstance(event, Declared)]
    assert (Declaration.TROOP_QUALITY_CHECK in declared) is checks
