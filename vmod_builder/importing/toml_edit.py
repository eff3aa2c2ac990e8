"""Changes single values and rows of a TOML text; comments, order and layout of all the rest stay as they are.

The library tomlkit was tried instead (0.15): of 219 files of ours it gave back 16 with their tables in another order, a
new key goes below the comment of the table that follows, and inline rows become tables with headers of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from adjudicator.game.loading.toml_scan import Entry, Path, Section, Value, scan_toml

__all__ = ["TomlEdit", "toml_value"]

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_LINE_END: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_WIDTH: Final = 115


def toml_value(value: Any, *, indent: int = 0) -> str:
    """Return a value as TOML: a truth value, whole number, text, list or (inline) table.

    A list that would make a line of more than about 115 characters is spread over several; *indent* is the length
    of what comes before it on its line.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key_text(key)} = {toml_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    texts = [toml_value(each) for each in value]
    line = f"[{', '.join(texts)}]"
    return line if len(line) + indent <= _WIDTH else f"[\n{_folded(texts)}]"


def _folded(texts: Iterable[str]) -> str:
    lines, line = [], "   "
    for text in texts:
        if len(line) + len(text) + 2 > _WIDTH and line.strip():
            lines.append(line)
            line = "   "
        line += f" {text},"
    return "".join(f"{each}\n" for each in [*lines, line])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key_text(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _quoted(key)


def _entry_text(key: str, value: Any) -> str:
    name = _key_text(key)
    return f"{name} = {toml_value(value, indent=len(name) + 3)}"


class TomlEdit:
    """The changes to one text. Each table and each value is changed at most once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._sections = scan_toml(text)
        self._by_path = {section.path: section for section in self._sections}
        self._changes: list[tuple[int, int, str]] = []

    def text(self) -> str:
        """Return the text with all changes made."""
        parts, at = [], 0
        for start, end, new in sorted(self._changes, key=lambda change: change[:2]):
            parts += [self._text[at:start], new]
            at = end
        return "".join([*parts, self._text[at:]])

    def replace(self, path: Path, value: Any) -> None:
        """Put another value in the place of the one at *path*."""
        self.replace_text(path, toml_value(value))

    def replace_text(self, path: Path, text: str) -> None:
        """Put the *text* of a value, as TOML, in the place of the value at *path*."""
        old = self._value(path)
        self._change(old.start, old.end, text)

    def update(self, path: Path, values: Mapping[str, Any]) -> None:
        """Set keys of the table at *path*; None takes a key out. New keys come after those that are there."""
        section = self._by_path.get(path)
        if section is not None:
            self._update_section(section, values)
            return
        table = self._value(path)
        waiting = {key: value for key, value in values.items() if value is not None}
        texts = []
        for entry in table.entries or ():
            key = entry.key[0]
            if key not in values:
                texts.append(self._text[entry.start : entry.value.end])
            elif len(entry.key) == 1 and key in waiting:
                texts.append(_entry_text(key, waiting.pop(key)))
        texts += [_entry_text(key, value) for key, value in waiting.items()]
        self._change(table.start, table.end, f"{{ {', '.join(texts)} }}")

    def rewrite_tables(self, tables: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
        """Put rows in the place of all rows of lists of tables at the top of the file.

        Lists that come one after the other are replaced together, with the comments between them.
        """
        told = dict(tables)
        for entry in self._sections[0].entries:
            if entry.key[0] in told:
                rows = told.pop(entry.key[0])
                lines = "".join(f"    {toml_value(row)},\n" for row in rows)
                self._change(entry.value.start, entry.value.end, f"[\n{lines}]" if rows else "[]")
        groups = self._groups(set(told))
        written = {table: _blocks(table, rows) for table, rows in told.items()}
        for group in groups:
            names = dict.fromkeys(str(section.path[0]) for section in group)
            new = "\n".join(text for name in names if (text := written.pop(name, "")))
            self._change(group[0].start, self._line_end(group[-1].end), new)
        rest = "".join(f"\n{text}" for text in written.values() if text)
        if rest:
            gap = "" if self._text.endswith("\n") or not self._text else "\n"
            self._change(len(self._text), len(self._text), gap + rest)

    def _groups(self, tables: set[str]) -> list[list[Section]]:
        """Return the runs of sections that belong to *tables*."""
        groups: list[list[Section]] = []
        before = False
        for section in self._sections:
            mine = bool(section.path) and section.path[0] in tables
            if mine and before:
                groups[-1].append(section)
            elif mine:
                groups.append([section])
            before = mine
        return groups

    def _update_section(self, section: Section, values: Mapping[str, Any]) -> None:
        there = set()
        for entry in section.entries:
            key = entry.key[0]
            if key not in values:
                continue
            if len(entry.key) == 1 and values[key] is not None:
                there.add(key)
                self._change(entry.value.start, entry.value.end, toml_value(values[key], indent=len(key) + 3))
            else:
                self._change(entry.start, self._line_end(entry.value.end), "")
        for inner in self._sections:
            if inner.path[: len(section.path)] == section.path and inner.path[len(section.path) :][:1] in {
                (key,) for key in values
            }:
                self._change(inner.start, self._line_end(inner.end), "")
        added = [_entry_text(key, value) for key, value in values.items() if value is not None and key not in there]
        if added:
            place = self._line_end(section.end) if section.path or section.entries else 0
            gap = "" if not place or self._text[place - 1] == "\n" else "\n"
            self._change(place, place, gap + "".join(f"{text}\n" for text in added))

    def _value(self, path: Path) -> Value:
        """Return the value at *path*. Raises ``KeyError`` if no value has that path."""
        for length in range(len(path) - 1, -1, -1):
            section = self._by_path.get(path[:length])
            found = _inside(section.entries, path[length:]) if section else None
            if found is not None:
                return found
        raise KeyError(path)

    def _line_end(self, place: int) -> int:
        """Return where the line after *place* begins: a comment at a line's end goes with it."""
        match = _LINE_END.match(self._text, place)
        return match.end() if match else place

    def _change(self, start: int, end: int, new: str) -> None:
        self._changes.append((start, end, new))


def _inside(entries: Sequence[Entry], path: Path) -> Value | None:
    """Return the value at *path* within the entries of a table."""
    for entry in entries:
        if entry.key == path[: len(entry.key)]:
            return _within(entry.value, path[len(entry.key) :])
    return None


def _within(value: Value, path: Path) -> Value | None:
    if not path:
        return value
    if isinstance(path[0], int):
        return _within(value.items[path[0]], path[1:]) if value.items and path[0] < len(value.items) else None
    return _inside(value.entries or (), path)


def _blocks(table: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows with a header each, and a blank line between them."""
    blocks = ("".join(f"{_entry_text(key, value)}\n" for key, value in row.items()) for row in rows)
    return "\n".join(f"[[{_key_text(table)}]]\n{block}" for block in blocks)
