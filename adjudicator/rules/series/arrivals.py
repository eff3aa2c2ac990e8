"""The arrival of reinforcements, and units that leave again by their entry hexes (R15, R7.15; NQoS S5.1, S5.2)."""

from __future__ import annotations

from typing import Any

from ...game.arrival_times import arrival_group, arrival_time
from ...game.hexes import Hex
from ...game.play import Arrive, LeaveMap
from ...game.position import LeaderState, Position, Status, UnitState
from ...game.position_words import time_words
from ..judgement import Judging
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from .calendar import later
from .leaders import companions
from .movement_costs import has_allowance
from .regions import entry_hex_at
from .reinforcements import arrival_places, is_due, is_too_late, leaders_due, may_wait, units_due
from .sequence import ARRIVALS, begin_step, held_up
from .turn_end import turn_is_over

__all__ = ["arrive", "leave_map", "units_that_must_come"]

_LEAVING = "entry-hexes"
"""The chart of a game in which units leave the map by their entry hexes."""


def units_that_must_come(position: Position, book: RuleBook) -> tuple[str, ...]:
    """Return the units that are due and may not be left waiting (R15); whether any may be is a switch."""
    if book.switch("late-reinforcements") == "may-wait":
        return ()
    due = (unit for unit in units_due(position) if not may_wait(position, unit))
    return tuple(
        unit for unit in due
        if any(_is_free(position, unit, place) for place in arrival_places(position, book, unit))
    )  # fmt: skip


def arrive(judging: Judging, action: Arrive) -> None:
    """Judge the arrival of a reinforcement: when, where, in what form (R15, R7.15; NQoS S5.1, S5.2).

    Any number may stack in an entry hex, and leaders of its formation who are due come with the first unit
    (NQoS General Comments).
    Only units that are mobile on the side that they show arrive in Column (R7.9).
    """
    if not begin_step(judging, ARRIVALS):
        return
    position, unit, name = judging.position, action.unit, judging.name(action.unit)
    if not _may_come(judging, unit):
        return
    if action.to not in arrival_places(position, judging.book, unit):
        judging.refuse("arrives-elsewhere", rule=_rule(position), unit=name, hex=action.to)
    elif not _is_free(position, unit, action.to) and judging.switch("arrival-among-enemies") == "forbidden":
        judging.refuse("arrives-among-enemies", switch="arrival-among-enemies", unit=name, hex=action.to)
    elif _parted(position, unit, action.to):
        judging.refuse("arrives-apart", rule=_rule(position), unit=name, hex=action.to)
    if action.mounted and judging.unit(unit).mounted is None:
        judging.refuse("no-transport", unit=name)
    elif action.column and not has_allowance(position, unit, action.mounted):
        judging.refuse("immobile-in-column", unit=name)
    if action.to in position.game.map.hexes or action.to in position.game.map.boxes:
        _put(judging, action)


def _rule(position: Position) -> str:
    return f"Scenario {position.scenario}"


def _may_come(judging: Judging, unit: str) -> bool:
    """Return whether a unit is due, and refuse it if not."""
    position, name = judging.position, judging.name(unit)
    state, due = position.units[unit], arrival_time(position, unit)
    if state.status is Status.ON_MAP:
        judging.refuse("on-the-map-already", unit=name)
        return False
    if due is None or state.status is Status.ELIMINATED:
        judging.refuse("no-reinforcement", rule=_rule(position), unit=name)
        return False
    if is_due(position, unit) and not is_too_late(position, unit):
        return True
    refusal = "arrives-too-late" if is_due(position, unit) else "arrives-too-early"
    now, when = time_words(position, position.time), time_words(position, due)
    judging.refuse(refusal, rule=_rule(position), unit=name, now=now, due=when)
    return False


def _is_free(position: Position, unit: str, place: object) -> bool:
    """Return whether no enemy is in the place where a unit would arrive."""
    there = position.units_in(place) if isinstance(place, Hex | str) else ()
    return not there or position.side(there[0]) == position.side(unit)


def _parted(position: Position, unit: str, place: object) -> bool:
    """Return whether other units of a group that has to stay together came this turn at another entry hex."""
    group = arrival_group(position, unit)
    if group is None or group.may_split or unit in position.returning or len(group.places.entry_hexes) < 2:
        return False
    hexes = {position.game.map.entry_hexes[letter].hex for letter in group.places.entry_hexes}
    others = {position.units[other].place for other in group.units if other in position.units}
    return any(other in hexes and other != place for other in others)


def _put(judging: Judging, action: Arrive) -> None:
    position, unit = judging.position, action.unit
    leaders = {leader: LeaderState(Status.ON_MAP, action.to) for leader in leaders_due(position, unit)}
    gone = {unit, *leaders}
    judging.position = position.with_unit(
        unit, status=Status.ON_MAP, place=action.to, column=action.column, mounted=action.mounted
    ).after(
        leaders={**position.leaders, **leaders},
        returning={name: time for name, time in position.returning.items() if name not in gone},
    )


def leave_map(judging: Judging, action: LeaveMap) -> None:
    """Judge the removal of a unit from its entry hex at the end of a turn; it returns two turns later (NQoS S5.1).

    Its losses stay with it. A leader goes too if his player wants it, or if no unit would stay with him (R6.5).
    """
    if held_up(judging):
        return
    position, unit = judging.position, action.unit
    state, figures = position.units[unit], {"unit": judging.name(unit)}
    if state.status is not Status.ON_MAP:
        judging.refuse("not-on-the-map", **figures)
        return
    _check_leaving(judging, unit, figures)
    if not judging.book.rows(_LEAVING):
        return
    leaders = companions(judging, unit, action.leaders)
    gone = UnitState(Status.WAITING, None, state.steps, state.cohesion, state.suppressed, wrong_ammo=state.wrong_ammo)
    back = later(position, judging.book.number(_LEAVING, "return-after"))
    returning = dict.fromkeys((unit, *leaders), back) if back else {}
    activation = position.activation
    judging.position = position.after(
        units={**position.units, unit: gone},
        leaders={**position.leaders, **{leader: LeaderState(Status.WAITING) for leader in leaders}},
        returning={**position.returning, **returning},
        activation=activation if activation.unit != unit else type(activation)(activation.chit),
    )


def _check_leaving(judging: Judging, unit: str, figures: dict[str, Any]) -> None:
    position, state = judging.position, judging.state(unit)
    if not exclusive_rules(position.game).may_leave_map(position, unit):
        judging.refuse("leaving-not-in-scenario", scenario=position.scenario, **figures)
    if not turn_is_over(position):
        judging.refuse("leaves-before-end-of-turn", **figures)
    if not isinstance(state.place, Hex) or entry_hex_at(position, state.place, position.side(unit)) is None:
        judging.refuse("leaves-from-elsewhere", hex=state.place, **figures)
