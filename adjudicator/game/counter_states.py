"""The part of a unit's state that its counter shows: the values of the states that the game's wording names."""

from __future__ import annotations

from typing import Final

from .position import Position

__all__ = ["state_values"]

_FIELDS: Final = {
    "column": "column",
    "mounted": "mounted",
    "suppressed": "suppressed",
    "cohesion": "cohesion",
    "position": "improvement",
    "men-at-work": "men_at_work",
    "contact": "contact",
    "counterbattery-fired": "counterbattery_fired",
    "wrong-ammo": "wrong_ammo",
}
"""The states of the game's wording and the fields of a unit's state that they show; lost steps are counted."""
_STEP_LOSS: Final = "step-loss"


def state_values(position: Position, unit: str) -> dict[str, int]:
    """Return the value of each state that a unit's counter shows."""
    state = position.units[unit]
    values = {name: int(getattr(state, field)) for name, field in _FIELDS.items()}
    values[_STEP_LOSS] = max(position.game.units[unit].steps - state.steps, 0)
    return values
