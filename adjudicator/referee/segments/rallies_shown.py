"""Rallies that are read from the table, because the words for them could not be: "2./I./361 rests and loses its hit".

A check that is told of a unit, with the face of the die right before its marker is taken off, is a rally as well: "2/IX
2, up". Whoever rolls, takes the marker off and only then speaks of the rally tells of that die.

Whoever rallies one unit after the other may call it so only once: "1/VIII rallies on a 4", and behind the next dice
"2/VIII no", "3/VIII no".

Who names his own unit, rolls, or pays a Command Point, and then takes its marker off has tried to rally it, whatever he
calls that (R13.1, R3.3): nothing else takes such a marker off its unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import CounterState, state_values
from ...game.play import RollPurpose
from ...game.position import Status
from ..dialects.chat_vocabulary import WordGroup, any_of
from ..events import (
    Declared,
    DieRolled,
    LevelSet,
    ObservedStep,
    PointsSet,
    RollNamed,
    Said,
    StateSet,
    StepNumber,
    TableEvent,
)
from .word_blocks import Author, EventOfStep, Record, dice_among_marks, is_word

__all__ = ["with_checks_that_rally", "with_rallies_shown"]

_TAKEN_OFF: Final = frozenset({CounterState.SUPPRESSED, CounterState.COHESION})
"""The states that a rally is from."""
_MARKS: Final = (StateSet, PointsSet, LevelSet)
_RALLIED: Final = re.compile(rf"\b{any_of(WordGroup.RALLY_OUTCOMES)}\b", re.IGNORECASE)
"""What comes of a rally."""


@dataclass(frozen=True, slots=True)
class _Rally:
    """A rally that the table shows."""

    at: int
    """The number of its die, or of the payment: it was said before that."""
    unit: str
    text: str
    is_paid: bool
    announced: int | None = None
    """The number of the words that call it a rally and name no unit; None for none."""


def with_rallies_shown(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with unread words for a rally as its declaration."""
    record = Record.of(events)
    shown = {each.at: each for each in (*_rallies_listed(record), *_rallies(record))}
    announced = {each.announced for each in shown.values()}
    found: list[EventOfStep] = []
    for at, (event, step) in enumerate(record.events):
        if at in announced:
            continue
        unit = _only_unit_to_rally(event, step) if isinstance(event, RollNamed) else ""
        if isinstance(event, RollNamed) and unit and not _rallies_already(record, at, unit):
            event = _rally_of(unit, event)
        if (rally := shown.get(at)) is not None:
            said = [Declaration.RALLY, Declaration.AUTOMATIC_PASS] if rally.is_paid else [Declaration.RALLY]
            found += [(Declared(rally.unit, each, rally.text, spoken=True, own_words=True), step) for each in said]
        found.append((event, step))
    return found


def _only_unit_to_rally(named: RollNamed, step: ObservedStep) -> str:
    """Return the only unit of the speaker's that a named rally can be of; empty if there are more, or none is named."""
    units = [
        unit for unit, state in step.table.units.items()
        if step.table.side(unit) == step.side and state.status is Status.ON_MAP and (state.suppressed or state.cohesion)
    ]  # fmt: skip
    return units[0] if _names_rally(named) and len(units) == 1 else ""


def _rallies_already(record: Record, at: int, unit: str) -> bool:
    """Return whether the player of some words says elsewhere in his mail that a unit rallies."""
    return any(
        author == record.authors[at] and isinstance(event, Declared) and event.action is Declaration.RALLY
        and event.unit == unit for author, (event, _) in zip(record.authors, record.events, strict=True)
    )  # fmt: skip


def _rally_of(unit: str, named: RollNamed) -> Declared:
    """Return the declaration of a unit's rally, of which only the roll was named."""
    return Declared(
        unit, Declaration.RALLY, spoken=True, own_words=True, face=named.face, step_of_die=named.step_of_die,
        asked=named.asked, results=named.results,
    )  # fmt: skip


def with_checks_that_rally(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the checks in words that the table shows as rallies.

    Told behind its marker, a rally goes before its die.
    """
    record = Record.of(events)
    marks = (at for at in range(len(record.events)) if _is_taken_off(record, at))
    told = {at: mark for mark in marks if (at := _words_of_rally(record, mark)) is not None}
    places: dict[int, float] = {}
    for at, mark in told.items():
        begun, (event, step) = _begun_at(record, mark), record.events[at]
        if isinstance(event, Declared) and begun is not None:
            die = record.events[begun][1]
            rally = replace(event, action=Declaration.RALLY, step_of_die=(die.log, die.number), displaced=at > mark)
            record.events[at], places[at] = (rally, step), min(at, begun - 0.5)
            places |= _words_before_rally(record, at, begun)
    return [record.events[at] for at in sorted(range(len(record.events)), key=lambda at: (places.get(at, at), at))]


def _words_before_rally(record: Record, told: int, begun: int) -> dict[int, float]:
    """Return the places of the words before those of a rally that is told late: they are about the dice before its own.

    So they are if all faces that they name are among those dice.
    """
    words: list[int] = []
    for at in range(told - 1, begun, -1):
        if not is_word(record.events[at][0]) or record.authors[at] != record.authors[told]:
            break
        words.insert(0, at)
    start = dice_among_marks(record, [*words, told])
    rolled = [event.face for event, _ in record.events[start:begun] if isinstance(event, DieRolled)]
    named = [face for at in words if (face := getattr(record.events[at][0], "face", None)) is not None]
    return dict.fromkeys(words, start - 0.5) if named and not Counter(named) - Counter(rolled) else {}


def _words_of_rally(record: Record, mark: int) -> int | None:
    """Return the number of the words that tell of the die right before a unit's marker is taken off; None for none.

    They call it a check and name its face, or stand right behind the marker and call it a rally.
    """
    begun, (taken, step) = _begun_at(record, mark), record.events[mark]
    die = None if begun is None else record.events[begun][0]
    if begun is None or not isinstance(taken, StateSet) or not isinstance(die, DieRolled):
        return None
    if step.table.side(taken.unit) != step.side:
        return None
    found = (at for at, told in _declared_of(record, mark, taken.unit) if _tells_check(told, die))
    return next(found, _rally_told_behind(record, mark, begun))


def _declared_of(record: Record, mark: int, unit: str) -> Iterator[tuple[int, Declared]]:
    """Yield what the player of a mark says of a unit, with its number."""
    for at, (told, _) in enumerate(record.events):
        if record.authors[at] == record.authors[mark] and isinstance(told, Declared) and told.unit == unit:
            yield at, told


def _tells_check(told: Declared, die: DieRolled) -> bool:
    return told.action is Declaration.TROOP_QUALITY_CHECK and told.own_words and told.face == die.face


def _rally_told_behind(record: Record, mark: int, begun: int) -> int | None:
    """Return the number of the words for a rally right behind its mark, if nothing was said of its unit before the die.

    They name the face of that die or none.
    """
    die, unit = record.events[begun][0], getattr(record.events[mark][0], "unit", "")
    if any(at < begun and record.events[at][1].log == record.events[mark][1].log
           for at, _ in _declared_of(record, mark, unit)):  # fmt: skip
        return None
    at = mark + 1
    while at < len(record.events) and isinstance(record.events[at][0], _MARKS):
        at += 1
    told = record.events[at][0] if at < len(record.events) and record.authors[at] == record.authors[mark] else None
    is_rally = isinstance(told, Declared) and told.own_words and told.action is Declaration.RALLY
    if not isinstance(told, Declared) or not isinstance(die, DieRolled) or not is_rally or told.unit != unit:
        return None
    return at if told.face in (None, die.face) else None


def _dice_named(record: Record) -> frozenset[StepNumber]:
    """Return the steps of the dice that some words name, and say what for."""
    told = (event for event, _ in record.events if isinstance(event, Declared | RollNamed))
    return frozenset(each.step_of_die for each in told if each.step_of_die and not _is_of_any_check(each))


def _rallies(record: Record) -> Iterator[_Rally]:
    dice_named = _dice_named(record)
    for at, (event, step) in enumerate(record.events):
        if not (isinstance(event, StateSet) and _is_taken_off(record, at) and step.table.side(event.unit) == step.side):
            continue
        begun = _begun_at(record, at)
        if begun is None:
            continue
        cause, where = record.events[begun]
        announced = _announced(record, begun, at)
        if isinstance(cause, DieRolled) and (where.log, where.number) in dice_named and announced is None:
            continue
        text = "" if announced is not None else _words_for(record, begun, at, event.unit)
        if text is not None:
            yield _Rally(begun, event.unit, text, isinstance(cause, PointsSet), announced)


def _is_of_any_check(event: TableEvent) -> bool:
    """Return whether words call a die a check, and not which one: it may be a rally."""
    return isinstance(event, RollNamed) and event.purpose is RollPurpose.OPEN


def _rallies_listed(record: Record) -> Iterator[_Rally]:
    """Yield the rallies of units that are only named beside their dice, behind a rally that was called one.

    A name with what came of it stands behind its die, a name alone before it.
    """
    listed: Author | None = None
    begun, dice_named = 0, _dice_named(record)
    for at, (event, step) in enumerate(record.events):
        if record.authors[at] != listed or not isinstance(event, (Said, Declared, DieRolled, RollNamed, *_MARKS)):
            listed = None
        if isinstance(event, Declared):
            listed, begun = (record.authors[at], at) if event.action is Declaration.RALLY else (None, at)
        elif listed is not None and isinstance(event, Said) and (unit := _unit_to_rally(event, step)):
            die = _die_before(record, at, begun) if event.results else _die_behind(record, at)
            where = None if die is None else record.events[die][1]
            if die is not None and where is not None and (where.log, where.number) not in dice_named:
                yield _Rally(die, unit, event.text, is_paid=False)


def _unit_to_rally(said: Said, step: ObservedStep) -> str:
    """Return the only unit that unread words name, if it is the speaker's and has something to rally from."""
    unit = next(iter(said.units)) if said.speaks_of_action and len(said.units) == 1 else ""
    own = bool(unit) and step.table.side(unit) == step.side
    state = step.table.units[unit] if own else None
    return unit if state is not None and (state.suppressed or state.cohesion) else ""


def _die_before(record: Record, at: int, begun: int) -> int | None:
    """Return the number of the die right before some words, None if it was rolled for other words."""
    dice = [die for die in range(begun + 1, at) if isinstance(record.events[die][0], DieRolled)]
    words_since = any(is_word(record.events[each][0]) for each in range(dice[-1] + 1 if dice else at, at))
    return dice[-1] if len(dice) > 0 and not words_since and _is_for_anything(record.events[dice[-1]][0]) else None


def _die_behind(record: Record, at: int) -> int | None:
    following = at + 1
    rolled = following < len(record.events) and record.authors[following] == record.authors[at]
    return following if rolled and _is_for_anything(record.events[following][0]) else None


def _is_for_anything(event: TableEvent) -> bool:
    """Return whether an event is a die that is not said to be for something, or for nothing."""
    return isinstance(event, DieRolled) and not (event.dismissed or event.purpose)


def _is_taken_off(record: Record, at: int) -> bool:
    """Return whether a state that is set is one that its unit rallies from, and is better than it was."""
    event, step = record.events[at]
    if not isinstance(event, StateSet) or event.state not in _TAKEN_OFF:
        return False
    before = next((other.table for _, other in reversed(record.events[:at]) if other is not step), None)
    return before is not None and event.level < state_values(before, event.unit)[event.state]


def _begun_at(record: Record, mark: int) -> int | None:
    """Return the number of the die, or else of the payment, right before a mark; None if there is neither."""
    paid = None
    for at in range(mark - 1, -1, -1):
        event = record.events[at][0]
        if record.authors[at] != record.authors[mark]:
            break
        if isinstance(event, DieRolled):
            failed = event.told is not None and event.told.failed
            return None if event.dismissed or event.purpose or failed or paid is not None else at
        if isinstance(event, PointsSet) and event.kind == "command" and paid is None:
            paid = at
        elif not (isinstance(event, Said) or _names_rally(event)):
            break
    return paid


def _announced(record: Record, begun: int, mark: int) -> int | None:
    """Return the number of the words for a rally of no unit beside a die, or behind its mark; None if there are none.

    The player says nothing else of a roll between them and the die, and the face that they name is the die's.
    """
    for numbers in (range(begun - 1, -1, -1), range(begun + 1, len(record.events))):
        for at in numbers:
            event = record.events[at][0]
            if record.authors[at] != record.authors[mark] or not isinstance(event, (Said, RollNamed, *_MARKS)):
                break
            if isinstance(event, RollNamed):
                face = getattr(record.events[begun][0], "face", None)
                return at if _names_rally(event) and event.face in (None, face) else None
    return None


def _names_rally(event: TableEvent) -> bool:
    """Return whether a roll is said to be a rally, of whichever unit."""
    return isinstance(event, RollNamed) and event.purpose is RollPurpose.RALLY


def _words_for(record: Record, begun: int, mark: int, unit: str) -> str | None:
    """Return unread words about a unit beside its die or payment, or right behind its mark; None if there are none."""
    for at in range(begun - 1, -1, -1):
        event = record.events[at][0]
        if record.authors[at] != record.authors[mark] or not isinstance(event, Said):
            break
        if _may_be_rally(event, unit):
            return event.text
    for at in range(begun + 1, len(record.events)):
        event = record.events[at][0]
        if record.authors[at] != record.authors[mark] or not isinstance(event, (Said, *_MARKS)):
            break
        if isinstance(event, Said) and _may_be_rally(event, unit):
            return event.text
    return None


def _may_be_rally(said: Said, unit: str) -> bool:
    """Return whether words name a unit and what it does, or say of nobody else that it is as good as new."""
    return (said.speaks_of_action and unit in said.units) or (
        _RALLIED.search(said.text) is not None and said.units <= {unit}
    )
