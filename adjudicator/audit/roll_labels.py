"""A roll in a few words, and whether two rolls are of the same dice."""

from __future__ import annotations

from .dice import DiceRoll
from .steps import AuditedStep

__all__ = ["describe_roll", "same_roll"]


def describe_roll(roll: DiceRoll) -> str:
    """Return a roll's button and results, such as ``2d6 = 3,4``."""
    results = ",".join(map(str, roll.results)) if roll.results else str(roll.total)
    return f"{roll.button or 'dice'} = {results}"


def same_roll(one: AuditedStep, other: AuditedStep) -> bool:
    """Return whether the first rolls of two steps are of the same dice by the same player."""
    rolls = one.rolls[0], other.rolls[0]
    dice = [(roll.button, roll.sides, roll.dice) for roll in rolls]
    return dice[0] == dice[1] and one.player == other.player
