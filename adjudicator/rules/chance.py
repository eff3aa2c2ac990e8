"""The sources of a resolution's dice: the dice that were rolled, or all that could be.

Every die of the game is one of ten faces, so each roll is a table of ten outcomes. :class:`Recorded` looks the
face up among the rolls of an action; :func:`enumerate_outcomes` runs the same resolution once for each outcome
that differs and adds up exact fractions. Thus the odds come from the very rules that judge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeVar

from ..game.play import Roll, RollPurpose
from .purposes import roll_words

__all__ = [
    "HARMLESS_FACES",
    "DiceSource",
    "MissingRoll",
    "Parts",
    "Recorded",
    "TooManyOutcomes",
    "WrappedDice",
    "enumerate_by_parts",
    "enumerate_outcomes",
]

T = TypeVar("T")
R = TypeVar("R")

HARMLESS_FACES: Final = {
    RollPurpose.FIRE: 9,
    RollPurpose.MINEFIELD: 9,
    RollPurpose.RANDOM_EVENT: 9,
    RollPurpose.WITHDRAWAL: 9,
    RollPurpose.SANDSTORM: 9,
    RollPurpose.WEATHER: 2,
}
"""The face that changes least, by what the die is for; a check passes with a 0 (R3.2)."""


class MissingRoll(Exception):
    """A needed die was not given."""

    def __init__(self, purpose: RollPurpose, unit: str) -> None:
        super().__init__(f"{roll_words(purpose, unit)} is missing")
        self.purpose = purpose
        self.unit = unit


class DiceSource(ABC):
    """Gives outcomes. Unless a class says otherwise its dice are rolled, and optional rolls are left out."""

    @abstractmethod
    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return a face and its outcome.

        *outcomes* are those of the faces 0 to 9. *bought* is the outcome for a Command Point, None where it cannot be
        paid; the face is None then. Raises :class:`MissingRoll`.
        """

    def is_tried(self, purpose: RollPurpose, unit: str) -> bool:  # noqa: ARG002
        """Return whether the unit makes an optional roll (Opportunity Fire, a conversion)."""
        return False

    def is_next(self, purpose: RollPurpose, unit: str, other: RollPurpose) -> bool:  # noqa: ARG002
        """Return whether a unit that makes an optional roll with some rolls of another kind makes it with the next one.

        A unit with two attacks may try for the Company Bonus with the second one alone.
        """
        return True

    def in_order(self, purpose: RollPurpose, units: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002
        """Return the units that make an optional roll, in the order in which they do."""
        return ()

    def target(self, firer: str, among: Sequence[str]) -> str:  # noqa: ARG002
        """Return the target of a shot for which none is named: by default the first."""
        return among[0]

    def part(self, rolls: Iterable[Roll]) -> DiceSource:  # noqa: ARG002
        """Return the source for a part of the action that has dice of its own (a step of a move): by default itself."""
        return self

    @property
    def left(self) -> tuple[Roll, ...]:
        """The rolls that were not needed so far."""
        return ()

    @property
    def is_open(self) -> bool:
        """True if the dice are still to be rolled: plans of an action may then come to nothing."""
        return False


class WrappedDice(DiceSource):
    """Gives the dice of another source: the base of sources that change or note one thing about them."""

    def __init__(self, source: DiceSource) -> None:
        self.source = source

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return the other source's face and its outcome. Raises MissingRoll."""
        return self.source.roll(purpose, unit, outcomes, bought)

    def is_tried(self, purpose: RollPurpose, unit: str) -> bool:
        """Return whether the unit makes the optional roll in the other source."""
        return self.source.is_tried(purpose, unit)

    def is_next(self, purpose: RollPurpose, unit: str, other: RollPurpose) -> bool:
        """Return whether the unit makes the optional roll next in the other source."""
        return self.source.is_next(purpose, unit, other)

    def in_order(self, purpose: RollPurpose, units: Sequence[str]) -> tuple[str, ...]:
        """Return the units that make the optional roll in the other source."""
        return self.source.in_order(purpose, units)

    def target(self, firer: str, among: Sequence[str]) -> str:
        """Return the target of the shot in the other source."""
        return self.source.target(firer, among)

    @abstractmethod
    def part(self, rolls: Iterable[Roll]) -> DiceSource:
        """Return a wrapper of the other source's dice for a part of the action."""

    @property
    def left(self) -> tuple[Roll, ...]:
        """The rolls that were not needed in the other source."""
        return self.source.left

    @property
    def is_open(self) -> bool:
        """True if the other source's dice are still to be rolled."""
        return self.source.is_open


class Recorded(DiceSource):
    """The rolls of an action, used up in order for each purpose and unit."""

    def __init__(self, rolls: Iterable[Roll]) -> None:
        self._left = list(rolls)
        self._made: set[tuple[RollPurpose, str]] = set()
        """The rolls that were needed so far: purpose and unit."""

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return the next roll for this purpose and unit. Raises MissingRoll if there is none."""
        for index, roll in enumerate(self._left):
            if (roll.purpose, roll.unit) != (purpose, unit):
                continue
            outcome = bought if roll.die is None else outcomes[roll.die]
            if outcome is not None:
                del self._left[index]
                self._made.add((purpose, unit))
                return roll.die, outcome
        raise MissingRoll(purpose, unit)

    def is_tried(self, purpose: RollPurpose, unit: str) -> bool:
        """Return whether such a roll is left."""
        return any((roll.purpose, roll.unit) == (purpose, unit) for roll in self._left)

    def is_next(self, purpose: RollPurpose, unit: str, other: RollPurpose) -> bool:
        """Return whether such a roll is left and comes before the unit's next one of the other kind.

        If none is left it has been made already, or is missing.
        """
        own = [roll.purpose for roll in self._left if roll.unit == unit and roll.purpose in (purpose, other)]
        return own[0] is purpose if purpose in own else (purpose, unit) not in self._made

    def in_order(self, purpose: RollPurpose, units: Sequence[str]) -> tuple[str, ...]:
        """Return the units that have such a roll left, in the order of the rolls, each once."""
        rolled = dict.fromkeys(roll.unit for roll in self._left if roll.purpose == purpose)
        return tuple(unit for unit in rolled if unit in units)

    def part(self, rolls: Iterable[Roll]) -> Recorded:
        """Return the dice of a part of the action."""
        return Recorded(rolls)

    @property
    def left(self) -> tuple[Roll, ...]:
        """The rolls that were not needed."""
        return tuple(self._left)


class _Scripted(DiceSource):
    """Chooses an outcome for each roll: those of a script, then the first one; and notes the alternatives.

    The first *fixed* choices of the script are given, and do not count for the weight.
    """

    def __init__(self, script: Sequence[int], fixed: int = 0) -> None:
        self.script = list(script)
        self.branches: list[int] = []
        """The number of outcomes of each roll."""
        self._fixed = fixed
        self._ways = 1
        self._all_ways = 1

    @property
    def weight(self) -> Fraction:
        """The chance of the choices that are not fixed."""
        return Fraction(self._ways, self._all_ways)

    @property
    def choices(self) -> list[int]:
        """The choices of the rolls so far."""
        return [*self.script, *[0] * (len(self.branches) - len(self.script))]

    def roll(
        self,
        purpose: RollPurpose,  # noqa: ARG002
        unit: str,  # noqa: ARG002
        outcomes: Sequence[T],
        bought: T | None = None,  # noqa: ARG002
    ) -> tuple[int | None, T]:
        """Return one of the outcomes that differ, with the lowest face that has it."""
        faces: dict[T, list[int]] = {}
        for face, outcome in enumerate(outcomes):
            faces.setdefault(outcome, []).append(face)
        at = len(self.branches)
        choice = self.script[at] if at < len(self.script) else 0
        self.branches.append(len(faces))
        outcome, those = list(faces.items())[choice]
        if at >= self._fixed:
            self._ways *= len(those)
            self._all_ways *= len(outcomes)
        return those[0], outcome

    def is_tried(self, purpose: RollPurpose, unit: str) -> bool:  # noqa: ARG002
        """Return True: whoever may roll does."""
        return True

    def in_order(self, purpose: RollPurpose, units: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002
        """Return all of the units: whoever may roll does."""
        return tuple(units)

    @property
    def is_open(self) -> bool:
        """Return True: these dice are not rolled yet."""
        return True


class TooManyOutcomes(Exception):
    """The exact chances would take too long."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are more than {most:,} ways in which this can go")
        self.most = most


MAX_RUNS: Final = 1_000_000
"""The greatest number of runs of a resolution."""


def enumerate_outcomes(resolve: Callable[[DiceSource], R]) -> dict[R, Fraction]:
    """Return the exact chance of each result of *resolve*, which must be hashable and depend on nothing but dice."""
    return enumerate_by_parts(lambda chance, _parts: resolve(chance), lambda _snapshot: None)


def enumerate_by_parts(
    resolve: Callable[[DiceSource, Parts], R], identify: Callable[[Any], Hashable], max_runs: int = MAX_RUNS
) -> dict[R, Fraction]:
    """Return the exact chance of each result of *resolve*, as :func:`enumerate_outcomes` does, where dice are many.

    *resolve* hands parts of its work to the :class:`Parts` that it is given. After a part all that is still to come
    depends on the snapshot then: ways whose snapshots *identify* as the same value go on as one. Raises
    :class:`TooManyOutcomes`.
    """
    chances: dict[R, Fraction] = {}
    waiting: dict[Hashable, _Way] = {None: _Way((), (), Fraction(1))}
    runs = 0
    while waiting:
        alike: dict[Hashable, _Way] = {}
        for way in waiting.values():
            for dice, result in _continuations(resolve, way):
                runs += 1
                if runs > max_runs:
                    raise TooManyOutcomes(max_runs)
                weight = way.chance * dice.weight
                if not isinstance(result, _Pause):
                    chances[result] = chances.get(result, Fraction(0)) + weight
                    continue
                key = identify(result.snapshot)
                if key in alike:
                    alike[key].chance += weight
                else:
                    choices = tuple(dice.choices[: result.rolls])
                    alike[key] = _Way(choices, (*way.snapshots, result.snapshot), weight)
        waiting = alike
    return chances


class Parts:
    """Runs the parts of a resolution: known parts are not done again, but restored from their snapshots."""

    def __init__(self, dice: _Scripted, snapshots: Sequence[Any]) -> None:
        self._dice = dice
        self._snapshots = snapshots
        self._done = 0

    def do(self, work: Callable[[], object], save: Callable[[], Any], restore: Callable[[Any], None]) -> None:
        """Do a part of the work, after which all that is still to come depends on what *save* returns."""
        at = self._done
        self._done += 1
        if at < len(self._snapshots):
            restore(self._snapshots[at])
            return
        rolls = len(self._dice.branches)
        work()
        raise _Pause(save(), rolls)


@dataclass(slots=True)
class _Way:
    """One of the ways in which a resolution can have come to a pause."""

    choices: tuple[int, ...]
    """The choices of the rolls outside the parts."""
    snapshots: tuple[Any, ...]
    """The snapshots after each part."""
    chance: Fraction
    """The total chance of all ways that are alike here."""


class _Pause(Exception):
    """Raised when a part of a resolution is done."""

    def __init__(self, snapshot: Any, rolls: int) -> None:
        super().__init__()
        self.snapshot = snapshot
        self.rolls = rolls
        """The number of rolls before the part."""


def _continuations(resolve: Callable[[DiceSource, Parts], R], way: _Way) -> Iterator[tuple[_Scripted, R | _Pause]]:
    """Yield every continuation of a way: to the end of the next part, or of everything."""
    fixed = len(way.choices)
    script = list(way.choices)
    while True:
        dice = _Scripted(script, fixed)
        yield dice, _run(resolve, dice, way.snapshots)
        script = dice.choices
        while len(script) > fixed and script[-1] + 1 >= dice.branches[len(script) - 1]:
            script.pop()
        if len(script) == fixed:
            return
        script[-1] += 1


def _run(resolve: Callable[[DiceSource, Parts], R], dice: _Scripted, snapshots: Sequence[Any]) -> R | _Pause:
    """Run a resolution to the end of the first part that is not known, and return its state then, or its result."""
    try:
        return resolve(dice, Parts(dice, snapshots))
    except _Pause as pause:
        return pause
