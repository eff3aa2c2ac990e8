"""Reinforcements: units that are due, and the places where they may arrive (R15; NQoS S5.1 to S5.3, scenarios)."""

from __future__ import annotations

from collections.abc import Iterator

from ...game.arrival_times import arrival_group, arrival_time, is_withheld
from ...game.position import Place, Position, Status
from ...game.scenarios import Places
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from .calendar import is_earlier
from .leaders import commands
from .regions import entry_hexes_in_play, limit_broken

__all__ = [
    "arrival_places",
    "is_due",
    "is_too_late",
    "leaders_due",
    "may_wait",
    "places_of",
    "units_due",
]

_OFF_MAP = frozenset({Status.WAITING, Status.WITHDRAWN})


def is_due(position: Position, unit: str) -> bool:
    """Return whether a unit or a leader that is off the map may come now (R15)."""
    time = arrival_time(position, unit)
    return time is not None and not is_earlier(position, position.time, time)


def is_too_late(position: Position, unit: str) -> bool:
    """Return whether a unit was withheld and its turn is past: it comes on that turn, not later (Scenario 2)."""
    group = arrival_group(position, unit)
    if group is None or group.withhold_until is None or unit in position.returning:
        return False
    return is_withheld(position, group) and is_earlier(position, group.withhold_until, position.time)


def units_due(position: Position) -> Iterator[str]:
    """Yield the units that may come onto the map in this turn (R15)."""
    return (unit for unit, state in position.units.items() if state.status in _OFF_MAP and is_due(position, unit))


def leaders_due(position: Position, unit: str) -> tuple[str, ...]:
    """Return the leaders who come with a unit: those of its formation who are off the map and due (R15).

    A leader who comes back may do so with an independent unit of his division too, as he may have left with it (R2.14).
    """
    formation = position.game.units[unit].formation
    return tuple(
        leader
        for leader, state in position.leaders.items()
        if state.status in _OFF_MAP and is_due(position, leader)
        and (
            commands(position, leader, unit) if leader in position.returning
            else bool(formation) and position.game.leaders[leader].formation == formation
        )
    )  # fmt: skip


def may_wait(position: Position, unit: str) -> bool:
    """Return whether a unit that is due may be withheld (Scenario 2), or has no place where it could come."""
    group = arrival_group(position, unit)
    until = group.withhold_until if group and unit not in position.returning else None
    return until is not None and is_earlier(position, position.time, until)


def arrival_places(position: Position, book: RuleBook, unit: str) -> frozenset[Place]:
    """Return the hexes and parks where a unit that is due may come (R15; NQoS S5.1, S5.2, S5.3, Scenario 2).

    Entry hexes only while they are in play. Units that come back do so at any of them, or where the game says.
    """
    group = arrival_group(position, unit)
    if unit in position.returning or group is None:
        return _return_places(position, book, unit)
    places = places_of(position, group.places)
    if is_withheld(position, group):
        places = places_of(position, group.withheld_places)
    return frozenset(place for place in places if _is_open(position, unit, place))


def places_of(position: Position, places: Places) -> frozenset[Place]:
    """Return the hexes and boxes that the places of a scenario's text mean."""
    board = position.game.map
    found: set[Place] = {*places.hexes, *places.boxes}
    for area in places.areas:
        found |= set(board.areas[area].hexes)
    found |= {board.entry_hexes[letter].hex for letter in places.entry_hexes}
    if places.fortified_without_mines:
        found |= {
            place
            for place, terrain in board.hexes.items()
            if terrain.fortified and not board.terrains[terrain.terrain].minefield_level
        }
    return frozenset(found)


def _return_places(position: Position, book: RuleBook, unit: str) -> frozenset[Place]:
    own_places = exclusive_rules(position.game).return_places(position, unit)
    if own_places is not None:
        return own_places
    side = position.side(unit)
    group = arrival_group(position, unit)
    every = {entry.hex for entry in entry_hexes_in_play(position) if entry.side == side}
    own = places_of(position, group.places) if group else frozenset(every)
    chosen = position.units[unit].status is Status.WITHDRAWN and book.switch("withdrawn-return") == "first-entry-hexes"
    return frozenset(
        place for place in every
        if (not chosen or place in own) and limit_broken(position, side, place) is None
    )  # fmt: skip


def _is_open(position: Position, unit: str, place: Place) -> bool:
    """Return whether a place that the scenario names is in play now: boxes are, entry hexes from their dates on."""
    closed = {entry.hex for entry in position.game.map.entry_hexes.values()}
    closed -= {entry.hex for entry in entry_hexes_in_play(position) if entry.side == position.side(unit)}
    return place not in closed
