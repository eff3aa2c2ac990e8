"""Questions instead of offences: a check whose player names another die for it than the one that it was taken for.

Whoever has several rolls to make in his answer may make them in an order of his own, and tell so at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ...game.play import Roll
from ...rules.ruling import Finding
from ..accounts.roll_purposes import CHECKS_OF_TARGET
from ..discrepancies.aspects import AspectKind
from ..entries.entry import Entry
from ..events import Declared, ObservedStep
from ..finding_names import FindingName

__all__ = ["with_checks_told_otherwise_left_open"]

_NOTE: Final = "its check was told with another die, a {face}"


def with_checks_told_otherwise_left_open(entries: Sequence[Entry], steps: Iterable[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries; a mark on a unit is a question if its check is told with a die that it did not get."""
    told = {
        (step.log, event.unit, event.face) for step in steps for event in step.events
        if isinstance(event, Declared) and event.action in CHECKS_OF_TARGET and event.face is not None
    }  # fmt: skip
    taken = {(each.unit, each.die) for entry in entries for each in _rolls_of(entry)}
    found = list(entries)
    for at, entry in enumerate(entries):
        logs = {log for log, _ in entry.steps}
        units = {each.aspect.subject for each in entry.corrections if each.aspect.kind is AspectKind.UNIT}
        otherwise = [face for log, unit, face in told if log in logs and unit in units and (unit, face) not in taken]
        left = entry.with_left_open(_is_unexplained) if otherwise else entry
        if left is not entry:
            found[at] = left.with_notes(_NOTE.format(face=min(otherwise)))
    return tuple(found)


def _is_unexplained(finding: Finding) -> bool:
    return finding.name == FindingName.CHANGE_NOT_EXPLAINED


def _rolls_of(entry: Entry) -> tuple[Roll, ...]:
    return entry.action.own_rolls if entry.action is not None else ()
