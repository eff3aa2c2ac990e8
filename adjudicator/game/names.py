"""Finds units by the names that players type: in part, without accents, in small letters, by another spelling.

``1/VIII`` is 1/VIII/132 when no other unit fits. A hex after the name, or alone, narrows the search: ``Gun Unit in
26.12``. A face-down unit answers to its true name only for those who may know it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from .hexes import Hex
from .position import Position, Status

__all__ = [
    "FACE_DOWN",
    "NameNotFound",
    "begins_to_the_letter",
    "called",
    "find_named",
    "find_unit",
    "only_unit_named",
    "other_spellings",
    "with_compounds_parted",
    "without_place",
    "words_of",
]

Knows = Callable[[str], bool]
"""A function that tells whether the reader may know which unit a face-down one is."""

FACE_DOWN: Final = " (face down)"
"""What follows the name of a face-down unit for whoever may know which one it is."""
_HEX_AT_END: Final = re.compile(r"(?:^|[\s@(]|\bin\b|\bat\b)*([0-9]{2}\.[0-9]{2})\)?$")
_INITIALS: Final = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}")
"""Words of which a name has no more than the first letters: "z.b.V."."""
_COMPOUND: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z][^\W\d_A-Z])")
"""The joint of a word that is made of two, with a capital letter for the second: "PzAufkl"."""
_STILL_THERE: Final = (frozenset(Status), frozenset({Status.ON_MAP, Status.WAITING}), frozenset({Status.ON_MAP}))
"""The statuses tried in turn to choose one of several units that fit a name: still in the game, then on the map."""
_MAX_LENGTH: Final = 120
_MAX_LISTED: Final = 12
_MAX_LIKE: Final = 4
_LIKENESS: Final = 0.5
_SEVERAL: Final = "several"
_MAX_NAMES_KEPT: Final = 1 << 14
"""The number of texts whose words are cached: the names of a game's units are looked up with each line of chat."""


class NameNotFound(ValueError):
    """A name fits no unit, or several; its text lists those that it could be."""

    def __init__(self, problem: str, text: str, candidates: Sequence[str]) -> None:
        listed = ", ".join(candidates[:_MAX_LISTED])
        if len(candidates) > _MAX_LISTED:
            listed += f" and {len(candidates) - _MAX_LISTED} more"
        super().__init__(f"{problem} {text!r}" + _choices(listed, several=problem.startswith(_SEVERAL)))
        self.problem = problem
        self.candidates = tuple(candidates)
        self.listed = listed


def _choices(listed: str, *, several: bool) -> str:
    if not listed:
        return ""
    return f": {listed}" if several else f"; did you mean {listed}?"


@lru_cache(_MAX_NAMES_KEPT)
def words_of(text: str) -> tuple[str, ...]:
    """Return the letters and numbers of a name, without accents and capital letters, as words."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).casefold()
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return tuple(re.findall(r"[^\W_]+", plain))


@lru_cache(_MAX_NAMES_KEPT)
def with_initials_joined(name: str) -> str:
    """Return a name with its initials as many type them, without the full stops: "2./zbV 288" for 2./z.b.V.288."""
    return _INITIALS.sub(lambda found: f"{found[0].replace('.', '')} ", name)


@lru_cache(_MAX_NAMES_KEPT)
def with_compounds_parted(name: str) -> str:
    """Return a name with the words of which others are made apart: many type the last one, "3/Aufkl" for 3./PzAufkl."""
    return _COMPOUND.sub(" ", name)


def other_spellings(names: Iterable[str]) -> tuple[str, ...]:
    """Return names as they may be typed as well: with their initials joined, or their compounds parted."""
    names = tuple(names)
    return (*map(with_initials_joined, names), *map(with_compounds_parted, names))


def without_place(text: str) -> str:
    """Return a name without the hex that is given at its end."""
    place = _HEX_AT_END.search(text)
    return text[: place.start()] if place else text


def called(position: Position, unit: str, knows: Knows = lambda _unit: True) -> str:
    """Return a reader's name for a unit: a face-down unit that he may not know is called by its hex."""
    state, counter = position.units[unit], position.game.units[unit]
    if not state.hidden:
        return counter.name
    return f"{counter.name}{FACE_DOWN}" if knows(unit) else f"{counter.hidden_as} in {state.place}"


def find_unit(position: Position, text: str, *, knows: Knows = lambda _unit: True) -> str:
    """Return the id of the unit that a text means. Raises :class:`NameNotFound` if there is none, or several.

    *knows* says of a face-down unit whether its true name counts. Of several units those that are out of the game are
    meant last.
    """
    text = _tidied(text)
    found = _units_named(position, text, knows)
    if len(found) == 1:
        return found[0]
    if found:
        raise NameNotFound(f"{_SEVERAL} units match", text, _listed(position, found, knows))
    raise NameNotFound("no unit matches", text, _alike(position, text, knows))


def only_unit_named(position: Position, text: str) -> str | None:
    """Return the id of the unit that a text means, None if there is none, or several. All true names count."""
    found = _units_named(position, _tidied(text), lambda _unit: True)
    return found[0] if len(found) == 1 else None


def _tidied(text: str) -> str:
    """Return a name without superfluous blanks, and without what follows that of a face-down unit."""
    return " ".join(text[:_MAX_LENGTH].split()).removesuffix(FACE_DOWN)


def _units_named(position: Position, text: str, knows: Knows) -> list[str]:
    """Return the units that a text fits best; of several the one that is still in the game, if there is only one.

    Of several that are, the one is meant whose name begins as the text does, to the letter: ``2/I`` is 2/I/65 and not
    2./I./Flak 18.
    """
    place, there = _HEX_AT_END.search(text), _units_there(position, text)
    name = words_of(without_place(text))
    names = [each for unit in there for each in _names(position, unit, knows)]
    found = list(dict.fromkeys(_best(name, names))) if name else (there if place else [])
    if len(found) <= 1:
        return found
    typed = without_place(text).strip().casefold()
    spelled = [
        unit for unit in found if any(begins_to_the_letter(each.name, typed) for each in _names(position, unit, knows))
    ]  # fmt: skip
    choices = (
        [unit for unit in fitting if position.units[unit].status in there_still]
        for fitting in (found, spelled) for there_still in _STILL_THERE
    )  # fmt: skip
    return next((kept for kept in choices if len(kept) == 1), found)


def begins_to_the_letter(name: str, typed: str) -> bool:
    """Return whether a name begins with what was typed, in small letters, and no word goes on there."""
    rest = name.casefold().removeprefix(typed)
    return len(rest) < len(name) and not rest[:1].isalnum()


def _units_there(position: Position, text: str) -> list[str]:
    """Return the units in the hex that a text gives at its end, all units if it gives none."""
    place = _HEX_AT_END.search(text)
    if place is None:
        return list(position.units)
    here = Hex.parse(place[1])
    return [unit for unit in position.units if position.units[unit].place == here]


def find_named(text: str, known: Mapping[str, Sequence[str]], what: str) -> str:
    """Return the owner of the *known* name that a text matches, in part or whole. Raises :class:`NameNotFound`.

    *known* gives the names of each owner by id, the first of them for display; *what* is their kind: ``leader``.
    """
    text = _tidied(text)
    names = [each for id_, own in known.items() for each in _spelled(id_, (id_, *own))]
    found = list(dict.fromkeys(_best(words_of(text), names))) if words_of(text) else []
    if len(found) == 1:
        return found[0]
    if found:
        raise NameNotFound(f"{_SEVERAL} {what}s match", text, [known[each][0] for each in found])
    alike = {" ".join(each.words): each.unit for each in names}
    close = get_close_matches(" ".join(words_of(text)), alike, _MAX_LIKE, _LIKENESS)
    raise NameNotFound(f"no {what} matches", text, list(dict.fromkeys(known[alike[each]][0] for each in close)))


@dataclass(frozen=True, slots=True)
class _Name:
    """One of the names of a unit, or of another counter, as words."""

    unit: str
    name: str
    """The name as it is written."""
    words: tuple[str, ...]
    line: str
    """The words, with a space before each."""


@lru_cache(_MAX_NAMES_KEPT)
def _spelled(unit: str, names: tuple[str, ...]) -> tuple[_Name, ...]:
    spelled = ((name, words_of(name)) for name in names)
    return tuple(_Name(unit, name, words, "".join(f" {word}" for word in words)) for name, words in spelled)


@lru_cache(_MAX_NAMES_KEPT)
def _true_names(unit: str, names: tuple[str, ...]) -> tuple[_Name, ...]:
    return _spelled(unit, tuple(dict.fromkeys((unit, *names, *other_spellings(names)))))


def _names(position: Position, unit: str, knows: Knows) -> tuple[_Name, ...]:
    counter = position.game.units[unit]
    true_names = _true_names(unit, counter.names)
    if not position.units[unit].hidden:
        return true_names
    face_down = _spelled(unit, (counter.hidden_as,))
    return true_names + face_down if knows(unit) else face_down


def _best(wanted: tuple[str, ...], names: Sequence[_Name]) -> list[str]:
    """Return the units that fit best: by the whole name, by its beginning, by a part, by beginnings of words."""
    length = len(wanted)

    def parts(words: tuple[str, ...]) -> list[tuple[str, ...]]:
        return [words[at : at + length] for at in range(len(words) - length + 1)]

    def begins(part: tuple[str, ...]) -> bool:
        return all(word.startswith(typed) for word, typed in zip(part, wanted, strict=True))

    def has_in_order(words: tuple[str, ...]) -> bool:
        rest = iter(words)
        return all(any(word.startswith(typed) for word in rest) for typed in wanted)

    tests: tuple[Callable[[tuple[str, ...]], bool], ...] = (
        lambda words: words == wanted,
        lambda words: words[:length] == wanted,
        lambda words: wanted in parts(words),
        lambda words: any(map(begins, parts(words))),
        lambda _words: True,
    )
    # every other test implies these two, and hardly a name passes them
    first = f" {wanted[0]}"
    fitting = [name for name in names if first in name.line and has_in_order(name.words)]
    for test in tests:
        if found := [name.unit for name in fitting if test(name.words)]:
            return found
    return []


def _listed(position: Position, units: Sequence[str], knows: Knows) -> list[str]:
    """Return the names of units; those that the reader may not know come last, in an order that reveals nothing."""
    secret = [called(position, unit, knows) for unit in units if position.units[unit].hidden and not knows(unit)]
    known = [called(position, unit, knows) for unit in units if not position.units[unit].hidden or knows(unit)]
    return [*known, *sorted(secret)]


def _alike(position: Position, text: str, knows: Knows) -> list[str]:
    """Return the names that are most similar to a text that fits none."""
    there = _units_there(position, text)
    names = {" ".join(each.words): unit for unit in there for each in _names(position, unit, knows)}
    close = get_close_matches(" ".join(words_of(without_place(text))), names, _MAX_LIKE, _LIKENESS)
    return _listed(position, list(dict.fromkeys(names[each] for each in close)), knows)
