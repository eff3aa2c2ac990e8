"""A roll of a chit that was never made is laid to whoever went on without it: by mail the other side may draw it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from ..game.play import PlayChit
from .entries import Entry
from .events import ObservedStep, Said

__all__ = ["with_missing_rolls_of_their_owners"]

_LEFT_OUT: Final = "roll-left-out"
_NOT_APPLIED: Final = "result-not-applied"


def with_missing_rolls_of_their_owners(entries: Iterable[Entry], steps: Sequence[ObservedStep]) -> tuple[Entry, ...]:
    """Return entries, those of chits whose roll is missing with the player who went on, and his first step after it."""
    return tuple(_of_its_owner(entry, steps) for entry in entries)


def _of_its_owner(entry: Entry, steps: Sequence[ObservedStep]) -> Entry:
    missing = any(each.name == _LEFT_OUT for each in entry.findings)
    if not missing or not isinstance(entry.action, PlayChit) or not entry.steps:
        return entry
    owner = entry.before.game.chits[entry.action.chit].side
    after = next((
        step for step in steps
        if (step.log, step.number) > entry.steps[-1] and step.player and owner in ("", step.side)
        and not all(isinstance(event, Said) for event in step.events)
    ), None)  # fmt: skip
    if after is None or after.player == entry.player:
        return entry
    # what the points should be is not known without the roll
    findings = tuple(each for each in entry.findings if each.name != _NOT_APPLIED)
    numbers = tuple(sorted({*entry.steps, (after.log, after.number)}))
    return replace(entry, player=after.player, side=after.side, steps=numbers, findings=findings)
