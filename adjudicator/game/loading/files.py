"""Reads the data files of a game's folder into documents, and names the rows in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from ..errors import GameDataError, GameDataErrors
from .game_folders import GameFolder
from .places import Row, plain, top_rows
from .suggestions import did_you_mean
from .toml_scan import Path, line_of
from .toml_text import MAX_BYTES, parse_toml

__all__ = ["FolderContents", "GameFiles", "folder_contents", "parsed", "read_folder"]

_REQUIRED: Final = ("game.toml", "units.toml", "map.toml")
_OPTIONAL: Final = ("charts.toml", "markers.toml", "actions.toml", "layouts.toml", "dialect.toml")
_OF_OTHERS: Final = ("style.toml", "piece_ids.toml")
"""Files of the drawings and of the module, which are in the same folder and are not read here."""
_WITH_LINES: Final = frozenset({"dialect.toml"})
"""The files whose errors name the line: players correct them who know no other data file."""
_SCENARIO: Final = re.compile(r"scenario_[1-9][0-9]?\.toml")
_MAX_FILES: Final = 200
_MAX_KEPT: Final = 48
"""The number of documents that are kept in memory: those of a few games."""
_MAX_TOGETHER: Final = 4 * MAX_BYTES
"""The greatest total size of a game's files."""


@dataclass(frozen=True, slots=True)
class GameFiles:
    """The documents of a game's folder by file name, in the order in which they are read and reported."""

    documents: Mapping[str, dict[str, Any]]
    texts: Mapping[str, str] = field(default_factory=dict)
    """The texts of those files whose errors name the line."""

    def __getitem__(self, file: str) -> dict[str, Any]:
        """Return the document of a file; an empty one if the folder does not have that file."""
        return self.documents.get(file, {})

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The names of the scenarios' files in order."""
        return tuple(file for file in self.documents if _SCENARIO.fullmatch(file))

    def line_words(self, file: str, path: Path) -> str:
        """Return the words for the line of a value, to go before its place; empty where errors name none."""
        return f"line {line_of(self.texts[file], path)}, " if file in self.texts else ""

    def rows(self, file: str, table: str) -> Iterator[Row]:
        """Yield the rows of a table at the top of a file; none if there is no such table."""
        return top_rows(file, table, self[file].get(table, []))

    def rows_by(self, file: str, table: str, key: str = "id") -> dict[str, Row]:
        """Return the rows of a table by the value of a key, the first one of each value."""
        found: dict[str, Row] = {}
        for row in self.rows(file, table):
            found.setdefault(row.get(key), row)
        return found


@dataclass(frozen=True, slots=True)
class FolderContents:
    """The data files of a game's folder as they were read, in their order; equal ones give equal games."""

    files: tuple[tuple[str, bytes], ...]
    errors: tuple[GameDataError, ...] = ()
    """What cannot be read, and the names that must not or should be there."""


def read_folder(folder: GameFolder) -> GameFiles:
    """Read the data files of *folder*. Raises :class:`GameDataErrors` with all that cannot be read."""
    return parsed(folder_contents(folder))


def folder_contents(folder: GameFolder) -> FolderContents:
    """Return what the data files of *folder* contain. Raises :class:`GameDataErrors` without such a folder."""
    names = _names(folder)
    errors = [*_unknown_files(names), *_missing_files(names)]
    read: list[tuple[str, bytes]] = []
    for name in _in_order(names):
        try:
            read.append((name, _bytes(folder, name)))
        except GameDataError as error:
            errors.append(error)
        if sum(len(data) for _, data in read) > _MAX_TOGETHER:
            errors.append(GameDataError("the files are too large together", expected=f"{_MAX_TOGETHER:,} bytes"))
            read.pop()
            break
    return FolderContents(tuple(read), tuple(errors))


def parsed(contents: FolderContents) -> GameFiles:
    """Return the documents in a folder's data files. Raises :class:`GameDataErrors` with all that is wrong."""
    errors = [*contents.errors]
    documents: dict[str, dict[str, Any]] = {}
    for name, data in contents.files:
        try:
            documents[name] = _document(data, name)
        except GameDataError as error:
            errors.append(error)
    if errors:
        raise GameDataErrors(errors)
    texts = {name: data.decode("utf-8-sig") for name, data in contents.files if name in _WITH_LINES}
    return GameFiles(documents, texts)


@lru_cache(_MAX_KEPT)
def _document(data: bytes, name: str) -> dict[str, Any]:
    """Return the document in a file, which nobody changes: most files of a game stay while one of them is edited."""
    return parse_toml(data, name)


def _names(folder: GameFolder) -> list[str]:
    try:
        names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    except OSError as error:
        problem = f"the game's directory cannot be read: {error.strerror or 'unknown reason'}"
        raise GameDataErrors([GameDataError(problem, found=folder.name)]) from error
    if len(names) > _MAX_FILES:
        problem = f"the directory has too many TOML files: {len(names):,}"
        raise GameDataErrors([GameDataError(problem, expected=f"at most {_MAX_FILES}")])
    return names


def _is_read(name: str) -> bool:
    return name in _REQUIRED or name in _OPTIONAL or _SCENARIO.fullmatch(name) is not None


def _in_order(names: list[str]) -> list[str]:
    """Return the files to be read: the required ones, the others in their order, and the scenarios by number."""
    fixed = [name for name in (*_REQUIRED, *_OPTIONAL) if name in names]
    scenarios = [name for name in names if _SCENARIO.fullmatch(name)]
    return fixed + sorted(scenarios, key=lambda name: int(name.removeprefix("scenario_").removesuffix(".toml")))


def _unknown_files(names: list[str]) -> Iterator[GameDataError]:
    for name in names:
        if not _is_read(name) and name not in _OF_OTHERS:
            known = (*_REQUIRED, *_OPTIONAL, "scenario_1.toml", *_OF_OTHERS)
            problem = "a game has no file of this name" + did_you_mean(name, known)
            allowed = ", ".join((*_REQUIRED, *_OPTIONAL, "scenario_N.toml", *_OF_OTHERS))
            yield GameDataError(problem, file=plain(name), expected=allowed)


def _missing_files(names: list[str]) -> Iterator[GameDataError]:
    if not names:
        yield GameDataError("no game's data are in this directory", expected=", ".join(_REQUIRED))
        return
    for name in _REQUIRED:
        if name not in names:
            yield GameDataError("a game must have this file", file=name)


def _bytes(folder: GameFolder, name: str) -> bytes:
    path = folder.joinpath(name)
    if not path.is_file():
        raise GameDataError("not a regular file", file=name)
    try:
        with path.open("rb") as file:
            data: bytes = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise GameDataError(f"the file cannot be read: {error.strerror or 'unknown reason'}", file=name) from error
    return data
