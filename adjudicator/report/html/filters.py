"""The form by which the entries of a page are narrowed: verdict, player, unit, rule, and a text to be found."""

from __future__ import annotations

from collections.abc import Iterable

from .entry_list import players_of, units_of, verdicts_of
from .markup import Html, tag
from .page_model import Page, mark_words

__all__ = ["filter_form"]


def filter_form(page: Page) -> Html:
    """Return the form; it works with scripts only, and is not shown without."""
    rules = dict.fromkeys(sorted(each.rule for entry in page.entries for each in entry.findings if each.rule))
    fields = [
        _choice("verdict", "Verdict", [(each, mark_words(each)) for each in verdicts_of(page)]),
        _choice("player", "Player", [(each, each) for each in players_of(page)]),
        _choice("unit", "Unit", [(each, each) for each in units_of(page)]),
        _choice("rule", "Rule", [(each, each) for each in rules]),
        _field("text", "Text", tag("input", id="filter-text", type="search", name="text", autocomplete="off")),
    ]
    end = tag("button", "Clear filters", type="reset", id="filter-reset")
    state = tag("p", id="filter-state", role="status")
    return tag("form", *filter(None, fields), end, state, id="filters", class_="needs-script", role="search",
               aria_label=f"Which {page.noun}s are listed")  # fmt: skip


def _choice(name: str, label: str, options: Iterable[tuple[str, str]]) -> Html:
    """Return a list to choose from; nothing if there is no choice."""
    rows = [tag("option", words, value=value) for value, words in options]
    if not rows:
        return Html("")
    return _field(name, label, tag("select", tag("option", "any", value=""), *rows, id=f"filter-{name}", name=name))


def _field(name: str, label: str, control: Html) -> Html:
    return tag("div", tag("label", label, for_=f"filter-{name}"), control, class_="field")
