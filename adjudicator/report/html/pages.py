"""The pages of the commands: the audit of a game, the verification of a turn, the audit of logs of any module."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from ...audit.audit import Audit
from ...audit.dice import LogPatterns
from ...audit.findings import Weight
from ...drawing.style import Style
from ...referee.entries.entry import Entry, RefereedGame
from ...referee.entries.tallies import by_player, game_dice
from ...rules.standing import standing
from ...viewing.viewer import Viewer
from ..audit_text import header_line, verdict_line, weight_words
from ..entries_text import estimated_line_of
from ..game_audit_text import AuditedGame, findings_by_heading
from ..safe_text import count, one_line
from ..standing_text import standing_title
from ..verdicts import EXIT_CODES, page_mark, verdict_words
from ..verify_text import IN_THE_FILE, VerifiedTurn, position_words, waived_lines
from ..wording import Wording
from .board import game_board
from .citations import Citations
from .dice_section import dice_sections
from .file_sections import file_findings, file_sections
from .game_entries import page_groups
from .game_sections import (
    answer_sections,
    course_sections,
    owed_sections,
    total_sections,
    unexplained_sections,
    victory_sections,
)
from .log_entries import log_groups
from .markup import join
from .page_model import Page
from .rendering import page_bytes

__all__ = ["audit_page", "log_page", "verify_page"]

_VERDICT: Final = "Verdict: "
_WEIGHED: Final[Mapping[Weight, str]] = {Weight.NOTE: "clear", Weight.QUESTION: "question", Weight.FAULT: "fault"}


def audit_page(audited: AuditedGame, style: Style) -> bytes:
    """Return the page of a whole game: everything of the audit, and the map entry by entry."""
    game, citations = audited.game, Citations()
    audits = [log.audit for log in game.logs]
    in_files = join(file_findings(heading, found, wording) for heading, found, wording in findings_by_heading(audited))
    result = standing(game.end, game.book)
    page = Page(
        report="audit",
        title=" – ".join(filter(None, (_match(game), standing_title(result)))),
        noun="action",
        verdict=page_mark(game.entries, audited.findings),
        verdict_words=_bare(verdict_words(game.entries, audited.findings)),
        facts=_game_facts(game, audits),
        groups=page_groups(game, game.entries, audited.viewer, citations),
        others=(
            *owed_sections(game, _numbers(game.entries), citations, audited.viewer),
            *victory_sections(result, game.end, audited.viewer),
            *total_sections(game.entries, game.book.game, citations),
            *course_sections(game),
            *unexplained_sections(game.entries, citations),
            *dice_sections({"": game_dice(game.logs)}),
            *file_sections(audits, audited.wordings, [log.doubts for log in game.logs], in_files),
        ),
        provenance=_provenance(game, game.entries, audited.viewer),
        exit_code=EXIT_CODES[audited.verdict],
        board=game_board(game.start, game.entries, audited.viewer, style),
    )
    return page_bytes(page, citations)


def verify_page(turn: VerifiedTurn, style: Style, answer: Sequence[str] = ()) -> bytes:
    """Return the page of a turn by mail; what its receiver owes or may claim comes first. *answer* goes back."""
    game, audit, citations = turn.game, turn.audit, Citations()
    page = Page(
        report="verify",
        title=f"{one_line(audit.game.file)}: {_match(game)}",
        noun="action",
        verdict=page_mark(turn.entries, audit.findings),
        verdict_words=_bare(verdict_words(turn.entries, audit.findings)),
        facts=_game_facts(game, [audit]),
        groups=page_groups(game, turn.entries, turn.viewer, citations),
        first=owed_sections(game, _numbers(turn.entries), citations, turn.viewer),
        others=(
            *answer_sections(answer),
            *total_sections(turn.entries, game.book.game, citations),
            *unexplained_sections(turn.entries, citations),
            *dice_sections({"": audit.dice}),
            *file_sections(
                [audit], [turn.wording], [game.logs[-1].doubts],
                file_findings(IN_THE_FILE, audit.findings, turn.wording),
            ),
        ),
        provenance=_provenance(game, turn.entries, turn.viewer),
        exit_code=EXIT_CODES[turn.verdict],
        board=game_board(turn.entries[0].before if turn.entries else game.end, turn.entries, turn.viewer, style),
    )  # fmt: skip
    return page_bytes(page, citations)


def log_page(audits: Sequence[Audit], wordings: Sequence[Wording], patterns: LogPatterns) -> bytes:
    """Return the page of logs of any module: their steps with what was found in them, and the dice; without a map."""
    worst = max(audits, key=lambda audit: audit.weight)
    in_files = join(
        file_findings(f"In {one_line(audit.game.file)}", audit.findings, wording)
        for audit, wording in zip(audits, wordings, strict=True)
    )
    page = Page(
        report="log",
        title=f"Audit of {_names(audits)}",
        noun="step",
        verdict=_WEIGHED[worst.weight],
        verdict_words=weight_words(found for audit in audits for found in audit.findings) or _bare(verdict_line(worst)),
        facts=tuple(_header(audit) for audit in audits),
        groups=log_groups(audits, wordings, patterns),
        others=(
            *dice_sections({_of(number, audits): audit.dice for number, audit in enumerate(audits)}),
            *file_sections(audits, wordings, [()] * len(audits), in_files),
        ),
        exit_code=worst.weight.exit_code,
    )
    return page_bytes(page, Citations())


def _names(audits: Sequence[Audit]) -> str:
    names = [one_line(audit.game.file, 80) for audit in audits]
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def _match(game: RefereedGame) -> str:
    """Return what was played by whom: "The Italians Attack: Anna (Axis) v Bert (French)"."""
    scenario = game.start.game.scenarios[game.start.scenario]
    names = {side: player for side, player in by_player(game.entries) if side and player}
    sides = game.start.game.sides
    players = " v ".join(f"{one_line(names[side], 40)} ({sides[side].name})" for side in sides if side in names)
    return ": ".join(filter(None, (scenario.title, players)))


def _of(number: int, audits: Sequence[Audit]) -> str:
    """Return the heading of what is of one of several logs; two of them may have the same name."""
    return f"{number + 1}: {one_line(audits[number].game.file, 80)}" if len(audits) > 1 else ""


def _header(audit: Audit) -> str:
    return f"{header_line(audit.game)}, {count(len(audit.steps), 'step')}"


def _game_facts(game: RefereedGame, audits: Sequence[Audit]) -> tuple[str, ...]:
    start = position_words(game.start if len(audits) > 1 else game.logs[-1].start)
    return (start, *waived_lines(game), *map(_header, audits))


def _bare(line: str) -> str:
    """Return what a verdict line says besides the verdict, which the page shows in another way."""
    words, _, counts = line.removeprefix(_VERDICT).partition(" (")
    told = words.partition("; ")[2]
    return "; ".join(filter(None, (told, counts.removesuffix(")")))) or words


def _numbers(entries: Collection[Entry]) -> set[int]:
    return {entry.number for entry in entries}


def _provenance(game: RefereedGame, entries: Collection[Entry], viewer: Viewer) -> str:
    lines = estimated_line_of(game, entries, viewer)
    return lines[-1] if lines else ""
