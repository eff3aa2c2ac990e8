"""The slips of a line, those of the table as it has turned out since they were charged.

An account is charged for what the table does not show of it, as far as the table can be seen ahead. Whether a marker
was wrong, late, or right after all is known only later: a difference may go away, and one may be reported that nobody
foresaw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from ...rules.ruling import Verdict
from ..accounts.slips import Slip, Slips
from ..discrepancies.aspects import Aspect, AspectField, AspectKind
from ..state import RefereeState
from .entry import Entry

__all__ = ["slips_of_line"]

_PLACES: Final = frozenset({AspectField.PLACE, AspectField.STATUS})
_OF_KIND: Final[Mapping[AspectKind, Slip]] = {
    AspectKind.UNIT: Slip.MARKER_WRONG,
    AspectKind.LEADER: Slip.COUNTER_ELSEWHERE,
    AspectKind.POINTS: Slip.POINTS_WRONG,
    AspectKind.BARRAGES: Slip.BARRAGE_WRONG,
    AspectKind.MINES: Slip.MINEFIELD_WRONG,
    AspectKind.CONDITION: Slip.CONDITION_WRONG,
}
"""The slip for a difference of each kind that an account may be charged for."""
_CHARGED_AS: Final[Mapping[Slip, Slip]] = {
    **{slip: slip for slip in _OF_KIND.values()}, Slip.BARRAGE_FOR_NOTHING: Slip.BARRAGE_WRONG,
}  # fmt: skip
"""The slips of the table, with the one that a difference of the same kind has."""


def slips_of_line(state: RefereeState, parted: RefereeState) -> Slips:
    """Return the slips of the entries of a line since the state in which it parted from others.

    What the table was not expected to show is a slip only as far as it was reported, or is still open: if the table and
    the rules agree by now, it was late. What was reported unexpectedly is one, too.
    """
    entries = state.ledger.entries[len(parted.ledger.entries) :]
    shown = Counter(_reported(state, parted))
    may_be_shown = shown + Counter(_still_open(state, len(parted.ledger.entries)))
    slips = list[Slip]()
    for entry in entries:
        for slip in entry.slips:
            kind = _CHARGED_AS.get(slip)
            if kind is None or entry.number > state.discrepancies.entries:
                slips.append(slip)
            elif may_be_shown[kind]:
                may_be_shown[kind] -= 1
                shown[kind] -= 1
                slips.append(slip)
            else:
                slips.append(Slip.MARKER_LATE)
    return (*slips, *(+shown).elements())


def _reported(state: RefereeState, parted: RefereeState) -> Iterator[Slip]:
    """Yield the slip of each difference that was reported since the lines parted, but for those of illegal actions."""
    known = parted.ledger.entries
    for at, entry in enumerate(state.ledger.entries):
        before = known[at] if at < len(known) else None
        if entry is before or _is_ruled_illegal(entry):
            continue
        told = before.corrections if before is not None else ()
        yield from (_slip_of(each.aspect) for each in entry.corrections if each not in told)


def _still_open(state: RefereeState, known: int) -> Iterator[Slip]:
    """Yield the slip of each open difference that a later entry than the *known* ones has brought."""
    yield from (_slip_of(aspect) for aspect, each in state.discrepancies.open.items() if each.entry > known)


def _is_ruled_illegal(entry: Entry) -> bool:
    return entry.ruling is not None and entry.ruling.verdict is Verdict.ILLEGAL


def _slip_of(aspect: Aspect) -> Slip:
    if aspect.field in _PLACES:
        return Slip.COUNTER_ELSEWHERE
    return _OF_KIND.get(aspect.kind, Slip.MARKER_WRONG)
