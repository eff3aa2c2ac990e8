"""Numbers that a player names before he rolls: what the die must not be over ("bonus, 7"), and no face of one.

Nobody knows a die before it has fallen. So a figure in words that dice of the same player follow, and that neither they
nor any die that he rolled before in the same mail shows, is the number that he wants: but a die whose result the same
words begin with ("nothing. And with bayonets, 6") is told of already, and one that a counter's menu was opened for is
no other unit's. A menu may stand between the words and the die, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import takewhile

from ..events import Declared, DieRolled, ResultTold, RollNamed, Said, TableEvent
from .word_blocks import Author, EventOfStep, Record, is_word

__all__ = ["without_wanted_numbers"]


def without_wanted_numbers(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, without the faces in words that no die can show."""
    record = Record.of(events)
    return [(_without_wanted(record, at), step) for at, (_, step) in enumerate(record.events)]


def _without_wanted(record: Record, at: int) -> TableEvent:
    """Return an event without the faces that are only wanted."""
    event = record.events[at][0]
    if isinstance(event, Declared | RollNamed):
        named = event.face if isinstance(event, RollNamed) or event.own_words else None
        face = event.face if named is None or not _is_wanted(record, at, named) else None
        results = _without_faces(record, at, event.results)
        told = (event.face, event.results) == (face, results)
        return event if told else replace(event, face=face, results=results)
    results = _without_faces(record, at, event.results) if isinstance(event, Said) else ()
    return replace(event, results=results) if isinstance(event, Said) and results != event.results else event


def _without_faces(record: Record, at: int, results: tuple[ResultTold, ...]) -> tuple[ResultTold, ...]:
    """Return results without those that are no more than a number which is wanted."""
    return tuple(
        each for each in results
        if each.face is None or each != ResultTold(each.face) or not _is_wanted(record, at, each.face)
    )  # fmt: skip


def _is_wanted(record: Record, at: int, face: int) -> bool:
    """Return whether dice follow the words at a place, and no die up to them can be the one with a face."""
    step, author = record.events[at][1], record.authors[at]
    rest = (
        number for number in range(at + 1, len(record.events))
        if record.events[number][1] is not step and not _is_of_menu(record, number, author)
    )  # fmt: skip
    following = [record.events[number][0] for number in takewhile(lambda each: _is_die(record, each, at), rest)]
    told = _dice_told_first(record, at)
    before = (
        record.events[number][0] for number in range(at)
        if record.authors[number] == author and number not in told and not _is_of_other_menu(record, number, at)
    )  # fmt: skip
    return bool(following) and not any(
        isinstance(each, DieRolled) and each.face == face for each in (*following, *before)
    )  # fmt: skip


def _dice_told_first(record: Record, at: int) -> frozenset[int]:
    """Return the numbers of the dice just before the words at a place, if these begin with a result of each of them."""
    step, author = record.events[at][1], record.authors[at]
    first = next(number for number in range(at, -1, -1) if number == 0 or record.events[number - 1][1] is not step)
    said = record.events[first][0]
    results = said.results if isinstance(said, Said) and first < at else ()
    dice: list[int] = []
    for number in range(first - 1, -1, -1):
        event = record.events[number][0]
        if record.authors[number] != author or (is_word(event) and not _is_of_menu(record, number, author)):
            break
        dice += [number] if isinstance(event, DieRolled) else []
    return frozenset(dice) if len(dice) == sum(each.face is None for each in results) else frozenset()


def _is_of_other_menu(record: Record, die: int, at: int) -> bool:
    """Return whether a die was rolled with the menu of another unit than that which the words at a place are about."""
    said, author = record.events[at][0], record.authors[at]
    if not die or not isinstance(said, Declared) or not _is_of_menu(record, die - 1, author):
        return False
    return getattr(record.events[die - 1][0], "unit", "") != said.unit


def _is_of_menu(record: Record, number: int, author: Author) -> bool:
    """Return whether an event is what a counter's menu says for an author."""
    event = record.events[number][0]
    return isinstance(event, Declared) and not event.spoken and record.authors[number] == author


def _is_die(record: Record, number: int, at: int) -> bool:
    """Return whether the author of some words rolls a die at a place; words that name its purpose stand with it."""
    event, step = record.events[number]
    rolls = isinstance(event, DieRolled) or any(isinstance(each, DieRolled) for each in step.events)
    return rolls and record.authors[number] == record.authors[at]
