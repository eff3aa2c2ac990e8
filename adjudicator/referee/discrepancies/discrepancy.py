"""A difference between table and rules, and all that are open: from the moment each shows until it is reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ...game.position import Position
from ...rules.ruling import Finding
from ..events import ObservedStep
from ..segments.segment import Segment
from .aspects import Aspect, AspectField

__all__ = ["Discrepancies", "Discrepancy", "Origin", "Overruled"]


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of something that was settled only in an answer: the action, and the step that settled it."""

    entry: int
    """The number of the entry."""
    step: ObservedStep
    """The step; whoever made it has the result to mark."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A difference that has not been reported yet."""

    entry: int
    """The number of the entry of the action that the difference comes from; 0: it is of the table alone."""
    segment: Segment
    """The segment after which the difference showed; an entry of the table alone is begun there when it is reported."""
    by_rules: bool
    """True if the rules changed the thing and the table did not follow; otherwise only the table changed."""
    step: ObservedStep
    table: Position
    """The table when the difference was seen last."""
    age: int = 0
    passed_in: ObservedStep | None = None
    """The step with which the player of the difference has demonstrably gone past it; None if he has not."""
    changed: bool = False
    """True if that step changed the thing on the table; otherwise nobody did."""
    settled_in: ObservedStep | None = None
    """The step of the answer in which the result was rolled: whoever made it has it to mark; None if there was none."""
    gap: int = 0
    """The points that the rules have more than the table; negative if something was not paid."""
    gain: Discrepancy | None = None
    """That of the points that came in since and are not on the table yet either, beside others that were not paid."""

    @property
    def passed(self) -> bool:
        """Return whether the player of the difference has demonstrably gone past it."""
        return self.passed_in is not None

    def is_left_to(self, side: str) -> bool:
        """Return whether another player's action did something to a unit of a side, which has it to mark.

        What is no unit's, as a points track, has an empty side and is left to nobody.
        """
        return bool(side) and self.by_rules and self.settled_in is None and self.step.side not in ("", side)

    def lags_by(self, gap: int, *, paid_alone: bool) -> bool:
        """Return whether the same points are missing as before: what was done since has been paid for.

        Points that are gone too soon may be paid in advance, unless what came next was paid for by itself.
        """
        return self.by_rules and self.gap == gap != 0 and (gap < 0 or paid_alone)


_MAX_MAILS: Final = 2
"""The number of mails from one of a player's to his next one."""


@dataclass(frozen=True, slots=True)
class Overruled:
    """What the rules had where the table was taken over: who puts it so afterwards puts it right."""

    value: object
    entry: int
    """The number of the entry in which the difference was reported."""
    left_out: Finding | None
    """The finding that the rules' result is not on the table; None if that is not what was reported."""
    entries: int
    """The number of the entries when it was reported."""
    shift: int = 0
    """For points, how many more the rules had than the table: who adds them later puts it right; 0 for other things."""
    log: int = 0
    """The number of the log of its entry."""


@dataclass(frozen=True, slots=True)
class Discrepancies:
    """The differences that are open, in the order in which they showed, and what was reported of others."""

    open: Mapping[Aspect, Discrepancy] = field(default_factory=dict)
    overruled: Mapping[Aspect, Overruled] = field(default_factory=dict)
    log: int = 0
    """The log in which the segment began that the table was compared after last: it may go on through many mails."""
    entries: int = field(default=0, compare=False)
    """The number of the entries whose results the table has been compared with."""

    def puts_right(self, aspect: Aspect, value: object, ruled: object = None) -> bool:
        """Return whether a value on the table is what the rules had when the table was reported to differ.

        Points may have changed since: they are put right by what was missing, or was too many, on top of what the
        rules have now (*ruled*). They are put right in their player's next mail at the latest, and so is a unit's
        place: who comes to the same hex many mails later moves there.
        """
        known = self.overruled.get(aspect)
        if known is None or (aspect.field is AspectField.PLACE and self.log - known.log > _MAX_MAILS):
            return False
        if known.shift and isinstance(value, int) and isinstance(ruled, int):
            return value - ruled == known.shift and self.log - known.log <= _MAX_MAILS
        return known.value == value

    def without(self, aspect: Aspect) -> Discrepancies:
        """Return them without one that is open: it has gone away, or is for its owner to mend."""
        return replace(self, open={each: found for each, found in self.open.items() if each != aspect})

    def holding(self, aspect: Aspect, found: Discrepancy) -> Discrepancies:
        """Return them with a difference, in the place of the one that was known of the same thing."""
        return replace(self, open={**self.open, aspect: found})

    def overruling(self, aspect: Aspect, overruled: Overruled) -> Discrepancies:
        """Return them with what the rules had of something for which the table was taken over."""
        return replace(self, overruled={**self.overruled, aspect: overruled})

    def put_right(self, aspect: Aspect) -> Discrepancies:
        """Return them after a reported difference has been put right."""
        return self.without_overruled(lambda each: each == aspect)

    def without_overruled(self, which: Callable[[Aspect], bool]) -> Discrepancies:
        """Return them without what the rules had of some things for which the table was taken over."""
        return replace(self, overruled={each: known for each, known in self.overruled.items() if not which(each)})

    def each_with(self, change: Callable[[Aspect, Discrepancy], Discrepancy]) -> Discrepancies:
        """Return them with each one that is open changed."""
        return replace(self, open={aspect: change(aspect, found) for aspect, found in self.open.items()})
