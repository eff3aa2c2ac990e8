"""The state of a refereed game: one frozen value, which is all that a mail leaves to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..game.position import Position
from ..rules.ruling import Finding
from .deferred_checks import DeferredChecks
from .discrepancies.discrepancy import Discrepancies
from .entry_ledger import EntryLedger

__all__ = ["RefereeState", "RollDue", "SetUpPhase"]


@dataclass(frozen=True, slots=True)
class RollDue:
    """A roll that an action still needs."""

    entry: int
    """The number of the entry of the action."""
    purpose: str
    unit: str
    """The unit that rolls; empty where none does."""


@dataclass(frozen=True, slots=True)
class SetUpPhase:
    """The set-up of a game that is refereed."""

    lasts: bool = False
    """True if nobody has acted yet: the first file begins with a scenario's start, and no action has come since."""
    leaders: Mapping[str, int] = field(default_factory=dict)
    """The number of the last entry in which each leader was put somewhere."""


@dataclass(frozen=True, slots=True)
class RefereeState:
    """The state of a refereed game after some of its segments."""

    position: Position
    """The position by the rules, with what was carried on from the table."""
    ledger: EntryLedger = field(default_factory=EntryLedger)
    """The entries so far."""
    discrepancies: Discrepancies = field(default_factory=Discrepancies)
    """The differences of the table from the position that have not been reported yet."""
    checks: DeferredChecks = field(default_factory=DeferredChecks)
    """The checks that were left to an answer."""
    unfinished: tuple[RollDue, ...] = ()
    """The rolls that the last actions still need."""
    set_up: SetUpPhase = field(default_factory=SetUpPhase)

    def at(self, position: Position) -> RefereeState:
        """Return the state with another position."""
        return replace(self, position=position)

    def with_ledger(self, ledger: EntryLedger) -> RefereeState:
        """Return the state with other entries."""
        return replace(self, ledger=ledger)

    def with_discrepancies(self, discrepancies: Discrepancies) -> RefereeState:
        """Return the state with other differences."""
        return replace(self, discrepancies=discrepancies)

    def with_checks(self, checks: DeferredChecks) -> RefereeState:
        """Return the state with other checks left to an answer."""
        return replace(self, checks=checks)

    def with_rolls_due(self, *rolls: RollDue) -> RefereeState:
        """Return the state with more rolls that actions still need."""
        return replace(self, unfinished=(*self.unfinished, *rolls))

    def changing(self, number: int, **changes: Any) -> RefereeState:
        """Return the state with other values in the fields of one entry."""
        return replace(self, ledger=self.ledger.changed(number, **changes))

    def with_findings(self, number: int, *findings: Finding) -> RefereeState:
        """Return the state with more findings in one entry."""
        return replace(self, ledger=self.ledger.with_findings(number, *findings))

    def with_notes(self, number: int, *notes: str) -> RefereeState:
        """Return the state with more notes in one entry."""
        return replace(self, ledger=self.ledger.with_notes(number, *notes))
