"""Marks the dice that their rollers dismissed at once ("wrong button, ignore that die").

A die that had been announced is binding: who says what he rolls for may not take the die back with words. If what he
announced needs no die, it is for nothing else, either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...game.action_words import Declaration
from ..accounts.roll_purposes import rolls_of
from ..events import Declared, DieDismissed, DieRolled, ObservedStep, RollNamed, Said, TableEvent

__all__ = ["with_dismissed_dice"]

_Place = tuple[int, int]
"""The number of a step among some steps, and of an event in it."""


def with_dismissed_dice(steps: Iterable[ObservedStep]) -> tuple[ObservedStep, ...]:
    """Return the steps of one log with the dice marked that were dismissed."""
    known = tuple(steps)
    dismissed: dict[_Place, bool] = {}
    in_vain: set[int] = set()
    binding: set[_Place] = set()
    for number, step in enumerate(known):
        if any(isinstance(event, DieDismissed) for event in step.events):
            before, announced = _die_before(known, number)
            if before is not None and announced:
                in_vain.add(number)
                binding.add(before)
            die = before if before is not None and not announced else _die_after(known, number)
            if die is not None:
                dismissed[die] = announced
    if not dismissed and not in_vain:
        return known

    def marked(event: TableEvent, place: _Place) -> TableEvent:
        """Return an event with what was made of it."""
        if isinstance(event, DieRolled) and (place in dismissed or place in binding):
            return replace(event, dismissed=place in dismissed, again=dismissed.get(place, False),
                           is_binding=place in binding)  # fmt: skip
        return replace(event, in_vain=True) if isinstance(event, DieDismissed) and place[0] in in_vain else event

    return tuple(
        replace(step, events=tuple(marked(event, (number, at)) for at, event in enumerate(step.events)))
        for number, step in enumerate(known)
    )


def _die_before(steps: Sequence[ObservedStep], number: int) -> tuple[_Place | None, bool]:
    """Return the last die that the same player rolled before some words, unless something was done since.

    Also return whether the die had been announced.
    """
    found: _Place | None = None
    for before in range(number - 1, -1, -1):
        for at, event in reversed(list(enumerate(steps[before].events))):
            if isinstance(event, DieRolled):
                if found is not None or steps[before].player != steps[number].player:
                    return found, False
                found = before, at
            elif found is not None and _announces(event):
                return found, True
            elif not (isinstance(event, Said | DieDismissed) or (found is not None and _names_target(event))):
                return found, False
    return found, False


def _die_after(steps: Sequence[ObservedStep], number: int) -> _Place | None:
    """Return the next die that the same player rolled right after some words."""
    for after in range(number + 1, len(steps)):
        for at, event in enumerate(steps[after].events):
            if isinstance(event, DieRolled):
                return (after, at) if steps[after].player == steps[number].player else None
            if not isinstance(event, Said | DieDismissed):
                return None
    return None


def _names_target(event: TableEvent) -> bool:
    """Return whether an event says at whom a shot is aimed: that is said after the shot itself."""
    return isinstance(event, Declared) and event.action is Declaration.TARGET


def _announces(event: TableEvent) -> bool:
    """Return whether an event says what the next die is for."""
    return isinstance(event, RollNamed) or (isinstance(event, Declared) and bool(rolls_of(event.action)))
