"""Night and weather as the charts name them (NQoS 2.0, 3.0; R5)."""

from __future__ import annotations

from ...game.position import Position

__all__ = ["CLEAR", "NIGHT", "conditions", "is_night"]

NIGHT = "Night"
"""The night turn of the calendar."""
CLEAR = "clear"
"""The weather that changes nothing."""


def is_night(position: Position) -> bool:
    """Return whether it is the Night turn, the one after 1900 (NQoS 2.0, R1.3)."""
    return position.time.turn == NIGHT


def conditions(position: Position) -> tuple[str, ...]:
    """Return the charts' rows for the hour, ``day`` or ``night``, and for the weather unless it is clear (R5.7)."""
    hour = "night" if is_night(position) else "day"
    return (hour,) if position.weather == CLEAR else (hour, position.weather)
