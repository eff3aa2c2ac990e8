"""The rulings of ``adjudicator annotate``: the words of ``verify`` and ``audit``, cut into lines for the chat window.

The rulings, each of some lines, are keyed by the number of the step after which they are to be read, 0 before the
first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ..audit.annotations import PREFIX
from ..audit.audit import Audit
from ..referee.entries.entry import Entry
from ..rules.switches import HouseRules
from ..viewing.viewer import Viewer
from .audit_text import continuity_lines, file_finding_words, verdict_line
from .entries_text import (
    entry_words,
    estimated_line_of,
    finding_words,
    outcome_words,
    player_words,
    ruling_words,
)
from .outcomes_text import resolution_words
from .safe_text import columns
from .unsettled_text import split_unsettled, unsettled_lines
from .verdicts import verdict_words
from .verify_text import VerifiedTurn, waived_lines
from .wording import Wording
from .your_move_text import your_move_words

__all__ = ["Rulings", "audit_rulings", "turn_rulings"]

Rulings = Mapping[int, list[list[str]]]

_WIDTH: Final = 96 - len(PREFIX)
"""The greatest width of a line, so that a chat window of usual size need not break it."""
_SET_IN: Final = "  "


def turn_rulings(turn: VerifiedTurn) -> Rulings:
    """Return the rulings on a turn of a game that the referee reads."""
    found = _Found(turn.audit, turn.wording, [*waived_lines(turn.game), *_doubts(turn)])
    house_rules, last = turn.game.book.house_rules, len(turn.game.logs) - 1
    for entry in turn.entries:
        step = max((step for log, step in entry.steps if log == last), default=0)
        found.add(step, _entry_lines(entry, turn.viewer, house_rules))
    found.add_findings()
    found.add(len(turn.audit.steps), [
        verdict_words(turn.entries, turn.audit.findings),
        *your_move_words(turn.game, turn.viewer),
        *unsettled_lines(entry.findings for entry in turn.entries),
        *estimated_line_of(turn.game, turn.entries, turn.viewer),
    ])  # fmt: skip
    return found.rulings


def audit_rulings(audit: Audit, wording: Wording) -> Rulings:
    """Return what is found in a log of any module."""
    found = _Found(audit, wording)
    found.add_findings()
    found.add(len(audit.steps), [verdict_line(audit)])
    return found.rulings


class _Found:
    """Rulings that are being gathered; they begin with how the log relates to the file before it."""

    def __init__(self, audit: Audit, wording: Wording, first: Iterable[str] = ()) -> None:
        self.rulings: dict[int, list[list[str]]] = {}
        self._audit, self._wording = audit, wording
        continues = continuity_lines(audit.continuity, wording) if audit.continuity else ()
        self.add(0, [*continues, *first])

    def add(self, step: int, lines: Iterable[str]) -> None:
        """Add a ruling behind a step; a ruling without lines is none."""
        if folded := [each for line in lines if line.strip() for each in columns([(line,)], indent="", width=_WIDTH)]:
            self.rulings.setdefault(step, []).append(folded)

    def add_findings(self) -> None:
        """Add what is found in the file, each behind the last of its steps, what is about no step at the end."""
        for finding in self._audit.findings:
            weight, text, *details = file_finding_words(finding, self._wording)
            last = len(self._audit.steps)
            self.add(min(max(finding.steps, default=last), last), [f"{weight}: {text}", *details])


def _doubts(turn: VerifiedTurn) -> Iterator[str]:
    yield from (f"Assumed: {doubt}" for doubt in turn.game.logs[-1].doubts)


def _entry_lines(entry: Entry, viewer: Viewer, house_rules: HouseRules) -> Iterator[str]:
    """Yield a ruling: the verdict, who did what, what the rules have against the action, the rolls, the results."""
    yield f"{entry.number} {ruling_words(entry)}: {player_words(entry)}: {entry_words(entry, viewer)}"
    findings, unsettled = split_unsettled(entry.findings)
    told = [
        *(text for each in findings for text in finding_words(each, entry.waived, house_rules)),
        *unsettled,
        *(resolution_words(each, entry.before, viewer) for each in entry.resolutions),
        *(f"assumed: {text}" for text in entry.notes),
        *outcome_words(entry, viewer),
    ]
    yield from (f"{_SET_IN}{' '.join(text.split())}" for text in told)
