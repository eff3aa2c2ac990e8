"""Units that a player names by mistake, and puts right in the same line: the text with the names that he means.

"M/2, no sorry, L/2 fires", "M/2 at 1/VIII, no, hang on, at 2/VIII", "5/2 at 3/VIII. No, wrong one, 7/2 I mean".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...game.position import Position
from .chat_names import Mention, mentions_in
from .chat_vocabulary import WordGroup, any_of

__all__ = ["with_corrections"]

_BETWEEN: Final = re.compile(rf"[\s,(]*\b{any_of(WordGroup.CORRECTIONS)}\b[\s,]*", re.IGNORECASE)
"""All that stands between the two names: "M/2, no sorry, L/2"."""
_BEFORE_NAME: Final = (
    rf"(?:{any_of(WordGroup.TARGET_PREPOSITIONS, WordGroup.ARTICLES, WordGroup.OTHERS_OWNERS)}\b|@|->|→|=>)"
)
_ANYWHERE: Final = re.compile(
    rf"[\s,.(–-]*\b(?:{any_of(WordGroup.LATE_CORRECTIONS)}|no[\s,]+(?:the\s+)?wrong\s+\w+)\b"
    rf"(?:[\s,:.–-]+{_BEFORE_NAME})*[\s,:.–-]*",
    re.IGNORECASE,
)
"""The words that put right what stands farther back, up to the name that is meant: "no, hang on, at 2/VIII"."""
_WITH_REASON: Final = re.compile(
    rf"[\s,.(–-]*\b{any_of(WordGroup.LATE_CORRECTIONS)}\b[\s,:–-][^.;!?]*[.;!?)–-]+\s+{_BEFORE_NAME}\s*", re.IGNORECASE
)
"""The same words with the reason, in which units may be named: "no sry, that's shielded by 7/2. @ 7/2"."""
_BEHIND: Final = re.compile(rf"[\s,]*\b{any_of(WordGroup.MEANT)}\b", re.IGNORECASE)
"""The words behind the name that is meant: "7/2 I mean"."""
_WITHDRAWN: Final = re.compile(rf"\b{any_of(WordGroup.WITHDRAWALS_OF_WORDS)}\b[\s,.!:–-]*", re.IGNORECASE)
"""The words that take back all that was said of a unit: "6/2 at 1/VIII. Scratch that. L/2 at 1/VIII"."""
_MAX_CORRECTIONS: Final = 8


def with_corrections(text: str, position: Position, side: str) -> str:
    """Return a line of the chat with each unit that was named by mistake in the words of its correction.

    A name takes the place of the last one before it that is of the same side.

    Args:
        text: the line.
        position: the position, by which the units are known.
        side: the side that speaks, empty if unknown.
    """
    for _ in range(_MAX_CORRECTIONS):  # a line has hardly more; each one changes the places of the names behind it
        mentions = list(mentions_in(text, position, side)) if _has_correction(text) else []
        found = (
            _without_withdrawn(text, mentions, position, side)
            or _with_reason_left_out(text, mentions, position)
            or _with_one_put_right(text, mentions, position)
        )
        if found is None:
            return text
        text = found
    return text


def _has_correction(text: str) -> bool:
    return any(pattern.search(text) for pattern in (_BETWEEN, _ANYWHERE, _BEHIND, _WITHDRAWN))


def _without_withdrawn(text: str, mentions: Sequence[Mention], position: Position, side: str) -> str | None:
    """Return a text without what was said of the speaker's unit that was named last before it is taken back."""
    for words in _WITHDRAWN.finditer(text):
        before = [each for each in mentions if each.end <= words.start()]
        own = [each for each in before if position.side(each.unit) == side] or before
        if own and any(each.start >= words.end() for each in mentions):
            first = next(each for each in own if each.unit == own[-1].unit)
            return text[: first.start] + text[words.end() :]
    return None


def _with_reason_left_out(text: str, mentions: Sequence[Mention], position: Position) -> str | None:
    """Return a text with the first name that is put right behind a reason, and without that; None if none is."""
    for right in mentions:
        for words in _WITH_REASON.finditer(text, 0, right.start):
            wrong = [each for each in mentions if each.end <= words.start()]
            if words.end() == right.start and wrong and position.side(wrong[-1].unit) == position.side(right.unit):
                name = text[right.start : right.end]
                return text[: wrong[-1].start] + name + text[wrong[-1].end : words.start()] + text[right.end :]
    return None


def _with_one_put_right(text: str, mentions: Sequence[Mention], position: Position) -> str | None:
    """Return a text with the first name that is put right in it; None if none is."""
    for at, right in enumerate(mentions):
        same_side = [each for each in mentions[:at] if position.side(each.unit) == position.side(right.unit)]
        if not same_side or same_side[-1].unit == right.unit:
            continue
        wrong = same_side[-1]
        words = _words_of_correction(text, wrong, right, is_next=mentions[at - 1] is wrong)
        if words is not None:
            start, end = words
            return text[: wrong.start] + text[right.start : right.end] + text[wrong.end : start] + " " + text[end:]
    return None


def _words_of_correction(text: str, wrong: Mention, right: Mention, *, is_next: bool) -> tuple[int, int] | None:
    """Return where the words of a correction begin and end, with the name that is meant; None if there are none."""
    between = text[wrong.end : right.start]
    behind = _BEHIND.match(text, right.end)
    end = behind.end() if behind else right.end
    if is_next and _BETWEEN.fullmatch(between):
        return wrong.end, end
    for words in _ANYWHERE.finditer(between):
        if words.end() == len(between):
            return wrong.end + words.start(), end
    return None
