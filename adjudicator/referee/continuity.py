"""A file that does not begin where the one before it ended: the game continues from its table, which is reported."""

from __future__ import annotations

from ..game.position import Position
from ..rules.series.chits import fresh
from .discrepancies.aspects import carried, differing
from .discrepancies.citations import aspect_rule
from .entries.entry import Correction, EntryKind
from .entries.game_findings import aspect_words, finding, subject_name
from .finding_names import FindingName
from .state import RefereeState

__all__ = ["going_on_from_file"]


def going_on_from_file(state: RefereeState, end: Position, start: Position, log: int) -> RefereeState:
    """Go on from the *start* of a file that begins elsewhere than at the *end* of the one before it.

    *log* is the number of the file's log.
    """
    return _with_chits_of(_with_changes_told(state, end, start, log), start)


def _with_changes_told(state: RefereeState, end: Position, start: Position, log: int) -> RefereeState:
    """Report what is different at the start of a file."""
    aspects = sorted(differing(end, start), key=lambda each: (each.kind, each.subject, each.field))
    if not aspects:
        return state
    corrections = tuple(Correction(each, aspect_words(end, each), aspect_words(start, each)) for each in aspects)
    findings = [
        finding(FindingName.CHANGED_BETWEEN_FILES, rule=aspect_rule(each.aspect, end, start),
                subject=subject_name(state.position, each.aspect), expected=each.expected, found=each.found)
        for each in corrections
    ]  # fmt: skip
    kind = EntryKind.BETWEEN_FILES
    ledger = state.ledger.begin_without_steps(kind, state.position, log=log, findings=findings)
    ledger = ledger.changed(ledger.last.number, corrections=corrections)
    return state.with_ledger(ledger).going_on_from(ledger.last.number, carried(state.position, start, aspects))


def _with_chits_of(state: RefereeState, table: Position) -> RefereeState:
    """Take the chits as they are on a table, if another one is in play than by the rules: nobody has acted then."""
    chit, position = table.activation.chit, state.position
    if not chit or chit in (position.activation.chit, position.first_chit):
        return state
    return state.at(fresh(position).after(
        activation=table.activation, mug=table.mug, played=table.played, next_turn=table.next_turn, time=table.time,
        first_chit="", last_indirect="",
    ))  # fmt: skip
