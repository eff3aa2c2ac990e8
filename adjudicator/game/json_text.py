"""JSON as text: read with care, since its source is not trusted, and written in one way only.

Canonical JSON is one line with sorted keys, no spaces, and letters as they are.
"""

from __future__ import annotations

import json
from collections import Counter
from math import isinf
from typing import Any, Final

from .errors import GameDataError

__all__ = ["MAX_CHARACTERS", "json_line", "read_json"]

MAX_CHARACTERS: Final = 4_000_000
"""The longest text that is read; a position of every unit of a game has some thirty thousand characters."""

_MAX_DIGITS: Final = 100


def json_line(value: Any) -> str:
    """Return a value as canonical JSON, without a line end."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def read_json(text: str, *, file: str = "", most: int = MAX_CHARACTERS) -> dict[str, Any]:
    """Return the JSON object in a text of at most *most* characters.

    Raises :class:`GameDataError` for any other text; *file* names it.
    """
    if len(text) > most:
        raise GameDataError("the text is too long", file=file, expected=f"at most {most:,} characters")
    try:
        value = json.loads(
            text, object_pairs_hook=_without_repeats, parse_constant=_no_number, parse_float=_finite, parse_int=_whole
        )
    except RecursionError:
        raise GameDataError("the JSON is nested too deeply", file=file) from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise GameDataError(f"not JSON: {error.msg}", file=file, place=place) from None
    except ValueError as error:
        raise GameDataError(f"not JSON: {error}", file=file) from None
    if not isinstance(value, dict):
        raise GameDataError("not a JSON object", file=file)
    return value


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        numbers = Counter(key for key, _ in pairs)
        twice = next(key for key, number in numbers.items() if number > 1)
        raise ValueError(f"the key {twice[:40]!r} is there twice")
    return table


def _whole(text: str) -> int:
    """Return a whole number; refuse one of more digits than anything is counted in."""
    if len(text) > _MAX_DIGITS:
        raise ValueError(f"a number is too long (got {text[:20]}…)")
    return int(text)


def _finite(text: str) -> float:
    """Return a number; refuse one that is too large for a float, since no JSON could be written of it."""
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text[:20]} is too large")
    return number


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")
