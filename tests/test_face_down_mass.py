"""An audit for a viewer who may not know a face-down Gun Unit accuses nobody because of the steps under it (R9.13)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.audit.dice import load_patterns
from adjudicator.referee.viewer_pipeline import referee_for
from adjudicator.rules.switches import HouseRules
from adjudicator.viewing.viewer import Viewer
from tests.support.rule_cases import built_in_game
from tests.support.table_scripts import entry_line, play

GUNS = ("3-1-antichar", "dummy-1")
OPENING = """
axis
draw formation-132-corazzato
1/VIII/132: direct fire at 5/2/13 DBLE
roll {die}
{applied}
"""
VIEWERS = (Viewer("axis"), Viewer())


def start(beside: str) -> dict[str, Any]:
    """Return a start in which four French steps stand in 24.13 beside a gun or a dummy, and a tank next to them."""
    other = next(gun for gun in GUNS if gun != beside)
    return {
        "chit": "division-ariete",
        "mug": ["formation-132-corazzato", "division-french"],
        "units": {
            "1-viii-132": {"place": "25.13", "status": "on-map"},
            "5-2-13-dble": {"place": "24.13"},
            "6-2-13-dble": {"place": "24.13"},
            "7-2-13-dble": {"place": "20.15"},
            "l-2-13-dble": {"place": "20.14"},
            "m-2-13-dble": {"place": "20.14"},
            beside: {"place": "24.13", "hidden": True},
            other: {"place": "20.13", "hidden": True},
        },
        "leaders": {"leader-pasqualini": "25.13", "leader-amilakvary": "24.13"},
    }


def audited(beside: str, die: int, applied: str, viewer: Viewer) -> list[str]:
    """Return what is said of a shot at the hex."""
    files = play(OPENING.format(die=die, applied=applied).splitlines(), scenario=1, on_line=True, start=start(beside))
    game = referee_for(viewer, tuple(files), built_in_game(), HouseRules(), load_patterns(()))
    chit, *others = [entry_line(entry) for entry in game.entries]
    assert chit.startswith("legal: the chit ")
    return others


@pytest.mark.parametrize("beside", GUNS)
@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.side or "anybody")
@pytest.mark.parametrize("applied", ["", "5/2/13 DBLE: 1 cohesion hit"])
def test_a_result_that_hangs_on_the_steps_is_left_open(beside: str, viewer: Viewer, applied: str) -> None:
    said = audited(beside, 3, applied, viewer)
    assert len(said) == 1
    assert said[0].startswith("undecided: ")
    assert said[0].endswith("| GTS R9.13 steps-face-down")


@pytest.mark.parametrize("viewer", VIEWERS, ids=lambda viewer: viewer.side or "anybody")
def test_gun_and_dummy_get_the_same_ruling(viewer: Viewer) -> None:
    for die, applied in ((3, ""), (4, ""), (0, "5/2/13 DBLE: 1 cohesion hit"), (4, "5/2/13 DBLE: 1 cohesion hit")):
        assert audited(GUNS[0], die, applied, viewer) == audited(GUNS[1], die, applied, viewer)


def test_a_result_that_no_steps_would_give_is_told() -> None:
    assert audited("dummy-1", 4, "5/2/13 DBLE: 1 cohesion hit", Viewer("axis"))[0].startswith("illegal: ")


def test_its_owner_and_the_referee_are_told_the_truth() -> None:
    for viewer in (Viewer("french"), Viewer(referee=True)):
        assert audited("dummy-1", 3, "", viewer)[0].startswith("legal: ")
        assert audited("3-1-antichar", 3, "5/2/13 DBLE: 1 cohesion hit", viewer)[0].startswith("legal: ")
        assert audited("dummy-1", 3, "5/2/13 DBLE: 1 cohesion hit", viewer)[0].startswith("illegal: ")
