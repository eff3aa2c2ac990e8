"""The sources of the figures of a game's data.

Every row of the data files that holds figures has a ``source``, which covers the figures stated in that row;
``sources`` names single figures of the row that come from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Figure", "Source"]


class Source(StrEnum):
    """The source of a figure."""

    RULEBOOK = "rulebook"
    """A rulebook or a document about the rules states the figure."""
    MODULE = "module"
    """The figure was taken from the player's own VASSAL module."""
    ESTIMATED = "estimated"
    """No source states the figure: a consistent guess that owners of the game may correct."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the data and its source."""

    file: str
    """The data file's name, such as ``units.toml``."""
    row: str
    """The thing that has the figure: a unit's name, a hex, a row of a chart."""
    name: str
    """The figure's name, such as ``fire`` or ``mounted.movement``."""
    value: str
    """The figure as text."""
    source: Source
