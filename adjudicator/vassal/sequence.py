"""VASSAL's sequence encoding: lists of texts in one text, at every level of its files.

Elements are joined with a one-character delimiter. A delimiter inside an element gets one
backslash; an element that starts with a backslash, or starts and ends with an apostrophe, is put
between apostrophes. Nothing else is escaped, so an element that ends with a backslash and is
followed by another one cannot be read back (vassal-files.md 2.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["decode", "encode", "is_encodable", "raw_elements"]

_QUOTES = ("\\", "'")
"""What an element begins with that may have to be put between apostrophes."""


def _escape(element: str, delimiter: str) -> str:
    escaped = element.replace(delimiter, "\\" + delimiter)
    if element.startswith("\\") or (element.startswith("'") and element.endswith("'")):
        return f"'{escaped}'"
    return escaped


def _unquote(token: str) -> str:
    if len(token) > 1 and token[0] == "'" and token[-1] == "'":
        return token[1:-1]
    return token


def encode(elements: Iterable[str], delimiter: str) -> str:
    """Join *elements* (any texts) with *delimiter* (one character, neither ``\\`` nor ``'``).

    An empty iterable gives the empty text, as does one empty element: VASSAL cannot tell the two
    apart. See :func:`is_encodable` for the elements that do not survive.
    """
    return delimiter.join([
        element if delimiter not in element and element[:1] not in _QUOTES else _escape(element, delimiter)
        for element in elements
    ])  # fmt: skip


def decode(text: str, delimiter: str) -> list[str]:
    """Split *text* as VASSAL does; the result has at least one element. Never fails."""
    if delimiter not in text:
        return [_unquote(text)]
    parts = text.split(delimiter)
    if "\\" + delimiter not in text:
        if "'" in text:
            return [_unquote(part) for part in parts]
        return parts
    return [_unquote(token) for token in _join_escaped(parts, delimiter)]


def _join_escaped(parts: list[str], delimiter: str) -> list[str]:
    """Put back together what was split at an escaped delimiter."""
    tokens: list[str] = []
    pending: list[str] = []
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if index < last and part.endswith("\\"):
            pending.append(part[:-1])
        elif pending:
            pending.append(part)
            tokens.append(delimiter.join(pending))
            pending = []
        else:
            tokens.append(part)
    return tokens


def is_encodable(elements: list[str], delimiter: str) -> bool:
    """Return whether *elements* come back unchanged from :func:`decode` after :func:`encode`."""
    return decode(encode(elements, delimiter), delimiter) == (elements or [""])


def raw_elements(text: str, delimiter: str) -> list[str]:
    """Split *text* where :func:`decode` does, but leave the elements as they are written.

    Joined with *delimiter* they are *text* again, to the letter.
    """
    return re.split(rf"(?<!\\){re.escape(delimiter)}", text)
