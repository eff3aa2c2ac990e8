"""Leaves out what players announce and take back before anything comes of it ("no, too far, cancel that")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ...game.action_words import Declaration
from ..events import Declared, ObservedStep, RollNamed, Said, TableEvent

__all__ = ["without_dismissed_actions"]

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
