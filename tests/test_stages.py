"""The first stages of the reading, each by itself: stray dice, the order of play, segments, what is observed.

The cases are in ``cases/stages``, one file a stage; their logs are written as ``support/table_log.py`` tells.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Position, Status
from adjudicator.game.start import start_position
from adjudicator.referee.events import Declared, DieRolled, ObservedStep, ResultTold, RollNamed, Said, TableEvent
from adjudicator.referee.segments.chat_order import in_order_of_play
from adjudicator.referee.segments.dice_named import with_dice_named
from adjudicator.referee.segments.dismissed_dice import with_dismissed_dice
from adjudicator.referee.segments.queries import tables
from adjudicator.referee.segments.segmentation import segments
from adjudicator.referee.segments.wanted_numbers import without_wanted_numbers
from adjudicator.referee.segments.words_after_dice import with_words_before_dice
from tests.support.rule_cases import built_in_game, unit_id
from tests.support.table_log import event_words, steps

DIRECTORY = Path(__file__).parent / "cases" / "stages"


def cases(stage: str) -> list[Any]:
    """Return the cases of a stage."""
    rows = tomllib.loads((DIRECTORY / f"{stage}.toml").read_text(encoding="utf-8"))["case"]
    names = [row["name"] for row in rows]
    assert len(names) == len(set(names))
    return [pytest.param(row, id=row["name"]) for row in rows]


@cache
def table(scenario: int) -> Position:
    return start_position(built_in_game(), scenario)


@pytest.mark.parametrize("case", cases("stray_dice"))
def test_dice_are_dismissed_by_their_roller_alone(case: dict[str, Any]) -> None:
    marked = with_dismissed_dice(steps(case["log"], table(1)))
    dice = [event for step in marked for event in step.events if isinstance(event, DieRolled)]
    found = [die.face for die in dice if die.dismissed]
    assert found == case["dismissed"]


@pytest.mark.parametrize("case", cases("stray_dice"))
def test_nothing_but_dice_changes_and_nothing_changes_twice(case: dict[str, Any]) -> None:
    log = steps(case["log"], table(1))
    marked = with_dismissed_dice(log)
    assert [(step.number, len(step.events), step.table) for step in marked] == [
        (step.number, len(step.events), step.table) for step in log
    ]
    assert with_dismissed_dice(marked) == marked


@pytest.mark.parametrize("case", cases("chat_order"))
def test_what_a_line_tells_is_put_to_where_it_was_done(case: dict[str, Any]) -> None:
    log = [(event, step) for step in steps(case["log"], table(1)) for event in step.events]
    played = in_order_of_play(with_dice_named(log))
    assert [event_words(event) for event, _ in played] == case["played"]
    assert _each_once(played) == _each_once(log)


@pytest.mark.parametrize("case", cases("words_after_dice"))
def test_late_words_go_before_what_they_are_about(case: dict[str, Any]) -> None:
    log = [(event, step) for step in steps(case["log"], table(1)) for event in step.events]
    played = with_words_before_dice(with_dice_named(log))
    assert [event_words(event) for event, _ in played] == case["played"]
    assert _each_once(played) == _each_once(log)


@pytest.mark.parametrize("case", cases("wanted_numbers"))
def test_a_figure_that_no_die_can_show_is_no_face(case: dict[str, Any]) -> None:
    log = [(event, step) for step in steps(case["log"], table(1)) for event in step.events]
    assert [_with_face(event) for event, _ in without_wanted_numbers(log)] == case["told"]


def _with_face(event: TableEvent) -> str:
    face = event.face if isinstance(event, RollNamed | Declared) else None
    return event_words(event) if face is None else f"{event_words(event)} ={face}"


def _each_once(log: list[tuple[TableEvent, ObservedStep]]) -> list[tuple[int, str]]:
    """Return the steps with the kind of each event in them, whatever the order of the events."""
    return sorted((step.number, type(event).__name__) for event, step in log)


def begun(case: dict[str, Any]) -> Position:
    """Return the position that a case begins with: some units stand elsewhere, or beside the map."""
    position = table(case.get("scenario", 1))
    for name, place in case.get("start", {}).items():
        status = Status.ON_MAP if place else Status.WAITING
        position = position.with_unit(unit_id(name), place=Hex.parse(place) if place else None, status=status)
    return position


@pytest.mark.parametrize("case", cases("segments"))
def test_a_log_is_cut_where_something_new_begins(case: dict[str, Any]) -> None:
    found = segments(steps(case["log"], begun(case)))
    names = built_in_game().units
    cut = [f"{each.kind} {', '.join(names[unit].name for unit in each.units)} {len(each.events)}" for each in found]
    assert cut == case["cut"]
    if "events" in case:
        assert [[event_words(event) for event in each.events] for each in found] == case["events"]


@pytest.mark.parametrize("case", cases("segments"))
def test_every_event_is_in_one_segment(case: dict[str, Any]) -> None:
    log = steps(case["log"], begun(case))
    found = segments(log)
    told = [(id(event), step.number) for each in found for event, step in zip(each.events, each.steps, strict=True)]
    happened = [(id(event), step.number) for step in log for event in step.events]
    assert len(set(told)) == len(told)
    assert set(told) <= set(happened)
    assert len(happened) - len(told) == case.get("left_out", 0)
    assert all(each.events for each in found)


def cut_words(log: list[ObservedStep]) -> list[str]:
    """Return the segments of a log, each with its units and the number of its events."""
    names = built_in_game().units
    found = segments(log)
    return [f"{each.kind} {', '.join(names[unit].name for unit in each.units)} {len(each.events)}" for each in found]


@pytest.mark.parametrize(("dragged_to", "cut"), [
    ("28.13", ["move 1/VIII/132 6", "rally 2/VIII/132 3"]),
    ("29.14", ["move 1/VIII/132 5", "rally 2/VIII/132 2", "move 1/VIII/132 2"]),
])  # fmt: skip
def test_a_move_that_waited_for_an_answer_ends_before_others_act(dragged_to: str, cut: list[str]) -> None:
    log = [
        "Anna | 1/VIII/132 words: move", "---", "Bert | L/2/13 DBLE: opportunity-fire; 1/VIII/132: target",
        "Bert | die 9", "---", "Anna | roll named minefield", "Anna | 2/VIII/132 words: rally", "Anna | die 3",
        f"Anna | 1/VIII/132 to {dragged_to}", "Anna | 2/VIII/132 suppressed 0",
    ]  # fmt: skip
    first, *answer = steps(log, begun({"start": {"1/VIII/132": "29.13", "2/VIII/132": "30.13"}}))
    announced = first.events[0]
    assert isinstance(announced, Declared)
    first = replace(first, events=(replace(announced, way=(Hex.parse("28.13"),)),))
    assert cut_words([first, *answer]) == cut


def test_a_move_that_was_fired_at_before_the_record_ends_before_others_act() -> None:
    log = [
        "Bert | L/2/13 DBLE: opportunity-fire; 1/VIII/132: target", "Bert | die 9", "---",
        "Anna | 2/VIII/132 words: rally", "Anna | die 3", "Anna | 1/VIII/132 to 28.13",
        "Anna | 2/VIII/132 suppressed 0",
    ]  # fmt: skip
    found = steps(log, begun({"start": {"1/VIII/132": "29.13", "2/VIII/132": "30.13"}}))
    assert cut_words([*found]) == ["loose  3", "move 1/VIII/132 1", "rally 2/VIII/132 3"]


def test_a_move_that_waited_for_an_answer_ends_before_its_unit_fires() -> None:
    log = [
        "Anna | 1/VIII/132 words: move", "---", "Bert | L/2/13 DBLE: opportunity-fire; 1/VIII/132: target",
        "Bert | die 9", "---", "Anna | roll named minefield", "Anna | die 7",
        "Anna | 1/VIII/132 words: fire; L/2/13 DBLE words: target", "Anna | die 3", "Anna | 1/VIII/132 to 28.13",
    ]  # fmt: skip
    first, *answer = steps(log, begun({"start": {"1/VIII/132": "29.13"}}))
    announced = first.events[0]
    assert isinstance(announced, Declared)
    first = replace(first, events=(replace(announced, way=(Hex.parse("28.13"),)),))
    assert cut_words([first, *answer]) == ["move 1/VIII/132 7", "fire 1/VIII/132 3"]


@pytest.mark.parametrize(("fired_at", "cut"), [
    ("1/VIII/132", ["fire L/2/13 DBLE 5", "turn  1", "rally 2/VIII/132 2"]),
    ("2/VIII/132", ["fire L/2/13 DBLE 4", "turn  4"]),
])  # fmt: skip
def test_a_check_told_behind_the_end_of_the_turn_is_of_the_answer(fired_at: str, cut: list[str]) -> None:
    log = [
        f"Bert | L/2/13 DBLE: direct-fire; {fired_at}: target", "Bert | die 3", "---", "Anna | die 4",
        "Anna | time 05-27 1100", "Anna | 1/VIII/132 words: conversion-check =4",
        "Anna | 2/VIII/132 words: rally", "Anna | die 2",
    ]  # fmt: skip
    assert cut_words([*steps(log, begun({"start": {"1/VIII/132": "29.13", "2/VIII/132": "30.13"}}))]) == cut


def test_a_bonus_behind_the_result_of_a_shot_is_of_another_shot() -> None:
    log = [
        "Anna | 1/VIII/132 words: fire; L/2/13 DBLE words: target; 2/VIII/132 words: fire",
        "Anna | die 5", "Anna | die 3", "Anna | die 4", "Anna | 2/VIII/132 words: company-bonus-check",
    ]  # fmt: skip
    *before, (bonus, step) = [(event, step) for step in steps(log, table(1)) for event in step.events]
    missed = Said("missed", results=(ResultTold(of_shot=True, failed=True),))
    assert isinstance(bonus, Declared)
    told = with_dice_named([*before, (missed, step), (replace(bonus, results=(ResultTold(4, of_shot=True),)), step)])
    found = [event for event, _ in told if isinstance(event, Declared)][-1]
    assert (found.face, found.step_of_die) == (3, (0, 3))


@pytest.mark.parametrize(
    ("log", "found"),
    [
        pytest.param(
            ["Bert | 5/2/13 DBLE words: fire; 1/VIII/132 words: target; 1/VIII/132 words: troop-quality-check",
             "Bert | die 2", "Bert | die 2", "Bert | a check named =2"], [None], id="either of two dice with one face",
        ),
        pytest.param(
            ["Bert | die 2", "Bert | die 2", "Bert | roll named minefield; A words: rally; a check named =2"],
            [(0, 1), (0, 2)], id="a check that is announced and told has one die",
        ),
        pytest.param(
            ["Bert | die 7", "Bert | die 2", "Bert | roll named minefield; A words: rally; a check named =2"],
            [(0, 1), (0, 2)], id="dice with two faces",
        ),
    ],
)  # fmt: skip
def test_words_name_a_die_where_only_one_can_be_meant(log: list[str], found: list[tuple[int, int] | None]) -> None:
    told = with_dice_named((event, step) for step in steps(log, table(1)) for event in step.events)
    assert [event.step_of_die for event, _ in told if isinstance(event, RollNamed)] == found


@pytest.mark.parametrize(
    ("announced", "found"),
    [
        pytest.param("L/2 words: fire; L/2 words: fire", [True, True, False, True], id="two shots"),
        pytest.param(
            "L/2 words: opportunity-fire; L/2 words: fire; L/2 words: fire", [False, False, False, True],
            id="a check of which nothing is told",
        ),
    ],
)  # fmt: skip
def test_a_result_is_of_no_certain_die_where_checks_were_announced(announced: str, found: list[bool]) -> None:
    log = [f"Bert | {announced}", "Bert | die 9", "Bert | die 6", "Bert | die 1", "Bert | die 8"]
    log += ["Bert | missed", "Bert | missed", "Bert | A words: suppression-check", "Bert | missed"]
    shot = ResultTold(of_shot=True, failed=True)
    told = with_dice_named(
        (replace(event, results=(shot,)) if isinstance(event, Said) else event, step)
        for step in steps(log, table(1)) for event in step.events
    )  # fmt: skip
    assert [event.told is not None for event, _ in told if isinstance(event, DieRolled)] == found


@pytest.mark.parametrize(
    ("told", "cut"),
    [
        pytest.param(
            "1/VIII/132 words: fire =2; roll named rally =4; 3/VIII/132 words: fire =7",
            ["fire 1-viii-132 2", "rally 2-viii-132 4", "fire 3-viii-132 7"], id="all of them",
        ),
        pytest.param("roll named rally =4", ["fire 1-viii-132 None", "rally 2-viii-132 4", "fire 3-viii-132 None"],
                     id="the one in between"),
        pytest.param(
            "3/VIII/132 words: clear-mines =4",
            ["fire 1-viii-132 None", "rally 2-viii-132 None", "fire 3-viii-132 None", "clear-mines 3-viii-132 4"],
            id="something that was not announced",
        ),
    ],
)  # fmt: skip
def test_what_is_told_last_belongs_to_what_was_announced(told: str, cut: list[str]) -> None:
    log = [
        "Anna | 1/VIII/132 words: fire; L/2/13 DBLE words: target; 2/VIII/132 words: rally; 3/VIII/132 words: fire; "
        "L/2/13 DBLE words: target",
        "Anna | die 2", "Anna | die 4", "Anna | die 7", f"Anna | {told}",
    ]  # fmt: skip
    found = [each for each in segments(steps(log, table(1))) if each.units]
    begun = [next(event for event in each.events if isinstance(event, Declared)) for each in found]
    assert [f"{each.action} {each.unit} {each.face}" for each in begun] == cut


def test_a_check_told_last_is_the_one_that_was_announced_of_its_unit() -> None:
    log = [
        "Anna | 1/VIII/132 words: conversion-check; roll named command-points; 2/VIII/132 words: fire; "
        "L/2/13 DBLE words: target; 3/VIII/132 words: spotter; 1/VIII/132 words: rally",
        "Anna | die 6", "Anna | die 5", "Anna | die 2", "Anna | die 4", "Anna | die 1",
        "Anna | 1/VIII/132 words: troop-quality-check =6; roll named command-points =5; "
        "3/VIII/132 words: troop-quality-check =2; 2/VIII/132 words: fire =4; 1/VIII/132 words: rally =1",
    ]  # fmt: skip
    found = segments(steps(log, table(1)))
    dice = {each.units: [event.face for event in each.events if isinstance(event, DieRolled)] for each in found}
    assert dice[("2-viii-132",)] == [2, 4]
    assert dice[("1-viii-132",)] == [1]


def test_two_faces_beside_an_assaulting_unit_are_its_attacks() -> None:
    log = [
        "Anna | 1/VIII/132: assault", "Anna | 2/VIII/132: assault", "Anna | L/2/13 DBLE: target",
        "Bert | L/2/13 DBLE: hold", "Anna | die 5", "Anna | die 3",
        "Anna | 1/VIII/132 words: troop-quality-check =5; 1/VIII/132 words: troop-quality-check =3",
    ]  # fmt: skip
    start = {"1/VIII/132": "26.13", "2/VIII/132": "26.13", "L/2/13 DBLE": "26.12"}
    (found,) = segments(steps(log, begun({"start": start})))
    told = [(each.action, each.face) for each in found.events if isinstance(each, Declared) and each.face is not None]
    assert told == [(Declaration.ASSAULT_FIRE, 5), (Declaration.ASSAULT_FIRE, 3)]


@pytest.mark.parametrize(
    ("target", "cut"), [("1/VIII/132", ["fire"]), ("2/VIII/132", ["fire", "fire"])], ids=["the same", "another"]
)
def test_what_the_menus_have_declared_is_told_again_behind_its_dice(target: str, cut: list[str]) -> None:
    log = [
        "Bert | M/2/13 DBLE: indirect-fire", "Bert | L/2/13 DBLE: spotter", "Bert | die 3", "Bert | 1/VIII/132: target",
        "Bert | die 2", f"Bert | M/2/13 DBLE words: fire; {target} words: target; L/2/13 DBLE words: spotter",
    ]  # fmt: skip
    found = segments(steps(log, table(1)))
    assert [each.kind for each in found] == cut


def test_the_table_is_known_though_the_first_words_are_put_before_the_dice_of_others() -> None:
    log = [
        "Anna | die 8", "Anna | 3/VIII/132 says: build-improved-position; 1/VIII/132 says: rally =8", "Anna | die 4",
        "Anna | 2/VIII/132 says: rally =4",
    ]  # fmt: skip
    found = segments(steps(log, table(1)))
    assert [each.kind for each in found] == ["engineer", "rally", "rally"]
    assert tables(table(1), found) == (table(1),) * 3


def test_a_shot_that_is_told_of_only_behind_the_end_of_the_turn_goes_before_it_with_its_die() -> None:
    log = [
        "Anna | die 4", "Anna | L/2/13 DBLE cohesion 1", "Anna | time 05-27 1300",
        "Anna | 1/VIII/132 says: fire at L/2/13 DBLE =4",
    ]  # fmt: skip
    found = segments(steps(log, table(1)))
    assert [(each.kind, [*each.units]) for each in found] == [("fire", ["1-viii-132"]), ("turn", [])]
    assert [event_words(event) for event in found[0].events] == [
        "1-viii-132: fire of the die in step 1", "die 4", "l-2-13-dble cohesion 1",
    ]  # fmt: skip


def test_a_file_that_begins_in_the_midst_of_an_assault_goes_on_with_all_who_make_it() -> None:
    position = replace(table(1), activation=replace(table(1).activation, chit="formation-132-corazzato"))
    log = [
        "Bert | L/2/13 DBLE: opportunity-fire; 1/VIII/132: target", "Bert | die 4", "Bert | die 5",
        "Bert | L/2/13 DBLE: hold", "Bert | L/2/13 DBLE: assault-fire; 2/VIII/132: target", "Bert | die 9",
    ]  # fmt: skip
    found = segments(steps(log, position), start=position)
    assert [(each.kind, [*each.units]) for each in found] == [("assault", ["1-viii-132", "2-viii-132"])]
