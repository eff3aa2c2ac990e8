"""The register of contradictions in the printed game, and between it and other sources, with our rulings.

The list is ``register.toml`` beside this file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["Contradiction", "contradictions", "contradictions_of"]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """One contradiction and how it was settled."""

    id: str
    title: str
    place: str
    """The place of the contradiction."""
    says: str
    against: str
    """The text of the other place or source."""
    ruling: str
    why: str
    authority: str
    """The authority for the ruling."""
    rules: tuple[str, ...]
    """The numbers of the rules concerned."""


@cache
def contradictions() -> tuple[Contradiction, ...]:
    """Return all contradictions in the order of the file."""
    text = files(__package__).joinpath("register.toml").read_text(encoding="utf-8")
    return contradictions_of(tomllib.loads(text))


def contradictions_of(document: Mapping[str, Any]) -> tuple[Contradiction, ...]:
    """Return all contradictions of a document in the form of ``register.toml``."""
    return tuple(Contradiction(**{**row, "rules": tuple(row["rules"])}) for row in document["entries"])
