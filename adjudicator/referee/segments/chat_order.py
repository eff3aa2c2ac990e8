"""Moves what a chat line says in advance to the place where it was done.

Some players roll all their dice, type one line about everything, and move the counters last. An action of such a line
whose counters are dragged later belongs to the drag, with all that the line says after it and the dice that it names.
A shot at a target out of reach belongs after the drag that brings its unit near enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import Final

from ...drawing.mats import IN_PLAY
from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES
from ...game.hexes import Hex
from ...game.order_of_battle import ChitKind
from ...game.play import RollPurpose
from ...game.position import Position, Status
from ..accounts.candidates.fire import aimed_at
from ..events import (
    ChitMoved,
    Declared,
    DieRolled,
    LeaderMoved,
    ObservedStep,
    RollNamed,
    StateSet,
    TableEvent,
    UnitMoved,
)
from .dice_of_line import DiceOfLine
from .word_blocks import EventOfStep

__all__ = ["in_order_of_play"]

_BEGINS_ITEM: Final = frozenset({
    Declaration.MOVE, Declaration.FIRE, Declaration.DIRECT_FIRE, Declaration.INDIRECT_FIRE,
    Declaration.OPPORTUNITY_FIRE, Declaration.COUNTERBATTERY_FIRE, Declaration.ASSAULT, Declaration.RALLY,
    Declaration.SEEK_CONTACT, Declaration.DIRECT_COMMAND, Declaration.SECOND_ACTION, Declaration.SPOTTER,
    Declaration.BUILD_IMPROVED_POSITION, Declaration.BUILD_ENTRENCHMENT, Declaration.CLEAR_MINES,
    Declaration.LAY_MINES, Declaration.ARRIVE, Declaration.LEAVE_MAP, Declaration.WITHDRAW, Declaration.SURRENDER,
})  # fmt: skip
_ACTIVATIONS: Final = frozenset({Declaration.DIRECT_COMMAND, Declaration.SECOND_ACTION})
"""Declarations of what lets a unit act: the action itself is said after them."""
_HEX: Final = re.compile(r"\b\d\d\.\d\d\b")
"""A hex in a player's words."""
_DIRECT: Final = frozenset({Declaration.FIRE, Declaration.DIRECT_FIRE})
"""Shots that have to be in reach of the unit (R9.1)."""


@dataclass(frozen=True, slots=True, order=True)
class _Place:
    """A place in the order of play."""

    at: int
    """The number of the event that it is beside."""
    side: int
    """Before that event (-1), at it, or behind it (1)."""
    line: int
    """The number of the first event of the line that is put there."""
    number: int = 0
    """The number of what is put there among all of that line."""


@dataclass(slots=True)
class _Item:
    """One action in a chat line."""

    at: list[int]
    """The numbers of the action's events."""
    unit: str = ""
    actions: tuple[Declaration, ...] = ()
    purpose: RollPurpose = RollPurpose.OPEN

    def takes_in(self, event: Declared) -> bool:
        """Return whether an event goes on with this action."""
        if not self.actions:  # a roll that was named
            return False
        if event.action not in _BEGINS_ITEM:
            return True
        activates = event.unit == self.unit and _ACTIVATIONS.issuperset(self.actions)
        return activates or event.action is Declaration.SPOTTER or {Declaration.SPOTTER}.issuperset(self.actions)

    @property
    def is_shot(self) -> bool:
        """True if the action is a shot, which has a range."""
        return not _DIRECT.isdisjoint(self.actions)

    @property
    def may_be_move(self) -> bool:
        """True if the action may be a move, which its drag completes; who is only activated may be dragged."""
        return Declaration.MOVE in self.actions or (
            Declaration.DIRECT_COMMAND in self.actions and _ACTIVATIONS.issuperset(self.actions)
        )

    def is_followed_by(self, other: _Item) -> bool:
        """Return whether another action of a line is one more move of the same unit."""
        return other.unit == self.unit and Declaration.MOVE in other.actions


def in_order_of_play(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, in the order in which they were played."""
    known = list(events)
    places: dict[int, _Place] = {}
    for line in _lines(known):
        places |= _places(known, line)
    order = sorted(range(len(known)), key=lambda at: places.get(at, _Place(at, 0, at)))
    return [_displaced(known[at]) if at in places else known[at] for at in order]


def _displaced(known: EventOfStep) -> EventOfStep:
    """Return an event that is put elsewhere: of words it is noted."""
    event, step = known
    return (replace(event, displaced=True) if isinstance(event, Declared) else event), step


def _lines(events: Sequence[EventOfStep]) -> Iterator[list[int]]:
    """Yield the numbers of what each typed line announces, if it announces more than one thing.

    Its dice may have been put between its words.
    """
    line: list[int] = []
    for at, (event, step) in enumerate(events):
        told = isinstance(event, RollNamed) or (isinstance(event, Declared) and event.spoken)
        if line and (step is not events[line[-1]][1] if told else not isinstance(event, DieRolled)):
            if len(line) > 1:
                yield line
            line = []
        if told:
            line.append(at)
    if len(line) > 1:
        yield line


def _items(events: Sequence[EventOfStep], line: Sequence[int]) -> list[_Item]:
    """Return the actions in a chat line, in its order."""
    items: list[_Item] = []
    for at in line:
        event = events[at][0]
        if isinstance(event, RollNamed):
            items.append(_Item([at], purpose=event.purpose))
        elif isinstance(event, Declared):
            if items and items[-1].takes_in(event):
                items[-1].at.append(at)
                items[-1].actions += (event.action,)
            else:
                items.append(_Item([at], event.unit, (event.action,)))
    return items


def _places(events: Sequence[EventOfStep], line: Sequence[int]) -> dict[int, _Place]:
    """Return where the events of a line that waits for counters belong, and the dice that go with them."""
    found: dict[int, _Place] = {}
    start = cursor = line[-1]
    dice = DiceOfLine.of(events, line)
    items = _items(events, line)
    for number, item in enumerate(items):
        awaited = _awaited(events, item, start, cursor, dice)
        if awaited is None and cursor == start:
            continue
        place = max(cursor, awaited if awaited is not None else cursor)
        cursor = place
        if moves := awaited is not None and item.may_be_move:
            later = items[number + 1 :]
            assaulted = frozenset(_hexes_assaulted(events, item.unit, later))
            cursor = _end_of_move(
                events, item, place, moves_again=any(map(item.is_followed_by, later)), assaulted=assaulted
            )
        for at in item.at:
            found[at] = _Place(place, -1 if moves else 1, line[0], len(found))
        for at in dice.told_in(item.at):
            if at < place:  # later ones are in place
                found[at] = _Place(cursor, 1, line[0], len(found))
        if item is items[-1] and item.is_shot:
            for at in _rolled_behind(events, line, place):
                found.setdefault(at, _Place(cursor, 1, line[0], len(found)))
    return found | dict(_in_order_of_rolls(events, found))


def _rolled_behind(events: Sequence[EventOfStep], line: Sequence[int], end: int) -> Iterator[int]:
    """Yield the dice right behind a line that come before its shot's place: those of who speaks before he rolls."""
    if line[0] and isinstance(events[line[0] - 1][0], DieRolled):
        return  # he rolls first
    for at in range(line[-1] + 1, end):
        event = events[at][0]
        if not isinstance(event, DieRolled) or event.dismissed:
            return
        yield at


def _in_order_of_rolls(events: Sequence[EventOfStep], places: Mapping[int, _Place]) -> Iterator[tuple[int, _Place]]:
    """Yield the dice that are put beside the same event, in the order in which they were rolled.

    Their player may describe them in another order: "op fire, 1, ok, 7 is a step" names the shot before the check.
    """
    dice = sorted((at for at in places if isinstance(events[at][0], DieRolled)), key=lambda at: places[at])
    for _, beside in groupby(dice, key=lambda at: (places[at].at, places[at].side)):
        told = list(beside)
        yield from zip(sorted(told), [places[at] for at in told], strict=True)


def _awaited(
    events: Sequence[EventOfStep], item: _Item, start: int, cursor: int, dice: DiceOfLine
) -> int | None:  # fmt: skip
    """Return the event that an action waits for: the drag of its unit, the division's chit; None if there is none."""
    log = events[start][1].log
    later = ((at, event) for at, (event, step) in enumerate(events) if at > cursor and step.log == log)
    if item.unit and item.may_be_move:
        before = takewhile(lambda each: not _is_passed(events, item, start, each[0]), later)
        drags = [(at, event) for at, event in before if isinstance(event, UnitMoved) and event.unit == item.unit]
        moves = [at for at, event in drags if event.came is Status.ON_MAP]  # an arrival is reported as one
        return next(iter(moves or [at for at, _ in drags]), None)
    if item.is_shot:
        return _drag_into_reach(events, item, start, dice)
    if item.purpose == RollPurpose.COMMAND_POINTS and cursor > start:
        return next((at for at, event in later if _is_division_chit(event, events[at][1])), None)
    return None


def _is_passed(events: Sequence[EventOfStep], item: _Item, start: int, at: int) -> bool:
    """Return whether an action of a line is over with an event: its player tells something new of its unit, or draws.

    A unit that is stopped before it gets away is not dragged at all. Nor does it wait for a drag any more if it is said
    to be fired at: it has set out.
    """
    event, step = events[at]
    if isinstance(event, ChitMoved):
        return event.target == IN_PLAY
    if isinstance(event, Declared) and event.action is Declaration.OPPORTUNITY_FIRE and step is not events[start][1]:
        return event.spoken and aimed_at(event, step.table) == item.unit
    told = isinstance(event, Declared) and event.unit == item.unit and event.spoken and event.action in _BEGINS_ITEM
    return told and step is not events[start][1]


def _hexes_assaulted(events: Sequence[EventOfStep], unit: str, items: Iterable[_Item]) -> Iterator[str]:
    """Yield the hexes that a unit is said to assault in some actions of a line."""
    told = (events[at][0] for item in items if item.unit == unit for at in item.at)
    for event in told:
        if isinstance(event, Declared) and event.action is Declaration.ASSAULT:
            yield from _HEX.findall(event.rest)


def _end_of_move(
    events: Sequence[EventOfStep], item: _Item, start: int, *, moves_again: bool, assaulted: frozenset[str]
) -> int:
    """Return the last event of the move that a drag begins: the drags and the changes of its unit that follow it.

    *moves_again*: the line has another move of the unit, so that another drag is that one's, and so is the Column
    that its unit forms right before it. The drag into a hex that it has *assaulted* is the end of that assault.
    """
    end = start
    arrived = _goes_to(item, events, start)
    for at in range(start + 1, len(events)):
        event, step = events[at]
        if step.log != events[start][1].log:
            break
        if _is_drag_of(events, at, item.unit) and str(getattr(event, "target", "")) in assaulted:
            break
        if _is_drag_of(events, at, item.unit) and not (moves_again or arrived):
            end, arrived = at, _goes_to(item, events, at)
        elif _is_change_of(events, at, item.unit):
            if (moves_again or arrived) and _begins_move(events, at, item.unit):
                break
            end = at
        elif isinstance(event, LeaderMoved):
            end = at
        else:
            break
    return end


def _is_drag_of(events: Sequence[EventOfStep], at: int, unit: str) -> bool:
    """Return whether the event of a number is a drag of a unit."""
    event = events[at][0] if at < len(events) else None
    return isinstance(event, UnitMoved) and event.unit == unit


def _is_change_of(events: Sequence[EventOfStep], at: int, unit: str) -> bool:
    """Return whether the event of a number changes how a unit moves: its Column, its transport (R7.3)."""
    event = events[at][0] if at < len(events) else None
    return isinstance(event, StateSet) and event.unit == unit and event.state in HOW_IT_MOVES


def _begins_move(events: Sequence[EventOfStep], at: int, unit: str) -> bool:
    """Return whether a unit gets ready to move by the change of a number: a drag follows it and others of its kind."""
    event = events[at][0]
    while _is_change_of(events, at, unit):
        at += 1
    return isinstance(event, StateSet) and event.level > 0 and _is_drag_of(events, at, unit)


def _goes_to(item: _Item, events: Sequence[EventOfStep], drag: int) -> bool:
    """Return whether a drag goes to the hex to which an action was said to lead."""
    moved = events[drag][0]
    ends = [event.way[-1] for at in item.at if isinstance(event := events[at][0], Declared) and event.way]
    return isinstance(moved, UnitMoved) and moved.target in ends


def _drag_into_reach(events: Sequence[EventOfStep], item: _Item, start: int, dice: DiceOfLine) -> int | None:
    """Return the last event of the step in which a unit comes near enough to its target, None if it is so already.

    A die rolled before that which is none of the line's is the shot's: it was made from where the unit stood.
    """
    target = next((event.unit for at in item.at if isinstance(event := events[at][0], Declared)
                   and event.action is Declaration.TARGET), "")  # fmt: skip
    if not target or _is_in_reach(events[start][1].table, item.unit, target):
        return None
    for at in range(start + 1, len(events)):
        event, step = events[at]
        if (isinstance(event, DieRolled) and at not in dice.rolled) or step.log != events[start][1].log:
            return None
        if isinstance(event, UnitMoved) and event.unit == item.unit and _is_in_reach(step.table, item.unit, target):
            return max(number for number, (_, other) in enumerate(events) if other is step)
    return None


def _is_in_reach(table: Position, unit: str, target: str) -> bool:
    """Return whether a target is within the printed range of a unit, which under a barrage is 1 (R8.6)."""
    here, there, printed = table.units[unit].place, table.units[target].place, table.ratings(unit).fire_range
    if not isinstance(here, Hex) or not isinstance(there, Hex):
        return False
    distance = table.game.map.layout.distance(here, there)
    return distance <= 1 or (here not in table.barrages and (printed is None or distance <= printed))


def _is_division_chit(event: TableEvent, step: ObservedStep) -> bool:
    if not isinstance(event, ChitMoved) or event.target != IN_PLAY:
        return False
    return step.table.game.chits[event.chit].kind == ChitKind.DIVISION
