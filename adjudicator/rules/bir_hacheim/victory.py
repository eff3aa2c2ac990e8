"""Who wins: each scenario's conditions, judged from a position (Scenario 1, Scenario 2, Scenario 3, Scenario 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ...game.hexes import Hex
from ...game.position import Position, Status
from ...game.scenarios import Victory
from ..rule_book import RuleBook
from ..series.turn_end import turn_is_over
from .break_out import best_route, break_out_is_due, outcome_of
from .fortress import is_fortified
from .waiting_formations import LAST_HELD_BY_AXIS

__all__ = ["Count", "Standing", "is_over", "lost_steps", "standing"]

_FRENCH, _AXIS = "french", "axis"


@dataclass(frozen=True, slots=True)
class Count:
    """One figure behind a verdict."""

    what: str
    value: int
    units: tuple[str, ...] = ()
    """Those that it counts, ids."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a scenario stands: who would win if it ended now, or has won."""

    over: bool
    winner: str
    """A side's id."""
    result: str
    """``Axis victory``, ``minor French victory``."""
    counts: tuple[Count, ...]
    rule: str


def is_over(position: Position) -> bool:
    """Return whether the scenario has ended: its last chit is not played.

    So in Scenario 1, Scenario 2 and Scenario 3; Scenario 4 ends with the French withdrawal.
    """
    scenario = position.game.scenarios[position.scenario]
    if scenario.victory.kind == "withdrawal":
        return bool(position.outcome)
    return position.time >= scenario.last and turn_is_over(position)


def standing(position: Position, book: RuleBook) -> Standing:
    """Return how the scenario stands, with the count behind it (Scenario 1, Scenario 2, Scenario 3, Scenario 4)."""
    scenario = position.game.scenarios[position.scenario]
    winner, result, counts = _KINDS[scenario.victory.kind](position, book, scenario.victory)
    return Standing(is_over(position), winner, result, counts, f"Scenario {position.scenario}")


_Found = tuple[str, str, tuple[Count, ...]]


def _by_test(position: Position, victory: Victory, holds: bool, counts: tuple[Count, ...]) -> _Found:
    winner = victory.side if holds else next(side for side in position.game.sides if side != victory.side)
    return winner, f"{position.game.sides[winner].name} victory", counts


def _fit_units(position: Position, side: str, place: Callable[[Hex], bool]) -> tuple[str, ...]:
    """Return the units of a side that are not Suppressed, in hexes that count."""
    return tuple(
        unit for unit, state in position.units.items()
        if state.status is Status.ON_MAP and not state.suppressed and position.side(unit) == side
        and isinstance(state.place, Hex) and place(state.place)
    )  # fmt: skip


def _unit_in_area(position: Position, _book: RuleBook, victory: Victory) -> _Found:
    """Judge by units that are in an area and not Suppressed (Scenario 1)."""
    area = frozenset(position.game.map.areas[victory.area].hexes)
    units = _fit_units(position, victory.side, area.__contains__)
    counts = (Count("units-in-area", len(units), units),)
    return _by_test(position, victory, bool(units), counts)


def lost_steps(position: Position, side: str) -> int:
    """Return the steps that a side has lost so far (Scenario 2)."""
    return sum(
        position.game.units[unit].steps - state.steps
        for unit, state in position.units.items()
        if position.side(unit) == side
    )


def _points(position: Position, _book: RuleBook, victory: Victory) -> _Found:
    """Judge by points: for enemy steps, and for units in Bir Hacheim that are not Suppressed (Scenario 2)."""
    enemy = next(side for side in position.game.sides if side != victory.side)
    steps = lost_steps(position, enemy)
    units = _fit_units(position, victory.side, lambda place: is_fortified(position, place))
    total = steps * victory.step_points + len(units) * victory.hex_points
    counts = (
        Count("steps-lost", steps), Count("units-in-bir-hacheim", len(units), units), Count("points", total),
        Count("points-needed", victory.threshold),
    )  # fmt: skip
    return _by_test(position, victory, total >= victory.threshold, counts)


def _last_occupier(position: Position, _book: RuleBook, victory: Victory) -> _Found:
    """Judge by who is in a hex, or was there last; at the start it is the French (Scenario 3)."""
    there = position.units_in(victory.hex)
    holder = position.side(there[0]) if there else _AXIS if LAST_HELD_BY_AXIS in position.flags else _FRENCH
    counts = (Count("units-in-hex", len(there), there),)
    return holder, f"{position.game.sides[holder].name} victory", counts


def _withdrawal(position: Position, book: RuleBook, _victory: Victory) -> _Found:
    """Judge by the French withdrawal: how it has ended, or how it would end today (Scenario 4)."""
    route = best_route(position, book)
    result = position.outcome or outcome_of(position, route.fire_zones if route else None)
    counts = [Count("french-morale", position.morale or 0)]
    if route is not None and not position.outcome:
        counts.append(Count("fire-zones-on-best-route", route.fire_zones))
    if break_out_is_due(position):
        counts.append(Count("withdrawal-due", 1))
    return _FRENCH if "French" in result else _AXIS, result, tuple(counts)


_KINDS: Final[Mapping[str, Callable[[Position, RuleBook, Victory], _Found]]] = {
    "unit-in-area": _unit_in_area,
    "points": _points,
    "last-occupier": _last_occupier,
    "withdrawal": _withdrawal,
}
