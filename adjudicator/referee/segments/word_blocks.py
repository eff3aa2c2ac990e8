"""Blocks of words: what one player says in a row in one log, among all that was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES
from ..events import (
    ConditionsSet,
    Declared,
    DieRolled,
    LeaderMoved,
    LevelSet,
    ObservedStep,
    PointsSet,
    RollNamed,
    Said,
    StateSet,
    TableEvent,
    TurnedOver,
    UnitMoved,
)

__all__ = [
    "Author",
    "EventOfStep",
    "Record",
    "dice_among_all_done",
    "dice_among_marks",
    "dice_before_menus",
    "dice_of_menus",
    "is_mark",
    "is_word",
    "names_die",
    "word_blocks",
]


_MOVED: Final = (UnitMoved, LeaderMoved, StateSet)
"""What shows a move: drags, and how the unit moves."""
EventOfStep = tuple[TableEvent, ObservedStep]
Author = tuple[int, str]
"""The number of a log, and the player."""


@dataclass(frozen=True, slots=True)
class Record:
    """The events of some logs, each with its step and with who caused it."""

    events: list[EventOfStep]
    authors: Sequence[Author]

    @classmethod
    def of(cls, events: Iterable[EventOfStep]) -> Record:
        """Return the record of events; where a menu names no player, it was whoever goes on in that log."""
        known = list(events)
        authors: list[Author] = []
        following = (-1, "")
        for _, step in reversed(known):
            if step.player or step.log != following[0]:
                following = step.log, step.player
            authors.append(following)
        return cls(known, authors[::-1])


def word_blocks(record: Record) -> Iterator[list[int]]:
    """Yield the numbers of words of one player that follow each other in one log."""
    block: list[int] = []
    for at, (event, _) in enumerate(record.events):
        if block and (not is_word(event) or record.authors[block[-1]] != record.authors[at]):
            yield block
            block = []
        if is_word(event):
            block.append(at)
    if block:
        yield block


def is_word(event: TableEvent) -> bool:
    """Return whether an event is something that a player said, with a menu or in the chat."""
    return isinstance(event, Declared | RollNamed | Said)


def names_die(words: TableEvent, die: EventOfStep) -> bool:
    """Return whether words are known to mean a die: of several in one step the one with the face that they name."""
    rolled, step = die
    if not (isinstance(words, Declared | RollNamed) and isinstance(rolled, DieRolled)):
        return False
    return words.step_of_die == (step.log, step.number) and words.face == rolled.face


def dice_among_marks(record: Record, block: Sequence[int]) -> int:
    """Return the number of the first of the dice before a block that nothing but the marks of results lies between.

    Some roll and mark everything that a chit brings without a word, and then describe it in one line.
    """
    return _first_dice_among(record, block, is_mark)


def dice_among_all_done(record: Record, block: Sequence[int]) -> int:
    """Return the number of the first of the dice before a block that its player has said nothing since.

    Some roll, mark and drag everything first. Between the dice lies nothing that was done with a chit.
    """
    return _first_dice_among(record, block, lambda event: is_mark(event) or isinstance(event, _MOVED))


def dice_before_menus(record: Record, block: Sequence[int]) -> range:
    """Return the numbers of what a player did before he took the first menu, if he typed nothing from there to a block.

    Some roll for a chit, take the rest from the menus, and tell everything at the end. Empty if no menu was taken.
    """
    start = _first_dice_among(record, block, lambda event: not (is_word(event) and _is_typed_here(event)))
    menus = [at for at in range(start, block[0]) if _is_menu_entry(record.events[at][0])]
    return range(start, menus[0]) if menus else range(0)


def dice_of_menus(record: Record, block: Sequence[int]) -> int:
    """Return the number of the first of the dice before a block, if the block is about several targets of menus.

    Whoever takes all shots from the menus, and then tells the results of several of them, tells of any of these dice;
    and whoever tells an act of the menus again may tell of any since that. Otherwise that of the first event of the
    block.
    """
    start = _first_dice_among(record, block, lambda event: not (is_word(event) and _is_typed_here(event)))
    named = [record.events[at][0] for at in block]
    units = {unit for event in named if isinstance(event, Said) for unit in event.units}
    menus = (event for event, _ in record.events[start : block[0]] if _is_menu_entry(event))
    aimed_at = {event.unit for event in menus if isinstance(event, Declared) and event.action is Declaration.TARGET}
    if len(units & aimed_at) > 1:
        return start
    again = {event.unit for event in named if isinstance(event, Declared) and event.told_again}
    first = start
    while first and _is_menu_entry(record.events[first - 1][0]):
        first -= 1
    told_again = (at for at in range(first, block[0]) if again and _is_menu_entry(record.events[at][0]))
    return next((at for at in told_again if getattr(record.events[at][0], "unit", "") in again), block[0])


def _is_typed_here(event: TableEvent) -> bool:
    """Return whether something was typed, and stands where it was typed."""
    return not _is_menu_entry(event) and not getattr(event, "displaced", False)


def _is_menu_entry(event: TableEvent) -> bool:
    return isinstance(event, Declared | TurnedOver) and not getattr(event, "spoken", False)


def _first_dice_among(record: Record, block: Sequence[int], may_lie_between: Callable[[TableEvent], bool]) -> int:
    first = at = block[0]
    while at and record.authors[at - 1] == record.authors[block[0]]:
        at -= 1
        if isinstance(record.events[at][0], DieRolled):
            first = at
        elif not may_lie_between(record.events[at][0]):
            break
    return first


def is_mark(event: TableEvent) -> bool:
    """Return whether an event puts a result on the table."""
    if isinstance(event, StateSet):
        return event.state not in HOW_IT_MOVES
    return isinstance(event, PointsSet | LevelSet | ConditionsSet)
