"""The rule catalogue, its coverage, the switches and the register of contradictions as text and as JSON.

The JSON follows ``schema/rules.schema.json``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import Any, Final

from ..rules.catalogue import CONFIDENCES, Catalogue, Chapter, Rule, Status, coverage, rule_catalogue
from ..rules.contradictions import Contradiction
from ..rules.switches import Choice, Switch
from .safe_text import columns, count, line_width

__all__ = [
    "coverage_document",
    "coverage_lines",
    "document",
    "list_lines",
    "register_document",
    "register_lines",
    "rule_lines",
    "rules_document",
    "switch_document",
    "switch_lines",
]

FORMAT = 1
_CONFIDENCE: Final = {
    "A": "A, read in a rules text",
    "B": "B, likely",
    "C": "C, assumed",
}
_STATUS: Final = {
    Status.ENFORCED: "enforced",
    Status.ASSISTED: "assisted: it needs a player's word",
    Status.BACKGROUND: "background: there is nothing to judge",
    Status.PLANNED: "planned: it is not judged yet",
}
_UNFINISHED: Final = "in part"
_INDENT: Final = "  "


def document(**views: Any) -> dict[str, Any]:
    """Return the JSON document of the command with the views that were asked for."""
    return {"format": FORMAT, "kind": "rules", **views}


# rules


def list_lines(chapters: Sequence[Chapter]) -> Iterator[str]:
    """Yield every rule in a line of its own under the heading of its chapter."""
    for number, chapter in enumerate(chapters):
        if number:
            yield ""
        yield chapter.title
        yield from columns([(rule.number, _short_status(rule), rule.title) for rule in chapter.rules])


def _short_status(rule: Rule) -> str:
    return _UNFINISHED if rule.not_yet else rule.status


def rule_lines(rules: Sequence[Rule], catalogue: Catalogue | None = None) -> Iterator[str]:
    """Yield rules with all that their catalogue says of them; it is the game's own if none is given."""
    known = (catalogue or rule_catalogue()).rules
    for number, rule in enumerate(rules):
        if number:
            yield ""
        yield f"{rule.number}  {rule.title}"
        yield from _paragraph(rule.summary)
        yield from columns(list(_facts(rule, known)))


def _paragraph(text: str) -> list[str]:
    return wrap(text, line_width(), initial_indent=_INDENT, subsequent_indent=_INDENT)


def _facts(rule: Rule, known: Mapping[str, Rule]) -> Iterator[tuple[str, str]]:
    yield "status", _STATUS[rule.status]
    if rule.not_yet:
        yield "to come", rule.not_yet
    yield "confidence", _CONFIDENCE[rule.confidence]
    if rule.doubt:
        yield "unsure", rule.doubt
    for switch in rule.switches:
        yield "switch", f"{switch.id} ({_shown(switch.default)}): {switch.title}"
    if rule.sections:
        yield "printed", "series rulebook " + ", ".join(rule.sections)
    if rule.see:
        yield "see", "; ".join(f"{number} {known[number].title}" for number in rule.see)


def rules_document(rules: Sequence[Rule], catalogue: Catalogue) -> list[dict[str, Any]]:
    """Return rules as JSON."""
    homes = {rule.number: chapter.title for chapter in catalogue.chapters for rule in chapter.rules}
    return [
        {"chapter": homes[rule.number], **asdict(rule), "switches": [switch.id for switch in rule.switches]}
        for rule in rules
    ]


# coverage


def coverage_lines(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield how many rules are done, by status and confidence, and which are still to be done."""
    counts = coverage(rules)
    rows: list[tuple[str, ...]] = [("", *CONFIDENCES, "all")]
    for status in Status:
        numbers = [counts[status, confidence] for confidence in CONFIDENCES]
        rows.append((status, *map(str, numbers), str(sum(numbers))))
    totals = [sum(counts[status, confidence] for status in Status) for confidence in CONFIDENCES]
    rows.append(("all", *map(str, totals), str(sum(totals))))
    yield from columns([tuple(f"{cell:>3}" if place else cell for place, cell in enumerate(row)) for row in rows])
    yield ""
    yield "A read in a rules text, B likely, C assumed"
    yield from _still_to_do("In part, and what is still to come", [(r.number, r.not_yet) for r in rules if r.not_yet])
    for status in (Status.ASSISTED, Status.PLANNED):
        waiting = [(rule.number, rule.title) for rule in rules if rule.status is status]
        yield from _still_to_do(status.capitalize(), waiting)


def _still_to_do(heading: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    if rows:
        yield ""
        yield f"{heading} ({count(len(rows), 'rule')})"
        yield from columns(rows)


def coverage_document(rules: Sequence[Rule]) -> dict[str, Any]:
    """Return the coverage as JSON."""
    counts = coverage(rules)
    by_status = {}
    for status in Status:
        numbers = {confidence: counts[status, confidence] for confidence in CONFIDENCES}
        by_status[status.value] = {**numbers, "total": sum(numbers.values())}
    return {"rules": len(rules), "unfinished": sum(bool(rule.not_yet) for rule in rules), "by_status": by_status}


# switches


def switch_lines(switches: Collection[Switch]) -> Iterator[str]:
    """Yield the switches with their choices; the default is marked."""
    if not switches:
        yield "No switch belongs to it."
    for number, switch in enumerate(switches):
        if number:
            yield ""
        yield f"{switch.id}  {switch.title}"
        yield from _paragraph(switch.text)
        choices = ", ".join(
            f"{_shown(choice)} (default)" if choice == switch.default else _shown(choice) for choice in switch.choices
        )
        facts = [
            ("choices", choices),
            ("rule", switch.rule),
            ("confidence", _CONFIDENCE[switch.confidence]),
        ]
        if not switch.safe:
            facts.append(("unsettled", "rulings that depend on it are undecided until the players agree"))
        yield from columns(facts)


def _shown(choice: Choice) -> str:
    """Return a choice as it is written in a file of house rules."""
    return str(choice).lower() if isinstance(choice, bool) else str(choice)


def switch_document(switches: Collection[Switch]) -> list[dict[str, Any]]:
    """Return switches as JSON."""
    return [asdict(switch) for switch in switches]


# the register


def register_lines(entries: Collection[Contradiction]) -> Iterator[str]:
    """Yield contradictions with what was ruled."""
    if not entries:
        yield "No contradiction touches it."
    for number, entry in enumerate(entries):
        if number:
            yield ""
        yield entry.title
        yield from columns(
            [
                ("place", entry.place),
                ("says", entry.says),
                ("against", entry.against),
                ("ruling", entry.ruling),
                ("why", entry.why),
                ("rests on", entry.authority),
                ("rules", ", ".join(entry.rules)),
            ]
        )


def register_document(entries: Collection[Contradiction]) -> list[dict[str, Any]]:
    """Return contradictions as JSON."""
    return [asdict(entry) for entry in entries]
