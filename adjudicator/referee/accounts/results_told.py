"""What players say of the results of their shots, compared with what the rules make of the same dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ...game.play import RollPurpose
from ...rules.ruling import Resolution
from ...rules.series.fire_sums import MISS
from ..dialects.chat_faces import SHOTS_DECLARED
from ..events import Declared, DieRolled, RollNamed, Said, StepNumber, TableEvent

__all__ = ["shots_told", "shots_told_wrongly", "told_otherwise"]

ShotDie = tuple[str, int]
"""The unit that fires, and the face of the die of its shot."""
_OPEN: Final = "S?"
"""The result of which a passed check makes nothing: a player may call it either."""


def shots_told(events: Sequence[TableEvent], steps: Sequence[StepNumber] = ()) -> Mapping[ShotDie, bool]:
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
    return {die: told.pop() for die, told in found.items() if len(told) == 1}


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


def told_otherwise(told: Mapping[ShotDie, bool], resolutions: Sequence[Resolution]) -> int:
    """Return how many shots came to something else than their players told."""
    fire = _shots(resolutions)
    return sum(
        all((each.result != MISS) is not hit for each in dice)
        for (unit, face), hit in told.items()
        if (dice := [each for each in fire if (each.unit, each.die) == (unit, face)])
    )


def shots_told_wrongly(
    events: Sequence[TableEvent], resolutions: Sequence[Resolution], steps: Sequence[StepNumber] = ()
) -> Iterator[tuple[Resolution, int]]:
    """Yield the shots that came to something else than was told of their dice, each with the number of its die.

    Only one die can be meant.
    """
    told = shots_told(events, steps)
    for shot in _shots(resolutions):
        dice = [(at, each) for at, each in enumerate(events) if isinstance(each, DieRolled) and each.face == shot.die]
        if len(dice) != 1 or shot.die is None:
            continue
        ((at, die),) = dice
        result = die.told
        of_die = not result.failed if result is not None and result.of_shot else None
        hit = told.get((shot.unit, shot.die), of_die)
        if hit is not None and (shot.result != MISS) is not hit:
            yield shot, at


def _shots(resolutions: Iterable[Resolution]) -> list[Resolution]:
    """Return the shots that came to something by themselves: of an S? the check decides."""
    return [each for each in resolutions if each.purpose is RollPurpose.FIRE and each.result != _OPEN]
