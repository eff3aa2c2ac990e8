"""Earlier actions: what units may have done before the first file begins, under the chit in play (R6.13, R6.17).

A table does not show who has acted already, nor how. Who says that it is a second action, or pays for one, has
had a first one, of whatever kind (R7.1). Nor does it show what has just been fired, which the first file may answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ...game.action_words import Declaration
from ...game.play import Counterbattery, EndTurn, IndirectFire, PlayChit
from ...game.position import Position
from ...rules.series.sequence import is_set_up
from ..entries.entry import Entry, EntryKind
from ..events import Declared, DieRolled, PointsSet, RollNamed, Said
from ..segments.segment import Segment, SegmentKind
from .candidates.fire import aimed_at, battery_spoken_of

__all__ = ["begun_before", "with_fire_named", "with_fire_to_answer", "with_first_action"]

_UNKNOWN: Final = "unknown"
"""The kind of an action of which it is not known: it is none of those of the rules, and so any other may follow."""
_SAID_BEFORE: Final = frozenset({Declaration.SUPPRESSION_CHECK, Declaration.AUTOMATIC_PASS, Declaration.HOLD})
"""What may be said of a unit that was fired at before it acts for the second time."""
_NOTE: Final = "{unit} did its first action before the first file begins"
_FIRED: Final = "{unit} fired right before the first file begins"
_BEGUN: Final = "{unit} began this before the first file begins"


def with_first_action(
    position: Position, start: Position, entries: Sequence[Entry], segment: Segment, unit: str
) -> tuple[Position, str] | None:
    """Return the position in which a unit has done a first action before the first file began, and what is supposed.

    *start* is the position at the beginning of that file, *entries* are those since. None if the chit has been played
    in it, or if nothing shows that the unit acts for the second time.
    """
    chit, state = position.activation.chit, position.units.get(unit)
    if state is None or state.actions or not chit or chit != start.activation.chit or is_set_up(start):
        return None
    if _is_played(entries) or not _is_second(position, segment, unit):
        return None
    return position.with_unit(unit, actions=(_UNKNOWN,)), _NOTE.format(unit=position.shown_name(unit))


def with_fire_to_answer(
    position: Position, entries: Sequence[Entry], segment: Segment
) -> tuple[Position, str] | None:  # fmt: skip
    """Return the position in which the Indirect Fire has just been made that is answered first of all (NQoS S2.0).

    *entries* are those since the first file began. None if anybody has acted in it: then it shows what can be answered.
    """
    acted = _is_played(entries) or any(entry.kind is EntryKind.ACTION for entry in entries)
    if segment.kind is not SegmentKind.COUNTERBATTERY or acted or position.last_indirect:
        return None
    gun = _gun_named(segment, position)
    return (position.after(last_indirect=gun), _FIRED.format(unit=position.shown_name(gun))) if gun else None


def with_fire_named(position: Position, entries: Sequence[Entry], segment: Segment) -> Position | None:
    """Return the position in which a gun has just fired that fired in the mail which is answered (NQoS S2.0).

    By mail the other side reads of all its guns at once, and answers the one that it names. None if that did not fire,
    or has been answered.
    """
    gun = _gun_named(segment, position) if segment.kind is SegmentKind.COUNTERBATTERY else ""
    if not gun or gun == position.last_indirect:
        return None
    side, log = position.side(gun), segment.steps[0].log
    read = max((each.log for each in entries if each.side == side and each.log < log), default=log)
    for entry in reversed(entries):
        if entry.log < read or isinstance(entry.action, EndTurn):
            return None
        if isinstance(entry.action, Counterbattery) and entry.action.target == gun:
            return None
        if isinstance(entry.action, IndirectFire) and entry.action.unit == gun:
            return position.after(last_indirect=gun)
    return None


def _gun_named(segment: Segment, position: Position) -> str:
    """Return the gun that is named as the target of Counterbattery Fire, empty if none is."""
    for event in segment.events:
        if isinstance(event, Declared) and (gun := _target_of(event, position)):
            return gun
    return battery_spoken_of(segment, position)


def _target_of(event: Declared, position: Position) -> str:
    return event.unit if event.action is Declaration.TARGET else aimed_at(event, position)


def _is_played(entries: Sequence[Entry]) -> bool:
    """Return whether a chit has been played since the first file began, or a turn ended."""
    return any(isinstance(entry.action, PlayChit | EndTurn) for entry in entries)


def begun_before(position: Position, unit: str) -> Iterator[tuple[Position, str]]:
    """Yield the positions in which a unit may have begun what it goes on with, and what is supposed in each.

    It was paid for as it began, and may have been the unit's second action under the chit: all of that is judged in the
    mail in which it was done.
    """
    note = _BEGUN.format(unit=position.shown_name(unit))
    paid = position.with_points(position.game.units[unit].division, command=1)
    yield paid, note
    if not position.units[unit].actions:
        yield position.with_unit(unit, actions=(_UNKNOWN,)), note
        yield paid.with_unit(unit, actions=(_UNKNOWN,)), note


def _is_second(position: Position, segment: Segment, unit: str) -> bool:
    """Return whether the first thing said of a unit's action is that it is the second one, or is paid for.

    The point for a check that it has passed so (R3.3) pays for no action.
    """
    bought = False
    for event in segment.events:
        if isinstance(event, Declared) and (event.unit, event.action) == (unit, Declaration.AUTOMATIC_PASS):
            bought = True
        if bought and isinstance(event, PointsSet) and event.kind == "command":
            bought = False
            continue
        if isinstance(event, Declared) and event.unit == unit and event.action not in _SAID_BEFORE:
            return event.action is Declaration.SECOND_ACTION
        if isinstance(event, PointsSet) and event.division == position.game.units[unit].division:
            return event.kind == "command" and event.points < position.points[event.division].command
        if not isinstance(event, DieRolled | Declared | RollNamed | Said):
            return False
    return False
