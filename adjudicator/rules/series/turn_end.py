"""The end of a turn: nothing but its last chit is left in the mug (R4.6)."""

from __future__ import annotations

from ...game.position import Position
from ..exclusive_rules import Wait
from ..rule_sets import exclusive_rules

__all__ = ["turn_is_over"]


def turn_is_over(position: Position) -> bool:
    """Return whether no chit is left to draw: only the last one, or chits that are not available yet (R4.6)."""
    exclusive = exclusive_rules(position.game)
    waiting = [chit for chit in position.mug if exclusive.chit_wait(position, chit) is not Wait.WAITS]
    return len(waiting) <= 1 and bool(position.played)
