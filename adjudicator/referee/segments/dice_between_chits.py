"""Leaves out the dice that were rolled between the chits, where a module's logs do not tell what goes on there.

They are for the weather, the supply, Command Points, an event: for nothing that a unit does. What a unit does next
would have to explain them otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...game.action_words import Declaration
from ..events import Declared, DieRolled, ObservedStep, RollNamed, Said, SequenceShown, TableEvent

__all__ = ["without_dice_between_chits"]

_Place = tuple[int, int]
"""The number of a step among some steps, and of an event in it."""


def without_dice_between_chits(steps: Iterable[ObservedStep]) -> tuple[ObservedStep, ...]:
    """Return the steps of one log without the dice of a new turn and of its chits, and what showed these.

    Those of a turn are all dice from its beginning to the chit that is played first, that of a chit the next die of
    whoever plays it; but not what is rolled before Indirect Fire at once: it may be its spotter's check.
    """
    known = tuple(steps)
    told = [(number, at, event) for number, step in enumerate(known) for at, event in enumerate(step.events)]
    if not any(isinstance(event, SequenceShown) for *_, event in told):
        return known
    reader = _Reader(known)
    for at, (number, place, event) in enumerate(told):
        following = (each for *_, each in told[at + 1 :] if not isinstance(each, Said | RollNamed))
        reader.take((number, place), event, next(following, None))
    return tuple(
        replace(step, events=tuple(
            event for at, event in enumerate(step.events)
            if not isinstance(event, SequenceShown) and (number, at) not in reader.left_out
        ))
        for number, step in enumerate(known)
    )  # fmt: skip


@dataclass(slots=True)
class _Reader:
    """Follows the sequence of the turn, as far as it is shown."""

    steps: Sequence[ObservedStep]
    left_out: set[_Place] = field(default_factory=set)
    _of_turn: list[_Place] | None = None
    """The dice since a turn began; None after its first chit, or after a unit has done something."""
    _roller: str | None = None
    """The player whose next die is for the chit that he plays; None for nobody."""

    def take(self, place: _Place, event: TableEvent, following: TableEvent | None) -> None:
        """Take in an event, and the next one that is more than talk."""
        player = self.steps[place[0]].player
        match event:
            case SequenceShown(chit=""):
                self._of_turn, self._roller = [], None
            case SequenceShown():
                self.left_out |= {*(self._of_turn or ())}
                self._of_turn, self._roller = None, player if event.has_roll else None
            case DieRolled(purpose="") if self._of_turn is not None:
                self._of_turn.append(place)
            case DieRolled(purpose="") if player == self._roller:
                self.left_out |= set() if _may_be_spotted(following) else {place}
                self._roller = None
            case Said() | RollNamed():
                pass
            case _:
                self._of_turn, self._roller = None, None


def _may_be_spotted(following: TableEvent | None) -> bool:
    return isinstance(following, Declared) and following.action is Declaration.INDIRECT_FIRE
