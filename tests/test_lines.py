"""Lines gone on from side by side, held against every way through a toy record; and what they mean for the referee.

The toy record has some segments. After each of them the game stands in one of three places; for each place a segment
has some ways to go on, each to a place and with its slips. What waits in the last place is charged at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.referee.accounts.lines import MAX_LINES, Lines, decided, gone_on, is_reasonable
from adjudicator.referee.accounts.slips import Level, Slip, Slips, cost_of, level_of
from adjudicator.referee.carried_dice import CarriedDice, WaitingEvent
from adjudicator.referee.discrepancies.aspects import Aspect, AspectField, AspectKind, unit_aspect
from adjudicator.referee.discrepancies.discrepancy import Discrepancies, Discrepancy
from adjudicator.referee.entries.entry import Correction, EntryKind
from adjudicator.referee.entries.line_rules import REFEREE_LINES
from adjudicator.referee.segments.segment import Segment, SegmentKind
from adjudicator.referee.state import RefereeState
from adjudicator.rules.ruling import Finding, Verdict
from tests.support.rule_cases import built_in_game, unit_id
from tests.support.table_log import steps

PLACES, SEGMENTS = 3, 4
ENOUGH = 10_000
"""More lines than there are ways."""
BRUTE_FORCE = settings(max_examples=150, deadline=None)
SMALL = (Slip.MARKER_LATE, Slip.DIE_LEFT_OVER, Slip.DIE_AFTER_THE_END)
"""Slips of which the worst way through the record has fewer than any line is given up for."""
UNIT = unit_id("1/VIII/132")

Way = tuple[int, Slips]
"""A place that a segment leads to, and the slips of that."""


@dataclass(frozen=True)
class ToyState:
    """A place, all slips on the way there, and whether something about it was left open."""

    place: int = 0
    slips: Slips = ()
    is_open: bool = False


@dataclass(frozen=True)
class ToyRecord:
    """A record, and the rules of its lines."""

    ways: tuple[tuple[tuple[Way, ...], ...], ...]
    """For each segment and each place before it the ways to go on."""
    last: tuple[Slips, ...]
    """What is charged in each place at the end."""
    merges: bool = True

    def slips(self, state: ToyState, parted: ToyState) -> Slips:
        return state.slips[len(parted.slips) :]

    def outstanding(self, state: ToyState) -> Slips:
        return self.last[state.place]

    def are_alike(self, one: ToyState, other: ToyState) -> bool:
        return self.merges and one.place == other.place

    def with_rival(self, best: ToyState, rival: ToyState, parted: ToyState) -> ToyState:  # noqa: ARG002
        return best

    def left_open(self, best: ToyState, parted: ToyState) -> ToyState:  # noqa: ARG002
        return replace(best, is_open=True)

    def after(self, number: int, state: ToyState) -> Lines[ToyState]:
        """Return the lines into which one parts in a segment."""
        ways = self.ways[number][state.place]
        return Lines.of(*(replace(state, place=place, slips=state.slips + slips) for place, slips in ways))

    def read(self, *, max_lines: int = ENOUGH) -> ToyState:
        """Return where the record leads to with so many lines side by side."""
        lines = Lines.of(ToyState())
        for number in range(len(self.ways)):
            lines = gone_on(lines, lambda state, at=number: self.after(at, state), self, max_lines=max_lines)  # type: ignore[misc]
            assert len(lines.states) <= max_lines
        return decided(lines, self).best

    def cost(self, state: ToyState) -> float:
        return cost_of((*state.slips, *self.last[state.place]))

    def all_ends(self) -> Iterator[ToyState]:
        """Yield where every way through the record leads to."""
        for choices in product(*(range(max(map(len, each))) for each in self.ways)):
            state = ToyState()
            for number, choice in enumerate(choices):
                states = self.after(number, state).states
                state = states[choice % len(states)]
            yield state


def records(slips: st.SearchStrategy[Slips]) -> st.SearchStrategy[ToyRecord]:
    way = st.tuples(st.integers(0, PLACES - 1), slips)
    ways = st.lists(way, min_size=1, max_size=3).map(tuple)
    return st.builds(
        ToyRecord,
        ways=st.lists(st.tuples(*[ways] * PLACES), min_size=1, max_size=SEGMENTS).map(tuple),
        last=st.tuples(*[slips] * PLACES),
    )


SMALL_SLIPS = st.lists(st.sampled_from(SMALL), max_size=1).map(tuple)
LARGE_SLIPS = st.lists(st.sampled_from((Slip.STRAY_DIE, Slip.DIE_SKIPPED)), max_size=2).map(tuple)
ANY_SLIPS = st.lists(st.sampled_from(sorted(Slip)), max_size=2).map(tuple)


@BRUTE_FORCE
@given(records(SMALL_SLIPS))
def test_the_line_that_is_taken_is_the_cheapest_way_through_the_record(record: ToyRecord) -> None:
    found = record.read()
    assert found in set(record.all_ends())
    assert record.cost(found) == pytest.approx(min(map(record.cost, record.all_ends())))


@BRUTE_FORCE
@given(records(LARGE_SLIPS))
def test_what_is_not_left_open_is_the_cheapest_way_through_the_record(record: ToyRecord) -> None:
    found = record.read()
    assert found.is_open or record.cost(found) == pytest.approx(min(map(record.cost, record.all_ends())))


@BRUTE_FORCE
@given(records(ANY_SLIPS))
def test_nothing_is_lost_where_lines_are_one_again(record: ToyRecord) -> None:
    apart = replace(record, merges=False)
    assert record.cost(record.read()) == pytest.approx(record.cost(apart.read()))


@BRUTE_FORCE
@given(records(ANY_SLIPS), st.integers(1, 3))
def test_what_is_not_left_open_is_what_more_lines_would_have_found(record: ToyRecord, max_lines: int) -> None:
    apart = replace(record, merges=False)
    found = apart.read(max_lines=max_lines)
    if not found.is_open:
        assert apart.cost(found) == pytest.approx(apart.cost(apart.read()))


def ways(*each: Way) -> tuple[tuple[Way, ...], ...]:
    """Return a segment that goes on in the same ways from every place."""
    return (each,) * PLACES


def test_a_line_that_needs_much_more_is_given_up() -> None:
    hopeless = ways((0, ()), (1, (Slip.DIE_SKIPPED,)))
    lines = gone_on(Lines.of(ToyState()), lambda state: ToyRecord((hopeless,), ((),) * 3).after(0, state),
                    ToyRecord((hopeless,), ((),) * 3))  # fmt: skip
    assert [each.place for each in lines.states] == [0]


def test_lines_wait_for_what_follows() -> None:
    """The dearer way is the right one, as the second segment shows."""
    first = ways((0, ()), (1, (Slip.DIE_AFTER_THE_END,)))
    second = (((0, (Slip.STRAY_DIE,)),), ((1, ()),), ((2, ()),))
    assert ToyRecord((first, second), ((),) * 3).read().place == 1


def test_lines_that_were_cut_off_leave_what_hangs_on_them_open() -> None:
    first = ways(*((at % PLACES, ()) for at in range(MAX_LINES + 1)))
    record = ToyRecord((first,), ((),) * 3, merges=False)
    assert record.read(max_lines=MAX_LINES).is_open
    assert not record.read(max_lines=MAX_LINES + 1).is_open


@pytest.mark.parametrize(("rival", "best", "reasonable"), [
    ((), (), True),
    ((Slip.DIE_LEFT_OVER,), (), True),
    ((Slip.DIE_AFTER_THE_END,), (), False),
    ((Slip.STRAY_DIE,), (Slip.DIE_AFTER_THE_END,), True),
    ((Slip.STRAY_DIE,) * 3, (Slip.DIE_AFTER_THE_END,), False),
    ((Slip.STRAY_DIE, Slip.MARKER_WRONG), (Slip.STRAY_DIE,), False),
    ((Slip.STRAY_DIE, Slip.MARKER_LATE), (Slip.STRAY_DIE,), True),
    ((Slip.ANNOUNCED_DIE_UNUSED,), (Slip.STRAY_DIE,), False),
    ((Slip.ANNOUNCED_DIE_UNUSED,), (Slip.DIE_ANNOUNCED_FOR_ANOTHER_UNIT,), True),
])  # fmt: skip
def test_a_rival_is_reasonable_within_one_level_of_the_worst_slip_and_as_true_to_the_words(
    rival: Slips, best: Slips, reasonable: bool
) -> None:
    assert is_reasonable(rival, best) is reasonable


# lines of the referee


@cache
def table() -> Position:
    return start_position(built_in_game(), 1)


def begun() -> RefereeState:
    return RefereeState(table(), table())


def segment() -> Segment:
    (step,) = steps(("Anna | die 3",), table())
    return Segment(SegmentKind.RALLY, (UNIT,), events=step.events, steps=(step,))


ILLEGAL = Finding("GTS R13.1", "roll-left-out", "the rally check was not rolled", Verdict.ILLEGAL)


def line(*slips: Slip, accuses: bool = False) -> RefereeState:
    """Return a state with one entry since the beginning."""
    state, number = begun().begin(segment(), EntryKind.ACTION, UNIT)
    return state.changing(number, slips=slips, findings=(ILLEGAL,) if accuses else ())


def waiting() -> CarriedDice:
    return CarriedDice(tuple(WaitingEvent(event, step) for step in segment().steps for event in step.events))


def test_lines_are_alike_whatever_has_been_told() -> None:
    assert REFEREE_LINES.are_alike(line(Slip.MARKER_LATE), line(accuses=True))


@pytest.mark.parametrize("other", [
    line().with_carried(waiting()),
    line().at(table().with_unit(UNIT, suppressed=True)),
    line().at(table().after(activation=replace(table().activation, passed_over=frozenset({UNIT})))),
], ids=["dice", "position", "passed-over"])  # fmt: skip
def test_lines_are_not_alike_if_something_still_to_come_hangs_on_it(other: RefereeState) -> None:
    assert not REFEREE_LINES.are_alike(line(), other)


def test_the_slips_of_a_line_are_those_of_its_entries() -> None:
    assert REFEREE_LINES.slips(line(Slip.MARKER_LATE), begun()) == (Slip.MARKER_LATE,)
    assert REFEREE_LINES.slips(line(Slip.MARKER_LATE), line()) == ()


def compared(state: RefereeState, *still_open: Aspect) -> RefereeState:
    """Return a line of one entry after the comparison with the table, with some differences of that entry open."""
    found = Discrepancy(1, segment(), by_rules=True, step=segment().steps[0], table=table())
    return state.with_discrepancies(Discrepancies(dict.fromkeys(still_open, found), entries=1))


def with_reported(state: RefereeState, aspect: Aspect) -> RefereeState:
    return state.changing(1, corrections=(Correction(aspect, "2", "3"),))


POINTS = Aspect(AspectKind.POINTS, "french", AspectField.COMMAND)
SUPPRESSION = unit_aspect(UNIT, AspectField.SUPPRESSED)


@pytest.mark.parametrize(("state", "slips"), [
    # what the table is expected to show wrong is a slip until the two have been compared, and as long as they differ
    (line(Slip.POINTS_WRONG), (Slip.POINTS_WRONG,)),
    (compared(line(Slip.POINTS_WRONG), POINTS), (Slip.POINTS_WRONG,)),
    (with_reported(compared(line(Slip.MARKER_WRONG)), SUPPRESSION), (Slip.MARKER_WRONG,)),
    # once they agree it was late
    (compared(line(Slip.POINTS_WRONG)), (Slip.MARKER_LATE,)),
    (compared(line(Slip.DIE_LEFT_OVER, Slip.POINTS_WRONG), SUPPRESSION), (Slip.DIE_LEFT_OVER, Slip.MARKER_LATE)),
    # what is reported unexpectedly is a slip, too, and what is only open is none yet
    (with_reported(compared(line(Slip.MARKER_LATE)), POINTS), (Slip.MARKER_LATE, Slip.POINTS_WRONG)),
    (compared(line(Slip.MARKER_LATE), POINTS), (Slip.MARKER_LATE,)),
])  # fmt: skip
def test_slips_of_the_table_are_those_that_it_has_shown(state: RefereeState, slips: Slips) -> None:
    assert REFEREE_LINES.slips(state, begun()) == slips


def test_a_rival_is_no_accuser_if_its_marker_is_right_by_now() -> None:
    best, expected = line(accuses=True), line(Slip.MARKER_WRONG)
    right = compared(expected)
    assert REFEREE_LINES.with_rival(best, expected, begun()) is best
    assert REFEREE_LINES.with_rival(best, compared(expected, SUPPRESSION), begun()) is best
    assert REFEREE_LINES.with_rival(best, right, begun()) is right


def test_a_rival_that_leaves_a_die_without_a_use_is_charged_for_it() -> None:
    best = line(Slip.DIE_LEFT_OVER, accuses=True)
    assert REFEREE_LINES.with_rival(best, line().with_carried(waiting()), begun()) is best


def test_a_die_that_waits_when_a_line_ends_is_for_nothing() -> None:
    assert REFEREE_LINES.outstanding(line()) == ()
    assert REFEREE_LINES.outstanding(line().with_carried(waiting())) == (Slip.STRAY_DIE,)
    due = table().after(withdrawals=("a-formation",))
    assert REFEREE_LINES.outstanding(line().at(due).with_carried(waiting())) == ()


def test_what_a_reasonable_rival_lifts_is_undecided_and_both_are_told() -> None:
    found = REFEREE_LINES.with_rival(line(accuses=True), line(Slip.DIE_LEFT_OVER), begun())
    entry = found.ledger.last
    assert entry.verdict is Verdict.UNDECIDED
    assert "in two ways" in entry.notes[0]


def test_a_rival_with_slips_of_every_day_is_what_was_done() -> None:
    rival = line(Slip.MARKER_LATE)
    assert REFEREE_LINES.with_rival(line(accuses=True), rival, begun()) is rival


@pytest.mark.parametrize("rival", [line(Slip.STRAY_DIE), line(Slip.DIE_LEFT_OVER, accuses=True)])
def test_a_rival_that_is_unreasonable_or_accuses_as_well_lifts_nothing(rival: RefereeState) -> None:
    best = line(accuses=True)
    assert REFEREE_LINES.with_rival(best, rival, begun()) is best


def test_what_was_told_before_the_lines_parted_stands() -> None:
    parted = line(accuses=True)
    best, rival = parted.with_carried(waiting()), parted
    assert REFEREE_LINES.with_rival(best, rival, parted) is best
    assert REFEREE_LINES.left_open(best, parted) is best


def test_what_was_not_proven_is_undecided() -> None:
    found = REFEREE_LINES.left_open(line(accuses=True), begun())
    assert found.ledger.last.verdict is Verdict.UNDECIDED
    assert found.ledger.last.is_unproven


def test_what_differed_when_the_lines_parted_stands_though_nothing_since_is_proven() -> None:
    parted = compared(line(Slip.MARKER_WRONG), SUPPRESSION)
    told = with_reported(parted, SUPPRESSION).changing(1, findings=(ILLEGAL,))
    other = with_reported(parted, POINTS).changing(1, findings=(ILLEGAL,))
    assert REFEREE_LINES.left_open(told, parted) is told
    assert REFEREE_LINES.left_open(other, parted).ledger.last.verdict is Verdict.UNDECIDED


def test_any_level_has_a_slip_that_a_toy_record_can_have() -> None:
    assert {level_of(slip) for slip in SMALL} == {Level.EVERY_DAY, Level.COMMON, Level.UNUSUAL}
