"""The one place where entries are begun and changed: what is known of the past, and which of them report the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...game.position import Position
from ...rules.ruling import Finding
from ..events import ObservedStep
from ..segments.queries import numbers
from ..segments.segment import Segment, SegmentKind
from .entry import Entry, EntryKind

__all__ = ["EntryLedger"]


@dataclass(frozen=True, slots=True)
class EntryLedger:
    """The entries of a game, in the order in which they were begun: an entry is known by its number."""

    waived: frozenset[str] = frozenset()
    """The rules that both players waive."""
    past_unknown: bool = False
    """True if no chit has been put into play yet since a file began in the midst of a game."""
    entries: tuple[Entry, ...] = ()
    known_from: tuple[int, int] = (0, 0)
    """The log and the step from which on it is known what has been done under the chit in play."""

    def __getitem__(self, number: int) -> Entry:
        """Return the entry with a number."""
        return self.entries[number - 1]

    @property
    def last(self) -> Entry:
        """The entry that was begun last."""
        return self.entries[-1]

    def since(self, begun: int) -> range:
        """Return the numbers of the entries that have been begun since there were so many."""
        return range(begun + 1, len(self.entries) + 1)

    # entries changed

    def changed(self, number: int, **changes: Any) -> EntryLedger:
        """Return the ledger with other values in the fields of one entry."""
        return self.with_entry(replace(self[number], **changes))

    def with_entry(self, entry: Entry) -> EntryLedger:
        """Return the ledger with an entry in the place of the one that has its number."""
        at = entry.number - 1
        return replace(self, entries=(*self.entries[:at], entry, *self.entries[at + 1 :]))

    def with_findings(self, number: int, *findings: Finding) -> EntryLedger:
        """Return the ledger with more findings in one entry."""
        return self.with_entry(self[number].with_findings(*findings)) if findings else self

    def with_notes(self, number: int, *notes: str) -> EntryLedger:
        """Return the ledger with more notes in one entry."""
        return self.with_entry(self[number].with_notes(*notes)) if notes else self

    # entries begun

    def know_from(self, step: ObservedStep) -> EntryLedger:
        """Take what is done from a step on for known: a chit was put into play in it."""
        return replace(self, past_unknown=False, known_from=(step.log, step.number))

    def begin(self, segment: Segment, kind: EntryKind, unit: str, position: Position) -> EntryLedger:
        """Begin an entry for a segment, in the position by the rules; empty for no *unit*."""
        first = segment.steps[0]
        side = position.side(unit) if unit else first.side
        # what goes on from before the first file begins there with what the other side does in it
        own = (step for step in segment.steps if segment.begun_before and step.side == side)
        return self._with_new(Entry(
            number=len(self.entries) + 1, log=first.log, steps=numbers(segment.steps),
            player=next(own, first).player, side=side, kind=kind, before=position, unit=unit,
            waived=self.waived, past_unknown=self.past_unknown or (first.log, first.number) < self.known_from,
            chit_seen=not self.past_unknown,
        ))  # fmt: skip

    def begin_without_steps(
        self, kind: EntryKind, position: Position, *, log: int = 0, side: str = "", findings: Iterable[Finding] = ()
    ) -> EntryLedger:
        """Begin an entry on how a file begins, which nobody did in it."""
        return self._with_new(Entry(
            number=len(self.entries) + 1, log=log, steps=(), player="", side=side, kind=kind, before=position,
            findings=tuple(findings), waived=self.waived,
        ))  # fmt: skip

    def of_table(self, segment: Segment, position: Position) -> tuple[EntryLedger, int]:
        """Return the ledger with an entry for what no action of a segment explains, and the number of that entry.

        There is one for each segment, and it has no steps yet.
        """
        own = set(numbers(segment.steps))
        known = (each for each in self.entries if each.kind is EntryKind.TABLE and own.intersection(each.steps))
        found = next(known, None)
        ledger = self.begin(segment, EntryKind.TABLE, "", position) if found is None else self
        entry = found or ledger.last
        return ledger.with_entry(replace(entry, steps=(), after=entry.after or position)), entry.number

    def of_step(self, step: ObservedStep, position: Position) -> tuple[EntryLedger, int]:
        """Return the same for what one step did to the table, of whoever made it."""
        return self.of_table(Segment(SegmentKind.LOOSE, steps=(step,)), position)

    def _with_new(self, entry: Entry) -> EntryLedger:
        return replace(self, entries=(*self.entries, entry))
