"""The one place where entries are begun: what is known of the past then, and which of them report the table."""

from __future__ import annotations

from collections.abc import Iterable

from ..game.position import Position
from ..rules.ruling import Finding
from .entries import EntryKind
from .entry_drafts import EntryDraft
from .events import ObservedStep
from .segments.queries import numbers
from .segments.segment import Segment, SegmentKind

__all__ = ["EntryLedger"]


class EntryLedger:
    """The entries of a game, in the order in which they were begun."""

    def __init__(self, waived: frozenset[str], *, past_unknown: bool) -> None:
        """Begin without any entries; *waived* are the rules that both players waive."""
        self.drafts: list[EntryDraft] = []
        self.past_unknown = past_unknown
        """True if no chit has been put into play yet since a file began in the midst of a game."""
        self._waived = waived
        self._known_from = (0, 0)
        """The log and the step from which on it is known what has been done under the chit in play."""

    def know_from(self, step: ObservedStep) -> None:
        """Take what is done from a step on for known: a chit was put into play in it."""
        self.past_unknown = False
        self._known_from = step.log, step.number

    def begin(self, segment: Segment, kind: EntryKind, unit: str, position: Position) -> EntryDraft:
        """Begin an entry for a segment, in the position by the rules; empty for no *unit*."""
        first = segment.steps[0]
        return self._add(EntryDraft(
            number=len(self.drafts) + 1, log=first.log, steps=numbers(segment.steps), player=first.player,
            side=position.side(unit) if unit else first.side, kind=kind, before=position, unit=unit,
            waived=self._waived, past_unknown=self.past_unknown or (first.log, first.number) < self._known_from,
            chit_seen=not self.past_unknown,
        ))  # fmt: skip

    def begin_without_steps(
        self, kind: EntryKind, position: Position, *, log: int = 0, side: str = "", findings: Iterable[Finding] = ()
    ) -> EntryDraft:
        """Begin an entry on how a file begins, which nobody did in it."""
        return self._add(EntryDraft(
            number=len(self.drafts) + 1, log=log, steps=(), player="", side=side, kind=kind, before=position,
            findings=list(findings), waived=self._waived,
        ))  # fmt: skip

    def of_table(self, segment: Segment, position: Position) -> EntryDraft:
        """Return the entry for what no action of a segment explains, which has no steps yet: one for each segment."""
        own = set(numbers(segment.steps))
        known = (each for each in self.drafts if each.kind is EntryKind.TABLE and own.intersection(each.steps))
        entry = next(known, None) or self.begin(segment, EntryKind.TABLE, "", position)
        entry.steps, entry.after = (), entry.after or position
        return entry

    def of_step(self, step: ObservedStep, position: Position) -> EntryDraft:
        """Return the entry for what one step did to the table, of whoever made it."""
        return self.of_table(Segment(SegmentKind.LOOSE, steps=[step]), position)

    def _add(self, draft: EntryDraft) -> EntryDraft:
        self.drafts.append(draft)
        return draft
