"""The official module's words for the terms of our data (``series_words.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["SeriesWords", "series_words"]

_FILE = "series_words.toml"


@dataclass(frozen=True, slots=True)
class SeriesWords:
    """The contents of the table."""

    divisions: Mapping[str, str]
    """The property ``Division`` → the id of a division."""
    unit_classes: Mapping[str, str]
    """The property ``Class`` → a unit class."""
    movement_classes: Mapping[str, str]
    """The colour of a Movement Allowance → the movement class of the unit."""
    left_out: frozenset[str]
    """Words of names that do not distinguish units."""
    plain_terrains: tuple[str, ...]
    """Names of the plain terrain."""
    trails: tuple[str, ...]
    """Names of lines that are trails."""
    fortified: str
    """The tag of a fortified hex."""
    door: str
    """The tag of a minefield door."""
    observation_post: str
    """The tag of an observation post."""


@cache
def series_words() -> SeriesWords:
    """Return the table, which is read once."""
    text = resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    data = tomllib.loads(text)
    places = data["map"]
    return SeriesWords(
        divisions=data["divisions"],
        unit_classes=data["unit_classes"],
        movement_classes=data["movement_classes"],
        left_out=frozenset(data["names"]["left_out"]),
        plain_terrains=tuple(places["plain_terrains"]),
        trails=tuple(places["trails"]),
        fortified=places["fortified"],
        door=places["door"],
        observation_post=places["observation_post"],
    )
