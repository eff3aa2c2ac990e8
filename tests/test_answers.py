"""Checks left to an answer: who acts where, when a check may wait, when it is forgotten and when it was left out."""

from __future__ import annotations

from functools import cache

from adjudicator.game.play import RollPurpose
from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.referee.accounts.assumptions import Supposition
from adjudicator.referee.accounts.dice_assignment import Answer
from adjudicator.referee.accounts.observation import DeferredCheck
from adjudicator.referee.discrepancies.aspects import AspectField, unit_aspect
from adjudicator.referee.entries.entry import EntryKind
from adjudicator.referee.obligations.acts_in_logs import ActsInLogs
from adjudicator.referee.obligations.answers import answered_with_carried, finished, steps_of_answers, units_of_sides
from adjudicator.referee.obligations.deferred_checks import DeferredChecks, OpenCheck
from adjudicator.referee.segments.segment import Segment, SegmentKind
from adjudicator.referee.state import RefereeState, RollDue
from tests.random_play import agreed_book
from tests.support.rule_cases import built_in_game, unit_id
from tests.support.table_log import steps

FRENCH = unit_id("L/2/13 DBLE")
ITALIAN = unit_id("1/VIII/132")


@cache
def table() -> Position:
    return start_position(built_in_game(), 1)


def segment(*lines: str, log: int = 0) -> Segment:
    told = [(event, step) for step in steps(lines, table(), log=log) for event in step.events]
    return Segment(
        SegmentKind.FIRE, (ITALIAN,), events=tuple(event for event, _ in told), steps=tuple(step for _, step in told)
    )


def check(*, optional: bool = False, log: int = 0) -> DeferredCheck:
    return DeferredCheck(RollPurpose.SUPPRESSION, FRENCH, table().side(FRENCH), log, optional)


def opened(*checks: DeferredCheck, entry: int = 1) -> DeferredChecks:
    return DeferredChecks(tuple(OpenCheck(each, entry, Supposition()) for each in checks))


def state(checks: DeferredChecks, acts: ActsInLogs) -> RefereeState:
    begun, _ = RefereeState(table(), table(), checks=checks, acts=acts).begin(
        segment("Anna | die 1"), EntryKind.ACTION, ITALIAN
    )
    return begun


# who acts where


SENT = segment("Anna | 1/VIII/132: fire", "Anna | die 3", "Anna | 1/VIII/132 to 30.14")
MARKED = segment("Bert | L/2/13 DBLE cohesion 1", log=1)
ANSWER = segment("Bert | L/2/13 DBLE: suppression-check", "Bert | die 2", log=1)


def test_the_other_side_has_its_duties_in_its_answer() -> None:
    acts = ActsInLogs.of([SENT])
    first = SENT.steps[0]
    assert acts.waits_for_answer("french", first)
    assert not acts.waits_for_answer("axis", first)
    assert acts.waits_for_answer("axis", SENT.steps[-1]) is False, "the last step is its own"
    assert acts.sides_that_wait(SENT, [SENT]) == {"french"}
    assert acts.sides_that_wait(SENT, []) == set(), "nothing in the log goes on without the check"
    assert acts.sides_that_wait(SENT, [ANSWER]) == {"french"}, "the answer may begin with something else"


def test_points_paid_for_a_side_are_an_act_of_that_side() -> None:
    acts = ActsInLogs.of([segment("Anna | die 3", "Anna | french command 2")])
    assert not acts.waits_for_answer("french", SENT.steps[0])


def test_who_marks_some_of_the_others_losses_leaves_one_only_if_the_answer_marks_it() -> None:
    marking, step = segment("Anna | die 3", "Anna | L/2/13 DBLE cohesion 1"), SENT.steps[0]
    lost = unit_aspect(FRENCH, AspectField.COHESION)
    passed_over = ActsInLogs.of([marking, ANSWER])
    assert not passed_over.leaves_loss("french", step, lost)
    assert passed_over.leaves_loss("french", step, unit_aspect(FRENCH, AspectField.SUPPRESSED)), "he may convert it"
    assert ActsInLogs.of([marking, MARKED]).leaves_loss("french", step, lost)
    assert ActsInLogs.of([marking]).leaves_loss("french", step, lost), "nobody has answered yet"
    assert ActsInLogs.of([SENT]).leaves_loss("french", step, lost)


def test_who_plays_both_sides_leaves_nothing_to_an_answer() -> None:
    acts = ActsInLogs.of([segment("Anna | die 3", "Anna | L/2/13 DBLE: fire")])
    assert not acts.leaves_loss("french", SENT.steps[0], unit_aspect(FRENCH, AspectField.COHESION))


def test_the_acts_of_several_records_are_those_of_all() -> None:
    both = ActsInLogs.of([SENT]).followed_by(ActsInLogs.of([ANSWER]))
    assert both == ActsInLogs.of([SENT, ANSWER])
    assert both.has_answered(check())
    assert not ActsInLogs.of([SENT]).has_answered(check())
    assert not both.has_answered(check(), before=1), "the answer is not before itself"
    assert not both.has_answered(check(log=1))


def test_units_of_sides() -> None:
    assert units_of_sides(table(), frozenset()) == frozenset()
    waiting = units_of_sides(table(), frozenset({"french"}))
    assert FRENCH in waiting
    assert ITALIAN not in waiting


# checks at the end


def test_a_check_whose_answer_has_not_come_is_owed() -> None:
    found = finished(state(opened(check()), ActsInLogs.of([SENT])))
    assert found.unfinished == (RollDue(1, RollPurpose.SUPPRESSION, FRENCH),)
    assert found.ledger[1].findings == ()
    assert found.checks.open == ()


def test_a_check_that_the_answer_left_out_is_reported() -> None:
    found = finished(state(opened(check()), ActsInLogs.of([SENT, ANSWER])))
    assert (found.unfinished, found.ledger[1].findings) == ((), ())
    answer = found.ledger[2]
    assert (answer.player, answer.steps) == ("Bert", ((1, 1),)), "whoever went on without it is named"
    assert [each.name for each in answer.findings] == ["roll-left-out"]


def test_a_roll_that_need_not_be_made_is_neither_owed_nor_left_out() -> None:
    for acts in (ActsInLogs.of([SENT]), ActsInLogs.of([SENT, ANSWER])):
        found = finished(state(opened(check(optional=True)), acts))
        assert (found.unfinished, found.ledger[1].findings) == ((), ())


def test_what_a_unit_could_leave_alone_is_forgotten_when_its_side_has_answered() -> None:
    checks, acts = opened(check(optional=True), check()), ActsInLogs.of([SENT, ANSWER])
    assert checks.without_expired(acts, 1) == checks, "its side has the answer in hand"
    assert checks.without_expired(acts, 2) == opened(check())


def test_a_check_that_was_made_leaves_the_others_of_its_entry() -> None:
    first, second = check(), check(log=1)
    checks = opened(first, second)
    supposed = Supposition(unfinished=True)
    left = checks.made(Answer(first, 3, frozenset()), supposed, {})
    assert left.waiting == (second,)
    assert left.open[0].supposed is supposed
    assert checks.waiting == (first, second)


def test_without_dice_left_over_no_check_is_made() -> None:
    waiting = state(opened(check()), ActsInLogs.of([SENT]))
    assert answered_with_carried(waiting, agreed_book()) == waiting


def test_the_steps_of_an_answer_are_its_dice_its_markers_and_what_was_paid() -> None:
    told = segment("Bert | die 2", "Bert | L/2/13 DBLE cohesion 1", "Bert | L/2/13 DBLE: fire", "Bert | die 5")
    answers = [Answer(check(), 2, frozenset({0}))]
    assert steps_of_answers(answers, told.events, told.steps) == {(0, 1), (0, 2)}
    assert steps_of_answers([], told.events, told.steps) == frozenset()
