"""Dice that are rolled one after the other: given by the players or drawn from a seed, each with its purpose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

__all__ = ["DieMissing", "Roll", "Rolling"]


class DieMissing(Exception):
    """A needed die was not given."""

    def __init__(self, purpose: str, rule: str) -> None:
        super().__init__(purpose)
        self.purpose = purpose
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll: a dr of one die, a DR of two."""

    purpose: str
    rule: str
    dice: tuple[int, ...]
    result: str = ""

    @property
    def total(self) -> int:
        """The sum of the dice."""
        return sum(self.dice)


class Rolling:
    """The dice of a procedure, in order: first those given, then those of the seed if there is one."""

    def __init__(self, given: Iterable[int] = (), seed: int | None = None) -> None:
        self._given = list(given)
        self._random = None if seed is None else Random(seed)  # noqa: S311
        self.rolls: list[Roll] = []

    def roll(self, purpose: str, rule: str, dice: int = 1) -> Roll:
        """Return the next roll of *dice* dice. Raises :class:`DieMissing` if it was not given."""
        if self._random is None and len(self._given) < dice:
            raise DieMissing(purpose, rule)
        faces = tuple(self._next() for _ in range(dice))
        self.rolls.append(Roll(purpose, rule, faces))
        return self.rolls[-1]

    def note(self, result: str) -> None:
        """Note the result of the last roll."""
        last = self.rolls[-1]
        self.rolls[-1] = Roll(last.purpose, last.rule, last.dice, result)

    def _next(self) -> int:
        if self._given:
            return self._given.pop(0)
        if self._random is None:
            raise RuntimeError("a die was asked for that nobody has")
        return self._random.randint(1, 6)

    @property
    def left(self) -> int:
        """The number of given dice that were not needed."""
        return len(self._given)
