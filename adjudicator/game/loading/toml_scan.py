"""The places of the keys and values in a TOML text, so that single ones can be changed and all else stays as it is.

The text must be TOML that :mod:`tomllib` reads; then every value has a place here, in whichever of TOML's layouts it
is written: ``[[rows]]``, lists of inline tables, dotted keys.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Entry", "Path", "Section", "Value", "line_of", "scan_toml"]

Path = tuple[str | int, ...]
"""The way to a value: names of tables and keys, and indexes into lists."""

_BLANKS: Final = re.compile(r"[ \t]*")
_BETWEEN: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY: Final = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")|' r"'''.*?'{3,5}(?!')|" r'"(?:[^"\\\n]|\\.)*"|' r"'[^'\n]*'", re.DOTALL
)
_SCALAR: Final = re.compile(r"[^,\]}#\r\n]+")


@dataclass(frozen=True, slots=True)
class Value:
    """A value: the text from ``start`` to ``end``."""

    start: int
    end: int
    items: tuple[Value, ...] | None = None
    """The items of a list; None for anything else."""
    entries: tuple[Entry, ...] | None = None
    """The entries of an inline table; None for anything else."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A key with its value; ``start`` is where the key begins."""

    key: tuple[str, ...]
    """The parts of a dotted key; mostly one."""
    start: int
    value: Value


@dataclass(slots=True)
class Section:
    """A table that has a header, or the part of the file above all headers."""

    path: Path
    start: int
    """The offset at which the header begins."""
    head_end: int
    """The offset at which the header ends."""
    entries: list[Entry] = field(default_factory=list)

    @property
    def end(self) -> int:
        """The offset at which the last entry ends, or the header if there is none."""
        return self.entries[-1].value.end if self.entries else self.head_end


def scan_toml(text: str) -> tuple[Section, ...]:
    """Return the sections of a text in order, the part above all headers first."""
    return _Scanner(text).sections()


def line_of(text: str, path: Path) -> int:
    """Return the number of the line, counted from 1, where a value stands; of what is around it if it is not there."""
    deepest, offset = 0, 0
    for section in scan_toml(text):
        if section.path == path[: len(section.path)] and len(section.path) > deepest:
            deepest, offset = len(section.path), section.start
        for entry in section.entries:
            full = (*section.path, *entry.key)
            if full == path[: len(full)] and len(full) > deepest:
                deepest, offset = len(full), _within(entry, path[len(full) :])
    return text.count("\n", 0, offset) + 1


def _within(entry: Entry, path: Path) -> int:
    """Return the offset of what stands at a path within an entry's value."""
    if not path:
        return entry.start
    value, (part, *rest) = entry.value, path
    if value.items is not None and isinstance(part, int) and part < len(value.items):
        return value.items[part].start
    inner = next((each for each in value.entries or () if each.key == (part,)), None)
    return _within(inner, tuple(rest)) if inner is not None else entry.start


class _Scanner:
    """Goes through a text once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._rows: dict[Path, int] = {}
        """The number of rows that each list of tables with headers has so far."""

    def sections(self) -> tuple[Section, ...]:
        """Return the sections."""
        found = [Section((), 0, 0)]
        self._pass(_BETWEEN)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                found.append(self._header())
            else:
                found[-1].entries.append(self._entry())
            self._pass(_BETWEEN)
        return tuple(found)

    def _pass(self, pattern: re.Pattern[str]) -> str:
        """Go past what fits a pattern here and return it."""
        match = pattern.match(self._text, self._at)
        if match is None:  # the text is TOML, so this is a layout that we do not know
            raise ValueError(f"this TOML cannot be followed at character {self._at}")
        self._at = match.end()
        return match.group()

    def _header(self) -> Section:
        start = self._at
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        key = self._key()
        self._at += brackets
        return Section(self._path(key, is_row=brackets == 2), start, self._at)

    def _path(self, key: tuple[str, ...], *, is_row: bool) -> Path:
        """Return the path of a header; a list of tables on the way means its last row."""
        path: Path = ()
        for part in key[:-1]:
            path = (*path, part)
            if path in self._rows:
                path = (*path, self._rows[path] - 1)
        path = (*path, key[-1])
        if is_row:
            self._rows[path] = self._rows.get(path, 0) + 1
            path = (*path, self._rows[path] - 1)
        return path

    def _key(self) -> tuple[str, ...]:
        parts = []
        while True:
            self._pass(_BLANKS)
            part = self._pass(_KEY)
            parts.append(part if part[0] not in "\"'" else next(iter(tomllib.loads(f"{part} = 0"))))
            self._pass(_BLANKS)
            if not self._text.startswith(".", self._at):
                return tuple(parts)
            self._at += 1

    def _entry(self) -> Entry:
        start = self._at
        key = self._key()
        self._at += 1  # the sign =
        self._pass(_BLANKS)
        return Entry(key, start, self._value())

    def _value(self) -> Value:
        start, sign = self._at, self._text[self._at]
        if sign == "[":
            items = self._items()
            return Value(start, self._at, items=items)
        if sign == "{":
            entries = self._inline_entries()
            return Value(start, self._at, entries=entries)
        read = self._pass(_STRING if sign in "\"'" else _SCALAR)
        return Value(start, start + len(read.rstrip(" \t")))

    def _items(self) -> tuple[Value, ...]:
        items = []
        self._at += 1
        self._pass(_BETWEEN)
        while self._text[self._at] != "]":
            items.append(self._value())
            self._pass(_BETWEEN)
            if self._text[self._at] == ",":
                self._at += 1
                self._pass(_BETWEEN)
        self._at += 1
        return tuple(items)

    def _inline_entries(self) -> tuple[Entry, ...]:
        entries = []
        self._at += 1
        self._pass(_BETWEEN)
        while self._text[self._at] != "}":
            entries.append(self._entry())
            self._pass(_BETWEEN)
            if self._text[self._at] == ",":
                self._at += 1
                self._pass(_BETWEEN)
        self._at += 1
        return tuple(entries)
