"""The effects of fire on a unit: Cohesion Hits, Suppression, lost steps, elimination (R9.18 to R9.26)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ...game.hexes import Hex
from ...game.play import RollPurpose
from ...game.position import LeaderState, Status, UnitState
from ..judgement import Judging
from ..rule_sets import exclusive_rules
from .checks import check
from .contact import lose_contact
from .fire_sums import MISS
from .leaders import leaders_with

__all__ = ["apply_result", "displace_leader", "eliminate", "lose_step", "suppress", "take_cohesion_hit", "take_off"]


def apply_result(judging: Judging, unit: str, code: str, *, exposed: bool = False) -> bool:
    """Apply a result to a unit and return whether it suffered anything (R9.18 to R9.23; R9.25 asks for it).

    *code* is ``miss`` or one of the Combat Results Table. *exposed*: the unit's action provokes Opportunity
    Fire, or it assaults, so that the map's positions do not help its checks.
    """
    return _EFFECTS[code](judging, unit, exposed)


def suppress(judging: Judging, unit: str) -> None:
    """Suppress a unit (R9.24). Nothing converts this: a minefield Suppresses this way (NQoS 4.3)."""
    judging.change(unit, suppressed=True)


def take_cohesion_hit(judging: Judging, unit: str) -> None:
    """Give a unit a Cohesion Hit; one more than it can carry costs it a step instead (R9.18).

    A unit without steps is eliminated by it (R9.26).
    """
    hits = judging.state(unit).cohesion
    if hits < judging.book.number("fire-rating-limits", "most-cohesion-hits"):
        judging.change(unit, cohesion=hits + 1)
        return
    lose_step(judging, unit)
    survives = judging.state(unit).status is Status.ON_MAP
    if survives and judging.switch("third-cohesion-hit") == "clears-hits":
        judging.change(unit, cohesion=0)


def lose_step(judging: Judging, unit: str) -> None:
    """Take a step from a unit; one of one step, or of none, is eliminated (R9.22, R9.26)."""
    steps = judging.state(unit).steps
    if steps <= 1:
        eliminate(judging, unit)
        return
    judging.change(unit, steps=steps - 1)
    exclusive_rules(judging.position.game).lost_steps(judging, unit, 1)


def eliminate(judging: Judging, unit: str) -> None:
    """Eliminate a unit (R9.23): its markers go, its leaders go elsewhere, and the game's own consequences follow."""
    steps = judging.state(unit).steps
    take_off(judging, unit)
    exclusive = exclusive_rules(judging.position.game)
    exclusive.lost_steps(judging, unit, steps)
    exclusive.eliminated(judging, unit)


def take_off(judging: Judging, unit: str) -> None:
    """Take a unit off the map for good, with its markers; leaders that were with it alone go elsewhere (R6.5)."""
    state, leaders = judging.state(unit), leaders_with(judging.position, unit)
    gone = UnitState(Status.ELIMINATED, actions=state.actions, finished=state.finished)
    position = judging.position.after(units={**judging.position.units, unit: gone})
    if position.activation.unit == unit:
        position = position.after(activation=replace(position.activation, unit=""))
    judging.position = position
    if isinstance(state.place, Hex) and not _has_friends(judging, unit, state.place):
        for leader in leaders:
            displace_leader(judging, leader, state.place)


def _has_friends(judging: Judging, unit: str, place: Hex) -> bool:
    return any(judging.side(other) == judging.side(unit) for other in judging.position.units_in(place))


# the results


def _miss(judging: Judging, unit: str, exposed: bool) -> bool:  # noqa: ARG001
    return False


def _cohesion_hit(judging: Judging, unit: str, exposed: bool) -> bool:  # noqa: ARG001
    take_cohesion_hit(judging, unit)
    return True


def _check_or_suppressed(judging: Judging, unit: str, exposed: bool) -> bool:
    """Check or be Suppressed (R9.19). A unit that is Suppressed already has nothing more to fear (R9.21)."""
    if judging.state(unit).suppressed or check(judging, RollPurpose.SUPPRESSION, unit, exposed=exposed):
        return False
    suppress(judging, unit)
    return True


def _suppressed(judging: Judging, unit: str, exposed: bool) -> bool:
    """Be Suppressed, or take a Cohesion Hit instead after a check (R9.20); one or the other counts as suffered (R9.25).

    The effect on a unit that is Suppressed already is uncertain (R9.21).
    """
    if judging.state(unit).suppressed:
        if judging.switch("suppressed-again") == "nothing":
            return False
        take_cohesion_hit(judging, unit)
        return True
    tried = judging.switch("suppression-conversion") == "automatic" or judging.chance.is_tried(
        RollPurpose.CONVERSION, unit
    )
    if tried and check(judging, RollPurpose.CONVERSION, unit, exposed=exposed):
        take_cohesion_hit(judging, unit)
    else:
        suppress(judging, unit)
    return True


def _step(judging: Judging, unit: str, exposed: bool) -> bool:
    """Lose a step (R9.22). Whether the survivor has to check against Suppression as well is uncertain."""
    lose_step(judging, unit)
    survives = judging.state(unit).status is Status.ON_MAP
    if survives and judging.switch("check-after-step-loss"):
        _check_or_suppressed(judging, unit, exposed)
    return True


def _eliminated(judging: Judging, unit: str, exposed: bool) -> bool:  # noqa: ARG001
    eliminate(judging, unit)
    return True


_EFFECTS: Mapping[str, Callable[[Judging, str, bool], bool]] = {
    MISS: _miss,
    "C": _cohesion_hit,
    "S?": _check_or_suppressed,
    "S": _suppressed,
    "1": _step,
    "E": _eliminated,
}


# leaders


def displace_leader(judging: Judging, leader: str, place: Hex) -> None:
    """Move a leader whose hex has no unit left to the nearest unit that he can lead (R2.13, R6.5).

    Without one he is eliminated; contact markers that are with him go back to their guns (R10.3).
    """
    refuge = None
    if judging.switch("leader-without-units") == "displaced":
        refuge = _nearest_unit(judging, leader, place)
    state = LeaderState(Status.ELIMINATED) if refuge is None else LeaderState(Status.ON_MAP, refuge)
    judging.position = judging.position.after(leaders={**judging.position.leaders, leader: state})
    if refuge is None:
        for unit, gun in judging.position.units.items():
            if gun.contact_leader == leader:
                lose_contact(judging, unit)


def _nearest_unit(judging: Judging, leader: str, place: Hex) -> Hex | None:
    """Return the hex of the nearest unit of the leader's formation, else of its division; None if there is none.

    Of units that are equally near it is the first in the order of the data.
    """
    counter = judging.position.game.leaders[leader]
    distances = [
        (judging.unit(unit).formation != counter.formation, judging.book.layout.distance(place, state.place), at)
        for at, (unit, state) in enumerate(judging.position.units.items())
        if judging.unit(unit).division == counter.division
        and not judging.unit(unit).dummy
        and state.status is Status.ON_MAP
        and isinstance(state.place, Hex)
    ]
    if not distances:
        return None
    nearest = list(judging.position.units.values())[min(distances)[2]].place
    return nearest if isinstance(nearest, Hex) else None
