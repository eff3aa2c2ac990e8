"""Words by which an action of a unit begins, and those of an assault that was begun before the first file."""

from __future__ import annotations

import pytest

from adjudicator.game.action_words import Declaration
from adjudicator.game.start import start_position
from adjudicator.referee.events import Declared, ObservedStep
from adjudicator.referee.segments.queries import is_begun_in_words
from adjudicator.referee.segments.segment import Segment, SegmentKind
from tests.support.rule_cases import built_in_game

TANK, OTHER = "1-viii-132", "2-viii-132"


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
