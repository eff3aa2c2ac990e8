"""The observations of one action, in order: its dice, the words before them, the drags; what an answer may owe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from ...game.play import RollPurpose
from ..events import StepNumber, TableEvent
from .evidence import Evidence
from .slips import Slip

__all__ = ["DeferredCheck", "Observation", "PaymentTrace"]


@dataclass(frozen=True, slots=True)
class DeferredCheck:
    """A check that was left to the answer of the other player."""

    purpose: RollPurpose
    unit: str
    side: str
    """The side whose answer is awaited."""
    log: int
    """The number of the log in which the check came up."""
    optional: bool = False
    """True if the unit may leave the check alone."""


class PaymentTrace(Enum):
    """The trace on a points track of a payment of which nothing is said."""

    SHOWN = "shown"
    """A track went down by more than was said to be paid."""
    LATER = "later"
    """A track does so afterwards."""
    NONE = "none"
    """No track does."""


@dataclass(frozen=True)
class Observation:
    """The observations during an action, in order: dice, declarations, drags."""

    unit: str
    """The unit that acts."""
    events: tuple[TableEvent, ...]
    may_owe: frozenset[str] = frozenset()
    """The units whose dice may still be rolled by the other player, since nothing comes after the action."""
    may_be_unfinished: frozenset[str] = frozenset()
    """The units whose dice may still be rolled by the sender himself, since his mail ends with the action."""
    carried: int = 0
    """The number of events at the beginning that were left over from what came before."""
    of_past: int = 0
    """The number of events at the beginning that may be of what was done before the first file begins."""
    begun_before: bool = False
    """True if the action was begun before the first file."""
    before_answer: frozenset[RollPurpose] = frozenset()
    """The purposes of the rolls that whoever acts had made before the other side answered, before the first file."""
    tail: Slip | None = Slip.STRAY_DIE
    """The slip for a die that is left at the end: none if what comes next wants one."""
    logs: tuple[int, ...] = ()
    """The number of the log in which each event is; empty: all are in one."""
    steps: tuple[StepNumber, ...] = ()
    """The step in which each event is; empty if that does not matter."""
    sides: tuple[str, ...] = ()
    """The side whose player caused each event; empty if that does not matter."""
    unit_sides: Mapping[str, str] = field(default_factory=dict)
    """The side of each unit; empty if that does not matter."""
    roll_sides: Mapping[RollPurpose, str] = field(default_factory=dict)
    """The sides of rolls that each side makes for itself, though they are no unit's."""
    may_wait: frozenset[str] = frozenset()
    """The units whose checks may be left to the answer, though more comes after them."""
    have_answered: frozenset[str] = frozenset()
    """The units whose owner has answered since: what he has not marked then was not left to him."""
    answering: frozenset[str] = frozenset()
    """The units whose owner's answer goes on after this: what they may leave alone may come in it."""
    awaited: tuple[DeferredCheck, ...] = ()
    """The checks that were left to an answer and have not been made yet."""
    settled: frozenset[str] = frozenset()
    """The purposes of the rolls whose results were on the table before any die fell: no die is for them."""
    payments: Mapping[str, PaymentTrace] = field(default_factory=dict)
    """For each side the trace of a Command Point that it may have paid without a word; later, if none is given."""
    kept_back: int | None = None
    """The number of the first of the last dice that are left to what comes next, whatever they might have been for."""

    def payment_of(self, unit: str) -> PaymentTrace:
        """Return the trace of a Command Point that the side of a unit may have paid without a word."""
        return self.payments.get(self.unit_sides.get(unit, ""), PaymentTrace.LATER)

    def step_of(self, at: int) -> StepNumber:
        """Return the step that an event is in; the first one if that does not matter."""
        return self.steps[at] if self.steps else (0, 0)

    def is_answered(self, at: int) -> bool:
        """Return whether the other side has gone on in a later mail than that of a die: it is for nothing to come.

        Where no unit acts, the dice are those of the turn, and both sides roll for it.
        """
        if not (self.unit and self.logs and self.sides and self.sides[at]):
            return False
        log, roller = self.logs[at], self.sides[at]
        return any(later > log and side not in ("", roller) for later, side in zip(self.logs, self.sides, strict=True))

    @cached_property
    def evidence(self) -> Evidence:
        """The evidence of the record by itself, without the rules."""
        return Evidence(self)
