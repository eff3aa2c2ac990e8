"""Records which functions of the package are called while something runs."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import reduce
from importlib import import_module
from types import CodeType, FrameType
from typing import Any, cast

__all__ = ["Calls", "function_named"]


def function_named(name: str) -> Callable[..., Any]:
    """Return the function of a full name. Raises ``ImportError`` or ``AttributeError`` if there is none."""
    parts = name.split(".")
    for depth in range(len(parts) - 1, 0, -1):
        try:
            module = import_module(".".join(parts[:depth]))
        except ModuleNotFoundError:
            continue
        found = cast("Callable[..., Any]", reduce(getattr, parts[depth:], module))
        unwrapped: Callable[..., Any] = inspect.unwrap(found)
        return unwrapped
    raise ModuleNotFoundError(name)


class Calls:
    """Looks out for calls of some functions, given by their full names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: dict[CodeType, str] = {function_named(name).__code__: name for name in names}

    @contextmanager
    def recorded(self) -> Iterator[set[str]]:
        """Give a set into which the name of every one of the functions goes that is called meanwhile."""
        called = set[str]()

        def note(frame: FrameType, event: str, _argument: object) -> None:
            if event == "call" and (name := self._names.get(frame.f_code)) is not None:
                called.add(name)

        before = sys.getprofile()
        sys.setprofile(note)
        try:
            yield called
        finally:
            sys.setprofile(before)
