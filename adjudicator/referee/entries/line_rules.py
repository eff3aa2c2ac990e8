"""The rules of the referee's lines: when two are the same, and when one lifts the accusation of another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from typing import Final

from ...rules.ruling import Verdict
from ..accounts.doubt import CUT_OFF, EITHER, words_of
from ..accounts.lines import LineRules, is_reasonable, slips_beside
from ..accounts.segment_reader import dice_wanted
from ..accounts.slips import SHOWN_BY_TABLE, Level, Slip, Slips, worst_level
from ..state import RefereeState
from .entry import Entry, EntryKind
from .table_slips import slips_of_line

__all__ = ["REFEREE_LINES"]

_OF_THE_FUTURE: Final = tuple(each.name for each in fields(RefereeState) if each.name != "ledger")
_MAX_TOLD: Final = 3
"""The most entries of a line that are reported where two lines are."""
_NOTHING_ELSE: Final = "nothing was done with it"


class _RefereeLines:
    """Lines that lead from state to state of a refereed game; their slips are those of the entries."""

    def slips(self, state: RefereeState, parted: RefereeState) -> Slips:
        """Return the slips of the entries since the lines parted."""
        return slips_of_line(state, parted)

    def outstanding(self, state: RefereeState) -> Slips:
        """Return a slip for each die that waits, but for those that the rules want before anything else."""
        return (Slip.STRAY_DIE,) * max(state.carried.dice_left - dice_wanted(state.position), 0)

    def are_alike(self, one: RefereeState, other: RefereeState) -> bool:
        """Return whether two states differ in nothing but what has been reported: the past does not count."""
        if any(getattr(one, name) != getattr(other, name) for name in _OF_THE_FUTURE):
            return False
        # what positions do not compare counts for the rules
        here, there = one.position, other.position
        return (
            here.activation.passed_over == there.activation.passed_over
            and here.face_down == there.face_down and here.from_start == there.from_start
            and here.possible_contacts == there.possible_contacts
            and here.possible_refuges == there.possible_refuges
        )  # fmt: skip

    def with_rival(self, best: RefereeState, rival: RefereeState, parted: RefereeState) -> RefereeState:
        """Return the best line; what it accuses somebody of is left open if a reasonable rival accuses nobody.

        A rival that needs slips of every day only is taken for what was done.
        """
        own, others = self._all_slips(best, parted), self._all_slips(rival, parted)
        if not _accuses(best, rival) or _accuses(rival, best) or not is_reasonable(others, own):
            return best
        if worst_level(slips_beside(others, own)) is Level.EVERY_DAY:
            return rival
        words = EITHER.format(best=_words(best, rival), rival=_words(rival, best))
        for entry in _apart(best, rival):
            if _is_accusing(entry, best):
                lifted = replace(entry.with_left_open(lambda _finding: True), rival_after=rival.position)
                best = best.with_ledger(best.ledger.with_entry(lifted.with_notes(words)))
        return best

    def _all_slips(self, state: RefereeState, parted: RefereeState) -> Slips:
        """Return the slips of a line that ends here."""
        return (*self.slips(state, parted), *self.outstanding(state))

    def left_open(self, best: RefereeState, parted: RefereeState) -> RefereeState:
        """Return a line with all left open that it accuses somebody of since it parted from those cut off."""
        for entry in _apart(best, parted):
            if _is_accusing(entry, best) and not _differed_before(entry, parted):
                lifted = replace(entry.with_left_open(lambda _finding: True), is_unproven=True)
                best = best.with_ledger(best.ledger.with_entry(lifted.with_notes(CUT_OFF)))
        return best


REFEREE_LINES: Final[LineRules[RefereeState]] = _RefereeLines()


def _apart(line: RefereeState, other: RefereeState) -> Iterator[Entry]:
    """Yield the entries of a line that another one does not have."""
    known = other.ledger.entries
    for at, entry in enumerate(line.ledger.entries):
        if at >= len(known) or known[at] is not entry:
            yield entry


def _accuses(line: RefereeState, other: RefereeState) -> bool:
    return any(_is_accusing(entry, line) for entry in _apart(line, other))


def _is_accusing(entry: Entry, line: RefereeState) -> bool:
    """Return whether an entry of a line accuses somebody, or will: what the table showed wrong may be right by now."""
    if entry.verdict is Verdict.ILLEGAL:
        return True
    return not SHOWN_BY_TABLE.isdisjoint(entry.slips) and not _is_shown_right(entry, line)


def _is_shown_right(entry: Entry, line: RefereeState) -> bool:
    """Return whether the table has been compared with an entry, and nothing is left that differs because of it."""
    known = line.discrepancies
    still_open = any(each.entry == entry.number for each in known.open.values())
    return entry.number <= known.entries and not still_open and not entry.corrections


def _differed_before(entry: Entry, parted: RefereeState) -> bool:
    """Return whether what is new in an entry is only that differences were reported which were open when lines parted.

    They come from no way of sharing out the dice since then.
    """
    known = parted.ledger.entries
    if entry.number > len(known):
        return False
    before = known[entry.number - 1]
    told = [each.aspect for each in entry.corrections if each not in before.corrections]
    return bool(told) and entry.slips == before.slips and all(each in parted.discrepancies.open for each in told)


def _words(line: RefereeState, other: RefereeState) -> str:
    """Return what the dice were for in a line, as far as another one has it otherwise."""
    known = [(each.number, each.resolutions, each.slips) for each in _apart(other, line)]
    told = [
        each for each in _apart(line, other)
        if each.kind is EntryKind.ACTION and (each.number, each.resolutions, each.slips) not in known
    ]  # fmt: skip
    name = partial(_name, line)
    return (
        "; ".join(words_of(each.resolutions, each.slips, name, line.position.game) for each in told[:_MAX_TOLD])
        or _NOTHING_ELSE
    )


def _name(line: RefereeState, unit: str) -> str:
    return line.position.shown_name(unit) if unit in line.position.units else ""
