"""A table of a module's ``dialect.toml`` before it is written, and the words by which it is guessed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final

from adjudicator.game.names import words_of
from adjudicator.report.safe_text import one_line

__all__ = ["DialectTable", "dialect_words", "is_like", "listed"]

_FILE: Final = "dialect_words.toml"
_MAX_NAMED: Final = 8
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class DialectTable:
    """A table, or key, of ``dialect.toml``."""

    key: str
    value: Any
    """The value; None for a table that is left out, so that the series's words hold."""
    found: bool
    """True if the module says so; False for a guess."""
    words: tuple[str, ...]
    """Explanations, one line each."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """Remarks on single rows, by the row's first value, or the key of a table of words."""


@cache
def dialect_words() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the words by which layers, markers, properties and zones are guessed, by table and meaning."""
    return tomllib.loads(files(__package__).joinpath(_FILE).read_text(encoding="utf-8"))


def is_like(texts: Iterable[str], like: Iterable[str]) -> bool:
    """Return whether some of the names together have all words of one that they may be *like*."""
    words = set(words_of(" ".join(texts)))
    return any(set(words_of(text)) <= words for text in like)


def listed(names: Sequence[str]) -> str:
    """Return a few names with commas between them, and how many more there are."""
    shown = ", ".join(one_line(name, _LONGEST) for name in names[:_MAX_NAMED])
    return f"{shown} and {len(names) - _MAX_NAMED} more" if len(names) > _MAX_NAMED else shown
