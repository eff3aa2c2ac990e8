"""The actions of players, as values, with the dice that they used.

Dice are given, never rolled here. A roll states its purpose and its unit; where a Command Point was paid instead of
rolling, its die is None. Places are hexes, or ids of the map's boxes (artillery parks).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from .action_words import EngineerWork, Purchase, RallyKind, RollPurpose, StepKind
from .hexes import Hex

__all__ = [
    "CHECKS",
    "PURPOSES",
    "Action",
    "ActionBase",
    "AimedAction",
    "AirStrike",
    "Airpower",
    "Arrive",
    "Assault",
    "AssaultFire",
    "BreakOut",
    "BuyChit",
    "CarryOutEvent",
    "Counterbattery",
    "Deploy",
    "DirectFire",
    "EndActivation",
    "EndTurn",
    "Engineer",
    "EngineerWork",
    "IndirectFire",
    "LeaveMap",
    "Move",
    "MoveStep",
    "OpportunityFire",
    "PlayChit",
    "Purchase",
    "Rally",
    "RallyKind",
    "Reveal",
    "Roll",
    "RollPurpose",
    "RolledAction",
    "SeekContact",
    "StepKind",
    "Supply",
    "TakeBack",
    "UnitAction",
    "Weather",
    "WithdrawalRoll",
]

PURPOSES: Final[Mapping[RollPurpose, str]] = {
    RollPurpose.COMMAND_POINTS: "Command Points roll",
    RollPurpose.COMPANY_BONUS: "Company Bonus check",
    RollPurpose.FIRE: "fire die",
    RollPurpose.SUPPRESSION: "Suppression check",
    RollPurpose.CONVERSION: "check for a Cohesion Hit instead of Suppression",
    RollPurpose.OPPORTUNITY: "Opportunity Fire check",
    RollPurpose.MINEFIELD: "minefield roll",
    RollPurpose.BARRAGE_EXIT: "check to leave the Heavy Barrage",
    RollPurpose.SPOTTING: "spotting check",
    RollPurpose.CONTACT: "contact check",
    RollPurpose.COUNTERBATTERY: "Counterbattery spotting check",
    RollPurpose.BRAVERY: "Bravery Check",
    RollPurpose.CHARGE: "check against the charge",
    RollPurpose.RALLY: "rally check",
    RollPurpose.ENGINEER: "Engineer check",
    RollPurpose.WEATHER: "weather roll",
    RollPurpose.MIST: "mist roll",
    RollPurpose.SANDSTORM: "sand storm roll",
    RollPurpose.AIRPOWER: "airpower die",
    RollPurpose.AIRPOWER_AGAINST: "airpower die of the other side",
    RollPurpose.STRIKE_TURN: "roll for the turn of the air strike",
    RollPurpose.SUPPLY: "supply roll",
    RollPurpose.RANDOM_EVENT: "Random Event roll",
    RollPurpose.EVENT: "roll for which Random Event",
    RollPurpose.RELIEF: "roll for the steps that withdraw",
    RollPurpose.SURRENDER: "surrender die",
    RollPurpose.WITHDRAWAL: "withdrawal roll",
}
"""The purposes of rolls, in words that follow ``the``."""
_LOOKED_UP = frozenset(
    {
        RollPurpose.COMMAND_POINTS,
        RollPurpose.FIRE,
        RollPurpose.MINEFIELD,
        RollPurpose.WEATHER,
        RollPurpose.MIST,
        RollPurpose.SANDSTORM,
        RollPurpose.AIRPOWER,
        RollPurpose.AIRPOWER_AGAINST,
        RollPurpose.STRIKE_TURN,
        RollPurpose.SUPPLY,
        RollPurpose.RANDOM_EVENT,
        RollPurpose.EVENT,
        RollPurpose.RELIEF,
        RollPurpose.SURRENDER,
        RollPurpose.WITHDRAWAL,
    }
)
"""Rolls that are looked up on a table of their own."""
CHECKS = tuple(purpose for purpose in PURPOSES if purpose not in _LOOKED_UP)
"""The purposes that are Troop Quality Checks (R3.2)."""


@dataclass(frozen=True, slots=True)
class Roll:
    """One ten-sided die, or the Command Point that was paid instead."""

    purpose: RollPurpose
    unit: str
    """The unit that checks or fires; empty for a roll of no unit (a chit)."""
    die: int | None
    """0 to 9; None: a Command Point was paid."""


class ActionBase:
    """The properties common to all actions, whatever their fields are."""

    __slots__ = ()

    @property
    def actors(self) -> tuple[str, ...]:
        """The units that do the action; none for a chit, a strike from the air, or the dice of the turn."""
        return ()

    @property
    def unit_fired_at(self) -> str:
        """The unit that the action is aimed at, empty for none."""
        return ""

    @property
    def spotting_unit(self) -> str:
        """The unit that spots for the action, empty for none."""
        return ""

    @property
    def own_rolls(self) -> tuple[Roll, ...]:
        """The dice of the action without those of its steps."""
        return ()

    @property
    def parts(self) -> tuple[ActionBase, ...]:
        """The action and its steps: all parts with dice of their own."""
        return (self,)


class UnitAction(ActionBase):
    """An action of one unit."""

    __slots__ = ()
    unit: str

    @property
    def actors(self) -> tuple[str, ...]:
        """The unit."""
        return (self.unit,)


class AimedAction(ActionBase):
    """An action that is aimed at a unit."""

    __slots__ = ()
    target: str

    @property
    def unit_fired_at(self) -> str:
        """The target."""
        return self.target


class RolledAction(ActionBase):
    """An action with dice of its own."""

    __slots__ = ()
    rolls: tuple[Roll, ...]

    @property
    def own_rolls(self) -> tuple[Roll, ...]:
        """The dice that are given with the action."""
        return self.rolls


@dataclass(frozen=True, slots=True)
class PlayChit(RolledAction):
    """A chit is drawn, or the first one of the turn is put into play (R4.6)."""

    chit: str
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveStep(RolledAction):
    """A step of a moving unit: entering a hex, or changing how it moves (R7.3)."""

    kind: StepKind
    to: Hex | None = None
    """The hex entered."""
    rolls: tuple[Roll, ...] = ()
    """Opportunity Fire at this step with all its checks, then the minefield roll, in their order."""
    reveals: tuple[str, ...] = ()
    """Hidden guns that their owner reveals after this step (S4.3)."""


@dataclass(frozen=True, slots=True)
class Move(UnitAction, RolledAction):
    """A Movement Action (R7)."""

    unit: str
    steps: tuple[MoveStep, ...]
    rolls: tuple[Roll, ...] = ()
    """Dice that come before the first step (``barrage-exit``)."""
    leaders: tuple[str, ...] = ()
    """The leaders who go along because their player wants it (R6.5)."""
    stopped: bool = False
    """True if fire that is reported by itself stopped its last step, a change of Column or transport.

    The counter shows the change until that is taken back (see :class:`OpportunityFire`).
    """

    @property
    def parts(self) -> tuple[ActionBase, ...]:
        """The move itself and its steps."""
        return (self, *self.steps)


@dataclass(frozen=True, slots=True)
class DirectFire(UnitAction, AimedAction, RolledAction):
    """A Direct Fire Action (R9.17)."""

    unit: str
    target: str
    company_bonus: bool = False
    """True if the firer tries for the Company Bonus; its check is among the rolls."""
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class IndirectFire(UnitAction, AimedAction, RolledAction):
    """An Indirect Fire Action (R10)."""

    unit: str
    target: str
    spotter: str = ""
    """The unit that spots; the firer itself if it spots for itself."""
    company_bonus: bool = False
    rolls: tuple[Roll, ...] = ()

    @property
    def spotting_unit(self) -> str:
        """The unit that spots."""
        return self.spotter


@dataclass(frozen=True, slots=True)
class Counterbattery(UnitAction, AimedAction, RolledAction):
    """Counterbattery Fire at a unit that has just fired indirectly (S2.0)."""

    unit: str
    target: str
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class OpportunityFire(UnitAction, AimedAction, RolledAction):
    """A shot of Opportunity Fire by itself, at a unit whose move has been judged already (R12).

    It serves modules that report each shot by itself. Where a move is reported with the shots at it, they are in its
    steps.
    """

    unit: str
    target: str
    left: Hex | None = None
    """The hex that the target was leaving, in which it is fired at (R12.5); None: where it is."""
    at: Hex | None = None
    """The hex to which the range was measured, where that is not the one that the target was leaving."""
    entered: Hex | None = None
    """The hex that the target was about to enter; None: it provoked the fire otherwise than by a move (R12.8)."""
    held: bool = False
    """True if the target was put back into the hex that it was leaving, since the fire stopped it."""
    column_undone: bool = False
    """True if the target formed or left Column, and is as before since the fire stopped it."""
    transport_undone: bool = False
    """True if the target mounted or dismounted, and is as before since the fire stopped it."""
    revealed: bool = False
    """True if the firer was turned over only after the target had moved (NQoS S4.3)."""
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class AssaultFire(UnitAction, AimedAction, RolledAction):
    """A shot of an assault by itself, for modules that report each shot and not the assault (R11.8)."""

    unit: str
    target: str
    assaults: bool = False
    """True if the firer is one of the assaulting units; else it defends itself."""
    by_assault_rating: bool = False
    """True if it fires with its Assault Rating, and not with its Fire Rating (R11.9)."""
    company_bonus: bool = False
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class SeekContact(UnitAction, RolledAction):
    """An Indirect HE unit puts its contact marker down, or checks to turn it over (R10.4)."""

    unit: str
    leader: str
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Assault(RolledAction):
    """An Assault Action of a stack (R11)."""

    units: tuple[str, ...]
    target: Hex
    company_bonus: tuple[str, ...] = ()
    """The units of both sides that try for the Company Bonus."""
    targets: tuple[tuple[str, str], ...] = ()
    """Pairs of firer and target in the combat; a unit not named fires at the first enemy in the order of the data."""
    defender_retreats: bool = False
    retreat_to: tuple[tuple[str, Hex], ...] = ()
    """The hex to which each retreating defender goes."""
    advance: tuple[str, ...] = ()
    """The units that enter the hex when no defender is left; empty: all that can."""
    charge: bool = False
    """True if the units charge instead of fighting it out with fire (R11.8)."""
    rolls: tuple[Roll, ...] = ()

    @property
    def actors(self) -> tuple[str, ...]:
        """The units that assault."""
        return self.units


@dataclass(frozen=True, slots=True)
class Rally(UnitAction, RolledAction):
    """A Rally Action (R13.1)."""

    unit: str
    of: RallyKind
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Engineer(UnitAction, RolledAction):
    """An Engineer Action (R13.4, 4.3.2)."""

    unit: str
    work: EngineerWork
    rolls: tuple[Roll, ...] = ()
    """Opportunity Fire that the work provokes, then its own check."""


@dataclass(frozen=True, slots=True)
class AirStrike(AimedAction, RolledAction):
    """An air strike (R14.2)."""

    target: str
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Reveal(UnitAction):
    """The owner turns a hidden gun over (S4.3)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Deploy(UnitAction):
    """A unit that comes and goes by actions of its own is placed on the map."""

    stored_as: ClassVar[str] = "deploy-jock-column"
    unit: str
    hex: Hex


@dataclass(frozen=True, slots=True)
class TakeBack(UnitAction):
    """A unit that comes and goes by actions of its own is taken off the map."""

    stored_as: ClassVar[str] = "take-back-jock-column"
    unit: str


@dataclass(frozen=True, slots=True)
class EndActivation(UnitAction):
    """A unit's activation ends (R6.18): stacking is checked now."""

    unit: str


@dataclass(frozen=True, slots=True)
class EndTurn(ActionBase):
    """The Activation Phase is over: markers come off and the next turn begins (R4.6, steps 6 to 8 of R4.1)."""


@dataclass(frozen=True, slots=True)
class Weather(RolledAction):
    """The rolls for the weather at the start of a turn: of the day, of the mist, of a sand storm (NQoS 3.0 to 3.2)."""

    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Airpower(RolledAction):
    """Both sides' dice for airpower, and a die for the turn of each air strike (NQoS S1.0)."""

    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class Supply(RolledAction):
    """The roll for a side's supply at the start of a Night turn (R4.4)."""

    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class BuyChit(ActionBase):
    """A Formation chit is bought with Dispatch Points (R6.9, R6.10)."""

    chit: str
    when: Purchase


@dataclass(frozen=True, slots=True)
class Arrive(UnitAction):
    """A unit comes onto the map as a reinforcement; leaders who are due come with the first one (R15)."""

    unit: str
    to: Hex | str
    """A hex, or the id of an Artillery Park."""
    column: bool = False
    mounted: bool = False


@dataclass(frozen=True, slots=True)
class LeaveMap(UnitAction):
    """A unit that stayed in its entry hex is taken off the map at the end of a turn (NQoS S5.1)."""

    unit: str
    leaders: tuple[str, ...] = ()
    """The leaders who are taken off with it because their player wants it."""


@dataclass(frozen=True, slots=True)
class CarryOutEvent(RolledAction):
    """A player's decision and rolls for the random event that has come (NQoS S3.0)."""

    leader: str = ""
    """The leader that the commander of the army is with."""
    hex: Hex | None = None
    """The hex that is hit, or in which a unit comes into play."""
    formations: tuple[str, ...] = ()
    """The formations that withdraw, or the one that surrenders."""
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawalRoll(RolledAction):
    """The roll for a step that a formation has lost (NQoS S5.3)."""

    formation: str
    command_point: bool = False
    """True if a Command Point is paid for a better die."""
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class BreakOut(ActionBase):
    """A side breaks out of its positions, and a car with it."""

    route: tuple[Hex, ...] = ()
    """The hex where the car starts, and each hex that it enters; empty: there is no way out."""


Action = (
    PlayChit
    | Move
    | DirectFire
    | IndirectFire
    | Counterbattery
    | OpportunityFire
    | AssaultFire
    | SeekContact
    | Assault
    | Rally
    | Engineer
    | AirStrike
    | Reveal
    | Deploy
    | TakeBack
    | EndActivation
    | EndTurn
    | Weather
    | Airpower
    | Supply
    | BuyChit
    | Arrive
    | LeaveMap
    | CarryOutEvent
    | WithdrawalRoll
    | BreakOut
)
"""Anything that :func:`adjudicator.rules.judge.judge` rules on."""
