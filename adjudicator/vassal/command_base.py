"""The base of all commands of VASSAL's files: fields in a text after a literal prefix (vassal-files.md 2.4)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self

from . import sequence

__all__ = ["TAB", "Command", "IdMapper", "integer"]

IdMapper = Callable[[str], str]
"""Turns a player's id (which is a password) into what may be shown."""

TAB = "\t"
"""The delimiter of most commands' fields."""
_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_GREATEST = 2**31 - 1


def integer(text: str | None) -> int | None:
    """Read a field as VASSAL's whole numbers, which have 32 bits; None if it is none."""
    if text is None or not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    return value if -_GREATEST - 1 <= value <= _GREATEST else None


_FIELD_NAMES: dict[type[Command], tuple[str, ...]] = {}


def _field_names(cls: type[Command]) -> tuple[str, ...]:
    """Return the names of a class's own fields, remembered, since every command asks for them."""
    names = _FIELD_NAMES.get(cls)
    if names is None:
        names = _FIELD_NAMES[cls] = tuple(entry.name for entry in fields(cls) if entry.name != "extra")
    return names


@dataclass(frozen=True, slots=True)
class Command:
    """A command: a frozen dataclass whose own fields, in order, are the fields of its text."""

    extra: tuple[str, ...] = field(default=(), kw_only=True)
    """Fields of the text beyond those that are known, kept as they are."""
    NAME: ClassVar[str]
    """The name of the command in the XML and JSON forms."""
    PREFIX: ClassVar[str]
    """The literal text that it begins with."""
    DELIMITER: ClassVar[str] = TAB
    """The delimiter of its fields; empty if the rest is one raw field."""
    MINIMUM: ClassVar[int] = 0
    """The least number of fields."""
    ID_FIELDS: ClassVar[tuple[str, ...]] = ()
    """Fields that hold a player's id, which is a password."""

    @classmethod
    def decode(cls, text: str) -> Self | None:
        """Return the command that *text* is, or None if it is not of this class."""
        values = cls.split(text[len(cls.PREFIX) :])
        known = len(_field_names(cls))
        if len(values) < cls.MINIMUM or (values and not known):
            return None
        if len(values) > known:
            return cls(*values[:known], extra=tuple(values[known:]))
        return cls(*values, *[None] * (known - len(values)))

    @classmethod
    def split(cls, rest: str) -> list[str]:
        """Split what follows the prefix into fields."""
        if not _field_names(cls):
            return [rest] if rest else []
        return sequence.decode(rest, cls.DELIMITER) if cls.DELIMITER else [rest]

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        """Return the names of the known fields in order."""
        return _field_names(cls)

    def values(self) -> list[Any]:
        """Return the known fields in order, without the trailing ones that were left out."""
        values = [getattr(self, name) for name in _field_names(type(self))]
        while values and values[-1] is None:
            values.pop()
        return values

    def encode(self) -> str:
        """Return the command's text, as the engine writes it."""
        values = [value or "" for value in self.values()]
        if not self.DELIMITER:
            return self.PREFIX + "".join(values)
        return self.PREFIX + sequence.encode([*values, *self.extra], self.DELIMITER)

    def with_ids(self, mapper: IdMapper) -> Self:
        """Return the command with its players' ids passed through *mapper*."""
        changed = {name: mapper(value) for name in self.ID_FIELDS if (value := getattr(self, name))}
        return replace(self, **changed) if changed else self  # type: ignore[arg-type]

    def player_ids(self) -> tuple[str, ...]:
        """Return the players' ids in the command."""
        return tuple(value for name in self.ID_FIELDS if (value := getattr(self, name)))
