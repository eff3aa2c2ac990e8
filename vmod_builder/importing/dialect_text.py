"""Writes the tables of a module's dialect as ``dialect.toml``: to be read by its owner, and corrected."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from adjudicator.report.safe_text import one_line

from .dialect_table import DialectTable
from .toml_edit import toml_value

__all__ = ["dialect_text", "table_text"]

_WIDTH: Final = 115
_HEAD: Final = (
    "How the VASSAL module {module} shows the game, as far as vmod-builder import understood it.",
    "",
    "verify and audit read the games of this directory by this file. Correct here what is wrong, in any text editor: "
    "no import changes a table that you corrected. Delete the file to have it written anew. Names are the module's "
    "own, to the letter.",
)
_GUESSED: Final = (
    "The tables below that are guesses. Whatever depends on one of them is undecided in verify and audit. Look at "
    "each, correct it if it is wrong, and take its name out of this list.",
)


def dialect_text(module: str, tables: Sequence[DialectTable], kept: Mapping[str, str] | None = None) -> str:
    """Return the text of the file for a module's dialect; *kept* are the texts of tables that stay as they are."""
    guessed = [each.key for each in tables if not each.found]
    parts = [
        _comment([each.format(module=one_line(module, 60)) for each in _HEAD]),
        f"{_comment(_GUESSED)}guessed = {toml_value(guessed, indent=10)}\n",
        *((kept or {}).get(each.key) or table_text(each) for each in sorted(tables, key=_is_table)),
    ]
    return "\n".join(parts)


def table_text(table: DialectTable) -> str:
    """Return the text of one table, or key, with its explanations."""
    return "".join(_table(table)) if _is_table(table) else _plain(table)


def _is_table(table: DialectTable) -> bool:
    return isinstance(table.value, Mapping) or _is_rows(table.value)


def _comment(paragraphs: Iterable[str]) -> str:
    """Return paragraphs as lines of a comment, none too long."""
    lines = [line for each in paragraphs for line in textwrap.wrap(each, _WIDTH - 2) or [""]]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def _about(table: DialectTable) -> str:
    guess = () if table.found else ("A GUESS: please look at it.",)
    return _comment((*table.words, *guess))


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _plain(table: DialectTable) -> str:
    if table.value is None:
        return f"{_about(table)}# {table.key}\n"
    key = f"{table.key} = "
    return f"{_about(table)}{key}{toml_value(table.value, indent=len(key))}\n"


def _table(table: DialectTable) -> Iterator[str]:
    yield _about(table)
    if _is_rows(table.value):
        yield "\n".join(_row(table, row) for row in table.value)
        return
    yield f"[{table.key}]\n{_keys({key: each for key, each in table.value.items() if not _is_inner(each)})}"
    for key, each in table.value.items():
        if _is_inner(each):
            yield f"[{table.key}.{key}]\n{_keys(each)}"


def _row(table: DialectTable, row: Mapping[str, Any]) -> str:
    note = table.notes.get(str(next(iter(row.values()))), "")
    return f"[[{table.key}]]{f'  # {note}' if note else ''}\n{_keys(row)}"


def _is_inner(value: Any) -> bool:
    """Return whether a value is a table of words, which has lines of its own."""
    return isinstance(value, Mapping) and "layer" not in value


def _keys(table: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {toml_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else toml_value(key)
