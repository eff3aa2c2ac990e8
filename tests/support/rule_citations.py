"""Finds the rules that a text cites: ``R9.18 to R9.21``, ``NQoS 4.3``, ``S3.0, event 4``, ``16.4.1``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["citations"]

_NUMBERED: Final = (
    r"(?:R\d+(?:\.\d+)?"  # the series
    r"|S\d\.\d(?:,? (?:event )?\(?\d\b(?!\.))?"  # the special rules and their events
    r"|\d{1,2}\.\d(?:\.\d)?(?![\d.]\d))"  # the exclusive rules; sections of the series rulebook
)
_CITATION: Final = re.compile(
    rf"\b(NQoS |GTS )?({_NUMBERED})(?: to ({_NUMBERED}))?|\b(Scenario [1-4]|NQoS General Comments)\b"
)
_EVENT: Final = re.compile(r"(S\d\.\d),? (?:event )?\(?(\d)$")
_EXCLUSIVE: Final = {"1.0", "2.0", "3.0", "3.1", "3.2", "4.0", "4.1", "4.2", "4.3", "4.3.1", "4.3.2", "5.0"}


def citations(text: str) -> Iterator[str]:
    """Yield the numbers of the rules that a text cites, in the spelling of the catalogue.

    A plain ``4.3`` without its book is taken for a citation only if the rulebook has that number, or if it looks like
    one of the sections of the series rulebook (``16.4.1``): other figures look like that too.
    """
    for book, first, last, scenario in _CITATION.findall(text):
        if scenario:
            yield scenario
        elif book or first[0] in "RS" or first in _EXCLUSIVE or re.fullmatch(r"\d\d\.\d\.\d", first):
            yield from _between(_spelled(book, first), _spelled(book, last) if last else "")


def _spelled(book: str, number: str) -> str:
    number = _EVENT.sub(r"\1 event \2", number)
    if number.startswith("R") or re.fullmatch(r"\d\d\.\d\.\d", number):
        return f"GTS {number}"
    return f"{book or 'NQoS '}{number}"


def _between(first: str, last: str) -> Iterator[str]:
    """Yield the numbers of a run: both ends, and what lies between if they differ in their last part."""
    stem, _, start = first.rpartition(".")
    same, _, end = last.rpartition(".")
    if last and stem and stem == same:
        yield from (f"{stem}.{number}" for number in range(int(start), int(end) + 1))
    else:
        yield first
        if last:
            yield last
