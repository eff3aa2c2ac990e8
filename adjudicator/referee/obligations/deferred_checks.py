"""Checks that the sender of a log leaves to its receiver while he goes on himself.

By mail a player fires, writes on with his next unit, and lets the other one roll the check of the target in his answer.
Until the answer comes the check counts as passed, as the table shows; what becomes of it then is in
:mod:`~adjudicator.referee.obligations.answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..accounts.assumptions import Supposition
from ..accounts.dice_assignment import Answer
from ..accounts.observation import DeferredCheck
from ..discrepancies.aspects import Aspect
from ..discrepancies.discrepancy import Origin
from .acts_in_logs import ActsInLogs

__all__ = ["DeferredChecks", "OpenCheck"]


@dataclass(frozen=True, slots=True)
class OpenCheck:
    """A check that has not been made yet."""

    check: DeferredCheck
    entry: int
    """The number of the entry of the action that calls for it."""
    supposed: Supposition
    """The rolls that the entry takes for granted: with the die of this check, unless the unit may leave it alone."""


@dataclass(frozen=True, slots=True)
class DeferredChecks:
    """The checks of a game that have been left to the answer, in the order in which they came up."""

    open: tuple[OpenCheck, ...] = ()
    origins: Mapping[Aspect, Origin] = field(default_factory=dict)
    """The changes by the checks that were made since the table was compared last, with what they come from."""

    @property
    def waiting(self) -> tuple[DeferredCheck, ...]:
        """The checks that have not been made yet."""
        return tuple(each.check for each in self.open)

    def of(self, answer: Answer) -> OpenCheck:
        """Return the check that an answer is to."""
        return next(each for each in self.open if each.check is answer.check)

    def with_open(self, *checks: OpenCheck) -> DeferredChecks:
        """Return them with more checks."""
        return replace(self, open=(*self.open, *checks))

    def without(self, is_gone: Callable[[OpenCheck], bool]) -> DeferredChecks:
        """Return them without some of the checks."""
        return replace(self, open=tuple(each for each in self.open if not is_gone(each)))

    def passed_over(self, units: Collection[str]) -> DeferredChecks:
        """Return them without those that units could leave alone and have left alone: they have acted since."""
        if not any(each.check.optional for each in self.open):
            return self
        return self.without(lambda each: each.check.optional and each.check.unit in units)

    def made(self, answer: Answer, supposed: Supposition, origins: Mapping[Aspect, Origin]) -> DeferredChecks:
        """Return them after one has been made; the others of its entry go on with what is *supposed* then."""
        entry = self.of(answer).entry
        left = (each for each in self.open if each.check is not answer.check)
        return DeferredChecks(
            open=tuple(replace(each, supposed=supposed) if each.entry == entry else each for each in left),
            origins={**self.origins, **origins},
        )

    def of_entry(self, number: int) -> Sequence[DeferredCheck]:
        """Return the checks that an entry still waits for."""
        return [each.check for each in self.open if each.entry == number]

    def without_origins(self) -> DeferredChecks:
        """Return them when the table has been compared with what the checks have brought."""
        return replace(self, origins={}) if self.origins else self

    def without_expired(self, acts: ActsInLogs, log: int) -> DeferredChecks:
        """Return them without those that a unit could leave alone, if its side has answered in a mail before a log."""
        if not any(each.check.optional for each in self.open):
            return self
        return self.without(lambda each: each.check.optional and acts.has_answered(each.check, log))
