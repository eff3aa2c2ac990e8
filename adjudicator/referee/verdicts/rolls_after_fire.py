"""Minefield rolls of moves at whose last hex Opportunity Fire was taken, where a module reports that fire by itself.

The fire comes first (R12.1): whoever is stopped before the hex rolls nothing there, and whoever is not may roll after
the fire, which is an entry of its own. So a roll that a move seems to leave out is looked for behind the fire.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ...game.play import Move, OpportunityFire, Roll, RollPurpose
from ...game.position import Position, Status
from ...rules.cited_rules import rule_of_roll
from ...rules.judge import judge
from ...rules.rule_book import RuleBook
from ..entries.entry import Entry, StrayDie
from ..events import ObservedStep
from ..finding_names import FindingName

__all__ = ["with_rolls_after_fire"]


def with_rolls_after_fire(
    entries: Sequence[Entry], steps: Sequence[ObservedStep], book: RuleBook
) -> tuple[Entry, ...]:  # fmt: skip
    """Return entries without the minefield rolls that the fire spared a mover, and with those that follow the fire."""
    sides = {(step.log, step.number): step.side for step in steps}
    known = {entry.number: entry for entry in entries}
    for entry in entries:
        shots = [each.number for each in _shots_at(entry, known)]
        action = entry.action
        if shots and isinstance(action, Move) and _seems_to_lack_its_roll(entry, action, book):
            known |= _settled(entry, action, [known[number] for number in shots], sides, book)
    return tuple(known[entry.number] for entry in entries)


def _shots_at(entry: Entry, entries: Mapping[int, Entry]) -> Iterator[Entry]:
    """Yield the entries of Opportunity Fire at a mover right after its move."""
    number = entry.number + 1
    while number in entries and _is_at(entries[number], entry.unit):
        yield entries[number]
        number += 1


def _is_at(entry: Entry, unit: str) -> bool:
    return isinstance(entry.action, OpportunityFire) and entry.action.target == unit


def _seems_to_lack_its_roll(entry: Entry, action: Move, book: RuleBook) -> bool:
    """Return whether nothing is wrong with a move but the minefield roll of the hex that it entered last."""
    if not action.steps or [each.name for each in entry.findings] != [FindingName.ROLL_LEFT_OUT]:
        return False
    rule = rule_of_roll(RollPurpose.MINEFIELD, book.game)
    before_it = replace(action, steps=action.steps[:-1])
    told = not before_it.steps or judge(_start(entry), before_it, book).legal
    return entry.findings[0].rule == rule and action.steps[-1].to is not None and told


def _start(entry: Entry) -> Position:
    return entry.judged_in or entry.before


def _settled(
    entry: Entry, action: Move, shots: Sequence[Entry], sides: Mapping[tuple[int, int], str], book: RuleBook
) -> Mapping[int, Entry]:  # fmt: skip
    """Return the entries that change, by their numbers."""
    after = shots[-1].after
    if after is not None and _is_stopped_before(after, entry.unit, action):
        return {entry.number: replace(entry, findings=())}
    dice = [(shot, die) for shot in shots for die in shot.stray_dice if sides.get(die.step) == entry.side]
    if len(dice) != 1 or entry.after is None:
        return {}
    (shot, die), start = dice[0], _start(entry)
    last = action.steps[-1]
    last = replace(last, rolls=(*last.rolls, Roll(RollPurpose.MINEFIELD, entry.unit, die.face)))
    whole = replace(action, steps=(*action.steps[:-1], last))
    ruling = judge(start, whole, book)
    if not ruling.legal or ruling.after is None:
        return {}
    if ruling.after.units[entry.unit].suppressed is not entry.after.units[entry.unit].suppressed:
        return {}
    rolled = replace(entry, action=whole, ruling=ruling, resolutions=ruling.resolutions, findings=(),
                     steps=(*entry.steps, die.step))  # fmt: skip
    return {entry.number: rolled, shot.number: _without(shot, die)}


def _is_stopped_before(after: Position, unit: str, action: Move) -> bool:
    state = after.units[unit]
    return state.status is Status.ELIMINATED or state.place != action.steps[-1].to


def _without(shot: Entry, die: StrayDie) -> Entry:
    """Return an entry of fire without a die that was not its own."""
    told = f" {die.face} in step {die.step[1]};"
    return replace(shot, stray_dice=tuple(each for each in shot.stray_dice if each != die),
                   notes=tuple(note for note in shot.notes if told not in note))  # fmt: skip
