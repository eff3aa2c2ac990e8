"""The files that a command is given: none of them is ever overwritten, whatever its name and even with ``--force``.

A file is known by its place on the disk, not by its name: links and other spellings of a path are the same file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

__all__ = ["is_input", "keep_inputs", "note_input"]

_Place = tuple[int, int]
_inputs: ContextVar[set[_Place] | None] = ContextVar("inputs", default=None)


@contextmanager
def keep_inputs() -> Iterator[None]:
    """Keep the files that are noted meanwhile from being written."""
    token = _inputs.set(set())
    try:
        yield
    finally:
        _inputs.reset(token)


def note_input(path: Path) -> None:
    """Note that a file is given to be read; one that is not there is none."""
    inputs, place = _inputs.get(), _place(path)
    if inputs is not None and place is not None:
        inputs.add(place)


def is_input(path: Path) -> bool:
    """Return whether a file is one that was noted since :func:`keep_inputs` began."""
    return _place(path) in (_inputs.get() or ())


def _place(path: Path) -> _Place | None:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
