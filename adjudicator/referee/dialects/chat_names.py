"""The units that a line of chat names: in part, by the only one of its kind, or by an ordinal ("2nd company")."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...game.hexes import Hex
from ...game.names import only_unit_named, without_place, words_of
from ...game.position import Position, Status

__all__ = ["Mention", "mentions_in"]

_HEX: Final = re.compile(r"\b\d{2}\.\d{2}\b")
_NAME: Final = re.compile(r"[^\s,;:()=<>+→]+")
_ORDINAL: Final = re.compile(r"(\d+)(?:st|nd|rd|th)[,;:.!?)]*", re.IGNORECASE)
_ORDINALS: Final[Mapping[str, str]] = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
_BETWEEN_NAMES: Final = re.compile(r"[,;:()=<>+→]")
"""Signs that are never part of a name."""
_MAX_WORDS: Final = 6
"""The most words in a name."""
_MIN_LETTERS: Final = 3
"""The least letters of a word in capital letters that is a name by itself."""
_KINDS: Final[Mapping[str, str]] = {
    "mortar": "mortar", "mortars": "mortar", "tubes": "mortar", "tank": "tank", "tanks": "tank",
    "engineers": "engineer", "sappers": "engineer", "artillery": "artillery", "arty": "artillery",
    "battery": "artillery", "mg": "machine-gun", "mgs": "machine-gun", "machine-guns": "machine-gun",
}  # fmt: skip
"""Nouns for the only unit of a kind, by the symbol of its counter."""
_COMPANIES: Final = frozenset({
    "company", "coy", "comp", "co", "kp", "komp", "squadron", "sqn", "battery", "bty", "platoon", "plt", "tanks",
})  # fmt: skip
"""Nouns behind the number of a unit: "2nd company"."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A unit that a text names."""

    unit: str
    start: int
    end: int


def mentions_in(text: str, position: Position, side: str) -> Iterator[Mention]:
    """Yield the units that a text names, from left to right, each by the longest name that fits one unit only."""
    words = list(_NAME.finditer(text))
    at = 0
    while at < len(words):
        mention, used = _mention_at(text, words, at, position)
        if mention is None:
            mention, used = _of_kind(words[at], position, side) or _of_number(words, at, position, side), 1
        if mention is not None:
            yield mention
        at += used


def _mention_at(text: str, words: Sequence[re.Match[str]], at: int, position: Position) -> tuple[Mention | None, int]:
    start = words[at].start()
    if not _may_begin_name(words[at][0]):
        return None, 1
    for number in range(min(_MAX_WORDS, len(words) - at), 0, -1):
        end = words[at + number - 1].end()
        last = words[at + number - 1][0]
        if number > 1 and (_BETWEEN_NAMES.search(text[start:end]) or not any(map(str.isalnum, last))):
            continue
        name = text[start:end].rstrip("?.!:")
        if (unit := _unit_named(name, position)) is not None:
            return Mention(
                unit, start, start + len(name) + _ends_with_stop(unit, name, text[start:end], position)
            ), number
    return None, 1


def _ends_with_stop(unit: str, name: str, typed: str, position: Position) -> bool:
    """Return whether the full stop after a name that was typed belongs to it, as in "XXXII Mis."."""
    counter = position.game.units[unit]
    return typed.startswith(f"{name}.") and any(
        each.casefold().startswith(f"{name}.".casefold()) for each in counter.names
    )


def _may_begin_name(word: str) -> bool:
    """Return whether a word may begin the name of a unit: it has a stroke, or a number and more."""
    return "/" in word.strip("/") or word[:1].isupper() or (word[:1].isdigit() and not _HEX.fullmatch(word))


def _unit_named(name: str, position: Position) -> str | None:
    """Return the unit of a name that is given whole, or in part; or by its hex.

    A part has two words or more, from the beginning, or with the first and the last ("3/33" for 3./Pioneer 33).
    """
    unit = only_unit_named(position, name)
    if unit is None:
        return None
    counter = position.game.units[unit]
    wanted = words_of(without_place(name))
    known = [words_of(each) for each in (counter.name, counter.hidden_as, *counter.spellings) if each]
    enough = 1 if _is_designation(name) else 2
    return unit if wanted in known or any(_is_part(words, wanted, enough) for words in known) else None


def _is_designation(name: str) -> bool:
    """Return whether one word is enough of a name: it is written in capital letters, as "XXXII" and "DLI"."""
    return name.isalpha() and name.isupper() and len(name) >= _MIN_LETTERS


def _is_part(words: tuple[str, ...], wanted: tuple[str, ...], enough: int) -> bool:
    """Return whether words that are some of a name, in its order, are enough of it."""
    if len(wanted) >= enough and words[: len(wanted)] == wanted:
        return True
    return len(wanted) > 1 and (words[0], words[-1]) == (wanted[0], wanted[-1])


def _of_kind(word: re.Match[str], position: Position, side: str) -> Mention | None:
    """Return the speaker's only unit of a kind on the map, if a word names that kind."""
    symbol = _KINDS.get(word[0].casefold().strip("?.!:"))
    if not symbol or not side:
        return None
    there = [
        unit for unit, state in position.units.items()
        if state.status is Status.ON_MAP and not state.hidden and isinstance(state.place, Hex)
        and position.game.units[unit].symbol == symbol and position.side(unit) == side
    ]  # fmt: skip
    return Mention(there[0], word.start(), word.end()) if len(there) == 1 else None


def _of_number(words: Sequence[re.Match[str]], at: int, position: Position, side: str) -> Mention | None:
    """Return the only unit on the map that an ordinal and a noun name, the speaker's before the enemy's: "2nd company".

    The noun may be left out where the ordinal ends a clause.
    """
    word, following = words[at], words[at + 1] if at + 1 < len(words) else None
    found = _ORDINAL.fullmatch(word[0])
    number = found[1] if found else _ORDINALS.get(word[0].casefold())
    noun = following is not None and following[0].casefold().rstrip("?.!:") in _COMPANIES
    apart = (
        following is None
        or not word[0][-1].isalnum()
        or word.string[word.end() : word.end() + 1] in {",", ";", ":", ")"}
    )
    if number is None or not side or not (noun or (found and apart)):
        return None
    there = [unit for unit, state in position.units.items()
             if state.status is Status.ON_MAP and not state.hidden
             and words_of(position.game.units[unit].name)[:1] == (number,)]  # fmt: skip
    own = [unit for unit in there if position.side(unit) == side]
    named = own or there
    end = following.end() if noun and following is not None else word.end()
    return Mention(named[0], word.start(), end) if len(named) == 1 else None
