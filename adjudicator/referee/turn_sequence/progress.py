"""The progress between the chits: a chit that was drawn and not played, an event, and what was held up."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...game.position import Position
from ..accounts.interpretation import Tables
from ..segments.segment import Segment

__all__ = ["Overdue", "TurnProgress"]


@dataclass(frozen=True, slots=True)
class Overdue:
    """The things that held up something else and were reported then: they may still be done."""

    event: str = ""
    withdrawals: tuple[str, ...] = ()
    break_out: bool = False
    """True for a break-out."""


@dataclass(frozen=True, slots=True)
class TurnProgress:
    """The progress between the chits."""

    drawn: Segment | None = None
    """The drawing of the turn's last chit, as long as the turn has not ended."""
    untold: Segment | None = None
    """The drawing of a chit that no entry reports yet."""
    overdue: Overdue = field(default_factory=Overdue)
    since_event: tuple[tuple[Segment, Tables], ...] = ()
    """The segments since an event came that has still to be carried out."""
    unsure: Position | None = None
    """The position at the start, if it is not known whether the chit in play has been played yet."""
