"""Puts what a player tells of his dice at last to what he had announced before them: nothing new begins with it.

Some announce several acts in one line, roll for all of them, and then tell what it was: "gun got 2 = S, rally 4 ok".
Such words name the kind of an act of this mail, and the face of a die that was rolled for it. So the act that was
announced has that die, and the words are no other act, whether they name its unit or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...game.play import RollPurpose
from ..accounts.candidates.fire import aimed_at
from ..accounts.roll_purposes import rolls_of
from ..dialects.chat_faces import SHOTS_DECLARED
from ..events import ChitMoved, Declared, RollNamed, StepNumber, TableEvent, TimeSet
from .membership import is_same_action
from .word_blocks import EventOfStep, Record

__all__ = ["with_reports_at_their_announcements"]

_CHECKS: Final = frozenset({Declaration.SPOTTER, Declaration.CONVERSION_CHECK, Declaration.SUPPRESSION_CHECK})
"""Checks of one unit that may be told of as no more than that: "L/2 2 ok"."""
_OF_ANY_CHECK: Final = RollPurpose.OPEN


def with_reports_at_their_announcements(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the dice that are told last with what was announced."""
    record = Record.of(events)
    known = list(record.events)
    told: set[int] = set()
    for at in range(len(known)):
        report, _ = known[at]
        announced = next(_announced(record, known, at), None) if _names_die(report) else None
        if announced is not None and isinstance(report, Declared | RollNamed):
            known[announced] = _with_die(known[announced], report)
            told.add(at)
    return [each for at, each in enumerate(known) if at not in told]


def _names_die(event: TableEvent) -> bool:
    """Return whether words of a player's own name a die that fell."""
    own = isinstance(event, RollNamed) or (isinstance(event, Declared) and event.own_words)
    return own and getattr(event, "step_of_die", None) is not None


def _announced(record: Record, known: list[EventOfStep], report: int) -> Iterator[int]:
    """Yield the numbers of what its player announced before a die that a report names, and no die is known of yet."""
    words, told = known[report]
    die: StepNumber | None = getattr(words, "step_of_die", None)
    target = aimed_at(words, told.table) if isinstance(words, Declared) else ""
    since = _since_chit(record, report)
    for at in since:
        event, step = known[at]
        if not (isinstance(event, Declared) and event.own_words and event.face is None and not event.asked):
            continue
        alone = isinstance(words, RollNamed) and _is_only_act(record, at)
        if die is None or (step.log, step.number) >= die or alone:
            continue
        if not (_is_same(event, words) or (_is_shot(words) and _is_only_shot([known[each] for each in since], event))):
            continue
        if _acts_by_then(target, event, (known[before] for before in since if before <= at)):
            yield at


def _acts_by_then(target: str, announced: Declared, before: Iterable[EventOfStep]) -> bool:
    """Return whether a report may name a unit as the target of what was announced: one that acts draws such fire.

    Who is first spoken of later is fired at in another shot of the same unit (R12.1).
    """
    if announced.action is not Declaration.OPPORTUNITY_FIRE or not target:
        return True
    return any(getattr(event, "unit", "") == target for event, _ in before)


def _is_only_act(record: Record, at: int) -> bool:
    """Return whether the line of some words announces what one unit does, and no more: its dice follow anyway."""
    line = (
        event for (event, step), author in zip(record.events, record.authors, strict=True)
        if author == record.authors[at] and step.number == record.events[at][1].number
    )  # fmt: skip
    return len({each.unit for each in line if isinstance(each, Declared) and rolls_of(each.action)}) == 1


def _since_chit(record: Record, report: int) -> list[int]:
    """Return the numbers of the events of a report's player before it, since a chit was moved or a turn set."""
    found: list[int] = []
    for at in reversed(range(report)):
        event = record.events[at][0]
        if record.authors[at] != record.authors[report] or isinstance(event, ChitMoved | TimeSet):
            break
        found.insert(0, at)
    return found


def _is_same(announced: Declared, report: TableEvent) -> bool:
    """Return whether a report tells of what was announced: the same of its unit, or a roll for it of no unit.

    A check that is no more than that is the one that was announced of its unit.
    """
    if isinstance(report, Declared):
        of_check = report.action is Declaration.TROOP_QUALITY_CHECK and announced.action in _CHECKS
        same = of_check or is_same_action(report.action, announced.action)
        return same and report.unit == announced.unit
    purpose = report.purpose if isinstance(report, RollNamed) else _OF_ANY_CHECK
    return purpose is not _OF_ANY_CHECK and rolls_of(announced.action) == {purpose}


def _is_shot(report: TableEvent) -> bool:
    """Return whether a report tells the die of a shot, and not whose: "the shot is a 2"."""
    return isinstance(report, RollNamed) and report.purpose is RollPurpose.FIRE


def _is_only_shot(since: Iterable[EventOfStep], announced: Declared) -> bool:
    """Return whether an announced shot is the only one that has been announced under the chit: no other can be told."""
    shots = [event for event, _ in since if isinstance(event, Declared) and event.action in SHOTS_DECLARED]
    return len(shots) == 1 and shots[0] is announced


def _with_die(announced: EventOfStep, report: Declared | RollNamed) -> EventOfStep:
    """Return what was announced with the die that a report names, and what that says came of it."""
    event, step = announced
    if not isinstance(event, Declared):
        return announced
    results = (*event.results, *report.results)
    return replace(event, face=report.face, step_of_die=report.step_of_die, results=results), step
