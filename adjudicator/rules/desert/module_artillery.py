"""The module artillery table at the end of the Italian ordnance notes (Module Artillery)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .dice import distribution, mapped
from .tables import desert_tables

__all__ = ["ModuleArtillery", "module_artillery"]


@dataclass(frozen=True, slots=True)
class ModuleArtillery:
    """The table: a module for each dr."""

    modules: tuple[str, ...]

    def module(self, roll: int) -> str:
        """Return the module for a dr of 1 to 6 (Module Artillery)."""
        return self.modules[roll - 1]

    @property
    def chances(self) -> Mapping[str, Fraction]:
        """The chance of each module."""
        return mapped(distribution(1), self.module)


def module_artillery() -> ModuleArtillery:
    """Return the table (Module Artillery)."""
    return ModuleArtillery(tuple(desert_tables()["ordnance.toml"]["module_artillery"]))
