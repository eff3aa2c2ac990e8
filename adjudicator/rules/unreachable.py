"""What the rules have against a unit that cannot move, or cannot get to a hex: the first step that fails."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from ..game.hexes import Hex
from ..game.play import Move, MoveStep, StepKind
from ..game.position import Position
from .legal_actions import smooth_ruling
from .rule_book import RuleBook
from .ruling import Finding, Verdict
from .series.paths import Way

__all__ = ["first_failing_step", "reason_to_stay", "steps_towards"]


def reason_to_stay(position: Position, book: RuleBook, unit: str) -> Finding | None:
    """Return the finding that keeps a unit from entering any adjacent hex, for a unit that can go nowhere."""
    start = position.units[unit].place
    near = book.layout.neighbours(start) if isinstance(start, Hex) else ()
    found = [
        _refusal(position, book, unit, (MoveStep(StepKind.ENTER, place),)) for place in near if _is_on_map(book, place)
    ]
    return next((each for each in found if each), None) or _refusal(position, book, unit, ())


def first_failing_step(
    position: Position, book: RuleBook, unit: str, end: Hex, ways: Mapping[Hex, Way]
) -> Finding | None:
    """Return the finding against the first step that fails on the way to a hex out of reach, with its cost.

    None is returned where no step fails.
    """
    steps = steps_towards(position, book, unit, end, ways)
    return _refusal(position, book, unit, steps) if steps else None


def steps_towards(
    position: Position, book: RuleBook, unit: str, end: Hex, ways: Mapping[Hex, Way]
) -> tuple[MoveStep, ...]:
    """Return the steps to a hex out of reach: by the cheapest way to the nearest hex of *ways*, then straight ahead.

    *ways* are those to the hexes in reach. The rest of the way goes past enemies where that is possible. No steps are
    returned for a unit off the map, or if no way leads there.
    """
    start = position.units[unit].place
    if not isinstance(start, Hex) or not _is_on_map(book, end):
        return ()
    enemies = {
        place for place, units in position.occupants.items()
        if isinstance(place, Hex) and position.side(units[0]) != position.side(unit)
    }  # fmt: skip
    for avoided in (enemies - {end}, set[Hex]()):
        ahead = _straight_ahead(book, end, {start, *ways}, avoided)
        if ahead:
            base, *others = ahead
            steps = ways[base].steps if base in ways else ()
            return (*steps, *(MoveStep(StepKind.ENTER, place) for place in others))
    return ()


def _straight_ahead(book: RuleBook, end: Hex, bases: set[Hex], avoided: set[Hex]) -> list[Hex]:
    """Return the hexes from the nearest of some hexes to another one, both included; empty if there is no way."""
    following: dict[Hex, Hex | None] = {end: None}
    waiting = deque([end])
    while waiting:
        place = waiting.popleft()
        if place in bases:
            found = [place]
            while (after := following[found[-1]]) is not None:
                found.append(after)
            return found
        for near in book.layout.neighbours(place):
            if near not in following and near not in avoided and _is_on_map(book, near):
                following[near] = place
                waiting.append(near)
    return []


def _is_on_map(book: RuleBook, place: Hex) -> bool:
    return place in book.game.map.hexes


def _refusal(position: Position, book: RuleBook, unit: str, steps: tuple[MoveStep, ...]) -> Finding | None:
    """Return the first finding against a move for which all dice fall well, if there is one."""
    findings = smooth_ruling(position, Move(unit, steps), book).findings
    return next((each for each in findings if each.verdict is Verdict.ILLEGAL), None) or next(iter(findings), None)
