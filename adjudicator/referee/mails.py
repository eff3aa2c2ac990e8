"""The mails of a game: each continues from the state that the one before it has left.

Mails that continue each other are one record: an action that begins in one may end in another, and what follows shows
what the dice were for. So a mail is judged once it is known what comes after it; until then its steps are in the state.
A mail that begins where the one before it began takes the place of that one. What only the earlier one had is kept in
:attr:`~.state.RefereeState.superseded`, to be reported.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ..audit.continuity import Link
from ..game.position import Position
from .advance import advance_over
from .continuity import going_on_from_file
from .events import ObservedStep
from .referee import Referee
from .segments.segmentation import segments
from .state import OpenRecord, RefereeState

__all__ = ["Mail", "concluded", "with_mail"]

_BEGINS_EARLIER: Final = frozenset({Link.FORK, Link.SHORTER})
"""Links of a file that begins where the one before it began, and does not have all its steps."""


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
    same_steps: int = 0
    """The number of the first steps that it has in common with the mail before it."""
    is_longer: bool = False
    """True if it is the mail before it with more steps, of which only the new ones are here."""


def with_mail(referee: Referee, state: RefereeState, mail: Mail) -> RefereeState:
    """Return the state after one more mail."""
    record = state.record
    if mail.broken in _BEGINS_EARLIER and record.end is not None:
        return _in_place_of_last(referee, state, mail)
    if mail.broken is not None and record.end is not None:
        state = _judged(referee, state, ends=False)
        state = going_on_from_file(state, record.end, mail.start, mail.number)
    known = state.record.steps
    last_from = record.last_from if mail.is_longer else len(known)
    return replace(state, record=OpenRecord((*known, *mail.steps), mail.end, last_from))


def _in_place_of_last(referee: Referee, state: RefereeState, mail: Mail) -> RefereeState:
    """Return the state with a mail in the place of the last one; what only that one has is kept beside the game."""
    record, known = state.record, len(state.ledger.entries)
    own = {(each.log, each.number) for each in record.steps[record.last_from :] if each.number > mail.same_steps}
    found = _judged(referee, state, ends=False).ledger.entries[known:] if own else ()
    steps = (*record.steps[: record.last_from], *mail.steps)
    return replace(
        state, record=OpenRecord(steps, mail.end, record.last_from),
        superseded=(*state.superseded, *(each for each in found if not own.isdisjoint(each.steps))),
    )  # fmt: skip


def concluded(referee: Referee, state: RefereeState) -> RefereeState:
    """Return the state when no mail comes any more."""
    return _judged(referee, state, ends=True)


def _judged(referee: Referee, state: RefereeState, *, ends: bool) -> RefereeState:
    """Return the state with the open record judged; *ends* says that nothing comes after it."""
    begins = state.ledger.past_unknown and not state.ledger.entries
    found = segments(state.record.steps, start=referee.start if begins else None)
    return advance_over(referee, replace(state, record=OpenRecord()), found, ends=ends)
