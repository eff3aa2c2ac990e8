"""Gives the place of a value in a data file in words: table, row by number and name, key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..errors import GameDataError

__all__ = ["Row", "place_words", "plain", "shown", "top_rows"]

_NAMING_KEYS: Final = (
    "name", "title", "id", "key", "hex", "letter", "formation", "division", "side", "number", "date", "menu",
)  # fmt: skip
"""The keys by which a reader recognizes a row; the first one that the row has is used."""
_TABLES_BY_NAME: Final = frozenset({"types", "points", "legend"})
"""The tables whose rows have a name of their own choice, as in ``[types.rifle-company]``."""
_MAX_NAME: Final = 60


def plain(text: str) -> str:
    """Return a text of a file as a part of one line: shortened, and without what cannot be printed."""
    line = "".join(letter if letter.isprintable() else "\N{MIDDLE DOT}" for letter in text[:_MAX_NAME])
    return line if len(text) <= _MAX_NAME else f"{line}\N{HORIZONTAL ELLIPSIS}"


def shown(value: Any) -> str:
    """Return a value as errors show it: texts in quotation marks, lists and tables by their kind."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value):,}"
    return str(value)


def _row_name(row: Any) -> str:
    """Return the name by which a reader knows a row, in brackets; empty if the row has no naming key."""
    name: Any = row
    if isinstance(row, Mapping):
        name = next((row[key] for key in _NAMING_KEYS if key in row), "")
    elif isinstance(row, list):
        name = row[0] if row else ""
    usable = isinstance(name, str | int) and 0 < len(str(name)) <= _MAX_NAME and str(name).isprintable()
    return f" ({name})" if usable else ""


def place_words(document: Any, path: Sequence[str | int]) -> str:
    """Return the place of *path* in words: ``units, row 12 (5/2/13 DBLE), key fire``; empty for the whole file."""
    words: list[str] = []
    keys: list[str] = []
    value = document
    for part in path:
        value = value[part]
        if isinstance(part, int):
            table = ".".join(keys)
            rows = isinstance(value, Mapping | list)
            words += [table] if rows and table else [f"key {table}"] if table else []
            words.append(f"row {part + 1}{_row_name(value)}" if rows else f"item {part + 1}")
            keys = []
        elif not words and len(keys) == 1 and keys[0] in _TABLES_BY_NAME:
            words += [keys.pop(), f"row {plain(part)}"]
        else:
            keys.append(plain(part))
    last = f"{'' if isinstance(value, Mapping) else 'key '}{'.'.join(keys)}"
    return ", ".join([*words, last] if keys else words)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table together with its place."""

    file: str
    place: str
    values: Mapping[str, Any]

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a key, *default* if the row does not have it."""
        return self.values.get(key, default)

    def error(self, problem: str, *, key: str = "", found: Any = None, expected: str = "") -> GameDataError:
        """Return an error for this row, at *key* if one is given."""
        place = ", ".join(part for part in (self.place, f"key {key}" if key else "") if part)
        return GameDataError(
            problem, file=self.file, place=place, found="" if found is None else shown(found), expected=expected
        )

    def inner(self, table: str) -> Iterator[Row]:
        """Yield the rows of a table within this row."""
        for index, values in enumerate(self.values.get(table, [])):
            yield Row(self.file, f"{self.place}, {table}, row {index + 1}{_row_name(values)}", values)


def top_rows(file: str, table: str, rows: Any) -> Iterator[Row]:
    """Yield the rows of a table at the top of a file: a list of tables, or tables by name."""
    if isinstance(rows, Mapping):
        for name, values in rows.items():
            yield Row(file, f"{table}, row {name}", values)
    else:
        for index, values in enumerate(rows):
            yield Row(file, f"{table}, row {index + 1}{_row_name(values)}", values)
