"""The page of many games: one sortable table with a link to the page of each game, and what they have in common."""

from __future__ import annotations

from collections.abc import Iterator
from string import Template
from typing import Final

from ..entries_text import switch_words
from ..game_summary import GameVerdict
from ..games_table import GameRow, GamesTable
from ..safe_text import count
from .dice_section import die_article
from .markup import Html, join, tag
from .rendering import FIRST_SCRIPT, joined, page_text, policy

__all__ = ["games_page"]

_HEADS: Final = (
    ("Game", "text"), ("Verdict", "text"), ("Players", "text"), ("Scenario", "text"), ("Turn", "text"),
    ("Standing", "text"), ("Actions", "number"), ("Illegal", "number"), ("Undecided", "number"),
    ("Faults", "number"), ("Dice", "number"), ("Files", "number"),
)  # fmt: skip
_MARKS: Final = {
    GameVerdict.LEGAL: ("✓", "legal"),
    GameVerdict.ILLEGAL: ("✗", "illegal"),
    GameVerdict.UNDECIDED: ("?", "undecided"),
    GameVerdict.NOT_REFEREED: ("i", "note"),
    GameVerdict.UNREADABLE: ("✗", "illegal"),
}
_GRAVITY: Final = (
    GameVerdict.ILLEGAL, GameVerdict.UNREADABLE, GameVerdict.UNDECIDED, GameVerdict.NOT_REFEREED, GameVerdict.LEGAL,
)  # fmt: skip
_TITLE: Final = "Games of a tournament"
_MAX_DICE: Final = 12
"""The greatest number of dice that are all shown with a chart; of more only those that are remarkable."""


def games_page(table: GamesTable) -> bytes:
    """Return the page."""
    style, script = joined(("page.css", "games.css")), joined(("games.js",))
    parts = {
        "policy": policy(style, script),
        "title": join([_TITLE]),
        "style": style,
        "first_script": FIRST_SCRIPT,
        "total": join([table.total]),
        "sort": join(_sort_options()),
        "rows": _table(table),
        "sections": join(_sections(table)),
        "script": script,
    }
    return Template(page_text("games.html")).substitute(parts).encode()


def _sort_options() -> Iterator[Html]:
    yield tag("option", "as found", value="")
    for number, (name, _kind) in enumerate(_HEADS):
        yield tag("option", name, value=number)


def _table(table: GamesTable) -> Html:
    heads = (
        tag("th", tag("button", name, type="button", data_column=number, data_kind=kind), scope="col")
        for number, (name, kind) in enumerate(_HEADS)
    )
    body = (_row(row) for row in table.rows)
    whole = tag("table", tag("caption", _caption(table)), tag("thead", tag("tr", *heads)),
                tag("tbody", *body), id="games")  # fmt: skip
    return tag("div", whole, class_="scroll", tabindex=0, role="region", aria_label="Games")


def _caption(table: GamesTable) -> str:
    unreadable = sum(row.summary.verdict is GameVerdict.UNREADABLE for row in table.rows)
    games = count(len(table.rows) - unreadable, "game")
    return f"{games} and {count(unreadable, 'file')} that cannot be read" if unreadable else games


def _row(row: GameRow) -> Html:
    summary, die = row.summary, row.main_die
    refereed, readable = summary.place is not None, summary.verdict is not GameVerdict.UNREADABLE
    name = [_link(row.pages[0], row.name) if row.pages else tag("span", row.name)]
    name += [tag("span", " ", _link(page, f"part {number}"))
             for number, page in enumerate(row.pages[1:], 2)]  # fmt: skip
    details = [*([summary.problem] if summary.problem else []), *row.remarks]
    if details:
        words = count(len(details), "remark")
        name.append(tag("details", tag("summary", words), tag("ul", *(tag("li", each) for each in details))))
    sign, kind = _MARKS[summary.verdict]
    mark = tag("span", f"{sign} {summary.words}", class_=f"mark {kind}")
    faults = f"{summary.faults}" + (f" +{summary.questions}?" if summary.questions else "")
    cells: tuple[tuple[str, str | float | None], ...] = (
        (mark, _GRAVITY.index(summary.verdict)), (row.players, None), (row.scenario, None), (row.turn, None),
        (row.standing, None),
        *(((str(number) if refereed else ""), number if refereed else None)
          for number in (summary.actions, summary.illegal, summary.undecided)),
        (faults if readable else "", summary.faults if readable else None),
        (row.dice, die.mean if die else None), (str(len(row.files)), len(row.files)),
    )  # fmt: skip
    rest = (
        tag("td", words, data_value=value, data_label=label)
        for (words, value), (label, _kind) in zip(cells, _HEADS[1:], strict=True)
    )
    return tag("tr", tag("th", *name, scope="row", data_value=row.name), *rest)


def _link(page: str, words: str) -> Html:
    return tag("a", words, href=page)


def _sections(table: GamesTable) -> Iterator[Html]:
    if table.dice:
        shown = [each for each in table.dice if len(table.dice) <= _MAX_DICE or each.verdict == "remarkable"]
        left_out = len(table.dice) - len(shown)
        rest = [tag("p", f"{count(left_out, 'other player')}: nothing remarkable.")] if left_out else []
        articles = tag("div", *(die_article(each, "h3") for each in shown), class_="abreast")
        yield _section("dice", "Dice of all games", tag("p", table.dice_words), articles, *rest)
    if table.switches or table.estimated:
        lines = [
            f"{count(actions, 'action')} of {count(games, 'game')}: {switch_words(name, table.house_rules)}"
            for name, actions, games in table.switches
        ]
        lines += [table.estimated] if table.estimated else []
        yield _section("same", "The same in all games", tag("ul", *(tag("li", line) for line in lines)))
    if table.orphans:
        names = (tag("li", name) for name in table.orphans)
        yield _section("orphans", "Saves that belong to no game", tag("ul", *names))


def _section(identifier: str, title: str, *children: str) -> Html:
    return tag("section", tag("h2", title, id=f"{identifier}-title"), *children, id=identifier, class_="told",
               aria_labelledby=f"{identifier}-title")  # fmt: skip
