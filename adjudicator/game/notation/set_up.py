"""The place of a counter before play begins, as a line of a script gives it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..position import LeaderState, Place, Position, Status

__all__ = ["SetUp", "set_up_differences", "with_set_up"]


@dataclass(frozen=True, slots=True)
class SetUp:
    """The set-up of a unit or a leader."""

    counter: str
    """A unit's or a leader's id."""
    to: Place = None
    """The place; None: beside the map."""
    column: bool = False
    mounted: bool = False


def with_set_up(position: Position, set_up: SetUp) -> Position:
    """Return the position with a counter where it is set up; whether it is face down does not change.

    Raises ``KeyError`` for a counter that the position does not have.
    """
    status = Status.WAITING if set_up.to is None else Status.ON_MAP
    if set_up.counter in position.leaders:
        return position.after(leaders={**position.leaders, set_up.counter: LeaderState(status, set_up.to)})
    return position.with_unit(
        set_up.counter, status=status, place=set_up.to, column=set_up.column, mounted=set_up.mounted,
        steps=position.game.units[set_up.counter].steps,
    )  # fmt: skip


def set_up_differences(start: Position, position: Position) -> Iterator[SetUp]:
    """Yield the set-up of each counter of a position that is placed otherwise at the scenario's *start*."""
    for unit, state in position.units.items():
        known = start.units.get(unit)
        found = SetUp(unit, state.place, state.column, state.mounted)
        if known is not None and found != SetUp(unit, known.place, known.column, known.mounted):
            yield found
    for leader, there in position.leaders.items():
        before = start.leaders.get(leader)
        if before is not None and before.place != there.place:
            yield SetUp(leader, there.place)
