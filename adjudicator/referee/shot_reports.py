"""Holds the reports that a module makes of shots against the rules: their sums, lines, ranges and results.

A report is first held against itself (its sum, and its result by its own rating and line), which needs no position;
then against the resolution by the rules, modifier by modifier (R9.2 to R9.15).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..game.hexes import Hex
from ..game.position import Position
from ..rules.rule_book import RuleBook
from ..rules.ruling import Finding, Modifier, Resolution
from ..rules.series.fire_sums import MISS
from .events import ShotReported
from .game_findings import finding
from .segments.segmentation import Segment

__all__ = ["report_findings", "report_notes"]

_FIRE_RULE: Final = "GTS R9.2"


def report_notes(segment: Segment) -> Iterator[str]:
    """Yield what the reports of a segment say that is no finding."""
    for event in segment.events:
        if isinstance(event, ShotReported) and event.typed_in:
            yield f"the die was typed in by hand: {event.die}"


def report_findings(segment: Segment, resolutions: Sequence[Resolution], book: RuleBook) -> Iterator[Finding]:
    """Yield what is wrong with the reports of a segment; *resolutions* are those of its action, none if unknown."""
    shots = [each for each in resolutions if each.purpose == "fire"]
    for event, step in zip(segment.events, segment.steps, strict=True):
        if not isinstance(event, ShotReported):
            continue
        yield from _by_itself(event, book)
        shot = next((each for each in shots if (each.unit, each.target) == (event.unit, event.target)), None)
        if shot is not None:
            shots.remove(shot)
            yield from _distance(event, step.table, book)
            yield from _sum(event, shot)
            yield from _line(event, shot, step.table)


def _by_itself(report: ShotReported, book: RuleBook) -> Iterator[Finding]:
    """Yield where a report contradicts itself."""
    if report.base is not None and report.rating is not None and not report.ignored:
        total = report.base + sum(each.value for each in report.modifiers) + (report.by_hand or 0)
        if report.rating not in (total, _limited(total, book)):
            yield finding("declared-sum-wrong", said=report.rating, rating=total)
    codes = book.combat_results.get((report.section, report.colour))
    if report.die is None or report.rating is None or not report.result or codes is None:
        return
    misses = report.die > report.rating or report.die == book.number("fire-rating-limits", "always-misses")
    result = MISS if misses else codes[report.die]
    if result != report.result:
        yield finding("declared-result-wrong", said=report.result, die=report.die, rating=report.rating, result=result)


def _limited(rating: int, book: RuleBook) -> int:
    lowest, highest = (book.number("fire-rating-limits", key) for key in ("lowest-rating", "highest-rating"))
    return max(lowest, min(highest, rating))


def _distance(report: ShotReported, table: Position, book: RuleBook) -> Iterator[Finding]:
    start, end = (table.units[unit].place for unit in (report.unit, report.target))
    if report.distance is not None and isinstance(start, Hex) and isinstance(end, Hex):
        distance = book.grid.distance(start, end)
        if distance != report.distance:
            yield finding("declared-range-open", said=report.distance, distance=distance)


def _sum(report: ShotReported, shot: Resolution) -> Iterator[Finding]:
    """Yield which parts of a sum are wrong; a wrong rating is told only if no part of it is."""
    if report.ignored:
        yield finding("modifiers-ignored", said=report.ignored)
        return
    wrong = list(_parts(report, shot))
    yield from wrong
    if not wrong and report.rating is not None and report.base is not None:
        total = shot.base + sum(each.value for each in shot.modifiers)
        if report.rating not in (total, shot.rating):
            parts = [str(shot.base), *(f"{each.value:+d} {each.title}" for each in shot.modifiers)]
            yield finding("declared-rating-wrong", said=report.rating, rating=shot.rating, sum=", ".join(parts))


def _parts(report: ShotReported, shot: Resolution) -> Iterator[Finding]:
    if report.base is not None and report.base != shot.base:
        yield finding("declared-base-wrong", said=report.base, base=shot.base)
    due = {each.name: each for each in shot.modifiers}
    said = _said(report)
    missing = [each for name, each in due.items() if name not in said]
    if report.by_hand is not None and report.by_hand == sum(each.value for each in missing):
        missing = []  # what the module does not know was added by hand
    elif report.by_hand:
        yield finding("declared-modifier-not-due", rule=_FIRE_RULE, value=report.by_hand, modifier="added by hand")
    for each in missing:
        yield finding("declared-modifier-missing", rule=each.rule, value=each.value, modifier=each.title)
    yield from _not_due(report, due)
    for name, value in said.items():
        if name in due and due[name].value != value:
            right = due[name]
            yield finding("declared-modifier-value", rule=right.rule, modifier=right.title, said=value,
                          value=right.value)  # fmt: skip


def _said(report: ShotReported) -> dict[str, int]:
    """Return what was counted for each modifier of the rules."""
    said: dict[str, int] = {}
    for each in report.modifiers:
        if each.name:
            said[each.name] = said.get(each.name, 0) + each.value
    return said


def _not_due(report: ShotReported, due: Mapping[str, Modifier]) -> Iterator[Finding]:
    for each in report.modifiers:
        if not each.name:
            yield finding("declared-modifier-unknown", value=each.value, modifier=each.text)
        elif each.name not in due:
            yield finding("declared-modifier-not-due", rule=_FIRE_RULE, value=each.value, modifier=each.text)


def _line(report: ShotReported, shot: Resolution, table: Position) -> Iterator[Finding]:
    """Yield where a report names another line of the table, or another section of it."""
    colour, _, section = shot.line.partition(", ")
    if report.section and report.section != section:
        yield finding("declared-line-wrong", said=report.section, line=shot.line)
    if report.colour and report.colour != colour:
        ratings = table.ratings(report.unit)
        own = report.colour in (ratings.weapon, ratings.assault_weapon)
        yield finding("declared-line-open" if own else "declared-line-wrong", said=report.colour, line=shot.line)
