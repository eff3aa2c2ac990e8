"""New directories full of files: written next to their place and renamed, so that none is ever half there."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from adjudicator.vassal.archive import write_file
from adjudicator.vassal.errors import FileAccessError, OutputExists

__all__ = ["check_directory", "write_directory"]


def check_directory(directory: Path, *, force: bool = False, advice: str = "another name, or --force") -> None:
    """Make sure that files can be written into *directory*: it is new, or empty, or *force* is given.

    *advice* says what to give instead of a directory in which there is something.
    Raises OutputExists if something is in it, FileAccessError if it cannot be a directory.
    """
    try:
        if not directory.exists():
            if not directory.absolute().parent.is_dir():
                raise FileAccessError("the directory that it is to be in does not exist", file=str(directory))
            return
        if not directory.is_dir():
            raise FileAccessError("this is a file", file=str(directory), expected="the name of a new directory")
        occupied = any(directory.iterdir())
    except (OSError, ValueError) as error:
        raise _refused(error, directory) from None
    if occupied and not force:
        raise OutputExists("the directory is not empty", file=str(directory), expected=advice)


def write_directory(directory: Path, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Write *files*, by their paths within it, to *directory*.

    With *force* files of the same names are replaced in a directory that is there; others in it stay.
    Raises OutputExists and FileAccessError as :func:`check_directory` does.
    """
    check_directory(directory, force=force)
    try:
        if directory.exists():
            _write_into(directory, files, force)
            return
        beside = directory.absolute().with_name(f".{secrets.token_hex(8)}.part")
        try:
            beside.mkdir()
            _write_into(beside, files, force=False)
            beside.rename(directory)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except (OSError, ValueError) as error:
        raise _refused(error, directory) from None


def _write_into(directory: Path, files: Mapping[str, bytes], force: bool) -> None:
    for name in sorted(files):
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, files[name], force=force)


def _refused(error: OSError | ValueError, directory: Path) -> FileAccessError:
    if isinstance(error, FileAccessError):
        return error
    reason = getattr(error, "strerror", None) or "the name cannot be a directory's"
    return FileAccessError(f"the directory cannot be written: {reason}", file=str(directory))
