"""The audit of a whole game of our module: all rulings and what they add up to, as text and as the audit file.

The audit file follows ``schema/game-audit.schema.json``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ..audit.dice import LogPatterns
from ..audit.findings import Finding
from ..audit_file.chain import sealed
from ..audit_file.replay import replay_data
from ..game.position_words import time_words
from ..referee.entries.entry import RefereedGame, RefereedLog
from ..referee.entries.tallies import (
    Phase,
    Tally,
    by_player,
    by_rule,
    course,
    findings_by_log,
    game_dice,
    side_name,
    tally,
    unexplained,
)
from ..rules.catalogue import rule_catalogue
from ..rules.ruling import Verdict
from ..rules.standing import standing
from ..viewing.viewer import Viewer
from .audit_text import (
    continuity_document,
    dice_lines,
    die_document,
    file_finding_document,
    file_finding_lines,
    step_document,
    step_lines,
)
from .entries_text import (
    entry_document,
    entry_lines,
    estimated_line_of,
    house_rules_document,
    steps_text,
    tally_document,
)
from .game_files_text import game_file_lines
from .safe_text import columns, folded, one_line, widest_line
from .standing_text import standing_document, standing_lines, standing_words
from .unsettled_text import unsettled_lines
from .verdicts import EXIT_CODES, game_verdict, verdict_words
from .verify_text import IN_THE_FILE, doubt_lines, position_words, waived_lines
from .wording import Wording
from .your_move_text import owed_document, your_move_lines

__all__ = [
    "LEFT_OUT",
    "AuditedGame",
    "findings_by_heading",
    "game_audit_document",
    "game_audit_lines",
    "phase_document",
]

FORMAT: Final = 1
_IN_ALL: Final = "In the dice of all logs"
LEFT_OUT: Final = "it was made without --referee, because positions would show which face-down guns are dummies"
"""The reason why an audit file has no positions."""


@dataclass(frozen=True)
class AuditedGame:
    """A refereed game, and the reader of its audit."""

    game: RefereedGame
    viewer: Viewer
    wordings: tuple[Wording, ...]
    """The words for the facts of each log."""
    patterns: LogPatterns
    inputs: tuple[Mapping[str, str], ...]
    """The files that were read: role, name and SHA-256 of each."""
    versions: Mapping[str, Mapping[str, str]]
    """``program`` and ``game``, as :mod:`adjudicator.audit_file.versions` has them."""
    ids: bool = False
    """True if players' ids are shown."""
    steps: bool = False
    """True if the logs' steps are listed."""
    explain: bool = False
    """True if the text lists the slips of each account."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings in the files, as for those of any module."""
        return tuple(finding for found in findings_by_log(self.game.logs) for finding in found)

    @property
    def verdict(self) -> Verdict:
        """The worst of the rulings and of the findings in the files."""
        return game_verdict(self.game.entries, self.findings)


# text


def game_audit_lines(audited: AuditedGame) -> Iterator[str]:
    """Yield the audit line by line."""
    game = audited.game
    yield from game_file_lines(game.logs, audited.wordings)
    yield from doubt_lines(dict.fromkeys(doubt for log in game.logs for doubt in log.doubts))
    yield position_words(game.start)
    yield from waived_lines(game)
    for number, log in enumerate(game.logs):
        yield from _log_lines(audited, number, log)
    yield from _total_lines(game)
    yield from _course_lines(game)
    yield from _unexplained_lines(game)
    yield from dice_lines(game_dice(game.logs))
    yield from _file_lines(audited)
    stands = standing(game.end, game.book)
    yield from standing_lines(stands, game.end, audited.viewer)
    yield ""
    yield f"{verdict_words(game.entries, audited.findings)}. {standing_words(stands)}"
    if game.owed:
        yield ""
        yield from your_move_lines(game, audited.viewer)
    yield from unsettled_lines(entry.findings for entry in game.entries)
    for line in estimated_line_of(game, game.entries, audited.viewer):
        yield from folded(line, widest_line())


def _file_lines(audited: AuditedGame) -> Iterator[str]:
    """Yield what was found in the files, log by log."""
    for heading, findings, wording in findings_by_heading(audited):
        yield from file_finding_lines(findings, wording, heading, "nothing found")


def findings_by_heading(audited: AuditedGame) -> Iterator[tuple[str, tuple[Finding, ...], Wording]]:
    """Yield what was found in each file, and in the dice of all, with its heading and the words for it.

    A file of several in which nothing was found is left out.
    """
    found = findings_by_log(audited.game.logs)
    names = [f"In {one_line(log.audit.game.file)}" for log in audited.game.logs]
    headings = [IN_THE_FILE] if len(found) == 1 else [*names, _IN_ALL]
    for findings, wording, heading in zip(found, _wordings(audited), headings, strict=False):
        if findings or len(found) == 1:
            yield heading, findings, wording


def _wordings(audited: AuditedGame) -> tuple[Wording, ...]:
    """Return the words for what was found in each log, and in all together."""
    return (*audited.wordings, audited.wordings[-1])


def _log_lines(audited: AuditedGame, number: int, log: RefereedLog) -> Iterator[str]:
    """Yield what was done in one log, and its steps if they are asked for."""
    names = [each.audit.game.file for each in audited.game.logs]
    house_rules = audited.game.book.house_rules
    yield ""
    yield one_line(names[number])
    for entry in audited.game.entries:
        if entry.log == number:
            steps = steps_text(entry, number, names)
            yield from entry_lines(
                entry, audited.viewer, house_rules, steps=steps, details=False, explain=audited.explain
            )
    if audited.steps:
        yield ""
        yield from step_lines(log.audit, audited.wordings[number], audited.patterns)


def _total_lines(game: RefereedGame) -> Iterator[str]:
    heads = ("legal", "illegal", "undecided", "waived")
    yield ""
    yield "By player"
    rows: list[tuple[str, ...]] = [("", *heads, "")]
    for (side, player), counts in by_player(game.entries).items():
        name = ", ".join(filter(None, (one_line(player, 24), side_name(game.book.game, side)))) or "?"
        rows.append((name, *_figures(counts), ""))
    yield from columns(rows)
    rules = by_rule(game.entries)
    if not rules:
        return
    yield ""
    yield "By rule"
    titles = rule_catalogue().rules
    yield from columns([
        ("", *heads[1:], ""),
        *((rule, *_figures(counts)[1:], titles[rule].title if rule in titles else "")
          for rule, counts in rules.items()),
    ])  # fmt: skip


def _figures(counts: Tally) -> tuple[str, ...]:
    figures = (counts.legal, counts.illegal, counts.undecided, counts.waived)
    return tuple(f"{figure or '-':>{width}}" for figure, width in zip(figures, (5, 7, 9, 6), strict=True))


def _course_lines(game: RefereedGame) -> Iterator[str]:
    """Yield the game chit by chit: what each side lost, and the points afterwards."""
    data = game.book.game
    yield ""
    yield "Activation by activation"
    sides = [f"{side.name} lost" for side in data.sides.values()]
    rows: list[tuple[str, ...]] = [("Turn", "Chit", "Actions", *sides, "Command/Dispatch Points left")]
    for phase in course(game):
        points = [f"{data.divisions[name].name} {n.command}/{n.dispatch}" for name, n in phase.points.items()]
        if phase.after.morale is not None:
            points.append(f"Morale {phase.after.morale}")
        chit = data.chits[phase.chit].name if phase.chit in data.chits else "-"
        lost = [str(steps or "-") for steps in phase.losses.values()]
        rows.append((time_words(phase.after, phase.time), chit, _run(phase), *lost, "; ".join(points)))
    shown = len(rows[0]) if any(row[-1] for row in rows[1:]) else len(rows[0]) - 1
    yield from columns([row[:shown] for row in rows])


def _run(phase: Phase) -> str:
    first, last = phase.entries[0], phase.entries[-1]
    return str(first) if first == last else f"{first}-{last}"


def _unexplained_lines(game: RefereedGame) -> Iterator[str]:
    rows = [(f"{entry.number:4}", finding.text) for entry, finding in unexplained(game.entries)]
    if rows:
        yield ""
        yield "Unexplained changes"
        yield from columns(rows)


# the audit file


def game_audit_document(audited: AuditedGame) -> dict[str, Any]:
    """Return the audit file, sealed."""
    game, viewer = audited.game, audited.viewer
    estimated = estimated_line_of(game, game.entries, viewer)
    head_replay, replays = replay_data(game) if viewer.referee else (None, [])
    entries = [entry_document(entry, viewer) for entry in game.entries]
    for entry, replay in zip(entries, replays, strict=False):
        entry["replay"] = replay
    head = {
        "format": FORMAT,
        "kind": "game-audit",
        "program": dict(audited.versions["program"]),
        "game": dict(audited.versions["game"]),
        "scenario": game.start.scenario,
        "house_rules": house_rules_document(game.book.house_rules),
        "inputs": [dict(each) for each in audited.inputs],
        "view": {
            "side": viewer.side or None, "referee": viewer.referee, "ids": audited.ids, "steps": audited.steps,
        },
        "replay": head_replay,
        "replay_left_out": None if viewer.referee else LEFT_OUT,
        "logs": [_log_document(audited, log, w) for log, w in zip(game.logs, audited.wordings, strict=True)],
        "totals": _totals_document(game),
        "course": [phase_document(phase) for phase in course(game)],
        "victory": standing_document(standing(game.end, game.book), game.end, viewer),
        "unexplained": [
            {"entry": entry.number, "rule": finding.rule, "text": finding.text}
            for entry, finding in unexplained(game.entries)
        ],
        "dice": [die_document(report) for report in game_dice(game.logs)],
        "findings": [
            file_finding_document(each, wording)
            for findings, wording in zip(findings_by_log(game.logs), _wordings(audited), strict=False)
            for each in findings
        ],
        "owed": owed_document(game, viewer),
        "estimated": estimated[-1] if estimated else None,
        "verdict": audited.verdict.value,
        "exit_code": EXIT_CODES[audited.verdict],
    }  # fmt: skip
    return sealed(head, entries)


def _log_document(audited: AuditedGame, log: RefereedLog, wording: Wording) -> dict[str, Any]:
    audit = log.audit
    module, save = audit.game.module_metadata, audit.game.save_metadata
    steps = [step_document(step, wording, audited.patterns) for step in audit.steps] if audited.steps else None
    return {
        "file": audit.game.file,
        "module": {"name": module.title, "version": module.version} if module else None,
        "vassal_version": save.vassal_version if save else None,
        "step_count": len(audit.steps),
        "continuity": continuity_document(audit.continuity, wording) if audit.continuity else None,
        "doubts": list(log.doubts),
    } | ({"steps": steps} if steps is not None else {})


def _totals_document(game: RefereedGame) -> dict[str, Any]:
    titles = rule_catalogue().rules
    return {
        "all": tally_document(tally(game.entries)),
        "players": [
            {"player": player or None, "side": side or None, "counts": tally_document(counts)}
            for (side, player), counts in by_player(game.entries).items()
        ],
        "rules": [
            {"rule": rule, "title": titles[rule].title if rule in titles else "", "counts": tally_document(counts)}
            for rule, counts in by_rule(game.entries).items()
        ],
    }


def phase_document(phase: Phase) -> dict[str, Any]:
    """Return what was done under one chit as JSON."""
    return {
        "time": str(phase.time),
        "chit": phase.chit or None,
        "first_entry": phase.entries[0],
        "last_entry": phase.entries[-1],
        "losses": dict(phase.losses),
        "points": {
            division: {"command": points.command, "dispatch": points.dispatch}
            for division, points in phase.points.items()
        },
        "morale": phase.after.morale,
    }
