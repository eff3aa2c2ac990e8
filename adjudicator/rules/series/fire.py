"""Fire: the rating of a shot in a position, its resolution, and the Direct Fire Action (R9; NQoS 1.0, S4.3, S4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from ...game.action_words import ActionType, Barrage, Improvement
from ...game.hexes import Hex
from ...game.play import DirectFire, RollPurpose
from ...game.position import Place, Position, Status, StepRange
from ...game.units import Ratings
from ..judgement import FaceDownAs, Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from ..ruling import Modifier, Resolution
from .checks import check
from .command import begin_action, end_action
from .contact import contact_losing_die, lose_contact
from .fire_sums import BARRAGE_LEVELS, Mode, ShotFacts, ShotSum, mass_modifier, shot_sum
from .parks import is_in_park
from .ranges import is_indirect_gun, range_caps
from .results import apply_result
from .sight import distance, is_night, line_of_sight

__all__ = [
    "PLAIN",
    "Circumstances",
    "Hit",
    "Mode",
    "can_fire",
    "direct_fire",
    "fire_rating",
    "has_company_bonus",
    "is_in_range",
    "is_seen",
    "is_target",
    "mass_in",
    "resolution",
    "roll_for_fire",
    "roll_shot",
    "shoot",
    "shot_facts",
    "steps_in",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The facts on which a shot depends besides the two units and the mode."""

    zone_to_zone: bool = False
    zone_to_clear: bool = False
    running_from_assault: bool = False
    into_minefield: bool = False
    exposed: frozenset[str] = frozenset()
    """Units that have left the map's own positions: assaulting units, and any target of Opportunity Fire."""
    assault_rating: bool = False
    """True if the firer uses its Assault Rating and that rating's weapon (R11.9)."""


PLAIN = Circumstances()
"""Circumstances without anything special."""


@dataclass(frozen=True, slots=True)
class Hit:
    """The result of a shot's die, before it is applied."""

    target: str
    code: str
    """The result, a miss too."""
    barrage: int
    """The level of the barrage marker that the shot leaves (R10.8)."""
    loses_contact: bool
    """True if the firer loses contact by the shot (R10.6)."""
    exposed: bool
    """True if the target checks without the benefits of the map's own positions."""


# the rating


def fire_rating(
    judgement: Judgement,
    firer: str,
    target: str,
    mode: Mode,
    *,
    circumstances: Circumstances = PLAIN,
    company_bonus: bool = False,
    extra: tuple[Modifier, ...] = (),
) -> ShotSum:
    """Return the rating of a shot with its modifiers, its line and its results (R9.2)."""
    facts = shot_facts(judgement, firer, target, mode, circumstances=circumstances, company_bonus=company_bonus)
    rating = shot_sum(facts, judgement.book, extra)
    for switch in rating.switches:
        judgement.switch(switch)
    return rating


def shot_facts(
    judgement: Judgement,
    firer: str,
    target: str,
    mode: Mode,
    *,
    circumstances: Circumstances = PLAIN,
    company_bonus: bool = False,
) -> ShotFacts:
    """Return the facts of a shot as the position has them (R9.5 to R9.14, R10.12)."""
    position, book, exclusive = judgement.position, judgement.book, exclusive_rules(judgement.position.game)
    state, aim = position.units[firer], position.units[target]
    ratings, aimed = judgement.ratings(firer), judgement.ratings(target)
    rating, weapon = _rating(ratings, circumstances)
    mass = mass_in(judgement, aim.place)
    return ShotFacts(
        rating=rating,
        colour=weapon,
        mode=mode,
        fire_range=ratings.fire_range,
        distance=_distance(book, state.place, aim.place),
        target="armoured" if aimed.armoured else "unarmoured",
        defence=aimed.defence or 0,
        mass=mass[0],
        other_mass=mass[1],
        firer_column=state.column,
        firer_cohesion=state.cohesion,
        firer_step_loss=judgement.unit(firer).reduced is None and state.steps < judgement.unit(firer).steps,
        firer_improved=state.improvement == Improvement.IMPROVED_POSITION,
        firer_entrenched=state.improvement == Improvement.ENTRENCHMENT,
        firer_barrage=BARRAGE_LEVELS[_barrage(position, state.place)],
        firer_rows=() if firer in circumstances.exposed else exclusive.firer_rows(position, book, firer),
        company_bonus=company_bonus,
        target_column=aim.column,
        target_improved=aim.improvement == Improvement.IMPROVED_POSITION,
        target_entrenched=aim.improvement == Improvement.ENTRENCHMENT,
        target_rows=() if target in circumstances.exposed else exclusive.target_rows(position, book, target),
        target_in_park=is_in_park(position, target),
        night=is_night(position),
        weather=position.weather,
        zone_to_zone=circumstances.zone_to_zone,
        zone_to_clear=circumstances.zone_to_clear,
        running_from_assault=circumstances.running_from_assault,
        into_minefield=circumstances.into_minefield,
        wrong_ammo=state.wrong_ammo,
    )


def steps_in(position: Position, place: Place) -> StepRange:
    """Return the steps that the units in a hex still have, as far as the reader may know (R9.13)."""
    return sum(map(position.steps_of, position.units_in(place)), StepRange(0, 0))


def mass_in(judgement: Judgement, place: Place) -> tuple[int, int | None]:
    """Return the steps in the target's hex, and their other possible number if nobody may know it (R9.13).

    Face-down units count as assumed; if the other assumption would change the rating, this is noted. A park is no
    hex, unless a switch treats it as one.
    """
    if not isinstance(place, Hex) and not judgement.switch("artillery-park-as-hex"):
        return 0, None
    steps = steps_in(judgement.position, place)
    if steps.is_known:
        return steps.most, None
    as_guns = judgement.face_down_as is FaceDownAs.GUNS
    mass, other = (steps.most, steps.least) if as_guns else (steps.least, steps.most)
    if mass_modifier(mass, judgement.book) != mass_modifier(other, judgement.book):
        judgement.hangs_on_face_down = True
    return mass, other


def has_company_bonus(judgement: Judgement, unit: str) -> bool:
    """Return whether a unit may try for the Company Bonus: it has the two steps of a full company (R9.6)."""
    return judgement.state(unit).steps >= judgement.book.number("fire-rating-limits", "company-bonus-steps")


def _rating(ratings: Ratings, circumstances: Circumstances) -> tuple[int, str]:
    if circumstances.assault_rating:
        return ratings.assault or 0, ratings.assault_weapon
    return ratings.fire or 0, ratings.weapon


def _distance(book: RuleBook, start: Place, end: Place) -> int:
    """Return the distance in hexes; one where either is in an Artillery Park, since no range is counted then.

    Enemies in the same hex, which do not occur in play, are fired at as if they were adjacent.
    """
    if isinstance(start, Hex) and isinstance(end, Hex):
        return max(distance(book, start, end), 1)
    return 1


def _barrage(position: Position, place: Place) -> int:
    return position.barrages.get(place, 0) if isinstance(place, Hex) else 0


# the resolution


def shoot(
    judgement: Judgement,
    firer: str,
    target: str,
    mode: Mode,
    *,
    circumstances: Circumstances = PLAIN,
    company_bonus: bool = False,
    extra: tuple[Modifier, ...] = (),
) -> str:
    """Resolve a shot and return the result: the check for the Company Bonus, the die, and all effects (R9).

    *company_bonus*: the firer tries for the bonus, if it may (R9.6). For Indirect Fire: the other units in the hex
    (16.4.1, R9.25), then the barrage marker (R10.7, R10.10); a bad die loses contact (R10.6).
    """
    hit = roll_shot(
        judgement, firer, target, mode, circumstances=circumstances, company_bonus=company_bonus, extra=extra
    )
    place = judgement.state(target).place
    suffered = apply_result(judgement, target, hit.code, exposed=hit.exposed)
    if suffered and mode in (Mode.INDIRECT, Mode.COUNTERBATTERY):
        _hit_others(judgement, place, target)
    if hit.barrage and isinstance(place, Hex):
        _place_barrage(judgement, place, hit.barrage)
    if hit.loses_contact:
        lose_contact(judgement, firer)
    return hit.code


def roll_shot(
    judgement: Judgement,
    firer: str,
    target: str,
    mode: Mode,
    *,
    circumstances: Circumstances = PLAIN,
    company_bonus: bool = False,
    extra: tuple[Modifier, ...] = (),
) -> Hit:
    """Roll a shot, with the check for the Company Bonus, and return the die's result; it is not applied yet (R9)."""
    bonus = company_bonus and _try_company_bonus(judgement, firer, mode, circumstances)
    rating = fire_rating(judgement, firer, target, mode, circumstances=circumstances, company_bonus=bonus, extra=extra)
    losing = contact_losing_die(judgement, firer, mode)
    place = judgement.state(target).place
    extras = tuple((rating.barrages[die], die == losing) for die in range(10))
    die, (code, (barrage, lost)) = roll_for_fire(judgement, rating, firer, place, extras)
    judgement.resolved(resolution(judgement, rating, firer, target, die, code))
    exposed = mode is Mode.OPPORTUNITY or target in circumstances.exposed
    return Hit(target, code, barrage, lost, exposed)


def roll_for_fire(
    judgement: Judgement, rating: ShotSum, firer: str, place: Place, extras: Sequence[T]
) -> tuple[int | None, tuple[str, T]]:
    """Roll the fire die, and return it with its result and the item of *extras* for its face (R9.2).

    The result is left open if it depends on the steps of a face-down unit that nobody may know (R9.13).
    """
    faces = [(rating.results[die], extras[die], rating.is_certain(die)) for die in range(10)]
    certain = all(face[2] for face in faces)
    try:
        die, (code, extra, certain) = judgement.roll(RollPurpose.FIRE, firer, faces)
    finally:
        if not certain and rating.other is not None:
            _leave_steps_open(judgement, rating, rating.other, place)
    return die, (code, extra)


def _leave_steps_open(judgement: Judgement, rating: ShotSum, other: ShotSum, place: Place) -> None:
    steps = steps_in(judgement.position, place)
    unit = next(unit for unit in judgement.position.units_in(place) if not judgement.position.steps_of(unit).is_known)
    low, high = sorted((rating.rating, other.rating))
    judgement.leave_open(
        "steps-face-down", unit=judgement.name(unit), hex=place, least=steps.least, most=steps.most, low=low, high=high
    )


def resolution(
    judgement: Judgement, rating: ShotSum, firer: str, target: str, die: int | None, code: str
) -> Resolution:
    """Return the record of a shot."""
    return Resolution(
        purpose=RollPurpose.FIRE,
        unit=firer,
        target=target,
        base=rating.base,
        modifiers=rating.modifiers,
        rating=rating.rating,
        die=die,
        result=code,
        rule=judgement.book.rule("fire-rating-limits"),
        line=rating.line,
    )


def _try_company_bonus(judgement: Judgement, firer: str, mode: Mode, circumstances: Circumstances) -> bool:
    """Make the check for the Company Bonus (R9.6); refuse it to a unit without two steps, and where it never counts."""
    if not judgement.book.flag("fire-modifiers-firer", "company-bonus", mode):
        judgement.refuse("no-company-bonus-for-mode", unit=judgement.name(firer), mode=mode.value)
        return False
    if not has_company_bonus(judgement, firer):
        needed = judgement.book.number("fire-rating-limits", "company-bonus-steps")
        steps = judgement.state(firer).steps
        judgement.refuse("no-company-bonus-for-steps", unit=judgement.name(firer), steps=steps, needed=needed)
        return False
    return check(judgement, RollPurpose.COMPANY_BONUS, firer, exposed=firer in circumstances.exposed)


def _hit_others(judgement: Judgement, place: Place, target: str) -> None:
    """Give every other unit in the hex an S? (16.4.1, R9.25), face-down Gun Units too (NQoS S4.3)."""
    if not isinstance(place, Hex) and not judgement.switch("artillery-park-as-hex"):
        return
    for other in judgement.position.units_in(place):
        if other != target:
            apply_result(judgement, other, "S?")


def _place_barrage(judgement: Judgement, place: Hex, level: int) -> None:
    """Place a barrage marker, or turn the one that is there to its heavy side (R10.7, R10.8)."""
    barrages = judgement.position.barrages
    highest = Barrage(max(level, barrages.get(place, Barrage.NONE)))
    judgement.position = judgement.position.after(barrages={**barrages, place: highest})


# the Direct Fire Action


def direct_fire(judgement: Judgement, action: DirectFire) -> None:
    """Judge a Direct Fire Action: one unit fires at one unit in its range and sight (R7.1, R9.1, R9.17).

    A hidden gun that fires is turned over (NQoS S4.3).
    """
    if not begin_action(judgement, action.unit, ActionType.FIRE):
        return
    if _may_fire_directly(judgement, action):
        exclusive_rules(judgement.position.game).show(judgement, action.unit)
        if _spots_for_itself(judgement, action.unit):
            shoot(judgement, action.unit, action.target, Mode.DIRECT, company_bonus=action.company_bonus)
    end_action(judgement, action.unit)


def _may_fire_directly(judgement: Judgement, action: DirectFire) -> bool:
    return (
        can_fire(judgement, action.unit, Mode.DIRECT)
        and is_target(judgement, action.unit, action.target)
        and is_in_range(judgement, action.unit, action.target)
        and is_seen(judgement, action.unit, action.target)
    )


def can_fire(judgement: Judgement, unit: str, mode: Mode) -> bool:
    """Return whether a unit can fire in a mode at all, and refuse it if not.

    It needs a Fire Rating on the side that it shows (R2.2, R2.10), must not be Suppressed (R7.2, R9.24), and have a
    weapon for the mode (R8.4, R10.1; in a park: NQoS S5.2; with the wrong ammunition: NQoS S3.0, event 4).
    """
    state, ratings, name = judgement.state(unit), judgement.ratings(unit), judgement.name(unit)
    column = "indirect" if mode is Mode.COUNTERBATTERY else mode.value
    if state.status is not Status.ON_MAP:
        judgement.refuse("not-on-the-map", unit=name)
    elif state.suppressed:
        judgement.refuse("suppressed-cannot-act", unit=name)
    elif ratings.fire is None:
        judgement.refuse("no-fire-rating", unit=name)
    elif not judgement.book.flag("weapon-modes", ratings.weapon, column):
        weapon = judgement.position.game.weapons[ratings.weapon].name
        judgement.refuse(f"weapon-not-{column}", unit=name, weapon=weapon)
    elif column != "indirect" and is_in_park(judgement.position, unit):
        judgement.refuse("park-never-fires-directly", unit=name)
    elif column == "indirect" and state.wrong_ammo:
        judgement.refuse("wrong-ammo-fires-directly", unit=name)
    else:
        return True
    return False


def is_target(judgement: Judgement, unit: str, target: str) -> bool:
    """Return whether one unit may be fired at by another, and refuse it if not.

    It is an enemy unit on the map (R9.1), no face-down Gun Unit (NQoS S4.3), and in no park (NQoS S5.2).
    """
    state, name = judgement.state(target), judgement.name(target)
    if state.status is not Status.ON_MAP:
        judgement.refuse("not-on-the-map", unit=name)
    elif judgement.side(target) == judgement.side(unit):
        judgement.refuse("target-is-friendly", unit=judgement.name(unit), target=name)
    elif state.hidden:
        judgement.refuse("target-is-face-down", target=name)
    elif is_in_park(judgement.position, target):
        judgement.refuse("target-in-park", target=name)
    else:
        return True
    return False


_RANGE_REFUSALS = {
    "direct-range": "too-far-for-direct-fire",
    "night": "range-cut-by-sight",
    "mist": "range-cut-by-sight",
    "sandstorm": "range-cut-by-sight",
    "barrage": "range-cut-by-barrage",
    "adjacent-enemy": "range-cut-by-adjacent-enemy",
}
"""The refusals by the names of the limits of range; ``out-of-range`` for the printed one."""


def is_in_range(judgement: Judgement, unit: str, target: str, *, indirect: bool = False) -> bool:
    """Return whether a unit's fire reaches a target, and refuse it if not (R9.1; the limits: R5.4, R8.5 to R8.7).

    From a park it reaches the whole map, and a park is reached from there (NQoS S5.2; who may answer is checked apart).
    The refusal is for the shortest of the limits.
    """
    start, end = judgement.state(unit).place, judgement.state(target).place
    if not (isinstance(start, Hex) and isinstance(end, Hex)):
        return True
    away = distance(judgement.book, start, end)
    cap = min(range_caps(judgement.position, judgement.book, unit, indirect=indirect), key=lambda cap: cap.hexes)
    if away <= cap.hexes:
        return True
    if cap.switch:
        judgement.switch(cap.switch)
    names = {"unit": judgement.name(unit), "target": judgement.name(target)}
    name = _RANGE_REFUSALS.get(cap.name, "out-of-range")
    judgement.refuse(name, switch=cap.switch, distance=away, range=cap.hexes, **names)
    return False


def is_seen(judgement: Judgement, unit: str, target: str) -> bool:
    """Return whether a unit sees its target, and refuse it if not (R9.17, NQoS 1.0)."""
    start, end = judgement.state(unit).place, judgement.state(target).place
    if (
        isinstance(start, Hex)
        and isinstance(end, Hex)
        and line_of_sight(judgement.position, judgement.book, start, end)
    ):
        return True
    judgement.refuse("no-line-of-sight", unit=judgement.name(unit), target=judgement.name(target))
    return False


def _spots_for_itself(judgement: Judgement, unit: str) -> bool:
    """Return whether Indirect HE spots its Direct Fire, which it does by itself with a check (NQoS S4.4, R9.17)."""
    if not is_indirect_gun(judgement.position, judgement.book, unit):
        return True
    return not judgement.switch("direct-self-spotting-check") or check(judgement, RollPurpose.SPOTTING, unit)
