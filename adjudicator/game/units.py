"""Units and leaders as the counters show them (series rules R2): the facts that do not change during a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .provenance import Source

__all__ = ["RATING_NAMES", "Leader", "Ratings", "Unit"]


@dataclass(frozen=True, slots=True)
class Ratings:
    """One side of a unit's counter. A rating that is None is not printed: the unit lacks the ability (``No``)."""

    fire: int | None = None
    """Fire Rating, 0 to 9."""
    weapon: str = ""
    """The weapon class of the Fire Rating (an id of :attr:`GameData.weapons`); empty without a Fire Rating."""
    fire_range: int | None = 1
    """Fire Range in hexes, 1 to 83; None is unlimited."""
    assault: int | None = None
    """Assault Rating, 0 to 9."""
    assault_weapon: str = ""
    """The weapon class of the Assault Rating."""
    double_assault: bool = False
    """True if the Assault Rating is printed in red (R2.8)."""
    defence: int | None = None
    """Defence Rating, -5 to 5; negative is good for the unit."""
    armoured: bool = False
    troop_quality: int | None = None
    """Troop Quality Rating, 0 to 9."""
    movement: int | None = None
    """Movement Allowance, 1 to 40; None: it does not move by itself."""
    movement_class: str = ""
    """``leg``, ``wheeled`` or ``tracked``."""
    movement_text: str = ""
    """The text that the counter prints for the movement: the allowance, ``*`` or ``No``."""
    flak: int | None = None
    """Flak Rating, 0 to 9."""


RATING_NAMES = (
    "fire", "weapon", "range", "assault", "assault_weapon", "double_assault", "defence", "armoured",
    "troop_quality", "movement", "movement_class", "flak",
)  # fmt: skip
"""The ratings' names in the data files; ``range`` is :attr:`Ratings.fire_range`."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit's counter."""

    id: str
    """A stable name of small letters, digits and hyphens (``5-2-13-dble``): the lock file and logs depend on it."""
    name: str
    """The name as the rulebook spells it."""
    division: str
    """An id of :attr:`GameData.divisions`."""
    formation: str
    """An id of :attr:`GameData.formations`; empty for an independent unit."""
    unit_class: str
    """``infantry``, ``gun`` or ``vehicle`` (R2.11)."""
    symbol: str
    """The drawing of the unit's type: an id of the style's symbols."""
    steps: int
    """0, 1 or 2 at full strength."""
    ratings: Ratings
    engineer: bool = False
    mounted: Ratings | None = None
    """The transport side, for a unit with organic transport."""
    reduced: Ratings | None = None
    """The reduced side, where it is printed; otherwise a Step Loss marker lowers the ratings (R2.12)."""
    hidden_as: str = ""
    """The name under which it may be set up face down (``Gun Unit``), empty if it may not."""
    dummy: bool = False
    """True if it is a dummy: nothing is under its face-down side."""
    spellings: tuple[str, ...] = ()
    """Other spellings of the name that occur in the rulebook."""
    formerly: tuple[str, ...] = ()
    """Names that the counter had in earlier builds of the module: older saves and logs hold them."""
    note: str = ""
    """A repair of this row, or a decision about it."""
    type: str = ""
    """The id of the unit type that the row takes its figures from."""
    sources: Mapping[str, Source] = field(default_factory=dict)
    """The source of each figure by its name (``fire``, ``steps``, ``mounted.movement``)."""

    @property
    def names(self) -> tuple[str, ...]:
        """All present and former names, the present name first."""
        return (self.name, *self.spellings, *self.formerly)

    @property
    def independent(self) -> bool:
        """True if the unit belongs to its division but to no formation (R2.14)."""
        return not self.formation


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader's counter (R2.13)."""

    id: str
    name: str
    division: str
    formation: str
    command_range: int
    """The Command Range in hexes."""
    spellings: tuple[str, ...] = ()
    """Other spellings of the name that occur in the rulebook."""
    formerly: tuple[str, ...] = ()
    """Names that the counter had in earlier builds of the module."""
    note: str = ""
    sources: Mapping[str, Source] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """All present and former names, the present name first."""
        return (self.name, *self.spellings, *self.formerly)
