"""What the referee calls each thing on the table, what it says of it, and how it says that the game goes on with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from adjudicator.game.hexes import Hex
from adjudicator.game.play import PURPOSES, RollPurpose
from adjudicator.game.position import LeaderState, Points, Position, Status
from adjudicator.game.roll_kinds import purpose_words
from adjudicator.game.scenarios import TurnTime
from adjudicator.game.start import start_position
from adjudicator.module_layout.turn_markers import effects, used_up
from adjudicator.referee.discrepancies.aspects import (
    CONDITIONS,
    UNIT_FIELDS,
    Aspect,
    AspectField,
    AspectKind,
    differing,
    unit_aspect,
)
from adjudicator.referee.entries.game_findings import aspect_words, heading_of, subject_name
from adjudicator.rules.bir_hacheim.waiting_formations import LAST_HELD_BY_AXIS
from adjudicator.rules.cited_rules import rule_of_roll
from adjudicator.rules.purposes import roll_words
from tests.support.rule_cases import built_in_game

Change = Callable[[Position], Position]
UNIT, GUN, LEADER, HEX = "1-viii-132", "5-2-13-dble", "leader-pasqualini", Hex(31, 13)
SOON: Final = TurnTime("06-05", "0900")


@cache
def start(scenario: int) -> Position:
    """A scenario's start."""
    return start_position(built_in_game(), scenario)


def unit(**changes: Any) -> Change:
    """Change the state of a unit."""
    return lambda position: position.with_unit(UNIT, **changes)


def whole(**changes: Any) -> Change:
    """Change what is no unit's."""
    return lambda position: position.after(**changes)


def points(command: int, dispatch: int) -> Change:
    """Change the points of the Ariete Division."""
    return lambda position: position.after(points={**position.points, "ariete": Points(command, dispatch)})


ROWS: Final[list[tuple[int, Aspect, Change, str]]] = [
    (1, unit_aspect(UNIT, AspectField.STATUS), unit(status=Status.ELIMINATED, place=None), "1/VIII/132 off the map"),
    (1, unit_aspect(UNIT, AspectField.PLACE), unit(place=HEX), "1/VIII/132 in 31.13"),
    (1, unit_aspect(UNIT, AspectField.HIDDEN), unit(hidden=True), "1/VIII/132 face down"),
    (1, unit_aspect(UNIT, AspectField.STEPS), unit(steps=1), "1/VIII/132: 1 step"),
    (1, unit_aspect(UNIT, AspectField.SUPPRESSED), unit(suppressed=True), "1/VIII/132 Suppressed"),
    (1, unit_aspect(UNIT, AspectField.COHESION), unit(cohesion=2), "1/VIII/132: 2 Cohesion Hits"),
    (1, unit_aspect(UNIT, AspectField.COLUMN), unit(column=True), "1/VIII/132 in Column"),
    (1, unit_aspect(UNIT, AspectField.MOUNTED), unit(mounted=True), "1/VIII/132 mounted"),
    (1, unit_aspect(UNIT, AspectField.IMPROVEMENT), unit(improvement=2), "1/VIII/132 Entrenched"),
    (1, unit_aspect(UNIT, AspectField.MEN_AT_WORK), unit(men_at_work=True), "1/VIII/132 under Men at Work"),
    (1, unit_aspect(UNIT, AspectField.CONTACT), unit(contact=1), "1/VIII/132 Contact Pending"),
    (1, unit_aspect(UNIT, AspectField.COUNTERBATTERY_FIRED), unit(counterbattery_fired=True),
     "1/VIII/132 under a Counterbattery Fired marker"),
    (1, unit_aspect(UNIT, AspectField.WRONG_AMMO), unit(wrong_ammo=True),
     "1/VIII/132 under the mark for wrong ammunition"),
    (1, Aspect(AspectKind.LEADER, LEADER),
     lambda p: p.after(leaders={**p.leaders, LEADER: LeaderState(Status.ON_MAP, HEX)}), "Pasqualini in 31.13"),
    (1, Aspect(AspectKind.POINTS, "ariete", AspectField.COMMAND), points(9, 0),
     "Command Points of 103 Ariete Divisione: 9"),
    (1, Aspect(AspectKind.POINTS, "ariete", AspectField.DISPATCH), points(0, 3),
     "Dispatch Points of 103 Ariete Divisione: 3"),
    (1, Aspect(AspectKind.BARRAGES, "31.13"), whole(barrages={HEX: 2}), "the barrage in 31.13: heavy"),
    (1, Aspect(AspectKind.BARRAGES, "31.13"), whole(), "the barrage in 31.13: none"),
    (1, Aspect(AspectKind.MINES, "31.13"), whole(mines={HEX: 1}), "the minefield in 31.13: light"),
    (1, Aspect(AspectKind.MINES, "31.13"), whole(), "the minefield in 31.13: as printed"),
    (4, Aspect(AspectKind.CONDITION, "weather"), whole(weather="sandstorm"), "the weather of this turn: sand storm"),
    (4, Aspect(AspectKind.CONDITION, "day_weather"), whole(day_weather="mist"), "the weather of the day: Mist"),
    (4, Aspect(AspectKind.CONDITION, "supply"), whole(supply="emergency"), "French supply: Emergency Supply"),
    (4, Aspect(AspectKind.CONDITION, "morale"), whole(morale=29), "French Morale: 29"),
    (4, Aspect(AspectKind.CONDITION, "strikes"), whole(strikes=2), "air strikes of this turn: 2"),
    (4, Aspect(AspectKind.CONDITION, "planned_strikes"), whole(planned_strikes=("1500", "1700")),
     "the plan of air strikes: on 1500, 1700"),
    (4, Aspect(AspectKind.CONDITION, "commander_with"), whole(commander_with=""), "Rommel with nobody"),
    (4, Aspect(AspectKind.FLAG, "travers-injured"), whole(flags=frozenset({"travers-injured"})),
     "the marker Travers Injured in effect"),
    (4, Aspect(AspectKind.FLAG, "rommel-happened"), whole(), "the marker of the event Rommel Arrives not put down"),
    (3, Aspect(AspectKind.FLAG, LAST_HELD_BY_AXIS), whole(flags=frozenset({LAST_HELD_BY_AXIS})),
     "the marker Control of the Axis put down"),
    (1, Aspect(AspectKind.CHIT, "direct-command-italian"), whole(next_turn=("direct-command-italian",)),
     "Ordine Directo among the chits of the next turn"),
    (1, Aspect(AspectKind.MUG, "formation-132-corazzato"), whole(mug=("formation-132-corazzato",)),
     "132 Corazzato in the mug"),
    (4, Aspect(AspectKind.RETURN, GUN), whole(returning={GUN: SOON}), "the return of 5/2/13 DBLE: due on June 5 0900"),
    (4, Aspect(AspectKind.RETURN, "leader-wolz"), whole(), "the return of Wolz: not due"),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "aspect", "change", "words"), ROWS, ids=[row[3] for row in ROWS])
def test_the_words_for_what_lies_on_the_table(scenario: int, aspect: Aspect, change: Change, words: str) -> None:
    before = start(scenario)
    after = change(before)
    assert f"{heading_of(before, aspect)} {aspect_words(after, aspect)}" == words


def test_every_kind_of_aspect_has_a_row() -> None:
    rows = {(aspect.kind, aspect.field) for _, aspect, _, _ in ROWS}
    assert {field for kind, field in rows if kind == "unit"} == set(UNIT_FIELDS)
    assert {aspect.subject for _, aspect, _, _ in ROWS if aspect.kind == "condition"} == set(CONDITIONS)
    game = built_in_game()
    flags = {*effects(game), *used_up(game), LAST_HELD_BY_AXIS}
    named = [subject_name(start(4), Aspect(AspectKind.FLAG, flag)) for flag in sorted(flags)]
    assert len(set(named)) == len(flags)


def test_whatever_differs_between_two_positions_can_be_said() -> None:
    """The words of no aspect of any two positions are those of another kind, or fail."""
    for scenario in (1, 2, 3, 4):
        before = start(scenario)
        turned = before.after(
            morale=3, strikes=1, supply="emergency", weather="mist", day_weather="clear",
            flags=before.flags | {*effects(before.game), *used_up(before.game), LAST_HELD_BY_AXIS}, barrages={HEX: 1},
            mines={HEX: 2}, next_turn=before.mug, mug=(), returning={next(iter(before.units)): SOON},
            points={name: Points(each.command + 1, each.dispatch + 1) for name, each in before.points.items()},
        )  # fmt: skip
        for name, state in before.units.items():
            turned = turned.with_unit(name, suppressed=not state.suppressed, cohesion=1, contact=2)
        kinds = set()
        for aspect in differing(before, turned):
            kinds.add(aspect.kind)
            for position in (before, turned):
                said = f"{heading_of(position, aspect)} {aspect_words(position, aspect)}"
                assert ("minefield" in said) == (aspect.kind == "mines")
                assert not re.search(r"None|nobody of|of nobody|[<>{}]", said)
        assert {"unit", "points", "condition", "flag", "barrages", "mines"} <= kinds


def test_every_roll_has_words_and_a_rule() -> None:
    assert all(rule_of_roll(purpose, built_in_game()) and purpose_words(purpose) for purpose in PURPOSES)
    assert roll_words(RollPurpose.FIRE, "L/2/13 DBLE") == "the fire die of L/2/13 DBLE"
    assert roll_words(RollPurpose.MIST) == "the mist roll"
    assert roll_words(RollPurpose.OPEN) == "the die"
