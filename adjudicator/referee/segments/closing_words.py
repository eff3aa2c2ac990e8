"""Moves what a player says of his actions at the end of his mail to before the chit that he drew meanwhile.

Some players drag and roll, put their chit away, draw the next one, and then write one line about all of it. Nothing in
that line is done under the chit that was drawn: the chit is the other side's, or the dice that the line names were
rolled before it, and nothing follows. The same for the end of a turn. What the line says of the chit, or of the turn
that begins, stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...drawing.mats import IN_PLAY, PLAYED
from ...game.action_words import Declaration
from ...game.counter_states import CounterState
from ...game.order_of_battle import ChitKind
from ...game.play import RollPurpose
from ..accounts.roll_purposes import rolls_of
from ..events import (
    ChitMoved,
    Declared,
    DieRolled,
    LevelSet,
    PointsSet,
    RollNamed,
    Said,
    StateSet,
    TableEvent,
    TimeSet,
    UnitMoved,
)
from .dice_named import dice_in_order
from .word_blocks import EventOfStep, Record, word_blocks
from .words_after_dice import actions_told

__all__ = ["ROLLS_OF_TURN", "told_at", "with_closing_words_before_draw"]

_ACTS: Final = frozenset(
    {Declaration.MOVE, Declaration.ASSAULT, Declaration.DIRECT_COMMAND, Declaration.SECOND_ACTION, Declaration.ARRIVE}
)
"""What a side may only do under a chit of its own, apart from what takes a die."""
_REACTIONS: Final = frozenset(
    {
        Declaration.OPPORTUNITY_FIRE,
        Declaration.COUNTERBATTERY_FIRE,
        Declaration.SUPPRESSION_CHECK,
        Declaration.CONVERSION_CHECK,
    }
)
"""What a side may do under any chit."""
_SHOWN_BY_STATE: Final[Mapping[str, Mapping[str, tuple[int, ...]]]] = {
    Declaration.SEEK_CONTACT: {CounterState.CONTACT: (1, 2)},
    Declaration.RALLY: {CounterState.SUPPRESSED: (0,), CounterState.COHESION: (0, 1)},
}
"""The levels of the states in which an action ends, where no die and no drag shows it."""
ROLLS_OF_TURN: Final = frozenset({
    RollPurpose.WEATHER, RollPurpose.MIST, RollPurpose.SANDSTORM, RollPurpose.AIRPOWER,
    RollPurpose.AIRPOWER_AGAINST, RollPurpose.STRIKE_TURN, RollPurpose.SUPPLY,
})  # fmt: skip
"""Rolls that are made between the turns."""


_DICE_OF_CHIT: Final[Mapping[ChitKind, int]] = {ChitKind.RANDOM_EVENT: 2}
"""The most dice that are rolled for a chit by itself: whether there is an event, and which (S3.0)."""
_OF_EVENT: Final = frozenset({RollPurpose.RANDOM_EVENT, RollPurpose.EVENT})
_LATE_MARKS: Final = (Said, StateSet, LevelSet, PointsSet)
"""What may come after the last words about what was done."""


def with_closing_words_before_draw(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with late words before what they are about."""
    record = Record.of(events)
    known = list(record.events)
    places: dict[int, float] = {}
    for block in word_blocks(record):
        draw = _draw_before(record, block)
        if draw is None or _is_followed(record, block[-1]) or not _tells_of_before(record, block, draw):
            continue
        told = [at for at in block if _belongs_before(known[at][0])]
        done = range(_beginning(record, block), _put_away_before(record, draw))
        named = dice_in_order(record, told, [at for at in done if _is_open_die(known[at][0])])
        for group in actions_told(record, told):
            place = _place_of(record, group, done, named)
            for at in group:
                places[at] = place - 0.5
                known[at] = told_at(record, at, place, named.get(at))
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _beginning(record: Record, block: Sequence[int]) -> int:
    """Return the number of the first event that a player's last words in a log may be about: those since his others."""
    at = block[0]
    while at and record.authors[at - 1] == record.authors[block[0]]:
        event = record.events[at - 1][0]
        if isinstance(event, RollNamed) or (isinstance(event, Declared) and event.spoken):
            break
        at -= 1
    return at


def _is_open_die(event: TableEvent) -> bool:
    return isinstance(event, DieRolled) and not event.dismissed and not event.purpose


def _place_of(record: Record, group: Sequence[int], done: range, named: Mapping[int, int]) -> int:
    """Return the number of the event before which the words about one action belong: its first die, or its trace."""
    dice = [named[at] for at in group if at in named]
    if dice:
        return min(dice)
    told = [event for at in group if isinstance(event := record.events[at][0], Declared)]
    return next((at for at in done if any(_shows(record.events[at][0], each) for each in told)), done.stop)


def _shows(event: TableEvent, told: Declared) -> bool:
    """Return whether an event shows what words tell: the unit's drag, or the state that the action sets."""
    if isinstance(event, StateSet) and event.unit == told.unit:
        levels = _SHOWN_BY_STATE.get(told.action, {}).get(event.state, ())
        return event.level in levels
    return isinstance(event, UnitMoved) and event.unit == told.unit


def told_at(record: Record, at: int, place: int, die: int | None) -> EventOfStep:
    """Return words as if told in the step of the event before which they are put, with the step of their *die*.

    What lies on the table when they are written down does not show what lay there when that was done.
    """
    event, step = record.events[at][0], record.events[place][1]
    if isinstance(event, Declared):
        event = replace(event, displaced=True)
    if die is not None and isinstance(event, Declared | RollNamed):
        there = record.events[die][1]
        event = replace(event, step_of_die=(there.log, there.number))
    return event, step


def _draw_before(record: Record, block: Sequence[int]) -> int | None:
    """Return the number of the draw of a chit, or of the end of a turn, before a block.

    None if its player has done more since than put things in order; he may have rolled for that chit, and put it away.
    """
    dice = 0
    for at in range(block[0] - 1, -1, -1):
        event, step = record.events[at]
        if record.authors[at] != record.authors[block[0]] or isinstance(event, UnitMoved | Declared):
            return None
        if isinstance(event, TimeSet):
            return None if dice else at
        dice += isinstance(event, DieRolled)
        if isinstance(event, ChitMoved) and event.target == IN_PLAY:
            return at if dice <= _DICE_OF_CHIT.get(step.table.game.chits[event.chit].kind, 0) else None
    return None


def _put_away_before(record: Record, draw: int) -> int:
    """Return the number of the event with which the chit before a drawn one was put away, *draw* if it was not."""
    at = draw
    while at and record.authors[at - 1] == record.authors[draw]:
        event = record.events[at - 1][0]
        if isinstance(event, ChitMoved) and (event.origin, event.target) == (IN_PLAY, PLAYED):
            return at - 1
        if not isinstance(event, ChitMoved | Said):
            break
        at -= 1
    return draw


def _is_followed(record: Record, last: int) -> bool:
    """Return whether a player does anything more in his log after some words than to put markers that he forgot."""
    then = range(last + 1, len(record.events))
    return any(
        record.authors[at] == record.authors[last] and not isinstance(record.events[at][0], _LATE_MARKS) for at in then
    )


def _tells_of_before(record: Record, block: Sequence[int], draw: int) -> bool:
    """Return whether a block is about own actions that were done before a chit was drawn, and not what is to come."""
    drawn, step = record.events[draw]
    side = record.events[block[0]][1].side
    own = [
        event for at in block
        if isinstance(event := record.events[at][0], Declared) and event.spoken and _is_act(event)
        and step.table.side(event.unit) == side
    ]  # fmt: skip
    faces = {getattr(record.events[at][0], "face", None) for at in block} - {None}
    if not own or not isinstance(drawn, ChitMoved):
        return bool(own and faces)
    chit = step.table.game.chits[drawn.chit]
    return (bool(chit.side) and chit.side != side) or bool(faces)


def _is_act(event: Declared) -> bool:
    return event.action in _ACTS or (bool(rolls_of(event.action)) and event.action not in _REACTIONS)


def _belongs_before(event: TableEvent) -> bool:
    """Return whether words belong before the draw: not those of the turn that begins, or of an event that was drawn."""
    after = ROLLS_OF_TURN | _OF_EVENT
    return isinstance(event, Declared) or (isinstance(event, RollNamed) and event.purpose not in after)
