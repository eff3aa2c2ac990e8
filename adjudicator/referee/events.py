"""The events on the table of a game, in the game's own terms: units moved, states set, words said, dice rolled.

A dialect makes these events from the steps of a log; the referee makes actions of them. Places are hexes, ids of the
map's boxes, or None for anywhere beside the map.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from ..game.action_words import Declaration
from ..game.hexes import Hex
from ..game.play import CHECKS, RollPurpose
from ..game.position import Place, PointsKind, Position, Status
from ..game.scenarios import TurnTime

__all__ = [
    "TARGET_HEX",
    "CalendarSet",
    "ChitMoved",
    "ConditionsSet",
    "CounterAdded",
    "Declared",
    "DieDismissed",
    "DieRolled",
    "HexMarker",
    "KnownDifference",
    "LeaderMoved",
    "LevelSet",
    "MarkerMoved",
    "ObservedStep",
    "PointsSet",
    "ReportedModifier",
    "ResultTold",
    "RollNamed",
    "Said",
    "ShotReported",
    "StateSet",
    "StepNumber",
    "TableEvent",
    "TimeSet",
    "TurnedOver",
    "UnitMoved",
    "is_said_in_chat",
]

TARGET_HEX: Final = "target-hex"
"""The marker for the hex that an event hits."""
StepNumber = tuple[int, int]
"""The number of a log, and of a step in it."""

_ROLLS_MEANT: Final[Mapping[RollPurpose, Collection[RollPurpose]]] = {
    RollPurpose.OPEN: CHECKS,
    RollPurpose.MINEFIELD: (RollPurpose.MINEFIELD, RollPurpose.ENGINEER),  # "then the mines": engineers work on them
    RollPurpose.WEATHER: (RollPurpose.WEATHER, RollPurpose.MIST, RollPurpose.SANDSTORM),
    RollPurpose.AIRPOWER: (RollPurpose.AIRPOWER, RollPurpose.AIRPOWER_AGAINST, RollPurpose.STRIKE_TURN),
    RollPurpose.RANDOM_EVENT: (RollPurpose.RANDOM_EVENT, RollPurpose.EVENT),
}
"""The rolls that players mean by one name."""


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit is somewhere else."""

    unit: str
    origin: Place
    target: Place
    came: Status
    """The status before: on the map, or the reason why not."""
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
class CalendarSet:
    """A unit or a leader is in another space of the calendar of arrivals, or in none any more."""

    subject: str
    time: TurnTime | None


@dataclass(frozen=True, slots=True)
class StateSet:
    """A state of a unit was set: an id of :attr:`GameData.states`, 0 for off."""

    unit: str
    state: str
    level: int
    stopped: bool = False
    """True for a change of Column or transport that is taken back after fire which the module reports by itself."""


@dataclass(frozen=True, slots=True)
class TurnedOver:
    """A unit was turned face up, or face down."""

    unit: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class ResultTold:
    """A player said what came of a roll, without saying of which one: each result stands for one die."""

    face: int | None = None
    """The face that the player named."""
    of_shot: bool | None = None
    """True for a result of the fire table, false for a passed or failed check; None: the words do not show it."""
    failed: bool = False
    """True if a check failed, or nothing came of a shot."""
    is_open: bool = False
    """True for S?, of which a check decides: the words may be about that check."""
    unchanged: RollPurpose | None = None
    """The purpose of the roll of which the player said that nothing comes of it: nobody withdraws, no storm comes."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A player said what a unit does, with its menu or in the chat."""

    unit: str
    action: Declaration
    rest: str = ""
    """The text that the player wrote after the words."""
    spoken: bool = False
    """True if the player typed the declaration."""
    own_words: bool = False
    """True if the player typed it in words of his own, neither the menu's nor the notation's."""
    way: tuple[Hex, ...] = ()
    """The hexes of a move that the player gave, in order."""
    face: int | None = None
    """The face of the die that the player named with it."""
    step_of_die: StepNumber | None = None
    """The step with that die where that is known; None: it is before the words, if anywhere."""
    asked: bool = False
    """True if the player asks the other one to roll for it in his answer."""
    displaced: bool = False
    """True if the words were put here from elsewhere in the log: their place among the drags shows nothing."""
    told_again: bool = False
    """True if the player tells with it what he has just declared with the menus: nothing begins with it."""
    hit: str = field(default="", compare=False)
    """For Opportunity Fire: the enemy that a menu right after it names, or a marker shows to be hit; empty for none."""
    results: tuple[ResultTold, ...] = field(default=(), compare=False)
    """The results that the player told right after it, in the order of his words."""


@dataclass(frozen=True, slots=True)
class RollNamed:
    """A player said what a die is for, without naming a unit."""

    purpose: RollPurpose
    """The purpose, of several rolls of one step the first; open for a check of Troop Quality, whatever it is for."""
    face: int | None = None
    """The face that the player named."""
    step_of_die: StepNumber | None = None
    """The step with that die where that is known; None: it is before the words, if anywhere."""
    asked: bool = False
    """True if the player asks the other one to roll for it in his answer."""
    results: tuple[ResultTold, ...] = field(default=(), compare=False)
    """The results that the player told right after it, in the order of his words."""
    brought: int | None = None
    """The Command Points that the player said the die to have brought, if he did not name its face."""

    def names(self, purpose: RollPurpose) -> bool:
        """Return whether a die for a purpose is meant."""
        return purpose in _ROLLS_MEANT.get(self.purpose, (self.purpose,))


@dataclass(frozen=True, slots=True)
class DieDismissed:
    """A player said that a die did not count: a wrong button, a mis-click."""

    text: str
    in_vain: bool = False
    """True if the die had been announced, and so counts."""


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A die fell."""

    face: int
    """0 to 9."""
    purpose: RollPurpose = RollPurpose.OPEN
    """The purpose, if the log itself gives it."""
    unit: str = ""
    """The unit for which the die was rolled, with a purpose."""
    dismissed: bool = False
    """True if the roller said at once that the die is none ("wrong button"), and had announced nothing before it."""
    again: bool = False
    """True if the roller had taken an announced die back before it: it was rolled in the place of that one."""
    is_binding: bool = False
    """True if the roller had announced it and took it back in vain: it counts for that, or else for nothing."""
    told: ResultTold | None = field(default=None, compare=False)
    """The result that its player gave for it afterwards, if his words can be about no other die."""


@dataclass(frozen=True, slots=True)
class ChitMoved:
    """A chit is in another space of the mat of the chits; empty: somewhere else."""

    chit: str
    origin: str
    target: str


@dataclass(frozen=True, slots=True)
class PointsSet:
    """A division's points were set."""

    division: str
    kind: PointsKind
    points: int


HexMarker = Literal["barrage", "minefield"]
"""The markers that hexes have levels of."""


@dataclass(frozen=True, slots=True)
class LevelSet:
    """The level of the markers of a kind in a hex changed."""

    marker: HexMarker
    hex: Hex
    level: int | None
    """1 or 2, 0 for none; of a minefield the level that it has now, None for the printed one."""


@dataclass(frozen=True, slots=True)
class TimeSet:
    """The turn was set."""

    time: TurnTime


@dataclass(frozen=True, slots=True)
class ConditionsSet:
    """The tracks and boxes show something else: weather, supply, morale, air strikes, events in effect.

    All is as in :class:`~adjudicator.game.position.Position`.
    """

    weather: str
    day_weather: str
    supply: str
    morale: int | None
    strikes: int
    planned_strikes: tuple[str, ...]
    commander_with: str
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class MarkerMoved:
    """A marker that shows what somebody does is somewhere else: whoever breaks out, an air strike, a marked hex."""

    marker: str
    origin: Place
    target: Place


@dataclass(frozen=True, slots=True)
class ReportedModifier:
    """A modifier of a shot as the module reports it."""

    name: str
    """The name of the rules' modifier; empty for one that the rules do not know."""
    text: str
    """The module's name for the modifier."""
    value: int
    counted: bool = True
    """True if the module counts it: some it lists though the kind of fire does not use them."""


@dataclass(frozen=True, slots=True)
class KnownDifference:
    """A way in which a module's arithmetic is known to differ from the rules."""

    findings: frozenset[str]
    """The names of the findings that result from the difference."""
    modifiers: frozenset[str]
    """The rules' modifiers that these findings concern; none for those that concern none."""
    text: str
    """The module's arithmetic, in words."""
    open: bool = False
    """True if it is not settled who is right."""


@dataclass(frozen=True, slots=True)
class ShotReported:
    """The module's own report of a shot: its sum and its result. What a report leaves out is None or empty."""

    unit: str
    target: str
    base: int | None = None
    """The rating before the modifiers."""
    rating: int | None = None
    modifiers: tuple[ReportedModifier, ...] = ()
    by_hand: int | None = None
    """The sum that the player added by hand, for modifiers that the module does not know; None for nothing."""
    colour: str = ""
    """The weapon class, an id of :attr:`GameData.weapons`."""
    section: str = ""
    """``armoured`` or ``unarmoured``."""
    distance: int | None = None
    die: int | None = None
    typed_in: bool = False
    """True if the player typed the die in."""
    result: str = ""
    """``miss``, or a code of the Combat Results Table."""
    ignored: str = ""
    """The modifiers that the module says it did not count."""
    action: Declaration = Declaration.NONE
    """The kind of fire."""
    defends: bool = False
    """True for the fire of a unit that is assaulted."""
    names: tuple[str, str] = ("", "")
    """The report's names for the two units, whoever they are."""
    places: tuple[Place, Place] = (None, None)
    """The places of the two units in the report; None where that is no place of the game."""
    way: tuple[Hex, ...] = ()
    """The hexes in which the target has been since it began to move, in order; none if it has not moved."""
    changed: frozenset[str] = frozenset()
    """The states that the target has changed since it was in the last of them: its Column, its transport."""
    revealed: bool = False
    """True if the firer was turned over only since then."""
    differences: tuple[KnownDifference, ...] = ()
    """The ways in which the module's arithmetic for such fire is known to differ from the rules."""


@dataclass(frozen=True, slots=True)
class Said:
    """A player said something that declares nothing."""

    text: str
    speaks_of_action: bool = False
    """True if the words are about units, fire, moves or checks, and nothing could be made of them."""
    speaks_of_points: bool = False
    """True if the words are about Command Points."""
    takes_drag_back: bool = False
    """True if the player said that his last drag was a mistake: the next one of that counter puts it right."""
    takes_action_back: bool = False
    """True if the player said that what he had just announced is not done."""
    asks_other_side: bool = False
    """True if the player asked the other side for what it has to do: a check, a shot, a marker."""
    units: frozenset[str] = frozenset()
    """The units that the words name, if they are about units."""
    results: tuple[ResultTold, ...] = field(default=(), compare=False)
    """The results of rolls that he told, in the order of his words."""
    stands_fast: bool = False
    """True if the player said that his units hold, and named none: it depends on what is going on which these are."""
    admits_omission: bool = False
    """True if the player said that he had left something out, which he marks now."""
    leaves_marks: bool = False
    """True if the player asked the other side to put a marker down."""
    too_long: bool = False
    """True if nothing of the words was read because they are too long: they may tell all that is done in a mail."""


@dataclass(frozen=True, slots=True)
class SequenceShown:
    """A module that does not tell what goes on between the chits shows that a new turn begins, or a chit is played."""

    chit: str = ""
    """The chit; empty for a new turn."""
    has_roll: bool = False
    """True if a die is rolled for the chit as soon as it is played (R6.7, S3.0)."""


TableEvent = (
    UnitMoved
    | CounterAdded
    | LeaderMoved
    | CalendarSet
    | StateSet
    | TurnedOver
    | Declared
    | DieRolled
    | ChitMoved
    | PointsSet
    | LevelSet
    | TimeSet
    | ConditionsSet
    | MarkerMoved
    | ShotReported
    | Said
    | RollNamed
    | DieDismissed
    | SequenceShown
)


def is_said_in_chat(event: TableEvent) -> bool:
    """Return whether an event is what somebody typed into the chat."""
    return isinstance(event, Said | RollNamed | DieDismissed) or (isinstance(event, Declared) and event.spoken)


@dataclass(frozen=True, slots=True)
class ObservedStep:
    """One step of a log as events."""

    log: int
    """The number of the log in the order in which they were given, from 0."""
    number: int
    """The step's number in its log, from 1."""
    player: str
    """The player who made the step, empty if the log does not show him."""
    side: str
    """The side that he plays, an id of :attr:`GameData.sides`; empty if unknown."""
    events: tuple[TableEvent, ...]
    table: Position
    """The table after the step: its activations and what else no table shows are those of the start."""
