"""Marks the dice that their rollers called none at once ("wrong button, ignore that die").

A die that had been announced is binding: who says what he rolls for may not take the die back with words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..accounts.roll_purposes import ROLLS_OF
from ..events import Declared, DieDismissed, DieRolled, ObservedStep, RollNamed, Said, TableEvent

__all__ = ["with_dismissed_dice"]

_Place = tuple[int, int]
"""The number of a step among some steps, and of an event in it."""


def with_dismissed_dice(steps: Iterable[ObservedStep]) -> tuple[ObservedStep, ...]:
    """Return the steps of one log with the dice marked that were dismissed."""
    known = tuple(steps)
    dismissed: set[_Place] = set()
    for number, step in enumerate(known):
        if any(isinstance(event, DieDismissed) for event in step.events):
            die = _die_before(known, number) or _die_after(known, number)
            if die is not None:
                dismissed.add(die)
    if not dismissed:
        return known
    return tuple(
        replace(step, events=tuple(
            replace(event, dismissed=True) if isinstance(event, DieRolled) and (number, at) in dismissed else event
            for at, event in enumerate(step.events)
        ))
        for number, step in enumerate(known)
    )  # fmt: skip


def _die_before(steps: Sequence[ObservedStep], number: int) -> _Place | None:
    """Return the last die that the same player rolled before some words, unless something was done or announced."""
    found: _Place | None = None
    for before in range(number - 1, -1, -1):
        for at, event in reversed(list(enumerate(steps[before].events))):
            if isinstance(event, DieRolled):
                if found is not None or steps[before].player != steps[number].player:
                    return found
                found = before, at
            elif found is not None and _announces(event):
                return None
            elif not isinstance(event, Said | DieDismissed):
                return found
    return found


def _die_after(steps: Sequence[ObservedStep], number: int) -> _Place | None:
    """Return the next die that the same player rolled right after some words."""
    for after in range(number + 1, len(steps)):
        for at, event in enumerate(steps[after].events):
            if isinstance(event, DieRolled):
                return (after, at) if steps[after].player == steps[number].player else None
            if not isinstance(event, Said | DieDismissed):
                return None
    return None


def _announces(event: TableEvent) -> bool:
    """Return whether an event says what the next die is for."""
    return isinstance(event, RollNamed) or (isinstance(event, Declared) and event.action in ROLLS_OF)
