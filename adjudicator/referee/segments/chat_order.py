"""Puts what a chat line says in advance to where it was done.

Some players roll all their dice, type one line about everything, and move the counters at last. An action of such a
line whose counters are dragged later, and all that the line says after it, belong there; so do the dice that it names.
A shot at a target out of reach belongs behind the drag that brings its unit near enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from ...drawing.mats import IN_PLAY
from ...game.hexes import Hex
from ...game.order_of_battle import ChitKind
from ...game.play import RollPurpose
from ...game.position import Position
from ..events import ChitMoved, Declared, DieRolled, ObservedStep, RollNamed, StepNumber, TableEvent, UnitMoved

__all__ = ["EventOfStep", "in_order_of_play"]

EventOfStep = tuple[TableEvent, ObservedStep]

_BEGINS_ITEM: Final = frozenset({
    "move", "fire", "direct-fire", "indirect-fire", "opportunity-fire", "counterbattery-fire", "assault", "rally",
    "seek-contact", "direct-command", "second-action", "spotter",
})  # fmt: skip
_ACTIVATIONS: Final = frozenset({"direct-command", "second-action"})
"""Declarations of what lets a unit act: the action itself is said after them."""
_MAY_BE_MOVES: Final = (frozenset({"move"}), frozenset({"direct-command"}))
"""The declarations of which one is enough for a move; who is only activated may be dragged."""
_SPOTTER: Final = "spotter"
_TARGET: Final = "target"
_DIRECT: Final = frozenset({"fire", "direct-fire"})
"""Shots that have to be in reach of the unit (R9.1)."""


@dataclass(slots=True)
class _Item:
    """One action in a chat line."""

    at: list[int]
    """The numbers of the action's events."""
    unit: str = ""
    actions: tuple[str, ...] = ()
    purpose: RollPurpose = RollPurpose.OPEN

    def takes_in(self, event: Declared) -> bool:
        """Return whether an event goes on with this action."""
        if not self.actions:  # a roll that was named
            return False
        if event.action not in _BEGINS_ITEM:
            return True
        activates = event.unit == self.unit and _ACTIVATIONS.issuperset(self.actions)
        return activates or event.action == _SPOTTER or {_SPOTTER}.issuperset(self.actions)

    @property
    def is_shot(self) -> bool:
        """True if the action is a shot, which has a range."""
        return not _DIRECT.isdisjoint(self.actions)

    @property
    def may_be_move(self) -> bool:
        """True if the action may be a move, which its drag completes."""
        own = set(self.actions)
        return any(own >= each and own <= each | _ACTIVATIONS for each in _MAY_BE_MOVES)


def in_order_of_play(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, in the order in which they were played."""
    known = list(events)
    places: dict[int, tuple[int, int]] = {}
    for line in _lines(known):
        places |= _places(known, line)
    order = sorted(range(len(known)), key=lambda at: (*places.get(at, (at, -1)), at))
    return [_displaced(known[at]) if at in places else known[at] for at in order]


def _displaced(known: EventOfStep) -> EventOfStep:
    """Return an event that is put elsewhere: of words it is noted."""
    event, step = known
    return (replace(event, displaced=True) if isinstance(event, Declared) else event), step


def _lines(events: Sequence[EventOfStep]) -> Iterator[list[int]]:
    """Yield the numbers of what each typed line announces, if it announces more than one thing."""
    line: list[int] = []
    for at, (event, step) in enumerate(events):
        told = isinstance(event, RollNamed) or (isinstance(event, Declared) and event.spoken)
        if line and (not told or step is not events[line[-1]][1]):
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


def _places(events: Sequence[EventOfStep], line: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Return where the events of a line that waits for counters belong: before or behind the event of a number."""
    found: dict[int, tuple[int, int]] = {}
    start = cursor = line[-1]
    named: set[int] = set()
    for item in _items(events, line):
        awaited = _awaited(events, item, start, cursor)
        if awaited is None and cursor == start:
            continue
        place = max(cursor, awaited if awaited is not None else cursor)
        moves = awaited is not None and item.may_be_move
        dice = [at for at in _dice_named(events, item, line[0], named) if at < place]  # later ones are in place
        for at in (*item.at, *dice):
            found[at] = (place, -2) if moves else (place, 0)
        cursor = place
    return found | _of_dice_between(events, found, line[0])


def _of_dice_between(
    events: Sequence[EventOfStep], found: Mapping[int, tuple[int, int]], start: int
) -> dict[int, tuple[int, int]]:
    """Return where the dice belong that no words name: those rolled between two that go elsewhere go with the first.

    Where the words name the dice in another order than that in which they were rolled, nothing is known of the others.
    """
    dice = sorted(at for at, _ in _dice_before(events, start))
    named = [at for at in dice if at in found]
    if [found[at] for at in named] != sorted(found[at] for at in named):
        return {}
    return {
        at: found[first] for first, last in pairwise(named) for at in dice if first < at < last
    }  # fmt: skip


def _awaited(events: Sequence[EventOfStep], item: _Item, start: int, cursor: int) -> int | None:
    """Return the event that an action waits for: the drag of its unit, the division's chit; None if there is none."""
    log = events[start][1].log
    later = ((at, event) for at, (event, step) in enumerate(events) if at > cursor and step.log == log)
    if item.unit and item.may_be_move:
        return next((at for at, event in later if isinstance(event, UnitMoved) and event.unit == item.unit), None)
    if item.is_shot:
        return _drag_into_reach(events, item, start)
    if item.purpose == RollPurpose.COMMAND_POINTS and cursor > start:
        return next((at for at, event in later if _is_division_chit(event, events[at][1])), None)
    return None


def _drag_into_reach(events: Sequence[EventOfStep], item: _Item, start: int) -> int | None:
    """Return the last event of the step in which a unit comes near enough to its target, None if it is so already.

    A die that is rolled before that is the shot's: then it was made from where the unit stood.
    """
    target = next((event.unit for at in item.at if isinstance(event := events[at][0], Declared)
                   and event.action == _TARGET), "")  # fmt: skip
    if not target or _is_in_reach(events[start][1].table, item.unit, target):
        return None
    for at in range(start + 1, len(events)):
        event, step = events[at]
        if isinstance(event, DieRolled) or step.log != events[start][1].log:
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


def _dice_named(events: Sequence[EventOfStep], item: _Item, start: int, named: set[int]) -> Iterator[int]:
    """Yield the dice that an action of a line names by their faces, each once."""
    for at in item.at:
        event = events[at][0]
        if isinstance(event, Declared | RollNamed) and event.face is not None:
            dice = _dice_before(events, start) if event.step_of_die is None else _dice_of(events, event.step_of_die)
            die = next((number for number, face in dice if face == event.face and number not in named), None)
            if die is not None:
                named.add(die)
                yield die


def _dice_before(events: Sequence[EventOfStep], start: int) -> Iterator[tuple[int, int]]:
    """Yield the dice before a line in its log, the last one first: the number of the event, and the face."""
    log = events[start][1].log
    for at in range(start - 1, -1, -1):
        event, step = events[at]
        if step.log != log:
            return
        if isinstance(event, DieRolled):
            yield at, event.face


def _dice_of(events: Sequence[EventOfStep], number: StepNumber) -> Iterator[tuple[int, int]]:
    """Yield the dice of a step: the number of the event, and the face."""
    for at, (event, step) in enumerate(events):
        if isinstance(event, DieRolled) and (step.log, step.number) == number:
            yield at, event.face
