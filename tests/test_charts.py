"""The charts of No Question of Surrender: every cell against what the rulebook and the series rules say."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.game.charts import Band, Chart
from adjudicator.game.loading import find_game, load_game

GAME = load_game(find_game("no-question-of-surrender"))
CASES: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "game" / "charts.toml").read_text("utf-8")
)
PAGES = (
    "Combat", "Fire modifiers", "Troop quality", "Terrain and movement", "Weather and air", "Supply and morale",
    "Random events", "Artillery", "Command",
)  # fmt: skip


def cases(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", CASES[kind], ids=[case.get("of") or case["chart"] for case in CASES[kind]])


def column_of(name: str) -> tuple[Chart, str]:
    chart, column = name.split()
    return GAME.charts[chart], column


@cases("combat")
def test_every_result_of_the_combat_tables(case: dict[str, Any]) -> None:
    chart = GAME.charts[case["chart"]]
    dice = [column.id for column in chart.columns[1:]]
    assert dice == [str(die) for die in range(9)]
    assert {row.key: " ".join(str(row.cells[die]) for die in dice) for row in chart.rows} == case["rows"]
    assert {row.cells["weapon"] for row in chart.rows} == set(GAME.weapons)


@cases("cells")
def test_the_cells_of_a_column(case: dict[str, Any]) -> None:
    chart, column = column_of(case["of"])
    assert {row.key: row.cells[column] for row in chart.rows} == case["is"]


@cases("yes")
def test_the_flags_of_a_column(case: dict[str, Any]) -> None:
    chart, column = column_of(case["of"])
    assert all(isinstance(row.cells[column], bool) for row in chart.rows)
    assert {row.key for row in chart.rows if row.cells[column]} == set(case["is"])


@cases("bands")
def test_the_bands_of_a_column(case: dict[str, Any]) -> None:
    chart, column = column_of(case["of"])
    assert {row.key: row.cells[column] for row in chart.rows} == {key: Band(*ends) for key, ends in case["is"].items()}


@cases("lookups")
def test_looking_up_a_number(case: dict[str, Any]) -> None:
    name, band, column = case["of"].split()
    found = {}
    for number in case["is"]:
        row = GAME.charts[name].lookup(band, int(number))
        found[number] = row.cells[column] if row else ""
    assert found == case["is"]


@cases("same")
def test_a_summary_says_what_the_chart_says_that_the_rules_read(case: dict[str, Any]) -> None:
    (summary, column), (chart, other) = column_of(case["of"]), column_of(case["as"])
    shared = {row.key for row in summary.rows} & {row.key for row in chart.rows}
    assert shared
    assert {k: summary.row(k).cells[column] for k in shared} == {k: chart.row(k).cells[other] for k in shared}


def test_every_figure_of_every_chart_is_in_a_case() -> None:
    proved = {tuple(case["of"].split()[:2]) for kind in ("cells", "yes", "bands") for case in CASES[kind]}
    proved |= {(case["of"].split()[0], column) for case in CASES["lookups"] for column in case["of"].split()[1:]}
    combat = {case["chart"] for case in CASES["combat"]}
    figures = {
        (chart.id, column.id)
        for chart in GAME.charts.values()
        for column in chart.columns
        if column.kind != "text" and chart.id not in combat
    }
    assert figures - proved == set()


def test_the_bands_of_a_die_that_must_give_a_row_cover_all_ten() -> None:
    for name in ("weather", "strike-turn", "supply-roll", "random-event-chit", "command-points"):
        chart = GAME.charts[name]
        for die in range(10):
            rows = [row for row in chart.rows if isinstance(cell := row.cells["die"], Band) and die in cell]
            assert len(rows) == 1, (name, die)


def test_a_barrage_is_one_thing_in_every_chart() -> None:
    for level in ("light", "heavy"):
        barrage = GAME.charts["barrage"].row(level).cells
        key = f"{level}-barrage"
        assert barrage["fire"] == GAME.charts["fire-modifiers-firer"].row(key).cells["value"]
        assert barrage["troop_quality"] == GAME.charts["troop-quality-modifiers"].row(key).cells["value"]
        assert barrage["assault"] == GAME.charts["state-effects"].row(key).cells["assault"]
        assert barrage["may_assault"] == GAME.charts["state-effects"].row(key).cells["may_assault"]


def test_the_charts_agree_with_the_rest_of_the_data() -> None:
    charts = GAME.charts
    assert charts["stacking"].row("not-in-column").cells["value"] == GAME.stacking.not_in_column
    assert charts["stacking"].row("in-column").cells["value"] == GAME.stacking.in_column
    for row in charts["chit-prices"].rows:
        price = row.cells["price"]
        assert isinstance(price, int)
        assert row.cells["trieste"] == price * GAME.divisions["trieste"].chit_cost_factor
    assert {row.cells["name"] for row in charts["weather"].rows} == set(GAME.map.tracks["weather"].spaces)
    assert [row.cells["name"] for row in charts["supply-levels"].rows] == list(GAME.map.tracks["supply"].spaces)
    assert {row.cells["turn"] for row in charts["strike-turn"].rows} == set(GAME.calendar.turns)
    assert {row.key for row in charts["terrain-costs"].rows} == {*GAME.map.terrains, "trail"}
    assert {row.key for row in charts["axis-withdrawal"].rows} <= set(GAME.divisions)
    assert {row.key for row in charts["artillery-parks"].rows} <= set(GAME.map.boxes)


def test_every_weapon_that_a_chart_names_is_one() -> None:
    for name, column in (("weapon-modes", "weapon"), ("weapon-modes", "direct_line"), ("air-strike", "weapon")):
        assert {row.cells[column] for row in GAME.charts[name].rows} - {""} <= set(GAME.weapons)


def test_the_pages_are_those_of_the_charts_window() -> None:
    assert tuple(dict.fromkeys(chart.page for chart in GAME.charts.values())) == PAGES


def test_what_is_assumed_is_marked_as_estimated() -> None:
    for chart in GAME.charts.values():
        for row in chart.rows:
            if row.note.startswith("Assumed"):
                assert row.source == "estimated", (chart.id, row.key)
            if row.source == "estimated":
                assert row.note or chart.notes, (chart.id, row.key)


def test_a_row_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(KeyError, match="barrage has no row 'huge'; there are: light, heavy"):
        GAME.charts["barrage"].row("huge")
