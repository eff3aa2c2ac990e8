"""Lists of names for messages: those that are like what was found, or else the first few."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["likeliest"]

_SHOWN = 12
_LIKE = 3
_COMPARED = 1_000


def likeliest(names: Iterable[str], found: str) -> str:
    """Return the names that are allowed in few words; *found* is the text that was found instead."""
    known = list(dict.fromkeys(names))
    close = difflib.get_close_matches(found[:100], known[:_COMPARED], _LIKE, 0.6)
    shown = close or known[:_SHOWN]
    more = len(known) - len(shown)
    if more == 1:
        shown, more = [*shown, *(name for name in known if name not in shown)], 0
    return ", ".join(shown) + (f" or {more:,} others" if more else "")
