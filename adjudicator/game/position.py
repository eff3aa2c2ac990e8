"""A position: everything that matters at one moment of a game. Immutable; ``after`` and its kin give another.

What never changes (ratings, map, charts) is in the :class:`~adjudicator.game.game_data.GameData` that the position
is of; two positions are equal if they are of the same game and everything else is the same.

Positions are derived by the thousand, so this file does by hand what :func:`dataclasses.replace` would do more slowly.
A position caches its hash and its units by place, and remembers which units it was derived from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, Literal, TypeVar

from .action_words import Barrage, Contact, Improvement
from .game_data import GameData
from .hexes import Hex
from .scenarios import TurnTime
from .units import Ratings

__all__ = [
    "POINTS_KINDS",
    "Activation",
    "LeaderState",
    "Place",
    "Points",
    "PointsKind",
    "Position",
    "Status",
    "StepRange",
    "UnitState",
]

Place = Hex | str | None
"""A hex, the id of a box of the map sheet (``artillery-park-a``), or None: not on the map."""


class Status(StrEnum):
    """The reason why a unit is, or is not, on the map."""

    ON_MAP = "on-map"
    WAITING = "waiting"
    """It has not arrived yet, has been taken back, or waits beside the map."""
    ELIMINATED = "eliminated"
    WITHDRAWN = "withdrawn"
    """Withdrawn, surrendered, or left for the rest of the day."""


T = TypeVar("T")


def _with_fields(kind: type[T], values: dict[str, Any]) -> T:
    """Return an object of a class without slots whose fields have these values, which must be all of them."""
    new = object.__new__(kind)
    object.__setattr__(new, "__dict__", values)
    return new


@dataclass(frozen=True)
class UnitState:
    """A unit at one moment."""

    status: Status
    place: Place = None
    steps: int = 0
    """Steps left; a unit of zero steps has 0 and is there until it is eliminated."""
    cohesion: int = 0
    """Cohesion Hits, 0 to 2."""
    suppressed: bool = False
    column: bool = False
    mounted: bool = False
    improvement: Improvement = Improvement.NONE
    men_at_work: bool = False
    contact: Contact = Contact.NONE
    contact_leader: str = ""
    """The leader that the contact marker is with."""
    counterbattery_fired: bool = False
    wrong_ammo: bool = False
    hidden: bool = False
    """True if the unit is still a face-down Gun Unit."""
    actions: tuple[str, ...] = ()
    """The kinds of action (R7.1) that the unit has done under the chit in play, in order."""
    finished: bool = False
    """True if its activation under the chit in play is over."""

    def after(self, **changes: Any) -> UnitState:
        """Return this state with fields changed. Raises ``TypeError`` for an unknown field."""
        if not _STATE_FIELDS.issuperset(changes):
            raise TypeError(f"a unit's state has no {min(changes.keys() - _STATE_FIELDS)!r}")
        return _with_fields(UnitState, {**self.__dict__, **changes})


_STATE_FIELDS: Final = frozenset(each.name for each in fields(UnitState))


@dataclass(frozen=True, slots=True)
class LeaderState:
    """A leader at one moment."""

    status: Status
    place: Place = None


PointsKind = Literal["command", "dispatch"]
POINTS_KINDS: Final[tuple[PointsKind, ...]] = ("command", "dispatch")


@dataclass(frozen=True, slots=True)
class Points:
    """A division's points."""

    command: int
    dispatch: int


@dataclass(frozen=True, slots=True)
class Activation:
    """The state of activation under the chit in play."""

    chit: str = ""
    """The chit in play; empty between chits."""
    unit: str = ""
    """The unit whose activation has begun and is not over (R6.18); empty for none."""
    passed_over: frozenset[str] = field(default=frozenset(), compare=False)
    """The units whose activation is over only because another unit began to act (R6.18)."""
    drawn: str = field(default="", compare=False)
    """The chit drawn last, where a module's table shows no more of it than that."""
    shown: frozenset[str] = field(default=frozenset(), compare=False)
    """The units whose counters show that they are activated, where a module marks them so."""
    acted: frozenset[str] = field(default=frozenset(), compare=False)
    """The units whose counters show that they have acted."""
    again: frozenset[tuple[str, str]] = field(default=frozenset(), compare=False)
    """The units that have just acted again, each with the one of its side that has been marked meanwhile."""


@dataclass(frozen=True, slots=True)
class StepRange:
    """The fewest and the most steps that there may be: they differ where a face-down unit hides the exact number."""

    least: int
    most: int

    def __add__(self, other: StepRange) -> StepRange:
        return StepRange(self.least + other.least, self.most + other.most)

    @property
    def is_known(self) -> bool:
        """True if there is only one possible number."""
        return self.least == self.most


@dataclass(frozen=True)
class Position:
    """A position."""

    game: GameData = field(compare=False, repr=False)
    scenario: int
    time: TurnTime
    weather: str
    """The weather of this turn: ``clear``, ``mist`` or ``sandstorm``."""
    units: Mapping[str, UnitState]
    """Every unit that the scenario has, by id, in the order of the game's data."""
    leaders: Mapping[str, LeaderState]
    points: Mapping[str, Points]
    """By division."""
    activation: Activation = Activation()
    barrages: Mapping[Hex, Barrage] = field(default_factory=dict)
    mines: Mapping[Hex, int] = field(default_factory=dict)
    """The minefield level of hexes whose level is no longer the printed one."""
    supply: str = ""
    """A key of the chart ``supply-levels``; empty: not in play."""
    morale: int | None = None
    mug: tuple[str, ...] = ()
    """Chits in the mug, sorted."""
    played: tuple[str, ...] = ()
    """Chits played this turn, in order."""
    next_turn: tuple[str, ...] = ()
    """Chits bought for the next turn, sorted."""
    strikes: int = 0
    """Air strikes that are available this turn."""
    flags: frozenset[str] = frozenset()
    """What else is in effect: random events and the like."""
    first_chit: str = ""
    """The chit of the mug that was left over and so must be played first (R4.6); empty once it has been played."""
    last_indirect: str = ""
    """The unit that has just fired indirectly: the other side may answer with Counterbattery Fire (S2.0)."""
    due: tuple[str, ...] = ()
    """The steps of the sequence of play that are still to come before this turn's first chit, in order (R4.1):
    ``weather``, ``airpower``, ``supply``, ``chits``, ``arrivals``."""
    day_weather: str = ""
    """The weather of the day, a row of the chart ``weather``; empty where none was rolled for (3.0)."""
    planned_strikes: tuple[str, ...] = ()
    """The turns of the air strikes that are still to come today, in order (S1.0)."""
    event: str = ""
    """The random event that is to be carried out, a row of the chart ``random-events`` (S3.0)."""
    withdrawals: tuple[str, ...] = ()
    """The formations that still have to roll for withdrawal, once for each step that they have lost (S5.3)."""
    returning: Mapping[str, TurnTime] = field(default_factory=dict)
    """The turns in which units and leaders that have left the map for a while come back (S5.1, S5.3)."""
    commander_with: str = ""
    """The leader that the commander of the army is with."""
    outcome: str = ""
    """The end of the game (Scenario 4); empty while it goes on."""
    from_start: bool = field(default=False, compare=False)
    """True if all that has happened since the scenario began is known; False for a position that only shows what is
    on the table."""
    possible_contacts: Mapping[str, frozenset[str]] = field(default_factory=dict, compare=False)
    """The leaders that the contact marker of a unit may be with, empty text for none, where no log says with which: the
    unit's ``contact_leader`` is only one of them."""
    possible_refuges: Mapping[str, frozenset[Hex]] = field(default_factory=dict, compare=False)
    """The hexes that a leader may have gone to when his last unit was lost, of which his player chooses one (R6.5)."""
    face_down: Mapping[str, StepRange] = field(default_factory=dict, compare=False)
    """The units that the reader may not identify, with the steps that each may have (S4.3); empty for the referee."""

    def ratings(self, unit: str) -> Ratings:
        """Return the ratings of the side that a unit's counter shows: mounted, reduced or front (R2.10, R2.12)."""
        counter, state = self.game.units[unit], self.units[unit]
        if state.mounted and counter.mounted is not None:
            return counter.mounted
        if counter.reduced is not None and state.steps < counter.steps:
            return counter.reduced
        return counter.ratings

    def steps_of(self, unit: str) -> StepRange:
        """Return the steps that a unit has, as far as the reader may know: a face-down one may be a dummy."""
        possible, state = self.face_down.get(unit), self.units[unit]
        return possible if possible is not None and state.hidden else StepRange(state.steps, state.steps)

    def with_face_down(self, steps: Mapping[str, StepRange]) -> Position:
        """Return this position for a reader who may not know some units; *steps* are what their counters may have.

        He may know which units have not been turned over yet, but not which of them is which (NQoS S4.3). Nor does the
        order of *steps* tell him.
        """
        if not steps:
            return self
        possible = StepRange(min(each.least for each in steps.values()), max(each.most for each in steps.values()))
        units = {
            unit: state.after(steps=possible.most) if unit in steps and state.status is not Status.ELIMINATED else state
            for unit, state in self.units.items()
        }
        return self.after(units=units, face_down=dict.fromkeys(sorted(steps), possible))

    def shown_name(self, unit: str) -> str:
        """Return the name by which both sides may call a unit: a face-down one is a Gun Unit (S4.3)."""
        counter = self.game.units[unit]
        return counter.hidden_as if self.units[unit].hidden else counter.name

    def side(self, unit: str) -> str:
        """Return the side that a unit belongs to."""
        return self.game.divisions[self.game.units[unit].division].side

    def after(self, **changes: Any) -> Position:
        """Return this position with fields changed. Raises ``TypeError`` for an unknown field."""
        if not _POSITION_FIELDS.issuperset(changes):
            raise TypeError(f"a position has no {', '.join(sorted(changes.keys() - _POSITION_FIELDS))}")
        memory = self.__dict__.copy()
        memory.pop("_hash", None)
        if "units" in changes:
            for cached in ("_occupants", "_order", "_derivation"):
                memory.pop(cached, None)
        memory.update(changes)
        return _with_fields(Position, memory)

    def with_unit(self, unit: str, **changes: Any) -> Position:
        """Return this position with one unit's state changed."""
        old = self.units[unit]
        new = old.after(**changes)
        memory = self.__dict__.copy()
        memory.pop("_hash", None)
        memory["units"] = units = dict(self.units)
        units[unit] = new
        if "_occupants" in memory:
            memory["_occupants"] = self._moved(unit, old, new)
        first, changed = self.derivation
        memory["_derivation"] = first, changed if unit in changed else (*changed, unit)
        return _with_fields(Position, memory)

    @property
    def derivation(self) -> tuple[Mapping[str, UnitState], tuple[str, ...]]:
        """The units from which those of this position were derived one by one, and the ones that were changed.

        What is known of those units need not be worked out again; see :meth:`begin_derivation`.
        """
        known: tuple[Mapping[str, UnitState], tuple[str, ...]] | None = self.__dict__.get("_derivation")
        return known or (self.units, ())

    def begin_derivation(self) -> None:
        """Let the positions that are made of this one be derived from its units."""
        self.__dict__.pop("_derivation", None)

    def with_points(self, division: str, *, command: int = 0, dispatch: int = 0) -> Position:
        """Return this position with points added to a division's; negative numbers take points away."""
        old = self.points[division]
        new = Points(old.command + command, old.dispatch + dispatch)
        return self.after(points={**self.points, division: new})

    @property
    def occupants(self) -> Mapping[Place, tuple[str, ...]]:
        """The units on the map by their places, each list in the order of the game's data."""
        known: dict[Place, tuple[str, ...]] | None = self.__dict__.get("_occupants")
        if known is None:
            on_map = Status.ON_MAP
            known = {}
            for unit, state in self.units.items():
                if state.status is on_map:
                    known[state.place] = (*known.get(state.place, ()), unit)
            self.__dict__["_occupants"] = known
        return known

    def units_in(self, place: Place) -> tuple[str, ...]:
        """Return the units on the map in a hex or box, in the order of the game's data."""
        return self.occupants.get(place, ())

    def __hash__(self) -> int:
        known: int | None = self.__dict__.get("_hash")
        if known is None:
            known = hash((
                self.scenario, self.time, self.weather, frozenset(self.units.items()),
                frozenset(self.leaders.items()), frozenset(self.points.items()), self.activation,
                frozenset(self.barrages.items()), frozenset(self.mines.items()), self.supply, self.morale, self.mug,
                self.played, self.next_turn, self.strikes, self.flags, self.first_chit, self.last_indirect,
                self.due, self.day_weather, self.planned_strikes, self.event, self.withdrawals,
                frozenset(self.returning.items()), self.commander_with, self.outcome,
            ))  # fmt: skip
            self.__dict__["_hash"] = known
        return known

    def __getstate__(self) -> dict[str, Any]:
        """Leave out cached values: hashes of texts differ from run to run."""
        return {name: self.__dict__[name] for name in _POSITION_FIELDS}

    def _moved(self, unit: str, old: UnitState, new: UnitState) -> Mapping[Place, tuple[str, ...]]:
        """Return the units by place after one unit's state changed."""
        if old.place == new.place and old.status is new.status:
            return self.occupants
        found = dict(self.occupants)
        if old.status is Status.ON_MAP:
            found[old.place] = tuple(each for each in found[old.place] if each != unit)
            if not found[old.place]:
                del found[old.place]
        if new.status is Status.ON_MAP:
            there = (*found.get(new.place, ()), unit)
            found[new.place] = there if len(there) == 1 else tuple(sorted(there, key=self._place_in_data))
        return found

    def _place_in_data(self, unit: str) -> int:
        """Return where a unit comes in the order of the game's data."""
        order: dict[str, int] | None = self.__dict__.get("_order")
        if order is None:
            order = self.__dict__["_order"] = {each: number for number, each in enumerate(self.units)}
        return order[unit]


_POSITION_FIELDS: Final = frozenset(each.name for each in fields(Position))
