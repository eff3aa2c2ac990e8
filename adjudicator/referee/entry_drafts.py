"""Entries while the log is read: that a result was never applied, or a roll left to the answer, shows later only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..game.play import Action
from ..game.position import Position
from ..rules.ruling import Finding, Resolution, Ruling, Verdict
from .accounts.slips import Slips
from .entries import Correction, Entry, EntryKind, StrayDie, worst_verdict
from .events import ObservedStep

__all__ = ["EntryDraft", "Origin", "left_open"]


@dataclass(slots=True)
class EntryDraft:
    """An entry that may still change; its fields are those of :class:`~adjudicator.referee.entries.Entry`."""

    number: int
    """The draft's place among the drafts, counted from 1; entries are numbered again, in the order of their steps."""
    log: int
    steps: tuple[tuple[int, int], ...]
    player: str
    side: str
    kind: EntryKind
    before: Position
    unit: str = ""
    action: Action | None = None
    ruling: Ruling | None = None
    judged_in: Position | None = None
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    after: Position | None = None
    corrections: list[Correction] = field(default_factory=list)
    resolutions: tuple[Resolution, ...] = ()
    waived: frozenset[str] = frozenset()
    past_unknown: bool = False
    is_reported: bool = False
    chit_seen: bool = False
    slips: Slips = ()
    stray_dice: tuple[StrayDie, ...] = ()
    rival_after: Position | None = None
    is_unproven: bool = False
    rests_on_dice: bool = False
    others_points: bool = False
    earlier: tuple[Finding, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict so far, with findings of waived rules left out."""
        return worst_verdict(self.findings, self.waived)

    def leave_open(self, which: Callable[[Finding], bool]) -> bool:
        """Make undecided the accusations that are asked for; return whether there was any."""
        found = [left_open(each) if which(each) else each for each in self.findings]
        if found == self.findings:
            return False
        self.findings = found
        if self.ruling is not None and self.ruling.verdict is Verdict.ILLEGAL:
            findings = tuple(left_open(each) if which(each) else each for each in self.ruling.findings)
            self.ruling = replace(self.ruling, findings=findings, verdict=worst_verdict(findings))
        return True

    def finished(self) -> Entry:
        """Return the entry as it is now."""
        values: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        listed = {name: tuple(values[name]) for name in ("findings", "notes", "corrections")}
        return Entry(**values | listed)


def left_open(finding: Finding) -> Finding:
    """Return a finding that accuses nobody any more."""
    return replace(finding, verdict=Verdict.UNDECIDED) if finding.verdict is Verdict.ILLEGAL else finding


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of something that was settled only in an answer: the action, and the step that settled it."""

    entry: EntryDraft
    step: ObservedStep
    """The step; whoever made it has the result to mark."""
