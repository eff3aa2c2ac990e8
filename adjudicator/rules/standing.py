"""The standing of a scenario: its winner, judged from a position (Scenario 1, Scenario 2, Scenario 3, Scenario 4).

The kinds of victory that depend on units, hexes and steps alone are judged here; others are the game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.position import Position, Status, StepRange
from ..game.scenarios import Victory
from .rule_book import RuleBook
from .rule_sets import exclusive_rules
from .series.calendar import is_last_turn
from .series.turn_end import turn_is_over

__all__ = [
    "COUNT_WORDS",
    "Count",
    "Found",
    "Standing",
    "by_test",
    "is_over",
    "judge_points",
    "lost_steps",
    "standing",
    "victory_kinds",
]

_FACE_DOWN: Final = "open: it depends on units that left play face down"
_IN_FORTS: Final = "units-in-fortified-hexes"
COUNT_WORDS: Final[Mapping[str, str]] = {
    "units-in-area": "Unsuppressed {side} units in {area}",
    "steps-lost": "Steps lost",
    _IN_FORTS: "Unsuppressed {side} units in fortified hexes",
    "points": "Points",
    "points-needed": "Points needed",
}
"""The names of the figures behind a verdict; those of the game's own kinds are defined with the kinds.

In braces are the side, the area and the hex of the scenario's victory conditions.
"""


@dataclass(frozen=True, slots=True)
class Count:
    """One figure behind a verdict."""

    what: str
    value: int
    units: tuple[str, ...] = ()
    """The ids of the counted units."""
    most: int | None = None
    """The greatest possible value, where *value* is the least one; None where the figure is certain."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a scenario: the side that would win if it ended now, or has won."""

    over: bool
    winner: str
    """A side's id; empty where the winner depends on what is not known."""
    result: str
    """``victory`` or ``minor victory`` of a side, or ``open`` and what that depends on."""
    counts: tuple[Count, ...]
    rule: str


Found = tuple[str, str, tuple[Count, ...]]
"""The side that would win, the result in words, and the figures behind it."""


def is_over(position: Position) -> bool:
    """Return whether the scenario has ended: its last chit is not played.

    This applies to Scenario 1, Scenario 2 and Scenario 3; a game may have scenarios that end otherwise.
    """
    own = exclusive_rules(position.game).is_over(position)
    if own is not None:
        return own
    return is_last_turn(position) and turn_is_over(position)


def victory_kinds(game: GameData) -> Mapping[str, Callable[[Position, RuleBook, Victory], Found]]:
    """Return the kinds of victory that a game's rules know, each with the function that judges it."""
    return {**_KINDS, **exclusive_rules(game).victory_kinds()}


def standing(position: Position, book: RuleBook) -> Standing:
    """Return the scenario's standing, with the count behind it (Scenario 1, Scenario 2, Scenario 3, Scenario 4)."""
    scenario = position.game.scenarios[position.scenario]
    winner, result, counts = victory_kinds(position.game)[scenario.victory.kind](position, book, scenario.victory)
    return Standing(is_over(position), winner, result, counts, f"Scenario {position.scenario}")


def by_test(position: Position, victory: Victory, holds: bool, counts: tuple[Count, ...]) -> Found:
    """Return that the side of the scenario's condition wins if it holds, and the other one if not."""
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


def _unit_in_area(position: Position, _book: RuleBook, victory: Victory) -> Found:
    """Judge by units that are in an area and not Suppressed (Scenario 1)."""
    area = frozenset(position.game.map.areas[victory.area].hexes)
    units = _fit_units(position, victory.side, area.__contains__)
    counts = (Count("units-in-area", len(units), units),)
    return by_test(position, victory, bool(units), counts)


def lost_steps(position: Position, side: str) -> StepRange:
    """Return the steps that a side has lost so far, as far as the reader may know (Scenario 2).

    A face-down unit has lost none, gun or dummy. One that left play without being turned over had those of either.
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


def judge_points(position: Position, victory: Victory, *, what: str = _IN_FORTS) -> Found:
    """Judge by points: for enemy steps, and for units in fortified hexes that are not Suppressed (Scenario 2).

    *what* is the name of the count of these units.
    """
    steps = lost_steps(position, _other_side(position, victory.side))
    hexes = position.game.map.hexes
    units = _fit_units(position, victory.side, lambda place: place in hexes and hexes[place].fortified)
    for_units = len(units) * victory.hex_points
    total = StepRange(*(each * victory.step_points + for_units for each in (steps.least, steps.most)))
    counts = (
        _range_count("steps-lost", steps), Count(what, len(units), units),
        _range_count("points", total), Count("points-needed", victory.threshold),
    )  # fmt: skip
    if total.least < victory.threshold <= total.most:
        return "", _FACE_DOWN, counts
    return by_test(position, victory, total.least >= victory.threshold, counts)


def _points(position: Position, _book: RuleBook, victory: Victory) -> Found:
    return judge_points(position, victory)


_KINDS: Final[Mapping[str, Callable[[Position, RuleBook, Victory], Found]]] = {
    "unit-in-area": _unit_in_area,
    "points": _points,
}
"""The kinds of victory that the series can judge."""
