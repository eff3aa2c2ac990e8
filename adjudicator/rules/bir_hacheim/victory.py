"""Who wins: each scenario's conditions, judged from a position (Scenario 1, Scenario 2, Scenario 3, Scenario 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ...game.hexes import Hex
from ...game.position import Position, Status, StepRange
from ...game.scenarios import Victory
from ..rule_book import RuleBook
from ..series.turn_end import turn_is_over
from .break_out import best_route, break_out_is_due, outcome_of
from .fortress import is_fortified
from .waiting_formations import last_holder

__all__ = ["Count", "Standing", "is_over", "lost_steps", "standing"]

_FRENCH, _AXIS = "french", "axis"
_FACE_DOWN: Final = "open: it hangs on units that left play face down"
_NEVER_SHOWN: Final = "open: nothing shows who was the last to occupy the hex"


@dataclass(frozen=True, slots=True)
class Count:
    """One figure behind a verdict."""

    what: str
    value: int
    units: tuple[str, ...] = ()
    """Those that it counts, ids."""
    most: int | None = None
    """What it may be as well, at most: *value* is the least then; None where it is certain."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a scenario stands: who would win if it ended now, or has won."""

    over: bool
    winner: str
    """A side's id; empty where it hangs on what is not known."""
    result: str
    """``Axis victory``, ``minor French victory``, or ``open`` and what that hangs on."""
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
    winner = victory.side if holds else _other_side(position, victory.side)
    return winner, f"{position.game.sides[winner].name} victory", counts


def _other_side(position: Position, side: str) -> str:
    return next(other for other in position.game.sides if other != side)


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


def lost_steps(position: Position, side: str) -> StepRange:
    """Return the steps that a side has lost so far, for all that the reader may know (Scenario 2).

    What lies face down has lost none, gun or dummy. One that left play without being turned over had those of either.
    """
    own = (unit for unit in position.units if position.side(unit) == side)
    return sum((_lost_by(position, unit) for unit in own), StepRange(0, 0))


def _lost_by(position: Position, unit: str) -> StepRange:
    state, possible = position.units[unit], position.face_down.get(unit)
    if possible is not None and state.status is Status.ELIMINATED:
        return possible
    lost = 0 if state.hidden else position.game.units[unit].steps - state.steps
    return StepRange(lost, lost)


def _range_count(what: str, found: StepRange) -> Count:
    return Count(what, found.least, most=None if found.is_known else found.most)


def _points(position: Position, _book: RuleBook, victory: Victory) -> _Found:
    """Judge by points: for enemy steps, and for units in Bir Hacheim that are not Suppressed (Scenario 2)."""
    steps = lost_steps(position, _other_side(position, victory.side))
    units = _fit_units(position, victory.side, lambda place: is_fortified(position, place))
    for_units = len(units) * victory.hex_points
    total = StepRange(*(each * victory.step_points + for_units for each in (steps.least, steps.most)))
    counts = (
        _range_count("steps-lost", steps), Count("units-in-bir-hacheim", len(units), units),
        _range_count("points", total), Count("points-needed", victory.threshold),
    )  # fmt: skip
    if total.least < victory.threshold <= total.most:
        return "", _FACE_DOWN, counts
    return _by_test(position, victory, total.least >= victory.threshold, counts)


def _last_occupier(position: Position, _book: RuleBook, victory: Victory) -> _Found:
    """Judge by who is in a hex, or was there last; at the start it is the French (Scenario 3)."""
    there = position.units_in(victory.hex)
    counts = (Count("units-in-hex", len(there), there),)
    holder = position.side(there[0]) if there else last_holder(position)
    if not holder:
        return "", _NEVER_SHOWN, counts
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
