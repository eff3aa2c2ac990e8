"""The purposes of rolls in words, and those that the exclusive rules of games add to the program's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .open_enums import member
from .play import PURPOSES, RollPurpose

__all__ = ["RollKind", "add_roll_kind", "added_roll_kinds", "purpose_words", "roll_kind", "roll_purpose"]


@dataclass(frozen=True, slots=True)
class RollKind:
    """A purpose of rolls that a game's own rules add."""

    name: str
    """The purpose in small letters with hyphens, as in JSON: ``river-current``."""
    words: str
    """The roll in words that follow ``the``: ``die against the current``."""
    rule: str
    """The rule that demands the roll: ``Fords 3``."""
    label: str
    """The words behind a die of the notation: ``die 3 current``."""

    @property
    def purpose(self) -> RollPurpose:
        """The purpose, for :meth:`Judgement.roll`."""
        return member(RollPurpose, self.name)


_ADDED: Final[dict[RollPurpose, tuple[str, RollKind]]] = {}
"""The added kinds by their purposes, each with the name of the rules that have added it."""


def add_roll_kind(kind: RollKind, rules: str) -> None:
    """Add a purpose of a set of exclusive rules. Raises ``ValueError`` if there is another one of its name."""
    own = kind.name in RollPurpose.__members__.values()
    if own or _ADDED.get(kind.purpose, (rules, kind))[0] != rules:
        raise ValueError(f"there is a purpose of rolls {kind.name!r} already")
    _ADDED[kind.purpose] = rules, kind


def added_roll_kinds(rules: str) -> Iterator[RollKind]:
    """Yield the purposes that a set of exclusive rules has added."""
    yield from (kind for by, kind in _ADDED.values() if by == rules)


def roll_kind(purpose: RollPurpose) -> RollKind | None:
    """Return the added kind of a purpose, None for one of the program's own."""
    return _ADDED[purpose][1] if purpose in _ADDED else None


def roll_purpose(name: str) -> RollPurpose | None:
    """Return the purpose of a name, the program's own or an added one; None if no roll is called so."""
    return next((purpose for purpose in (*PURPOSES, *_ADDED) if purpose == name), None)


def purpose_words(purpose: RollPurpose) -> str:
    """Return a purpose in words that follow ``the``: ``fire die``."""
    added = roll_kind(purpose)
    return added.words if added else PURPOSES.get(purpose, "die")
