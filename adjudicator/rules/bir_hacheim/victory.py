"""Victory conditions of this game alone: Bir Hacheim, a hex's last holder, withdrawal (Scenario 2 to Scenario 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...game.position import Position
from ...game.scenarios import Victory
from ..rule_book import RuleBook
from ..standing import Count, Found, judge_points
from .break_out import best_route, break_out_is_due, outcome_of
from .waiting_formations import last_holder

__all__ = ["COUNT_WORDS", "KINDS", "has_ended"]

_FRENCH, _AXIS = "french", "axis"
_NEVER_SHOWN: Final = "open: nothing shows who was the last to occupy the hex"
_IN_FORTRESS: Final = "units-in-bir-hacheim"
COUNT_WORDS: Final[Mapping[str, str]] = {
    _IN_FORTRESS: "Unsuppressed {side} units in Bir Hacheim",
    "units-in-hex": "Units in {hex}",
    "french-morale": "French Morale",
    "fire-zones-on-best-route": "Fire Zones on Susan Travers' best path",
    "withdrawal-due": "Withdrawal due",
}
"""The names of the figures behind a verdict."""


def has_ended(position: Position) -> bool | None:
    """Return whether the French have withdrawn (Scenario 4); None in scenarios that end with their last turn."""
    kind = position.game.scenarios[position.scenario].victory.kind
    return bool(position.outcome) if kind == "withdrawal" else None


def _points(position: Position, _book: RuleBook, victory: Victory) -> Found:
    """Judge by points: for enemy steps, and for units in Bir Hacheim that are not Suppressed (Scenario 2)."""
    return judge_points(position, victory, what=_IN_FORTRESS)


def _last_occupier(position: Position, _book: RuleBook, victory: Victory) -> Found:
    """Judge by the side that is in a hex, or was there last; at the start this is the French (Scenario 3)."""
    there = position.units_in(victory.hex)
    counts = (Count("units-in-hex", len(there), there),)
    holder = position.side(there[0]) if there else last_holder(position)
    if not holder:
        return "", _NEVER_SHOWN, counts
    return holder, f"{position.game.sides[holder].name} victory", counts


def _withdrawal(position: Position, book: RuleBook, _victory: Victory) -> Found:
    """Judge by the French withdrawal: how it has ended, or how it would end today (Scenario 4)."""
    route = best_route(position, book)
    result = position.outcome or outcome_of(position, route.fire_zones if route else None)
    counts = [Count("french-morale", position.morale or 0)]
    if route is not None and not position.outcome:
        counts.append(Count("fire-zones-on-best-route", route.fire_zones))
    if break_out_is_due(position):
        counts.append(Count("withdrawal-due", 1))
    return _FRENCH if "French" in result else _AXIS, result, tuple(counts)


KINDS: Final[Mapping[str, Callable[[Position, RuleBook, Victory], Found]]] = {
    "points": _points,
    "last-occupier": _last_occupier,
    "withdrawal": _withdrawal,
}
"""The kinds of victory that only this game has."""
