"""Checks that the words of a module mean something that the game has (``dialect.toml``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...errors import GameDataError
from ...module_dialect import DIALECT_FILE
from ..files import GameFiles
from ..nearest import did_you_mean, listed
from ..places import plain
from .names import KINDS, Names

__all__ = ["words_known"]

_MEANINGS: Final[Mapping[tuple[str, ...], str]] = {
    ("sides",): "side", ("chits", "names"): "chit", ("turn", "dates"): "date", ("turn", "times"): "turn",
    ("zones",): "box",
}  # fmt: skip
"""The tables of words, and the kind of name that each of their values is."""


def words_known(files: GameFiles, names: Names) -> Iterator[GameDataError]:
    """Yield an error for each word that means something which the game does not have."""
    for path, kind in _MEANINGS.items():
        for word, meaning in _table(files[DIALECT_FILE], path).items():
            if not names.knows(kind, meaning):
                known = names[kind]
                yield GameDataError(
                    f"no such {KINDS[kind].called}{did_you_mean(meaning, known)}", file=DIALECT_FILE,
                    place=f"{files.line_words(DIALECT_FILE, (*path, word))}key {'.'.join(path)}.{plain(word)}",
                    found=meaning, expected=listed(known),
                )  # fmt: skip


def _table(document: Mapping[str, Any], path: tuple[str, ...]) -> Mapping[str, str]:
    """Return the table at a path, an empty one for none."""
    found: Any = document
    for part in path:
        found = found.get(part, {})
    return {str(word): str(meaning) for word, meaning in found.items()}
