"""The referee goes on from state to state: a state is a value, and what it was gone on from stays as it was."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from functools import cache
from itertools import accumulate, pairwise

import pytest

from adjudicator.audit.continuity import Link
from adjudicator.game.position import Position
from adjudicator.referee.accounts.interpretation import Tables
from adjudicator.referee.accounts.lines import Lines
from adjudicator.referee.advance import advance, advance_over, beginning
from adjudicator.referee.continuity import going_on_from_file
from adjudicator.referee.entries.entry import EntryKind
from adjudicator.referee.mails import Mail, concluded, with_mail
from adjudicator.referee.referee import After, Passage, Referee
from adjudicator.referee.segments.segmentation import segments
from adjudicator.referee.state import OpenRecord, RefereeState
from tests.random_play import agreed_book
from tests.support.rule_cases import build_position, unit_id
from tests.support.table_log import steps
from tests.support.whole_values import whole

UNIT = unit_id("2/VIII/132")
LOG = (
    "Anna | 2/VIII/132: move",
    "Anna | 2/VIII/132 to 32.14",
    "Anna | 2/VIII/132: move-end",
    "Anna | 1/VIII/132: rally",
    "Anna | die 3",
    "Anna | die 7",
    "Anna | 2/VIII/132 cohesion 1",
)
"""A move, a rally, a die for nothing and a marker for no reason."""


@cache
def start() -> Position:
    return build_position(
        {"scenario": 1, "chit": "formation-132-corazzato",
         "units": {"2/VIII/132": {"place": "33.14"}, "1/VIII/132": {"place": "34.15", "suppressed": True}}}
    )  # fmt: skip


@cache
def referee() -> Referee:
    return Referee(agreed_book(), start())


@cache
def begun() -> RefereeState:
    return beginning(referee(), begins_game=False)


def passages() -> list[Passage]:
    """Return the segments of the log, each as if nothing came after it."""
    table, found = start(), []
    for segment in segments(steps(LOG, start())):
        found.append(Passage(segment, Tables(table, segment.steps[-1].table, ())))
        table = segment.steps[-1].table
    return found


def states() -> list[RefereeState]:
    return list(accumulate(passages(), next_state, initial=begun()))


def next_state(state: RefereeState, passage: Passage) -> RefereeState:
    """Return the state on the best line after one more segment."""
    return advance(referee(), Lines.of(state), passage).best


def test_every_part_of_the_state_is_frozen() -> None:
    state = states()[-1]
    parts = [getattr(state, each.name) for each in fields(state)]
    for part in (state, *(each for each in parts if is_dataclass(each)), *state.ledger.entries):
        with pytest.raises(FrozenInstanceError):
            setattr(part, fields(part)[0].name, None)


def test_the_same_segment_leads_from_the_same_state_to_the_same_one() -> None:
    assert states() == states()


def test_a_state_that_was_gone_on_from_is_as_it_was() -> None:
    found = list[RefereeState]()
    seen = list[str]()
    state = begun()
    for passage in passages():
        found.append(state)
        seen.append(whole(state))
        state = next_state(state, passage)
    assert len(found) > 1
    assert [whole(each) for each in found] == seen


def test_entries_keep_their_numbers_when_more_are_begun() -> None:
    numbers = [[entry.number for entry in state.ledger.entries] for state in states()]
    assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(numbers))
    assert numbers[-1] == list(range(1, len(numbers[-1]) + 1))


def test_the_end_of_the_record_reports_what_still_waits() -> None:
    found = segments(steps(LOG, start()))
    state = advance_over(referee(), begun(), found)
    assert state.carried.dice_left == 0
    assert [die.face for entry in state.ledger.entries for die in entry.stray_dice] == [7]
    assert UNIT in {aspect.subject for aspect in state.discrepancies.open}, "the marker may still be mended"
    broken_off = advance_over(referee(), begun(), found, ends=False)
    assert not broken_off.discrepancies.open, "what comes now is no continuation"
    told = {each.aspect.subject for entry in broken_off.ledger.entries for each in entry.corrections}
    assert UNIT in told


def test_an_empty_record_changes_nothing() -> None:
    assert advance_over(referee(), begun(), []) == begun()


def test_a_file_that_begins_elsewhere_is_gone_on_from_and_told() -> None:
    state = advance_over(referee(), begun(), segments(steps(LOG, start())), ends=False)
    other = start().with_unit(UNIT, cohesion=2)
    found = going_on_from_file(state, start(), other, 1)
    entry = found.ledger.last
    assert (entry.kind, entry.log, entry.player) == (EntryKind.BETWEEN_FILES, 1, "")
    assert [each.name for each in entry.findings] == ["changed-between-files"]
    assert found.position.units[UNIT].cohesion == 2


# mails


def mail(*lines: str, table: Position | None = None, number: int = 0, broken: Link | None = None) -> Mail:
    begins = table or start()
    told = steps(lines, begins, log=number)
    return Mail(begins, told[-1].table, told, number, broken)


FIRST = mail(*LOG[:4])
SECOND = mail(*LOG[4:], table=FIRST.end, number=1)


def judged(state: RefereeState) -> list[tuple[object, ...]]:
    """Return the dice and the findings of each entry when no more mails come."""
    entries = concluded(referee(), state).ledger.entries
    return [
        (entry.kind, tuple(shot.die for shot in entry.resolutions), tuple(found.name for found in entry.findings))
        for entry in entries
    ]


def test_mails_that_continue_each_other_are_judged_as_one() -> None:
    """The dice of the second one are for what was announced in the first."""
    one = with_mail(referee(), begun(), mail(*LOG))
    two = with_mail(referee(), with_mail(referee(), begun(), FIRST), SECOND)
    assert two.record.end == one.record.end
    assert judged(two) == judged(one)
    assert concluded(referee(), two).record == OpenRecord()


def test_any_state_can_be_gone_on_from_in_two_ways() -> None:
    """A mail and its fork, or the same mail twice, go on from the same state."""
    after = with_mail(referee(), begun(), FIRST)
    other = mail("Bert | die 9", table=FIRST.end, number=1)
    whole = judged(with_mail(referee(), after, SECOND))
    assert judged(with_mail(referee(), after, other)) != whole
    assert judged(with_mail(referee(), after, SECOND)) == whole


def test_a_mail_that_does_not_continue_the_one_before_has_it_judged_first() -> None:
    after = with_mail(referee(), begun(), mail(*LOG))
    assert after.ledger.entries == ()
    broken = mail("Bert | die 9", table=start().with_unit(UNIT, cohesion=2), number=1, broken=Link.BROKEN)
    found = with_mail(referee(), after, broken)
    assert found.ledger.last.kind is EntryKind.BETWEEN_FILES
    assert found.record.steps == broken.steps


def test_a_mail_begun_where_the_last_one_began_takes_its_place() -> None:
    """What only the first version has is kept beside the game, in which nothing of it was done."""
    after = with_mail(referee(), with_mail(referee(), begun(), FIRST), SECOND)
    anew = replace(SECOND, number=2, broken=Link.FORK, same_steps=0)
    anew = replace(anew, steps=tuple(replace(step, log=2) for step in SECOND.steps))
    found = with_mail(referee(), after, anew)
    assert found.record.steps == (*FIRST.steps, *anew.steps)
    own = {(step.log, step.number) for step in SECOND.steps}
    assert found.superseded
    assert all(entry.steps[-1] in own for entry in found.superseded)
    once = judged(with_mail(referee(), with_mail(referee(), begun(), FIRST), replace(anew, broken=None)))
    assert judged(found) == once


def test_what_two_versions_of_a_mail_have_in_common_is_told_once() -> None:
    after = with_mail(referee(), with_mail(referee(), begun(), FIRST), SECOND)
    shorter = replace(SECOND, number=2, broken=Link.SHORTER, same_steps=len(SECOND.steps))
    assert with_mail(referee(), after, shorter).superseded == ()


# lines

CONTACT = (
    "Anna | 1./Art.Abt. 361: seek-contact",
    "Anna | die 9",
    "Anna | 1./Pioneer 33: rally",
    "Anna | die 8",
    "Anna | 2./Pioneer 33: rally",
)
"""Dice that may each be for what was said before them, or for what comes next."""


@cache
def pending() -> Position:
    return build_position(
        {"scenario": 3, "chit": "division-90-leichte",
         "units": {"1./Art.Abt. 361": {"contact": 1}, "1./Pioneer 33": {"cohesion": 1},
                   "2./Pioneer 33": {"cohesion": 1}}}
    )  # fmt: skip


def lines_of_contact(*, ends: bool = True) -> list[Lines[RefereeState]]:
    """Return the lines after each segment of the log in which contact is sought."""
    table = pending()
    judge = Referee(agreed_book(), table)
    found = segments(steps(CONTACT, table))
    shown = [table, *(segment.steps[-1].table for segment in found)]
    around = [Tables(*each, (shown[-1],)) for each in pairwise(shown)]
    reached = Lines.of(beginning(judge, begins_game=False))
    told = list[Lines[RefereeState]]()
    for number, segment in enumerate(found):
        passage = Passage(segment, around[number], After(found, around, number), number, ends)
        reached = advance(judge, reached, passage)
        told.append(reached)
    return told


def dice(state: RefereeState) -> list[list[int | None]]:
    return [[shot.die for shot in entry.resolutions] for entry in state.ledger.entries]


def test_lines_part_where_a_die_may_be_for_what_comes_next() -> None:
    first = lines_of_contact()[0]
    assert sorted(dice(state) for state in first.states) == [[[]], [[9]]]
    assert sorted(state.carried.dice_left for state in first.states) == [0, 1]
    assert first.parted.ledger.entries == ()


@pytest.mark.parametrize(("ends", "best"), [(True, [[9], [8], []]), (False, [[], [9], [8]])])
def test_what_follows_decides_between_lines(ends: bool, best: list[list[int | None]]) -> None:
    """The die of the last rally may still be rolled, unless it is known that more comes without it."""
    assert dice(lines_of_contact(ends=ends)[-1].best) == best


def test_the_segments_after_one_are_those_after_it() -> None:
    found = segments(steps(CONTACT, pending()))
    around = [Tables(pending(), pending(), ())] * len(found)
    assert [list(After(found, around, number)) for number in range(len(found))] == [
        list(zip(found[number + 1 :], around[number + 1 :], strict=True)) for number in range(len(found))
    ]
    assert After(found, around, 0)[:1] == [(found[1], around[1])]
    assert After(found, around, 0)[-1] == (found[-1], around[-1])
    with pytest.raises(IndexError):
        After(found, around, 0)[len(found)]
