"""Rulings on actions, one after the other, as text and as JSON (``schema/rulings.schema.json``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..game.play import Action
from ..game.position import Position
from ..rules.ruling import Ruling, Verdict
from .action_words import action_words
from .alternatives_text import alternative_lines
from .onlooker import Onlooker
from .outcomes_text import end_lines, ends_document, resolution_document, resolution_lines
from .plain import count
from .verdicts import EXIT_CODES, worst_of

__all__ = ["Judged", "exit_code", "ruling_lines", "rulings_document", "summary_line"]

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Judged:
    """An action with the position that it was done in and its ruling."""

    before: Position
    action: Action
    ruling: Ruling
    given: Mapping[str, Any]
    """The action as it was given: it says no more than its author knew."""
    line: int = 0
    """The number of its line in a script, 0 if it stood in none."""

    @property
    def touched(self) -> tuple[str, ...]:
        """The units whose states have changed."""
        after = self.ruling.after
        if after is None:
            return ()
        return tuple(unit for unit, state in self.before.units.items() if after.units[unit] != state)


def exit_code(judged: Sequence[Judged]) -> int:
    """Return the exit code of the worst verdict: illegal goes before undecided."""
    return EXIT_CODES[worst_of(each.ruling.verdict for each in judged)]


def ruling_lines(number: int, judged: Judged, onlooker: Onlooker) -> Iterator[str]:
    """Yield one ruling: the action, what the rules have against it, every roll, and whose state has changed."""
    ruling, indent = judged.ruling, " " * 16
    words = action_words(judged.action, judged.before, onlooker)
    yield f"{number:4}  {ruling.verdict.value.upper() if not ruling.legal else 'legal':<9} {words}"
    for finding in ruling.findings:
        yield f"{indent}{finding.rule}: {finding.text}"
        yield from (f"{indent}{line}" for line in alternative_lines(finding))
    yield from resolution_lines(ruling.resolutions, judged.before, onlooker, indent)
    if ruling.after is not None:
        changed = end_lines(judged.before, ruling.after, judged.touched, onlooker)
        yield from (f"{indent}→{line[1:]}" for line in changed)


def summary_line(judged: Sequence[Judged]) -> str:
    """Return how many actions there were of each verdict."""
    counts = {verdict: sum(each.ruling.verdict is verdict for each in judged) for verdict in Verdict}
    told = ", ".join(f"{number} {verdict.value}" for verdict, number in counts.items() if number)
    return f"{count(len(judged), 'action')}: {told}" if judged else "There are no actions."


def rulings_document(judged: Sequence[Judged], onlooker: Onlooker) -> dict[str, Any]:
    """Return all rulings as one JSON document."""
    return {
        "format": FORMAT,
        "kind": "rulings",
        "verdict": worst_of(each.ruling.verdict for each in judged).value,
        "rulings": [_ruling_document(number, each, onlooker) for number, each in enumerate(judged, 1)],
    }


def _ruling_document(number: int, judged: Judged, onlooker: Onlooker) -> dict[str, Any]:
    ruling, before = judged.ruling, judged.before
    return {
        "number": number,
        **({"line": judged.line} if judged.line else {}),
        "action": dict(judged.given),
        "words": action_words(judged.action, before, onlooker),
        "verdict": ruling.verdict.value,
        "findings": [onlooker.finding_document(finding) for finding in ruling.findings],
        "resolutions": [resolution_document(each, before, onlooker) for each in ruling.resolutions],
        "switches": list(ruling.switches),
        "changed": ends_document(before, ruling.after, judged.touched, onlooker) if ruling.after is not None else [],
    }
