"""What is owed after the last log: rolls, results to be marked, steps before all else; what is the sender's is told."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from adjudicator.game.play import PlayChit, RollPurpose
from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.referee.discrepancies.aspects import AspectField, unit_aspect
from adjudicator.referee.discrepancies.tracker import Comparison, compare
from adjudicator.referee.entries.entry import EntryKind, Owed, OwedKind
from adjudicator.referee.events import ObservedStep
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.obligations.obligations import what_is_owed
from adjudicator.referee.segments.segment import Segment, SegmentKind
from adjudicator.referee.state import RefereeState, RollDue
from tests.random_play import agreed_book
from tests.support.rule_cases import built_in_game, unit_id
from tests.support.table_log import steps

FRENCH = unit_id("L/2/13 DBLE")
ITALIAN = unit_id("1/VIII/132")
DIVISION = built_in_game().units[ITALIAN].division
FORMATION = next(iter(built_in_game().formations))


@cache
def table(scenario: int = 1) -> Position:
    return start_position(built_in_game(), scenario)


def log(player: str = "Anna") -> tuple[ObservedStep, ...]:
    """Return a log of one step, sent by a player."""
    return steps([f"{player} | die 3"], table())


def state(position: Position | None = None, player: str = "Anna") -> RefereeState:
    """Return the state after one action of the Italians."""
    at = position or table()
    step = log(player)[0]
    shot = Segment(SegmentKind.FIRE, (ITALIAN,), events=step.events, steps=(step,))
    begun, _ = RefereeState(at, at).begin(shot, EntryKind.ACTION, ITALIAN)
    return begun


def hit(unit: str, player: str = "Anna") -> RefereeState:
    """Return the state after an action that Suppresses a unit, which the table does not show."""
    before = state(player=player)
    step = log(player)[0]
    shot = Segment(SegmentKind.FIRE, (ITALIAN,), events=step.events, steps=(step,))
    after = before.at(before.position.with_unit(unit, suppressed=True))
    return compare(after, Comparison(before.position, table(), shot, (1,), lambda _: True))


def owed(found: RefereeState, player: str = "Anna") -> tuple[RefereeState, tuple[Owed, ...]]:
    return what_is_owed(found, agreed_book(), log(player))


def told(found: RefereeState) -> list[str]:
    return [each.name for entry in found.ledger.entries for each in entry.findings]


def open_action(shown: int) -> RefereeState:
    """Return the state after an action for a point that waits for a roll, with so many points *shown* more than before.

    The track has 2 points before the action.
    """
    position = table().with_points(DIVISION, command=2 - table().points[DIVISION].command)
    before = state(position)
    step = log()[0]
    announced = Segment(SegmentKind.FIRE, (ITALIAN,), events=step.events, steps=(step,))
    after = before.at(position.with_points(DIVISION, command=-1))
    after = after.with_rolls_due(RollDue(1, RollPurpose.OPPORTUNITY, FRENCH))
    seen = position.with_points(DIVISION, command=shown)
    return compare(after, Comparison(position, seen, announced, (1,), lambda _: True, unfinished={1}))


def announced_way(shown: int) -> RefereeState:
    """Return the state after a way was only announced, with so many points *shown* more on the track than before."""
    before = state()
    step = log()[0]
    words = Segment(SegmentKind.FIRE, (ITALIAN,), events=step.events, steps=(step,))
    seen = table().with_points(DIVISION, command=shown)
    return compare(before, Comparison(before.position, seen, words, (1,), lambda _: True))


@pytest.mark.parametrize(("shown", "findings"), [
    (-1, []), (0, []), (-2, []), (1, [FindingName.RESULT_NOT_APPLIED]),
])  # fmt: skip
def test_the_price_of_an_action_that_waits_may_still_be_paid_until_its_track_is_touched(
    shown: int, findings: list[FindingName]
) -> None:
    found, _ = owed(open_action(shown))
    assert told(found) == findings


def test_the_price_of_an_action_that_waits_is_not_open_behind_the_next_chit() -> None:
    waits = open_action(0)
    step = log()[0]
    chit = Segment(SegmentKind.CHIT, events=step.events, steps=(step,))
    ledger = waits.ledger.begin(chit, EntryKind.ACTION, "", waits.position)
    drawn = ledger.changed(ledger.last.number, action=PlayChit(next(iter(built_in_game().chits))))
    found, _ = owed(replace(waits, ledger=drawn))
    assert told(found) == [FindingName.RESULT_NOT_APPLIED]


@pytest.mark.parametrize(("shown", "findings"), [(-1, []), (1, [FindingName.CHANGE_NOT_EXPLAINED])])
def test_points_may_be_paid_for_a_way_before_its_drag_but_not_taken(shown: int, findings: list[FindingName]) -> None:
    here = table()
    said = steps([f"Anna | {ITALIAN}: move", f"Anna | {DIVISION} command 1"], here)
    found, _ = what_is_owed(announced_way(shown), agreed_book(), said)
    assert told(found) == findings


def test_after_nothing_nothing_is_owed() -> None:
    found, nothing = owed(state())
    assert (nothing, told(found)) == ((), [])


def test_a_loss_of_the_other_side_is_for_its_owner_to_mark() -> None:
    found, (loss,) = owed(hit(FRENCH))
    assert (loss.kind, loss.side, loss.unit, loss.entry) == (OwedKind.LOSS, "french", FRENCH, 1)
    assert loss.menu, "the counter's menu has it"
    assert told(found) == []
    assert found.position.units[FRENCH].suppressed, "the rules have it, whether it is marked or not"


def test_a_loss_that_the_sender_should_have_marked_is_told() -> None:
    found, losses = owed(hit(ITALIAN))
    assert (losses, told(found)) == ((), ["result-not-applied"])
    assert not found.position.units[ITALIAN].suppressed, "the game goes on from the table"


def test_where_nobody_is_known_to_have_sent_the_log_every_difference_is_told() -> None:
    found, losses = owed(hit(FRENCH, "Somebody"), "Somebody")
    assert (losses, told(found)) == ((), ["result-not-applied"])


def test_a_roll_that_an_action_still_needs_is_owed_by_the_unit_that_rolls() -> None:
    _, (check,) = owed(state().with_rolls_due(RollDue(1, RollPurpose.SUPPRESSION, FRENCH)))
    assert (check.kind, check.side, check.unit, check.entry) == (OwedKind.CHECK, "french", FRENCH, 1)
    assert table().shown_name(FRENCH) in check.text


def test_a_roll_of_nobody_for_no_action_is_not_owed() -> None:
    _, checks = owed(state().with_rolls_due(RollDue(1, RollPurpose.COMMAND_POINTS, "")))
    assert checks == ()


@pytest.mark.parametrize(("changes", "rules"), [
    ({"withdrawals": (FORMATION, FORMATION)}, ["NQoS S5.3"]),
    ({"event": "rommel"}, ["NQoS S3.0"]),
    ({"due": ("weather",)}, ["NQoS 3.0"]),
])  # fmt: skip
def test_what_goes_before_all_else_is_owed_once(changes: dict[str, object], rules: list[str]) -> None:
    position = table(4).after(**changes)
    _, found = owed(state(position))
    due = [each for each in found if each.kind is OwedKind.STEP]
    assert [each.rule for each in due] == rules
    ended = state(position.after(outcome="the fortress has fallen"))
    assert not [each for each in owed(ended)[1] if each.kind is OwedKind.STEP]


def test_the_state_that_was_asked_is_as_it_was() -> None:
    before = hit(ITALIAN)
    owed(before)
    assert unit_aspect(ITALIAN, AspectField.SUPPRESSED) in before.discrepancies.open
    assert told(before) == []
