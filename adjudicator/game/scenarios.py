"""Scenarios: set-up, reinforcements, points, chits, limits and victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .hexes import Hex
from .provenance import Source

__all__ = [
    "Calendar",
    "DivisionPoints",
    "Places",
    "RegionLimit",
    "Reinforcement",
    "Scenario",
    "SetupGroup",
    "TurnTime",
    "Victory",
]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The dates and turns of the game (NQoS 2.0)."""

    dates: tuple[str, ...]
    """``05-27``, ``06-02``, … in order: month and day."""
    turns: tuple[str, ...]
    """``0500`` … ``Night`` in order."""
    date_names: Mapping[str, str]
    """``May 27`` for each date."""

    def number(self, time: TurnTime) -> int:
        """Return the number of a turn in the game, counted from 0. Raises ``ValueError`` for an unknown turn."""
        return self.dates.index(time.date) * len(self.turns) + self.turns.index(time.turn)


@dataclass(frozen=True, slots=True)
class TurnTime:
    """One turn of one day. The calendar determines which of two comes first: turns have names of all kinds."""

    date: str
    turn: str

    def __str__(self) -> str:
        return f"{self.date} {self.turn}"


@dataclass(frozen=True, slots=True)
class DivisionPoints:
    """The points that a division starts with."""

    division: str
    command_points: int
    dispatch_points: int | None
    """None: dispatch points are not used."""
    command_rating: int
    dispatch_rating: int | None
    source: Source = Source.RULEBOOK


@dataclass(frozen=True, slots=True)
class Places:
    """The places where counters may be put: any of those listed."""

    areas: tuple[str, ...] = ()
    """Deployment areas, by id."""
    hexes: tuple[Hex, ...] = ()
    entry_hexes: tuple[str, ...] = ()
    """Entry hexes, by letter."""
    boxes: tuple[str, ...] = ()
    """Parks and boxes, by id."""
    fortified_without_mines: bool = False
    """Any fortified hex that is no minefield."""


@dataclass(frozen=True, slots=True)
class SetupGroup:
    """Units of one side that are set up together."""

    division: str
    formation: str
    """Empty for independent units."""
    units: tuple[str, ...]
    """Ids."""
    leaders: tuple[str, ...]
    """Ids; they stack with any unit of their formation."""
    places: Places
    hidden: bool = False
    """True if units that can be set up face down are."""
    choose: int = 0
    """The number of units that are drawn at random; 0 is all of them."""
    one_each: bool = False
    """True if each of the hexes takes exactly one unit."""
    not_adjacent: bool = False
    """True if no two of them may be adjacent or in the same hex (S4.3)."""
    start: Mapping[str, Hex] = field(default_factory=dict)
    """The hex in which the module's predefined setup puts each counter (by id), within what is allowed."""
    note: str = ""
    """A further remark about the units."""


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """Units that arrive together."""

    time: TurnTime
    division: str
    formation: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    places: Places
    may_split: bool = False
    """True if they may be spread over several of the places."""
    withhold_until: TurnTime | None = None
    """The turn on which any of them that were withheld may come (Scenario 2)."""
    withheld_places: Places = Places()
    """The places where withheld units may come then."""
    note: str = ""
    """A further remark about the units."""


@dataclass(frozen=True, slots=True)
class RegionLimit:
    """A part of the map that a side must not enter."""

    side: str
    north: int | None = None
    """The northernmost row that is allowed, and so on."""
    south: int | None = None
    west: int | None = None
    east: int | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Victory:
    """The victory conditions, as far as figures can express them; ``text`` gives them in full in our own words."""

    text: str
    kind: str
    """``unit-in-area``, ``points``, ``last-occupier`` or ``withdrawal``."""
    side: str = ""
    """The side that wins if the condition holds; the other one wins otherwise."""
    area: str = ""
    hex: Hex | None = None
    threshold: int = 0
    """The points needed, or the fire zones that are still few enough."""
    step_points: int = 0
    """Points for each enemy step eliminated."""
    hex_points: int = 0
    """Points for each unsuppressed unit in a fortified hex."""
    outcomes: tuple[Mapping[str, str | int], ...] = ()
    """For ``withdrawal``: date bands and their outcomes."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario."""

    number: int
    title: str
    subtitle: str
    description: str
    first: TurnTime
    last: TurnTime
    first_step: int
    """The step of the sequence of play that play begins with."""
    skipped_steps: tuple[int, ...]
    """Steps that never apply."""
    weather: Mapping[str, str | bool | int]
    """``first_day`` (a weather id), ``rolled_from`` (a date or empty), ``sandstorm_4_as_2``."""
    points: tuple[DivisionPoints, ...]
    supply: str
    """The level of supply at the start; a space of the supply track."""
    morale: int | None
    mug: tuple[str, ...]
    """Chits in the mug at the start, by id."""
    first_chit: str
    free_formation_chit: str
    """The side that puts one formation chit into the mug for free; empty for none."""
    formation_chits: bool
    """True if formation chits can be bought."""
    setup: tuple[SetupGroup, ...]
    reinforcements: tuple[Reinforcement, ...]
    region_limits: tuple[RegionLimit, ...]
    rules: tuple[str, ...]
    """The special rules in effect, ``S4.1``."""
    special: tuple[Mapping[str, str], ...]
    """Rules of this scenario alone: ``id``, ``text`` and the data that the rules need."""
    victory: Victory
    notes: tuple[str, ...] = ()
    extra_units: tuple[str, ...] = ()
    """Units that players may add by agreement, ids."""
    arrivals: Mapping[str, Reinforcement] = field(init=False, repr=False, compare=False)
    """The reinforcement with which a unit or a leader arrives."""

    def __post_init__(self) -> None:
        groups = reversed(self.reinforcements)  # the first one that names a unit counts
        found = {name: group for group in groups for name in (*group.units, *group.leaders)}
        object.__setattr__(self, "arrivals", found)
