"""The settings for writing to a terminal: its width, and whether verdicts are coloured. A file or a pipe has neither.

https://no-color.org and its opposite are heeded: NO_COLOR and FORCE_COLOR, if they are not empty; ``--color`` goes
before both.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

import click

from ..report.safe_text import LINE_WIDTH, folded, lines_of_width
from ..report.verdict_colours import painted
from .progress import make_way

__all__ = ["add_color_option", "emit", "is_terminal", "on_this_terminal"]

_NARROWEST: Final = 40
_choice: ContextVar[str] = ContextVar("colour", default="auto")


@contextmanager
def on_this_terminal() -> Iterator[None]:
    """Fit whatever is worded meanwhile to the terminal, if there is one."""
    token = _choice.set("auto")
    try:
        with lines_of_width(_width()):
            yield
    finally:
        _choice.reset(token)


def emit(lines: Iterable[str]) -> None:
    """Print lines to standard output; on a terminal folded to its width, with the verdicts in colour."""
    width, colour = _width(), _has_colour()
    for line in lines:
        first, *others = (part.rstrip() for part in folded(line, width)) if width else [line]
        make_way()
        for text in (painted(first) if colour else first, *others):
            click.echo(text, color=colour or None)


def add_color_option(command: click.Command) -> click.Command:
    """Give a command, and the commands in it, the option ``--color``, unless they have it."""
    for each in getattr(command, "commands", {}).values():
        add_color_option(each)
    if not any(parameter.name == "color" for parameter in command.params):
        command.params.append(click.Option(
            ["--color"], type=click.Choice(("auto", "always", "never")), expose_value=False, callback=_choose,
            help="Colour the verdicts: on a terminal only (auto), always or never.",
        ))  # fmt: skip
    return command


def _choose(_context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        _choice.set(value)


def _has_colour() -> bool:
    if _choice.get() != "auto":
        return _choice.get() == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb")


def _width() -> int | None:
    """Return the width of the terminal, None if the output goes elsewhere."""
    if not is_terminal(sys.stdout):
        return None
    return max(shutil.get_terminal_size((LINE_WIDTH, 24)).columns, _NARROWEST)


def is_terminal(stream: Any) -> bool:
    """Return whether somebody reads what is written to a stream on a terminal."""
    return stream is not None and not stream.closed and bool(stream.isatty())
