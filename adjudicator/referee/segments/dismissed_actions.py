"""Leaves out what players announce and take back before anything comes of it ("no, too far, cancel that").

So is a move that is announced and taken back without a word: its unit is never dragged, and does something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES
from ..events import Declared, DieRolled, ObservedStep, RollNamed, Said, StateSet, TableEvent, UnitMoved

__all__ = ["without_dismissed_actions"]

_INSTEAD: Final = frozenset({
    Declaration.FIRE, Declaration.DIRECT_FIRE, Declaration.INDIRECT_FIRE, Declaration.COMPANY_BONUS_CHECK,
    Declaration.RALLY, Declaration.SEEK_CONTACT,
})  # fmt: skip
"""What a unit does that does not move."""
_Place = tuple[int, int]
"""The number of a step among some steps, and of an event in it."""


def without_dismissed_actions(steps: Iterable[ObservedStep]) -> tuple[ObservedStep, ...]:
    """Return the steps of one log without the announcements that their player takes back.

    Once a die is rolled or a counter is touched, what was announced is done, and no words take it back.
    """
    known = tuple(steps)
    dismissed: set[_Place] = set()
    for number, step in enumerate(known):
        at = next((at for at, event in enumerate(step.events) if _takes_back(event)), None)
        if at is not None:
            dismissed.update(_announced_before(known, number, at))
        dismissed.update((number, at) for at in _moves_not_made(known, number))
    return tuple(
        replace(step, events=tuple(event for at, event in enumerate(step.events) if (number, at) not in dismissed))
        for number, step in enumerate(known)
    ) if dismissed else known  # fmt: skip


def _takes_back(event: TableEvent) -> bool:
    return isinstance(event, Said) and event.takes_action_back


def _announced_before(steps: Sequence[ObservedStep], number: int, at: int) -> Iterator[_Place]:
    """Yield what a player announced of the unit that he spoke of last, since anything else was done."""
    unit = ""
    for before in range(number, -1, -1):
        events = list(enumerate(steps[before].events))[: at if before == number else None]
        for place, event in reversed(events):
            if steps[before].player != steps[number].player or not isinstance(event, Declared | RollNamed | Said):
                return
            if isinstance(event, Declared) and event.action is Declaration.TARGET and unit:
                return  # the target of a shot before it
            if isinstance(event, Declared) and event.action is not Declaration.TARGET:
                if unit not in ("", event.unit):
                    return
                unit = event.unit
            if not isinstance(event, Said):
                yield before, place


def _moves_not_made(steps: Sequence[ObservedStep], number: int) -> Iterator[int]:
    """Yield the numbers of the moves in a step that came to nothing: the unit is not touched, and acts otherwise."""
    for at, event in enumerate(steps[number].events):
        if isinstance(event, Declared) and event.action is Declaration.MOVE and not event.way:
            later = (*steps[number].events[at + 1 :], *(each for step in steps[number + 1 :] for each in step.events))
            if _acts_instead(event.unit, later) and not any(_is_touched(event.unit, each) for each in later):
                yield at


def _acts_instead(unit: str, later: Iterable[TableEvent]) -> bool:
    """Return whether the next thing that is declared, before any die falls, is that a unit does something else."""
    following = next((each for each in later if isinstance(each, Declared | DieRolled)), None)
    return isinstance(following, Declared) and following.unit == unit and following.action in _INSTEAD


def _is_touched(unit: str, event: TableEvent) -> bool:
    """Return whether a unit is dragged, or changes in a way that is part of a move."""
    if isinstance(event, StateSet):
        return event.unit == unit and event.state in HOW_IT_MOVES
    return isinstance(event, UnitMoved) and event.unit == unit
