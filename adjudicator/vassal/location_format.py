"""VASSAL's location formats: texts with variables such as ``$gridLocation$`` (vassal-files.md 4.5, 4.6).

A format is a list of texts between dollar signs; every second one names a variable, except when it
is the last. Names are case-sensitive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from . import sequence
from .errors import GridError

__all__ = ["JAVA_BLANKS", "MAX_NAME", "expand", "is_expression", "match", "no_such_location"]

JAVA_BLANKS = "".join(map(chr, range(33)))
"""The characters that Java's ``trim`` takes away: the blank and everything below it."""

MAX_NAME = 200
"""Location names longer than this are not looked up: matching takes time."""

_MAX_GROUPS = 4
_INTEGER = re.compile(r"[+-]?[0-9]{1,10}")


def is_expression(text: str) -> bool:
    """Return whether a format is a BeanShell expression in braces, which is not worked out here."""
    trimmed = text.strip(JAVA_BLANKS)
    return trimmed.startswith("{") and trimmed.endswith("}")


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each non-empty part of a format and whether it names a variable."""
    tokens = sequence.decode(text, "$")
    for index, token in enumerate(tokens):
        if token:
            yield token, index % 2 == 1 and index < len(tokens) - 1


def expand(text: str, values: Mapping[str, str | None], *, keep_unknown: bool) -> str:
    """Return the format *text* with its variables replaced.

    A variable without a value (None) gives nothing. One that is not in *values* gives its own name if
    *keep_unknown* (as zones do), nothing otherwise (as numberings do).
    """
    trimmed = text.strip(JAVA_BLANKS)
    if "$" not in trimmed:
        # The engine takes a format that is a whole number for a number.
        return str(int(trimmed)) if _INTEGER.fullmatch(trimmed) else text if trimmed else ""
    result = []
    for token, is_variable in _parts(trimmed):
        if not is_variable:
            result.append(token)
        elif token in values:
            result.append(values[token] or "")
        elif keep_unknown:
            result.append(token)
    return "".join(result)


def match(text: str, patterns: Mapping[str, tuple[str, tuple[str, ...]]], name: str) -> dict[str, str]:
    """Read the location *name* back with the format *text*.

    *patterns* gives for each variable a regular expression and what its groups mean; variables that
    are not there are taken as empty. Returns the text of each meaning (the last, if a meaning comes
    more than once). Raises GridError if *name* does not follow the format.
    """
    expression, meanings = _expression(text, tuple(patterns.items()))
    found = expression.fullmatch(name) if expression is not None and len(name) <= MAX_NAME else None
    if found is None:
        raise no_such_location(name)
    return dict(zip(meanings, found.groups(), strict=True))


@lru_cache(maxsize=4096)
def _expression(
    text: str, patterns: tuple[tuple[str, tuple[str, tuple[str, ...]]], ...]
) -> tuple[re.Pattern[str] | None, tuple[str, ...]]:
    """Return a format as a regular expression, and what its groups mean; None for a format that names no place.

    It is remembered, since a map asks all its zones for every name.
    """
    known = dict(patterns)
    expression, meanings = "", list[str]()
    for token, is_variable in _parts(text):
        pattern, groups = known.get(token, ("", ())) if is_variable else (re.escape(token), ())
        expression += pattern
        meanings += groups
    usable = expression and len(meanings) <= _MAX_GROUPS
    return re.compile(expression) if usable else None, tuple(meanings)


def no_such_location(name: str) -> GridError:
    """Return the error for a location name that a grid does not have."""
    return GridError("no such location", found=name)
