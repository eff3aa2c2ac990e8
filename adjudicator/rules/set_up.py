"""Whether a set-up is one that the scenario's text allows (Scenario 1, Scenario 2, Scenario 3, Scenario 4).

What the general comments say of all scenarios is in NQoS General Comments; the Gun Units' limits are NQoS S4.3's, the
choice of a Direct Command chit S5.6's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from ..game.hexes import Hex
from ..game.position import Position, Status, UnitState
from ..game.scenarios import Reinforcement, Scenario, SetupGroup
from .chance import Recorded
from .judging import Judging
from .rule_book import RuleBook
from .ruling import Ruling
from .series.reinforcements import arrival_places, may_wait, places_of
from .series.stacking import is_overstacked

__all__ = ["group_units", "judge_set_up"]

_DIRECT_COMMAND: Final = "direct-command"
_AXIS: Final = "axis"
_MARKS: Final = (
    "cohesion", "suppressed", "improvement", "men_at_work", "counterbattery_fired", "wrong_ammo", "actions", "finished",
)  # fmt: skip
"""The fields of a unit's state that are empty when play begins."""


def judge_set_up(position: Position, book: RuleBook) -> Ruling:
    """Return what the rules say of a set-up: places, strength, stacks, leaders, chits."""
    judging = Judging(position, book, Recorded(()))
    scenario = position.game.scenarios[position.scenario]
    for group in scenario.setup:
        _check_group(judging, scenario, group)
    for arrival in scenario.reinforcements:
        _check_arrival(judging, scenario, arrival)
    for unit, state in position.units.items():
        _check_readiness(judging, unit, state)
    for place in position.occupants:
        if isinstance(place, Hex) and is_overstacked(position, book, place):
            _refuse_stack(judging, place)
    _check_leaders(judging)
    _check_direct_command(judging)
    return judging.ruling()


def _rule(position: Position) -> str:
    return f"Scenario {position.scenario}"


def group_units(position: Position, scenario: Scenario, group: SetupGroup) -> tuple[str, ...]:
    """Return the units of a group that are in the game: those drawn, and those added by agreement (Scenario 1)."""
    extra = scenario.extra_units if group.hidden else ()
    return tuple(unit for unit in (*group.units, *extra) if unit in position.units)


# the set-up


def _check_group(judging: Judging, scenario: Scenario, group: SetupGroup) -> None:
    """Hold a group of units against the scenario's text."""
    position = judging.position
    allowed, units = places_of(position, group.places), group_units(position, scenario, group)
    on_map = [unit for unit in units if position.units[unit].status is Status.ON_MAP]
    if group.choose and len(on_map) != group.choose:
        judging.refuse("set-up-number", rule=_rule(position), number=len(on_map), needed=group.choose)
    for unit in units:
        state, name = position.units[unit], judging.name(unit)
        if state.status is Status.ON_MAP and state.place not in allowed:
            judging.refuse("set-up-place", rule=_rule(position), unit=name, hex=state.place)
        elif state.status is not Status.ON_MAP and allowed and not group.choose:
            judging.refuse("set-up-missing", rule=_rule(position), unit=name)
    if group.one_each:
        _check_one_each(judging, on_map)
    if group.not_adjacent:
        _check_apart(judging, on_map)
    for unit in on_map:
        if position.units[unit].hidden is not group.hidden:
            judging.refuse("set-up-face", unit=judging.unit(unit).name, face="down" if group.hidden else "up")


def _check_one_each(judging: Judging, units: list[str]) -> None:
    """Refuse hexes of a list in which two of a group's units are (Scenario 3)."""
    places = Counter(judging.state(unit).place for unit in units)
    for place, number in places.items():
        if number > 1:
            judging.refuse("set-up-one-each", rule=_rule(judging.position), hex=place, number=number)


def _check_apart(judging: Judging, units: list[str]) -> None:
    """Refuse Gun Units in the same or in adjacent hexes (NQoS S4.3)."""
    for at, unit in enumerate(units):
        for other in units[at + 1 :]:
            one, two = judging.state(unit).place, judging.state(other).place
            if isinstance(one, Hex) and isinstance(two, Hex) and judging.book.grid.distance(one, two) <= 1:
                judging.refuse("set-up-adjacent", hex=one, other=two)


# reinforcements of the first turn


def _check_arrival(judging: Judging, scenario: Scenario, group: Reinforcement) -> None:
    """Hold reinforcements against the scenario's text: those of the first turn are there, later ones wait (R15)."""
    position = judging.position
    entry_hexes: set[Any] = set()
    for unit in (unit for unit in group.units if unit in position.units):
        state, figures = position.units[unit], {"rule": _rule(position), "unit": judging.name(unit)}
        if group.time != scenario.first:
            if state.status is not Status.WAITING:
                judging.refuse("set-up-waits", **figures)
        elif state.status is Status.ON_MAP:
            entry_hexes.add(state.place)
            if state.place not in arrival_places(position, judging.book, unit):
                judging.refuse("arrives-elsewhere", hex=state.place, **figures)
        elif not may_wait(position, unit):
            judging.refuse("set-up-missing", **figures)
    if len(entry_hexes) > 1 and not group.may_split:
        judging.refuse("set-up-apart", rule=_rule(position), number=len(entry_hexes))


# what holds for all


def _check_readiness(judging: Judging, unit: str, state: UnitState) -> None:
    """Refuse what a unit cannot be at the start: weakened, in contact, on trucks that it lacks (General Comments)."""
    counter, name = judging.unit(unit), judging.name(unit)
    if state.status in (Status.ELIMINATED, Status.WITHDRAWN):
        judging.refuse("set-up-missing", rule=_rule(judging.position), unit=name)
    elif state.steps != counter.steps or any(getattr(state, mark) for mark in _MARKS):
        judging.refuse("set-up-strength", unit=name)
    if state.contact:
        judging.refuse("set-up-contact", unit=name)
    if state.mounted and counter.mounted is None:
        judging.refuse("no-transport", unit=name)


def _refuse_stack(judging: Judging, place: Hex) -> None:
    """Refuse a set-up beyond the stacking limits (NQoS General Comments; NQoS 1.0)."""
    units = judging.position.units_in(place)
    in_column = sum(judging.state(unit).column for unit in units)
    judging.refuse("set-up-stack", hex=place, not_in_column=len(units) - in_column, in_column=in_column)


def _led(position: Position, leader: str) -> Iterator[str]:
    """Yield the units on the map that are of a leader's formation."""
    formation = position.game.leaders[leader].formation
    return (
        unit for unit, state in position.units.items()
        if state.status is Status.ON_MAP and position.game.units[unit].formation == formation
    )  # fmt: skip


def _check_leaders(judging: Judging) -> None:
    """Refuse leaders who are not with a unit of their formation, if it has any there (NQoS General Comments)."""
    position = judging.position
    for leader, state in position.leaders.items():
        places = {position.units[unit].place for unit in _led(position, leader)}
        is_right = state.place in places if places else state.status is Status.WAITING
        if not is_right:
            judging.refuse("set-up-leader", leader=position.game.leaders[leader].name)


def _check_direct_command(judging: Judging) -> None:
    """Refuse anything but one of the two Axis Direct Command chits (NQoS S5.6)."""
    position = judging.position
    chits = [
        chit for chit in position.mug
        if position.game.chits[chit].kind == _DIRECT_COMMAND and position.game.chits[chit].side == _AXIS
    ]  # fmt: skip
    if len(chits) != 1:
        judging.refuse("set-up-direct-command", number=len(chits))
