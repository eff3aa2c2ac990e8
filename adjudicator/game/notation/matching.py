"""The matching of words against the patterns of the notation, with the word that does not fit and what would."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from ..loading.suggestions import did_you_mean
from .errors import NotationError
from .table import COLON, Pattern, Phrase, Slot
from .words import Words

__all__ = ["KINDS", "SUBJECT", "Fit", "Miss", "first_wrong", "fit", "refused"]

_MAX_EXPECTED: Final = 8
KINDS: Final[Mapping[str, str]] = {
    "unit": "a unit", "counter": "a unit or a leader", "units": "units", "leader": "a leader", "chit": "a chit",
    "formation": "a formation", "hex": "a hex such as 26.12", "place": "a hex such as 26.12, or a box of the map",
}  # fmt: skip
"""The description of what is expected where something must be named, by its kind."""
SUBJECT: Final = "a unit and a colon"
"""The description of what is expected where the acting unit must be named."""


@dataclass(frozen=True, slots=True)
class Miss:
    """The place where a pattern does not fit, and what would fit there."""

    at: int
    expected: str


@dataclass(frozen=True, slots=True)
class Fit:
    """The contents of the slots of a pattern, and its end."""

    slots: tuple[tuple[Slot, Words], ...]
    end: int


def fit(pattern: Pattern, words: Words, *, to_the_end: bool = True) -> Fit | Miss:
    """Match a pattern against words."""
    slots: list[tuple[Slot, Words]] = []
    at = 0
    for number, part in enumerate(pattern):
        if isinstance(part, Phrase):
            wrong = first_wrong(part, words, at)
            if wrong is not None:
                return Miss(wrong, f"“{part.text}”")
            at += len(part.words)
            continue
        following = pattern[number + 1] if number + 1 < len(pattern) else None
        if not isinstance(following, Phrase):
            end = len(words)
        elif (found := _end_of_name(following, words, at)) is not None:
            end = found
        else:
            is_subject = following == COLON
            return Miss(at, SUBJECT) if is_subject else Miss(_farthest(following, words, at), f"“{following.text}”")
        if end == at:
            return Miss(at, KINDS[part.kind])
        slots.append((part, words.part(at, end)))
        at = end
    if to_the_end and at < len(words):
        return Miss(at, "the end of what is said here: a comma, a semicolon, or nothing")
    return Fit(tuple(slots), at)


def first_wrong(phrase: Phrase, words: Words, at: int) -> int | None:
    """Return the index of the first word that differs from the phrase, None if all match."""
    for number, word in enumerate(phrase.words):
        here = at + number
        if here >= len(words) or words.words[here].folded != word:
            return here
    return None


def _end_of_name(phrase: Phrase, words: Words, at: int) -> int | None:
    """Return the index at which a name ends and the words of a phrase follow, None if they do not follow."""
    first = phrase.words[0]
    for end in range(at, len(words)):
        if words.words[end].folded == first and first_wrong(phrase, words, end) is None:
            return end
    return None


def _farthest(phrase: Phrase, words: Words, at: int) -> int:
    """Return the index at which the longest incomplete match of a phrase breaks off; the end if none of it occurs."""
    begun = [end for end in range(at, len(words)) if words.words[end].folded == phrase.words[0]]
    broken = [(wrong - end, wrong) for end in begun if (wrong := first_wrong(phrase, words, end)) is not None]
    return max(broken, default=(0, len(words)))[1]


def refused(words: Words, misses: Iterable[Miss], problem: str) -> NotationError:
    """Return the error of the pattern that matched farthest, with what all patterns that matched as far expected."""
    known = list(misses)
    at = max((miss.at for miss in known), default=0)
    expected = list(dict.fromkeys(miss.expected for miss in known if miss.at == at and miss.expected))
    word = words.words[at].text if at < len(words) else ""
    near = did_you_mean(word, [each.strip("“”").split()[0] for each in expected if each.startswith("“")])
    listed = ", ".join(expected[:_MAX_EXPECTED]) + (" …" if len(expected) > _MAX_EXPECTED else "")
    return words.error(at, problem + near, listed)
