"""The markers that a player asks the other one to put down for him: "ok, one hit. put it on pls".

What fire does to a unit is left to its owner without a word; these are the losses that he has rolled for himself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..events import Declared, DieRolled, ObservedStep, Said, TableEvent

__all__ = ["MarksLeft", "marks_left"]


@dataclass(frozen=True, slots=True)
class MarksLeft:
    """A request to the other side to mark what the last roll before it has brought, or the loss of a unit spoken of."""

    log: int
    side: str
    """The speaker's side."""
    number: int
    """The number of the step in which he asks."""
    since: int
    """The number of the step of his last die before it; 0 if there is none."""
    units: frozenset[str]
    """The units that he names with it, or with that die."""

    def covers(self, side: str, step: ObservedStep, unit: str) -> bool:
        """Return whether a loss of a unit of a side, which a step brought, is what the other side is asked to mark."""
        asked = (self.log, self.side) == (step.log, side) and step.number <= self.number
        return asked and (unit in self.units or self.since <= step.number)


def marks_left(record: Iterable[tuple[TableEvent, ObservedStep]]) -> Iterator[MarksLeft]:
    """Yield each request to mark the speaker's own losses, in events with their steps."""
    told = list(record)
    for event, step in told:
        if isinstance(event, Said) and event.leaves_marks and step.side:
            own = [
                (each, at.number) for each, at in told
                if (at.log, at.side) == (step.log, step.side) and at.number <= step.number
            ]  # fmt: skip
            *_, before, last = 0, 0, *sorted(number for each, number in own if isinstance(each, DieRolled))
            named = (each.unit for each, number in own if isinstance(each, Declared) and number > before)
            yield MarksLeft(step.log, step.side, step.number, last, event.units.union(named))
