"""The moving unit and the conditions in the desert: the facts that the document's rules need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ..ruling import Finding
from .findings import illegal
from .terrain import UnitClass

__all__ = [
    "BOARDS", "DENSITIES", "EC", "PRESSURES", "WEIGHTS", "Conditions", "Mover", "density_text", "dust_can_exist",
    "no_such_dust",
]  # fmt: skip

EC: Final = ("mud", "wet", "moist", "moderate", "dry", "very-dry")
"""The Environmental Conditions from wet to dry (11.4)."""
DENSITIES: Final = ("none", "light", "moderate", "heavy", "very-heavy", "extremely-heavy")
"""The densities of dust (11.7)."""
BOARDS: Final = ("desert", "broken", "steppe")
"""The kinds of terrain for Desert Boards: as they are, Broken Terrain (13.1) or Steppe Terrain (13.2)."""
PRESSURES: Final = ("low", "normal", "high")
WEIGHTS: Final = ("light", "medium", "heavy")


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit that moves."""

    unit: UnitClass
    british: bool = False
    """True if a truck is of British make (3.31, 7.31)."""
    weight: str = "light"
    """The weight of a truck: one of :data:`WEIGHTS`."""
    pressure: str = "low"
    """The Ground Pressure: one of :data:`PRESSURES`."""
    towing: bool = False
    buttoned_up: bool = False
    small: bool = False
    """True if the unit's size modifier is +2 (5.3)."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions that are the same for a whole way."""

    ec: str = "dry"
    """One of :data:`EC`."""
    board: str = "desert"
    """One of :data:`BOARDS`."""
    dust: str = "none"
    """One of :data:`DENSITIES`."""
    windy: bool = False
    """True if Heavy Winds or Gusts are in effect (11.74)."""
    costs: Mapping[str, int] = field(default_factory=dict)
    """Figures that the players give, by the id of the cost: of charts that the document does not have."""

    @property
    def is_wet(self) -> bool:
        """True if the EC are Wet or Mud."""
        return self.ec in ("wet", "mud")


def dust_can_exist(ec: str, board: str) -> bool:
    """Return whether Light Dust and the dust of vehicles and of barrages can exist (11.71, 11.74, 11.75, 13.2)."""
    return ec == "very-dry" or (ec == "dry" and board != "steppe")


def density_text(density: str) -> str:
    """Return a density of dust in a player's words."""
    return density.replace("-", " ").title()


def no_such_dust(density: str, ec: str, board: str, *, only_desert: bool) -> Iterator[Finding]:
    """Yield the findings that dust of a density is impossible in a scenario (11.71, 11.73, 13.2)."""
    if density != "none" and not dust_can_exist(ec, board):
        yield illegal("no-dust-in-this-ec", density=density_text(density), ec=ec.replace("-", " ").title())
    heavy = DENSITIES.index(density) >= DENSITIES.index("heavy")
    if heavy and (board == "steppe" or not only_desert):
        yield illegal("no-heavy-dust-here", density=density_text(density))
