"""Reads a board's terrain: an entry ``terrainMaps/<board>.txt`` of the official module (vassal-files.md 6.5).

Columns and rows are raw ones, as the grid counts them before any numbering.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudicator.report.safe_text import count, one_line
from adjudicator.vassal import sequence
from adjudicator.vassal.errors import LimitExceeded

from .findings import FindingList

__all__ = ["RawHex", "TerrainFile", "read_terrain_file"]

RawHex = tuple[int, int]
"""A raw column and row."""

_MAX_LINES: Final = 200_000
_LONGEST_LINE: Final = 500
_INTEGER: Final = re.compile(r"-?[0-9]{1,5}")
_FIELDS: Final[Mapping[str, tuple[int, int]]] = {"h": (2, 1), "e": (4, 1), "l": (4, 1), "a": (2, 2)}
"""For each kind of line how many numbers and how many texts follow its letter."""


@dataclass(slots=True)
class TerrainFile:
    """The contents of the file."""

    hexes: dict[RawHex, str] = field(default_factory=dict)
    """The terrain of each hex."""
    tags: dict[str, dict[RawHex, str]] = field(default_factory=dict)
    """The values of each tag by hex."""
    lines: list[tuple[str, RawHex, RawHex]] = field(default_factory=list)
    """Lines: the terrain's name and the two hexes."""
    edges: Counter[str] = field(default_factory=Counter)
    """The number of hex sides that have each edge terrain."""
    contradictory: set[RawHex] = field(default_factory=set)
    """Hexes that have two terrains."""

    def add(self, kind: str, numbers: Sequence[int], texts: Sequence[str]) -> None:
        """Add what one line says."""
        first = (numbers[0], numbers[1])
        if kind == "h":
            if self.hexes.setdefault(first, texts[0]) != texts[0]:
                self.contradictory.add(first)
        elif kind == "a":
            self.tags.setdefault(texts[0], {})[first] = texts[1]
        elif kind == "l":
            self.lines.append((texts[0], first, (numbers[2], numbers[3])))
        else:
            self.edges[texts[0]] += 1


def read_terrain_file(text: str, entry: str, findings: FindingList) -> TerrainFile:
    """Return what the terrain file *entry* says. Lines that cannot be read become one finding.

    Raises LimitExceeded for a file with too many lines.
    """
    lines = text.splitlines()
    if len(lines) > _MAX_LINES:
        raise LimitExceeded("the terrain file has too many lines", place=f"entry {entry!r}",
                            found=f"{len(lines):,}", expected=f"at most {_MAX_LINES:,}")  # fmt: skip
    terrain = TerrainFile()
    bad = list(_bad_lines(lines, terrain))
    if bad:
        number, first = bad[0]
        findings.add("terrain-unreadable", entry, f"{count(len(bad), 'line')}, the first is line {number}: "
                                                  f"{one_line(first, 60)!r}")  # fmt: skip
    return terrain


def _bad_lines(lines: Sequence[str], terrain: TerrainFile) -> Iterator[tuple[int, str]]:
    """Put the lines into *terrain* and yield the number and text of those that cannot be read."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        kind, *fields = sequence.decode(line[:_LONGEST_LINE], ",")
        numbers, texts = _FIELDS.get(kind, (0, 0))
        too_short = len(fields) < numbers + texts or not numbers
        if too_short or len(line) > _LONGEST_LINE or not all(map(_INTEGER.fullmatch, fields[:numbers])):
            yield number, line
        else:
            terrain.add(kind, [int(each) for each in fields[:numbers]], fields[numbers : numbers + texts])
