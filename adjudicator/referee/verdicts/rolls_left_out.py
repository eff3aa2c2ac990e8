"""Questions instead of offences: a check that seems missing beside a Command Point that may have been paid for it.

With a point of which nobody knows what it was for, in a mail without dice, the check may have been passed: whether it
was, only its player can say. A shot is not missing of a unit that nobody has said to fire.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from ...game.action_words import Declaration
from ...game.play import RollPurpose
from ...rules.cited_rules import rule_of_roll
from ...rules.ruling import Finding, Verdict
from ..dialects.chat_faces import SHOTS_DECLARED
from ..entries.entry import Entry
from ..events import Declared, DieRolled, ObservedStep, PointsSet, RollNamed, ShotReported, TableEvent
from ..finding_names import FindingName

__all__ = ["with_missing_rolls_asked_about"]

_COMMAND: Final = "command"
_BOUGHT: Final = (RollPurpose.SUPPRESSION, RollPurpose.CONVERSION)
"""The checks that are left to an answer, where a point passes them (R3.3)."""
_SHOTS: Final = SHOTS_DECLARED | {Declaration.ASSAULT, Declaration.ASSAULT_FIRE, Declaration.OPPORTUNITY_FIRE}
_OF_SHOTS: Final = "R9.2"
_NOT_SAID: Final = "nobody has said that {unit} fires; its check may have been another one"
_POINT: Final = "the Command Point in step {step}, of which nobody knows what it was for, may have been paid for it"


def with_missing_rolls_asked_about(entries: Sequence[Entry], steps: Iterable[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries; a check is not missing for certain where its player has paid a Command Point for nothing."""
    known = tuple(steps)
    rolled = frozenset(step.log for step in known if any(isinstance(event, DieRolled) for event in step.events))
    found = list(entries)
    for at, entry in enumerate(entries):
        if not _lacks_roll(entry):
            continue
        origin = next((each for each in entries if each.number == entry.of_entry), entry)
        if unit := _unit_not_said_to_fire(entry, entry.missing_rolls or origin.missing_rolls, known):
            note = _NOT_SAID.format(unit=entry.before.game.units[unit].name)
            found[at] = entry.with_left_open(_is_missing_shot).with_notes(note)
            continue
        if entry.steps[-1][0] in rolled:
            continue
        if note := _note_of_payment(entry, entries, known):
            found[at] = entry.with_left_open(lambda each: each.name == FindingName.ROLL_LEFT_OUT).with_notes(note)
    return tuple(found)


def _lacks_roll(entry: Entry) -> bool:
    return bool(entry.steps) and any(
        each.name == FindingName.ROLL_LEFT_OUT and each.verdict is Verdict.ILLEGAL for each in entry.findings
    )


def _is_missing_shot(finding: Finding) -> bool:
    return finding.name == FindingName.ROLL_LEFT_OUT and finding.rule.endswith(_OF_SHOTS)


def _unit_not_said_to_fire(entry: Entry, missing: Sequence[str], steps: Iterable[ObservedStep]) -> str:
    """Return the only unit whose roll seems *missing*, if that is a shot that nobody has named; empty for none."""
    if len(missing) != 1 or not any(map(_is_missing_shot, entry.findings)):
        return ""
    (unit,) = missing
    events = [event for step in steps for event in step.events]
    return "" if not unit or any(_tells_of_shot(event, unit) for event in events) else unit


def _tells_of_shot(event: TableEvent, unit: str) -> bool:
    """Return whether a unit is said to fire, or Opportunity Fire is named of no unit."""
    if isinstance(event, RollNamed):
        return event.purpose is RollPurpose.OPPORTUNITY
    if isinstance(event, ShotReported):
        return event.unit in ("", unit)
    return isinstance(event, Declared) and event.unit == unit and event.action in _SHOTS


def _note_of_payment(
    entry: Entry, entries: Sequence[Entry], steps: Sequence[ObservedStep]
) -> str:  # fmt: skip
    """Return the note on a point that an entry's player has paid for nothing in its mail; empty for none."""
    log, paid = entry.steps[-1][0], 0
    last: ObservedStep | None = None
    bought = {rule_of_roll(each, entry.before.game) for each in _BOUGHT}
    missing = {each.rule for each in entry.findings if each.name == FindingName.ROLL_LEFT_OUT}
    if not missing <= bought:
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
