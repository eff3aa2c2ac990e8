"""The sections of a page on a refereed game besides its entries: what is owed, totals, the course of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ...game.game_data import GameData
from ...game.position import Position
from ...game.position_words import time_words
from ...referee.entries.entry import Entry, Owed, RefereedGame
from ...referee.entries.tallies import Phase, Tally, by_player, by_rule, course, side_name, unexplained
from ...rules.catalogue import rule_catalogue
from ...rules.standing import Standing
from ...viewing.viewer import Viewer
from ..standing_text import standing_rows
from ..your_move_text import HEADING, NOTHING_OWED, move_parts, owed_details, owed_word, turn_words
from .charts import Series, line_chart
from .citations import Citations
from .game_entries import chit_name, player_words
from .markup import Html, join, link, table, tag
from .page_model import Section

__all__ = [
    "answer_sections",
    "course_sections",
    "owed_sections",
    "total_sections",
    "unexplained_sections",
    "victory_sections",
]

_VERDICTS = ("legal", "illegal", "undecided", "waived")


def _entry_link(number: int, text: str = "") -> Html:
    """Return a link to an entry."""
    return link(f"entry-{number}", text or str(number), class_="to-entry")


def owed_sections(
    game: RefereedGame, shown: Collection[int], citations: Citations, viewer: Viewer
) -> tuple[Section, ...]:
    """Return what each side owes and may do now. *shown* are the page's entries."""
    parts: list[Html] = [tag("p", turn_words(game.end))]
    if not game.owed:
        parts.append(tag("p", NOTHING_OWED.capitalize()))
    for part in move_parts(game, viewer):
        parts.append(tag("h3", part.side))
        parts.append(tag("ul", *(_owed(each, game, shown, citations) for each in part.owed), class_="owed"))
    return (Section("owed", HEADING, join(parts)),)


def answer_sections(lines: Sequence[str]) -> tuple[Section, ...]:
    """Return the answer to the opponent, to be copied; none without *lines*."""
    if not lines:
        return ()
    text = tag("pre", *(each for line in lines for each in (line, Html("\n"))), id="answer-text", tabindex=0)
    copied = tag("button", "Copy", type="button", id="copy-answer", class_="needs-script")
    said = tag("output", id="answer-copied", for_="answer-text")
    intro = tag("p", "It has nothing in it that only one side may know.", class_="fine")
    return (Section("answer", "Answer to your opponent", join([intro, text, copied, said])),)


def victory_sections(standing: Standing, position: Position, viewer: Viewer) -> tuple[Section, ...]:
    """Return who has won, or would win now, and the figures behind it."""
    rows = standing_rows(standing, position, viewer)
    return (Section("victory", "Victory", table(f"Victory ({standing.rule})", ("", ""), rows)),)


def _owed(owed: Owed, game: RefereedGame, shown: Collection[int], citations: Citations) -> Html:
    number = owed.entry
    origin = [", from ", _entry_link(number, f"entry {number}")] if number in shown else []
    details = [tag("div", text) for text in owed_details(owed, game.end)]
    return tag(
        "li", tag("b", owed_word(owed)), f" {owed.text} (", citations.rule(owed.rule), ")", *origin, *details
    )  # fmt: skip


def total_sections(entries: Collection[Entry], game: GameData, citations: Citations) -> tuple[Section, ...]:
    """Return the rulings counted by player and by rule."""
    players = [
        (player_words(player, side_name(game, side)) or "?", *_figures(counts, _VERDICTS))
        for (side, player), counts in by_player(entries).items()
    ]
    titles = rule_catalogue().rules
    rules = [
        (citations.rule(rule), *_figures(counts, _VERDICTS[1:]), titles[rule].title if rule in titles else "")
        for rule, counts in by_rule(entries).items()
    ]
    tables = [table("Rulings by player", ("", *_VERDICTS), players, "figures")]
    if rules:
        tables.append(table("Findings by rule", ("", *_VERDICTS[1:], "What it is about"), rules, "figures"))
    return (Section("totals", "Totals", tag("div", *tables, class_="abreast")),)


def _figures(counts: Tally, names: Sequence[str]) -> list[str]:
    return [str(getattr(counts, name) or "–") for name in names]


def unexplained_sections(entries: Collection[Entry], citations: Citations) -> tuple[Section, ...]:
    """Return what changed without an action that explains it; none if nothing did."""
    rows = [
        tag(
            "li", _entry_link(entry.number, f"Entry {entry.number}"), f": {finding.text} (",
            citations.rule(finding.rule), ")",
        )
        for entry, finding in unexplained(entries)
    ]  # fmt: skip
    return (Section("unexplained", "Unexplained changes", tag("ul", *rows)),) if rows else ()


# the course of the game


def course_sections(game: RefereedGame) -> tuple[Section, ...]:
    """Return losses and points chit by chit, as charts and as a table; none if no chit was played."""
    phases = course(game)
    if not phases:
        return ()
    labels = [time_words(phase.after, phase.time) for phase in phases]
    charts = [
        line_chart(title, series, labels) for title, series in _charts(phases, game.book.game)
        if any(value for each in series for value in each.values)
    ]  # fmt: skip
    body = join([tag("div", *charts, class_="abreast"), _course_table(game, phases)])
    return (Section("course", "The course of the game", body),)


def _charts(phases: Sequence[Phase], game: GameData) -> Iterator[tuple[str, list[Series]]]:
    yield "Cumulative step losses", [Series(game.sides[s].name, _summed(phases, s)) for s in game.sides]
    for title, kind in (("Command Points", "command"), ("Dispatch Points", "dispatch")):
        divisions = list(phases[-1].points)
        series = [
            Series(game.divisions[name].name, [_points(phase, name, kind) for phase in phases]) for name in divisions
        ]
        yield f"{title} after each chit", [each for each in series if any(each.values)]
    yield "Morale after each chit", [Series("Morale", [phase.after.morale or 0 for phase in phases])]


def _summed(phases: Sequence[Phase], side: str) -> list[int]:
    total, sums = 0, []
    for phase in phases:
        total += phase.losses[side]
        sums.append(total)
    return sums


def _points(phase: Phase, division: str, kind: str) -> int:
    points = phase.points.get(division)
    return getattr(points, kind) if points is not None else 0


def _course_table(game: RefereedGame, phases: Sequence[Phase]) -> Html:
    data = game.book.game
    divisions = list(phases[-1].points)
    with_morale = any(phase.after.morale is not None for phase in phases)
    heads = [
        "Turn", "Chit", "Actions", *(f"{side.name} lost" for side in data.sides.values()),
        *(f"{data.divisions[name].name}, Command/Dispatch Points" for name in divisions), *["Morale"] * with_morale,
    ]  # fmt: skip
    rows = [
        [time_words(phase.after, phase.time), chit_name(game, phase), _run(phase), *_lost(phase.losses),
         *(f"{_points(phase, name, 'command')}/{_points(phase, name, 'dispatch')}" for name in divisions),
         *["–" if phase.after.morale is None else str(phase.after.morale)] * with_morale]
        for phase in phases
    ]  # fmt: skip
    summary = tag("summary", "Activation by activation, as a table")
    return tag("details", summary, table("Activation by activation", heads, rows, "figures"))


def _lost(losses: Mapping[str, int]) -> list[str]:
    return [str(steps or "–") for steps in losses.values()]


def _run(phase: Phase) -> Html:
    first, last = phase.entries[0], phase.entries[-1]
    return _entry_link(first, str(first) if first == last else f"{first}–{last}")
