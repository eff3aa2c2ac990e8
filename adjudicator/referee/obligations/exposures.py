"""The hexes in which a unit on its way could be fired at, and by whom: there Opportunity Fire may be claimed (R12.1).

It may be claimed in the answer, at any of the moves of the mail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...game.hexes import Hex
from ...game.play import Move, RollPurpose
from ...rules.rule_book import RuleBook
from ...rules.series.opportunity import possible_firers
from ..entries.entry import Entry, EntryKind

__all__ = ["chances_to_fire", "could_fire_before"]


def chances_to_fire(entry: Entry, book: RuleBook) -> Iterator[tuple[str, Hex]]:
    """Yield who could have fired at the unit of a move and did not, each with the hex that it left (R12.2)."""
    move = entry.action
    if entry.kind is not EntryKind.ACTION or not isinstance(move, Move):
        return
    fired = {roll.unit for step in move.steps for roll in step.rolls if roll.purpose == RollPurpose.OPPORTUNITY}
    fired |= {each.unit for each in entry.ignored_checks if each.purpose == RollPurpose.OPPORTUNITY}
    yield from ((firer, place) for firer, place in _exposures(entry, book, move) if firer not in fired)


def could_fire_before(entries: Iterable[Entry], book: RuleBook, firer: str, log: int) -> bool:
    """Return whether a unit could have fired at one of some moves of the mail that a log answers: it may mean that."""
    return any(
        entry.steps[0][0] == log - 1 and any(unit == firer for unit, _ in chances_to_fire(entry, book))
        for entry in entries if entry.kind is EntryKind.ACTION and entry.steps
    )  # fmt: skip


def _exposures(entry: Entry, book: RuleBook, move: Move) -> Iterator[tuple[str, Hex]]:
    """Yield who could fire at a unit in each hex that it leaves; what it left before the first file was answered."""
    position = entry.before
    place = position.units[move.unit].place
    for step in move.steps[entry.steps_begun_before :]:
        if step.to is None:
            continue
        if isinstance(place, Hex):
            there = position.with_unit(move.unit, place=place)
            yield from ((firer, place) for firer in possible_firers(there, book, move.unit, place))
        place = step.to
