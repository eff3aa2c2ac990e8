"""The times at which units and leaders off the map may arrive, by the scenario's text or after a temporary absence."""

from __future__ import annotations

from .position import Position, Status
from .scenarios import Places, Reinforcement, TurnTime
from .start import is_set_up

__all__ = ["arrival_group", "arrival_places", "arrival_time", "comes_back", "is_withheld"]


def arrival_group(position: Position, unit: str) -> Reinforcement | None:
    """Return the reinforcement with which a unit or a leader arrives by the scenario's text, None for none."""
    return position.game.scenarios[position.scenario].arrivals.get(unit)


def comes_back(position: Position, unit: str, time: TurnTime | None) -> bool:
    """Return whether a unit or a leader that is placed in the calendar for a turn is to come back then.

    In the turn of its arrival by the scenario's text it has not come yet; None is no turn.
    """
    group = arrival_group(position, unit)
    return time is not None and (group is None or group.time != time)


def arrival_time(position: Position, unit: str) -> TurnTime | None:
    """Return when a unit or a leader that is off the map may come, or may come back; None: never (R15, S5.1, S5.3)."""
    if unit in position.returning:
        return position.returning[unit]
    state = position.units[unit] if unit in position.units else position.leaders[unit]
    group = arrival_group(position, unit) if state.status is Status.WAITING else None
    if group is None:
        return None
    return group.withhold_until if group.withhold_until is not None and is_withheld(position, group) else group.time


def arrival_places(position: Position, unit: str) -> Places:
    """Return where a unit or a leader that is off the map arrives by the scenario's text.

    A unit or leader that comes back, by any entry hex of its side that is in play (S5.1), has no such place.
    """
    group = None if unit in position.returning else arrival_group(position, unit)
    if group is None:
        return Places()
    return group.withheld_places if is_withheld(position, group) else group.places


def is_withheld(position: Position, group: Reinforcement) -> bool:
    """Return whether the members of a group that are off the map have been withheld (Scenario 2).

    Their owner could have placed them while the scenario was being set up, and did not.
    """
    starts = position.game.scenarios[position.scenario].first
    return group.withhold_until is not None and group.time == starts and not is_set_up(position)
