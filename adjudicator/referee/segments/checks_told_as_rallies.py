"""Checks of units that were hit, of which their player speaks as of rallies: "can the StuG shake it off?".

A unit rallies that is Suppressed, or has Cohesion Hits (R13.1). One that is neither, and that the other side has fired
at in its last mail, is said to get over that shot. What is called a rally is one: the hit may be marked later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ..accounts.roll_purposes import CHECKS_OF_TARGET
from ..events import Declared, ObservedStep, TableEvent
from .segment import OpenSegment

__all__ = ["check_told_as_rally"]

_CALLED_RALLY: Final = re.compile(r"\bral", re.IGNORECASE)
"""The word itself, however it is spelled: "rallies", "rallye", "raly"."""


def check_told_as_rally(found: Iterable[OpenSegment], event: TableEvent, step: ObservedStep) -> TableEvent:
    """Return an event; the rally of a unit that cannot rally, and was fired at in the mail before, as its check."""
    if not isinstance(event, Declared) or not event.own_words or event.action is not Declaration.RALLY:
        return event
    if _CALLED_RALLY.search(event.rest):
        return event
    segments = list(found)
    begun = [where for each in segments for where in each.steps if where.log == step.log]
    first = min(begun, key=lambda each: each.number, default=step)
    states = (first.table.units[event.unit], step.table.units[event.unit])
    may_rally = any(each.suppressed or each.cohesion for each in states) or _has_checked(segments, event.unit, step.log)
    is_hit = any(_is_hit_in(each, event.unit, step.log - 1) for each in segments)
    return replace(event, action=Declaration.TROOP_QUALITY_CHECK) if is_hit and not may_rally else event


def _has_checked(segments: Iterable[OpenSegment], unit: str, log: int) -> bool:
    """Return whether a check of a unit against what hit it was told in a log already."""
    return any(
        isinstance(each, Declared) and where.log == log and each.unit == unit and each.action in CHECKS_OF_TARGET
        for segment in segments for each, where in zip(segment.events, segment.steps, strict=True)
    )  # fmt: skip


def _is_hit_in(segment: OpenSegment, unit: str, log: int) -> bool:
    """Return whether a unit was fired at in a segment in the log of that number, or while it did what that is about."""
    return any(
        isinstance(each, Declared) and where.log == log
        and ((each.action, each.unit) == (Declaration.TARGET, unit)
             or (each.action is Declaration.OPPORTUNITY_FIRE and unit in segment.units))
        for each, where in zip(segment.events, segment.steps, strict=True)
    )  # fmt: skip
