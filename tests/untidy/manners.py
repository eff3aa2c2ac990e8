"""Reads the manners of players and their wordings from data."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

__all__ = ["Manner", "Order", "Scope", "Wordings", "Words", "manners", "wordings"]

_DIRECTORY: Final = Path(__file__).parent


class Words(StrEnum):
    """How it is said what is done."""

    MENU = "menu"
    FREE = "free"


class Order(StrEnum):
    """What comes first of words, dice and drags."""

    AS_DONE = "as-done"
    DICE_FIRST = "dice-first"
    WORDS_FIRST = "words-first"
    WORDS_LAST = "words-last"


class Scope(StrEnum):
    """Over how much an order runs."""

    ACTION = "action"
    CHIT = "chit"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a player does things; the file of manners tells what each field means."""

    name: str
    why: str
    words: Words = Words.MENU
    order: Order = Order.AS_DONE
    scope: Scope = Scope.ACTION
    jumps: float = 0.0
    results: float = 0.0
    joined: float = 0.0
    marks_late: float = 0.0
    pays_late: float = 0.0
    misdrags: float = 0.0
    stray_dice: float = 0.0
    own_dice: float = 0.0
    leaves: float = 0.0
    marks_left: float = 0.0
    talk: float = 0.0


def _manner(name: str, row: Mapping[str, Any]) -> Manner:
    kinds: Mapping[str, Callable[[Any], Any]] = {"words": Words, "order": Order, "scope": Scope}
    return Manner(name, **{key: kinds.get(key, _same)(value) for key, value in row.items()})


def _same(value: Any) -> Any:
    return value


@cache
def manners() -> Mapping[str, Manner]:
    """Return the manners by their names. Raises TypeError and ValueError for what no manner has."""
    data = tomllib.loads((_DIRECTORY / "manners.toml").read_text(encoding="utf-8"))
    return {name: _manner(name, row) for name, row in data["manners"].items()}


@dataclass(frozen=True, slots=True)
class Wordings:
    """What players say: of what they do, of results, and about other things; each in several ways."""

    says: Mapping[str, tuple[str, ...]]
    results: Mapping[str, tuple[str, ...]]
    about: Mapping[str, tuple[str, ...]]

    def one_about(self, subject: str, rng: Random) -> str:
        """Return something said about a subject."""
        return rng.choice(self.about[subject])


@cache
def wordings() -> Wordings:
    """Return what players say."""
    data = tomllib.loads((_DIRECTORY / "wordings.toml").read_text(encoding="utf-8"))
    tables = ({key: tuple(ways) for key, ways in data[name].items()} for name in ("says", "results", "about"))
    return Wordings(*tables)
