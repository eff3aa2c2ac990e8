"""How large, deep and long a file may be before reading it stops with a clear word.

The defaults leave a wide margin above nearly all that players have made: a save usually holds less
than 2 MB of text, the largest one seen 11 MB. Reading costs some 25 times a file's text in memory,
exporting it up to twice as much.
"""

from __future__ import annotations

from dataclasses import dataclass

from .errors import LimitExceeded

__all__ = ["DEFAULT_LIMITS", "Limits"]

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds that hold while one file is read. All counts are inclusive maxima."""

    archive_bytes: int = 1024 * MEBIBYTE
    """Size of the file on disk."""
    archive_entries: int = 50_000
    """Number of entries of a ZIP archive."""
    entry_bytes: int = 64 * MEBIBYTE
    """Unpacked size of one entry that is read."""
    text_bytes: int = 32 * MEBIBYTE
    """Size of the command stream as UTF-8, after every unpacking."""
    commands: int = 500_000
    """Number of commands in one stream, empty ones included."""
    nesting: int = 200
    """Depth of commands within commands."""
    traits: int = 1_000
    """Number of traits of one piece."""
    pieces: int = 500_000
    """Number of pieces, stacks and decks at one time."""

    def check(self, what: str, limit: str, value: int, *, place: str = "") -> None:
        """Raise :class:`LimitExceeded` if *value* is above the limit named *limit*."""
        allowed = getattr(self, limit)
        if value > allowed:
            raise LimitExceeded(
                f"{what} is above the limit",
                place=place,
                found=f"{value:,}",
                expected=f"at most {allowed:,}; --limit {limit}=N raises it",
            )

    def scaled(self, factor: int) -> Limits:
        """Return limits *factor* times as large (``factor`` of 1 or more)."""
        return Limits(**{name: getattr(self, name) * factor for name in self.__slots__})


DEFAULT_LIMITS = Limits()
