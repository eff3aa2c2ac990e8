"""Dice that are looked up on a table: no unit checks, and nothing but the die counts (R4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...game.play import RollPurpose
from ..judgement import Judgement
from ..ruling import Resolution

__all__ = ["roll_on_table"]

T = TypeVar("T")


def roll_on_table(judgement: Judgement, purpose: RollPurpose, outcomes: Sequence[T], rule: str, *, what: str = "") -> T:
    """Roll a die that has an outcome for each face, and return that outcome; *what* names the subject of the roll."""
    die, outcome = judgement.roll(purpose, "", outcomes)
    words = ("yes" if outcome else "no") if isinstance(outcome, bool) else str(outcome)
    judgement.resolved(Resolution(purpose, "", "", die or 0, (), die or 0, die, words, rule, what))
    return outcome
