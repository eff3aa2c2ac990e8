"""Words by which an action of a unit begins, and those of an assault that was begun before the first file."""

from __future__ import annotations

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.position import Activation, Status
from adjudicator.game.start import start_position
from adjudicator.referee.events import ChitMoved, Declared, ObservedStep, Said, TableEvent
from adjudicator.referee.segments.begun_before import action_begun_before
from adjudicator.referee.segments.queries import is_begun_in_words
from adjudicator.referee.segments.segment import Segment, SegmentKind
from tests.support.rule_cases import built_in_game

TANK, OTHER, FAR, FORT = "1-viii-132", "2-viii-132", "3-viii-132", "6-2-13-dble"


@pytest.mark.parametrize(
    ("told", "begun"),
    [
        ([(TANK, Declaration.FIRE)], True),
        # who has its other attack in an assault fires in that, and nothing says that it begins
        ([(TANK, Declaration.FIRE), (TANK, Declaration.ASSAULT_FIRE)], False),
        ([(TANK, Declaration.ASSAULT), (TANK, Declaration.ASSAULT_FIRE)], True),
        ([(TANK, Declaration.FIRE), (OTHER, Declaration.ASSAULT_FIRE)], True),
    ],
)
def test_who_fires_in_an_assault_that_nothing_begins_has_begun_it_before(
    told: list[tuple[str, Declaration]], *, begun: bool
) -> None:
    position = start_position(built_in_game(), 1)
    events = [Declared(unit, action, spoken=True) for unit, action in told]
    steps = [ObservedStep(1, number, "Anna", "axis", (event,), position) for number, event in enumerate(events)]
    assert is_begun_in_words(Segment(SegmentKind.FIRE, events=tuple(events), steps=tuple(steps)), TANK) is begun


def told_first(*told: tuple[str, TableEvent]) -> list[tuple[TableEvent, ObservedStep]]:
    """Return events by the sides that cause them, in the order of a record that begins under a chit of the armour."""
    position = start_position(built_in_game(), 1).after(activation=Activation(chit="formation-132-corazzato"))
    for unit, place in ((TANK, Hex(27, 13)), (OTHER, Hex(27, 13)), (FORT, Hex(26, 13))):
        position = position.with_unit(unit, place=place, status=Status.ON_MAP)
    return [
        (event, ObservedStep(number, number, side, side, (event,), position))
        for number, (side, event) in enumerate(told)
    ]  # fmt: skip


def said_of(unit: str, action: Declaration) -> Declared:
    return Declared(unit, action, spoken=True, own_words=True)


FIRE = ("axis", said_of(TANK, Declaration.FIRE))
FAR_FIRE = ("axis", said_of(FAR, Declaration.FIRE))
ATTACK = ("axis", said_of(TANK, Declaration.ASSAULT_FIRE))
OTHERS_ATTACK = ("axis", said_of(OTHER, Declaration.ASSAULT_FIRE))
DEFENCE = ("french", said_of(FORT, Declaration.ASSAULT))
TARGET = ("french", said_of(OTHER, Declaration.TARGET))
HOLDS = ("french", Said("we hold", stands_fast=True))
CHIT = ("axis", ChitMoved("division-french", "Mug", "In play"))


@pytest.mark.parametrize(
    ("told", "units"),
    [
        pytest.param([FIRE, ATTACK, OTHERS_ATTACK], (TANK, OTHER), id="both attacks"),
        pytest.param([ATTACK], (TANK,), id="one attack"),
        pytest.param([FIRE, CHIT, ATTACK], (), id="a shot, and an attack under another chit"),
        pytest.param([FIRE], (), id="a shot"),
        pytest.param([HOLDS, FIRE], (TANK,), id="somebody holds"),
        pytest.param([HOLDS, FAR_FIRE], (), id="somebody holds, and who fires is not beside him"),
        pytest.param([HOLDS, DEFENCE, TARGET, ATTACK], (TANK, OTHER), id="the defenders name whom they attack"),
        pytest.param([("axis", Said("we hold", stands_fast=True)), FIRE], (), id="the side that may act holds"),
    ],
)
def test_an_attack_and_a_side_that_holds_show_an_assault(
    told: list[tuple[str, TableEvent]], units: tuple[str, ...]
) -> None:
    record = told_first(*told)
    begun = action_begun_before(record, record[0][1].table)
    assert (begun and begun.kind) == (SegmentKind.ASSAULT if units else None)
    assert ({begun.unit, *begun.others} if begun else set()) == set(units)
