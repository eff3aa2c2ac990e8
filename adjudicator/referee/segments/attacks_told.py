"""Attacks in an assault that are told as faces beside a unit: "2/V 5 no, 3 S. 1/V 4, 6, no".

A face beside a unit is a check of it, if nothing more is said. In an assault each attacker has two attacks (R11.9), and
two dice beside him are these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ..events import Declared, DieRolled, ObservedStep, ResultTold, StepNumber, TableEvent
from .segment import OpenSegment, SegmentKind

__all__ = ["with_attacks_told"]

_CHECK: Final = Declaration.TROOP_QUALITY_CHECK
_ATTACKS: Final = 2


def with_attacks_told(found: Iterable[OpenSegment]) -> Iterator[OpenSegment]:
    """Yield segments; two dice beside an assaulting unit are its attacks."""
    for segment in found:
        if segment.kind is SegmentKind.ASSAULT and segment.units:
            told = list(_with_attacks(segment))
            segment.events, segment.steps = [event for event, _ in told], [step for _, step in told]
        yield segment


def _with_attacks(segment: OpenSegment) -> Iterator[tuple[TableEvent, ObservedStep]]:
    told = list(zip(segment.events, segment.steps, strict=True))
    second: Declared | None = None
    """The second attack of the unit of which something was said, which comes behind the target of the first."""
    for at, (event, step) in enumerate(told):
        if second is not None and isinstance(event, Declared) and event.action is Declaration.TARGET:
            yield replace(event, results=() if _tells(event, second) else event.results), step
            yield second, step
            yield replace(event, results=(), displaced=True), step
            second = None
            continue
        if second is not None:
            yield second, told[at - 1][1]
            second = None
        if not isinstance(event, Declared) or not _is_die_of_attacker(event, segment):
            yield event, step
            continue
        behind = told[at + 1][0] if at + 1 < len(told) and told[at + 1][1] is step else None
        if results := _two_dice(event, behind):
            yield _attack(event, results[0], event.step_of_die), step
            second = _attack(event, results[1], _die(results[1], event, told))
        else:
            attacks = _has_other_die(event, at, told)
            yield replace(event, action=Declaration.ASSAULT_FIRE) if attacks else event, step
    if second is not None:
        yield second, told[-1][1]


def _is_die_of_attacker(event: Declared, segment: OpenSegment) -> bool:
    said = event.action in (_CHECK, Declaration.ASSAULT_FIRE) and event.own_words and event.face is not None
    return said and event.unit in segment.units


def _attack(told: Declared, result: ResultTold, die: StepNumber | None) -> Declared:
    """Return one of the two attacks of which something is told."""
    says = result.failed or result.of_shot is not None
    return replace(
        told, action=Declaration.ASSAULT_FIRE, face=result.face, step_of_die=die, results=(result,) if says else (),
    )  # fmt: skip


def _tells(target: Declared, attack: Declared) -> bool:
    """Return whether what is told behind a target is what came of an attack."""
    return any(each in target.results for each in attack.results)


def _has_other_die(event: Declared, at: int, told: list[tuple[TableEvent, ObservedStep]]) -> bool:
    """Return whether one more die of the same unit is told right before or behind this one."""
    beside = [each for each, where in (*told[max(at - 1, 0) : at], *told[at + 1 : at + 2]) if where is told[at][1]]
    return any(
        isinstance(each, Declared) and each.unit == event.unit and each.face is not None
        and each.action in (_CHECK, Declaration.ASSAULT_FIRE)
        for each in beside
    )  # fmt: skip


def _two_dice(event: Declared, behind: TableEvent | None) -> tuple[ResultTold, ...]:
    """Return what is told of two dice of a unit, the second of which is no check; nothing if it is told otherwise."""
    more = behind.results if isinstance(behind, Declared) and behind.action is Declaration.TARGET else ()
    told = [each for each in (*event.results, *more) if each.face is not None]
    if told and told[0].face != event.face:
        told = [ResultTold(event.face), *told]
    if len(told) != _ATTACKS or told[0].of_shot is False or told[1].of_shot is False:
        return ()
    return tuple(told)


def _die(told: ResultTold, event: Declared, events: list[tuple[TableEvent, ObservedStep]]) -> StepNumber | None:
    """Return the step of the die that is told, if only one can be meant: its player's, behind the first one."""
    first = event.step_of_die
    if first is None:
        return None
    dice = [
        (step.log, step.number) for each, step in events
        if isinstance(each, DieRolled) and each.face == told.face and step.log == first[0] and step.number > first[1]
    ]  # fmt: skip
    return dice[0] if dice else None
