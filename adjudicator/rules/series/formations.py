"""Formations and their units on the map (R6.1)."""

from __future__ import annotations

from ...game.position import Position, Status

__all__ = ["formations_on_map", "is_on_map"]


def is_on_map(position: Position, formation: str) -> bool:
    """Return whether any unit of a formation is on the map."""
    return any(
        state.status is Status.ON_MAP and position.game.units[unit].formation == formation
        for unit, state in position.units.items()
    )


def formations_on_map(position: Position, *, division: str) -> tuple[str, ...]:
    """Return the formations of a division that have units on the map."""
    return tuple(
        each.id for each in position.game.formations.values()
        if each.division == division and is_on_map(position, each.id)
    )  # fmt: skip
