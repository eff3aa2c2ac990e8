"""What players say of the results of their shots, compared with what the rules make of the same dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...game.play import RollPurpose
from ...rules.ruling import Resolution
from ...rules.series.fire_sums import MISS
from ..dialects.chat_faces import CHECKS_DECLARED, SHOTS_DECLARED
from ..events import Declared, DieRolled, RollNamed, Said, StepNumber, TableEvent

__all__ = ["ShotsTold", "shots_told", "shots_told_wrongly", "told_otherwise"]

ShotDie = tuple[str, int]
"""The unit that fires, and the face of the die of its shot."""
_OPEN: Final = "S?"
"""The result of which a passed check makes nothing: a player may call it either."""


@dataclass(frozen=True, slots=True)
class ShotsTold:
    """What players claimed of shots: True for a hit."""

    of_units: Mapping[ShotDie, bool]
    """By the unit that fires and its die, where the words name both."""
    of_dice: Mapping[int, bool]
    """By the face of the only die that has it and may be a shot's, where the words are about no other die."""

    def hit(self, shot: Resolution) -> bool | None:
        """Return whether a shot was claimed to be a hit; None if nothing is known to be claimed of it."""
        return None if shot.die is None else self.of_units.get((shot.unit, shot.die), self.of_dice.get(shot.die))


def shots_told(events: Sequence[TableEvent], steps: Sequence[StepNumber] = ()) -> ShotsTold:
    """Return whether their players claimed a hit, for the shots whose die is known.

    The words are taken in the order of their *steps*, if these are given: words that name a die may stand beside it. A
    shot that was given several results is left out, and so are dice of one unit with the same face but different
    results.
    """
    in_order = sorted(range(len(events)), key=lambda at: steps[at] if steps else (0, at))
    found: dict[ShotDie, set[bool]] = {}
    for shot, results in _groups(events[at] for at in in_order):
        if len(results) == 1 and shot.face is not None and shot.step_of_die is not None:
            found.setdefault((shot.unit, shot.face), set()).update(results)
    of_units = {die: told.pop() for die, told in found.items() if len(told) == 1}
    return ShotsTold(of_units, dict(_told_of_dice(events, steps)))


def _told_of_dice(events: Sequence[TableEvent], steps: Sequence[StepNumber]) -> Iterator[tuple[int, bool]]:
    """Yield the faces that only one die has that may be a shot's, with whether that die was said to hit."""
    dice = [die for _, die in _dice_of_shots(events, steps)]
    fallen = Counter(die.face for die in dice)
    for die in dice:
        if fallen[die.face] == 1 and die.told is not None and die.told.of_shot:
            yield die.face, not die.told.failed


def _dice_of_shots(events: Sequence[TableEvent], steps: Sequence[StepNumber]) -> list[tuple[int, DieRolled]]:
    """Return the dice that may be those of shots, with their numbers: words that name a check name its die."""
    checks = {event.step_of_die for event in events if isinstance(event, Declared | RollNamed) and _names_check(event)}
    return [
        (at, event) for at, event in enumerate(events)
        if isinstance(event, DieRolled) and not (steps and steps[at] in checks)
    ]  # fmt: skip


def _names_check(event: Declared | RollNamed) -> bool:
    if isinstance(event, RollNamed):
        return event.purpose not in (RollPurpose.FIRE, RollPurpose.OPEN)
    return event.action in CHECKS_DECLARED


def _groups(events: Iterable[TableEvent]) -> list[tuple[Declared, list[bool]]]:
    """Return each declared shot with what is said of shots until something else is declared: True for a hit."""
    groups: list[tuple[Declared, list[bool]]] = []
    goes_on = False
    for event in events:
        if isinstance(event, Declared):
            goes_on = event.action in SHOTS_DECLARED
            if goes_on:
                groups.append((event, []))
        if goes_on and isinstance(event, Declared | RollNamed | Said):
            groups[-1][1].extend(not result.failed for result in event.results if result.of_shot)
    return groups


def told_otherwise(told: ShotsTold, resolutions: Sequence[Resolution]) -> int:
    """Return how many shots came to something else than their players told."""
    fire: dict[ShotDie, list[bool]] = {}
    for shot in _shots(resolutions):
        if shot.die is not None and (hit := told.hit(shot)) is not None:
            fire.setdefault((shot.unit, shot.die), []).append((shot.result != MISS) is not hit)
    return sum(map(all, fire.values()))


def shots_told_wrongly(
    events: Sequence[TableEvent], resolutions: Sequence[Resolution], steps: Sequence[StepNumber] = ()
) -> Iterator[tuple[Resolution, int]]:
    """Yield the shots that came to something else than was told of their dice, each with the number of its die.

    Only one die can be meant.
    """
    told, fallen = shots_told(events, steps), _dice_of_shots(events, steps)
    for shot in _shots(resolutions):
        dice = [at for at, die in fallen if die.face == shot.die]
        hit = told.hit(shot)
        if len(dice) == 1 and hit is not None and (shot.result != MISS) is not hit:
            yield shot, dice[0]


def _shots(resolutions: Iterable[Resolution]) -> list[Resolution]:
    """Return the shots that came to something by themselves: of an S? the check decides."""
    return [each for each in resolutions if each.purpose is RollPurpose.FIRE and each.result != _OPEN]
