"""One mail's worth of a game: every action with its ruling, and what the receiver owes or may claim, as text and JSON.

The JSON follows ``schema/verify.schema.json``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from ..audit.audit import Audit
from ..audit.continuity import Link
from ..audit.findings import worst
from ..game.position import Position
from ..game.position_words import time_words
from ..referee.entries.entry import Entry, EntryKind, RefereedGame
from ..referee.entries.tallies import tally, worst_verdict
from ..rules.ruling import Verdict
from ..viewing.viewer import Viewer
from .audit_text import (
    continuity_document,
    continuity_lines,
    dice_lines,
    die_document,
    file_finding_document,
    file_finding_lines,
    header_line,
)
from .entries_text import (
    entry_document,
    entry_lines,
    estimated_line_of,
    house_rules_document,
    steps_text,
    tally_document,
)
from .safe_text import count, folded, one_line, widest_line
from .unsettled_text import unsettled_lines
from .verdicts import EXIT_CODES, game_verdict, verdict_words
from .wording import Wording
from .your_move_text import owed_document, your_move_lines

__all__ = [
    "IN_THE_FILE", "VerifiedTurn", "doubt_lines", "position_words", "verify_document", "verify_lines", "waived_lines",
]  # fmt: skip

FORMAT: Final = 1
IN_THE_FILE: Final = "Log integrity"
"""The heading of what was found in a lone file."""


@dataclass(frozen=True)
class VerifiedTurn:
    """The last log of a refereed game, and who reads about it."""

    game: RefereedGame
    """The turn, and before it the previous log if that was refereed with it."""
    viewer: Viewer
    wording: Wording
    previous: str = ""
    """The name of the file that the turn was verified after."""
    earlier: frozenset[tuple[str, str, str]] = frozenset()
    """The findings that there were when only the earlier logs were known: rule, name and text of each."""
    explain: bool = False
    """True if the slips of each account are listed."""
    files: tuple[str, ...] = ()
    """The names of the files that were found in the folder and read, the turn last; empty if they were given."""
    forks: tuple[str, ...] = ()
    """Other files that were found, which begin where one of those read begins but go on differently."""
    unreadable: tuple[str, ...] = ()
    """Files of the folder that could not be read."""

    @property
    def audit(self) -> Audit:
        """The audit of the turn as of a log of any module."""
        return self.game.logs[-1].audit

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the turn."""
        last = len(self.game.logs) - 1
        return tuple(
            self._of_this_mail(entry) for entry in self.game.entries
            if any(log == last for log, _ in entry.steps) or (not entry.steps and entry.log == last)
        )  # fmt: skip

    def _of_this_mail(self, entry: Entry) -> Entry:
        """Return an entry with only that against it which is of this mail: what is not judged stays open in all."""
        if entry.action is None and entry.kind is EntryKind.ACTION:
            return entry
        old = tuple(each for each in entry.findings if (each.rule, each.name, each.text) in self.earlier)
        if not old:
            return entry
        return replace(entry, findings=tuple(each for each in entry.findings if each not in old), earlier=old)

    @property
    def verdict(self) -> Verdict:
        """The worst of the rulings and of the findings on the file."""
        return game_verdict(self.entries, self.audit.findings)


def position_words(start: Position) -> str:
    """Return where a log begins: the scenario, the turn, the chit in play."""
    scenario = start.game.scenarios[start.scenario]
    chit = start.activation.chit
    in_play = f"; in play: {start.game.chits[chit].name}" if chit in start.game.chits else ""
    return f"Scenario {start.scenario}, {scenario.title}: {time_words(start, start.time)}{in_play}"


def doubt_lines(doubts: Iterable[str]) -> Iterator[str]:
    """Yield what was assumed of a log, since nothing in it tells."""
    for doubt in doubts:
        yield from folded(f"Assumed: {doubt}", widest_line())


def _listed(what: str, files: Iterable[str]) -> Iterator[str]:
    """Yield a line with the names of files, folded."""
    yield from folded(f"{what}: {', '.join(map(one_line, files))}", widest_line())


def verify_lines(turn: VerifiedTurn) -> Iterator[str]:
    """Yield the verification line by line."""
    game, audit, viewer = turn.game, turn.audit, turn.viewer
    house_rules = game.book.house_rules
    yield f"{header_line(audit.game)}, {count(len(audit.steps), 'step')}"
    if turn.files:
        yield from _listed("Earlier mails read from the same folder", turn.files[:-1])
    if turn.unreadable:
        yield from _listed("Also in that folder, but unreadable", turn.unreadable)
    if turn.forks:
        yield from _listed("Left out, since another mail starts from the same position", turn.forks)
    if audit.continuity and audit.continuity.link in (Link.BROKEN, Link.MIDDLE):
        yield f"Is a mail missing between {one_line(turn.previous)} and {one_line(audit.game.file)}?"
        yield f"Actions are judged from the position at the start of {one_line(audit.game.file)}."
    if audit.continuity:
        yield from continuity_lines(audit.continuity, turn.wording, refereed=True)
    yield position_words(game.logs[-1].start)
    yield from waived_lines(game)
    yield ""
    yield from your_move_lines(game, viewer)
    if game.logs[-1].doubts:
        yield ""
    yield from doubt_lines(game.logs[-1].doubts)
    names = [log.audit.game.file for log in game.logs]
    for entry in turn.entries:
        yield ""
        steps = steps_text(entry, len(names) - 1, names)
        yield from entry_lines(entry, viewer, house_rules, steps=steps, details=True, explain=turn.explain)
    yield from dice_lines(audit.dice)
    yield from file_finding_lines(audit.findings, turn.wording, IN_THE_FILE, "nothing found")
    yield ""
    yield verdict_words(turn.entries, audit.findings)
    yield from unsettled_lines(entry.findings for entry in turn.entries)
    for line in estimated_line_of(game, turn.entries, viewer):
        yield from folded(line, widest_line())


def waived_lines(game: RefereedGame) -> Iterator[str]:
    """Yield which rules the players waive."""
    if waived := sorted(game.book.house_rules.waived):
        yield f"Waived by both players: {', '.join(waived)}"


def verify_document(turn: VerifiedTurn) -> dict[str, Any]:
    """Return the verification as JSON."""
    game, audit, viewer = turn.game, turn.audit, turn.viewer
    module, save = audit.game.module_metadata, audit.game.save_metadata
    estimated = estimated_line_of(game, turn.entries, viewer)
    return {
        "format": FORMAT,
        "kind": "verify",
        "file": audit.game.file,
        "previous": turn.previous or None,
        "files": list(turn.files),
        "forks": list(turn.forks),
        "unreadable": list(turn.unreadable),
        "module": {"name": module.title, "version": module.version} if module else None,
        "vassal_version": save.vassal_version if save else None,
        "view": {"side": viewer.side or None, "referee": viewer.referee},
        "scenario": game.start.scenario,
        "house_rules": house_rules_document(game.book.house_rules),
        "your_move": owed_document(game, viewer),
        "continuity": continuity_document(audit.continuity, turn.wording) if audit.continuity else None,
        "doubts": list(game.logs[-1].doubts),
        "entries": [entry_document(entry, viewer, explain=turn.explain) for entry in turn.entries],
        "dice": [die_document(report) for report in audit.dice],
        "findings": [file_finding_document(finding, turn.wording) for finding in audit.findings],
        "counts": tally_document(tally(turn.entries)),
        "estimated": estimated[-1] if estimated else None,
        "verdicts": {
            "actions": worst_verdict(turn.entries).value,
            "log": worst(audit.findings).name.lower() if audit.findings else "clear",
        },
        "verdict": turn.verdict.value,
        "exit_code": EXIT_CODES[turn.verdict],
    }
