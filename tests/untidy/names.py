"""What players call a counter: by its printed name, by the part of it that is enough, or by where it lies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from adjudicator.game.position import Position, Status

__all__ = ["called", "short_name"]

_IN_PART: Final = 0.7
"""How often a name is said in part."""
_WITH_HEX: Final = 0.15
_PARTS: Final = 2
"""How many parts of a name are said at least."""


def called(position: Position, counter: str, speaker: str, rng: Random) -> str:
    """Return what a player of the side *speaker* calls a unit or a leader as it lies in *position*."""
    leader = position.game.leaders.get(counter)
    if leader is not None:
        return leader.name
    state = position.units[counter]
    if state.hidden and position.side(counter) != speaker:
        return f"the marker in {state.place}"
    name = short_name(position, counter) if rng.random() < _IN_PART else position.game.units[counter].name
    return f"{name} in {state.place}" if state.status is Status.ON_MAP and rng.random() < _WITH_HEX else name


def short_name(position: Position, unit: str) -> str:
    """Return the shortest beginning of a unit's name that no other unit on the map has."""
    game = position.game
    name = game.units[unit].name
    others = [
        game.units[other].name for other, state in position.units.items()
        if other != unit and state.status is not Status.ELIMINATED
    ]  # fmt: skip
    for part in _beginnings(name):
        if not any(other == part or re.match(rf"{re.escape(part)}(?!\w)", other) for other in others):
            return part
    return name


def _beginnings(name: str) -> Iterator[str]:
    """Yield the beginnings of a name, the shortest first."""
    ends = [found.start() for found in re.finditer(r"[/ ]", name)]
    yield from (name[:end] for end in ends[_PARTS - 1 :])
    yield name
