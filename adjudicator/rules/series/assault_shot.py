"""A shot of an assault that is reported by itself: its two units, its sum and its result (R11.8 to R11.10)."""

from __future__ import annotations

from ...game.hexes import Hex
from ...game.play import AssaultFire, RollPurpose
from ...game.position import Status
from ..judgement import Judgement
from .assault_fire import suppressed_modifier
from .fire import Circumstances, Mode, is_target, shoot
from .sight import distance

__all__ = ["assault_shot"]

_ORDER, _AT_ONCE = "assault-order", "simultaneous"
"""The switch, and the setting by which the results of a round are applied when both sides have fired."""


def assault_shot(judgement: Judgement, action: AssaultFire) -> None:
    """Judge one shot of the combat of an assault, by one of the assaulting units or by a defender.

    Whether the assault was allowed, its checks and the order of its shots are not judged.
    """
    unit, target = action.unit, action.target
    gone = next((each for each in (unit, target) if judgement.state(each).status is Status.ELIMINATED), "")
    if gone and judgement.switch(_ORDER) == _AT_ONCE:
        judgement.leave_open("eliminated-in-the-round", unit=judgement.name(gone), switch=_ORDER)
        judgement.roll(RollPurpose.FIRE, unit, range(10))  # its result is applied with those of the round
        return
    if not (
        _can_fight(judgement, action) and is_target(judgement, unit, target) and _is_next_to(judgement, unit, target)
    ):
        return
    circumstances = Circumstances(
        assault_rating=action.by_assault_rating, exposed=frozenset({unit if action.assaults else target})
    )
    extra = suppressed_modifier(judgement) if judgement.state(unit).suppressed else ()
    shoot(
        judgement, unit, target, Mode.ASSAULT, circumstances=circumstances, company_bonus=action.company_bonus,
        extra=extra,
    )  # fmt: skip


def _can_fight(judgement: Judgement, action: AssaultFire) -> bool:
    """Return whether a unit can fire in the combat, and refuse it if not.

    It needs the rating that it uses (R2.2). Suppressed, it has only its Assault Rating, and only in defence (R11.10),
    unless it was Suppressed by fire of the same round.
    """
    state, ratings, name = judgement.state(action.unit), judgement.ratings(action.unit), judgement.name(action.unit)
    kept_from_firing = state.suppressed and (action.assaults or not action.by_assault_rating)
    if state.status is not Status.ON_MAP:
        judgement.refuse("not-on-the-map", unit=name)
    elif kept_from_firing and judgement.switch(_ORDER) != _AT_ONCE:
        judgement.refuse("suppressed-cannot-act", unit=name)
    elif action.by_assault_rating and ratings.assault is None:
        judgement.refuse("assault-without-rating", unit=name)
    elif not action.by_assault_rating and ratings.fire is None:
        judgement.refuse("no-fire-rating", unit=name)
    else:
        return True
    return False


def _is_next_to(judgement: Judgement, unit: str, target: str) -> bool:
    """Return whether two units are in hexes side by side, and refuse the shot if not (R11.1)."""
    here, there = judgement.state(unit).place, judgement.state(target).place
    if isinstance(here, Hex) and isinstance(there, Hex) and distance(judgement.book, here, there) <= 1:
        return True
    judgement.refuse("assault-not-adjacent", start=here, hex=there)
    return False
