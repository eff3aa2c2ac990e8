"""The charts, the sequence of play and the help as HTML: well-formed, escaped, complete, and plain enough for Swing."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from lxml import etree

from adjudicator.game.charts import Band, Chart, ChartColumn, ChartRow
from adjudicator.game.game_data import HelpSection
from adjudicator.game.loading import find_game, load_game
from adjudicator.game.order_of_battle import WeaponClass
from adjudicator.game.provenance import Source
from vmod_builder.charts_html import (
    HtmlPage,
    cell_text,
    chart_pages,
    chart_table,
    page,
    result_colours,
    sequence_of_play_page,
)
from vmod_builder.how_to_play import help_page

GAME = load_game(find_game("no-question-of-surrender"))
TWO_WELLS = Path(__file__).parent.parent / "examples" / "two_wells"
PAGES = (*chart_pages(GAME), sequence_of_play_page(GAME), help_page(GAME))
SWING_TAGS = {
    "html", "head", "title", "style", "body", "table", "tr", "td", "th", "font", "b", "p", "h2", "h3", "a",
}  # fmt: skip
NASTY = """<script>"&'</td>"""
ids = pytest.mark.parametrize("html_page", PAGES, ids=lambda html_page: html_page.file_name)


def tree(html: str) -> etree._Element:
    return etree.fromstring(html.encode("ascii"))


def chart_rows(chart: Chart) -> list[etree._Element]:
    """Return the rows of a chart's table, its head first: the table behind the heading, inside the page's own one."""
    table = list(tree(page("x", chart_table(chart, GAME.weapons, GAME.formations))).iter("table"))[1]
    return table.findall("tr")


def text_of(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


@ids
def test_a_page_is_well_formed_ascii_with_nothing_that_swing_cannot_read(html_page: HtmlPage) -> None:
    root = tree(html_page.html)
    assert {str(element.tag) for element in root.iter()} <= SWING_TAGS
    colours = [
        value for element in root.iter() for name in ("bgcolor", "color", "text") if (value := element.get(name))
    ]
    assert colours
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours)


def test_no_page_shows_an_id() -> None:
    kinds = (GAME.formations, GAME.units, GAME.chits, GAME.markers, GAME.divisions)
    ids_of = {key for kind in kinds for key in kind if "-" in key}
    for html_page in PAGES:
        cells = {text_of(cell) for cell in tree(html_page.html).iter("td")}
        assert not cells & ids_of
    [command] = [html_page for html_page in PAGES if html_page.title == "Command"]
    assert "13 DBLE" in {text_of(cell) for cell in tree(command.html).iter("td")}


def test_every_page_has_its_own_file() -> None:
    names = [html_page.file_name for html_page in PAGES]
    assert len({name.lower() for name in names}) == len(names)
    assert all(re.fullmatch(r"[a-z0-9_]+\.html", name) for name in names)


def test_every_chart_can_be_reached_once_with_all_its_rows_and_notes() -> None:
    roots = [tree(html_page.html) for html_page in chart_pages(GAME)]
    anchors = [anchor.get("name") for root in roots for anchor in root.iter("a")]
    assert anchors == list(GAME.charts)
    shown = " ".join(text_of(root) for root in roots)
    for chart in GAME.charts.values():
        wanted = [chart.title, *chart.notes, *(column.title for column in chart.columns)]
        wanted += [note for row in chart.rows if (note := row.note)]
        for text in wanted:
            assert " ".join(text.split()) in shown, (chart.id, text)


@pytest.mark.parametrize("chart", GAME.charts.values(), ids=lambda chart: chart.id)
def test_a_table_has_a_row_for_each_row_and_a_cell_for_each_cell(chart: Chart) -> None:
    head, *rows = chart_rows(chart)
    assert len(rows) == len(chart.rows)
    names = {row.key: row.cells[chart.columns[0].id] for row in chart.rows}
    for tr, row in zip(rows, chart.rows, strict=True):
        assert len(tr) == len(head) in (len(chart.columns), len(chart.columns) + 1)
        for td, column in zip(tr, chart.columns, strict=False):
            cell = row.cells[column.id]
            if isinstance(cell, str) and cell in GAME.formations:
                assert text_of(td) == GAME.formations[cell].name
            elif isinstance(cell, str) and cell not in GAME.weapons:
                said = str(names.get(cell, cell))  # another row is called by its name, never by its key
                assert text_of(td).startswith(" ".join(said.split()))


def test_results_and_weapons_stand_in_their_colours() -> None:
    chart = GAME.charts["combat-results-unarmoured"]
    colours = result_colours(chart)
    assert len(set(colours.values())) == len(colours) == len(chart.results)
    for tr, row in zip(chart_rows(chart)[1:], chart.rows, strict=True):
        weapon = GAME.weapons[row.key]
        assert tr[0].get("bgcolor") == weapon.colour
        assert text_of(tr[0]) == f"{weapon.colour_name} – {weapon.name}"
        assert [td.get("bgcolor") for td in list(tr)[1:]] == [colours[str(row.cells[str(die)])] for die in range(9)]


@pytest.mark.parametrize(
    ("cell", "kind", "signed_bands", "shown"),
    [
        (3, "integer", False, "3"),
        (3, "signed", False, "+3"),
        (-2, "signed", False, "−2"),
        (0, "signed", False, "0"),
        (True, "flag", False, "yes"),
        (False, "flag", False, "–"),
        (Band(4, 4), "band", False, "4"),
        (Band(2, 3), "band", False, "2–3"),
        (Band(7, None), "band", False, "7 or more"),
        (Band(None, 2), "band", False, "2 or less"),
        (Band(None, None), "band", False, "any"),
        (Band(-3, 1), "band", True, "−3 to +1"),
        (Band(2, 4), "band", True, "+2 to +4"),
        (Band(-3, -3), "band", True, "−3"),
        ("S?", "result", False, "S?"),
    ],
)
def test_what_a_cell_shows(cell: int | str | bool | Band, kind: str, signed_bands: bool, shown: str) -> None:
    assert cell_text(cell, kind, signed_bands=signed_bands) == shown


def nasty_chart() -> Chart:
    columns = (ChartColumn("a", NASTY, "text"), ChartColumn("b", "B", "result"))
    row = ChartRow(NASTY, {"a": NASTY, "b": NASTY}, Source.ESTIMATED, NASTY, NASTY)
    return Chart("nasty", NASTY, NASTY, NASTY, columns, (row,), {NASTY: NASTY}, (NASTY,))


def test_every_text_is_escaped() -> None:
    weapons = {NASTY: WeaponClass(NASTY, NASTY, NASTY, "#ffffff", "#000000")}
    for table in (chart_table(nasty_chart(), weapons), chart_table(nasty_chart(), {})):
        root = tree(page(NASTY, table))
        assert {str(element.tag) for element in root.iter()} <= SWING_TAGS
        assert text_of(root).count("<script>") >= 9
    steps = tuple(dataclasses.replace(step, title=NASTY, text=NASTY, rule=NASTY) for step in GAME.sequence_of_play)
    game = dataclasses.replace(GAME, name=NASTY, sequence_of_play=steps)
    for html_page in (sequence_of_play_page(game), help_page(game)):
        assert {str(element.tag) for element in tree(html_page.html).iter()} <= SWING_TAGS


def test_pages_whose_titles_differ_in_signs_alone_have_two_files() -> None:
    charts = {name: dataclasses.replace(nasty_chart(), id=name, page=name) for name in ("one page", "one-page")}
    assert len({html_page.file_name for html_page in chart_pages(dataclasses.replace(GAME, charts=charts))}) == 2


def test_equal_notes_share_a_mark_and_estimated_rows_have_one() -> None:
    columns = (ChartColumn("a", "A", "text"),)
    rows = tuple(
        ChartRow(key, {"a": key}, source, note=note)
        for key, source, note in (
            ("sure", Source.RULEBOOK, ""),
            ("one", Source.RULEBOOK, "Likely."),
            ("two", Source.ESTIMATED, "Likely."),
            ("three", Source.ESTIMATED, ""),
        )
    )
    text = text_of(tree(page("x", chart_table(Chart("c", "C", "P", "", columns, rows), {}))))
    assert "sure one 1) two °1) three ° 1) Likely. ° estimated" in text


def test_the_sequence_of_play_is_complete() -> None:
    shown = text_of(tree(sequence_of_play_page(GAME).html))
    for step in GAME.sequence_of_play:
        assert f"{step.number}{step.title} {step.rule}{' '.join(step.text.split())}" in shown.replace(" " * 2, " ")


def test_the_help_says_only_what_the_game_has() -> None:
    siege, wells = (text_of(tree(help_page(game).html)) for game in (GAME, load_game(TWO_WELLS)))
    for words in ("Rommel is placed", "RAF air strike", "Hidden guns", "Susan Travers", "French Morale"):
        assert words in siege
        assert words not in wells
    assert "Make the rolls in the order of the sequence of play" in wells
    section = HelpSection("The ferry", ("Drag the unit & say so.", "Then roll."))
    more = dataclasses.replace(load_game(TWO_WELLS), help=(section, HelpSection("The mug", ("One more thing.",))))
    text = text_of(tree(help_page(more).html))
    assert "The ferry Drag the unit & say so. Then roll." in text
    assert text.index("One more thing.") < text.index("What a counter can do")


def test_the_help_lists_every_scenario_action_and_state() -> None:
    cells = {text_of(td) for td in tree(help_page(GAME).html).iter("td")}
    words = {action.words for action in GAME.actions} | {action.menu for action in GAME.actions}
    for state in GAME.states:
        words |= {state.off_menu} | {level.menu for level in state.levels} | {level.words for level in state.levels}
    words |= {f"{scenario.number}. {scenario.title}" for scenario in GAME.scenarios.values()}
    assert words - {""} <= cells
    assert {"Ctrl+F", "Ctrl+Shift+M"} <= cells
