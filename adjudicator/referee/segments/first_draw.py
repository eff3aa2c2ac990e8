"""Puts the draw of a Division chit behind the end of the turn, if a player took it out of the mug before that.

The chit that is left over is known without drawing it (R4.6), so whether it is taken before the turn marker is set and
the played chits are put back, or after, makes no difference. But the roll for its points comes after all of that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...drawing.mats import IN_PLAY, MUG, PLAYED
from ...game.order_of_battle import ChitKind
from ...rules.series.calendar import is_last_turn
from ..events import ChitMoved, ConditionsSet, LevelSet, ObservedStep, Said, StateSet, TableEvent, TimeSet

__all__ = ["with_draws_after_turns"]

_EventOfStep = tuple[TableEvent, ObservedStep]


def with_draws_after_turns(events: Iterable[_EventOfStep]) -> list[_EventOfStep]:
    """Return the events of some logs, each with its step, with each draw behind the turn's end that follows it."""
    known = list(events)
    places = {at: end + 0.5 for at in range(len(known)) if _is_draw(known[at]) and (end := _end_of_turn(known, at))}
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _is_draw(told: _EventOfStep) -> bool:
    """Return whether a Division chit is put into play as the last one of the mug, and its turn is not the last."""
    event, step = told
    if not isinstance(event, ChitMoved) or event.target != IN_PLAY or step.table.mug:
        return False
    return step.table.game.chits[event.chit].kind is ChitKind.DIVISION and not is_last_turn(step.table)


def _end_of_turn(known: Sequence[_EventOfStep], draw: int) -> int:
    """Return the number of the last event of the turn's end that follows a draw at once, 0 if none follows."""
    _, drawn = known[draw]
    turn = last = 0
    for at in range(draw + 1, len(known)):
        event, step = known[at]
        if (step.log, step.player) != (drawn.log, drawn.player) or not _ends_turn(event):
            break
        turn = turn or (at if isinstance(event, TimeSet) else 0)
        last = last if isinstance(event, Said) else at
    return last if turn else 0


def _ends_turn(event: TableEvent) -> bool:
    """Return whether an event may be a part of what ends a turn: markers go off, and the played chits into the mug."""
    if isinstance(event, ChitMoved):
        return (event.origin, event.target) == (PLAYED, MUG)
    if isinstance(event, StateSet):
        return not event.level
    return isinstance(event, ConditionsSet | LevelSet | Said | TimeSet)
