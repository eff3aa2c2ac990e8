"""The rules and modifiers that a page cites: each is explained once on the page, with links that lead there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...rules.catalogue import Rule, Status, rule_catalogue
from ...rules.ruling import Modifier
from .markup import Html, link, tag
from .page_model import Section

__all__ = ["Citations"]

_NOT_IN_AN_ID: Final = re.compile(r"[^a-z0-9]+")
_STATUS: Final = {
    Status.ENFORCED: "Enforced.",
    Status.ASSISTED: "Enforced, with a player's help.",
    Status.BACKGROUND: "Background: nothing to enforce.",
    Status.PLANNED: "Not enforced yet.",
}
_CONFIDENCE: Final = {"A": "Taken from the rules text", "B": "Likely, not certain", "C": "Our assumption"}


class Citations:
    """Gathers what is cited while a page is made."""

    def __init__(self) -> None:
        self._rules: dict[str, Rule] = {}
        self._modifiers: dict[Modifier, str] = {}

    def rule(self, number: str) -> Html:
        """Return a link to what a rule says; the bare number of one that the catalogue does not know."""
        known = rule_catalogue().rules.get(number)
        if known is None:
            return tag("span", number, class_="rule")
        self._rules[number] = known
        return link(_rule_id(number), number, class_="rule")

    def modifier(self, modifier: Modifier, text: str) -> Html:
        """Return a link to what a modifier of a sum is; its value is in the text."""
        key = Modifier(modifier.name, modifier.title, 0, modifier.rule, modifier.short)
        return link(self._modifiers.setdefault(key, f"modifier-{len(self._modifiers) + 1}"), text)

    def sections(self) -> tuple[Section, ...]:
        """Return the sections that explain what was cited: modifiers, and rules with those that the modifiers cite."""
        modifiers = [self._modifier(each, identifier) for each, identifier in self._modifiers.items()]
        known = [rule for rule in rule_catalogue().rules.values() if rule.number in self._rules]
        found = []
        if modifiers:
            found.append(Section("modifiers", "Modifiers explained", tag("ul", *modifiers, class_="terms")))
        if known:
            found.append(Section("rules", "Rules cited", tag("div", *_told(known), class_="terms")))
        return tuple(found)

    def _modifier(self, modifier: Modifier, identifier: str) -> Html:
        more = f": {modifier.title}" if modifier.short else ""
        return tag("li", tag("b", modifier.words), f"{more} (", self.rule(modifier.rule), ")", id=identifier)


def _rule_id(number: str) -> str:
    return f"rule-{_NOT_IN_AN_ID.sub('-', number.casefold()).strip('-')}"


def _told(rules: Iterable[Rule]) -> Iterable[Html]:
    for rule in rules:
        parts = [tag("h3", f"{rule.number}: {rule.title}"), tag("p", rule.summary)]
        if rule.doubt:
            parts.append(tag("p", f"Not sure: {rule.doubt}", class_="doubt"))
        parts.append(tag("p", f"{_STATUS[rule.status]} {_CONFIDENCE[rule.confidence]}.", class_="fine"))
        yield tag("article", *parts, id=_rule_id(rule.number))
