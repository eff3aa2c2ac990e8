"""Moves the description of an action to the mark or the drag that shows it, if it came only after other actions.

Some players do everything that a chit brings, mark the results, and describe it all at the end of the mail.
Counterbattery Fire and rallies happen where they are marked, not after the moves that were made since; who moves under
a Suppressed marker has rallied before, whenever the marker is taken off; and a move was made when it was dragged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import CounterState
from ..events import ChitMoved, Declared, DieRolled, StateSet, TimeSet, UnitMoved
from .beginnings import ACTIVATIONS
from .word_blocks import EventOfStep

__all__ = ["with_words_at_their_marks"]

_MARKS: Final[Mapping[str, tuple[frozenset[str], bool]]] = {
    Declaration.COUNTERBATTERY_FIRE: (frozenset({CounterState.COUNTERBATTERY_FIRED}), True),
    Declaration.RALLY: (frozenset({CounterState.SUPPRESSED, CounterState.COHESION}), False),
}
"""The states that show an action, by its declaration, and whether they are put on then or taken off."""
_PARTS: Final = frozenset({
    Declaration.TARGET, Declaration.SPOTTER, Declaration.COMPANY_BONUS_CHECK, Declaration.AUTOMATIC_PASS,
})  # fmt: skip
"""Declarations of a part of the action before them."""


def with_words_at_their_marks(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with words about an action before its mark."""
    known = _with_marked_fire_called(events)
    places: dict[int, float] = {}
    for at, (event, _) in enumerate(known):
        if not isinstance(event, Declared):
            continue
        mark = _mark_before(known, at, event) if event.action in _MARKS else _drags_before(known, at, event)
        if mark is None:
            continue
        for each in (*_activation_before(known, at, event.unit), at, *_part_after(known, at)):
            told, step = known[each]
            places[each] = mark - 0.5
            known[each] = (replace(told, displaced=True) if isinstance(told, Declared) else told), step
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _with_marked_fire_called(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return events; fire told in own words of a gun that is marked for Counterbattery Fire in the mail is that.

    Whoever calls it so himself speaks of something else where he calls it fire.
    """
    known = list(events)
    fired = CounterState.COUNTERBATTERY_FIRED
    marked = {(step.log, event.unit) for event, step in known
              if isinstance(event, StateSet) and event.state == fired and event.level}  # fmt: skip
    called = {(step.log, event.unit) for event, step in known
              if isinstance(event, Declared) and event.action == Declaration.COUNTERBATTERY_FIRE}  # fmt: skip
    return [
        (replace(event, action=Declaration.COUNTERBATTERY_FIRE), step)
        if isinstance(event, Declared) and event.own_words and event.action == Declaration.FIRE
        and (step.log, event.unit) in marked - called else (event, step)
        for event, step in known
    ]  # fmt: skip


def _mark_before(known: Sequence[EventOfStep], words: int, said: Declared) -> int | None:
    """Return the number of what shows an action said of a unit; None if nothing does, or nothing was done since.

    Whatever was said of the unit since the mark is about that. What is put on in the mail shows it whatever chits have
    been drawn since. A rally that was bought needs no die, and nothing done since.
    """
    states, put_on = _MARKS[said.action]
    log, acted = known[words][1].log, _is_bought(known, words, said.unit)
    for at in range(words - 1, -1, -1):
        event, step = known[at]
        if step.log != log or (isinstance(event, ChitMoved | TimeSet) and not put_on):
            return None
        if isinstance(event, StateSet) and event.unit == said.unit and event.state in states:
            if put_on and not event.level:
                continue  # it came off again at the turn's end
            return at if acted and (event.level > 0) is put_on else None
        if said.action is Declaration.RALLY and _moves_suppressed(known, at, said.unit):
            return at - isinstance(known[at - 1][0], DieRolled) if at else at
        if isinstance(event, Declared) and event.unit == said.unit and step is not known[words][1]:
            return None
        acted = acted or isinstance(event, DieRolled | UnitMoved)
    return None


def _is_bought(known: Sequence[EventOfStep], words: int, unit: str) -> bool:
    """Return whether some words say that an action of a unit, right before them, is an automatic pass (R3.3)."""
    bought = known[words + 1][0] if words + 1 < len(known) else None
    return isinstance(bought, Declared) and bought.unit == unit and bought.action is Declaration.AUTOMATIC_PASS


def _drags_before(known: Sequence[EventOfStep], words: int, said: Declared) -> int | None:
    """Return the number of the first of the drags that words about a move describe; None if they tell of another move.

    Its unit is where it is said to have gone, dragged there without a word, and something else was told of since.
    """
    if said.action is not Declaration.MOVE or not said.way:
        return None
    log, first, told = known[words][1].log, None, False
    for at in range(words - 1, -1, -1):
        event, step = known[at]
        if step.log != log or isinstance(event, ChitMoved | TimeSet):
            break
        if isinstance(event, UnitMoved) and event.unit == said.unit:
            if first is None and event.target != said.way[-1]:
                return None
            first = at
        elif isinstance(event, Declared):
            if event.unit == said.unit and (step is not known[words][1] or event.action not in ACTIVATIONS):
                return None
            told = told or (first is None and event.unit != said.unit)
    return first if told else None


def _moves_suppressed(known: Sequence[EventOfStep], at: int, unit: str) -> bool:
    """Return whether a unit is dragged on under a Suppressed marker (R7.2), and not back from where it was stopped."""
    event, step = known[at]
    if not isinstance(event, UnitMoved) or event.unit != unit or not step.table.units[unit].suppressed:
        return False
    drags = (each for each, _ in reversed(known[:at]) if isinstance(each, UnitMoved) and each.unit == unit)
    before = next(drags, None)
    return before is None or before.origin != event.target


def _activation_before(known: Sequence[EventOfStep], words: int, unit: str) -> Sequence[int]:
    """Return the numbers of what some words say right before them of what lets their unit act ("DC, 1 CP: ...")."""
    found: list[int] = []
    for at in range(words - 1, -1, -1):
        event, step = known[at]
        if step is not known[words][1]:
            break
        found.insert(0, at)
        if isinstance(event, Declared):
            return found if event.unit == unit and event.action in ACTIVATIONS else []
    return []


def _part_after(known: Sequence[EventOfStep], words: int) -> Iterator[int]:
    """Yield the numbers of what is said right after some words of the same action: its target, its checks."""
    for at in range(words + 1, len(known)):
        event, step = known[at]
        if step is not known[words][1] or not isinstance(event, Declared) or event.action not in _PARTS:
            return
        yield at
