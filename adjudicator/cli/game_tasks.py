"""The work on one file or one game among many, in a separate process: its result can be kept and sent."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ..audit.dice import load_patterns
from ..audit.file_mark import FileMark, mark_of
from ..game.errors import GameDataError
from ..report.game_summary import GameSummary, GameVerdict, of_logs, of_refereed, together
from ..report.safe_text import one_line
from ..vassal.errors import VassalError
from ..vassal.limits import Limits
from ..vassal.saved_game import open_game
from .game_audits import Answer, AuditRequest, audit_answer

__all__ = ["FileTask", "GameTask", "JudgedGame", "MarkedFile", "judged_game", "marked_file", "unreadable"]

_NOTE: Final = "adjudicator: note: "
_NOT_REFEREED: Final = "audited as a log of any module"


@dataclass(frozen=True)
class FileTask:
    """A file that is to be looked at."""

    path: Path
    limits: Limits
    patterns: tuple[Path, ...] = ()


@dataclass(frozen=True)
class MarkedFile:
    """The mark of a file, or the problem with it."""

    mark: FileMark | None
    problem: str = ""
    """The reason why it cannot be read."""


@dataclass(frozen=True)
class GameTask:
    """A game that is to be judged: its logs part by part, each part after a gap."""

    parts: tuple[tuple[Path, ...], ...]
    request: AuditRequest
    """The options of the audit; its logs are those of no game."""
    remarks: tuple[str, ...] = ()
    incomplete: bool = False


@dataclass(frozen=True)
class JudgedGame:
    """The result of judging a game."""

    summary: GameSummary
    pages: tuple[bytes, ...] = ()
    """The web page of each part, where pages were asked for."""


def marked_file(task: FileTask) -> MarkedFile:
    """Look at a file; what is wrong with it is returned, not raised."""
    try:
        game = replace(open_game(task.path, task.limits), file=task.path.name)
        return MarkedFile(mark_of(game, load_patterns(task.patterns)))
    except VassalError as error:
        return MarkedFile(None, _words(error))


def judged_game(task: GameTask) -> JudgedGame:
    """Judge a game; what is wrong with its files is returned, not raised."""
    summaries: list[GameSummary] = []
    pages: list[bytes] = []
    for number, part in enumerate(task.parts):
        previous = task.request.previous if number == 0 else None
        request = replace(task.request, logs=part, previous=previous, form="summary")
        notes = io.StringIO()
        try:
            with redirect_stderr(notes):
                answer = audit_answer(request)
            summary = _summary(answer)
            pages += [answer.page] if answer.page is not None else []
        except (VassalError, GameDataError) as error:
            summary = unreadable(_words(error))
        summaries.append(replace(summary, remarks=tuple(_notes(notes.getvalue()))))
    return JudgedGame(together(summaries, task.remarks, incomplete=task.incomplete), tuple(pages))


def _summary(answer: Answer) -> GameSummary:
    return of_refereed(answer.game) if answer.game is not None else of_logs(answer.audits)


def _notes(printed: str) -> Iterator[str]:
    """Yield the notes made on the way, without the note that a game is not refereed: that is reported elsewhere."""
    for line in dict.fromkeys(printed.splitlines()):
        words = line.removeprefix(_NOTE)
        if _NOT_REFEREED not in words:
            yield one_line(words)


def unreadable(problem: str, files: Sequence[str] = ()) -> GameSummary:
    """Return the summary of a game that cannot be judged."""
    told = f"{', '.join(files)}: {problem}" if files else problem
    return GameSummary(GameVerdict.UNREADABLE, switches={}, problem=one_line(told, 300))


def _words(error: VassalError | GameDataError) -> str:
    """Return what is wrong, without the directories that the file is in."""
    if isinstance(error, VassalError):
        error.file = Path(error.file).name
    return one_line(" ".join(str(error).split()), 300)
