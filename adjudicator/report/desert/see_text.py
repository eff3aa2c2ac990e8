"""A described line of sight: whether one sees along it, and what each thing on it does."""

from __future__ import annotations

from collections.abc import Iterable

from ...rules.desert.sight import Sight, obstacle_words
from ...rules.ruling import Ruling, Verdict
from ..safe_text import columns
from .common import Answer, document
from .move_text import hex_document, hex_words

__all__ = ["obstacle_lines", "see_answer"]

_NO_FIRE = "They see each other, but do not fire at each other."
_WORDS = {"clear": "They see each other.", "blocked": "They do not see each other.", "open": "It is left open."}


def see_answer(line: Sight) -> tuple[Answer, int]:
    """Return the answer about a line, and the exit code: 2 if the document does not settle it."""
    verdict = Verdict.UNDECIDED if line.outcome == "open" else Verdict.LEGAL
    lines = [f"From {hex_words(line.viewer)} to {hex_words(line.target)}"]
    rows = [(each.on, each.outcome, each.rule, each.text) for each in line.reasons]
    lines += columns(rows or [("line", "clear", "", "nothing is in the way")])
    reasons = [
        {"on": each.on, "name": each.name, "rule": each.rule, "outcome": each.outcome, "text": each.text}
        for each in line.reasons
    ]
    parts = {"viewer": hex_document(line.viewer), "target": hex_document(line.target)}
    as_json = document("see", Ruling(verdict, (), None), sight=line.outcome, fire=line.fire, reasons=reasons, **parts)
    said = _NO_FIRE if line.outcome == "clear" and not line.fire else _WORDS[line.outcome]
    return ([*lines, said], as_json), 2 if verdict is Verdict.UNDECIDED else 0


def obstacle_lines() -> Iterable[str]:
    """Yield everything that can be on a line of sight, each with its meaning."""
    yield "On a line of sight"
    yield from columns(list(obstacle_words().items()))
