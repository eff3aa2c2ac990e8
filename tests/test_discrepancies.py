"""Discrepancies: what differs is taken over aspect by aspect; what is late waits, what has waited long is told."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.game.hexes import Hex
from adjudicator.game.position import Points, Position, Status
from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import carried, differing, unit_aspect, value_of
from adjudicator.referee.discrepancies.tracker import DiscrepancyTracker
from adjudicator.referee.entries import EntryKind
from adjudicator.referee.entry_ledger import EntryLedger
from adjudicator.referee.events import ObservedStep, StateSet
from adjudicator.referee.segments.segment import Segment, SegmentKind
from tests.rule_cases import built_in_game, unit_id

UNIT = unit_id("1/VIII/132")
SUPPRESSED = unit_aspect(UNIT, "suppressed")
PATIENCE = 20
"""More segments than any marker may be late."""


@cache
def start() -> Position:
    return start_position(built_in_game(), 1).with_unit(UNIT, status=Status.ON_MAP, place=Hex(20, 14))


def changed(position: Position, **changes: Any) -> Position:
    return position.with_unit(UNIT, **changes)


def segment(number: int, table: Position) -> Segment:
    step = ObservedStep(0, number, "Anna", "axis", (), table)
    return Segment(SegmentKind.LOOSE, events=[StateSet(UNIT, "suppressed", 1)], steps=[step])


class Scene:
    """A tracker with a ledger, and a position by the rules."""

    def __init__(self, *, waits: bool = False) -> None:
        self.ledger = EntryLedger(frozenset(), past_unknown=False)
        self.position = start()
        self.tracker = DiscrepancyTracker(
            lambda _: True, lambda *_: waits, lambda step: self.ledger.of_step(step, self.position)
        )

    def see(self, number: int, table: Position) -> None:
        """Compare with a table after a step."""
        seen = segment(number, table)
        self.position = self.tracker.compare(
            self.position, self.position, table, seen, [], lambda: self.ledger.of_table(seen, self.position)
        )

    def told(self) -> list[str]:
        """Return the names of what was told so far."""
        return [found.name for draft in self.ledger.drafts for found in draft.findings]

    def open(self) -> list[str]:
        """Return the fields that still differ."""
        return [aspect.field for aspect, _, _ in self.tracker.open_aspects()]


def test_a_marker_that_no_rule_explains_is_told_once_it_has_lain_there_for_long() -> None:
    scene, table = Scene(), changed(start(), suppressed=True)
    scene.see(1, table)
    assert (scene.open(), scene.told()) == (["suppressed"], [])
    for _ in range(PATIENCE):
        scene.position = scene.tracker.grow_old(scene.position)
    assert scene.told() == ["change-not-explained"]
    assert scene.position.units[UNIT].suppressed, "the game goes on from the table"
    (draft,) = scene.ledger.drafts
    assert (draft.kind, draft.steps) == (EntryKind.TABLE, ((0, 1),))
    assert [each.aspect for each in draft.corrections] == [SUPPRESSED]


def test_what_is_put_right_in_time_is_never_told() -> None:
    scene = Scene()
    scene.see(1, changed(start(), suppressed=True))
    scene.see(2, start())
    assert (scene.open(), scene.told()) == ([], [])


def test_what_was_told_may_be_put_right_afterwards() -> None:
    scene = Scene()
    scene.see(1, changed(start(), suppressed=True))
    scene.position = scene.tracker.settle_all(scene.position)
    assert scene.tracker.puts_right(SUPPRESSED, value=False)
    scene.see(2, start())
    assert not scene.position.units[UNIT].suppressed
    assert scene.told() == ["change-not-explained"]


def test_only_what_is_asked_for_is_settled() -> None:
    scene, table = Scene(), changed(start(), suppressed=True, cohesion=1)
    scene.see(1, table)
    scene.position = scene.tracker.settle(scene.position, lambda aspect: aspect.field == "cohesion")
    assert scene.open() == ["suppressed"]
    scene.position = scene.tracker.settle(scene.position, lambda _: True, age=1)
    assert scene.open() == ["suppressed"], "it is too young"


def test_a_difference_that_is_dropped_is_not_told() -> None:
    scene = Scene()
    scene.see(1, changed(start(), suppressed=True))
    scene.tracker.drop(SUPPRESSED)
    scene.position = scene.tracker.settle_all(scene.position)
    assert (scene.told(), scene.position) == ([], start())


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
