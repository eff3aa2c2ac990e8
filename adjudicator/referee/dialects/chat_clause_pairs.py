"""Two clauses beside each other that say one thing: how they are merged, and what they say by themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from .chat_clauses import Clause
from .chat_phrases import Phrase
from .chat_vocabulary import WordGroup, any_of

__all__ = [
    "is_only_named",
    "merged",
    "names_anything",
    "shoots_at_enemy",
]

_NO_MORE: Final = re.compile(
    rf"(?:{any_of(WordGroup.CONNECTIVES)}\s*)*(?:{any_of(WordGroup.ARTICLES, WordGroup.SUBJECT_ARTICLES)})?",
    re.IGNORECASE,
)


def shoots_at_enemy(clause: Clause) -> bool:
    """Return whether a clause says of units that they fire at an enemy, and not what came of it."""
    aims = bool(clause.own and clause.enemy) and Phrase.FIRE in clause.phrases
    return aims and not (clause.faces or Phrase.RESULT in clause.phrases)


def merged(
    clauses: Iterable[Clause], waits: Callable[[Clause], bool], merge: Callable[[Clause, Clause], Clause | None]
) -> Iterator[Clause]:
    """Yield clauses; one that *waits* is made one with the next by *merge*, unless that returns None."""
    held: Clause | None = None
    for clause in clauses:
        together = None if held is None else merge(held, clause)
        if held is not None and together is None:
            yield held
        held = together or clause
        if not waits(held):
            yield held
            held = None
    if held is not None:
        yield held


def names_anything(clause: Clause) -> bool:
    """Return whether a clause names a unit or a hex, or has the face of a die."""
    return bool(clause.own or clause.enemy or clause.hexes or clause.faces)


def is_only_named(clause: Clause) -> bool:
    """Return whether a clause has units and no more than their article."""
    if not clause.own or clause.enemy or clause.phrases or clause.hexes or clause.faces:
        return False
    return clause.rest.endswith(":") or _NO_MORE.fullmatch(clause.rest) is not None
