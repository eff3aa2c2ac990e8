"""Compares the reports that a module makes of shots with the rules: their sums, lines, ranges and results.

A report is first checked against itself (its sum, and its result by its own rating and line), which needs no position;
then against the resolution by the rules, modifier by modifier (R9.2 to R9.15).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...game.hexes import Hex
from ...game.play import RollPurpose
from ...game.position import Position
from ...rules.rule_book import RuleBook
from ...rules.ruling import Finding, Modifier, Resolution, Verdict
from ...rules.series.fire_sums import MISS
from ..events import KnownDifference, ShotReported
from ..finding_names import FindingName
from ..segments.segment import Segment
from .game_findings import finding

__all__ = ["module_result", "report_findings", "report_notes"]

_FIRE_RULE: Final = "GTS R9.2"
_COLOUR: Final = "colour"
"""The subject of a mistake in a line, beside its section; in the place of a modifier."""


def report_notes(segment: Segment, resolutions: Sequence[Resolution] = ()) -> Iterator[str]:
    """Yield the notes on the reports of a segment that are no findings; *resolutions* are those of its action."""
    for event, shot in _reports(segment, resolutions):
        if event.typed_in:
            yield f"the die was typed in by hand: {event.die}"
        if shot is not None:
            differing = [known for known, _ in _wrong(event, shot, segment.table) if known is not None]
            if texts := dict.fromkeys(known.text for known in differing if not known.open):
                told = "; ".join(texts)
                yield f"{told}; by the rulebook the Fire Rating is {shot.rating} and the result {shot.result}"


def report_findings(segment: Segment, resolutions: Sequence[Resolution], book: RuleBook) -> Iterator[Finding]:
    """Yield the faults in the reports of a segment; *resolutions* are those of its action, none if unknown.

    Where the module's arithmetic is known to differ from the rules nobody did anything wrong: that is noted,
    or asked about where it is not settled who is right.
    """
    steps = {id(event): step for event, step in zip(segment.events, segment.steps, strict=True)}
    for event, shot in _reports(segment, resolutions):
        table = steps[id(event)].table
        yield from _by_itself(event, book)
        if event.unit:
            yield from _distance(event, table, book)
        if shot is None:
            continue
        for known, found in _wrong(event, shot, table):
            if known is None:
                yield found
            elif known.open:
                yield replace(found, verdict=Verdict.UNDECIDED, text=f"{found.text} ({known.text})")


def _reports(segment: Segment, resolutions: Sequence[Resolution]) -> Iterator[tuple[ShotReported, Resolution | None]]:
    """Yield the reports of a segment, each with the shot by the rules that it is of."""
    shots = [each for each in resolutions if each.purpose == RollPurpose.FIRE]
    for event in segment.events:
        if isinstance(event, ShotReported):
            shot = next((each for each in shots if (each.unit, each.target) == (event.unit, event.target)), None)
            if shot is not None:
                shots.remove(shot)
            yield event, shot


def module_result(segment: Segment, resolutions: Sequence[Resolution]) -> bool:
    """Return whether a module gave a shot another result than the rules do, by a way in which it is known to differ."""
    return any(
        shot is not None and event.result != shot.result
        and any(known is not None for known, _ in _wrong(event, shot, segment.table))
        for event, shot in _reports(segment, resolutions)
    )  # fmt: skip


def _by_itself(report: ShotReported, book: RuleBook) -> Iterator[Finding]:
    """Yield the contradictions of a report in itself."""
    if report.base is not None and report.rating is not None and not report.ignored:
        total = report.base + sum(each.value for each in report.modifiers if each.counted) + (report.by_hand or 0)
        if report.rating not in (total, _limited(total, book)):
            yield finding(FindingName.DECLARED_SUM_WRONG, said=report.rating, rating=total)
    codes = book.combat_results.get((report.section, report.colour))
    if report.die is None or report.rating is None or not report.result or codes is None:
        return
    misses = report.die > report.rating or report.die == book.number("fire-rating-limits", "always-misses")
    result = MISS if misses else codes[report.die]
    if result != report.result:
        yield finding(
            FindingName.DECLARED_RESULT_WRONG, said=report.result, die=report.die, rating=report.rating, result=result
        )


def _limited(rating: int, book: RuleBook) -> int:
    lowest, highest = (book.number("fire-rating-limits", key) for key in ("lowest-rating", "highest-rating"))
    return max(lowest, min(highest, rating))


def _wrong(report: ShotReported, shot: Resolution, table: Position) -> Iterator[tuple[KnownDifference | None, Finding]]:
    """Yield the faults of a report by the rules, with the known difference of the module that each comes from."""
    for modifier, found in (*_sum(report, shot), *_line(report, shot, table)):
        rows = (each for each in report.differences if found.name in each.findings)
        yield next((each for each in rows if modifier in (each.modifiers or {""})), None), found


def _distance(report: ShotReported, table: Position, book: RuleBook) -> Iterator[Finding]:
    start, end = (table.units[unit].place for unit in (report.unit, report.target))
    if report.distance is not None and isinstance(start, Hex) and isinstance(end, Hex):
        distance = book.grid.distance(start, end)
        if distance != report.distance:
            yield finding(FindingName.DECLARED_RANGE_OPEN, said=report.distance, distance=distance)


_OfModifier = tuple[str, Finding]
"""A finding with the name of the rules' modifier that it concerns, empty for none."""


def _sum(report: ShotReported, shot: Resolution) -> Iterator[_OfModifier]:
    """Yield the wrong parts of a sum; a wrong rating is reported only if no part of it is wrong."""
    if report.ignored:
        yield "", finding(FindingName.MODIFIERS_IGNORED, said=report.ignored)
        return
    wrong = list(_parts(report, shot))
    yield from wrong
    if not wrong and report.rating is not None and report.base is not None:
        total = shot.base + sum(each.value for each in shot.modifiers)
        if report.rating not in (total, shot.rating):
            parts = [str(shot.base), *(f"{each.value:+d} {each.title}" for each in shot.modifiers)]
            yield (
                "",
                finding(
                    FindingName.DECLARED_RATING_WRONG, said=report.rating, rating=shot.rating, sum=", ".join(parts)
                ),
            )


def _parts(report: ShotReported, shot: Resolution) -> Iterator[_OfModifier]:
    if report.base is not None and report.base != shot.base:
        yield "", finding(FindingName.DECLARED_BASE_WRONG, said=report.base, base=shot.base)
    due = {each.name: each for each in shot.modifiers}
    said = _said(report)
    missing = [each for name, each in due.items() if name not in said]
    if report.by_hand is not None and report.by_hand == sum(each.value for each in missing):
        missing = []  # what the module does not know was added by hand
    elif report.by_hand:
        wrong = finding(
            FindingName.DECLARED_MODIFIER_NOT_DUE, rule=_FIRE_RULE, value=report.by_hand, modifier="added by hand"
        )
        yield "", wrong
    for each in missing:
        wrong = finding(FindingName.DECLARED_MODIFIER_MISSING, rule=each.rule, value=each.value, modifier=each.title)
        yield each.name, wrong
    yield from _not_due(report, due)
    for name, value in said.items():
        if name in due and due[name].value != value:
            right = due[name]
            yield name, finding(FindingName.DECLARED_MODIFIER_VALUE, rule=right.rule, modifier=right.title, said=value,
                                value=right.value)  # fmt: skip


def _said(report: ShotReported) -> dict[str, int]:
    """Return what was counted for each modifier of the rules."""
    said: dict[str, int] = {}
    for each in report.modifiers:
        if each.name and each.counted:
            said[each.name] = said.get(each.name, 0) + each.value
    return said


def _not_due(report: ShotReported, due: Mapping[str, Modifier]) -> Iterator[_OfModifier]:
    for each in report.modifiers:
        if not each.name:
            yield "", finding(FindingName.DECLARED_MODIFIER_UNKNOWN, value=each.value, modifier=each.text)
        elif each.counted and each.name not in due:
            wrong = finding(
                FindingName.DECLARED_MODIFIER_NOT_DUE, rule=_FIRE_RULE, value=each.value, modifier=each.text
            )
            yield each.name, wrong


def _line(report: ShotReported, shot: Resolution, table: Position) -> Iterator[_OfModifier]:
    """Yield where a report names another line of the table, or another section of it."""
    colour, _, section = shot.line.partition(", ")
    if report.section and report.section != section:
        yield "", finding(FindingName.DECLARED_LINE_WRONG, said=report.section, line=shot.line)
    if report.colour and report.colour != colour:
        ratings = table.ratings(report.unit)
        own = report.colour in (ratings.weapon, ratings.assault_weapon)
        name = FindingName.DECLARED_LINE_OPEN if own else FindingName.DECLARED_LINE_WRONG
        yield _COLOUR, finding(name, said=report.colour, line=shot.line)
