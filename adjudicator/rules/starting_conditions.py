"""What lies beside the map when play begins: points, chits, weather, supply, morale.

The texts are those of Scenario 1, Scenario 2, Scenario 3 and Scenario 4; for the Direct Command chits also NQoS S5.6.

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
from .set_up_check import SetUpCheck

__all__ = ["check_conditions"]

_DIRECT_COMMAND: Final = "direct-command"
_FORMATION: Final = "formation"
_AXIS: Final = "axis"


def check_conditions(check: SetUpCheck) -> None:
    """Hold points, chits, weather, supply and morale against the scenario's text."""
    _check_direct_command(check)
    _check_chits(check)
    _check_points(check)
    for condition in _conditions(check.position):
        if condition.found != condition.expected:
            check.refuse("set-up-condition", rule=check.rule, what=condition.what,
                         expected=condition.expected, found=condition.found)  # fmt: skip


# chits


def _is_axis_direct_command(chit: Chit) -> bool:
    return chit.kind == _DIRECT_COMMAND and chit.side == _AXIS


def _check_direct_command(check: SetUpCheck) -> None:
    """Refuse anything but one of the two Axis Direct Command chits (NQoS S5.6)."""
    position = check.position
    used = {*position.mug, *position.next_turn}
    chits = [chit for chit in used if _is_axis_direct_command(position.game.chits[chit])]
    if len(chits) != 1:
        check.refuse("set-up-direct-command", *sorted(chits), number=len(chits))


def _check_chits(check: SetUpCheck) -> None:
    """Refuse a mug that lacks a chit of the scenario, or holds one that was neither listed nor can be bought."""
    position, chits = check.position, check.position.game.chits
    scenario = position.game.scenarios[position.scenario]
    listed = {chit for chit in scenario.mug if not _is_axis_direct_command(chits[chit])}
    for chit in sorted(listed - {*position.mug}):
        check.refuse("set-up-chit-missing", chit, rule=check.rule, chit=chits[chit].name)
    for chit in (*position.mug, *position.next_turn):
        known = chit in listed or _is_axis_direct_command(chits[chit]) or _may_be_bought(scenario, chits[chit])
        if not known:
            check.refuse("set-up-chit-extra", chit, rule=check.rule, chit=chits[chit].name)


def _may_be_bought(scenario: Scenario, chit: Chit) -> bool:
    return scenario.formation_chits and chit.kind == _FORMATION and chit.id != scenario.first_chit


# points and tracks


def _check_points(check: SetUpCheck) -> None:
    """Refuse other points than the scenario's; who has bought chits has fewer Dispatch Points."""
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
    """Something that is told by a track or by markers."""

    what: str
    expected: object
    found: object


def _conditions(position: Position) -> Iterator[_Condition]:
    start = start_position(position.game, position.scenario)
    yield _Condition("the weather", start.weather, position.weather)
    yield _Condition("French supply", _supply(start), _supply(position))
    yield _Condition("French morale", start.morale, position.morale)
    yield _Condition("the number of minefields that have been changed", 0, len(position.mines))
    yield _Condition("the number of air strikes", 0, position.strikes + len(position.planned_strikes))


def _supply(position: Position) -> str:
    """Return what the level of supply is called."""
    chart = position.game.charts.get("supply-levels")
    rows = chart.rows if chart else ()
    return next((str(row.cells["name"]) for row in rows if row.key == position.supply), "none")
