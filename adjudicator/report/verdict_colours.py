"""Verdicts in colour: the word for a verdict, wherever a line of a report begins with it, and nothing else.

A colour says no more than the word under it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["painted"]

_GREEN, _YELLOW, _RED = "\x1b[32m", "\x1b[33m", "\x1b[1;31m"
_PLAIN: Final = "\x1b[0m"
_COLOURS: Final[Mapping[str, str]] = {
    "legal": _GREEN,
    "all legal": _GREEN,
    "nothing found": _GREEN,
    "the audit file is sound": _GREEN,
    "waived": _YELLOW,
    "UNDECIDED": _YELLOW,
    "question": _YELLOW,
    "there are questions": _YELLOW,
    "the audit file was made by other rules": _YELLOW,
    "ILLEGAL": _RED,
    "fault": _RED,
    "there are faults": _RED,
    "cannot be read": _RED,
    "the audit file was ALTERED": _RED,
}
_WORDS: Final = "|".join(sorted(map(re.escape, _COLOURS), key=len, reverse=True))
_PLACES: Final = re.compile(rf"(?P<before>^ *\d+  |^  (?=fault|question)|^[^ ].*?: )(?P<word>{_WORDS})(?=$|[ ,:])")
"""After the number of an entry, set in under *Findings*, after *Verdict:* or the name of a file."""


def painted(line: str) -> str:
    """Return a line with the verdict that it begins with, if there is one, in the colours of a terminal."""
    found = _PLACES.match(line)
    if found is None:
        return line
    before, word = found["before"], found["word"]
    return f"{before}{_COLOURS[word]}{word}{_PLAIN}{line[found.end() :]}"
