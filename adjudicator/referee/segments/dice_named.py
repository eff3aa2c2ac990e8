"""Notes of words that name the face of a die which die they mean: dice and words are in one order.

Who rolls several dice and then tells of them does so in the order in which he rolled. So the dice right before a block
of words are laid beside the words as a whole: as many words as possible get a die with the face that they name, each
one after the die of the words before it, and room is left for the dice of which something is said without a face. Only
what finds no die in that order takes another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...game.play import RollPurpose
from ..accounts.roll_purposes import rolls_of
from ..dialects.chat_faces import SHOTS
from ..events import Declared, DieRolled, RollNamed, TableEvent
from .late_points import begins_with_points
from .word_blocks import EventOfStep, Record, word_blocks

__all__ = ["dice_in_order", "with_dice_named"]

_PART_OF_SHOT: Final = frozenset({"spotter", "company-bonus-check"})
"""Declarations of a roll that is part of the shot said with it."""
_NAMED: Final = 100
"""The worth of a die for words that name its face: more than that of any number of others."""
_ANY: Final = 1


@dataclass(frozen=True, slots=True)
class _Place:
    """A place for a die among the words."""

    at: int
    """The number of the event with the words."""
    face: int | None
    """The face that they name; None: any."""
    is_shot: bool = False

    def worth(self, face: int) -> int:
        """Return the worth of a die with a face in this place; 0 if it does not fit."""
        if self.face is None:
            return _ANY
        return _NAMED if self.face == face else 0


def with_dice_named(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the step of the die in each words that name a face."""
    record = Record.of(events)
    known = list(record.events)
    for block in word_blocks(record):
        for at, die in dice_in_order(record, block, list(_dice_before(record, block))).items():
            event, step = known[at]
            there = known[die][1]
            if isinstance(event, Declared | RollNamed):
                known[at] = replace(event, step_of_die=(there.log, there.number)), step
    return known


def dice_in_order(record: Record, block: Sequence[int], dice: Sequence[int]) -> Mapping[int, int]:
    """Return the die that each words of a block name by its face, of the numbers of *dice* before them."""
    places = list(_places(record.events[at] for at in block))
    if not dice or all(each.face is None for each in places):
        return {}
    faces = [(die, event.face) for die in dice if isinstance(event := record.events[die][0], DieRolled)]
    found = {block[place.at]: die for place, die in _aligned(places, faces) if place.face is not None}
    for place in places:  # said in another order
        left = [die for die, face in faces if face == place.face and die not in found.values()]
        if block[place.at] not in found and left:
            found[block[place.at]] = left[-1]
    return found


def _dice_before(record: Record, block: Sequence[int]) -> Iterator[int]:
    """Yield the numbers of the dice right before a block, in their order, without one that was rolled for a chit."""
    start = block[0]
    while start and record.authors[start - 1] == record.authors[block[0]]:
        if not isinstance(record.events[start - 1][0], DieRolled):
            break
        start -= 1
    if start < block[0] and begins_with_points(record, block, start):
        start += 1
    yield from (at for at in range(start, block[0]) if not _is_spoken_for(record.events[at][0]))


def _is_spoken_for(event: TableEvent) -> bool:
    """Return whether a die is for nothing, or says itself what it is for."""
    return isinstance(event, DieRolled) and (event.dismissed or bool(event.purpose))


def _places(told: Iterable[EventOfStep]) -> Iterator[_Place]:
    """Yield the places for dice among some words: one for each face, or one for each roll of which none is told."""
    group: list[_Place] = []
    for at, (event, _) in enumerate(told):
        if not isinstance(event, Declared | RollNamed) or not _calls_for_die(event):
            continue
        if group and not _goes_on(event):
            yield from _told(group)
            group = []
        group.append(_Place(at, event.face, is_shot=isinstance(event, Declared) and event.action in SHOTS))
    yield from _told(group)


def _calls_for_die(event: Declared | RollNamed) -> bool:
    return isinstance(event, RollNamed) or event.face is not None or bool(rolls_of(event.action))


def _goes_on(event: Declared | RollNamed) -> bool:
    """Return whether words go on about the roll before them: "tq 4 ok" is said of any check."""
    if isinstance(event, RollNamed):
        return event.purpose is RollPurpose.OPEN
    return event.action in _PART_OF_SHOT


def _told(group: Sequence[_Place]) -> Sequence[_Place]:
    """Return the places of what is said of one action: those with a face, or all of them if it has none.

    The die of a shot comes after the checks in it, whatever its player says first (R9.6, R10.4, R12.3).
    """
    named = sorted((each for each in group if each.face is not None), key=lambda each: each.is_shot)
    return named or group


def _aligned(places: Sequence[_Place], dice: Sequence[tuple[int, int]]) -> Iterator[tuple[_Place, int]]:
    """Yield the places with their dice, both in order, of the greatest worth; of several the earliest dice."""
    worth = [[0] * (len(dice) + 1) for _ in range(len(places) + 1)]
    for i in range(len(places) - 1, -1, -1):
        for j in range(len(dice) - 1, -1, -1):
            own = places[i].worth(dice[j][1])
            both = own + worth[i + 1][j + 1] if own else 0
            worth[i][j] = max(both, worth[i + 1][j], worth[i][j + 1])
    i = j = 0
    while i < len(places) and j < len(dice):
        own = places[i].worth(dice[j][1])
        if own and worth[i][j] == own + worth[i + 1][j + 1]:
            yield places[i], dice[j][0]
            i, j = i + 1, j + 1
        elif worth[i][j] == worth[i + 1][j]:
            i += 1
        else:
            j += 1
