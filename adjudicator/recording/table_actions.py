"""The acts of a player at the table, one thing at a time, in the game's own terms: the words of a script.

Each act is a step of the log, or two where the program needs two.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..game.action_words import Declaration
from ..game.hexes import Hex
from ..game.play import Roll
from ..game.position import Place, PointsKind
from ..game.scenarios import TurnTime
from ..module_layout.table_places import Spot

__all__ = [
    "AdvanceTurn",
    "Declare",
    "Drag",
    "DrawChit",
    "Eliminate",
    "EndOfTurn",
    "FlipMarker",
    "MarkerPlace",
    "MoveMarker",
    "MoveOnTrack",
    "PlaceMarker",
    "PressOff",
    "PutBesideMap",
    "RemoveMarker",
    "ReturnChit",
    "RollFromMenu",
    "Say",
    "SendAway",
    "SendChit",
    "SetPoints",
    "SetState",
    "TableAction",
    "ThrowDice",
    "TurnOver",
    "Undone",
]


MarkerPlace = Hex | str | Spot
"""The place of a marker: a hex, a box by its id, or a space of a track or a mat."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Choose an action from a counter's menu, which only writes a line."""

    counter: str
    """A unit's or a leader's id."""
    action: Declaration
    at: str = ""
    """The id of the unit or leader that the action concerns; the menu has no room for it, but chat has."""
    implied: bool = False
    """True if the rest of the action shows it as well."""
    typed: bool = False
    """True if the player types the line instead."""
    opens: bool = False
    """True if nothing but this line shows what has begun when the next die falls: it always comes before that die."""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Press a dice button."""

    rolls: tuple[Roll, ...]
    """The face and the purpose of each die; none of them paid."""


@dataclass(frozen=True, slots=True)
class RollFromMenu:
    """Choose a menu entry that declares an action and rolls its die; where there is no such entry, do both."""

    declared: Declare
    thrown: ThrowDice


@dataclass(frozen=True, slots=True)
class Drag:
    """Drag counters from one stack to a place."""

    counters: tuple[str, ...]
    """Ids of units and leaders."""
    to: Place | Spot
    provokes: bool = False
    """True if something happens before the counters are really there."""


@dataclass(frozen=True, slots=True)
class PutBesideMap:
    """Drag a counter from the map to its division's card."""

    counter: str


@dataclass(frozen=True, slots=True)
class SetState:
    """Choose a state from a unit's menu."""

    unit: str
    state: str
    """The state's id in the game's wording: ``cohesion``."""
    value: int


@dataclass(frozen=True, slots=True)
class SendAway:
    """Choose an action from a counter's menu that sends it to its space of the calendar, too."""

    counter: str
    """A unit's or a leader's id."""
    action: Declaration
    space: str
    """The space of the calendar: ``June 5 0700``."""


@dataclass(frozen=True, slots=True)
class Eliminate:
    """Send a counter to the box of eliminated units."""

    counter: str


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Turn a face-down counter over; only its owner can."""

    unit: str


@dataclass(frozen=True, slots=True)
class SetPoints:
    """Drag a marker along the track of its division's card."""

    division: str
    kind: PointsKind
    points: int


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """Drag a marker from the palette to a place; its first face is up."""

    marker: str
    at: MarkerPlace


@dataclass(frozen=True, slots=True)
class MoveMarker:
    """Drag a marker from its place to another place."""

    marker: str
    at: MarkerPlace
    to: MarkerPlace


@dataclass(frozen=True, slots=True)
class FlipMarker:
    """Turn a marker to its other face."""

    marker: str
    at: MarkerPlace


@dataclass(frozen=True, slots=True)
class RemoveMarker:
    """Delete a marker."""

    marker: str
    at: MarkerPlace


@dataclass(frozen=True, slots=True)
class PressOff:
    """Press the button that takes all markers of a kind off the map, or a state off all units."""

    what: str
    """The id of a marker or a state."""


@dataclass(frozen=True, slots=True)
class MoveOnTrack:
    """Drag the marker of one of the map's tracks to a space."""

    track: str
    """The track's id; its marker is called the same, perhaps with a side's name before it."""
    space: str


@dataclass(frozen=True, slots=True)
class DrawChit:
    """Drag a chit from the mug to the place of the chit in play."""

    chit: str


@dataclass(frozen=True, slots=True)
class SendChit:
    """Send a chit to a space of the mat of the chits by its menu."""

    chit: str
    space: str


@dataclass(frozen=True, slots=True)
class ReturnChit:
    """Send a chit into the mug by its menu."""

    chit: str


@dataclass(frozen=True, slots=True)
class AdvanceTurn:
    """Set the turn tracker."""

    time: TurnTime


@dataclass(frozen=True, slots=True)
class EndOfTurn:
    """Press the button that ends the turn; where the module has none, do its parts one after the other."""

    parts: tuple[TableAction, ...]
    """The acts that the button does."""


@dataclass(frozen=True, slots=True)
class Say:
    """Talk."""

    text: str


@dataclass(frozen=True, slots=True)
class Undone:
    """Do something and take it back again."""

    act: TableAction


TableAction = (
    Declare
    | ThrowDice
    | RollFromMenu
    | Drag
    | PutBesideMap
    | SetState
    | SendAway
    | Eliminate
    | TurnOver
    | SetPoints
    | PlaceMarker
    | MoveMarker
    | FlipMarker
    | RemoveMarker
    | PressOff
    | MoveOnTrack
    | DrawChit
    | SendChit
    | ReturnChit
    | AdvanceTurn
    | EndOfTurn
    | Say
    | Undone
)
"""Anything that a script tells a player to do."""
