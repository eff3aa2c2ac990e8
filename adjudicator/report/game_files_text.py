"""The files of a game at the head of its audit: logs that follow each other without a gap are one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..audit.continuity import Link
from ..referee.entries.entry import RefereedLog
from .audit_text import continuity_lines, kind_words
from .safe_text import count, one_line
from .wording import Wording

__all__ = ["game_file_lines"]


def game_file_lines(logs: Sequence[RefereedLog], wordings: Sequence[Wording]) -> Iterator[str]:
    """Yield what the logs of a game are, and how each continues the one before."""
    for first, run in _runs(logs):
        last = run[-1]
        steps = count(sum(len(log.audit.steps) for log in run), "step")
        names = " … ".join(dict.fromkeys(one_line(log.audit.game.file) for log in (run[0], last)))
        yield f"{names}: {kind_words(run[0].audit.game, len(run))}, {steps}"
        if run[0].audit.continuity:
            which = "It" if len(run) == 1 else "The first one"
            yield from continuity_lines(run[0].audit.continuity, wordings[first], refereed=True, subject=which)
        if len(run) > 1:
            which = "Each of the others" if run[0].audit.continuity else "Each"
            yield f"{which} continues the one before, exactly where that ended"


def _runs(logs: Sequence[RefereedLog]) -> Iterator[tuple[int, Sequence[RefereedLog]]]:
    """Yield the longest runs of logs of one kind that continue each other, each with the number of its first log."""
    begins = 0
    for number in range(1, len(logs) + 1):
        if number == len(logs) or not _continues(logs[number - 1], logs[number]):
            yield begins, logs[begins:number]
            begins = number


def _continues(before: RefereedLog, log: RefereedLog) -> bool:
    """Return whether nothing but its name has to be said of a log after the one before it."""
    link = log.audit.continuity
    goes_on = link is not None and link.link is Link.CONTINUES and not (link.differences or link.harmless)
    return goes_on and kind_words(before.audit.game) == kind_words(log.audit.game)
