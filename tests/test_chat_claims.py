"""The rating that a player claims for a shot in the chat: the figure, the sum, and what only looks like one."""

from __future__ import annotations

import pytest

from adjudicator.game.play import RollPurpose
from adjudicator.game.start import start_position
from adjudicator.referee.entries.chat_claims import claim_findings
from adjudicator.referee.events import Said
from adjudicator.referee.segments.segment import Segment, SegmentKind
from adjudicator.rules.ruling import Modifier, Resolution
from tests.support.rule_cases import built_in_game
from tests.support.table_log import steps

RATING = 3


@pytest.mark.parametrize(
    ("said", "claims"),
    [
        ("rating 3", []),
        ("rating 5", [5]),
        ("FR 5-2=3, S", []),
        ("FR 5 - 1", [4]),
        ("Rating 6 + 1 (S4.1) - 2 (maximum range, armour) - 2 (walls) = 3.", []),
        ("Rating 6 + 1 (S4.1) - 2 (maximum range, armour) = 5.", [5]),
        ("rating 5 -2 walls = 3", []),
        ("rating 5, -2 for the walls", []),
        ("rating 3, die = 4", []),
        ("rating 3. 5 - 2 is a miss", []),
    ],
)
def test_the_rating_that_is_claimed(said: str, claims: list[int]) -> None:
    modifiers = (Modifier("range", "Range", -2, "GTS R9.9"),)
    shot = Resolution(RollPurpose.FIRE, "l-2-13-dble", "", 5, modifiers, RATING, 2, "S", "GTS R9.2", "pink")
    here = steps(('Bert | "here"',), start_position(built_in_game(), 1))
    found = claim_findings(Segment(SegmentKind.FIRE, events=(Said(said),), steps=here), (shot,))
    assert [int(each.text.split(" was said to be ")[1].split(";")[0]) for each in found] == claims
