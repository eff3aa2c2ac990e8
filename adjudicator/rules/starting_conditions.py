"""The conditions beside the map when play begins: points, chits, weather, and those of the game itself.

The texts are those of Scenario 1, Scenario 2, Scenario 3 and Scenario 4.

Formation chits may be bought before the first turn (R6): then Dispatch Points are fewer and chits more than the
scenario's text names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ..game.order_of_battle import Chit
from ..game.position import Position
from ..game.scenarios import Scenario
from ..game.start import start_position
from .rule_sets import exclusive_rules
from .set_up_check import SetUpCheck

__all__ = ["check_conditions"]

_FORMATION: Final = "formation"


def check_conditions(check: SetUpCheck) -> None:
    """Check points, chits, weather, supply and morale against the scenario's text."""
    _check_own_rules(check)
    _check_chits(check)
    _check_points(check)
    for condition in _conditions(check.position):
        if condition.found != condition.expected:
            check.refuse("set-up-condition", rule=check.rule, what=condition.what,
                         expected=condition.expected, found=condition.found)  # fmt: skip


def _check_own_rules(check: SetUpCheck) -> None:
    for name, counters, figures in exclusive_rules(check.position.game).set_up_problems(check.position):
        check.refuse(name, *counters, **figures)


# chits


def _check_chits(check: SetUpCheck) -> None:
    """Refuse a mug that lacks a chit of the scenario, or holds one that was neither listed nor can be bought."""
    position, chits = check.position, check.position.game.chits
    scenario = position.game.scenarios[position.scenario]
    exclusive = exclusive_rules(position.game)
    listed = {chit for chit in scenario.mug if not exclusive.is_listed_loosely(position, chit)}
    for chit in sorted(listed - {*position.mug}):
        check.refuse("set-up-chit-missing", chit, rule=check.rule, chit=chits[chit].name)
    for chit in (*position.mug, *position.next_turn):
        loosely = exclusive.is_listed_loosely(position, chit)
        known = chit in listed or loosely or _may_be_bought(scenario, chits[chit])
        if not known:
            check.refuse("set-up-chit-extra", chit, rule=check.rule, chit=chits[chit].name)


def _may_be_bought(scenario: Scenario, chit: Chit) -> bool:
    return scenario.formation_chits and chit.kind == _FORMATION and chit.id != scenario.first_chit


# points and tracks


def _check_points(check: SetUpCheck) -> None:
    """Refuse points other than the scenario's; a side that has bought chits has fewer Dispatch Points."""
    position = check.position
    start = start_position(position.game, position.scenario)
    bought = {*position.mug, *position.next_turn} - {*start.mug}
    for division, points in start.points.items():
        found, name = position.points.get(division), position.game.divisions[division].name
        if found is None:
            continue
        if found.command != points.command:
            check.refuse("set-up-points", rule=check.rule, division=name, kind="Command",
                         expected=points.command, found=found.command)  # fmt: skip
        if found.dispatch > points.dispatch or (found.dispatch < points.dispatch and not bought):
            check.refuse("set-up-points", rule=check.rule, division=name, kind="Dispatch",
                         expected=points.dispatch, found=found.dispatch)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Condition:
    """A condition that a track or markers show."""

    what: str
    expected: object
    found: object


def _conditions(position: Position) -> Iterator[_Condition]:
    start = start_position(position.game, position.scenario)
    yield _Condition("the weather", start.weather, position.weather)
    yield _Condition("the number of minefields that have been changed", 0, len(position.mines))
    exclusive = exclusive_rules(position.game)
    expected = exclusive.set_up_conditions(start)
    for what, found in exclusive.set_up_conditions(position).items():
        yield _Condition(what, expected[what], found)
