"""Sides, divisions, formations, weapon classes, chits and markers, with the colours of the counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .provenance import Source

__all__ = ["Chit", "ChitKind", "Division", "Formation", "Marker", "MarkerRole", "Side", "WeaponClass"]


@dataclass(frozen=True, slots=True)
class Side:
    """A side that a player can take."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Division:
    """A division: its counters share a background colour; it has its own points and card."""

    id: str
    name: str
    side: str
    colour: str
    """The counters' background, ``#rrggbb``."""
    ink: str
    """The colour of lines and text on that background, ``#rrggbb``."""
    short_name: str
    """A name that fits on a chit."""
    chit_cost_factor: int = 1
    """The factor that multiplies the prices of formation chits (S5.4)."""


@dataclass(frozen=True, slots=True)
class Formation:
    """A formation of a division."""

    id: str
    name: str
    division: str
    short_name: str
    bar: str
    """The colour of the name bar on its counters, ``#rrggbb``."""
    chit: bool = True
    """True if it has a Formation Activation chit."""
    sources: Mapping[str, Source] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WeaponClass:
    """A weapon class: the colour of the box around a Fire or Assault Rating (R2.5)."""

    id: str
    name: str
    """``Small Arms``."""
    colour_name: str
    """``Pink``, the name the charts use."""
    colour: str
    ink: str


class ChitKind(StrEnum):
    """The effect of a chit when it is drawn (R4.6); the values are the words of ``markers.toml``."""

    DIVISION = "division"
    FORMATION = "formation"
    DIRECT_COMMAND = "direct-command"
    RANDOM_EVENT = "random-event"


@dataclass(frozen=True, slots=True)
class Chit:
    """A chit of the mug."""

    id: str
    name: str
    kind: ChitKind
    side: str = ""
    """The side it belongs to, empty for both."""
    division: str = ""
    formation: str = ""
    formerly: tuple[str, ...] = ()
    """Names that it had in earlier builds of the module."""

    @property
    def names(self) -> tuple[str, ...]:
        """All present and former names, the present name first."""
        return (self.name, *self.formerly)


class MarkerRole(StrEnum):
    """A thing that a marker shows to the referee."""

    AIR_STRIKE = "air-strike"
    """An air strike: planned on the track of the turns, ready in its box."""
    COMMANDER = "commander"
    """The commander of an army, who is with a leader."""
    BREAK_OUT = "break-out"
    """Whoever drives out as a side breaks out."""
    EFFECT_OF_DAY = "effect-of-day"
    """A random event that is in effect for a day: the flag of a position that is called as the marker."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker of the palette: barrage, minefield, strikes and the like."""

    id: str
    name: str
    group: str
    """The tab of the palette."""
    faces: tuple[str, ...]
    """The drawings of its faces (ids of the style's marker drawings), the first one up; others are flipped to."""
    face_names: tuple[str, ...]
    """The name of each face in the log."""
    rule: str = ""
    """The rule that it belongs to, ``NQoS 4.3.2``."""
    side: str = ""
    """The side it belongs to, empty for both."""
    count: int = 0
    """The number of these markers; 0 is as many as needed."""
    of_the_hex: bool = False
    """True if it belongs to its hex: it is below the counters there, and stays when their stack is dragged away."""
    role: MarkerRole | None = None
    """The thing that it shows to the referee, None if its id alone says so or if it is nothing."""
    box: str = ""
    """The box of the map that it is put into, by its role."""
    division: str = ""
    """The division on whose card it is put, by its role."""
    formerly: tuple[str, ...] = ()
    """Names that it had in earlier builds of the module."""

    @property
    def names(self) -> tuple[str, ...]:
        """All present and former names, the present name first."""
        return (self.name, *self.formerly)
