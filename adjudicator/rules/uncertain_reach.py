"""The hexes that a unit reaches only by choices of uncertain rules other than the supposed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from ..game.hexes import Hex
from ..game.position import Position
from .rule_book import RuleBook
from .series.paths import Way, reachable
from .switches import Choice, all_switches

__all__ = ["reach_by_choices"]

_MAX_TOGETHER: Final = 2
_MAX_TRIALS: Final = 24

Settings = tuple[tuple[str, Choice], ...]


def reach_by_choices(
    position: Position, book: RuleBook, unit: str, reach: Mapping[Hex, Way]
) -> dict[Settings, dict[Hex, Way]]:
    """Return by choices, one or two together, the cheapest ways to the hexes that are not in a unit's *reach*.

    A hex is named once, with the fewest choices that bring it into reach.
    """
    with book.consultations() as asked:
        reachable(position, book, unit)
    found: dict[Settings, dict[Hex, Way]] = {}
    known = set(reach)
    for number in range(1, _MAX_TOGETHER + 1):
        new: set[Hex] = set()
        for trials, settings in enumerate(_choices(book, asked, number)):
            if trials >= _MAX_TRIALS:
                break
            ways = reachable(position, book.supposing(dict(settings)), unit)
            if farther := {place: way for place, way in ways.items() if place not in known}:
                found[settings] = farther
                new |= set(farther)
        known |= new
    return found


def _choices(book: RuleBook, asked: set[str], number: int) -> Iterator[Settings]:
    """Yield the other choices of some switches without an agreed setting, in the order of their list."""
    others = [
        (name, choice)
        for name, switch in all_switches().items()
        if name in asked and not book.house_rules.is_agreed(name)
        for choice in switch.choices
        if choice != book.switch(name)
    ]
    for settings in combinations(others, number):
        if len({name for name, _ in settings}) == number:
            yield settings
