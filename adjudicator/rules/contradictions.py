"""The register of contradictions in the printed game, and between it and other sources, with our rulings.

That of the series is ``register.toml`` beside this file; a game's own rules have one of their own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .exclusive_rules import ExclusiveRules

__all__ = ["Contradiction", "contradictions_in", "contradictions_of", "register_of"]


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


def register_of(rules: ExclusiveRules) -> tuple[Contradiction, ...]:
    """Return the contradictions of a game's own rules, then those of the series, each in the order of its file."""
    return (*rules.register, *contradictions_in(__package__))


@cache
def contradictions_in(package: str) -> tuple[Contradiction, ...]:
    """Return the contradictions in ``register.toml`` of a package."""
    text = files(package).joinpath("register.toml").read_text(encoding="utf-8")
    return contradictions_of(tomllib.loads(text))


def contradictions_of(document: Mapping[str, Any]) -> tuple[Contradiction, ...]:
    """Return all contradictions of a document in the form of ``register.toml``."""
    return tuple(Contradiction(**{**row, "rules": tuple(row["rules"])}) for row in document["entries"])
