"""Forbidden regions: beyond a scenario's limits, and near the enemy's entry hexes (NQoS 1.0, S5.1)."""

from __future__ import annotations

from ...game.game_map import EntryHex
from ...game.hexes import Hex
from ...game.position import Place, Position
from ...game.scenarios import RegionLimit
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules

__all__ = ["entry_hex_at", "entry_hexes_in_play", "forbidden_hexes", "limit_broken", "threatened_entry_hex"]


def entry_hexes_in_play(position: Position) -> tuple[EntryHex, ...]:
    """Return the entry hexes that are in play on this date: G is from June 7 on (NQoS S5.1)."""
    date = position.time.date
    return tuple(entry for entry in position.game.map.entry_hexes.values() if entry.available_from <= date)


def entry_hex_at(position: Position, place: Place, side: str) -> EntryHex | None:
    """Return the entry hex of a side that is in play at a place, None if there is none."""
    return next((entry for entry in entry_hexes_in_play(position) if (entry.hex, entry.side) == (place, side)), None)


def threatened_entry_hex(position: Position, book: RuleBook, side: str, place: Hex) -> EntryHex | None:
    """Return the enemy entry hex that a hex is too near to for a unit of *side*, None if there is none.

    No unit may move within 3 hexes of one that is in play (NQoS 1.0, R7.12).
    """
    near = book.number("distances", "enemy-entry-hex")
    for entry in entry_hexes_in_play(position):
        if entry.side != side and book.grid.distance(entry.hex, place) <= near:
            return entry
    return None


def limit_broken(position: Position, side: str, place: Hex) -> RegionLimit | None:
    """Return the limit of the scenario that a unit of *side* would break in a hex (Scenario 1, Scenario 3).

    North and south are rows, west and east columns; the row or column that a limit names may still be entered.
    """
    for limit in position.game.scenarios[position.scenario].region_limits:
        if limit.side == side and _is_outside(limit, place):
            return limit
    return None


def _is_outside(limit: RegionLimit, place: Hex) -> bool:
    return (
        (limit.north is not None and place.row < limit.north)
        or (limit.south is not None and place.row > limit.south)
        or (limit.west is not None and place.column < limit.west)
        or (limit.east is not None and place.column > limit.east)
    )


class _Memory:
    """The forbidden hexes by scenario, date and side, computed once for each."""

    def __init__(self, _book: RuleBook) -> None:
        self.forbidden: dict[tuple[int, str, str], frozenset[Hex]] = {}


def forbidden_hexes(position: Position, book: RuleBook, side: str) -> frozenset[Hex]:
    """Return the hexes of the map that no unit of *side* may enter (NQoS 1.0; Scenario 1, Scenario 3)."""
    known = book.memory(_Memory).forbidden
    key = (position.scenario, position.time.date, side)
    if key not in known:
        known[key] = frozenset(
            place
            for place in position.game.map.hexes
            if limit_broken(position, side, place) or threatened_entry_hex(position, book, side, place)
        ) | exclusive_rules(position.game).closed_hexes(position, book, side)
    return known[key]
