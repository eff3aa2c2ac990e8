"""A verification in short, as an answer to the player who sent the mail: what is wrong in it, and what is owed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..referee.entries.entry import OwedKind
from ..rules.ruling import Verdict
from .entries_text import entry_lines, steps_text
from .safe_text import one_line
from .verdicts import verdict_words
from .verify_text import VerifiedTurn
from .your_move_text import move_parts, owed_word

__all__ = ["opponent_lines", "problem_lines"]

_DUTIES: Final = frozenset({OwedKind.CHECK, OwedKind.LOSS, OwedKind.STEP})


def opponent_lines(turn: VerifiedTurn) -> Iterator[str]:
    """Yield the answer line by line. What a side may claim is its own affair and left out.

    Raises ValueError unless the turn was verified for nobody in particular: otherwise it could tell the opponent what
    only its reader may know.
    """
    if turn.viewer.side or turn.viewer.referee:
        raise ValueError("an answer to the opponent needs a verification without a side")
    yield f"{one_line(turn.audit.game.file)}: {verdict_words(turn.entries, turn.audit.findings)}"
    yield from problem_lines(turn)
    for part in move_parts(turn.game, turn.viewer):
        for each in part.owed:
            if each.kind in _DUTIES:
                yield f"{part.side} {owed_word(each)}: {each.text} ({each.rule})"


def problem_lines(turn: VerifiedTurn) -> Iterator[str]:
    """Yield the entries that are not legal, each with what is against it."""
    names = [log.audit.game.file for log in turn.game.logs]
    for entry in turn.entries:
        if entry.verdict is not Verdict.LEGAL:
            steps = steps_text(entry, len(names) - 1, names)
            yield from entry_lines(entry, turn.viewer, turn.game.book.house_rules, steps=steps, details=False)
