"""Indirect Fire with its spotter, and Counterbattery Fire (R10; NQoS 1.0, S2.0, S3.0 event 4, S4.4, S5.2, S5.5)."""

from __future__ import annotations

from ...game.action_words import Contact
from ...game.hexes import Hex
from ...game.play import Counterbattery, IndirectFire, RollPurpose
from ...game.position import Status
from ..judgement import Judging
from ..rule_sets import exclusive_rules
from .checks import check
from .command import INDIRECT_FIRE, begin_action, end_action, is_entry_hex
from .fire import can_fire, is_in_range, is_target, shoot
from .fire_sums import Mode
from .parks import is_in_park
from .ranges import is_indirect_gun
from .sight import distance, line_of_sight

__all__ = ["counterbattery", "indirect_fire"]


# Indirect Fire


def indirect_fire(judging: Judging, action: IndirectFire) -> None:
    """Judge an Indirect Fire Action: a spotter checks, then the unit fires (R10.1 to R10.8).

    If the spotter fails, the Action is over. The other side may answer Indirect HE with Counterbattery Fire (S2.0).
    """
    unit = action.unit
    if not begin_action(judging, unit, INDIRECT_FIRE):
        return
    if _may_fire_indirectly(judging, action) and _is_spotted(judging, action):
        shoot(judging, unit, action.target, Mode.INDIRECT, company_bonus=action.company_bonus)
        if is_indirect_gun(judging.position, judging.book, unit):
            judging.position = judging.position.after(last_indirect=unit)
    end_action(judging, unit)


def _may_fire_indirectly(judging: Judging, action: IndirectFire) -> bool:
    return (
        can_fire(judging, action.unit, Mode.INDIRECT)
        and _is_in_contact(judging, action.unit)
        and is_target(judging, action.unit, action.target)
        and _is_far_enough(judging, action.unit, action.target)
        and is_in_range(judging, action.unit, action.target, indirect=True)
        and _may_spot(judging, action.unit, action.spotter or action.unit, action.target)
    )


def _is_in_contact(judging: Judging, unit: str) -> bool:
    """Return whether a unit may fire indirectly for its contact, and refuse it if not (R10.3). Mortars need none."""
    state = judging.state(unit)
    in_contact = state.contact == Contact.IN_CONTACT and state.contact_leader in judging.position.leaders
    if in_contact or not is_indirect_gun(judging.position, judging.book, unit):
        return True
    judging.refuse("not-in-contact", unit=judging.name(unit))
    return False


def _is_far_enough(judging: Judging, unit: str, target: str) -> bool:
    """Return whether a target is not too near for Indirect Fire, and refuse it if it is (R10.1, NQoS 1.0)."""
    start, end = judging.state(unit).place, judging.state(target).place
    if not (isinstance(start, Hex) and isinstance(end, Hex)):
        return True
    is_gun = is_indirect_gun(judging.position, judging.book, unit)
    least = judging.book.number("artillery-limits", "indirect-range" if is_gun else "mortar-indirect-range")
    away = distance(judging.book, start, end)
    if away >= least:
        return True
    names = {"unit": judging.name(unit), "target": judging.name(target)}
    judging.refuse("too-near-for-indirect-fire", distance=away, least=least, **names)
    return False


# spotting


def _may_spot(judging: Judging, unit: str, spotter: str, target: str) -> bool:
    """Return whether a spotter may spot for a unit, and refuse it if not (R10.2, R10.5; NQoS S4.4, S5.5)."""
    names = {"unit": judging.name(unit), "spotter": judging.name(spotter)}
    state = judging.state(spotter)
    if state.status is not Status.ON_MAP:
        judging.refuse("not-on-the-map", unit=judging.name(spotter))
    elif judging.side(spotter) != judging.side(unit):
        judging.refuse("spotter-is-enemy", **names)
    elif not exclusive_rules(judging.position.game).may_spot_for(judging.position, spotter, unit):
        judging.refuse("spotter-of-other-nationality", **names)
    elif state.suppressed and judging.switch("suppressed-spotters") == "no":
        judging.refuse("spotter-suppressed", switch="suppressed-spotters", **names)
    elif state.hidden:
        judging.refuse("spotter-face-down", **names)
    elif not _is_of_the_right_formation(judging, unit, spotter):
        pass
    elif not _spotter_sees(judging, spotter, target):
        judging.refuse("spotter-sees-nothing", target=judging.name(target), **names)
    else:
        return True
    return False


def _is_of_the_right_formation(judging: Judging, unit: str, spotter: str) -> bool:
    """Return whether a spotter is of a formation that may spot for a unit, and refuse it if not.

    A unit spots for itself (R10.5), unless the game forbids it. Mortars are served by their own formation, independent
    ones by their division (R10.2). Indirect HE is served by the formation of the leader that its marker
    is with, and the spotter is In Command to him (R10.5).
    """
    names = {"unit": judging.name(unit), "spotter": judging.name(spotter)}
    is_gun = is_indirect_gun(judging.position, judging.book, unit)
    if spotter == unit:
        problem = exclusive_rules(judging.position.game).own_spotter_problem(judging.position, unit) if is_gun else ""
        if problem:
            judging.refuse(problem, **names)
        return not problem
    if judging.switch("spotters") == "any-of-division":
        same = judging.unit(spotter).division == judging.unit(unit).division
        return same or _wrong_spotter(judging, "spotter-not-of-division", names)
    if not is_gun:
        return _serves(judging, unit, spotter) or _wrong_spotter(judging, "spotter-not-of-formation", names)
    leader = judging.position.game.leaders[judging.state(unit).contact_leader]
    if judging.unit(spotter).formation != leader.formation:
        return _wrong_spotter(judging, "spotter-not-of-leaders-formation", {**names, "leader": leader.name})
    if not _is_commanded(judging, spotter, leader.id):
        return _wrong_spotter(judging, "spotter-out-of-command", {**names, "leader": leader.name})
    return True


def _wrong_spotter(judging: Judging, name: str, names: dict[str, str]) -> bool:
    judging.refuse(name, switch="spotters", **names)
    return False


def _serves(judging: Judging, unit: str, spotter: str) -> bool:
    """Return whether a unit spots for a mortar: one of its formation, or of an independent one's division (R10.2)."""
    mortar, eyes = judging.unit(unit), judging.unit(spotter)
    return eyes.division == mortar.division and (mortar.independent or eyes.formation == mortar.formation)


def _is_commanded(judging: Judging, unit: str, leader: str) -> bool:
    """Return whether a unit is in the range of one leader (R6.1); in an entry hex none commands (R6.2)."""
    position = judging.position
    start, end = position.leaders[leader].place, position.units[unit].place
    if not (isinstance(start, Hex) and isinstance(end, Hex)):
        return False
    if is_entry_hex(position, start) or is_entry_hex(position, end):
        return False
    return distance(judging.book, start, end) <= position.game.leaders[leader].command_range


def _spotter_sees(judging: Judging, spotter: str, target: str) -> bool:
    start, end = judging.state(spotter).place, judging.state(target).place
    if not (isinstance(start, Hex) and isinstance(end, Hex)):
        return False
    return line_of_sight(judging.position, judging.book, start, end)


def _is_spotted(judging: Judging, action: IndirectFire) -> bool:
    """Return whether the spotter passes its check (R10.5); whether mortars' spotters need one is uncertain (R10.2)."""
    spotter = action.spotter or action.unit
    is_gun = is_indirect_gun(judging.position, judging.book, action.unit)
    if not is_gun and not judging.switch("mortar-spotting-check"):
        return True
    return check(judging, RollPurpose.SPOTTING, spotter, target=action.target)


# Counterbattery Fire


def counterbattery(judging: Judging, action: Counterbattery) -> None:
    """Judge Counterbattery Fire: one Indirect HE unit answers the enemy's that has just fired (NQoS S2.0, R10.11).

    A check without Command Points, no Line of Sight, then Indirect Fire without Company Bonus and barrage. It is
    outside any activation. Pass or fail, the unit takes its marker, and there is one attempt only.
    """
    if not _may_counter(judging, action):
        return
    if check(judging, RollPurpose.COUNTERBATTERY, action.unit, target=action.target):
        shoot(judging, action.unit, action.target, Mode.COUNTERBATTERY)
    judging.change(action.unit, counterbattery_fired=True)
    judging.position = judging.position.after(last_indirect="")


def _may_counter(judging: Judging, action: Counterbattery) -> bool:
    """Return whether Counterbattery Fire is allowed, and refuse it if not (NQoS S2.0, R10.11)."""
    position, names = judging.position, {"unit": judging.name(action.unit), "target": judging.name(action.target)}
    exclusive = exclusive_rules(position.game)
    if not exclusive.allows_counterbattery(position):
        judging.refuse("no-counterbattery-in-scenario", scenario=position.scenario)
    elif position.last_indirect != action.target:
        judging.refuse("counterbattery-without-cause", **names)
    elif judging.state(action.target).status is not Status.ON_MAP:
        judging.refuse("not-on-the-map", unit=names["target"])
    elif judging.side(action.unit) == judging.side(action.target):
        judging.refuse("target-is-friendly", **names)
    elif not can_fire(judging, action.unit, Mode.COUNTERBATTERY):
        pass
    elif not is_indirect_gun(position, judging.book, action.unit):
        judging.refuse("counterbattery-only-by-artillery", **names)
    elif judging.state(action.unit).counterbattery_fired:
        judging.refuse("counterbattery-fired-already", **names)
    elif not exclusive.may_answer_park(position, judging.book, action.unit, action.target):
        park = position.game.map.boxes[str(judging.state(action.target).place)].name
        judging.refuse("counterbattery-at-park", park=park, **names)
    else:
        return _counterbattery_reaches(judging, action)
    return False


def _counterbattery_reaches(judging: Judging, action: Counterbattery) -> bool:
    """Return whether Counterbattery Fire reaches its target: always from and into a park (NQoS S5.2, R10.11)."""
    if is_in_park(judging.position, action.unit) or is_in_park(judging.position, action.target):
        return True
    if judging.switch("counterbattery-range") == "unlimited":
        return True
    return _is_far_enough(judging, action.unit, action.target) and is_in_range(
        judging, action.unit, action.target, indirect=True
    )
