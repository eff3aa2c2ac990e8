"""The effects of fire on a unit: Cohesion Hits, Suppression, lost steps, elimination (R9.18 to R9.26)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ...game.hexes import Hex
from ...game.play import RollPurpose
from ...game.position import LeaderState, Status, UnitState
from ..judgement import Judgement
from ..rule_sets import exclusive_rules
from .checks import check
from .contact import lose_contact
from .fire_sums import MISS
from .leaders import leaders_with

__all__ = ["apply_result", "displace_leader", "eliminate", "lose_step", "suppress", "take_cohesion_hit", "take_off"]


def apply_result(judgement: Judgement, unit: str, code: str, *, exposed: bool = False) -> bool:
    """Apply a result to a unit and return whether it suffered anything (R9.18 to R9.23; R9.25 asks for it).

    *code* is ``miss`` or one of the Combat Results Table. *exposed*: the unit's action provokes Opportunity
    Fire, or it assaults, so that the map's positions do not help its checks.
    """
    return _EFFECTS[code](judgement, unit, exposed)


def suppress(judgement: Judgement, unit: str) -> None:
    """Suppress a unit (R9.24). Nothing converts this: a minefield Suppresses this way (NQoS 4.3)."""
    judgement.change(unit, suppressed=True)


def take_cohesion_hit(judgement: Judgement, unit: str) -> None:
    """Give a unit a Cohesion Hit; one more than it can carry costs it a step instead (R9.18).

    A unit without steps is eliminated by it (R9.26).
    """
    hits = judgement.state(unit).cohesion
    if hits < judgement.book.number("fire-rating-limits", "most-cohesion-hits"):
        judgement.change(unit, cohesion=hits + 1)
        return
    lose_step(judgement, unit)
    survives = judgement.state(unit).status is Status.ON_MAP
    if survives and judgement.switch("third-cohesion-hit") == "clears-hits":
        judgement.change(unit, cohesion=0)


def lose_step(judgement: Judgement, unit: str) -> None:
    """Take a step from a unit; one of one step, or of none, is eliminated (R9.22, R9.26)."""
    steps = judgement.state(unit).steps
    if steps <= 1:
        eliminate(judgement, unit)
        return
    judgement.change(unit, steps=steps - 1)
    exclusive_rules(judgement.position.game).lost_steps(judgement, unit, 1)


def eliminate(judgement: Judgement, unit: str) -> None:
    """Eliminate a unit (R9.23): its markers go, its leaders go elsewhere, and the game's own consequences follow."""
    steps = judgement.state(unit).steps
    take_off(judgement, unit)
    exclusive = exclusive_rules(judgement.position.game)
    exclusive.lost_steps(judgement, unit, steps)
    exclusive.eliminated(judgement, unit)


def take_off(judgement: Judgement, unit: str) -> None:
    """Take a unit off the map for good, with its markers; leaders that were with it alone go elsewhere (R6.5)."""
    state, leaders = judgement.state(unit), leaders_with(judgement.position, unit)
    gone = UnitState(Status.ELIMINATED, actions=state.actions, finished=state.finished)
    position = judgement.position.after(units={**judgement.position.units, unit: gone})
    if position.activation.unit == unit:
        position = position.after(activation=replace(position.activation, unit=""))
    judgement.position = position
    if isinstance(state.place, Hex) and not _has_friends(judgement, unit, state.place):
        for leader in leaders:
            displace_leader(judgement, leader, state.place)


def _has_friends(judgement: Judgement, unit: str, place: Hex) -> bool:
    return any(judgement.side(other) == judgement.side(unit) for other in judgement.position.units_in(place))


# the results


def _miss(judgement: Judgement, unit: str, exposed: bool) -> bool:  # noqa: ARG001
    return False


def _cohesion_hit(judgement: Judgement, unit: str, exposed: bool) -> bool:  # noqa: ARG001
    take_cohesion_hit(judgement, unit)
    return True


def _check_or_suppressed(judgement: Judgement, unit: str, exposed: bool) -> bool:
    """Check or be Suppressed (R9.19). A unit that is Suppressed already has nothing more to fear (R9.21)."""
    if judgement.state(unit).suppressed or check(judgement, RollPurpose.SUPPRESSION, unit, exposed=exposed):
        return False
    suppress(judgement, unit)
    return True


def _suppressed(judgement: Judgement, unit: str, exposed: bool) -> bool:
    """Be Suppressed, or take a Cohesion Hit instead after a check (R9.20); one or the other counts as suffered (R9.25).

    The effect on a unit that is Suppressed already is uncertain (R9.21).
    """
    if judgement.state(unit).suppressed:
        if judgement.switch("suppressed-again") == "nothing":
            return False
        take_cohesion_hit(judgement, unit)
        return True
    tried = judgement.switch("suppression-conversion") == "automatic" or judgement.chance.is_tried(
        RollPurpose.CONVERSION, unit
    )
    if tried and check(judgement, RollPurpose.CONVERSION, unit, exposed=exposed):
        take_cohesion_hit(judgement, unit)
    else:
        suppress(judgement, unit)
    return True


def _step(judgement: Judgement, unit: str, exposed: bool) -> bool:
    """Lose a step (R9.22). Whether the survivor has to check against Suppression as well is uncertain."""
    lose_step(judgement, unit)
    survives = judgement.state(unit).status is Status.ON_MAP
    if survives and judgement.switch("check-after-step-loss"):
        _check_or_suppressed(judgement, unit, exposed)
    return True


def _eliminated(judgement: Judgement, unit: str, exposed: bool) -> bool:  # noqa: ARG001
    eliminate(judgement, unit)
    return True


_EFFECTS: Mapping[str, Callable[[Judgement, str, bool], bool]] = {
    MISS: _miss,
    "C": _cohesion_hit,
    "S?": _check_or_suppressed,
    "S": _suppressed,
    "1": _step,
    "E": _eliminated,
}


# leaders


def displace_leader(judgement: Judgement, leader: str, place: Hex) -> None:
    """Move a leader whose hex has no unit left to the nearest unit that he can lead (R2.13, R6.5).

    Without one he is eliminated; contact markers that are with him go back to their guns (R10.3). Of several that are
    equally near the first in the order of the data is supposed; his player may choose another one.
    """
    refuges = (
        _nearest_units(judgement, leader, place) if judgement.switch("leader-without-units") == "displaced" else ()
    )
    state = LeaderState(Status.ON_MAP, refuges[0]) if refuges else LeaderState(Status.ELIMINATED)
    known = judgement.position
    judgement.position = known.after(
        leaders={**known.leaders, leader: state},
        possible_refuges={**known.possible_refuges, leader: frozenset(refuges)},
    )
    if not refuges:
        for unit, gun in judgement.position.units.items():
            if gun.contact_leader == leader:
                lose_contact(judgement, unit)


def _nearest_units(judgement: Judgement, leader: str, place: Hex) -> tuple[Hex, ...]:
    """Return the hexes of the nearest units of the leader's formation, else of its division; nothing if there is none.

    They are in the order of the data.
    """
    counter = judgement.position.game.leaders[leader]
    distances = [
        ((judgement.unit(unit).formation != counter.formation, judgement.book.layout.distance(place, state.place)),
         state.place)
        for unit, state in judgement.position.units.items()
        if judgement.unit(unit).division == counter.division
        and not judgement.unit(unit).dummy
        and state.status is Status.ON_MAP
        and isinstance(state.place, Hex)
    ]  # fmt: skip
    nearest = min((distance for distance, _ in distances), default=None)
    return tuple(dict.fromkeys(refuge for distance, refuge in distances if distance == nearest))
