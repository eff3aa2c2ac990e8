"""Holds the picture of a position to what it promises: all of it is there, legible, inside, and always the same."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from lxml import etree

from adjudicator.drawing.counters import COUNTER_SIZE
from adjudicator.drawing.fanning import NAME_BAR, fanned
from adjudicator.drawing.placed_counters import PlacedCounter, placed_counters
from adjudicator.drawing.position_picture import position_svg
from adjudicator.drawing.sheet_plan import SheetPlan, sheet_plan
from adjudicator.drawing.style import load_style
from adjudicator.game.start import start_position

from .rule_cases import built_in_game

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
STYLE = load_style(None)
SCENARIOS = tuple(built_in_game().scenarios)


@cache
def plan_of(scenario: int) -> SheetPlan:
    return sheet_plan(built_in_game(), scenario)


def covered(bar: PlacedCounter, by: PlacedCounter) -> bool:
    """Tell whether a counter lies over the name bar of another one."""
    width, height = COUNTER_SIZE * bar.scale, (NAME_BAR - 1) * bar.scale
    across = min(bar.x + width, by.x + COUNTER_SIZE * by.scale) - max(bar.x, by.x)
    down = min(bar.y + height, by.y + COUNTER_SIZE * by.scale) - max(bar.y, by.y)
    return across > 0.01 and down > 0.01


@pytest.mark.parametrize("count", [*range(1, 12), 25, 60])
@pytest.mark.parametrize("size", [(81, 94), (448, 344), (190, 90), (700, 178)])
def test_a_fan_hides_no_name_and_stays_inside(size: tuple[int, int], count: int) -> None:
    spots = fanned(*size, count)
    assert len(spots) == count
    counters = [PlacedCounter("", (), spot.x, spot.y, spot.scale, "") for spot in spots]
    for lower, upper in combinations(counters, 2):
        assert not covered(lower, upper)
    for spot in spots:
        assert -0.01 <= spot.x <= size[0] - COUNTER_SIZE * spot.scale + 0.01
        assert -0.01 <= spot.y <= size[1] - COUNTER_SIZE * spot.scale + 0.01


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_start_is_drawn_whole(scenario: int) -> None:
    position = start_position(built_in_game(), scenario)
    placed = placed_counters(plan_of(scenario), position)
    things = [counter.thing for counter in placed]
    assert len(things) == len(set(things))
    assert {f"unit {unit}" for unit in position.units} <= set(things)
    root = etree.fromstring(position_svg(position, STYLE).encode())
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {f"#{each}" for each in ids} == {element.get(HREF) for element in root.iter(f"{SVG}use")}
