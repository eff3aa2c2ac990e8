"""The exact chances of a shot, a move and an assault: the rules that judge them, run for every die that could fall.

Nothing is sampled. Chances are fractions that add up to exactly 1. Whoever may roll does: all Opportunity Fire is
taken, conversion of every S is tried; no Command Point is paid.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import compress
from operator import is_not
from typing import Any, Final, TypeVar

from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.play import Action, AirStrike, Assault, Counterbattery, DirectFire, IndirectFire, Move, Roll, RollPurpose
from ..game.position import LeaderState, Place, Position, Status, UnitState
from ..game.units import Leader, Ratings, Unit
from .chance import MAX_RUNS, DiceSource, Parts, WrappedDice, enumerate_by_parts
from .judge import handle
from .judgement import Judgement, Snapshot
from .rule_book import RuleBook
from .ruling import Finding
from .series.checks import quality_modifiers
from .series.fire_sums import BARRAGE_LEVELS, ShotFacts, ShotSum, shot_sum
from .series.results import apply_result

__all__ = [
    "NO_SHOT",
    "Odds",
    "Shot",
    "TargetFacts",
    "UnitEnd",
    "assault_odds",
    "exact_odds",
    "fire_odds",
    "move_odds",
    "shot_odds",
]

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

NO_SHOT: Final = "no shot"
"""The result where a check before the shot fails."""
_TARGET: Final = "target"
"""The name of the one unit of a shot that is given by options."""


@dataclass(frozen=True, slots=True)
class UnitEnd:
    """The final state of a unit."""

    unit: str
    status: Status
    place: Place = None
    steps: int = 0
    cohesion: int = 0
    suppressed: bool = False


Ends = tuple[UnitEnd, ...]
"""The final states of all units concerned, in the order of the position."""


@dataclass(frozen=True)
class Odds:
    """Exact chances."""

    joint: Mapping[tuple[Ends, str, str], Fraction]
    """The chance of each end of all units together, with the result of the (last) shot, and the barrage marker in the
    target's hex afterwards."""
    findings: tuple[Finding, ...] = ()
    """The findings of the rules against it."""
    switches: tuple[str, ...] = ()
    """The switches that the chances depend on, sorted."""

    @property
    def ends(self) -> dict[Ends, Fraction]:
        """The chance of each end of all units together."""
        return _added_up((ends, chance) for (ends, _, _), chance in self.joint.items())

    @property
    def results(self) -> dict[str, Fraction]:
        """The chance of each result of the shot: ``no shot``, ``miss`` or a code of the table."""
        return _added_up((result, chance) for (_, result, _), chance in self.joint.items())

    @property
    def barrages(self) -> dict[str, Fraction]:
        """The chance of each barrage marker: none (empty), ``light`` or ``heavy``."""
        return _added_up((barrage, chance) for (_, _, barrage), chance in self.joint.items())

    def of(self, unit: str) -> dict[UnitEnd, Fraction]:
        """Return the chance of each end of one unit."""
        each = ((end, chance) for (ends, _, _), chance in self.joint.items() for end in ends)
        return _added_up((end, chance) for end, chance in each if end.unit == unit)

    def chance(self, test: Callable[[Ends], bool]) -> Fraction:
        """Return the chance of all ends that pass a test."""
        return sum((chance for (ends, _, _), chance in self.joint.items() if test(ends)), Fraction(0))


def _added_up(pairs: Iterable[tuple[K, Fraction]]) -> dict[K, Fraction]:
    """Return the sum for each key, in the order in which the keys first occur."""
    sums: dict[K, Fraction] = {}
    for key, chance in pairs:
        sums[key] = sums.get(key, Fraction(0)) + chance
    return sums


# in a position


@dataclass(slots=True)
class _Concern:
    """The subject of odds: units, and for a shot the firer and the hex of the target."""

    units: Sequence[str]
    firer: str = ""
    target_hex: Hex | None = None
    findings: dict[Finding, None] = field(default_factory=dict)
    switches: set[str] = field(default_factory=set)


def shot_odds(position: Position, action: Action, book: RuleBook) -> Odds:
    """Return the chances of a shot: Direct, Indirect or Counterbattery Fire, or an air strike (R9, R10, R14).

    The chances concern all units in the target's hex. Raises ``TypeError`` for any other action.
    """
    if not isinstance(action, DirectFire | IndirectFire | Counterbattery | AirStrike):
        raise TypeError(f"{type(action).__name__} is no shot")
    firer = "" if isinstance(action, AirStrike) else action.unit
    return exact_odds(position, book, lambda judgement: handle(judgement, action), firer=firer, target=action.target)


def move_odds(position: Position, action: Move, book: RuleBook) -> Odds:
    """Return the chances of a move: the hex where the unit stops, and its state (R7, R12; NQoS 4.3)."""
    concern = _Concern((action.unit,))
    return _odds(position, book, lambda judgement: handle(judgement, action), concern)


def assault_odds(position: Position, action: Assault, book: RuleBook, *, max_runs: int = MAX_RUNS) -> Odds:
    """Return the chances of an assault, about all units on both sides (R11).

    Raises :class:`~adjudicator.rules.chance.TooManyOutcomes`.
    """
    present = {*action.units, *position.units_in(action.target)}
    concern = _Concern([unit for unit in position.units if unit in present])
    return _odds(position, book, lambda judgement: handle(judgement, action), concern, max_runs)


def exact_odds(
    position: Position,
    book: RuleBook,
    resolve: Callable[[Judgement], object],
    *,
    firer: str,
    target: str,
    die: int | None = None,
) -> Odds:
    """Return the chances of a shot that *resolve* makes in a position; *die* is the fire die if it has been rolled."""
    place = position.units[target].place
    present = {target, *position.units_in(place)}
    units = [unit for unit in position.units if unit in present]
    concern = _Concern(units, firer, place if isinstance(place, Hex) else None)

    def shoot(judgement: Judgement) -> None:
        if die is not None:
            judgement.chance = _Rolled(judgement.chance, die)
        resolve(judgement)

    return _odds(position, book, shoot, concern)


def _odds(
    position: Position, book: RuleBook, resolve: Callable[[Judgement], object], concern: _Concern,
    max_runs: int = MAX_RUNS,
) -> Odds:  # fmt: skip
    def run(chance: DiceSource, parts: Parts) -> tuple[Ends, str, str]:
        """Return what the action comes to with some dice."""
        judgement = Judgement(position, book, chance)
        judgement.parts = parts
        try:
            resolve(judgement)
        finally:
            concern.findings.update(dict.fromkeys(judgement.findings))
            concern.switches.update(judgement.switches)
        return _summary(judgement, concern)

    def identify(snapshot: Snapshot) -> Hashable:
        return snapshot.place, snapshot.progress, _changes(position, snapshot.position)

    chances = enumerate_by_parts(run, identify, max_runs)
    return Odds(chances, tuple(concern.findings), tuple(sorted(concern.switches)))


_FIELDS: Final = tuple(each.name for each in fields(Position) if each.name not in ("game", "units"))


def _changes(start: Position, now: Position) -> Hashable:
    """Return the differences of a position from the one that it comes from."""
    differing = compress(now.units, map(is_not, now.units.values(), start.units.values()))
    units = tuple((unit, now.units[unit]) for unit in differing if now.units[unit] != start.units[unit])
    return units, tuple(
        (name, _frozen(new))
        for name in _FIELDS
        if (new := getattr(now, name)) is not (old := getattr(start, name)) and new != old
    )


def _frozen(value: Any) -> Hashable:
    frozen: Hashable = frozenset(value.items()) if isinstance(value, Mapping) else value
    return frozen


def _summary(judgement: Judgement, concern: _Concern) -> tuple[Ends, str, str]:
    """Return the result for the units concerned."""
    ends = tuple(_end(unit, judgement.state(unit)) for unit in concern.units)
    shots = [
        each.result for each in judgement.resolutions if each.purpose == RollPurpose.FIRE and each.unit == concern.firer
    ]
    level = judgement.position.barrages.get(concern.target_hex, 0) if concern.target_hex is not None else 0
    return ends, shots[-1] if shots else NO_SHOT, BARRAGE_LEVELS[level]


def _end(unit: str, state: UnitState) -> UnitEnd:
    return UnitEnd(unit, state.status, state.place, state.steps, state.cohesion, state.suppressed)


class _Rolled(WrappedDice):
    """Dice of which the fire die has been rolled."""

    def __init__(self, source: DiceSource, die: int) -> None:
        super().__init__(source)
        self._die = die

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return the fire die for fire, else any possible outcome."""
        if purpose == RollPurpose.FIRE:
            return self._die, outcomes[self._die]
        return super().roll(purpose, unit, outcomes, bought)

    def part(self, rolls: Iterable[Roll]) -> _Rolled:
        """Return the dice for a part of an action."""
        return _Rolled(self.source.part(rolls), self._die)


# by plain facts


@dataclass(frozen=True, slots=True)
class TargetFacts:
    """The facts on which the end of a target depends, without a position."""

    quality: int
    """The Troop Quality for its checks, all modifiers included."""
    steps: int = 2
    cohesion: int = 0
    suppressed: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot that is given by plain facts, with its exact chances."""

    sum: ShotSum
    results: Mapping[str, Fraction]
    """By result: ``miss`` or a code of the table."""
    barrages: Mapping[str, Fraction]
    """By barrage marker: none (empty), ``light`` or ``heavy``."""
    ends: Mapping[UnitEnd, Fraction]
    """The chance of each end of the target; empty if nothing is known of its quality."""
    switches: tuple[str, ...] = ()


def fire_odds(facts: ShotFacts, book: RuleBook, target: TargetFacts | None = None, die: int | None = None) -> Shot:
    """Return the exact chances of a shot that is given by plain facts (R9.2).

    With *target* also of its ends, with checks and conversion (R9.18 to R9.22). *die* is the fire die if it has
    been rolled.
    """
    total = shot_sum(facts, book)
    faces = range(10) if die is None else (die,)
    share = Fraction(1, len(faces))
    results = _added_up((total.result(face), share) for face in faces)
    barrages = _added_up((total.barrage(face), share) for face in faces)
    ends, switches = _target_ends(results, book, target)
    return Shot(total, results, barrages, ends, tuple(sorted({*total.switches, *switches})))


def _target_ends(
    results: Mapping[str, Fraction], book: RuleBook, target: TargetFacts | None
) -> tuple[dict[UnitEnd, Fraction], tuple[str, ...]]:
    if target is None:
        return {}, ()
    stage = book.memory(_Stages).of(target)
    ends: dict[UnitEnd, Fraction] = {}
    switches: set[str] = set()
    for code, chance in results.items():
        odds = stage.odds(code)
        switches.update(odds.switches)
        for end, share in odds.of(_TARGET).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * share
    return ends, tuple(switches)


class _Stage:
    """A position with nothing but a target in it, for the same rules that judge real ones."""

    def __init__(self, book: RuleBook, target: TargetFacts) -> None:
        self._book = book
        self._position = _bare_position(book, target)
        self._known: dict[str, Odds] = {}

    def odds(self, code: str) -> Odds:
        """Return the odds of a result's effect on the target."""
        if code not in self._known:
            concern = _Concern((_TARGET,))
            self._known[code] = _odds(
                self._position, self._book, lambda judgement: apply_result(judgement, _TARGET, code), concern
            )
        return self._known[code]


class _Stages:
    """The stages of one book."""

    def __init__(self, book: RuleBook) -> None:
        self._book = book
        self._known: dict[TargetFacts, _Stage] = {}

    def of(self, target: TargetFacts) -> _Stage:
        """Return the stage for a target."""
        if target not in self._known:
            self._known[target] = _Stage(self._book, target)
        return self._known[target]


def _bare_position(book: RuleBook, target: TargetFacts) -> Position:
    """Return a position of a target alone, with a leader of its own: nothing but its state changes its quality."""
    game = book.game
    division = next(iter(game.divisions))
    scenario = next(iter(game.scenarios.values()))
    place = next(iter(game.map.hexes))
    leader = Leader("leader", "Leader", division, "", 0)
    state = UnitState(Status.ON_MAP, place, target.steps, target.cohesion, target.suppressed)

    def with_quality(quality: int) -> Position:
        """Return a position with nothing in it but the target, which has this Troop Quality Rating."""
        unit = Unit(_TARGET, "the target", division, "", "vehicle", "", target.steps, Ratings(troop_quality=quality))
        bare: GameData = replace(
            game, units={_TARGET: unit}, leaders={leader.id: leader}, map=replace(game.map, entry_hexes={})
        )
        return Position(
            game=bare,
            scenario=scenario.number,
            time=scenario.first,
            weather="clear",
            units={_TARGET: state},
            leaders={leader.id: LeaderState(Status.ON_MAP, place)},
            points={},
        )

    counted = sum(each.value for each in quality_modifiers(with_quality(0), book, _TARGET, exposed=True))
    return with_quality(target.quality - counted)
