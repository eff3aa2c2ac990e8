"""Moves in a chat line: the hexes that a clause names of one, and the hex that it ends in."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from ...game.hexes import Hex
from ...game.position import Position
from .chat_clauses import Clause
from .chat_vocabulary import WordGroup, any_of

__all__ = ["destination", "leaves_its_hex", "returns", "says_way", "way"]

_TO_HEX: Final = re.compile(
    rf"(?:\b{any_of(WordGroup.DESTINATION_PREPOSITIONS)}|->|=>|→)\s*(?P<hex>\d{{2}}\.\d{{2}})\b", re.IGNORECASE
)
"""A move without a verb: "L/2 to 26.12", "2/VIII a 30.13"."""
_IN_OWN_HEX: Final = re.compile(r"(?:\b(?:in|at)|@)\s*\d{2}\.\d{2}\b", re.IGNORECASE)
"""The hex that a unit is in, said to tell which unit is meant: "the mortars in 19.06 move"."""
_FROM_HEX: Final = re.compile(
    rf"\b{any_of(WordGroup.ORIGIN_PREPOSITIONS)}\s+(?P<hex>\d{{2}}\.\d{{2}})\b", re.IGNORECASE
)
"""The hex that a move begins in, where it is said to be that: "7/2 shuffles along from 26.14"."""
_JOINS_UNIT: Final = re.compile(rf"\b{any_of(WordGroup.JOINS)}\b", re.IGNORECASE)
"""What is said of a move to where another unit of the speaker's stands: "to join 6/2 in 26.13"."""
_WAY: Final = re.compile(r"\b\d{2}\.\d{2}(?:\s*(?:-|–|->|=>|→)\s*\d{2}\.\d{2})+\b")
"""The hexes of a move without a verb: "2/VIII 29.14 - 28.13"."""
_BACK: Final = re.compile(r"\bback\s+(?:to|in|into|at)\s+\d\d\.\d\d", re.IGNORECASE)
"""The hex that those who have been repelled never left: "the company went back to 27.13"."""


def says_way(clause: Clause) -> bool:
    """Return whether a clause says where somebody goes, verb or not: "L/2 to 26.12", "29.14 - 28.13"."""
    return (_TO_HEX.search(clause.text) or _WAY.search(clause.text)) is not None


def leaves_its_hex(clause: Clause, position: Position) -> bool:
    """Return whether a clause names a unit's own hex and then another one: "3/VIII pulls out of 30.12 for 29.12"."""
    if not clause.own or clause.enemy or len(clause.hexes) < 2:
        return False
    here = position.units[clause.own[0]].place
    return clause.hexes[0] == here != clause.hexes[-1]


def returns(clause: Clause, unit: str, position: Position) -> bool:
    """Return whether a unit is said to go back to where it stands: it has been repelled, and does not move."""
    return _BACK.search(clause.text) is not None and clause.hexes[-1:] == (position.units[unit].place,)


def way(clause: Clause, position: Position) -> tuple[Hex, ...]:
    """Return the hexes of a move: all of them if they are named one by one from where the unit stands, else the end."""
    end, here = destination(clause, position)[-1:], position.units[clause.own[0]].place
    stands_there = len(clause.own) == 1 and end == (here,) and set(clause.hexes) == {here}
    if stands_there and _IN_OWN_HEX.search(clause.text):
        return ()  # "the mortars in 19.06 move"
    named = clause.hexes[1:] if clause.hexes[:1] == (here,) else clause.hexes
    layout = position.game.map.layout
    whole = isinstance(here, Hex) and named[-1:] == end and all(
        layout.distance(one, other) == 1 for one, other in pairwise((here, *named))
    )  # fmt: skip
    return named if whole else end


def destination(clause: Clause, position: Position) -> tuple[Hex, ...]:
    """Return the hex that a move ends in: behind the last "to", of the unit that is joined, or the last one named."""
    to = [found["hex"] for found in _TO_HEX.finditer(clause.text)]
    if to:
        return (Hex.parse(to[-1]),)
    joined = position.units[clause.own[-1]].place if len(clause.own) > 1 and _JOINS_UNIT.search(clause.rest) else None
    begun = {Hex.parse(found["hex"]) for found in _FROM_HEX.finditer(clause.text)}
    return (joined,) if isinstance(joined, Hex) else tuple(each for each in clause.hexes if each not in begun)
