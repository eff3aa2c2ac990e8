"""Markers that only a random event puts on the map, where none is due: nothing else shows what they are for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...game.hexes import Hex
from ...game.play import AirStrike, CarryOutEvent, RollPurpose
from ...rules.cited_rules import rule_of_roll
from ..entries.entry import Entry
from ..entries.game_findings import finding
from ..events import TARGET_HEX, MarkerMoved, ObservedStep, StepNumber
from ..finding_names import FindingName

__all__ = ["with_event_markers_asked_about"]


def with_event_markers_asked_about(entries: Sequence[Entry], steps: Iterable[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries; those in whose steps a hex is marked as hit ask what for, if their log has no event of that kind.

    What is due before the game is known, or still due at the end of a log, may be carried out with the marker.
    """
    explained = {log for entry in entries if _marks_hex(entry) for log, _ in entry.steps}
    found = list(entries)
    for step in steps:
        for event in step.events:
            if not isinstance(event, MarkerMoved) or event.marker != TARGET_HEX or step.log in explained:
                continue
            at = _entry_at(found, (step.log, step.number))
            if at is not None and not found[at].past_unknown and isinstance(event.target, Hex):
                rule = rule_of_roll(RollPurpose.RANDOM_EVENT, step.table.game)
                asked = finding(FindingName.MARKER_NOT_EXPLAINED, rule=rule, step=step.number, place=event.target)
                found[at] = found[at].with_findings(asked)
    return tuple(found)


def _marks_hex(entry: Entry) -> bool:
    """Return whether an entry may put the marker down: it is such an event, or one is due after it."""
    is_due = entry.after is not None and bool(entry.after.event)
    return isinstance(entry.action, CarryOutEvent | AirStrike) or is_due


def _entry_at(entries: Sequence[Entry], place: StepNumber) -> int | None:
    """Return the place of the entry that a step belongs to, None if it belongs to none."""
    return next((at for at, entry in enumerate(entries) if place in entry.steps), None)
