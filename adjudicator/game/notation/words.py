"""A line of the notation as words: names and phrases keep their letters, and each word knows its column."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from .errors import NotationError

__all__ = ["MAX_CHARACTERS", "PUNCTUATION", "Word", "Words", "is_plain", "quoted", "words_of_line"]

MAX_CHARACTERS: Final = 100_000
"""The longest line that is read."""
PUNCTUATION: Final = frozenset(",;():")
_WORD: Final = re.compile(r'\s+|(?P<quoted>"[^"]*"?)|(?P<mark>[,;()]|:(?=\s|$))|(?P<word>(?:[^\s,;():"]|:(?!\s|$))+)')
_COMMENT: Final = re.compile(r"(?:^|\s)#")


@dataclass(frozen=True, slots=True)
class Word:
    """One word, or one mark of punctuation."""

    text: str
    """The word as it is written; a text in quotation marks without them."""
    start: int
    """The word's beginning in the line, from 0."""
    end: int
    is_quoted: bool = False

    @property
    def folded(self) -> str:
        """The word as it is compared; a quoted text is never a word of the notation."""
        return "" if self.is_quoted else self.text.casefold()

    @property
    def mark(self) -> str:
        """The mark of punctuation, empty for a word."""
        return self.text if self.text in PUNCTUATION and not self.is_quoted else ""


@dataclass(frozen=True, slots=True)
class Words:
    """Consecutive words of a line."""

    line: str
    words: tuple[Word, ...]
    end: int
    """The end of the words in the line: an error about a missing word points at it."""

    def __len__(self) -> int:
        return len(self.words)

    def part(self, begin: int, end: int | None = None) -> Words:
        """Return a slice."""
        words = self.words[begin:end]
        stop = len(self.words) if end is None else end
        after = self.words[stop].start if stop < len(self.words) else self.end
        return Words(self.line, words, words[-1].end if words else after)

    def split(self, mark: str) -> list[Words]:
        """Return the parts between marks that are outside brackets."""
        parts, begin, depth = [], 0, 0
        for at, word in enumerate(self.words):
            depth += {"(": 1, ")": -1}.get(word.mark, 0)
            if word.mark == mark and not depth:
                parts.append(self.part(begin, at))
                begin = at + 1
        return [*parts, self.part(begin)]

    @property
    def text(self) -> str:
        """The words as they appear in the line."""
        return self.line[self.words[0].start : self.words[-1].end] if self.words else ""

    def error(self, at: int, problem: str, expected: str = "", *, length: int = 0) -> NotationError:
        """Return an error that points at a word, or after the last one."""
        if at < len(self.words):
            word = self.words[at]
            found, start, width = self.line[word.start : word.end], word.start, length or word.end - word.start
        else:
            found, start, width = "the end", self.end, 1
        return NotationError(problem, text=self.line, column=start + 1, length=width, found=found, expected=expected)

    def whole_error(self, problem: str, expected: str = "") -> NotationError:
        """Return an error that points at all the words."""
        if not self.words:
            return self.error(0, problem, expected)
        start, end = self.words[0].start, self.words[-1].end
        return NotationError(
            problem, text=self.line, column=start + 1, length=end - start, found=self.text, expected=expected
        )


def words_of_line(line: str) -> Words:
    """Return a line's words without its comment. Raises :class:`NotationError` if they cannot be separated."""
    if len(line) > MAX_CHARACTERS:
        raise NotationError("the line is too long", text=line[:200], column=1, expected=f"{MAX_CHARACTERS:,} letters")
    words: list[Word] = []
    at, end = 0, _end_of(line)
    while at < end:
        found = _WORD.match(line, at, end)
        if found is None:  # a colon at the end of what is read, before a comment
            words.append(Word(line[at], at, at + 1))
            at += 1
            continue
        if (text := found["quoted"]) is not None:
            if len(text) < 2 or not text.endswith('"'):
                raise NotationError(
                    "a quotation mark is never closed", text=line, column=at + 1, length=len(text), found=text
                )
            words.append(Word(text[1:-1], at, found.end(), is_quoted=True))
        elif text := found["mark"] or found["word"]:
            words.append(Word(text, at, found.end()))
        at = found.end()
    found_words = Words(line, tuple(words), words[-1].end if words else 0)
    _refuse_open_brackets(found_words)
    return found_words


def _end_of(line: str) -> int:
    """Return the index at which a line's comment begins: at a sign outside quotation marks, after a blank."""
    marks = begin = 0
    for found in _COMMENT.finditer(line):
        marks += line.count('"', begin, found.start())
        begin = found.start()
        if marks % 2 == 0:
            return begin
    return len(line)


def _refuse_open_brackets(words: Words) -> None:
    """Refuse brackets within brackets, and those that are not closed or never opened."""
    opened = -1
    for at, word in enumerate(words.words):
        if word.mark == "(":
            if opened >= 0:
                raise words.error(at, "there is a bracket within a bracket")
            opened = at
        elif word.mark == ")":
            if opened < 0:
                raise words.error(at, "a bracket is closed that was never opened")
            opened = -1
    if opened >= 0:
        raise words.error(opened, "a bracket is never closed")


def quoted(text: str) -> str:
    """Return a text in quotation marks: an id, to the letter."""
    return f'"{text}"'


def is_plain(text: str, reserved: Set[tuple[str, ...]] = frozenset()) -> bool:
    """Return whether a name can stand in a line without quotation marks.

    It may have no mark of punctuation in it, nor words before which a name ends: one of *reserved*.
    """
    if not text.isprintable() or not text.strip() or text != " ".join(text.split()):
        return False
    try:
        words = words_of_line(text).words
    except NotationError:
        return False
    if any(word.mark or word.is_quoted for word in words) or not words or words[-1].end != len(text):
        return False
    folded = tuple(word.folded for word in words)
    parts = (folded[begin:end] for begin, end in combinations(range(len(folded) + 1), 2))
    return reserved.isdisjoint(parts)
