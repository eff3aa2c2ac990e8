"""The catalogue and the register of the desert rules, in the forms of the main game's."""

from __future__ import annotations

from functools import cache

from ..catalogue import Catalogue, catalogue_of
from ..register import Contradiction, contradictions_of
from .tables import desert_tables

__all__ = ["desert_catalogue", "desert_register"]


@cache
def desert_catalogue() -> Catalogue:
    """Return the catalogue: every numbered paragraph with its status."""
    return catalogue_of(desert_tables()["catalogue.toml"])


@cache
def desert_register() -> tuple[Contradiction, ...]:
    """Return the register: errors of the scan and contradictions, with what was read."""
    return contradictions_of(desert_tables()["register.toml"])
