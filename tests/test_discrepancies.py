"""Discrepancies: what differs is taken over aspect by aspect; what is late waits, what has waited long is told."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.game.hexes import Hex
from adjudicator.game.play import EndActivation
from adjudicator.game.position import Points, Position, Status
from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import AspectField, carried, differing, unit_aspect, value_of
from adjudicator.referee.discrepancies.tracker import Comparison, compare, grow_old, settle, settle_all
from adjudicator.referee.entries.entry import EntryKind
from adjudicator.referee.events import ObservedStep, PointsSet, StateSet
from adjudicator.referee.obligations.acts_in_logs import ActsInLogs
from adjudicator.referee.segments.segment import Segment, SegmentKind
from adjudicator.referee.state import RefereeState
from adjudicator.rules.ruling import Finding
from tests.support.rule_cases import built_in_game, unit_id

UNIT = unit_id("1/VIII/132")
SUPPRESSED = unit_aspect(UNIT, AspectField.SUPPRESSED)
PATIENCE = 20
"""More segments than any marker may be late."""


@cache
def start() -> Position:
    return start_position(built_in_game(), 1).with_unit(UNIT, status=Status.ON_MAP, place=Hex(20, 14))


def changed(position: Position, **changes: Any) -> Position:
    return position.with_unit(UNIT, **changes)


def segment(number: int, table: Position) -> Segment:
    step = ObservedStep(0, number, "Anna", "axis", (), table)
    return Segment(SegmentKind.LOOSE, events=(StateSet(UNIT, "suppressed", 1),), steps=(step,))


def points_set(number: int, table: Position, points: int) -> Segment:
    step = ObservedStep(0, number, "Anna", "axis", (), table)
    return Segment(SegmentKind.LOOSE, events=(PointsSet("ariete", "command", points),), steps=(step,))


def with_points(position: Position, more: int) -> Position:
    return position.with_points("ariete", command=more)


def see(state: RefereeState, number: int, table: Position, *entries: int) -> RefereeState:
    """Compare with a table after a step."""
    return compare(state, Comparison(state.position, table, segment(number, table), entries, lambda _: True))


def told(state: RefereeState) -> list[str]:
    """Return the names of what was told so far."""
    return [found.name for entry in state.ledger.entries for found in entry.findings]


def still_open(state: RefereeState) -> list[str]:
    """Return the fields that still differ."""
    return [aspect.field for aspect in state.discrepancies.open]


def begun() -> RefereeState:
    """Return the state at the start of a log in which the owner of the unit acts later on."""
    return RefereeState(start(), start(), acts=ActsInLogs({(0, start().side(UNIT)): 99}))


def test_a_marker_that_no_rule_explains_is_told_once_it_has_lain_there_for_long() -> None:
    state = see(begun(), 1, changed(start(), suppressed=True))
    assert (still_open(state), told(state)) == (["suppressed"], [])
    for _ in range(PATIENCE):
        state = grow_old(state)
    assert told(state) == ["change-not-explained"]
    assert state.position.units[UNIT].suppressed, "the game goes on from the table"
    (entry,) = state.ledger.entries
    assert (entry.kind, entry.steps) == (EntryKind.TABLE, ((0, 1),))
    assert [each.aspect for each in entry.corrections] == [SUPPRESSED]


def test_what_is_left_to_the_answer_is_not_settled() -> None:
    """A loss by the rules may be marked by its owner in his own mail."""
    hit = begun().at(changed(start(), suppressed=True))
    state = compare(hit, Comparison(start(), start(), segment(1, start()), (), lambda _: True))
    left = replace(state, acts=ActsInLogs())
    assert settle(left, lambda _: True) == left
    assert told(settle(state, lambda _: True)) == ["result-not-applied"]


def test_a_state_that_was_gone_on_from_is_as_it_was() -> None:
    state = see(begun(), 1, changed(start(), suppressed=True))
    settled = settle_all(state)
    assert (told(state), still_open(state)) == ([], ["suppressed"])
    assert settle_all(state) == settled


def test_what_is_put_right_in_time_is_never_told() -> None:
    state = see(see(begun(), 1, changed(start(), suppressed=True)), 2, start())
    assert (still_open(state), told(state)) == ([], [])


def test_what_was_told_may_be_put_right_afterwards() -> None:
    state = settle_all(see(begun(), 1, changed(start(), suppressed=True)))
    assert state.discrepancies.puts_right(SUPPRESSED, value=False)
    state = see(state, 2, start())
    assert not state.position.units[UNIT].suppressed
    assert told(state) == ["change-not-explained"]


def test_a_result_that_is_marked_late_in_the_same_mail_is_noted() -> None:
    suppressed = changed(start(), suppressed=True)
    state = compare(begun().at(suppressed), Comparison(start(), start(), segment(1, start()), (), lambda _: True))
    state = settle_all(state)
    assert told(state) == ["result-not-applied"]
    state = compare(state, Comparison(state.position, suppressed, segment(2, suppressed), (), lambda _: True))
    assert told(state) == []
    assert "put on late" in state.ledger.last.notes[-1]
    assert state.position.units[UNIT].suppressed


def test_a_marker_that_is_put_on_at_the_end_of_the_mail_waits_for_that() -> None:
    suppressed = changed(start(), suppressed=True)
    state = compare(begun().at(suppressed), Comparison(start(), start(), segment(1, start()), (), lambda _: True))
    late = replace(state, acts=state.acts.followed_by(ActsInLogs.of([segment(7, suppressed)])))
    late = settle(late, lambda _: True)
    assert (still_open(late), told(late)) == (["suppressed"], [])
    late = see(late, 7, suppressed)
    assert (still_open(late), told(late)) == ([], [])
    earlier = replace(state, acts=state.acts.followed_by(ActsInLogs.of([segment(1, suppressed)])))
    assert told(settle(earlier, lambda _: True)) == ["result-not-applied"]


def test_a_point_that_is_marked_at_the_end_of_the_mail_waits_for_that() -> None:
    paid = replace(begun(), position=with_points(start(), -1))
    state = compare(paid, Comparison(start(), start(), segment(1, start()), (), lambda _: True))
    at_last = ActsInLogs.of([points_set(7, start(), 9)])
    waiting = settle(replace(state, acts=state.acts.followed_by(at_last)), lambda _: True)
    assert (still_open(waiting), told(waiting)) == (["command"], [])
    moved_before = ActsInLogs.of([points_set(1, start(), 8), points_set(7, start(), 9)])
    assert told(settle(replace(state, acts=state.acts.followed_by(moved_before)), lambda _: True))


def test_only_what_is_asked_for_is_settled() -> None:
    state = see(begun(), 1, changed(start(), suppressed=True, cohesion=1))
    state = settle(state, lambda aspect: aspect.field == "cohesion")
    assert still_open(state) == ["suppressed"]
    state = settle(state, lambda _: True, age=1)
    assert still_open(state) == ["suppressed"], "it is too young"


def test_what_an_illegal_action_leaves_on_the_table_is_taken_over_at_once() -> None:
    wrong = Finding("GTS R9.2", "too-far", "it is too far")
    state = begun()
    ledger = state.ledger.begin(segment(1, start()), EntryKind.ACTION, UNIT, start())
    ledger = ledger.changed(1, action=EndActivation(UNIT)).with_findings(1, wrong)
    state = see(state.with_ledger(ledger), 1, changed(start(), suppressed=True), 1)
    assert (still_open(state), told(state)) == ([], ["too-far"])
    assert state.position.units[UNIT].suppressed


def test_a_difference_that_is_dropped_is_not_told() -> None:
    state = see(begun(), 1, changed(start(), suppressed=True))
    state = settle_all(state.with_discrepancies(state.discrepancies.without(SUPPRESSED)))
    assert (told(state), state.position) == ([], start())


CHANGES = st.fixed_dictionaries({}, optional={
    "suppressed": st.booleans(), "cohesion": st.integers(0, 2), "column": st.booleans(), "hidden": st.booleans(),
    "improvement": st.integers(0, 2), "place": st.sampled_from([Hex(20, 14), Hex(21, 14), Hex(10, 10)]),
    "status": st.sampled_from([Status.ON_MAP, Status.ELIMINATED]),
})  # fmt: skip
LEVELS = st.dictionaries(st.sampled_from([Hex(20, 14), Hex(21, 15)]), st.integers(1, 2))


@given(CHANGES, LEVELS, LEVELS, st.integers(0, 20), st.integers(0, 20))
def test_when_all_that_differs_is_taken_over_nothing_differs(
    changes: dict[str, Any], barrages: dict[Hex, int], mines: dict[Hex, int], command: int, dispatch: int
) -> None:
    position = start()
    division = next(iter(position.points))
    table = changed(position, **changes).after(
        barrages=barrages, mines=mines, points={**position.points, division: Points(command, dispatch)}
    )
    found = list(differing(position, table))
    assert len(found) == len(set(found))
    assert all(value_of(position, aspect) != value_of(table, aspect) for aspect in found)
    assert not list(differing(carried(position, table, found), table))
