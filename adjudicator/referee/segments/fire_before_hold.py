"""What defenders announce before they say that they hold or retreat: it is Opportunity Fire (R11.6, R11.7).

A player who answers an assault goes by the order of the rules: he fires at the attackers as they come, then he holds or
retreats. So fire that he announces first, whatever he calls it, is none of the combat, which comes after that; and a
check of a unit, of which he says no more, is the one for such fire.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ..events import Declared, DieRolled, ObservedStep, Said, TableEvent
from .segment import OpenSegment, SegmentKind

__all__ = ["with_fire_before_hold"]

_CHOICES: Final = frozenset({Declaration.HOLD, Declaration.RETREAT})


def with_fire_before_hold(found: Iterable[OpenSegment]) -> Iterator[OpenSegment]:
    """Yield segments; fire that defenders announce before they choose is Opportunity Fire."""
    for segment in found:
        if segment.kind is SegmentKind.ASSAULT and segment.units and (choice := _choice_in(segment)):
            line = segment.steps[choice] if isinstance(segment.events[choice], Said) else None
            firing = {each.unit for each in segment.events[:choice] if isinstance(each, Declared) and _fires(each)}
            segment.events = [
                # the line in which no unit is named that holds tells by itself what comes before that
                _as_opportunity_fire(event, step, segment, firing) if at < choice and step is not line else event
                for at, (event, step) in enumerate(zip(segment.events, segment.steps, strict=True))
            ]
        yield segment


def _choice_in(segment: OpenSegment) -> int:
    """Return the number of the event in which the defenders choose, if they do so in their first mail; 0 for none."""
    answer = None
    for at, (event, step) in enumerate(zip(segment.events, segment.steps, strict=True)):
        if step.side in ("", step.table.side(segment.units[0])):
            if answer is not None and isinstance(event, DieRolled):
                return 0  # the combat has begun
            continue
        answer = step.log if answer is None else answer
        if step.log != answer:
            return 0
        if _chooses(event, step, segment):
            return at
    return 0


def _chooses(event: TableEvent, step: ObservedStep, segment: OpenSegment) -> bool:
    if isinstance(event, Declared):
        return event.action in _CHOICES and _is_of_defenders(event, step, segment)
    return isinstance(event, Said) and event.stands_fast


def _fires(event: Declared) -> bool:
    return event.action in (Declaration.OPPORTUNITY_FIRE, Declaration.ASSAULT_FIRE)


def _as_opportunity_fire(
    event: TableEvent, step: ObservedStep, segment: OpenSegment, firing: Collection[str]
) -> TableEvent:  # fmt: skip
    """Return an event; *firing* are the units that are said to fire, whose checks need no other words."""
    if not isinstance(event, Declared) or not _is_of_defenders(event, step, segment):
        return event
    fires = event.action is Declaration.ASSAULT_FIRE and event.own_words
    checks = event.action is Declaration.TROOP_QUALITY_CHECK and event.unit not in firing
    return replace(event, action=Declaration.OPPORTUNITY_FIRE) if fires or checks else event


def _is_of_defenders(event: Declared, step: ObservedStep, segment: OpenSegment) -> bool:
    return step.table.side(event.unit) != step.table.side(segment.units[0])
