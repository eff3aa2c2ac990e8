"""The legality of a set-up by the scenario's text (Scenario 1, Scenario 2, Scenario 3, Scenario 4).

The rules for all scenarios are in NQoS General Comments; the Gun Units' limits are in NQoS S4.3.
Points, chits and the conditions beside the map are in ``starting_conditions.py``. One function checks the whole set-up
against all rules: :func:`judge_set_up` for callers who want a ruling, :func:`set_up_findings` for callers who must also
know whose counters a finding is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..game.hexes import Hex
from ..game.position import Position, Status, UnitState
from ..game.scenarios import Reinforcement, Scenario, SetupGroup
from .rule_book import RuleBook
from .ruling import Ruling
from .series.reinforcements import arrival_places, places_of
from .series.stacking import is_overstacked
from .set_up_check import SetUpCheck, SetUpFinding
from .starting_conditions import check_conditions

__all__ = [
    "group_units",
    "is_unmarked",
    "judge_set_up",
    "judged_set_up",
    "set_up_findings",
    "set_up_places",
    "side_of_counter",
]

_MARKS: Final = (
    "cohesion", "suppressed", "improvement", "men_at_work", "counterbattery_fired", "wrong_ammo", "actions", "finished",
)  # fmt: skip
"""The fields of a unit's state that are empty when play begins."""
_GONE: Final = frozenset({Status.ELIMINATED, Status.WITHDRAWN})


def judge_set_up(position: Position, book: RuleBook) -> Ruling:
    """Return the ruling on a set-up: places, strength, stacks, leaders, points, chits."""
    return _checked(position, book).judgement.ruling()


def set_up_findings(position: Position, book: RuleBook) -> tuple[SetUpFinding, ...]:
    """Return all findings on a set-up, with the counters that each is about."""
    return tuple(_checked(position, book).found())


def judged_set_up(
    position: Position, book: RuleBook, *, set_by_others: Iterable[str] = ()
) -> tuple[Ruling, tuple[tuple[str, ...], ...]]:
    """Return the ruling on a set-up and, for each of its findings, the counters that it is about.

    *set_by_others* are counters that were set up by the player of the other side, who may not do so.
    """
    check = _checked(position, book)
    for counter in set_by_others:
        check.refuse("set-up-other-side", counter, rule=check.rule, counter=_counter_name(position, counter))
    return check.judgement.ruling(), tuple(each.counters for each in check.found())


def is_unmarked(position: Position, unit: str) -> bool:
    """Return whether a unit is at full strength, without contact and without markers, as when play begins."""
    state = position.units[unit]
    if state.status in _GONE or any(getattr(state, mark) for mark in _MARKS):
        return False
    return not state.contact and (state.hidden or state.steps == position.game.units[unit].steps)


def side_of_counter(position: Position, counter: str) -> str:
    """Return the side of a unit, a leader or a chit, empty for a chit of neither."""
    game = position.game
    if counter in game.chits:
        chit = game.chits[counter]
        return chit.side or (game.divisions[chit.division].side if chit.division else "")
    division = game.leaders[counter].division if counter in game.leaders else game.units[counter].division
    return game.divisions[division].side


def _counter_name(position: Position, counter: str) -> str:
    leaders = position.game.leaders
    return leaders[counter].name if counter in leaders else position.shown_name(counter)


def group_units(position: Position, scenario: Scenario, group: SetupGroup) -> tuple[str, ...]:
    """Return the units of a group that are in the game: those drawn, and those added by agreement (Scenario 1)."""
    extra = scenario.extra_units if group.hidden else ()
    return tuple(unit for unit in (*group.units, *extra) if unit in position.units)


def set_up_places(position: Position, book: RuleBook, unit: str) -> frozenset[Any]:
    """Return the hexes and boxes where a unit may be when play begins: none for one that comes later or waits."""
    scenario = position.game.scenarios[position.scenario]
    for group in scenario.setup:
        if unit in group_units(position, scenario, group):
            return places_of(position, group.places)
    due = any(unit in each.units and each.time == scenario.first for each in scenario.reinforcements)
    return arrival_places(position, book, unit) if due else frozenset()


def _checked(position: Position, book: RuleBook) -> SetUpCheck:
    """Return the check of a whole set-up, with all that it found."""
    scenario = position.game.scenarios[position.scenario]
    position = _as_seen(position, scenario)
    check = SetUpCheck(position, book)
    for group in scenario.setup:
        _check_group(check, scenario, group)
    for arrival in scenario.reinforcements:
        _check_arrival(check, scenario, arrival)
    _check_members(check, scenario)
    for unit, state in position.units.items():
        _check_readiness(check, unit, state)
    for place in position.occupants:
        if isinstance(place, Hex) and is_overstacked(position, book, place):
            _refuse_stack(check, place)
    _check_leaders(check)
    check_conditions(check)
    return check


def _as_seen(position: Position, scenario: Scenario) -> Position:
    """Return a reader's position in which the units that he may not know are those that the scenario names first.

    He sees how many are face down, and where, but not which of them is which (NQoS S4.3); whatever is said to him about
    the set-up must not reveal it.
    """
    secret = [unit for unit in position.face_down if position.units[unit].hidden]
    if not secret:
        return position
    listed = [unit for group in scenario.setup if group.hidden for unit in (*group.units, *scenario.extra_units)]
    free = [unit for unit in (*listed, *secret) if unit not in position.units or unit in secret]
    states = sorted((position.units[unit] for unit in secret), key=lambda state: (state.status, str(state.place)))
    seen = dict(zip(dict.fromkeys(free), states, strict=False))
    units = {unit: state for unit, state in position.units.items() if unit not in secret} | seen
    possible = position.face_down[secret[0]]
    ordered = {unit: units[unit] for unit in position.game.units if unit in units}
    return position.after(units=ordered, face_down=dict.fromkeys(seen, possible))


# the set-up


def _check_group(check: SetUpCheck, scenario: Scenario, group: SetupGroup) -> None:
    """Check a group of units against the scenario's text."""
    position = check.position
    allowed, units = places_of(position, group.places), group_units(position, scenario, group)
    on_map = [unit for unit in units if position.units[unit].status is Status.ON_MAP]
    if group.choose and len(on_map) != group.choose:
        check.refuse("set-up-number", *on_map, rule=check.rule, number=len(on_map), needed=group.choose)
    for unit in units:
        state, name = position.units[unit], check.judgement.name(unit)
        if state.status is Status.ON_MAP and state.place not in allowed:
            check.refuse("set-up-place", unit, rule=check.rule, unit=name, hex=_place(position, state))
        elif state.status is not Status.ON_MAP and allowed and not group.choose and unit not in scenario.extra_units:
            check.refuse("set-up-missing", unit, rule=check.rule, unit=name)
    if not group.choose:
        _check_present(check, group.units)
    if group.one_each:
        _check_one_each(check, on_map)
    if group.not_adjacent:
        _check_apart(check, on_map)
    for unit in on_map:
        if position.units[unit].hidden is not group.hidden:
            face = "down" if group.hidden else "up"
            check.refuse("set-up-face", unit, unit=check.judgement.name(unit), face=face)


def _place(position: Position, state: UnitState) -> str:
    """Return the name of the place of a unit on the map."""
    place = state.place
    return position.game.map.boxes[place].name if isinstance(place, str) else str(place or "an unknown hex")


def _check_present(check: SetUpCheck, units: tuple[str, ...]) -> None:
    """Refuse a set-up that lacks counters of the scenario; a missing Gun Unit's own name would reveal the others."""
    for unit in units:
        if unit not in check.position.units:
            counter = check.position.game.units[unit]
            name = counter.hidden_as or counter.name
            check.refuse("set-up-missing", unit, rule=check.rule, unit=name)


def _check_one_each(check: SetUpCheck, units: list[str]) -> None:
    """Refuse hexes of a list in which two of a group's units are (Scenario 3)."""
    places = Counter(check.position.units[unit].place for unit in units)
    for place, number in places.items():
        if number > 1:
            there = [unit for unit in units if check.position.units[unit].place == place]
            check.refuse("set-up-one-each", *there, rule=check.rule, hex=place, number=number)


def _check_apart(check: SetUpCheck, units: list[str]) -> None:
    """Refuse Gun Units in the same or in adjacent hexes (NQoS S4.3)."""
    states = check.position.units
    for at, unit in enumerate(units):
        for other in units[at + 1 :]:
            one, two = states[unit].place, states[other].place
            if isinstance(one, Hex) and isinstance(two, Hex) and check.book.grid.distance(one, two) <= 1:
                check.refuse("set-up-adjacent", unit, other, hex=one, other=two)


# reinforcements


def _check_arrival(check: SetUpCheck, scenario: Scenario, group: Reinforcement) -> None:
    """Check reinforcements against the scenario's text (R15).

    Those of the first turn are where they arrive, or are still to come in its reinforcement step; later ones wait.
    """
    position = check.position
    entry_hexes: dict[Any, str] = {}
    _check_present(check, group.units)
    for unit in (unit for unit in group.units if unit in position.units):
        state, figures = position.units[unit], {"rule": check.rule, "unit": check.judgement.name(unit)}
        if group.time != scenario.first:
            if state.status is not Status.WAITING:
                check.refuse("set-up-waits" if state.status is Status.ON_MAP else "set-up-missing", unit, **figures)
        elif state.status in _GONE:
            check.refuse("set-up-missing", unit, **figures)
        elif state.status is Status.ON_MAP:
            entry_hexes.setdefault(state.place, unit)
            if state.place not in arrival_places(position, check.book, unit):
                check.refuse("arrives-elsewhere", unit, hex=_place(position, state), **figures)
    if len(entry_hexes) > 1 and not group.may_split:
        check.refuse("set-up-apart", *entry_hexes.values(), rule=check.rule, number=len(entry_hexes))


# rules for all


def _check_members(check: SetUpCheck, scenario: Scenario) -> None:
    """Refuse units and leaders on the map that the scenario does not have, and leaders that are missing."""
    position = check.position
    groups: tuple[SetupGroup | Reinforcement, ...] = (*scenario.setup, *scenario.reinforcements)
    units = {unit for group in groups for unit in group.units} | set(scenario.extra_units)
    leaders = {leader: None for group in groups for leader in group.leaders}
    for unit, state in position.units.items():
        if unit not in units and state.status is Status.ON_MAP:
            check.refuse("set-up-foreign", unit, rule=check.rule, counter=check.judgement.name(unit))
    for leader, there in position.leaders.items():
        if leader not in leaders and there.status is Status.ON_MAP:
            check.refuse("set-up-foreign", leader, rule=check.rule, counter=position.game.leaders[leader].name)
    for leader in leaders:
        if leader not in position.leaders:
            check.refuse("set-up-missing", leader, rule=check.rule, unit=position.game.leaders[leader].name)


def _check_readiness(check: SetUpCheck, unit: str, state: UnitState) -> None:
    """Refuse impossible states at the start: weakened, in contact, on trucks that it lacks (General Comments).

    Only mobile units are in Column (R7.9). Nothing said of a face-down counter may distinguish a gun from a dummy.
    """
    counter, name = check.judgement.unit(unit), check.judgement.name(unit)
    if state.status in _GONE:
        return
    weakened = state.steps != counter.steps and not state.hidden
    if weakened or any(getattr(state, mark) for mark in _MARKS):
        check.refuse("set-up-strength", unit, unit=name)
    if state.contact:
        check.refuse("set-up-contact", unit, unit=name)
    if state.hidden:
        return
    if state.mounted and counter.mounted is None:
        check.refuse("no-transport", unit, unit=name)
    elif state.column and check.position.ratings(unit).movement is None:
        check.refuse("immobile-in-column", unit, unit=name)


def _refuse_stack(check: SetUpCheck, place: Hex) -> None:
    """Refuse a set-up beyond the stacking limits (NQoS General Comments; NQoS 1.0).

    Whatever depends on face-down counters is left open: a dummy takes no room, and only its owner can tell (NQoS S4.3).
    """
    position, units = check.position, check.position.units_in(place)
    in_column = sum(position.units[unit].column for unit in units)
    figures = {"hex": place, "not_in_column": len(units) - in_column, "in_column": in_column}
    known = {unit: state for unit, state in position.units.items() if not state.hidden}
    if is_overstacked(position.after(units=known), check.book, place):
        check.refuse("set-up-stack", *units, **figures)
    else:
        check.leave_open("set-up-stack-face-down", *units, **figures)


def _led(position: Position, leader: str) -> Iterator[str]:
    """Yield the units on the map that are of a leader's formation."""
    formation = position.game.leaders[leader].formation
    return (
        unit for unit, state in position.units.items()
        if state.status is Status.ON_MAP and position.game.units[unit].formation == formation
    )  # fmt: skip


def _check_leaders(check: SetUpCheck) -> None:
    """Refuse leaders who are not with a unit of their formation, if it has any on the map (NQoS General Comments)."""
    position = check.position
    for leader, state in position.leaders.items():
        places = {position.units[unit].place for unit in _led(position, leader)}
        is_right = state.place in places if places else state.status is Status.WAITING
        if not is_right:
            check.refuse("set-up-leader", leader, leader=position.game.leaders[leader].name)
