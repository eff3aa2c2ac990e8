"""The charts as HTML that VASSAL's chart window shows: Swing reads HTML 3.2, so tables, background colours and fonts.

The same tables serve a page for a browser. Everything is well-formed, every text is escaped, and a page is
pure ASCII (other characters as references), so that it reads right whatever character set is assumed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType

from adjudicator.game.charts import Band, Cell, Chart, ChartColumn, ChartRow
from adjudicator.game.game_data import GameData
from adjudicator.game.order_of_battle import Formation, WeaponClass
from adjudicator.game.provenance import Source

__all__ = [
    "HtmlPage",
    "cell_text",
    "chart_pages",
    "chart_table",
    "page",
    "plain_table",
    "result_colours",
    "sequence_of_play_page",
]

_PAPER, _INK, _FAINT, _HEAD, _HEAD_INK = "#fbf7ec", "#2b2418", "#7a6c52", "#5b4a2f", "#ffffff"
_LINES = "#b9ab8a"
_ROWS = ("#ffffff", "#f3ecd9")
_YES, _NO = "#cfe8cf", "#f1eeee"
_STYLE = (
    "body, td, th, p, h2, h3 { font-family: sans-serif } "
    "h3 { margin-top: 16; margin-bottom: 4 } p { margin-top: 4; margin-bottom: 4 }"
)
_WIDTH = 900
"""The width of a page: a window of VASSAL opens as wide as the page would be without line breaks."""
_RESULT_WIDTH = 40
_LADDER = ("#f4f6d2", "#ffe9a8", "#ffd27a", "#ffb066", "#f58a5e", "#e2574c")
"""The colours of results, from the mildest to the worst."""
_MINUS, _DASH = "\N{MINUS SIGN}", "\N{EN DASH}"
_NOT_SURE = "\N{DEGREE SIGN}"


@dataclass(frozen=True, slots=True)
class HtmlPage:
    """A page of the charts or help window."""

    title: str
    file_name: str
    html: str


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"{_MINUS}{-number}" if number < 0 else "0"


def _band(band: Band, signed: bool) -> str:
    """Return a band as players read it: ``2-3`` with a dash, ``7 or more``; ``+2 to +4`` if *signed*."""
    low, high = band.low, band.high
    if low is None or high is None:
        edge = low if high is None else high
        return "any" if edge is None else f"{edge} or {'more' if high is None else 'less'}"
    show, between = (_signed, " to ") if signed else (str, _DASH)
    return show(low) if low == high else f"{show(low)}{between}{show(high)}"


def cell_text(cell: Cell, kind: str, *, signed_bands: bool = False) -> str:
    """Return what a cell of a column of this *kind* shows; *signed_bands* if bands of the column go below 0."""
    if isinstance(cell, bool):
        return "yes" if cell else _DASH
    if isinstance(cell, Band):
        return _band(cell, signed_bands)
    if isinstance(cell, int):
        return _signed(cell) if kind == "signed" else str(cell)
    return cell


def result_colours(chart: Chart) -> dict[str, str]:
    """Return a colour for each code of *chart*, whose results are in it from the mildest to the worst."""
    codes, last = list(chart.results), len(_LADDER) - 1
    return {code: _LADDER[round(n * last / max(len(codes) - 1, 1))] for n, code in enumerate(codes)}


def _signed_bands(chart: Chart) -> frozenset[str]:
    return frozenset(
        name for row in chart.rows for name, cell in row.cells.items() if isinstance(cell, Band) and (cell.low or 0) < 0
    )


def _data(text: str, colour: str, *, ink: str = "", centred: bool = True, strong: bool = False) -> str:
    inside = escape(text)
    if strong:
        inside = f"<b>{inside}</b>"
    if ink:
        inside = f'<font color="{ink}">{inside}</font>'
    return f'<td bgcolor="{colour}" align="{"center" if centred else "left"}">{inside or "&#160;"}</td>'


@dataclass(frozen=True, slots=True)
class _Look:
    """The data by which the cells of a chart are coloured."""

    results: Mapping[str, str]
    weapons: Mapping[str, WeaponClass]
    names: Mapping[str, str]
    """The names of what cells give the ids of."""
    signed_bands: frozenset[str]
    """The columns whose bands go below 0."""


def _cell(column: ChartColumn, cell: Cell, ground: str, look: _Look) -> str:
    """Return a cell of the table: weapons in their colours, results and flags in theirs."""
    text = cell_text(cell, column.kind, signed_bands=column.id in look.signed_bands)
    if column.kind == "text" and text in look.weapons:
        weapon = look.weapons[text]
        name = f"{weapon.colour_name} {_DASH} {weapon.name}"
        return _data(name, weapon.colour, ink=weapon.ink, centred=False, strong=True)
    if column.kind == "text":
        return _data(look.names.get(text, text), ground, centred=False)
    if column.kind == "result":
        return _data(text, look.results.get(text, ground), strong=True)
    if column.kind == "flag":
        return _data(text, _YES if cell else _NO)
    return _data(text, ground, strong=True)


def _row(chart: Chart, row: ChartRow, ground: str, look: _Look, mark: str) -> str:
    """Return a row of the table; the first cell carries *mark*, the last one is its rule if any row has one."""
    cells = [_cell(column, row.cells[column.id], ground, look) for column in chart.columns]
    if mark:
        cells[0] = cells[0].replace("</td>", f' <font size="2">{mark}</font></td>')
    if any(other.rule for other in chart.rows):
        rule = f'<font size="2" color="{_FAINT}">{escape(row.rule or chart.rule)}</font>'
        cells.append(f'<td bgcolor="{ground}" align="left">{rule}</td>')
    return f"<tr>{''.join(cells)}</tr>\n"


def _head(chart: Chart) -> str:
    titles = [(column.title, _RESULT_WIDTH if column.kind == "result" else 0) for column in chart.columns]
    if any(row.rule for row in chart.rows):
        titles.append(("Rule", 0))
    return _titles(titles)


def _titles(titles: Iterable[tuple[str, int]]) -> str:
    """Return the first row of a table: titles and the widths of their columns, 0 for what they need."""
    cells = []
    for title, width in titles:
        room = f' width="{width}"' if width else ""
        inside = f'<font color="{_HEAD_INK}">{escape(title) or "&#160;"}</font>'
        cells.append(f'<th bgcolor="{_HEAD}"{room}>{inside}</th>')
    return f"<tr>{''.join(cells)}</tr>\n"


def _table(head: str, rows: Iterable[str], padding: int = 4) -> str:
    inside = head + "".join(rows)
    return f'<table border="0" cellspacing="1" cellpadding="{padding}" bgcolor="{_LINES}">\n{inside}</table>\n'


def _legend(chart: Chart, colours: Mapping[str, str]) -> str:
    """Return what the codes of the results mean, each on its colour."""
    if not chart.results:
        return ""
    cells = "".join(
        f'<td bgcolor="{colours[code]}"><b>{escape(code)}</b> {escape(meaning)}</td>'
        for code, meaning in chart.results.items()
    )
    return f'<table border="0" cellspacing="4" cellpadding="3">\n<tr>{cells}</tr>\n</table>\n'


def _remarks(chart: Chart) -> tuple[dict[str, str], list[str]]:
    """Return the marks of the rows that have a note or an estimated figure, and the lines that explain them."""
    notes = list(dict.fromkeys(row.note for row in chart.rows if row.note))
    marks = {
        row.key: (_NOT_SURE if row.source is Source.ESTIMATED else "")
        + (f"{notes.index(row.note) + 1})" if row.note else "")
        for row in chart.rows
    }
    lines = [f"{number}) {note}" for number, note in enumerate(notes, 1)]
    if any(row.source is Source.ESTIMATED for row in chart.rows):
        lines.append(f"{_NOT_SURE} estimated: correct it if you own the game")
    return marks, lines


def _row_names(chart: Chart) -> dict[str, str]:
    """Return the names of the rows of *chart* by their keys: what the first column says, if that is text."""
    first = chart.columns[0]
    return {row.key: str(row.cells[first.id]) for row in chart.rows if first.kind == "text"}


def chart_table(
    chart: Chart, weapons: Mapping[str, WeaponClass], formations: Mapping[str, Formation] = MappingProxyType({})
) -> str:
    """Return a chart as a heading, a table and its notes: a fragment for VASSAL's window and for a browser's page.

    Cells that hold the id of one of the *weapons* or *formations*, or of another row of the chart, show its name.
    """
    names = {formation.id: formation.name for formation in formations.values()} | _row_names(chart)
    look = _Look(result_colours(chart), weapons, names, _signed_bands(chart))
    marks, remarks = _remarks(chart)
    rows = (_row(chart, row, _ROWS[number % 2], look, marks[row.key]) for number, row in enumerate(chart.rows))
    rule = f' <font size="2" color="{_FAINT}">{escape(chart.rule)}</font>' if chart.rule else ""
    notes = "".join(f"<p>{escape(note)}</p>\n" for note in chart.notes)
    notes += "".join(f'<p><font size="2" color="{_FAINT}">{escape(line)}</font></p>\n' for line in remarks)
    return (
        f'<h3><a name="{escape(chart.id)}">{escape(chart.title)}</a>{rule}</h3>\n'
        f"{_table(_head(chart), rows)}{_legend(chart, look.results)}{notes}"
    )


def plain_table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of texts under *titles*."""
    lines = ["".join(_data(text, _ROWS[number % 2], centred=False) for text in row) for number, row in enumerate(rows)]
    return _table(_titles((title, 0) for title in titles), (f"<tr>{line}</tr>\n" for line in lines))


def page(title: str, body: str) -> str:
    """Return a whole page around *body*, in ASCII."""
    text = (
        f'<html>\n<head>\n<title>{escape(title)}</title>\n<style type="text/css">{_STYLE}</style>\n</head>\n'
        f'<body bgcolor="{_PAPER}" text="{_INK}">\n'
        f'<table border="0" cellspacing="0" cellpadding="6" width="{_WIDTH}">\n<tr><td>\n'
        f"<h2>{escape(title)}</h2>\n{body}</td></tr>\n</table>\n</body>\n</html>\n"
    )
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _file_name(number: int, title: str) -> str:
    """Return a page's file name; the number keeps two pages apart whose titles differ in signs alone."""
    slug = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
    return f"chart_{number}_{slug}.html"


def chart_pages(game: GameData) -> tuple[HtmlPage, ...]:
    """Return the pages of the charts window in the order in which the charts name them."""
    tables: dict[str, list[str]] = {}
    for chart in game.shown_charts:
        tables.setdefault(chart.page, []).append(chart_table(chart, game.weapons, game.formations))
    return tuple(
        HtmlPage(title, _file_name(number, title), page(title, "".join(parts)))
        for number, (title, parts) in enumerate(tables.items(), 1)
    )


def sequence_of_play_page(game: GameData) -> HtmlPage:
    """Return the sequence of play as a page: one row a step."""
    title = "Sequence of play"
    rows = (
        f'<tr><td bgcolor="{_HEAD}" align="center" valign="top">'
        f'<font color="{_HEAD_INK}" size="5"><b>{step.number}</b></font></td>'
        f'<td bgcolor="{_ROWS[number % 2]}"><b>{escape(step.title)}</b>'
        f' <font size="2" color="{_FAINT}">{escape(step.rule)}</font><p>{escape(step.text)}</p></td></tr>\n'
        for number, step in enumerate(game.sequence_of_play)
    )
    return HtmlPage(title, "sequence_of_play.html", page(title, _table("", rows, padding=6)))
