"""Acts of which the log shows nothing but words of a player's own: questions, never offences.

Nobody gains anything by an act without a die, a drag or a marker. It has been told once more, is only planned, or is
something else that was read wrongly. What is done in another mail or by the other side shows it only if it is about the
units that take part in it. An assault is another thing: the other side has to answer what is announced. And nobody has
a unit fire indirectly that has no such weapon, with a spotter whom he does not name: then the unit that he named may
be the spotter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ...game.play import Assault, IndirectFire
from ..accounts.slips import Slip
from ..entries.entry import Entry, EntryKind
from ..events import ChitMoved, Declared, ObservedStep, PointsSet, RollNamed, Said, StepNumber, TableEvent

__all__ = ["with_acts_in_words_left_open"]

_SEEN: Final = frozenset({Slip.MARKER_LATE, Slip.ANNOUNCED_DIE_UNUSED})
"""Slips of what was marked elsewhere, or of a die that the words name."""
_NOT_INDIRECT: Final = "weapon-not-indirect"
_UNCLEAR_FIRER: Final = "which unit fires was not understood: the one named may be the spotter"
_NOTE: Final = "the log has words of it and nothing else: no die, no drag and no marker"


def with_acts_in_words_left_open(entries: Iterable[Entry], steps: Iterable[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries with undecided what is found in an action that is told in a player's own words and not seen."""
    known = {(step.log, step.number): step for step in steps}
    return tuple(
        _left_open(entry) if _is_in_words_alone(entry, known)
        else _with_firer_left_open(entry) if _is_declared_in_own_words(entry, known)
        else entry
        for entry in entries
    )  # fmt: skip


def _with_firer_left_open(entry: Entry) -> Entry:
    """Return an entry with undecided that a unit cannot fire indirectly, if nobody named its spotter (R10.1, R10.2)."""
    if not isinstance(entry.action, IndirectFire) or Slip.UNNAMED_CHOICE not in entry.slips:
        return entry
    found = entry.with_left_open(lambda each: each.name == _NOT_INDIRECT)
    return found if found is entry else found.with_notes(_UNCLEAR_FIRER)


def _is_declared_in_own_words(entry: Entry, steps: Mapping[StepNumber, ObservedStep]) -> bool:
    """Return whether what an entry's unit does was said in a player's own words alone."""
    said = [
        event for number in entry.steps if number in steps for event in steps[number].events
        if isinstance(event, Declared) and event.unit == entry.unit
    ]  # fmt: skip
    return bool(said) and all(event.own_words for event in said)


def _left_open(entry: Entry) -> Entry:
    found = entry.with_left_open(lambda _: True)
    return found if found is entry else found.with_notes(_NOTE)


def _is_in_words_alone(entry: Entry, steps: Mapping[StepNumber, ObservedStep]) -> bool:
    """Return whether an entry is of a unit's action without a die, whose steps have only words of a player's own."""
    if entry.kind is not EntryKind.ACTION or not entry.unit or isinstance(entry.action, Assault):
        return False
    if entry.resolutions or _SEEN.intersection(entry.slips):
        return False
    return bool(entry.steps) and all(
        number in steps and not any(_shows(event, steps[number], entry) for event in steps[number].events)
        for number in entry.steps
    )


def _shows(event: TableEvent, step: ObservedStep, entry: Entry) -> bool:
    """Return whether an event of an entry's step shows its act: it was done with the words, or to a unit of the act."""
    if _is_own_word(event):
        return False
    return (step.log == entry.log and step.player == entry.player) or getattr(event, "unit", "") in _units_of(entry)


def _units_of(entry: Entry) -> frozenset[str]:
    fired_at = "" if entry.action is None else entry.action.unit_fired_at
    return frozenset({entry.unit, fired_at}) - {""}


def _is_own_word(event: TableEvent) -> bool:
    """Return whether an event is words of a player's own, or points or a chit beside them: those show no act."""
    return isinstance(event, Said | RollNamed | PointsSet | ChitMoved) or (
        isinstance(event, Declared) and event.own_words
    )
