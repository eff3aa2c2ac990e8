"""Units that act again although they are marked as having acted, as far as the marks show it (R6.18, R7.1).

The module marks an activated unit as soon as it moves or fires. It is no offence that a unit has acted twice, since the
logs do not show whether it paid for the second action. But the mark of another unit since then ends its activation, and
no unit does the same thing twice in one activation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ....game.action_words import Declaration
from ....game.position import Position, Status
from ...events import ShotReported, TableEvent, UnitMoved

__all__ = ["Marks"]

_MOVEMENT: Final = "movement"
_MARKED_FOR_EACH_FORGOTTEN: Final = 3
_OWN_FIRE: Final = frozenset({Declaration.DIRECT_FIRE, Declaration.INDIRECT_FIRE})


class Marks:
    """The marks under the chit in play, through all logs of a game."""

    def __init__(self) -> None:
        self._step = 0
        self._marked: dict[str, int] = {}
        """The step in which each unit was marked."""
        self._acted: dict[str, int] = {}
        """The last step in which each marked unit acted."""
        self._kinds: dict[str, list[str]] = {}
        """What each marked unit has done, in order."""
        self._chits = 0
        """The number of chits and turns so far."""
        self._shown: dict[tuple[str, int], bool] = {}
        """For each unit that acted under a chit, whether its counter showed that it was activated."""

    @property
    def tell(self) -> bool:
        """Return whether the players mark whom they activate, all in all: whoever often forgets it proves nothing."""
        shown = sum(self._shown.values())
        return shown > 0 and len(self._shown) - shown <= max(1, shown // _MARKED_FOR_EACH_FORGOTTEN)

    def follow(
        self, events: Sequence[TableEvent], before: Position, after: Position, *, is_over: bool
    ) -> frozenset[tuple[str, str]]:
        """Follow a step; return who acts again in it, each with the unit of its side that has been marked meanwhile.

        Where that is the unit itself, it does the same again. *is_over*: the step begins a turn, or plays a chit.
        """
        self._step += 1
        if is_over:
            self._marked.clear()
            self._chits += 1
        for unit, _ in _acting(events, frozenset(after.units)):
            known_as = (unit, self._chits)
            self._shown[known_as] = self._shown.get(known_as, False) or unit in after.activation.shown
        marked = after.activation.acted
        for unit in [unit for unit in self._marked if unit not in marked]:
            del self._marked[unit]
        acting = dict(_acting(events, marked))
        known = {unit: kind for unit, kind in acting.items() if unit in self._marked and unit in after.activation.shown}
        again = frozenset(self._again(known, before))
        for unit in marked - before.activation.acted:
            self._marked[unit] = self._acted[unit] = self._step
            self._kinds[unit] = []
        for unit, kind in acting.items():
            self._acted[unit] = self._step
            done = self._kinds.setdefault(unit, [])
            if not _goes_on(kind, done):
                done.append(kind)
        return again

    def _again(self, acting: dict[str, str], before: Position) -> Iterator[tuple[str, str]]:
        for unit, kind in acting.items():
            since, place = self._acted[unit], before.units[unit].place
            others = (
                other for other, at in self._marked.items()
                if at > since and before.side(other) == before.side(unit) and before.units[other].place != place
            )  # fmt: skip
            done = self._kinds.get(unit, [])
            repeated = kind in done and not _goes_on(kind, done)
            if (other := next(others, unit if repeated else "")) != "":
                yield unit, other


def _goes_on(kind: str, done: list[str]) -> bool:
    """Return whether a unit that moves may only go on with the action that it did last: a move has many drags."""
    return kind == _MOVEMENT and done[-1:] == [_MOVEMENT]


def _acting(events: Iterable[TableEvent], units: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield those of some units that move or fire in a step, each with the kind of its action."""
    for event in events:
        if isinstance(event, UnitMoved) and event.unit in units and event.came is event.went is Status.ON_MAP:
            yield event.unit, _MOVEMENT
        elif isinstance(event, ShotReported) and event.unit in units and event.action in _OWN_FIRE:
            yield event.unit, event.action
