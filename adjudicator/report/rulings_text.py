"""Rulings on a set-up and on actions, one after the other, as text and as JSON (``schema/rulings.schema.json``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..game.play import Action
from ..game.position import Position
from ..rules.ruling import Ruling, Verdict
from ..viewing.viewer import Viewer
from .action_words import action_words
from .alternatives_text import alternative_lines, finding_document
from .outcomes_text import end_lines, ends_document, resolution_document, resolution_lines
from .safe_text import columns, count
from .unsettled_text import split_unsettled
from .verdicts import EXIT_CODES, worst_of

__all__ = [
    "Judged",
    "JudgedSetUp",
    "exit_code",
    "ruling_lines",
    "rulings_document",
    "set_up_lines",
    "summary_line",
]

FORMAT = 1
_INDENT: Final = " " * 16


@dataclass(frozen=True, slots=True)
class JudgedSetUp:
    """The set-up that actions begin with, and its ruling."""

    ruling: Ruling
    lines: tuple[int, ...] = ()
    """For each finding the line of a script that sets up what it is about, 0 for none; empty if there is no script."""
    said: bool = False
    """True if a script sets up anything."""

    @property
    def is_told(self) -> bool:
        """True if the set-up is to be reported: it is not legal, or a script has made it."""
        return self.said or not self.ruling.legal


@dataclass(frozen=True, slots=True)
class Judged:
    """An action with the position that it was done in and its ruling."""

    before: Position
    action: Action
    ruling: Ruling
    given: Mapping[str, Any]
    """The action as it was given: it says no more than its author knew."""
    line: int = 0
    """The number of its line in a script, 0 if it was in none."""

    @property
    def touched(self) -> tuple[str, ...]:
        """The units whose states have changed."""
        after = self.ruling.after
        if after is None:
            return ()
        return tuple(unit for unit, state in self.before.units.items() if after.units[unit] != state)


def exit_code(judged: Sequence[Judged], set_up: JudgedSetUp | None = None) -> int:
    """Return the exit code of the worst verdict: illegal is worse than undecided."""
    return EXIT_CODES[_worst(judged, set_up)]


def _worst(judged: Sequence[Judged], set_up: JudgedSetUp | None) -> Verdict:
    rulings = [each.ruling for each in judged] + ([set_up.ruling] if set_up else [])
    return worst_of(ruling.verdict for ruling in rulings)


def set_up_lines(set_up: JudgedSetUp | None) -> Iterator[str]:
    """Yield the ruling on a set-up if there is something to say of it: all that the rules have against it."""
    if set_up is None or not set_up.is_told:
        return
    yield f"      {_verdict_words(set_up.ruling):<9} the set-up"
    for number, finding in enumerate(set_up.ruling.findings):
        line = set_up.lines[number] if set_up.lines else 0
        yield from _set_in(f"{finding.rule}: {finding.text}" + (f" (line {line})" if line else ""))


def _set_in(text: str) -> list[str]:
    """Return a line below an action, folded."""
    return columns([(text,)], _INDENT)


def _verdict_words(ruling: Ruling) -> str:
    return ruling.verdict.value.upper() if not ruling.legal else "legal"


def ruling_lines(number: int, judged: Judged, viewer: Viewer) -> Iterator[str]:
    """Yield one ruling: the action, what the rules have against it, every roll, and whose state has changed."""
    ruling, indent = judged.ruling, _INDENT
    words = action_words(judged.action, judged.before, viewer)
    first, *others = _set_in(words)
    yield f"{number:4}  {_verdict_words(ruling):<9} {first.removeprefix(_INDENT)}"
    yield from others
    findings, unsettled = split_unsettled(ruling.findings)
    for finding in findings:
        yield from _set_in(f"{finding.rule}: {finding.text}")
        for line in alternative_lines(finding):
            yield from _set_in(line)
    for line in unsettled:
        yield from _set_in(line)
    yield from resolution_lines(ruling.resolutions, judged.before, viewer, indent)
    if ruling.after is not None:
        changed = end_lines(judged.before, ruling.after, judged.touched, viewer)
        yield from (f"{indent}→{line[1:]}" for line in changed)


def summary_line(judged: Sequence[Judged], set_up: JudgedSetUp | None = None) -> str:
    """Return how many actions there were of each verdict, and what the set-up is if there is something to say of it."""
    counts = {verdict: sum(each.ruling.verdict is verdict for each in judged) for verdict in Verdict}
    told = ", ".join(f"{number} {verdict.value}" for verdict, number in counts.items() if number)
    actions = f"{count(len(judged), 'action')}: {told}" if judged else "There are no actions."
    if set_up is None or not set_up.is_told:
        return actions
    verdict = set_up.ruling.verdict.value
    return f"set-up: {verdict}; {actions}" if judged else f"set-up: {verdict}; no actions"


def rulings_document(judged: Sequence[Judged], viewer: Viewer, set_up: JudgedSetUp | None = None) -> dict[str, Any]:
    """Return all rulings as one JSON document."""
    return {
        "format": FORMAT,
        "kind": "rulings",
        "verdict": _worst(judged, set_up).value,
        **({"set_up": _set_up_document(set_up)} if set_up is not None else {}),
        "rulings": [_ruling_document(number, each, viewer) for number, each in enumerate(judged, 1)],
    }


def _set_up_document(set_up: JudgedSetUp) -> dict[str, Any]:
    lines = set_up.lines or (0,) * len(set_up.ruling.findings)
    return {
        "verdict": set_up.ruling.verdict.value,
        "findings": [
            {**finding_document(finding), **({"line": line} if line else {})}
            for finding, line in zip(set_up.ruling.findings, lines, strict=True)
        ],
    }


def _ruling_document(number: int, judged: Judged, viewer: Viewer) -> dict[str, Any]:
    ruling, before = judged.ruling, judged.before
    return {
        "number": number,
        **({"line": judged.line} if judged.line else {}),
        "action": dict(judged.given),
        "words": action_words(judged.action, before, viewer),
        "verdict": ruling.verdict.value,
        "findings": [finding_document(finding) for finding in ruling.findings],
        "resolutions": [resolution_document(each, before, viewer) for each in ruling.resolutions],
        "switches": list(ruling.switches),
        "changed": ends_document(before, ruling.after, judged.touched, viewer) if ruling.after is not None else [],
    }
