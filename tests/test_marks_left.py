"""Markers of a player's own losses that he asks the other one to put down: in words, in a record, and in a ruling."""

from __future__ import annotations

from typing import Final

import pytest

from adjudicator.game.start import start_position
from adjudicator.referee.dialects.chat_grammar import read_chat
from adjudicator.referee.discrepancies.aspects import Aspect, AspectField, AspectKind
from adjudicator.referee.entries.entry import Correction, Entry, EntryKind
from adjudicator.referee.entries.game_findings import finding
from adjudicator.referee.finding_names import FindingName
from adjudicator.referee.segments.marks_left import marks_left
from adjudicator.referee.verdicts.unknown_past import excused_by_past
from tests.support.rule_cases import built_in_game, unit_id
from tests.support.table_log import steps

START: Final = start_position(built_in_game(), 1)
UNIT: Final = unit_id("L/2/13 DBLE")


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("ok, one hit. put it on pls, go on", True),
        ("hit, mark it pls", True),
        ("a step. yours to mark", True),
        ("step gone, u mark", True),
        ("6/2 suppressed, please mark him", True),
        ("ein Treffer, bitte markieren", True),
        ("zero! hit, i put it on", False),
        ("I mark it", False),
        ("the hit is marked", False),
        ("S, your check", False),
    ],
)
def test_a_line_asks_for_a_marker(text: str, *, leaves: bool) -> None:
    assert read_chat(text, START, "french").leaves_marks is leaves


@pytest.mark.parametrize(
    ("log", "covered"),
    [
        pytest.param(["Bert | die 6", "Bert | mark it"], True, id="the last die before it"),
        pytest.param(["Bert | die 6", "Bert | die 3", "Bert | mark it"], False, id="an earlier die"),
        pytest.param(["Bert | die 6", "Bert | die 3", "Bert | mark it; L/2/13 DBLE words: conversion-check"], True,
                     id="the unit is named with it"),
        pytest.param(["Bert | die 6", "Anna | mark it"], False, id="the other player asks"),
        pytest.param(["Bert | die 6", "---", "Bert | mark it"], False, id="in another mail"),
    ],
)  # fmt: skip
def test_a_request_is_about_a_loss(log: list[str], *, covered: bool) -> None:
    known = steps(log, START)
    asked = marks_left((event, step) for step in known for event in step.events)
    assert any(each.covers("french", known[0], UNIT) for each in asked) is covered


@pytest.mark.parametrize(
    ("asked", "harms", "kept"),
    [
        pytest.param("Bert | mark it", "french", False, id="its owner has asked for it"),
        pytest.param('Bert | "over to you"', "french", True, id="nobody has"),
        pytest.param("Bert | mark it", "", True, id="it does him good"),
    ],
)
def test_a_marker_of_the_unknown_past(asked: str, harms: str, *, kept: bool) -> None:
    log = ["Bert | L/2/13 DBLE words: conversion-check", "Bert | die 6", asked, "---", "Anna | L/2/13 DBLE cohesion 1"]
    unexplained = finding(
        FindingName.CHANGE_NOT_EXPLAINED, rule="GTS R9.18", subject="X", expected="0", found="1", step=1
    )
    hit = Correction(Aspect(AspectKind.UNIT, UNIT, AspectField.COHESION), "0", "1", harms)
    entry = Entry(
        1, 1, ((1, 1),), "Anna", "axis", EntryKind.TABLE, START, findings=(unexplained,), corrections=(hit,),
        past_unknown=True,
    )  # fmt: skip
    assert bool(excused_by_past([entry], steps(log, START))[0].findings) is kept
