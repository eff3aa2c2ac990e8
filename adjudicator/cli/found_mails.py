"""The mails of a folder that lead to a turn, for commands to which only the turn or its folder was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click

from ..audit.annotations import without_annotations
from ..audit.file_chain import FileChain, KnownFile, chain_to, last_logs
from ..report.safe_text import one_line
from ..vassal.errors import FileAccessError, VassalError
from ..vassal.kept_inputs import note_input
from ..vassal.limits import Limits
from ..vassal.saved_game import open_game
from .log_files import logs_in
from .options import busy

__all__ = ["FoundMails", "mails_of"]

_SAVE: Final = ".vsav"
_MAX_FILES: Final = 500
"""The greatest number of files of a folder that are looked at."""


@dataclass(frozen=True)
class FoundMails:
    """A turn with the files that lead to it."""

    turn: Path
    previous: tuple[Path, ...] = ()
    """The oldest first."""
    forks: tuple[Path, ...] = ()
    """Logs that begin where one of these does and go on differently."""
    unreadable: tuple[Path, ...] = ()
    """Files of the folder with which something is wrong: one of them may be a mail that is missing."""


def mails_of(given: Path, limits: Limits) -> FoundMails:
    """Return the newest mail of a folder, or a given mail, with the mails before it that are in the same folder.

    Raises VassalError if the given file cannot be read or the folder has no log, and UsageError if a folder has the
    mails of several games or too many files.
    """
    turn = None if given.is_dir() else _opened(given, limits)
    paths = [path for path in _games_in(given if turn is None else given.parent) if path != given]
    if len(paths) > _MAX_FILES:
        if turn is not None:
            return FoundMails(given)
        raise click.UsageError(f"the folder has {len(paths):,} files; name the mail, and with --after the one before")
    known, unreadable = _all_opened(paths, limits)
    if turn is None:
        chain = _newest(given, list(known))
    else:
        chain, known[turn] = chain_to(turn, known), given
    *previous, turn_path = (known[each] for each in chain.files)
    for each in (turn_path, *previous):
        note_input(each)
    return FoundMails(turn_path, tuple(previous), tuple(known[each] for each in chain.forks), unreadable)


def _newest(folder: Path, files: Sequence[KnownFile]) -> FileChain[KnownFile]:
    """Return the newest mail of the only game in a folder, with what leads to it."""
    last = last_logs(files)
    if not last:
        raise FileAccessError("there is no log in this directory that can be read", file=str(folder),
                              expected="the mails of a game")  # fmt: skip
    chain = chain_to(last[0], files)
    others = [each for each in last[1:] if not _meets(chain_to(each, files), chain)]
    if others:
        names = ", ".join(one_line(each.game.file) for each in (last[0], *others[:3]))
        raise click.UsageError(f"the folder has mails of more than one game: name the one to verify ({names})")
    return chain


def _meets(branch: FileChain[KnownFile], chain: FileChain[KnownFile]) -> bool:
    """Return whether two chains are of one game: they have a file in common, or two that begin with one position."""
    return any(one is other or one.begins_with(other) for one in branch.files for other in chain.files)


def _games_in(folder: Path) -> Iterator[Path]:
    """Yield the logs of a folder, and its saves."""
    try:
        yield from logs_in([folder])
    except FileAccessError:
        return
    yield from sorted(path for path in folder.iterdir() if path.suffix.lower() == _SAVE and path.is_file())


def _all_opened(paths: Sequence[Path], limits: Limits) -> tuple[dict[KnownFile, Path], tuple[Path, ...]]:
    """Return the files that can be read, each with its path, and the paths of the others."""
    known, unreadable = dict[KnownFile, Path](), list[Path]()
    for path in paths:
        with busy(f"looking at {path.name}"):
            try:
                known[_opened(path, limits)] = path
            except VassalError:
                unreadable.append(path)
    return known, tuple(unreadable)


def _opened(path: Path, limits: Limits) -> KnownFile:
    """Open a save or a log as it was played: rulings that ``annotate`` put into it are no steps."""
    return KnownFile.of(replace(without_annotations(open_game(path, limits)), file=path.name))
