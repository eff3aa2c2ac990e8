"""The mails of a game: each goes on from the state that the one before it has left.

Mails that continue each other are one record: what one of them begins another may end, and what follows tells what
dice were for. So a mail is judged when it is known what comes after it, and until then its steps are in the state.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..audit.continuity import Link
from ..game.position import Position
from .advance import advance_over
from .continuity import going_on_from_file
from .events import ObservedStep
from .referee import Referee
from .segments.segmentation import segments
from .state import OpenRecord, RefereeState

__all__ = ["Mail", "concluded", "with_mail"]


@dataclass(frozen=True, slots=True)
class Mail:
    """A log as the referee goes on with it."""

    start: Position
    """The position on the table with which the log begins."""
    end: Position
    steps: tuple[ObservedStep, ...]
    """The steps that the mail before it does not have."""
    number: int = 0
    """The number of the log; 0 if it has no steps."""
    broken: Link | None = None
    """The relation of the log to the mail before it, if it does not go on where that one ended; None if it does."""


def with_mail(referee: Referee, state: RefereeState, mail: Mail) -> RefereeState:
    """Return the state after one more mail."""
    end = state.record.end
    if mail.broken is not None and end is not None:
        state = _judged(referee, state, ends=False)
        state = going_on_from_file(state, mail.broken, end, mail.start, mail.number)
    return replace(state, record=OpenRecord((*state.record.steps, *mail.steps), mail.end))


def concluded(referee: Referee, state: RefereeState) -> RefereeState:
    """Return the state when no mail comes any more."""
    return _judged(referee, state, ends=True)


def _judged(referee: Referee, state: RefereeState, *, ends: bool) -> RefereeState:
    """Return the state with the open record judged; *ends* says that nothing comes after it."""
    begins = state.ledger.past_unknown and not state.ledger.entries
    found = segments(state.record.steps, start=referee.start if begins else None)
    return advance_over(referee, replace(state, record=OpenRecord()), found, ends=ends)
