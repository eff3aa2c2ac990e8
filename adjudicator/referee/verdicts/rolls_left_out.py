"""Questions instead of offences: a roll that seems missing beside what may have been it, or may have been paid for it.

Some roll all dice of a mail first and tell at its end what they were for. A die of theirs that no rule calls for may be
what a chit or a step of the turn lacks, and a Command Point with which nothing was bought, in a mail without dice, may
have been paid for a check: which it was, only they can say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from ...game.play import Airpower, PlayChit, RollPurpose, Supply, Weather
from ...rules.cited_rules import rule_of_roll
from ...rules.ruling import Verdict
from ..entries.entry import Entry
from ..events import DieRolled, ObservedStep, PointsSet, StepNumber
from ..finding_names import FindingName

__all__ = ["with_missing_rolls_asked_about"]

_COMMAND: Final = "command"
_BOUGHT: Final = (RollPurpose.SUPPRESSION, RollPurpose.CONVERSION)
"""The checks that are left to an answer, where a point passes them (R3.3)."""
_DIE: Final = "the {face} in step {step}, of which nobody knows what it was for, may be the roll that is missing"
_POINT: Final = "the Command Point in step {step}, of which nobody knows what it was for, may have been paid for it"


def with_missing_rolls_asked_about(entries: Sequence[Entry], steps: Iterable[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries; a roll is not missing for certain where its player has a stray die, or has paid for nothing."""
    known = tuple(steps)
    players = {(step.log, step.number): step.player for step in known
               if any(isinstance(event, DieRolled) for event in step.events)}  # fmt: skip
    stray = [die for each in entries for die in each.stray_dice]
    found = list(entries)
    for at, entry in enumerate(entries):
        if not _lacks_roll(entry):
            continue
        log = entry.steps[-1][0]
        of_turn = isinstance(entry.action, PlayChit | Weather | Airpower | Supply)
        dice = [die for die in stray
                if of_turn and die.step[0] == log and players.get(die.step) == entry.player]  # fmt: skip
        of_die = [_DIE.format(face=die.face, step=die.step[1]) for die in dice[:1]]
        note = of_die[0] if of_die else _note_of_payment(entry, entries, known, players)
        if note:
            found[at] = entry.with_left_open(lambda each: each.name == FindingName.ROLL_LEFT_OUT).with_notes(note)
    return tuple(found)


def _lacks_roll(entry: Entry) -> bool:
    return bool(entry.steps) and any(
        each.name == FindingName.ROLL_LEFT_OUT and each.verdict is Verdict.ILLEGAL for each in entry.findings
    )


def _note_of_payment(
    entry: Entry, entries: Sequence[Entry], steps: Sequence[ObservedStep], rolled: Iterable[StepNumber]
) -> str:  # fmt: skip
    """Return the note on a point that an entry's player has paid for nothing in a mail without dice; empty for none."""
    log, paid = entry.steps[-1][0], 0
    last: ObservedStep | None = None
    bought = {rule_of_roll(each, entry.before.game) for each in _BOUGHT}
    missing = {each.rule for each in entry.findings if each.name == FindingName.ROLL_LEFT_OUT}
    if not missing <= bought or any(number == log for number, _ in rolled):
        return ""  # no point buys it, or it is one of many rolls, and the point was paid for another
    for before, step in pairwise(steps):
        if step.log == log and step.player == entry.player and (gone := _points_taken_off(before, step)):
            paid, last = paid + gone, step
    spent = sum(_points_spent(each) for each in entries if each.log == log and each.side == entry.side)
    return _POINT.format(step=last.number) if last is not None and paid > spent else ""


def _points_taken_off(before: ObservedStep, step: ObservedStep) -> int:
    """Return how many Command Points a step takes off the tracks that stood so before it."""
    shown = before.table.points
    marks = (each for each in step.events if isinstance(each, PointsSet) and each.kind == _COMMAND)
    return sum(max(shown[each.division].command - each.points, 0) for each in marks)


def _points_spent(entry: Entry) -> int:
    """Return how many Command Points an entry costs by the rules."""
    if entry.action is None or entry.after is None:
        return 0
    before, after = entry.before.points, entry.after.points
    return sum(max(before[each].command - after[each].command, 0) for each in before)
