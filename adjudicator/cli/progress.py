"""A line of the terminal that says what a program is doing while work takes longer than a second.

The line goes to standard error and is wiped out afterwards; where that is no terminal there is none. Only one is shown
at a time: work that is a part of other work keeps quiet.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final, TypeVar

from ..report.safe_text import display_width, one_line

__all__ = ["busy", "make_way", "silence", "watched"]

T = TypeVar("T")
DELAY = 1.0
"""The number of seconds for which work is done in silence."""
_TICK: Final = 0.5
_LONGEST: Final = 70


class _ProgressLine:
    """The line of one piece of work; a separate thread writes it, so that the work need not care about it."""

    def __init__(self, words: Callable[[], str]) -> None:
        self._words = words
        self._done, self._lock = Event(), Lock()
        self._shown = 0
        """The number of columns of the terminal that are to be wiped out."""
        self._since = monotonic()
        self._thread = Thread(target=self._show, daemon=True)
        self._thread.start()

    def _show(self) -> None:
        wait = DELAY
        while not self._done.wait(wait):
            wait = _TICK
            seconds = int(monotonic() - self._since)
            text = f"{one_line(self._words(), _LONGEST)} … {seconds} s"
            with self._lock:
                self._write(f"\r{text}")
                self._shown = display_width(text)

    def wipe(self) -> None:
        """Make the row of the terminal empty again."""
        with self._lock:
            if self._shown:
                self._write(f"\r{' ' * self._shown}\r")
                self._shown = 0

    def end(self) -> None:
        """Stop, and leave nothing behind."""
        self._done.set()
        self._thread.join()
        self.wipe()

    @staticmethod
    def _write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


class _Terminal:
    """The holder of the line of the terminal."""

    line: _ProgressLine | None = None
    silent = False


def silence() -> None:
    """Show nothing from now on, as in a process that works for another one."""
    _Terminal.silent = True


def make_way() -> None:
    """Wipe out what is shown, before something else is printed."""
    if _Terminal.line is not None:
        _Terminal.line.wipe()


@contextmanager
def _shown(words: Callable[[], str]) -> Iterator[None]:
    if _Terminal.silent or _Terminal.line is not None or not sys.stderr.isatty():
        yield
        return
    _Terminal.line = _ProgressLine(words)
    try:
        yield
    finally:
        _Terminal.line.end()
        _Terminal.line = None


@contextmanager
def busy(label: str) -> Iterator[None]:
    """Show what is being done meanwhile."""
    with _shown(lambda: label):
        yield


def watched(items: Iterable[T], label: str, length: int) -> Iterator[T]:
    """Pass *items* on, and show how many of them have been done."""
    done = 0
    with _shown(lambda: f"{one_line(label, 40)}: {done:,} of {length:,}"):
        for item in items:
            yield item
            done += 1
