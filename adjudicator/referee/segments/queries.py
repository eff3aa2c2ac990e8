"""Lists of events with their steps: what the referee looks up in them, and takes out of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ...game.action_words import Declaration
from ...game.position import Position
from ..events import (
    ConditionsSet,
    Declared,
    DieRolled,
    ObservedStep,
    Said,
    ShotReported,
    StateSet,
    TableEvent,
    UnitMoved,
)
from .beginnings import ACTIVATIONS, beginning_of
from .segment import Segment

__all__ = [
    "announced",
    "answers_shown",
    "is_begun_in_words",
    "is_drag_of_other",
    "named",
    "numbers",
    "settled_before_dice",
    "spoken_of",
    "tables",
    "unread_beside_dice",
]

_MARKED_BY: Final[Mapping[str, str]] = {
    "weather": "day_weather",
    "mist": "day_weather",
    "sandstorm": "weather",
    "supply": "supply",
}
"""The field of the position that shows the result of a roll, by its purpose."""
_END: Final = (sys.maxsize, 0)
"""A place that no step of a log comes after."""
_CLEAR: Final = "clear"
"""The state to which the markers may be put back before anything is rolled."""


def announced(events: Sequence[TableEvent], steps: Sequence[ObservedStep]) -> frozenset[int]:
    """Return the numbers of the dice before which it was said what they are for."""
    found: set[int] = set()
    said, thrown = False, -1
    for at, (event, step) in enumerate(zip(events, steps, strict=True)):
        if isinstance(event, Declared):
            said = True
        elif isinstance(event, DieRolled):
            if said or step.number == thrown:
                found.add(at)
                thrown = step.number
            said = False
    return frozenset(found)


def settled_before_dice(before: Position, segment: Segment) -> frozenset[str]:
    """Return the purposes of the rolls whose results a segment puts on the table before its first die.

    *before* is the position on the table before the segment.
    """
    steps = zip(segment.events, segment.steps, strict=True)
    told = sorted(((step.log, step.number), at) for at, (_, step) in enumerate(steps))
    found: set[str] = set()
    for _, at in told:
        event = segment.events[at]
        if isinstance(event, DieRolled):
            return frozenset(found)
        if isinstance(event, ConditionsSet):
            found |= {
                purpose for purpose, name in _MARKED_BY.items()
                if getattr(event, name) not in (_CLEAR, getattr(before, name))
            }  # fmt: skip
    return frozenset(found)


def tables(start: Position, found: Sequence[Segment]) -> tuple[Position, ...]:
    """Return the table after each segment: one that goes on beside another, or in the answer, does not turn time back.

    What belongs to a segment and came with the answer shows on the table of the segment that was open by then. Words
    that were put elsewhere change nothing on the table: *start* is that of the first segments if these have no more.
    """
    tables: list[Position] = []
    latest, table = (-1, 0), start
    for segment, answers in zip(found, _answers_after(found), strict=True):
        own = _steps_in_place(segment, 0, len(segment.steps) - segment.answered)
        for step in (*own, *(step for step, _ in answers)):
            if (step.log, step.number) >= latest:
                latest, table = (step.log, step.number), step.table
        tables.append(table)
    return tuple(tables)


def _steps_in_place(segment: Segment, start: int, end: int) -> Iterator[ObservedStep]:
    """Yield some steps of a segment without those of words that were put there from another place."""
    for event, step in zip(segment.events[start:end], segment.steps[start:end], strict=True):
        if not (isinstance(event, Declared) and event.displaced):
            yield step


def answers_shown(found: Sequence[Segment]) -> tuple[tuple[Segment, ...], ...]:
    """Return for each segment those whose parts that came with an answer show on the table after it."""
    return tuple(
        tuple({id(answered): answered for _, answered in answers}.values()) for answers in _answers_after(found)
    )


def _answers_after(found: Sequence[Segment]) -> Iterator[list[tuple[ObservedStep, Segment]]]:
    """Yield for each segment the steps that came with an answer before the next one began, each with its segment."""
    waiting: list[tuple[ObservedStep, Segment]] = []
    beginnings = [(each.steps[0].log, each.steps[0].number) for each in found]
    for segment, next_beginning in zip(found, [*beginnings[1:], _END], strict=False):
        answered = _steps_in_place(segment, len(segment.steps) - segment.answered, len(segment.steps))
        waiting += [(step, segment) for step in answered]
        yield [each for each in waiting if (each[0].log, each[0].number) < next_beginning]
        waiting = [each for each in waiting if (each[0].log, each[0].number) >= next_beginning]


def numbers(steps: Sequence[ObservedStep]) -> tuple[tuple[int, int], ...]:
    """Return the steps by log and number, each once, in order."""
    return tuple(sorted({(step.log, step.number) for step in steps}))


def named(segment: Segment, unit: str) -> tuple[str, ...]:
    """Return the units that a segment is about: who acts, and who fires at whom."""
    shots = [event for event in segment.events if isinstance(event, ShotReported)]
    return tuple(dict.fromkeys(filter(None, (unit, *(each for shot in shots for each in (shot.unit, shot.target))))))


def spoken_of(segment: Segment) -> tuple[str, ...]:
    """Return the units of which something was said: they have their part in it as they are on the table."""
    return tuple(dict.fromkeys(event.unit for event in segment.events if isinstance(event, Declared)))


def unread_beside_dice(found: Sequence[Segment]) -> dict[tuple[int, int], str]:
    """Return what was typed right before or after a die and could not be read, by the log and step of the die."""
    unread: dict[tuple[int, int], str] = {}
    words, die = "", None
    for segment in found:
        for event, step in zip(segment.events, segment.steps, strict=True):
            if isinstance(event, DieRolled):
                die = (step.log, step.number)
                if words:
                    unread[die] = words
            elif isinstance(event, Said):
                words = event.text if event.speaks_of_action else ""
                if words and die is not None and die[0] == step.log:
                    unread.setdefault(die, words)
            else:
                words, die = "", None
    return unread


def is_begun_in_words(segment: Segment, unit: str) -> bool:
    """Return whether something is said in a segment by which an action of a unit begins.

    What lets a unit act, said when something has been done with it, is said of its next action. Who fires in an assault
    that nothing is said to begin has begun it before (R11.9).
    """
    told = {event.action for event in segment.events if isinstance(event, Declared) and event.unit == unit}
    if Declaration.ASSAULT_FIRE in told and Declaration.ASSAULT not in told:
        return False
    done = False
    for event, step in zip(segment.events, segment.steps, strict=True):
        done = done or (isinstance(event, StateSet | UnitMoved) and event.unit == unit)
        if not isinstance(event, Declared) or event.unit != unit:
            continue
        if beginning_of(event.action, step.table) is not None or (event.action in ACTIVATIONS and not done):
            return True
    return False


def is_drag_of_other(event: TableEvent, unit: str, units: Sequence[str]) -> bool:
    """Return whether an event is the drag of another of some units."""
    return isinstance(event, UnitMoved) and event.unit != unit and event.unit in units
