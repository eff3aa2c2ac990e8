"""The arrival of reinforcements, and units that leave again by their entry hexes (R15, R7.15; NQoS S5.1, S5.2)."""

from __future__ import annotations

from typing import Any

from ...game.arrival_times import arrival_group, arrival_time
from ...game.hexes import Hex
from ...game.play import Arrive, LeaveMap
from ...game.position import LeaderState, Position, Status, UnitState
from ...game.position_words import time_words
from ..judgement import Judgement
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


def arrive(judgement: Judgement, action: Arrive) -> None:
    """Judge the arrival of a reinforcement: when, where, in what form (R15, R7.15; NQoS S5.1, S5.2).

    Any number may stack in an entry hex, and leaders of its formation who are due come with the first unit
    (NQoS General Comments).
    Only units that are mobile on the side that they show arrive in Column (R7.9).
    """
    if not begin_step(judgement, ARRIVALS):
        return
    position, unit, name = judgement.position, action.unit, judgement.name(action.unit)
    if not _may_come(judgement, unit):
        return
    if action.to not in arrival_places(position, judgement.book, unit):
        judgement.refuse("arrives-elsewhere", rule=_rule(position), unit=name, hex=action.to)
    elif not _is_free(position, unit, action.to) and judgement.switch("arrival-among-enemies") == "forbidden":
        judgement.refuse("arrives-among-enemies", switch="arrival-among-enemies", unit=name, hex=action.to)
    elif _parted(position, unit, action.to):
        judgement.refuse("arrives-apart", rule=_rule(position), unit=name, hex=action.to)
    if action.mounted and judgement.unit(unit).mounted is None:
        judgement.refuse("no-transport", unit=name)
    elif action.column and not has_allowance(position, unit, action.mounted):
        judgement.refuse("immobile-in-column", unit=name)
    if action.to in position.game.map.hexes or action.to in position.game.map.boxes:
        _put(judgement, action)


def _rule(position: Position) -> str:
    return f"Scenario {position.scenario}"


def _may_come(judgement: Judgement, unit: str) -> bool:
    """Return whether a unit is due, and refuse it if not."""
    position, name = judgement.position, judgement.name(unit)
    state, due = position.units[unit], arrival_time(position, unit)
    if state.status is Status.ON_MAP:
        judgement.refuse("on-the-map-already", unit=name)
        return False
    if due is None or state.status is Status.ELIMINATED:
        judgement.refuse("no-reinforcement", rule=_rule(position), unit=name)
        return False
    if is_due(position, unit) and not is_too_late(position, unit):
        return True
    refusal = "arrives-too-late" if is_due(position, unit) else "arrives-too-early"
    now, when = time_words(position, position.time), time_words(position, due)
    judgement.refuse(refusal, rule=_rule(position), unit=name, now=now, due=when)
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


def _put(judgement: Judgement, action: Arrive) -> None:
    position, unit = judgement.position, action.unit
    leaders = {leader: LeaderState(Status.ON_MAP, action.to) for leader in leaders_due(position, unit)}
    gone = {unit, *leaders}
    judgement.position = position.with_unit(
        unit, status=Status.ON_MAP, place=action.to, column=action.column, mounted=action.mounted
    ).after(
        leaders={**position.leaders, **leaders},
        returning={name: time for name, time in position.returning.items() if name not in gone},
    )


def leave_map(judgement: Judgement, action: LeaveMap) -> None:
    """Judge the removal of a unit from its entry hex at the end of a turn; it returns two turns later (NQoS S5.1).

    Its losses stay with it. A leader goes too if his player wants it, or if no unit would stay with him (R6.5).
    """
    if held_up(judgement):
        return
    position, unit = judgement.position, action.unit
    state, figures = position.units[unit], {"unit": judgement.name(unit)}
    if state.status is not Status.ON_MAP:
        judgement.refuse("not-on-the-map", **figures)
        return
    _check_leaving(judgement, unit, figures)
    if not judgement.book.rows(_LEAVING):
        return
    leaders = companions(judgement, unit, action.leaders)
    gone = UnitState(Status.WAITING, None, state.steps, state.cohesion, state.suppressed, wrong_ammo=state.wrong_ammo)
    back = later(position, judgement.book.number(_LEAVING, "return-after"))
    returning = dict.fromkeys((unit, *leaders), back) if back else {}
    activation = position.activation
    judgement.position = position.after(
        units={**position.units, unit: gone},
        leaders={**position.leaders, **{leader: LeaderState(Status.WAITING) for leader in leaders}},
        returning={**position.returning, **returning},
        activation=activation if activation.unit != unit else type(activation)(activation.chit),
    )


def _check_leaving(judgement: Judgement, unit: str, figures: dict[str, Any]) -> None:
    position, state = judgement.position, judgement.state(unit)
    if not exclusive_rules(position.game).may_leave_map(position, unit):
        judgement.refuse("leaving-not-in-scenario", scenario=position.scenario, **figures)
    if not turn_is_over(position):
        judgement.refuse("leaves-before-end-of-turn", **figures)
    if not isinstance(state.place, Hex) or entry_hex_at(position, state.place, position.side(unit)) is None:
        judgement.refuse("leaves-from-elsewhere", hex=state.place, **figures)
