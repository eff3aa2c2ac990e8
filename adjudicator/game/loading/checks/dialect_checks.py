"""Checks that the words of a module mean something that the game has (``dialect.toml``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...errors import GameDataError
from ...module_dialect import DIALECT_FILE
from ..files import GameFiles
from ..places import plain
from ..suggestions import did_you_mean, listed
from .names import KINDS, Names

__all__ = ["words_known"]

_MEANINGS: Final[Mapping[tuple[str, ...], str]] = {
    ("sides",): "side", ("chits", "names"): "chit", ("turn", "dates"): "date", ("turn", "times"): "turn",
    ("zones",): "box",
}  # fmt: skip
"""The tables of words, and the kind of name that each of their values is."""
_CARDS, _BOX = "cards", "box"


def words_known(files: GameFiles, names: Names) -> Iterator[GameDataError]:
    """Yield an error for each word that means something which the game does not have."""
    for path, kind in _MEANINGS.items():
        for word, meaning in _table(files[DIALECT_FILE], path).items():
            place = f"{files.line_words(DIALECT_FILE, (*path, word))}key {'.'.join(path)}.{plain(word)}"
            yield from _unknown(kind, meaning, names, place)
    for number, row in enumerate(files[DIALECT_FILE].get(_CARDS, ())):
        place = f"{files.line_words(DIALECT_FILE, (_CARDS, number, _BOX))}{_CARDS}, row {number + 1}, key {_BOX}"
        yield from _unknown(_BOX, str(row[_BOX]), names, place)


def _unknown(kind: str, meaning: str, names: Names, place: str) -> Iterator[GameDataError]:
    """Yield an error for a name that the game does not have."""
    if not names.knows(kind, meaning):
        problem = f"no such {KINDS[kind].called}{did_you_mean(meaning, names[kind])}"
        yield GameDataError(problem, file=DIALECT_FILE, place=place, found=meaning, expected=listed(names[kind]))


def _table(document: Mapping[str, Any], path: tuple[str, ...]) -> Mapping[str, str]:
    """Return the table at a path, an empty one for none."""
    found: Any = document
    for part in path:
        found = found.get(part, {})
    return {str(word): str(meaning) for word, meaning in found.items()}
