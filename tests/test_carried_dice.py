"""Dice between the segments: which ones wait for the next, which are given up, and how those left over are reported."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.play import Action, DirectFire, Move
from adjudicator.game.position import Position
from adjudicator.game.start import start_position
from adjudicator.referee.carried_dice import CarriedDice, WaitingEvent, sorted_out
from adjudicator.referee.entries.entry import Entry, EntryKind, StrayDie
from adjudicator.referee.events import Declared, DieRolled, ResultTold, StepNumber, UnitMoved
from adjudicator.referee.referee import Referee
from adjudicator.referee.segments.dice_of_words import DiceOfWords
from adjudicator.referee.segments.segment import Segment, SegmentKind
from adjudicator.referee.state import RefereeState
from adjudicator.referee.stray_dice import (
    with_rest_reported,
    with_stray_die,
    with_told_dice_asked_about,
    without_dice_of_other_side,
)
from adjudicator.rules.ruling import Finding, Ruling, Verdict
from tests.random_play import agreed_book
from tests.support.rule_cases import built_in_game, unit_id
from tests.support.table_log import event_words, steps

UNIT = unit_id("1/VIII/132")
NO_WORDS = DiceOfWords()
OTHER_MAIL = "---"


@cache
def table() -> Position:
    return start_position(built_in_game(), 1)


def segment(*lines: str, kind: SegmentKind = SegmentKind.FIRE, log: int = 0) -> Segment:
    """Return a segment of a unit with the events of some lines."""
    told = [(event, step) for step in steps(lines, table(), log=log) for event in step.events]
    return Segment(kind, (UNIT,), events=tuple(event for event, _ in told), steps=tuple(step for _, step in told))


def told(*lines: str, entry: int = 0, log: int = 0) -> tuple[WaitingEvent, ...]:
    found = segment(*lines, log=log)
    return tuple(WaitingEvent(event, step, entry) for event, step in zip(found.events, found.steps, strict=True))


def words(found: CarriedDice | tuple[WaitingEvent, ...]) -> list[str]:
    events = found.told if isinstance(found, CarriedDice) else found
    return [event_words(each.event) for each in events]


def state(*left: WaitingEvent) -> RefereeState:
    """Return a state with one entry, of an action of the unit, and with some dice that wait."""
    begun, _ = RefereeState(table(), table(), carried=CarriedDice(left)).begin(
        segment("Anna | die 1"), EntryKind.ACTION, UNIT
    )
    return begun


def referee(**changes: object) -> Referee:
    return Referee(agreed_book(), table(), **changes)  # type: ignore[arg-type]


def notes(found: RefereeState) -> list[str]:
    return [note for entry in found.ledger.entries for note in entry.notes]


# which dice wait


def test_only_dice_and_words_of_what_is_no_action_wait() -> None:
    kept = CarriedDice().keeping(segment("Anna | die 3", 'Anna | "well"', "Anna | A: rally", "Anna | A suppressed 1"))
    assert words(kept) == ["die 3", "A: rally"]
    assert kept.dice_left == 1


def test_what_waits_goes_before_the_segment_and_waits_no_more() -> None:
    carried = CarriedDice(told("Anna | die 3", entry=1))
    found, left = carried.handed_to(segment("Anna | die 4"), NO_WORDS)
    assert words(found) == ["die 3", "die 4"]
    assert [each.entry for each in found] == [1, 0]
    assert left == CarriedDice()
    assert words(carried) == ["die 3"], "what was handed over is still what it was"


def test_a_segment_without_dice_leaves_those_that_wait() -> None:
    carried = CarriedDice(told("Anna | die 3"))
    found, left = carried.handed_to(segment("Anna | A turned up", kind=SegmentKind.REVEAL), NO_WORDS)
    assert words(found) == ["A turned up"]
    assert left is carried


def test_dice_before_words_about_the_segment_are_nobodys_leftovers() -> None:
    die, said = steps(["Anna | die 3", "Anna | A says: rally"], table())
    rally = Declared("A", Declaration.RALLY, "", spoken=True, own_words=True)
    said = replace(said, events=(rally,))
    both = Segment(SegmentKind.RALLY, ("A",), events=(DieRolled(3), rally), steps=(die, said))
    carried = CarriedDice((WaitingEvent(DieRolled(3), die, 1),))
    spoken = Segment(SegmentKind.RALLY, ("A",), events=(rally,), steps=(said,))
    found, _ = carried.handed_to(spoken, DiceOfWords.of([both]))
    assert [each.entry for each in found] == [0, 0]


@pytest.mark.parametrize(("number", "handed"), [(0, ["die 4"]), (1, ["die 3", "die 4"]), (None, ["die 3", "die 4"])])
def test_a_die_that_words_behind_a_segment_name_waits_for_them(number: int | None, handed: list[str]) -> None:
    named = Declared("A", Declaration.RALLY, spoken=True, own_words=True, face=3, step_of_die=(0, 1))
    first, second = segment("Anna | die 4", log=1), segment("Anna | die 5", 'Anna | "it rallies"', log=1)
    words_of = DiceOfWords.of([first, replace(second, events=(second.events[0], named))])
    carried = CarriedDice(told("Anna | die 3"))
    found, left = carried.handed_to(first, words_of, number)
    assert words(found) == handed
    assert words(left) == (["die 3"] if len(handed) == 1 else [])


def test_dice_that_were_put_aside_go_back_to_where_they_fell() -> None:
    first, second, third = told("Anna | die 3", "Anna | die 4", "Anna | die 5")
    assert words(CarriedDice((first, third)).with_put_aside([second])) == ["die 3", "die 4", "die 5"]
    assert words(CarriedDice((first, second)).with_put_aside([third])) == ["die 3", "die 4", "die 5"]


@pytest.mark.parametrize(("line", "given_up"), [
    ("Anna | die 3", ["die 3"]),
    ("Bert | die 3", []),
    ("Anna | A: rally", []),
    ("Somebody | die 3", []),
])  # fmt: skip
def test_dice_of_an_earlier_mail_of_the_other_side_are_given_up(line: str, given_up: list[str]) -> None:
    carried = CarriedDice(told(line))
    answer = segment("Bert | die 4", log=1)
    assert words(carried.given_up_in(answer)) == given_up
    assert carried.given_up_in(segment("Bert | die 4")) == (), "in the same mail nothing is given up"
    left = without_dice_of_other_side(referee(), state(*carried.told), answer)
    assert words(left.carried) == [word for word in words(carried) if word not in given_up]


def test_what_an_action_leaves_over_waits_as_its_leftover_and_once() -> None:
    entry = state().ledger[1]
    left = (*told("Anna | die 3", entry=7), *told("Anna | die 4"), *told("Anna | die 5 dismissed"))
    found = sorted_out(left, segment("Anna | die 4"), [entry], NO_WORDS, 0)
    assert (words(found.carried), [each.entry for each in found.carried]) == (["die 4"], [1])
    assert (words(found.unneeded), words(found.dismissed)) == (["die 3"], ["die 5 dismissed"])


def test_a_die_that_was_announced_for_what_is_refused_waits_for_nothing() -> None:
    refused = Ruling(Verdict.ILLEGAL, (Finding("GTS R9.2", "too-far", "it is too far"),), None)
    entry = state().changing(1, ruling=refused).ledger[1]
    left = told("Anna | L/2/13 DBLE: fire", "Anna | die 4", "Anna | die 5")
    found = sorted_out(left, segment("Anna | die 4"), [entry], NO_WORDS, 0)
    assert "die 4" not in words(found.carried)
    assert "die 5" in words(found.carried)


def test_what_was_said_of_another_unit_goes_on_and_of_the_own_one_does_not() -> None:
    left = told("Anna | 1/VIII/132: fire", "Anna | L/2/13 DBLE: fire")
    found = sorted_out(left, segment("Anna | die 4"), [], NO_WORDS, 0)
    assert words(found.carried) == [f"{unit_id('L/2/13 DBLE')}: fire"]


def test_a_die_between_two_drags_is_for_nothing_later_and_its_words_go_with_it() -> None:
    lines = ("Anna | 1/VIII/132 to 33.13", "Anna | L/2/13 DBLE: opportunity-fire", "Anna | die 4",
             "Anna | 1/VIII/132 to 32.13", "Anna | die 5")  # fmt: skip
    moved, entry = segment(*lines, kind=SegmentKind.MOVE), state().ledger[1]
    left = tuple(each for each in told(*lines) if not isinstance(each.event, UnitMoved))
    found = sorted_out(left, moved, [entry], NO_WORDS, 0)
    assert words(found.unneeded) == [f"{unit_id('L/2/13 DBLE')}: opportunity-fire", "die 4"]
    assert words(found.carried) == ["die 5"]
    assert words(sorted_out(left, moved, [], NO_WORDS, 0).carried)[-2:] == ["die 4", "die 5"]


# how those left over are reported


def test_a_die_that_nobody_needed_is_a_note_and_no_offence() -> None:
    found = with_rest_reported(referee(), state(*told("Anna | die 3", entry=1)))
    assert notes(found) == ["stray die roll: 3 in step 1; no rule calls for it"]
    assert [(die.face, die.step) for die in found.ledger[1].stray_dice] == [(3, (0, 1))]
    assert found.ledger[1].findings == ()
    assert found.carried == CarriedDice()


def test_a_die_of_no_action_has_an_entry_of_its_own() -> None:
    found = with_rest_reported(referee(), state(*told("Anna | die 3")))
    entry = found.ledger.last
    assert (entry.number, entry.kind, entry.steps, entry.after) == (2, EntryKind.TABLE, ((0, 1),), table())


def test_dice_for_opportunity_fire_that_is_not_due_are_told_once_a_shot() -> None:
    shot = told("Anna | 1/VIII/132: opportunity-fire", "Anna | die 3", "Anna | die 4", entry=1)
    found = with_rest_reported(referee(), state(*shot))
    assert [each.name for each in found.ledger[1].findings] == ["opportunity-fire-not-due"]
    again = with_rest_reported(referee(), state(*shot, *shot))
    assert [each.name for each in again.ledger[1].findings] == ["opportunity-fire-not-due"] * 2


def test_a_die_rolled_before_the_answer_to_its_action_came_counts_no_longer() -> None:
    answered = state(*told("Anna | die 3", entry=1)).changing(1, steps=((0, 1), (1, 2)))
    assert notes(with_rest_reported(referee(), answered)) == [
        "the 3 rolled in step 1 no longer counts: it was rolled before the answer came"
    ]


def test_words_beside_a_stray_die_that_were_not_read_are_asked_about() -> None:
    die, (step,) = DieRolled(3), steps(["Anna | die 3"], table())
    asked = with_stray_die(referee(unread={(0, 1): "gun goes bang"}), state(), 1, die, step)
    assert [(each.name, each.verdict) for each in asked.ledger[1].findings] == [
        ("dice-not-understood", Verdict.UNDECIDED)
    ]
    dismissed = DieRolled(3, dismissed=True)
    found = with_stray_die(referee(unread={(0, 1): "gun goes bang"}), state(), 1, dismissed, step)
    assert (found.ledger[1].findings, found.ledger[1].stray_dice, len(notes(found))) == ((), (), 1)


def asked_of(log: list[str], *, beside: int, **changes: Any) -> list[str]:
    """Return what is asked about the die in a step of a log that an action leaves over."""
    told_of = steps(log, table())
    die = next(event for event in told_of[beside - 1].events if isinstance(event, DieRolled))
    spoken = referee(spoken_of=frozenset({(0, beside)}))
    found = with_stray_die(spoken, state().changing(1, **changes), 1, die, told_of[beside - 1])
    entries = with_told_dice_asked_about(found.ledger.entries, told_of)
    return [each.name for each in entries[0].findings]


def test_a_die_of_which_its_player_tells_is_asked_about() -> None:
    log = ["Anna | die 3", 'Anna | "3, hit"']
    assert asked_of(log, beside=1, past_unknown=False) == ["die-told-of-unused"]
    assert asked_of(log, beside=1, past_unknown=True) == []  # it may be of what was begun before the first file


@pytest.mark.parametrize(
    ("action", "die", "asked"),
    [
        pytest.param(DirectFire(UNIT, "l-2-13-dble"), (0, 1), False, id="before all that its player's first mail has"),
        pytest.param(DirectFire(UNIT, "l-2-13-dble"), (0, 3), True, id="among the dice of the shot"),
        pytest.param(Move(UNIT, ()), (1, 1), True, id="in the answer to a move that may have been begun before"),
        pytest.param(Move(UNIT, ()), (2, 1), False, id="of the player who moves, and goes on with it"),
    ],
)
def test_a_die_of_the_unknown_past_is_not_asked_about(action: Action, die: StepNumber, *, asked: bool) -> None:
    log = steps(["Anna | die 3", 'Anna | "hm"', "Anna | die 4", "---", "Bert | die 3", "---", "Anna | die 3"], table())
    entry = Entry(
        1, 0, ((0, 2), (0, 3)), "Anna", "axis", EntryKind.ACTION, table(), unit=UNIT, action=action,
        past_unknown=True, may_go_on=isinstance(action, Move), stray_dice=(StrayDie(3, die, is_told=True),),
    )  # fmt: skip
    (found,) = with_told_dice_asked_about([entry], log)
    assert bool(found.findings) is asked


def test_a_check_that_is_told_to_have_failed_gains_nothing_and_is_not_asked_about() -> None:
    die, (step,) = DieRolled(8, told=ResultTold(of_shot=False, failed=True)), steps(["Anna | die 8"], table())
    found = with_stray_die(referee(spoken_of=frozenset({(0, 1)})), state(), 1, die, step)
    assert not any(each.is_told for each in found.ledger[1].stray_dice)
