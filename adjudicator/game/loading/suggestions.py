"""Lists the known names, and guesses which one a player meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Final

__all__ = ["did_you_mean", "listed"]

_MAX_NAMES: Final = 2_000
_MAX_LISTED: Final = 12
_MAX_LENGTH: Final = 80
_LIKENESS: Final = 0.6


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return ``: did you mean X?`` with the known name that is most like *name*, empty if none is.

    Names that differ in capital letters only are the nearest.
    """
    names = list(islice(known, _MAX_NAMES))
    if not name or len(name) > _MAX_LENGTH:
        return ""
    folded = {each.casefold(): each for each in reversed(names)}
    close = get_close_matches(name.casefold(), folded, 1, _LIKENESS)
    return f": did you mean {folded[close[0]]}?" if close else ""


def listed(names: Sequence[str]) -> str:
    """Return *names* with commas between them, empty if there are too many to read."""
    return ", ".join(names) if len(names) <= _MAX_LISTED else ""
