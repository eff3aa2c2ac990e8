"""Limits on the size, depth and length of a file; beyond them, reading stops with a clear message.

The defaults are set from what reading costs: a file within them is inspected in 5 seconds and 300 MB on a usual
machine. They leave room above all that players are known to have made: a save usually holds less than 2 MB of
text, the largest one seen 11 MB; few have more than 5,000 commands. The table in docs/promises.md has the cost of each.
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
    text_bytes: int = 12 * MEBIBYTE
    """Size of the command stream as UTF-8, after every unpacking."""
    commands: int = 40_000
    """Number of commands in one stream, empty ones included."""
    nesting: int = 200
    """Depth of commands within commands."""
    traits: int = 1_000
    """Number of traits of one piece."""
    pieces: int = 40_000
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
