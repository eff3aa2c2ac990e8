"""The register of contradictions: in the printed game, and between it and what else is known; with our rulings.

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
    """Where it stands."""
    says: str
    against: str
    """What the other place or source says."""
    ruling: str
    why: str
    authority: str
    """What the ruling rests on."""
    rules: tuple[str, ...]
    """The numbers of the rules that it touches."""


@cache
def contradictions() -> tuple[Contradiction, ...]:
    """Return all contradictions in the order of the file."""
    text = files(__package__).joinpath("register.toml").read_text(encoding="utf-8")
    return contradictions_of(tomllib.loads(text))


def contradictions_of(document: Mapping[str, Any]) -> tuple[Contradiction, ...]:
    """Return all contradictions of a document that follows the form of ``register.toml``."""
    return tuple(Contradiction(**{**row, "rules": tuple(row["rules"])}) for row in document["entries"])
