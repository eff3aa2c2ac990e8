"""The workshop: VASSAL modules read and built from data files.

The names in ``__all__`` are the library (:mod:`vmod_builder.library`); they are imported when they are first used, so
that the commands start quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .library import WrittenModule, write_module

__all__ = ["WrittenModule", "write_module"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import library

    return getattr(library, name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
