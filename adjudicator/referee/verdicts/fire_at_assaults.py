"""Opportunity Fire at a unit beside the firer that may be assaulting, where a module reports that fire by itself.

Such logs show an assault only by its shots, if there are any (R11.6). So a modifier for moving between Fire Zones in
such a report is no offence if the unit has done something else since it moved, was fired at for that move already, or
fights an assault afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...game.hexes import Hex
from ...game.play import AssaultFire, Move, OpportunityFire
from ...rules.rule_book import RuleBook
from ...rules.ruling import Finding, Verdict
from ..dialects.visibility import Sight
from ..entries.entry import Entry
from ..events import ObservedStep

__all__ = ["with_fire_at_assaults"]


def with_fire_at_assaults(
    entries: Sequence[Entry], steps: Sequence[ObservedStep], book: RuleBook, sight: Sight
) -> tuple[Entry, ...]:  # fmt: skip
    """Return entries with what was counted for moving between Fire Zones left open where it may be for an assault."""
    sides = {(step.log, step.number): step.side for step in steps}
    return tuple(
        _left_open(entry, sight) if _may_be_at_assault(entries, at, sides, book) else entry
        for at, entry in enumerate(entries)
    )


def _left_open(entry: Entry, sight: Sight) -> Entry:
    return replace(entry, findings=tuple(_open(found, sight.fact_of_assault(found)) for found in entry.findings))


def _open(found: Finding, fact: str) -> Finding:
    if not fact or found.verdict is not Verdict.ILLEGAL:
        return found
    return replace(found, verdict=Verdict.UNDECIDED, text=f"{found.text} ({fact})")


def _may_be_at_assault(
    entries: Sequence[Entry], at: int, sides: Mapping[tuple[int, int], str], book: RuleBook
) -> bool:  # fmt: skip
    """Return whether an entry is Opportunity Fire at a unit beside the firer that may assault by what it does."""
    entry = entries[at]
    action = entry.action
    if not isinstance(action, OpportunityFire) or not _is_beside(entry, action, book):
        return False
    target, side = action.target, entry.before.side(action.target)
    since = _until_move(reversed(entries[:at]), target)
    acted = any(each.action is not None and target in each.action.actors for each in since)
    fired_at = any(_is_shot(each, action.unit, target) for each in since)
    rolled = any(sides.get(die.step) == side for each in since for die in each.stray_dice)
    return acted or fired_at or rolled or any(_fights(each, target) for each in _until_move(entries[at + 1 :], target))


def _is_beside(entry: Entry, action: OpportunityFire, book: RuleBook) -> bool:
    here, there = (entry.before.units[unit].place for unit in (action.unit, action.target))
    return isinstance(here, Hex) and isinstance(there, Hex) and book.grid.distance(here, there) <= 1


def _until_move(entries: Iterable[Entry], unit: str) -> list[Entry]:
    """Return the first entries up to a unit's move, without it."""
    found: list[Entry] = []
    for entry in entries:
        if isinstance(entry.action, Move) and entry.unit == unit:
            break
        found.append(entry)
    return found


def _is_shot(entry: Entry, unit: str, target: str) -> bool:
    action = entry.action
    return isinstance(action, OpportunityFire) and (action.unit, action.target) == (unit, target)


def _fights(entry: Entry, unit: str) -> bool:
    action = entry.action
    return isinstance(action, AssaultFire) and unit in (action.unit, action.target)
