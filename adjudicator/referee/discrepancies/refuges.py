"""The hexes to which a leader may have gone when his last unit was lost (R6.5): his player chooses among equals.

Until he has put the counter into one of them, the position has the first. A counter in another one is no offence.
"""

from __future__ import annotations

from ...game.position import LeaderState, Place, Position, Status

__all__ = ["is_refuge", "with_refuges_chosen"]


def is_refuge(position: Position, leader: str, place: Place) -> bool:
    """Return whether a leader may be in a place, because he had to leave his own."""
    return place in position.possible_refuges.get(leader, frozenset())


def with_refuges_chosen(position: Position, table: Position) -> Position:
    """Return a position with the leaders where their players have put them on the table, of those that may be there."""
    chosen = [
        leader for leader in position.possible_refuges if is_refuge(position, leader, table.leaders[leader].place)
    ]
    if not chosen:
        return position
    put = {leader: LeaderState(Status.ON_MAP, table.leaders[leader].place) for leader in chosen}
    left = {leader: refuges for leader, refuges in position.possible_refuges.items() if leader not in put}
    return position.after(leaders={**position.leaders, **put}, possible_refuges=left)
