"""The states that a unit's counter shows: the ids by which the game's wording knows them, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from .position import Position

__all__ = ["FIELDS", "HOW_IT_MOVES", "LOSSES", "STATES", "CounterState", "state_values"]


class CounterState(StrEnum):
    """A state of a counter that the rules know, by its id in the game's wording.

    The data of a game may have more states, which no rule uses: an id that comes from a file is a plain string.
    """

    COLUMN = "column"
    MOUNTED = "mounted"
    SUPPRESSED = "suppressed"
    COHESION = "cohesion"
    STEP_LOSS = "step-loss"
    POSITION = "position"
    MEN_AT_WORK = "men-at-work"
    CONTACT = "contact"
    COUNTERBATTERY_FIRED = "counterbattery-fired"
    WRONG_AMMO = "wrong-ammo"
    ACTIVATED = "activated"


HOW_IT_MOVES: Final = frozenset({CounterState.COLUMN, CounterState.MOUNTED})
"""States that are steps of a move and not consequences of anything."""
LOSSES: Final = frozenset({CounterState.SUPPRESSED, CounterState.COHESION, CounterState.STEP_LOSS})
"""States that are results of fire (R9.2)."""
FIELDS: Final[Mapping[str, str]] = {
    CounterState.COLUMN: "column",
    CounterState.MOUNTED: "mounted",
    CounterState.SUPPRESSED: "suppressed",
    CounterState.COHESION: "cohesion",
    CounterState.POSITION: "improvement",
    CounterState.MEN_AT_WORK: "men_at_work",
    CounterState.CONTACT: "contact",
    CounterState.COUNTERBATTERY_FIRED: "counterbattery_fired",
    CounterState.WRONG_AMMO: "wrong_ammo",
}
"""The fields of a unit's state that the states show as they are; lost steps are counted."""
STATES: Final[Mapping[str, CounterState]] = {
    **{field: CounterState(state) for state, field in FIELDS.items()},
    "steps": CounterState.STEP_LOSS,
}
"""The states by the fields of a unit's state that they show."""


def state_values(position: Position, unit: str) -> dict[str, int]:
    """Return the value of each state that a unit's counter shows, but for the actions that it has done."""
    state = position.units[unit]
    values = {name: int(getattr(state, field)) for name, field in FIELDS.items()}
    values[CounterState.STEP_LOSS] = max(position.game.units[unit].steps - state.steps, 0)
    return values
