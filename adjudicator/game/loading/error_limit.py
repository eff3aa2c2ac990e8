"""Reports all errors at once, up to a bound."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from ..errors import GameDataError, GameDataErrors

__all__ = ["MAX_ERRORS", "raise_all"]

MAX_ERRORS: Final = 50
"""The number of errors reported at once."""


def raise_all(errors: Iterable[GameDataError]) -> None:
    """Raise :class:`GameDataErrors` with the first :data:`MAX_ERRORS` of *errors*; do nothing if there are none."""
    told = list(islice(errors, MAX_ERRORS + 1))
    if len(told) > MAX_ERRORS:
        told[MAX_ERRORS] = GameDataError(f"there are more errors; these are the first {MAX_ERRORS}")
    if told:
        raise GameDataErrors(told)
