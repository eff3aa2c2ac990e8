"""Puts drags where they were announced, if other actions were announced before the counters were dragged.

Some players write one line about all that they do and drag their counters after it. Who arrives does so before the
chit is played (R15), and all else of the line comes after that. A unit that assaults, or that retreats from an assault,
is dragged for that, and not for a move of which nobody has said anything. Who is dragged onto the map among those who
arrive late arrives with them, though nothing is said of him. A move that was announced in the mail before, and waited
for its answer, is ended before its player begins anything else, whenever he drags the counter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES
from ...game.hexes import Hex
from ...game.position import Status
from ..events import ChitMoved, Declared, LeaderMoved, ObservedStep, StateSet, TableEvent, TimeSet, UnitMoved

__all__ = ["with_drags_at_their_words"]

_EventOfStep = tuple[TableEvent, ObservedStep]

_OF_OTHER_ACTIONS: Final = frozenset({
    Declaration.MOVE, Declaration.RALLY, Declaration.ASSAULT, Declaration.DIRECT_COMMAND, Declaration.SECOND_ACTION,
    Declaration.BUILD_IMPROVED_POSITION, Declaration.BUILD_ENTRENCHMENT, Declaration.CLEAR_MINES,
    Declaration.LAY_MINES, Declaration.SEEK_CONTACT,
})  # fmt: skip
"""What is said of a unit whose own action it is: not of one that takes part in the assault of another."""
_SHOTS: Final = frozenset({Declaration.FIRE, Declaration.DIRECT_FIRE, Declaration.INDIRECT_FIRE})
_DRAGGED_FOR: Final = frozenset({Declaration.MOVE, Declaration.ADVANCE, Declaration.WITHDRAW, Declaration.LEAVE_MAP})
"""What else a unit that assaults or retreats may be dragged for."""


def with_drags_at_their_words(events: Iterable[_EventOfStep]) -> list[_EventOfStep]:
    """Return the events of some logs, each with its step, with late drags where they were announced."""
    known = list(events)
    places: Mapping[int, float] = {
        at: words + 0.5
        for words, (event, _) in enumerate(known)
        if isinstance(event, Declared) and event.action in _LATE_DRAGS
        for at in _late(known, words, event.unit, _LATE_DRAGS[event.action](known, words, event.unit))
    }
    places = dict(_places_of_moves_that_waited(known)) | _with_arrivals_unsaid(known, places)
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _places_of_moves_that_waited(known: Sequence[_EventOfStep]) -> Iterator[tuple[int, float]]:
    """Yield the places of drags that end a move which waited for an answer, behind words about others."""
    for unit, end, answered in _moves_that_waited(known):
        others: int | None = None
        for at, event in _of_same_hand(known, answered, answered) if answered < len(known) else ():
            if isinstance(event, UnitMoved) and event.unit == unit:
                if others is not None and event.target in (end or (event.target,)):
                    yield from dict.fromkeys(_late(known, others, unit, at), others - 0.5).items()
                break
            if others is None and _acts_otherwise(event, unit):
                others = at


def _moves_that_waited(known: Sequence[_EventOfStep]) -> Iterator[tuple[str, tuple[Hex, ...], int]]:
    """Yield units whose moves waited for an answer, the hexes where they end, and where their player goes on.

    A unit that is fired at before anything is known of it began its move before the record: its end is not known.
    """
    spoken_of: set[str] = set()
    fired = False
    for at, (event, _) in enumerate(known):
        action = event.action if isinstance(event, Declared) else None
        if isinstance(event, Declared) and action is Declaration.MOVE and event.way:
            answer = _begin_of_others(known, at)
            if not any(isinstance(each, UnitMoved) and each.unit == event.unit for each, _ in known[at:answer]):
                yield event.unit, event.way[-1:], _begin_of_others(known, answer)
        elif isinstance(event, Declared) and action is Declaration.TARGET and fired and event.unit not in spoken_of:
            yield event.unit, (), _begin_of_others(known, at)
        fired = action is Declaration.OPPORTUNITY_FIRE
        if isinstance(event, Declared | UnitMoved):
            spoken_of.add(event.unit)


def _begin_of_others(known: Sequence[_EventOfStep], since: int) -> int:
    """Return the number of the next event of another player; the number of all events if there is none."""
    return next((at for at in range(since, len(known)) if known[at][1].player != known[since][1].player), len(known))


def _acts_otherwise(event: TableEvent, unit: str) -> bool:
    """Return whether a unit is said to do something else than to move, or another one something of its own."""
    if not isinstance(event, Declared):
        return False
    moves = event.unit == unit and event.action is Declaration.MOVE
    return event.action in _OF_OTHER_ACTIONS | _SHOTS and not moves


def _with_arrivals_unsaid(known: Sequence[_EventOfStep], places: Mapping[int, float]) -> dict[int, float]:
    """Return places with those of the units that are dragged onto the map right behind others whose drags are late."""
    found = dict(places)
    for at, (event, _) in enumerate(known):
        if at - 1 in found and at not in found and isinstance(event, UnitMoved) and _arrives(event):
            found |= dict.fromkeys(_late(known, at - 1, event.unit, at), found[at - 1])
    return found


def _arrives(event: UnitMoved) -> bool:
    """Return whether a unit is dragged onto the map."""
    return event.came is not Status.ON_MAP and event.went is Status.ON_MAP


def _late(known: Sequence[_EventOfStep], words: int, unit: str, drag: int | None) -> Iterator[int]:
    """Yield the numbers of what comes late with a drag: leaders who go along, and how the unit is said to move."""
    if drag is None:
        return
    moved, step = known[drag]

    def belongs(at: int) -> bool:
        event = known[at][0]
        return known[at][1] is step or _tells_how(event, unit) or (at > drag and _goes_to(event, moved))

    beside = [*takewhile(belongs, range(drag, len(known)))]
    yield from beside
    yield from takewhile(belongs, range(drag - 1, words, -1))
    yield from _turned_later(known, beside[-1], unit)


def _turned_later(known: Sequence[_EventOfStep], last: int, unit: str) -> Iterator[int]:
    """Yield the numbers of what shows how a unit moves after others were dragged, if it does nothing else by then.

    Some drag several counters first, and turn them afterwards, each for its own drag.
    """
    found: list[int] = []
    for at, event in _of_same_hand(known, last):
        if isinstance(event, UnitMoved | Declared) and event.unit == unit:
            return
        found += [at] * _tells_how(event, unit)
    yield from found


def _tells_how(event: TableEvent, unit: str) -> bool:
    """Return whether an event shows how a unit moves: in Column, or by its transport."""
    return isinstance(event, StateSet) and event.unit == unit and event.state in HOW_IT_MOVES


def _goes_to(event: TableEvent, moved: TableEvent) -> bool:
    """Return whether a leader is dragged to where a unit was dragged."""
    return isinstance(event, LeaderMoved) and isinstance(moved, UnitMoved) and event.target == moved.target


def _arrival(known: Sequence[_EventOfStep], words: int, unit: str) -> int | None:
    """Return the number of the drag that brings a unit onto the map after others were spoken of; None for none."""
    others = False
    for at, event in _of_same_hand(known, words):
        if isinstance(event, UnitMoved) and event.unit == unit:
            return at if others and _arrives(event) else None
        others = others or (isinstance(event, Declared) and event.action is not Declaration.ARRIVE)
    return None


def _drag_of_assault(known: Sequence[_EventOfStep], words: int, unit: str) -> int | None:
    """Return the number of the drag of a unit that assaults or retreats, after other actions; None for none."""
    others = False
    for at, event in _of_same_hand(known, words):
        if isinstance(event, UnitMoved) and event.unit == unit:
            return at if others and event.came is event.went is Status.ON_MAP else None
        if isinstance(event, Declared):
            if event.unit == unit and event.action in _DRAGGED_FOR:
                return None
            others = others or (event.unit != unit and event.action in _OF_OTHER_ACTIONS)
    return None


_LATE_DRAGS: Final[Mapping[str, Callable[[Sequence[_EventOfStep], int, str], int | None]]] = {
    Declaration.ARRIVE: _arrival,
    Declaration.ASSAULT: _drag_of_assault,
    Declaration.RETREAT: _drag_of_assault,
}
"""How the drag is found for which something is said of a unit."""


def _of_same_hand(
    known: Sequence[_EventOfStep], words: int, first: int | None = None
) -> Iterator[tuple[int, TableEvent]]:
    """Yield what the player of some words does after them in the same mail, up to a chit or the turn's end.

    *first* is the number to begin with; by default that of the event behind the words.
    """
    hand = (known[words][1].log, known[words][1].player)
    begin = words + 1 if first is None else first
    for at, (event, step) in enumerate(known[begin:], begin):
        if (step.log, step.player) != hand or isinstance(event, ChitMoved | TimeSet):
            return
        yield at, event
