"""The logs and saves of folders, in the order of their names and numbers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from ..audit.games import in_natural_order
from ..report.safe_text import one_line
from ..vassal.document_kind import DocumentKind, document_kind
from ..vassal.errors import FileAccessError
from .options import note

__all__ = ["games_below", "logs_in"]

_LOG: Final = ".vlog"
_SAVE: Final = ".vsav"
_DOCUMENT: Final = ".xml"


def logs_in(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield logs, of a directory those in it in the order of their names and numbers. Raises FileAccessError.

    A log may be the XML document of one, which is passed over if the log that it is named after is there too.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        found = _logs_of(path.iterdir())
        if not found:
            raise FileAccessError("there is no log in this directory", file=str(path),
                                  expected=f"*{_LOG} files, or logs as XML")  # fmt: skip
        yield from found


def games_below(given: Sequence[Path]) -> Mapping[str, Path]:
    """Return the logs and saves of folders and of those below them, by their paths below what was given.

    A file that was given itself is called by its name. Raises FileAccessError if there is no log, or a folder cannot be
    looked into.
    """
    found: dict[str, Path] = {}
    seen: set[Path] = set()
    for path in given:
        for each in _below(path) if path.is_dir() else (path,):
            if (real := each.resolve()) not in seen:
                seen.add(real)
                found[_name(each, path, alone=len(given) == 1, taken=found)] = each
    if not any(path.suffix.lower() != _SAVE for path in found.values()):
        raise FileAccessError("there is no log in this directory or below it", file=str(given[0]),
                              expected=f"*{_LOG} files, or logs as XML")  # fmt: skip
    return found


def _name(path: Path, given: Path, *, alone: bool, taken: Mapping[str, Path]) -> str:
    if path is given:
        name = path.name
    else:
        below = path.relative_to(given).as_posix()
        name = below if alone else f"{given.name or given}/{below}"
    return path.as_posix() if name in taken else name


def _below(folder: Path) -> Iterator[Path]:
    """Yield the logs and saves in a folder and below it; links to folders are not followed."""
    for directory, folders, names in os.walk(folder, onerror=_unreadable):
        folders.sort(key=in_natural_order)
        paths = [Path(directory) / name for name in names]
        yield from _logs_of(paths)
        yield from sorted((each for each in paths if each.suffix.lower() == _SAVE), key=_in_order)


def _unreadable(error: OSError) -> None:
    raise FileAccessError(f"the directory cannot be looked into: {error.strerror}", file=str(error.filename)) from None


def _logs_of(paths: Iterable[Path]) -> list[Path]:
    """Return the logs in a folder; the XML document of a log that is in the folder too is passed over."""
    entries = sorted(paths, key=_in_order)
    logs = [each for each in entries if each.name.lower().endswith(_LOG)]
    documents = [each for each in entries if each.name.lower().endswith(_DOCUMENT) and _is_log_document(each)]
    copies = [each for each in documents if each.stem in {log.stem for log in logs}]
    if copies:
        names = ", ".join(one_line(each.name) for each in copies)
        note(f"skipped, because the log of the same name is beside it: {names}")
    return sorted([*logs, *(each for each in documents if each not in copies)], key=_in_order)


def _is_log_document(path: Path) -> bool:
    return document_kind(path) is DocumentKind.LOG


def _in_order(path: Path) -> list[tuple[int, str]]:
    """Return what puts ``turn-2`` before ``turn-10``, by whatever ending they have."""
    return [*in_natural_order(path.stem), (-1, path.suffix)]
