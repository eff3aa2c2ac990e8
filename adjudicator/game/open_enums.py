"""Members of closed word lists that the exclusive rules of installed packages add: purposes of rolls, phrases."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

__all__ = ["is_added", "member"]

Words = TypeVar("Words", bound=StrEnum)


def member(words: type[Words], value: str) -> Words:
    """Return the member of a list of words with a value; one that is not the program's own is added to it.

    An added member is found by its value like any other. It is not among those that the list yields, which are the
    program's own.
    """
    known = words._value2member_map_.get(value)
    if isinstance(known, words):
        return known
    made = str.__new__(words, value)
    made._name_, made._value_ = value.upper().replace("-", "_"), value
    words._value2member_map_[value] = made
    return made


def is_added(word: StrEnum) -> bool:
    """Return whether a member of a list of words was added to it."""
    return word.name not in type(word).__members__
