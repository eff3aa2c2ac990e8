"""A game that is imported again: what its owner corrected in ``dialect.toml`` stays, the rest follows the module.

The kept module holds the file as the import before wrote it, so that a correction can be told from a change of the
module. Without that, whatever differs is taken for a correction.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from adjudicator.game.module_dialect import DIALECT_FILE
from adjudicator.report.safe_text import one_line
from adjudicator.vassal.archive import open_archive, read_file
from adjudicator.vassal.errors import FileAccessError, VassalError
from adjudicator.vassal.limits import Limits

from .dialect_table import DialectTable
from .dialect_text import dialect_text, table_text
from .findings import FindingList
from .kept_module import KEPT_MODULE_FILE

__all__ = ["EarlierDialect", "earlier_dialect", "guesses_in", "merged_dialect"]

_GUESSED: Final = "guessed"
_HEADER: Final = re.compile(r'\[\[? *(?:"([^"\n]*)"|([\w-]+))')
_PLAIN_KEY: Final = re.compile(r"([\w-]+) *=")
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class EarlierDialect:
    """The ``dialect.toml`` of a directory that is imported into again."""

    text: str
    written: str
    """The file as the import before wrote it; empty if that is not known."""


def earlier_dialect(directory: Path, limits: Limits) -> EarlierDialect | None:
    """Return the ``dialect.toml`` of a directory, None if it has none.

    Raises VassalError for one that cannot be read: what somebody corrected in it must not be overwritten.
    """
    path = directory / DIALECT_FILE
    if not path.exists():
        return None
    try:
        text = read_file(path, limits).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileAccessError("not UTF-8 text: save it as UTF-8, or delete it", file=str(path)) from None
    try:
        written = open_archive(directory / KEPT_MODULE_FILE, limits).read(DIALECT_FILE).decode()
    except (OSError, UnicodeDecodeError, VassalError):
        written = ""
    return EarlierDialect(text, written)


def merged_dialect(module: str, tables: Sequence[DialectTable], earlier: EarlierDialect, findings: FindingList) -> str:
    """Return the text of ``dialect.toml`` for *tables* of a module, with what was corrected in the *earlier* file.

    What the module has changed is added to *findings*. The file stays as it is, to the byte, if nothing in it changes,
    or if it is no TOML.
    """
    try:
        ours, written = tomllib.loads(earlier.text), tomllib.loads(earlier.written) if earlier.written else None
    except (tomllib.TOMLDecodeError, RecursionError):
        findings.add("dialect-changed", DIALECT_FILE, "it cannot be read as TOML, and was left as it is")
        return earlier.text
    merge = _Merge(ours, written, tomllib.loads(dialect_text(module, tables)))
    for key, remark in merge.remarks(tables):
        findings.add("dialect-changed", f"{DIALECT_FILE}, key {key}", one_line(remark, _LONGEST))
    found = [replace(each, found=not merge.is_guess(each)) for each in tables]
    if not any(merge.takes(each.key) for each in tables) and _guesses(found) == set(ours.get(_GUESSED, ())):
        return earlier.text
    texts = _texts_by_key(earlier.text)
    kept = {each.key: texts.get(each.key, table_text(each)) for each in found if not merge.takes(each.key)}
    return dialect_text(module, found, kept)


@dataclass(frozen=True, slots=True)
class _Merge:
    """The three documents: the owner's, the one that was written for the module before, and the module's."""

    ours: Mapping[str, Any]
    written: Mapping[str, Any] | None
    new: Mapping[str, Any]

    def is_corrected(self, key: str) -> bool:
        """Return whether the owner has corrected a table."""
        before = self.new if self.written is None else self.written
        return bool(self.ours.get(key) != before.get(key))

    def takes(self, key: str) -> bool:
        """Return whether the module's table goes into the place of the owner's."""
        return not self.is_corrected(key) and bool(self.ours.get(key) != self.new.get(key))

    def is_guess(self, table: DialectTable) -> bool:
        """Return whether a table is a guess afterwards: one that the owner has looked at is none any more."""
        if self.takes(table.key):
            return not table.found
        confirmed = table.found and self.ours.get(table.key) == self.new.get(table.key)
        return table.key in self.ours.get(_GUESSED, ()) and not confirmed

    def remarks(self, tables: Sequence[DialectTable]) -> Iterator[tuple[str, str]]:
        """Yield the keys of tables that the module has changed, with what was done."""
        for key in (each.key for each in tables):
            now = _shown(self.new.get(key))
            if self.takes(key):
                yield key, f"the module has changed it, and it was taken: {now}"
            elif self.is_corrected(key) and self.ours.get(key) != self.new.get(key) and self._is_changed(key):
                yield key, f"yours was kept; the module has {now}"

    def _is_changed(self, key: str) -> bool:
        return self.written is None or self.written.get(key) != self.new.get(key)


def guesses_in(text: str) -> tuple[str, ...]:
    """Return the keys that a ``dialect.toml`` has as guesses; none for a text that is no TOML."""
    try:
        return tuple(map(str, tomllib.loads(text).get(_GUESSED, ())))
    except (tomllib.TOMLDecodeError, RecursionError, TypeError):
        return ()


def _guesses(tables: Sequence[DialectTable]) -> set[str]:
    return {each.key for each in tables if not each.found}


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {_shown(each)}" for key, each in value.items()) or "nothing"
    if isinstance(value, list):
        return "; ".join(map(_shown, value)) or "nothing"
    return "nothing" if value is None else str(value)


def _texts_by_key(text: str) -> dict[str, str]:
    """Return the text of each top-level key or table with the comment above it."""
    found: dict[str, list[str]] = {}
    key, comment, in_tables = "", list[str](), False
    for line in text.splitlines(keepends=True):
        header = _HEADER.match(line)
        in_tables = in_tables or header is not None
        plain = None if in_tables else _PLAIN_KEY.match(line)
        if line.startswith("#") or (comment and not line.strip()):
            comment.append(line)
            continue
        key = next(filter(None, header.groups()), key) if header else plain[1] if plain else key
        found.setdefault(key, []).extend([*comment, line])
        comment = []
    return {key: "".join(lines).strip() + "\n" for key, lines in found.items()}
