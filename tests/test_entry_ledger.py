"""The ledger of entries: who did it, what was known of the past then, and one entry for what the table alone shows."""

from __future__ import annotations

from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.referee.entries.entry import EntryKind
from adjudicator.referee.entries.ledger import EntryLedger
from adjudicator.referee.events import ObservedStep, Said
from adjudicator.referee.segments.segment import Segment, SegmentKind
from tests.support.rule_cases import built_in_game, unit_id

WAIVED = frozenset({"GTS R7.1"})


def table() -> Position:
    return start_position(built_in_game(), 1)


def step(number: int, log: int = 0) -> ObservedStep:
    return ObservedStep(log, number, "Anna", "axis", (), table())


def segment(*steps: ObservedStep) -> Segment:
    return Segment(SegmentKind.LOOSE, events=(Said("so"),) * len(steps), steps=steps)


def test_an_entry_has_the_steps_of_its_segment_once_and_is_of_who_made_the_first() -> None:
    ledger = EntryLedger(WAIVED).begin(segment(step(4), step(4), step(3)), EntryKind.ACTION, "", table())
    entry = ledger.last
    assert (entry.number, entry.log, entry.steps) == (1, 0, ((0, 3), (0, 4)))
    assert (entry.player, entry.side, entry.waived) == ("Anna", "axis", WAIVED)
    assert ledger.entries == (entry,)
    assert ledger[1] is entry


def test_an_entry_of_a_unit_is_of_the_side_of_the_unit_whoever_has_the_log_in_hand() -> None:
    french = unit_id("5/2/13 DBLE")
    entry = EntryLedger(WAIVED).begin(segment(step(1)), EntryKind.ACTION, french, table()).last
    assert entry.side == table().side(french) != "axis"


def test_the_past_is_unknown_until_a_chit_is_put_into_play() -> None:
    ledger = EntryLedger(WAIVED, past_unknown=True).begin(segment(step(2)), EntryKind.ACTION, "", table())
    ledger = ledger.know_from(step(5)).begin(segment(step(3)), EntryKind.ACTION, "", table())
    ledger = ledger.begin(segment(step(5)), EntryKind.ACTION, "", table())
    assert [each.past_unknown for each in ledger.entries] == [True, True, False]
    assert [each.chit_seen for each in ledger.entries] == [False, True, True]


def test_what_the_table_shows_in_a_segment_is_one_entry() -> None:
    ledger = EntryLedger(WAIVED).begin(segment(step(1)), EntryKind.ACTION, "", table())
    ledger, first = ledger.of_step(step(1), table())
    entry = ledger[first]
    assert (entry.kind, entry.steps, entry.after) == (EntryKind.TABLE, (), table())
    ledger, again = ledger.changed(first, steps=((0, 1),)).of_table(segment(step(1), step(2)), table())
    assert again == first
    ledger, other = ledger.changed(first, steps=((0, 1),)).of_step(step(3), table())
    assert other != first


def test_an_entry_is_changed_in_its_place_and_in_no_other_ledger() -> None:
    before = EntryLedger(WAIVED).begin(segment(step(1)), EntryKind.ACTION, "", table())
    before = before.begin(segment(step(2)), EntryKind.ACTION, "", table())
    after = before.changed(1, unit="somebody").with_notes(1, "it was read so")
    assert [each.unit for each in after.entries] == ["somebody", ""]
    assert [each.notes for each in after.entries] == [("it was read so",), ()]
    assert [each.unit for each in before.entries] == ["", ""]
    assert list(after.since(1)) == [2]


def test_how_a_file_begins_is_nobodys_doing() -> None:
    ledger = EntryLedger(WAIVED, past_unknown=True).begin_without_steps(EntryKind.BETWEEN_FILES, table(), log=2)
    entry = ledger.last
    assert (entry.number, entry.log, entry.steps, entry.player, entry.past_unknown) == (1, 2, (), "", False)
