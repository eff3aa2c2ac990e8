"""Judgements that depend on a face-down unit: they are made for a gun and for a dummy, and the likelier one is kept.

Only a reader who may not know the unit meets this (R9.13, NQoS S4.3). The dice rolled may fit only one of the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .judgement import FaceDownAs, Judgement
from .ruling import Verdict

__all__ = ["judged_both_ways", "wrongs"]

T = TypeVar("T")


def judged_both_ways(run: Callable[[FaceDownAs], tuple[T, Judgement]], cost: Callable[[T, Judgement], int]) -> T:
    """Return the judgement with the least cost: with face-down units taken for guns, or for dummies if that matters.

    *run* makes the judgement and returns it with its result.
    """
    result, judgement = run(FaceDownAs.GUNS)
    if not judgement.hangs_on_face_down:
        return result
    other, other_judgement = run(FaceDownAs.DUMMIES)
    return other if cost(other, other_judgement) < cost(result, judgement) else result


def wrongs(judgement: Judgement) -> int:
    """Return the number of findings by which an action is illegal."""
    return sum(finding.verdict is Verdict.ILLEGAL for finding in judgement.findings)
