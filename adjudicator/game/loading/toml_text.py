"""Turns the bytes of a data file into a TOML document, with bounds, and with errors that a player understands."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from ..errors import GameDataError

__all__ = ["MAX_BYTES", "parse_toml"]

MAX_BYTES: Final = 1024 * 1024
"""The greatest size of a data file."""
_MAX_VALUES: Final = 100_000
_MAX_DEPTH: Final = 12
_GREATEST: Final = 10**9

# A parser of TOML takes time and memory that grow with the square of a key's parts; no file of ours has more than four.
_LONG_KEY: Final = re.compile(r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){12}""")

_POSITION: Final = re.compile(r"\s*\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)\s*$")

_PLAIN_WORDS: Final[Mapping[str, str]] = {
    "Expected '=' after a key in a key/value pair": "a key must be followed by = and a value",
    "Expected newline or end of document after a statement": "there is something after the end of the value",
    "Invalid value": "a value is missing, or a text without quotation marks",
    "Invalid statement": "this is neither a key nor a [table]",
    "Invalid initial character for a key part": "a key has letters, digits, - and _ only, or is in quotation marks",
    "Cannot overwrite a value": "this key or table is given twice",
    "Cannot declare": "this table is given twice",
    "Cannot mutate immutable namespace": "this key or table is given twice",
    "Cannot redefine namespace": "this key or table is given twice",
    "Cannot define namespace": "this key or table is given twice",
    "Duplicate inline table key": "this key is given twice",
    "Unterminated string": "a text has no closing quotation mark",
    "Unescaped '\\'": "a \\ in a text must be written \\\\",
    "Unclosed array": "a list has no closing ], or a comma is missing",
    "Unclosed inline table": "an inline table has no closing }, or a comma is missing",
    'Expected "]': "a [table] has no closing bracket",
    "Expected ']": "a [table] has no closing bracket",
    "Found invalid character '\\n'": "a text has no closing quotation mark on its line",
    "Illegal character '\\n'": "a text has no closing quotation mark on its line",
    "Illegal character": "there is a control character here",
    "Found invalid character": "there is a control character here",
    "Invalid date or datetime": "no such date or time",
}
"""The beginnings of the parser's messages, and our replacements for them."""


def parse_toml(data: bytes, file: str) -> dict[str, Any]:
    """Return the document in *data*. Raises :class:`GameDataError`, which names the place if there is one."""
    if len(data) > MAX_BYTES:
        raise GameDataError("the file is too large", file=file, expected=f"at most {MAX_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise GameDataError("not UTF-8 text", file=file, place=f"line {line}") from error
    _refuse_long_keys(text, file)
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise GameDataError("tables or lists are nested too deeply", file=file) from None
    except ValueError as error:
        raise _toml_error(error, file) from error
    _refuse_extremes(document, file)
    return document


def _refuse_long_keys(text: str, file: str) -> None:
    found = _LONG_KEY.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        raise GameDataError("a key has too many parts", file=file, place=f"line {line}", found=found.group())


def _toml_error(error: ValueError, file: str) -> GameDataError:
    if not isinstance(error, tomllib.TOMLDecodeError):
        return GameDataError("a number is too long", file=file)  # Python reads no more than some thousand digits
    message = str(error)
    position = _POSITION.search(message)
    if position is None:
        return GameDataError(f"not TOML: {message}", file=file)
    if position["line"] is None:
        return GameDataError("the file ends too early: a text, list or table is not closed", file=file)
    place = f"line {position['line']}, column {position['column']}"
    said = message[: position.start()]
    plain = (words for beginning, words in _PLAIN_WORDS.items() if said.startswith(beginning))
    return GameDataError(next(plain, f"not TOML: {said}"), file=file, place=place)


def _refuse_extremes(document: dict[str, Any], file: str) -> None:
    """Refuse documents that no schema should have to look at: too many values, too deep ones, endless numbers."""
    count = 0
    waiting: list[tuple[Any, int]] = [(document, 0)]
    while waiting:
        value, depth = waiting.pop()
        count += 1
        if count > _MAX_VALUES:
            raise GameDataError("the file has too many values", file=file, expected=f"at most {_MAX_VALUES:,}")
        if depth > _MAX_DEPTH:
            raise GameDataError("tables or lists are nested too deeply", file=file)
        if isinstance(value, dict):
            waiting += [(each, depth + 1) for each in value.values()]
        elif isinstance(value, list):
            waiting += [(each, depth + 1) for each in value]
        elif isinstance(value, float) and not math.isfinite(value):
            raise GameDataError("a number is endless or no number", file=file, found=str(value))
        elif isinstance(value, int) and abs(value) > _GREATEST:
            raise GameDataError("a number is too large", file=file, found=f"{value:.3e}" if abs(value) < 1e300 else "")
