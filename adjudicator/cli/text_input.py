"""Text that somebody typed, from a file or from standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from ..game.errors import GameDataError
from ..game.json_text import MAX_CHARACTERS
from ..vassal.archive import read_file

__all__ = ["file_name", "typed_text"]

_STANDARD_INPUT: Final = "-"
_ARCHIVE: Final = b"PK\x03\x04"
"""The first bytes of VASSAL's files."""


def file_name(path: Path) -> str:
    """Return what a file is called in errors."""
    return "standard input" if str(path) == _STANDARD_INPUT else path.name


def typed_text(path: Path, expected: str) -> str:
    """Return a file's text, or that of standard input for ``-``. Raises :class:`GameDataError` if it is none.

    *expected* says what it should be.
    """
    data = sys.stdin.buffer.read(MAX_CHARACTERS + 1) if str(path) == _STANDARD_INPUT else read_file(path)
    if data.startswith(_ARCHIVE):
        raise GameDataError("this is a save, a log or a module", file=file_name(path), expected=expected)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GameDataError("not UTF-8 text", file=file_name(path), expected=expected) from None
