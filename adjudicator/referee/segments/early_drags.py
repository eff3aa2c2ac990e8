"""Puts what a player tells before a move, with its dice, before the drag of that move, if he dragged first of all.

Some drag their counters first, then roll, and then tell everything in the order in which it was done: the move comes
last, and what is owed for it (a minefield roll, Opportunity Fire) is still to come.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...game.action_words import Declaration
from ..events import Declared, DieRolled, LeaderMoved, PointsSet, RollNamed, UnitMoved
from .word_blocks import EventOfStep

__all__ = ["with_early_drags_at_their_words"]


def with_early_drags_at_their_words(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with all that is told before an early drag before it."""
    known = list(events)
    places: dict[int, float] = {}
    for words, (event, _) in enumerate(known):
        if isinstance(event, Declared) and event.action is Declaration.MOVE and event.spoken:
            drag = _early_drag(known, words, event.unit)
            for at in range(drag, words) if drag is not None else ():
                if drag is not None and isinstance(known[at][0], (Declared, RollNamed, DieRolled)):
                    places[at] = drag - 0.5
                    known[at] = _displaced(known[at], known[drag])
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _early_drag(known: Sequence[EventOfStep], words: int, unit: str) -> int | None:
    """Return the number of a unit's drag before the words about others; None if there is none.

    Every die since is one that these words name, so that none is left for the move.
    """
    hand = (known[words][1].log, known[words][1].player)
    named: set[tuple[int, int] | None] = set()
    rolled: set[tuple[int, int] | None] = set()
    for at in range(words - 1, -1, -1):
        event, step = known[at]
        if (step.log, step.player) != hand:
            return None
        if isinstance(event, UnitMoved) and event.unit == unit:
            return at if rolled and rolled <= named else None
        if isinstance(event, DieRolled):
            rolled.add((step.log, step.number))
        elif isinstance(event, Declared | RollNamed):
            if isinstance(event, Declared) and event.unit == unit:
                return None
            named.add(event.step_of_die)
        elif not isinstance(event, LeaderMoved | PointsSet):
            return None
    return None


def _displaced(known: EventOfStep, dragged: EventOfStep) -> EventOfStep:
    """Return an event that is put before a drag, beside a table on which that has not been made yet."""
    (event, step), (_, of_drag) = known, dragged
    table = step.table
    for each in of_drag.events:
        if isinstance(each, UnitMoved):
            table = table.with_unit(each.unit, place=each.origin)
        elif isinstance(each, LeaderMoved):
            table = replace(
                table, leaders={**table.leaders, each.leader: replace(table.leaders[each.leader], place=each.origin)}
            )
    step = replace(step, table=table)
    return (replace(event, displaced=True) if isinstance(event, Declared) else event), step
