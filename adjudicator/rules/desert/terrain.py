"""Unit classes and movement costs of the desert, and hexes as they are described by words (D.2).

A hex is described by words with commas between them, after its name if it has one: ``26E9:sand,scrub,track,level=1``;
a name alone is Open Ground.
The words are those of ``terrain.toml``; ``level=N`` is the hex's Base Level, ``spend=N`` what a unit spends there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from ...game.provenance import Source
from .spelling import known_as, nearest
from .tables import Documents, desert_tables

__all__ = ["BadDescription", "Cost", "DesertHex", "Terrain", "UnitClass", "described_hex", "terrain", "terrain_of"]

_NAME: Final = re.compile(r"[A-Za-z0-9.-]{1,12}")
_BOARD_HEX: Final = re.compile(r"[0-9]{0,2}[A-Z]{1,2}[0-9]{1,2}")
_NUMBERS: Final[Mapping[str, range]] = {"level": range(-3, 13), "spend": range(1, 100)}
_MAX_LENGTH: Final = 200


class BadDescription(ValueError):
    """A description contains something unknown or impossible."""


@dataclass(frozen=True, slots=True)
class UnitClass:
    """A class of units in the movement costs."""

    id: str
    name: str
    points: str
    """``MF`` or ``MP``."""
    vehicle: bool
    """True if the class is a vehicle; a Wagon is one (7.31)."""
    fully_tracked: bool


@dataclass(frozen=True, slots=True)
class Cost:
    """One row of the movement costs."""

    id: str
    title: str
    rule: str
    role: str
    figures: Mapping[str, int]
    """Points by unit class, as far as the document prints them."""
    sources: Mapping[str, Source]
    kept: frozenset[str]
    """The classes for which a track does not lower the cost (9.1)."""
    of: str = ""
    times: int = 1


@dataclass(frozen=True)
class Terrain:
    """The tables of movement."""

    classes: Mapping[str, UnitClass]
    costs: Mapping[str, Cost]
    conversions: Mapping[tuple[str, str], str]
    """The replacement for a terrain, by kind of board and terrain (13.1, 13.2)."""
    words: Mapping[str, str]
    """The place of every word of a hex: ``terrain``, ``hex``, ``side`` or ``step``."""
    meanings: Mapping[str, str]
    """Every word of a hex in plain words."""

    def converted(self, board: str, words: Iterable[str]) -> frozenset[str]:
        """Return the words for a hex as the kind of board turns them."""
        return frozenset(self.conversions.get((board, word), word) for word in words)


@dataclass(frozen=True, slots=True)
class DesertHex:
    """A hex with the hexside by which it was entered and what the unit does there."""

    name: str = ""
    words: frozenset[str] = frozenset()
    """The features of the hex."""
    side: frozenset[str] = frozenset()
    """The features of the hexside by which the hex is entered."""
    step: frozenset[str] = frozenset()
    """The actions of the unit in the hex."""
    level: int = 0
    """The Base Level."""
    spend: int | None = None
    """The points that the unit says it spends to enter."""

    def has(self, word: str) -> bool:
        """Return whether a word was given for the hex, the hexside or the step."""
        return word in self.words or word in self.side or word in self.step

    @property
    def is_wadi(self) -> bool:
        """True if a unit here is down in a wadi: with a bridge in use only a unit beneath it is (5.51)."""
        if "bridge" in self.words:
            return "beneath" in self.step
        return "wadi" in self.words

    @property
    def floor(self) -> int:
        """The level of the ground under a unit, hillocks left out: in a wadi one below its Base Level (5.41)."""
        return self.level - 1 if self.is_wadi and "crest" not in self.step else self.level

    @property
    def is_entrenched(self) -> bool:
        """True if a unit here is entrenched; a sangar is treated as a foxhole (8.1)."""
        return bool(self.step & {"entrenched", "foxhole", "sangar"})

    @property
    def is_hillock(self) -> bool:
        """True if it is a hillock hex; the sand of a High Dune is one (7.5)."""
        return bool(self.words & {"hillock", "summit", "dune"})

    @property
    def elevation(self) -> Fraction:
        """The elevation of a unit here: half a level up on a hillock (6.2), a whole one on its Summit (6.6), one down
        in a wadi unless in crest status (5.41)."""
        height = Fraction(self.level)
        if self.has("summit"):
            return height + 1
        return height + Fraction(1, 2) if self.is_hillock else Fraction(self.floor)


@cache
def terrain() -> Terrain:
    """Return the tables that come with the program."""
    return terrain_of(desert_tables())


def terrain_of(documents: Documents) -> Terrain:
    """Make the tables of movement from documents that are checked already."""
    document = documents["terrain.toml"]
    costs = {row["id"]: _cost(row) for row in document["costs"]}
    places = {cost.id: "terrain" for cost in costs.values() if cost.role == "terrain"}
    meanings = {cost.id: cost.title for cost in costs.values() if cost.role == "terrain"}
    return Terrain(
        classes={row["id"]: UnitClass(**row) for row in document["classes"]},
        costs=costs,
        conversions={(row["board"], row["from"]): row["to"] for row in document["conversions"]},
        words={**places, **{row["id"]: row["place"] for row in document["words"]}},
        meanings={**meanings, **{row["id"]: row["text"] for row in document["words"]}},
    )


def _cost(row: Mapping[str, Any]) -> Cost:
    figures = row.get("figures", {})
    named = row.get("sources", {})
    return Cost(
        id=row["id"],
        title=row["title"],
        rule=row["rule"],
        role=row["role"],
        figures=figures,
        sources={each: Source(named.get(each, row["source"])) for each in figures},
        kept=frozenset(row.get("kept", ())),
        of=row.get("of", ""),
        times=row.get("times", 1),
    )


def described_hex(text: str, tables: Terrain) -> DesertHex:
    """Read the description of a hex. Raises :class:`BadDescription` for an unknown word."""
    if len(text) > _MAX_LENGTH:
        raise BadDescription(f"the description of a hex has at most {_MAX_LENGTH} characters")
    if _BOARD_HEX.fullmatch(text.strip().upper()) and known_as(text, tables.words) is None:
        return DesertHex(text.strip().upper())
    name, colon, rest = text.rpartition(":")
    if colon and not _NAME.fullmatch(name.strip()):
        raise BadDescription(f"{name!r} is not the name of a hex (letters and digits, such as 26E9)")
    found: dict[str, set[str]] = {"hex": set(), "side": set(), "step": set()}
    numbers: dict[str, int] = {}
    for part in (part.strip() for part in rest.split(",")):
        word, equals, number = (each.strip() for each in part.partition("="))
        known = known_as(part, tables.words)
        if equals and word.casefold() in _NUMBERS:
            numbers[word.casefold()] = _number(word.casefold(), number)
        elif known is not None:
            place = tables.words[known]
            found["hex" if place == "terrain" else place].add(known)
        elif part:
            near = nearest(part, (*tables.words, *_NUMBERS))
            raise BadDescription(f"no hex is called {part!r}{near} (adjudicator desert words lists what can be said)")
    sets = {key: frozenset(words) for key, words in found.items()}
    level, spend = numbers.get("level", 0), numbers.get("spend")
    name = name.strip().upper() if _BOARD_HEX.fullmatch(name.strip().upper()) else name.strip()
    return DesertHex(name, sets["hex"], sets["side"], sets["step"], level, spend)


def _number(word: str, text: str) -> int:
    allowed = _NUMBERS[word]
    plain = text.removeprefix("-")
    if not (plain.isascii() and plain.isdecimal() and len(plain) <= 3 and int(text) in allowed):
        raise BadDescription(f"{word}={text} is not a whole number from {allowed[0]} to {allowed[-1]}")
    return int(text)
