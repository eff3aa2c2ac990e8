"""The list of a page's entries with their rulings, whole without any script, and what a script needs to know of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from .citations import Citations
from .markup import Html, join, link, printable, tag
from .page_model import MARKS, Group, Page, PageEntry, PageFinding, verdict_mark

__all__ = ["entry_data", "group_list", "players_of", "units_of", "verdicts_of"]

_CLEAR: Final = "clear"
"""The verdict that is not shown in the list: most steps of a log of any module have it."""

_WHY: Final = {"illegal": "Why it is not legal", "undecided": "Why it is undecided", "fault": "What is wrong"}
"""The headings of findings by the verdict of their entry."""


def group_list(groups: Sequence[Group], citations: Citations) -> Html:
    """Return the entries under their headings."""
    return tag("div", *(_group(group, citations) for group in groups), id="groups")


def _group(group: Group, citations: Citations) -> Html:
    rows = (_entry(entry, citations) for entry in group.entries)
    return tag("section", tag("h3", group.title), tag("ol", *rows), class_="group")


def _entry(entry: PageEntry, citations: Citations) -> Html:
    mark = [verdict_mark(entry.verdict), " "] if entry.verdict != _CLEAR else []
    number, words = tag("b", str(entry.number), class_="number"), tag("span", entry.words, class_="words")
    pick = link(f"entry-{entry.number}", number, " ", *mark, words, class_="pick")
    return tag("li", pick, tag("div", *_ruling(entry, citations), class_="ruling"), id=f"entry-{entry.number}")


def _ruling(entry: PageEntry, citations: Citations) -> Iterable[Html]:
    """Yield what there is to say of an entry; each list says by its label what is in it."""
    if who := " · ".join(filter(None, (entry.player, entry.steps))):
        yield tag("p", who, class_="who")
    yield from _list("What else happened", "said", entry.said)
    yield from _list(
        _WHY.get(entry.verdict, "Findings"), "findings", [_finding(each, citations) for each in entry.findings]
    )
    yield from _list("Dice", "rolls", entry.rolls)
    yield from _list("Result", "outcomes", [f"{unit}: {words}" for unit, words in entry.outcomes])
    yield from _list("Ruling continues from the map", "corrections", entry.corrections)
    yield from _list("Assumed", "notes", entry.notes)


def _list(label: str, kind: str, items: Sequence[str]) -> Iterable[Html]:
    if items:
        yield tag("ul", *(tag("li", item) for item in items), class_=kind, aria_label=label)


def _finding(finding: PageFinding, citations: Citations) -> Html:
    parts: list[str] = [verdict_mark(finding.verdict), " "]
    parts += [citations.rule(finding.rule), ": "] if finding.rule else []
    parts.append(finding.text)
    parts += [tag("p", finding.advice, class_="advice")] if finding.advice else []
    parts += [tag("ul", *(tag("li", line) for line in finding.details))] if finding.details else []
    return join(parts)


# what a script needs


def verdicts_of(page: Page) -> list[str]:
    """Return the verdicts that entries of a page have, the gravest first."""
    found = {entry.verdict for entry in page.entries}
    return [verdict for verdict in MARKS if verdict in found]


def players_of(page: Page) -> list[str]:
    """Return the players who did something, in the order of their names."""
    return sorted({printable(entry.player) for entry in page.entries if entry.player})


def units_of(page: Page) -> list[str]:
    """Return the units that entries are about, in the order of their names."""
    return sorted({printable(unit) for entry in page.entries for unit in entry.units})


def entry_data(page: Page) -> list[dict[str, Any]]:
    """Return the data by which each entry can be found; players and units are places in their lists."""
    players = {name: place for place, name in enumerate(players_of(page))}
    units = {name: place for place, name in enumerate(units_of(page))}
    return [
        {
            "number": entry.number,
            "verdict": entry.verdict,
            "player": players.get(printable(entry.player)),
            "units": [units[printable(unit)] for unit in entry.units],
            "rules": list(dict.fromkeys(each.rule for each in entry.findings if each.rule)),
        }
        for entry in page.entries
    ]
