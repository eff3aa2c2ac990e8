"""The trace that a payment leaves on a points track: a track that is low since its gain is not marked shows none."""

from __future__ import annotations

import pytest

from adjudicator.game.position import Position
from adjudicator.referee.accounts.interpretation import Tables
from adjudicator.referee.accounts.observation import PaymentTrace
from adjudicator.referee.accounts.segment_reader import Part, observation_of
from adjudicator.referee.segments.segmentation import segments
from tests.support.rule_cases import build_position
from tests.support.table_log import steps

DIVISION, SIDE, UNIT = "ariete", "axis", "2-viii-132"


def with_points(points: int) -> Position:
    """Return a position in which the division has so many Command Points."""
    position = build_position({"scenario": 1, "units": {"2/VIII/132": {"place": "33.14"}}})
    return position.with_points(DIVISION, command=points - position.points[DIVISION].command)


@pytest.mark.parametrize(
    ("by_rules", "before", "after", "later", "trace"),
    [
        pytest.param(10, 10, 9, 9, PaymentTrace.SHOWN, id="paid as it was done"),
        pytest.param(10, 10, 10, 9, PaymentTrace.LATER, id="paid later"),
        pytest.param(10, 10, 10, 10, PaymentTrace.NONE, id="not paid"),
        pytest.param(10, 9, 9, 9, PaymentTrace.SHOWN, id="paid in advance"),
        pytest.param(10, 5, 5, 10, PaymentTrace.NONE, id="a gain marked late"),
        pytest.param(10, 5, 10, 10, PaymentTrace.NONE, id="a gain marked meanwhile"),
        pytest.param(10, 5, 5, 9, PaymentTrace.SHOWN, id="a gain marked late, less the payment"),
        pytest.param(10, 5, 4, 10, PaymentTrace.SHOWN, id="paid before a gain is marked"),
    ],
)
def test_the_trace_of_a_payment(by_rules: int, before: int, after: int, later: int, trace: PaymentTrace) -> None:
    [segment] = segments(steps(("Anna | 2/VIII/132: rally",), with_points(after)))
    tables = Tables(with_points(before), with_points(after), (with_points(later),))
    observed = observation_of(Part(UNIT, segment, tables), None, position=with_points(by_rules))
    assert observed.payments[SIDE] is trace
