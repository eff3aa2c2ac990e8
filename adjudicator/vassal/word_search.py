"""Many words looked for in a text at once: what it takes grows with the text, hardly with the number of words.

A pattern of alternatives tries each of them at every character, so a file that names thousands of players could be
read for hours.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Final

__all__ = ["WordSearch"]

_RUN: Final = re.compile(r"\w+")
_START: Final = 4
"""How many characters of a word that need not begin where a run of letters begins are looked up at once."""


class WordSearch:
    """Finds words as a whole: where one begins or ends with a letter or a digit, none may stand beside it.

    Of several that begin at one place the longest counts. No word has fewer than four characters.
    """

    def __init__(self, words: Iterable[str]) -> None:
        runs: dict[str, list[str]] = {}
        others: dict[str, list[str]] = {}
        for word in sorted(set(words)):
            run = _RUN.match(word)
            if run and word[0].isalnum() and (run.end() < len(word) or word[-1].isalnum()):
                runs.setdefault(run.group(), []).append(word)
            else:
                others.setdefault(word[:_START], []).append(word)
        self._runs = {start: _Words(found) for start, found in runs.items()}
        self._others = {start: _Words(found) for start, found in others.items()}
        firsts = "".join(sorted({re.escape(start[0]) for start in others}))
        self._places = re.compile(rf"\w+|[{firsts}]" if firsts else r"\w+")
        self._firsts = re.compile(f"[{firsts}]") if firsts else None

    def replaced(self, text: str, change: Callable[[str], str]) -> str:
        """Return a text with each word changed."""
        parts, end = [], 0
        for place, words in self._candidates(text):
            if place >= end and (word := words.longest(text, place)):
                parts += [text[end:place], change(word)]
                end = place + len(word)
        return "".join([*parts, text[end:]]) if parts else text

    def _candidates(self, text: str) -> Iterator[tuple[int, _Words]]:
        """Yield the places where a word may begin, in order, with the words that may."""
        runs, others = self._runs, self._others
        for match in self._places.finditer(text):
            place = match.start()
            if words := runs.get(match.group()):
                yield place, words
            if self._firsts is not None:
                for first in self._firsts.finditer(text, place, match.end()):
                    if words := others.get(text[first.start() : first.start() + _START]):
                        yield first.start(), words


class _Words:
    """Words with a common start, in order."""

    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._longest = max(map(len, words))

    def longest(self, text: str, place: int) -> str:
        """Return the longest word that stands at a place of a text; empty for none."""
        tail = text[place : place + self._longest]
        at = bisect_right(self._words, tail)
        while at:
            word = self._words[at - 1]
            if not tail.startswith(word):  # whatever stands here is no longer than what the two have in common
                at = bisect_right(self._words, _common_start(word, tail), 0, at - 1)
            elif _is_whole(text, place, word):
                return word
            else:
                at -= 1
        return ""


def _common_start(word: str, text: str) -> str:
    length = next((at for at, (one, other) in enumerate(zip(word, text, strict=False)) if one != other), len(text))
    return text[:length]


def _is_whole(text: str, place: int, word: str) -> bool:
    before, after = text[place - 1 : place] if place else "", text[place + len(word) : place + len(word) + 1]
    return not (word[0].isalnum() and _is_letter(before)) and not (word[-1].isalnum() and _is_letter(after))


def _is_letter(character: str) -> bool:
    return character.isalnum() or character == "_"
