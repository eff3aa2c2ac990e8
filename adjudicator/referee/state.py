"""The state of a refereed game: one frozen value, which is all that a mail leaves to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..game.play import Counterbattery, RollPurpose
from ..game.position import Position
from ..rules.ruling import Finding
from .carried_dice import CarriedDice, WaitingEvent
from .discrepancies.discrepancy import Discrepancies
from .entries.entry import Entry, EntryKind
from .entries.ledger import EntryLedger
from .events import ObservedStep
from .obligations.acts_in_logs import ActsInLogs
from .obligations.deferred_checks import DeferredChecks
from .segments.segment import Segment
from .turn_sequence.progress import TurnProgress

__all__ = ["OpenRecord", "RefereeState", "RollDue", "SetUpPhase"]


@dataclass(frozen=True, slots=True)
class RollDue:
    """A roll that an action still needs."""

    entry: int
    """The number of the entry of the action."""
    purpose: RollPurpose
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
class OpenRecord:
    """Mails that have been read and not judged: what follows may tell what was meant."""

    steps: tuple[ObservedStep, ...] = ()
    end: Position | None = None
    """The position on the table at the end of the last mail; None before the first one."""
    last_from: int = 0
    """The number of the steps before those of the last mail."""


@dataclass(frozen=True, slots=True)
class RefereeState:
    """The state of a refereed game after some of its segments."""

    position: Position
    """The position by the rules, with what was carried on from the table."""
    table: Position
    """The position on the table."""
    ledger: EntryLedger = field(default_factory=EntryLedger)
    """The entries so far."""
    discrepancies: Discrepancies = field(default_factory=Discrepancies)
    """The differences of the table from the position that have not been reported yet."""
    checks: DeferredChecks = field(default_factory=DeferredChecks)
    """The checks that were left to an answer."""
    unfinished: tuple[RollDue, ...] = ()
    """The rolls that the last actions still need."""
    carried: CarriedDice = field(default_factory=CarriedDice)
    """The dice that wait for what comes next."""
    taken_ahead: tuple[WaitingEvent, ...] = ()
    """What an earlier segment has taken out of one that is still to come."""
    turn: TurnProgress = field(default_factory=TurnProgress)
    """The progress between the chits."""
    set_up: SetUpPhase = field(default_factory=SetUpPhase)
    acts: ActsInLogs = field(default_factory=ActsInLogs)
    """The players and their actions in the logs."""
    record: OpenRecord = field(default_factory=OpenRecord)
    """The mails that have still to be judged."""
    superseded: tuple[Entry, ...] = ()
    """The entries of mails that another one, begun where they began, has taken the place of."""

    def at(self, position: Position) -> RefereeState:
        """Return the state with another position."""
        return self if position is self.position else replace(self, position=position)

    def with_ledger(self, ledger: EntryLedger) -> RefereeState:
        """Return the state with other entries."""
        return self if ledger is self.ledger else replace(self, ledger=ledger)

    def with_discrepancies(self, discrepancies: Discrepancies) -> RefereeState:
        """Return the state with other differences."""
        return self if discrepancies is self.discrepancies else replace(self, discrepancies=discrepancies)

    def with_checks(self, checks: DeferredChecks) -> RefereeState:
        """Return the state with other checks left to an answer."""
        return self if checks is self.checks else replace(self, checks=checks)

    def with_carried(self, carried: CarriedDice) -> RefereeState:
        """Return the state with other dice that wait."""
        return self if carried is self.carried else replace(self, carried=carried)

    def with_turn(self, **changes: Any) -> RefereeState:
        """Return the state with something else under way between the chits."""
        return replace(self, turn=replace(self.turn, **changes))

    def begin(self, segment: Segment, kind: EntryKind, unit: str) -> tuple[RefereeState, int]:
        """Return the state with a new entry for a segment, and the entry's number."""
        ledger = self.ledger.begin(segment, kind, unit, self.position)
        return self.with_ledger(ledger), ledger.last.number

    def going_on_from(self, number: int, position: Position) -> RefereeState:
        """Return the state in which the game goes on from a position after an entry."""
        position = self._with_fire_to_answer(self.ledger[number], position)
        return replace(self, position=position, ledger=self.ledger.changed(number, after=position))

    def _with_fire_to_answer(self, entry: Entry, position: Position) -> Position:
        """Return a position in which Indirect Fire may still be answered while its own side goes on (NQoS S2.0).

        By mail the other side reads of it only when the sender has done other things as well.
        """
        gun = self.position.last_indirect
        ended = isinstance(entry.action, Counterbattery) or position.time != self.position.time
        if not gun or position.last_indirect or ended or entry.side != self.position.side(gun):
            return position
        return position.after(last_indirect=gun)

    def with_rolls_due(self, *rolls: RollDue) -> RefereeState:
        """Return the state with more rolls that actions still need."""
        return replace(self, unfinished=(*self.unfinished, *rolls)) if rolls else self

    def changing(self, number: int, **changes: Any) -> RefereeState:
        """Return the state with other values in the fields of one entry."""
        return replace(self, ledger=self.ledger.changed(number, **changes))

    def with_findings(self, number: int, *findings: Finding) -> RefereeState:
        """Return the state with more findings in one entry."""
        return self.with_ledger(self.ledger.with_findings(number, *findings))

    def with_notes(self, number: int, *notes: str) -> RefereeState:
        """Return the state with more notes in one entry."""
        return self.with_ledger(self.ledger.with_notes(number, *notes))
