"""Six-sided dice with exact chances: every result of one die (dr) or two (DR) is considered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final, TypeVar

__all__ = ["FACES", "added", "chance_at_least", "distribution", "mapped"]

R = TypeVar("R", bound=Hashable)
FACES: Final = range(1, 7)


@cache
def distribution(dice: int) -> Mapping[int, Fraction]:
    """Return the chance of each sum of *dice* dice, the lowest first; of no dice, 0 for certain."""
    chances: dict[int, Fraction] = {}
    each = Fraction(1, len(FACES) ** dice)
    for faces in product(FACES, repeat=dice):
        chances[sum(faces)] = chances.get(sum(faces), Fraction(0)) + each
    return dict(sorted(chances.items()))


def mapped(chances: Mapping[int, Fraction], result: Callable[[int], R]) -> dict[R, Fraction]:
    """Return the chance of each result that rolls have, in the order of the rolls."""
    found: dict[R, Fraction] = {}
    for roll, chance in chances.items():
        found[result(roll)] = found.get(result(roll), Fraction(0)) + chance
    return found


def added(one: Mapping[int, Fraction], other: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return the chance of each sum of two independent rolls."""
    chances: dict[int, Fraction] = {}
    for (first, share), (second, of_it) in product(one.items(), other.items()):
        chances[first + second] = chances.get(first + second, Fraction(0)) + share * of_it
    return dict(sorted(chances.items()))


def chance_at_least(least: int, dice: int = 2) -> Fraction:
    """Return the chance that *dice* dice show at least a sum."""
    return sum((chance for total, chance in distribution(dice).items() if total >= least), Fraction(0))
