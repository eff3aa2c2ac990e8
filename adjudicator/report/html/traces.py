"""The places on the sheet where something was done: the ways of units that moved, the shots, the hexes of the rest."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ...drawing.sheet_plan import SheetPlan
from ...drawing.svg import Point
from ...game import play
from ...game.hexes import Hex
from ...game.position import Place, Position
from ...referee.entries.entry import Entry
from .game_entries import involved

__all__ = ["Trace", "trace_of"]

_FIRE: Final = "fire"
_BEFORE_COUNTER: Final = 34
"""The distance of the head of a line from the middle of the hex that it points at, in pixels."""
_SHOTS: Final = (play.DirectFire, play.IndirectFire, play.Counterbattery, play.OpportunityFire, play.AssaultFire)


@dataclass(frozen=True, slots=True)
class Trace:
    """The lines and places of an entry, in pixels of the sheet."""

    ways: tuple[tuple[Point, ...], ...] = ()
    shots: tuple[tuple[Point, ...], ...] = ()
    rings: tuple[Point, ...] = ()
    """The places that the entry is about, where there is neither a way nor a shot."""


def trace_of(entry: Entry, plan: SheetPlan) -> Trace:
    """Return what can be shown of an entry on the map; nothing of one that happens off the map, such as a chit."""
    ways = tuple(_line(plan, places) for places in _ways(entry))
    shots = tuple(dict.fromkeys(_line(plan, places) for places in _shots(entry)))
    ways = tuple(_short_of_the_end(line) for line in ways if len(line) > 1)
    shots = tuple(_short_of_the_end(line) for line in shots if len(line) > 1)
    return Trace(ways, shots, () if ways or shots else _rings(entry, plan))


def _short_of_the_end(line: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return a line that stops short of the counter at its end, so that its head is seen."""
    *others, (from_x, from_y), (to_x, to_y) = line
    length = math.dist((from_x, from_y), (to_x, to_y))
    part = max(1 - _BEFORE_COUNTER / length, 0.5) if length else 1
    return (*others, (from_x, from_y), (from_x + (to_x - from_x) * part, from_y + (to_y - from_y) * part))


def _ways(entry: Entry) -> Iterator[list[Place]]:
    action, before = entry.action, entry.before
    if isinstance(action, play.Move):
        steps = action.steps[entry.steps_begun_before :]
        yield [_place(before, action.unit), *(step.to for step in steps if step.to is not None)]
    elif isinstance(action, play.Assault):
        yield from ([_place(before, unit), action.target] for unit in action.units)
    elif isinstance(action, play.BreakOut):
        yield list(action.route)


def _shots(entry: Entry) -> Iterator[list[Place]]:
    action, before = entry.action, entry.before
    if isinstance(action, _SHOTS):
        yield [_place(before, action.unit), _place(before, action.target)]
    elif isinstance(action, play.Move):
        here = _place(before, action.unit)
        for step in action.steps:
            here = step.to or here
            yield from ([_place(before, roll.unit), here] for roll in step.rolls if roll.purpose == _FIRE)
    else:
        fired = (roll for roll in entry.resolutions if roll.purpose == _FIRE)
        yield from ([_place(before, roll.unit), _place(before, roll.target)] for roll in fired)


def _rings(entry: Entry, plan: SheetPlan) -> tuple[Point, ...]:
    positions = [entry.before] if entry.after is None else [entry.before, entry.after]
    places = [_place(position, unit) for unit in involved(entry) for position in positions]
    return tuple(dict.fromkeys(_line(plan, places)))


def _place(position: Position, unit: str) -> Place:
    return position.units[unit].place if unit in position.units else None


def _line(plan: SheetPlan, places: list[Place]) -> tuple[Point, ...]:
    """Return the middles of those places that are on the sheet."""
    boxes = [plan.hexes.get(place) if isinstance(place, Hex) else plan.boxes.get(place or "") for place in places]
    return tuple((box.x + box.width / 2, box.y + box.height / 2) for box in boxes if box is not None)
