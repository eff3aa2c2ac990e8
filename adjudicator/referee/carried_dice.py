"""Dice that wait for what comes next: what a segment did not need, and what was said after its last die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..rules.ruling import Verdict
from .accounts.segment_reader import WITHOUT_DICE
from .entries.entry import Entry
from .events import Declared, DieRolled, ObservedStep, RollNamed, TableEvent, UnitMoved
from .segments.dice_of_words import DiceOfWords
from .segments.queries import announced
from .segments.segment import Segment

__all__ = ["CarriedDice", "SortedOut", "WaitingEvent", "is_refused", "segment_of", "sorted_out"]


@dataclass(frozen=True, slots=True)
class WaitingEvent:
    """An event of a segment, or one that has waited for it."""

    event: TableEvent
    step: ObservedStep
    entry: int = 0
    """The number of the entry that left it over; 0 if none did."""


@dataclass(frozen=True, slots=True)
class CarriedDice:
    """The dice and words that wait."""

    told: tuple[WaitingEvent, ...] = ()

    @property
    def dice_left(self) -> int:
        """The number of dice waiting that nothing has needed yet."""
        return sum(isinstance(each.event, DieRolled) for each in self.told)

    @property
    def rolls_named(self) -> frozenset[str]:
        """The purposes that the waiting dice were said to be for."""
        return frozenset(each.event.purpose for each in self.told if isinstance(each.event, RollNamed))

    def keeping(self, segment: Segment) -> CarriedDice:
        """Return these and the dice and words of a segment that is no action."""
        kept = (each for each in _told_in(segment) if isinstance(each.event, DieRolled | Declared | RollNamed))
        return self.joined_by(tuple(kept))

    def joined_by(self, told: Sequence[WaitingEvent]) -> CarriedDice:
        """Return these and others after them."""
        return CarriedDice((*self.told, *told))

    def with_put_aside(self, dice: Sequence[WaitingEvent]) -> CarriedDice:
        """Return these and dice that had been put aside, where they fell."""
        told = list(self.told)
        for die in dice:
            fell = (die.step.log, die.step.number)
            after = (at for at, each in enumerate(told) if (each.step.log, each.step.number) > fell)
            told.insert(next(after, len(told)), die)
        return CarriedDice(tuple(told))

    def handed_to(
        self, segment: Segment, words: DiceOfWords, number: int | None = None
    ) -> tuple[tuple[WaitingEvent, ...], CarriedDice]:  # fmt: skip
        """Return the events of a segment after those that have waited for it, and what waits on.

        Dice of which the segment's own *words* speak are nobody's leftovers; those that words behind it name wait on.
        *number* is the segment's place among those of its record, None if it is none of them.
        """
        if segment.kind in WITHOUT_DICE:
            return tuple(_told_in(segment)), self
        later = [
            each for each in self.told
            if isinstance(each.event, DieRolled) and number is not None and words.is_named_later(each.step, number)
        ]  # fmt: skip
        waited = (
            WaitingEvent(each.event, each.step, 0 if words.is_told_in(each.step, segment) else each.entry)
            for each in self.without(later).told
        )
        return (*waited, *_told_in(segment)), CarriedDice(tuple(later))

    def given_up_in(self, segment: Segment) -> tuple[WaitingEvent, ...]:
        """Return the dice that an earlier mail of the other side left over: they are for nothing in a segment."""
        first = segment.steps[0]
        return tuple(
            each for each in self.told
            if isinstance(each.event, DieRolled) and each.step.log < first.log and each.step.side and first.side
            and each.step.side != first.side
        )  # fmt: skip

    def without(self, gone: Sequence[WaitingEvent]) -> CarriedDice:
        """Return these without some of them."""
        return CarriedDice(tuple(each for each in self.told if all(each is not other for other in gone)))


@dataclass(frozen=True, slots=True)
class SortedOut:
    """The events that an action has left over, sorted out."""

    carried: tuple[WaitingEvent, ...]
    """The events that may explain something in the next segment."""
    dismissed: tuple[WaitingEvent, ...]
    """The dice that their roller calls wrong buttons, be it in vain."""
    unneeded: tuple[WaitingEvent, ...]
    """The events that are nobody's: left over before already, or rolled in the middle of a move without a use there."""


def sorted_out(
    left: Sequence[WaitingEvent], segment: Segment, entries: Sequence[Entry], words: DiceOfWords, number: int
) -> SortedOut:
    """Sort out what a segment's *entries* leave over; *number* is the segment's place among those of its record."""
    first = entries[0] if entries else None
    said = announced([each.event for each in left], [each.step for each in left])
    last = max((at for at, each in enumerate(left) if isinstance(each.event, DieRolled)), default=len(left))
    amid = _left_amid_drags(left, segment) if first is not None else frozenset[int]()
    carried, dismissed, unneeded = list[WaitingEvent](), list[WaitingEvent](), list[WaitingEvent]()
    for at, each in enumerate(left):
        by_entry = WaitingEvent(each.event, each.step, first.number if first else 0)
        if at in amid and not (isinstance(each.event, DieRolled) and each.event.dismissed):
            unneeded.append(by_entry)
        elif not isinstance(each.event, DieRolled):
            if each.entry:
                unneeded.append(each)
            elif _goes_on(each.event, segment, entries, after_dice=at >= last):
                carried.append(by_entry)
        elif each.entry and words.go_on_after(each.step, number):
            carried.append(each)
        elif each.entry:
            unneeded.append(each)
            dismissed += [by_entry] * (each.event.dismissed and first is not None)
        elif each.event.dismissed or each.event.is_binding:
            dismissed += [by_entry] * (first is not None)
        elif not (at in said and is_refused(each.event, first)):
            carried.append(by_entry)
    return SortedOut(tuple(carried), tuple(dismissed), tuple(unneeded))


def is_refused(die: DieRolled, entry: Entry | None) -> bool:
    """Return whether a die was rolled for what its entry refuses, or leaves open where the module names its purpose."""
    if entry is not None and die.purpose and entry.verdict is not Verdict.LEGAL:
        return True
    return entry is not None and entry.ruling is not None and entry.ruling.verdict is Verdict.ILLEGAL


def _left_amid_drags(left: Sequence[WaitingEvent], segment: Segment) -> frozenset[int]:
    """Return the numbers of the dice rolled between two drags of a segment's unit, and of what was said before each.

    They are for nothing that comes later.
    """
    unit = segment.units[0] if segment.units else ""
    drags = [
        (step.log, step.number) for event, step in zip(segment.events, segment.steps, strict=True)
        if isinstance(event, UnitMoved) and event.unit == unit
    ]  # fmt: skip
    found, said = set[int](), list[int]()
    for at, each in enumerate(left):
        number, log = (each.step.log, each.step.number), each.step.log
        sides = [drag < number for drag in drags if drag[0] == log]
        said.append(at)
        if isinstance(each.event, DieRolled):
            if not each.entry and True in sides and False in sides:
                found.update(said)
            said.clear()
    return frozenset(found)


def segment_of(told: Sequence[WaitingEvent], segment: Segment) -> Segment:
    """Return a segment with some events in the place of its own."""
    return replace(segment, events=tuple(each.event for each in told), steps=tuple(each.step for each in told))


def _told_in(segment: Segment) -> Iterator[WaitingEvent]:
    return (WaitingEvent(event, step) for event, step in zip(segment.events, segment.steps, strict=True))


def _goes_on(event: TableEvent, segment: Segment, entries: Sequence[Entry], *, after_dice: bool) -> bool:
    """Return whether something said in a segment may be about what comes after it."""
    if isinstance(event, RollNamed):
        return after_dice or event.face is not None
    return isinstance(event, Declared) and event.unit not in _involved(segment, entries)


def _involved(segment: Segment, entries: Sequence[Entry]) -> set[str]:
    """Return the units that had a part in what a segment was read as: what was said of them was about that part."""
    units = set(segment.units)
    for entry in entries:
        units |= {unit for each in entry.resolutions for unit in (each.unit, each.target)}
        if (action := entry.action) is not None:
            units |= {action.unit_fired_at, action.spotting_unit}
    return units
