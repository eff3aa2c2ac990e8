"""What happens on the table of a game, in the game's own terms: units moved, states set, words said, dice rolled.

A profile makes these events from the steps of a log; the referee makes actions of them. Places are hexes, ids of the
map's boxes, or None for anywhere beside the map.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..game.hexes import Hex
from ..game.position import Place, Position, Status
from ..game.scenarios import TurnTime

__all__ = [
    "ChitMoved",
    "ConditionsSet",
    "CounterAdded",
    "Declared",
    "DieRolled",
    "LeaderMoved",
    "LevelSet",
    "PointsSet",
    "Said",
    "StateSet",
    "StepReading",
    "TableEvent",
    "TimeSet",
    "TurnedOver",
    "UnitMoved",
]


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit is somewhere else."""

    unit: str
    origin: Place
    target: Place
    came: Status
    """Why it was on the map before, or was not."""
    went: Status


@dataclass(frozen=True, slots=True)
class CounterAdded:
    """A counter of a unit was put down that is on the table already."""

    unit: str
    place: Place


@dataclass(frozen=True, slots=True)
class LeaderMoved:
    """A leader is somewhere else."""

    leader: str
    origin: Place
    target: Place


@dataclass(frozen=True, slots=True)
class StateSet:
    """A state of a unit was set: an id of :attr:`GameData.states`, 0 for off."""

    unit: str
    state: str
    level: int


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """A unit was turned face up, or face down."""

    unit: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class Declared:
    """A player said what a unit does, with its menu or in the chat."""

    unit: str
    action: str
    """An id of :attr:`GameData.actions`."""
    rest: str = ""
    """What he wrote after the words."""
    spoken: bool = False
    """Whether he typed it."""


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A die fell."""

    face: int
    """0 to 9."""


@dataclass(frozen=True, slots=True)
class ChitMoved:
    """A chit lies in another space of the mat of the chits; empty: somewhere else."""

    chit: str
    origin: str
    target: str


@dataclass(frozen=True, slots=True)
class PointsSet:
    """A division's points were set: ``command`` or ``dispatch``."""

    division: str
    kind: str
    points: int


@dataclass(frozen=True, slots=True)
class LevelSet:
    """The level of the markers of a kind in a hex changed: ``barrage`` or ``minefield``."""

    marker: str
    hex: Hex
    level: int | None
    """1 or 2, 0 for none; of a minefield the level that it has now, None for the printed one."""


@dataclass(frozen=True, slots=True)
class TimeSet:
    """The turn was set."""

    time: TurnTime


@dataclass(frozen=True, slots=True)
class ConditionsSet:
    """The tracks of the map sheet show something else: weather, supply, morale, events in effect."""

    weather: str
    supply: str
    morale: int | None
    flags: frozenset[str]
    """As in :class:`~adjudicator.game.position.Position`."""


@dataclass(frozen=True, slots=True)
class Said:
    """A player said something that declares nothing."""

    text: str


TableEvent = (
    UnitMoved | CounterAdded | LeaderMoved | StateSet | TurnedOver | Declared | DieRolled | ChitMoved | PointsSet
    | LevelSet | TimeSet | ConditionsSet | Said
)


@dataclass(frozen=True, slots=True)
class StepReading:
    """One step of a log as events."""

    log: int
    """The number of the log in the order in which they were given, from 0."""
    number: int
    """The step's number in its log, from 1."""
    player: str
    """Who made it, empty if the log does not tell."""
    side: str
    """The side that he plays, an id of :attr:`GameData.sides`; empty if unknown."""
    events: tuple[TableEvent, ...]
    table: Position
    """What lies on the table after the step: its activations and what else no table shows are those of the start."""
