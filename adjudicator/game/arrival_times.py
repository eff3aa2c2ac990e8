"""When units and leaders that are off the map may come, by the scenario's text or because they left for a while."""

from __future__ import annotations

from .position import Position, Status
from .scenarios import Reinforcement, TurnTime

__all__ = ["arrival_group", "arrival_time"]


def arrival_group(position: Position, unit: str) -> Reinforcement | None:
    """Return the reinforcement that a unit or a leader comes with by the scenario's text, None for none."""
    groups = position.game.scenarios[position.scenario].reinforcements
    return next((group for group in groups if unit in group.units or unit in group.leaders), None)


def arrival_time(position: Position, unit: str) -> TurnTime | None:
    """Return when a unit or a leader that is off the map may come, or may come back; None: never (R15, S5.1, S5.3)."""
    if unit in position.returning:
        return position.returning[unit]
    state = position.units[unit] if unit in position.units else position.leaders[unit]
    group = arrival_group(position, unit) if state.status is Status.WAITING else None
    if group is None:
        return None
    starts = position.game.scenarios[position.scenario].first
    until = group.withhold_until
    withheld = until is not None and group.time == starts and position.time != starts
    return until if withheld else group.time
