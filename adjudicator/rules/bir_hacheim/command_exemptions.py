"""Units that need no leader: those in an Artillery Park and the Jock Column (NQoS S5.2, S4.5)."""

from __future__ import annotations

from ...game.position import Position

__all__ = ["is_always_in_command", "is_jock_column"]

_JOCK_COLUMN = "jock-column"
"""The unit type of the Jock Column."""


def is_jock_column(position: Position, unit: str) -> bool:
    """Return whether a unit is the Jock Column (NQoS S4.5)."""
    return position.game.units[unit].type == _JOCK_COLUMN


def is_always_in_command(position: Position, unit: str) -> bool:
    """Return whether a unit is In Command wherever its leaders are (R6.3; NQoS S4.5)."""
    return is_jock_column(position, unit)
