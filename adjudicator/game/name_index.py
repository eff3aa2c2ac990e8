"""Identifies the unit of the game that a counter of the official module stands for, by its name, without guessing.

Names are split into words, without accents, dots, commas and capital letters. A name that is spelled otherwise is
looked for in steps, from the same words to abbreviations, and is only taken if exactly one unit fits.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final

from .names import words_of
from .series_words import series_words

__all__ = ["Found", "NameIndex", "NamedCounter", "same_words"]

Words = tuple[str, ...]

_MAX_WORDS: Final = 20
_MAX_LENGTH: Final = 120
_MAX_ADDED: Final = 3
"""The number of words that a module's name may have beyond the game's."""
_SHORTEST_ABBREVIATION: Final = 3
_PARTS: Final = re.compile(r"[0-9]+|[^\W0-9_]+")
_ROMAN: Final = re.compile(r"[ivxlcdm]+")
_SPELLED_OUT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
_ORDINALS: Final = str.maketrans("ºª", "  ")
"""Ordinal signs, which would become letters; the degree sign in their place becomes nothing."""


@dataclass(frozen=True, slots=True)
class NamedCounter:
    """A unit or leader of the game, with all its names."""

    id: str
    names: tuple[str, ...]
    division: str
    belonging: str = ""
    """The names of its formation and division: words that may be added to its name or left out."""
    dummy: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The meaning of a name."""

    ids: tuple[str, ...] = ()
    """The unit, or all dummies that share the name; empty if it is not certain."""
    loosely: bool = False
    """True if the name is spelled differently from all names that the game has."""
    could_be: tuple[str, ...] = ()
    """Without a unit: the units whose name fits, but not with certainty."""


def _words(name: str) -> Words:
    return words_of(name[:_MAX_LENGTH].translate(_ORDINALS))[:_MAX_WORDS]


def _spellings(name: str) -> set[Words]:
    """Return a name's words, with umlauts as one letter and as two."""
    return {_words(name), _words(name.translate(_SPELLED_OUT))} - {()}


def same_words(first: str, second: str) -> bool:
    """Return whether two names consist of the same words."""
    return bool(_spellings(first) & _spellings(second))


def _joined(words: Words) -> Words:
    """Return neighbouring letters joined and numbers apart: ``Gr. W./I./155`` and ``GrW I/155`` are the same."""
    joined: list[str] = []
    for is_number, run in groupby(_PARTS.findall(" ".join(words)), str.isdigit):
        parts = list(run)
        joined += parts if is_number else ["".join(parts)]
    return tuple(joined)


def _numbers(words: Words) -> Words:
    return tuple(word for word in words if word.isdigit())


def _tells_apart(word: str) -> bool:
    """Return whether a word may never be shortened or left out: a number, Roman or not."""
    return not word.isalpha() or _ROMAN.fullmatch(word) is not None


def _stands_for(first: str, second: str) -> bool:
    """Return whether two words are the same, or one is an abbreviation of the other."""
    if first == second:
        return True
    short, long = sorted((first, second), key=len)
    if _tells_apart(short) or _tells_apart(long):
        return False
    return len(short) >= _SHORTEST_ABBREVIATION and long.startswith(short)


def _fits(words: Words, name: Words, free: frozenset[str]) -> bool:
    """Return whether *words* can be a *name* with abbreviations; *free* words may be added or left out."""

    @cache
    def rest_fits(at: int, of: int) -> bool:
        """Return whether the words from one on stand for those of the name from another on, in their order."""
        if at < len(words) and of < len(name) and _stands_for(words[at], name[of]) and rest_fits(at + 1, of + 1):
            return True
        if at < len(words) and words[at] in free and rest_fits(at + 1, of):
            return True
        if of < len(name) and name[of] in free and rest_fits(at, of + 1):
            return True
        return at == len(words) and of == len(name)

    return rest_fits(0, 0)


class NameIndex:
    """The units, or the leaders, of a game by all their names."""

    def __init__(self, counters: Iterable[NamedCounter]) -> None:
        self._counters = {counter.id: counter for counter in counters}
        self._exact: dict[Words, set[str]] = defaultdict(set)
        self._joined: dict[Words, set[str]] = defaultdict(set)
        self._dummies: dict[Words, set[str]] = defaultdict(set)
        self._by_numbers: dict[Words, set[str]] = defaultdict(set)
        for counter in self._counters.values():
            for words in self._spelled(counter):
                self._exact[words].add(counter.id)
                self._joined[_joined(words)].add(counter.id)
                self._by_numbers[_numbers(words)].add(counter.id)
                if counter.dummy and words[-1].isdigit():
                    self._dummies[words[:-1]].add(counter.id)

    @staticmethod
    def _spelled(counter: NamedCounter) -> set[Words]:
        return {words for name in (counter.id, *counter.names) for words in _spellings(name)}

    def find(self, name: str, division: str = "") -> Found:
        """Return the meaning of a module's name; *division* is the id of the piece's division, empty if not known."""
        spellings = _spellings(name)
        for number, fitting_to in enumerate((self._exactly, self._joined_up, self._abbreviated)):
            if fitting := {each for words in spellings for each in fitting_to(words)}:
                return self._decided(fitting, division, loosely=number > 0)
        dummies = {each for words in spellings for each in self._dummies.get(words, ())}
        return Found(self._in_order(dummies), loosely=True) if dummies else Found()

    def _exactly(self, words: Words) -> Iterable[str]:
        return self._exact.get(words, ())

    def _joined_up(self, words: Words) -> Iterable[str]:
        return self._joined.get(_joined(words), ())

    def _abbreviated(self, words: Words) -> Iterable[str]:
        for id_ in self._by_numbers.get(_numbers(words), ()):
            counter = self._counters[id_]
            free = frozenset(filter(str.isalpha, _words(counter.belonging))) | series_words().left_out
            for name in self._spelled(counter):
                if len(words) <= len(name) + _MAX_ADDED and _fits(words, name, free):
                    yield id_

    def _decided(self, fitting: set[str], division: str, *, loosely: bool) -> Found:
        """Return the one unit that fits and is of the right division."""
        right = {each for each in fitting if not division or self._counters[each].division == division}
        if len(right) == 1:
            return Found(tuple(right), loosely=loosely)
        return Found(could_be=self._in_order(fitting))

    def _in_order(self, ids: set[str]) -> tuple[str, ...]:
        return tuple(each for each in self._counters if each in ids)
