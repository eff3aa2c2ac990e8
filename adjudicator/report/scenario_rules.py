"""The rules that a scenario calls for, in our own words, for the module's pages of its scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from ..game.errors import GameDataError
from ..game.game_data import GameData
from ..rules.catalogue import Catalogue, Rule, UnknownRule, catalogue_of_set

__all__ = ["RuleInWords", "general_rules", "rules_in_words"]

_GENERAL: Final = "General comments on the scenarios"
"""The chapter of the rules that apply in every scenario of a game."""
_BOOK: Final = "NQoS "


@dataclass(frozen=True, slots=True)
class RuleInWords:
    """A rule with its title and what it says; both are empty for one that no catalogue has."""

    number: str
    title: str = ""
    text: str = ""


def general_rules(game: GameData) -> tuple[RuleInWords, ...]:
    """Return the rules that apply in every scenario of a game besides those of the series."""
    catalogue = _catalogue(game)
    chapters = catalogue.chapters if catalogue else ()
    return tuple(_in_words(rule) for chapter in chapters if chapter.title == _GENERAL for rule in chapter.rules)


def rules_in_words(game: GameData, numbers: Iterable[str]) -> tuple[RuleInWords, ...]:
    """Return the rules of these numbers; the parts of a rule follow it."""
    catalogue = _catalogue(game)
    return tuple(each for number in numbers for each in _found(catalogue, number))


def _catalogue(game: GameData) -> Catalogue | None:
    """Return the rules that apply in a game, None if its exclusive rules are not installed."""
    try:
        return catalogue_of_set(game.rules)
    except GameDataError:
        return None


def _found(catalogue: Catalogue | None, number: str) -> Iterable[RuleInWords]:
    try:
        return [_in_words(rule) for rule in catalogue.find(number)] if catalogue else [RuleInWords(number)]
    except UnknownRule:
        return [RuleInWords(number)]


def _in_words(rule: Rule) -> RuleInWords:
    return RuleInWords(rule.number.removeprefix(_BOOK), rule.title, " ".join(rule.summary.split()))
