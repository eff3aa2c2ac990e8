"""RAF air strikes: one attack each at an Axis unit (NQoS S1.0; R9.16, R14)."""

from __future__ import annotations

from ...game.action_words import Improvement
from ...game.play import AirStrike
from ...game.position import Position, Status
from ..judgement import Judgement
from ..series.command import is_entry_hex
from ..series.conditions import conditions
from ..series.fire import mass_in, resolution, roll_for_fire
from ..series.fire_sums import Mode, ShotFacts, ShotSum, shot_sum
from ..series.parks import is_in_park
from ..series.results import apply_result
from ..series.sequence import held_up

__all__ = ["air_strike", "strike_rating"]

_SIDE = "french"
_CHART, _RAF = "air-strike", "raf"


def air_strike(judgement: Judgement, action: AirStrike) -> None:
    """Judge an RAF air strike: a strike is left, the weather allows it, the target is possible (NQoS S1.0, R14.2)."""
    if held_up(judgement) or not (_is_available(judgement) and _is_target(judgement, action.target)):
        return
    rating = strike_rating(judgement, action.target)
    place = judgement.state(action.target).place
    die, (code, _) = roll_for_fire(judgement, rating, "", place, [None] * len(rating.results))
    judgement.resolved(resolution(judgement, rating, "", action.target, die, code))
    judgement.position = _without_one(judgement.position)
    apply_result(judgement, action.target, code)


def strike_rating(judgement: Judgement, target: str) -> ShotSum:
    """Return the rating of an air strike: that of its marker, without the target's protection (R9.16, R14.2)."""
    book, state, ratings = judgement.book, judgement.state(target), judgement.ratings(target)
    mass, other_mass = mass_in(judgement, state.place)
    facts = ShotFacts(
        rating=book.number(_CHART, _RAF, "fire"),
        colour=book.text(_CHART, _RAF, "weapon"),
        mode=Mode.AIR,
        target="armoured" if ratings.armoured else "unarmoured",
        defence=ratings.defence or 0,
        mass=mass,
        other_mass=other_mass,
        target_column=state.column,
        target_improved=state.improvement == Improvement.IMPROVED_POSITION,
        target_entrenched=state.improvement == Improvement.ENTRENCHMENT,
        ignores_protection=book.flag(_CHART, _RAF, "ignores_protection"),
    )
    return shot_sum(facts, book)


def _is_available(judgement: Judgement) -> bool:
    """Return whether a strike is available now, and refuse it if not (NQoS S1.0, 3.2, R5.5; its time: R14.2)."""
    position = judgement.position
    forbidding = [row for row in conditions(position) if not judgement.book.flag("weather-effects", row, "air_strikes")]
    if "S1.0" not in position.game.scenarios[position.scenario].rules:
        judgement.refuse("no-air-strikes-in-scenario", scenario=position.scenario)
    elif not (position.strikes or position.time.turn in position.planned_strikes):
        judgement.refuse("no-air-strike-left")
    elif forbidding:
        weather = judgement.book.text("weather-effects", forbidding[0], "name")
        judgement.refuse("air-strike-forbidden", weather=weather)
    elif _has_begun(position) and judgement.switch("air-strike-time") == "before-activations":
        judgement.refuse("air-strike-too-late", switch="air-strike-time")
    else:
        return True
    return False


def _without_one(position: Position) -> Position:
    """Return a position with one strike less; a table may show one of this turn where it was planned (NQoS S1.0)."""
    if position.strikes:
        return position.after(strikes=position.strikes - 1)
    planned = list(position.planned_strikes)
    planned.remove(position.time.turn)
    return position.after(planned_strikes=tuple(planned))


def _has_begun(position: Position) -> bool:
    """Return whether a chit of this turn has been put into play (R14.2)."""
    return bool(position.activation.chit or position.played)


def _is_target(judgement: Judgement, target: str) -> bool:
    """Return whether a unit can be the target: any Axis unit outside entry hexes and parks (NQoS S1.0)."""
    position, state, name = judgement.position, judgement.state(target), judgement.name(target)
    if state.status is not Status.ON_MAP:
        judgement.refuse("not-on-the-map", unit=name)
    elif judgement.side(target) == _SIDE:
        judgement.refuse("air-strike-at-french", target=name)
    elif is_in_park(position, target) or is_entry_hex(position, state.place):
        judgement.refuse("air-strike-place", target=name)
    else:
        return True
    return False
