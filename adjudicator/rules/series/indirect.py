"""Indirect Fire with its spotter, and Counterbattery Fire (R10; NQoS 1.0, S2.0, S3.0 event 4, S4.4, S5.2, S5.5)."""

from __future__ import annotations

from ...game.action_words import ActionType, Contact
from ...game.hexes import Hex
from ...game.play import Counterbattery, IndirectFire, RollPurpose
from ...game.position import Status
from ..judgement import Judgement
from ..rule_sets import exclusive_rules
from .checks import check
from .command import begin_action, end_action, is_entry_hex
from .fire import can_fire, is_in_range, is_target, shoot
from .fire_sums import Mode
from .parks import is_in_park
from .ranges import is_indirect_gun
from .sight import distance, line_of_sight

__all__ = ["counterbattery", "indirect_fire"]


# Indirect Fire


def indirect_fire(judgement: Judgement, action: IndirectFire) -> None:
    """Judge an Indirect Fire Action: a spotter checks, then the unit fires (R10.1 to R10.8).

    If the spotter fails, the Action is over. The other side may answer Indirect HE with Counterbattery Fire (S2.0).
    """
    unit = action.unit
    if not begin_action(judgement, unit, ActionType.INDIRECT_FIRE):
        return
    if _may_fire_indirectly(judgement, action) and _is_spotted(judgement, action):
        shoot(judgement, unit, action.target, Mode.INDIRECT, company_bonus=action.company_bonus)
        if is_indirect_gun(judgement.position, judgement.book, unit):
            judgement.position = judgement.position.after(last_indirect=unit)
    end_action(judgement, unit)


def _may_fire_indirectly(judgement: Judgement, action: IndirectFire) -> bool:
    return (
        can_fire(judgement, action.unit, Mode.INDIRECT)
        and _is_in_contact(judgement, action.unit)
        and is_target(judgement, action.unit, action.target)
        and _is_far_enough(judgement, action.unit, action.target)
        and is_in_range(judgement, action.unit, action.target, indirect=True)
        and _may_spot(judgement, action.unit, action.spotter or action.unit, action.target)
    )


def _is_in_contact(judgement: Judgement, unit: str) -> bool:
    """Return whether a unit may fire indirectly for its contact, and refuse it if not (R10.3). Mortars need none."""
    state = judgement.state(unit)
    in_contact = state.contact == Contact.IN_CONTACT and state.contact_leader in judgement.position.leaders
    if in_contact or not is_indirect_gun(judgement.position, judgement.book, unit):
        return True
    judgement.refuse("not-in-contact", unit=judgement.name(unit))
    return False


def _is_far_enough(judgement: Judgement, unit: str, target: str) -> bool:
    """Return whether a target is not too near for Indirect Fire, and refuse it if it is (R10.1, NQoS 1.0)."""
    start, end = judgement.state(unit).place, judgement.state(target).place
    if not (isinstance(start, Hex) and isinstance(end, Hex)):
        return True
    is_gun = is_indirect_gun(judgement.position, judgement.book, unit)
    least = judgement.book.number("artillery-limits", "indirect-range" if is_gun else "mortar-indirect-range")
    away = distance(judgement.book, start, end)
    if away >= least:
        return True
    names = {"unit": judgement.name(unit), "target": judgement.name(target)}
    judgement.refuse("too-near-for-indirect-fire", distance=away, least=least, **names)
    return False


# spotting


def _may_spot(judgement: Judgement, unit: str, spotter: str, target: str) -> bool:
    """Return whether a spotter may spot for a unit, and refuse it if not (R10.2, R10.5; NQoS S4.4, S5.5)."""
    names = {"unit": judgement.name(unit), "spotter": judgement.name(spotter)}
    state = judgement.state(spotter)
    if state.status is not Status.ON_MAP:
        judgement.refuse("not-on-the-map", unit=judgement.name(spotter))
    elif judgement.side(spotter) != judgement.side(unit):
        judgement.refuse("spotter-is-enemy", **names)
    elif not exclusive_rules(judgement.position.game).may_spot_for(judgement.position, spotter, unit):
        judgement.refuse("spotter-of-other-nationality", **names)
    elif state.suppressed and judgement.switch("suppressed-spotters") == "no":
        judgement.refuse("spotter-suppressed", switch="suppressed-spotters", **names)
    elif state.hidden:
        judgement.refuse("spotter-face-down", **names)
    elif not _is_of_the_right_formation(judgement, unit, spotter):
        pass
    elif not _spotter_sees(judgement, spotter, target):
        judgement.refuse("spotter-sees-nothing", target=judgement.name(target), **names)
    else:
        return True
    return False


def _is_of_the_right_formation(judgement: Judgement, unit: str, spotter: str) -> bool:
    """Return whether a spotter is of a formation that may spot for a unit, and refuse it if not.

    A unit spots for itself (R10.5), unless the game forbids it. Mortars are served by their own formation, independent
    ones by their division (R10.2). Indirect HE is served by the formation of the leader that its marker
    is with, and the spotter is In Command to him (R10.5).
    """
    names = {"unit": judgement.name(unit), "spotter": judgement.name(spotter)}
    is_gun = is_indirect_gun(judgement.position, judgement.book, unit)
    if spotter == unit:
        problem = (
            exclusive_rules(judgement.position.game).own_spotter_problem(judgement.position, unit) if is_gun else ""
        )
        if problem:
            judgement.refuse(problem, **names)
        return not problem
    if judgement.switch("spotters") == "any-of-division":
        same = judgement.unit(spotter).division == judgement.unit(unit).division
        return same or _wrong_spotter(judgement, "spotter-not-of-division", names)
    if not is_gun:
        return _serves(judgement, unit, spotter) or _wrong_spotter(judgement, "spotter-not-of-formation", names)
    leader = judgement.position.game.leaders[judgement.state(unit).contact_leader]
    if judgement.unit(spotter).formation != leader.formation:
        return _wrong_spotter(judgement, "spotter-not-of-leaders-formation", {**names, "leader": leader.name})
    if not _is_commanded(judgement, spotter, leader.id):
        return _wrong_spotter(judgement, "spotter-out-of-command", {**names, "leader": leader.name})
    return True


def _wrong_spotter(judgement: Judgement, name: str, names: dict[str, str]) -> bool:
    judgement.refuse(name, switch="spotters", **names)
    return False


def _serves(judgement: Judgement, unit: str, spotter: str) -> bool:
    """Return whether a unit spots for a mortar: one of its formation, or of an independent one's division (R10.2)."""
    mortar, eyes = judgement.unit(unit), judgement.unit(spotter)
    return eyes.division == mortar.division and (mortar.independent or eyes.formation == mortar.formation)


def _is_commanded(judgement: Judgement, unit: str, leader: str) -> bool:
    """Return whether a unit is in the range of one leader (R6.1); in an entry hex none commands (R6.2)."""
    position = judgement.position
    start, end = position.leaders[leader].place, position.units[unit].place
    if not (isinstance(start, Hex) and isinstance(end, Hex)):
        return False
    if is_entry_hex(position, start) or is_entry_hex(position, end):
        return False
    return distance(judgement.book, start, end) <= position.game.leaders[leader].command_range


def _spotter_sees(judgement: Judgement, spotter: str, target: str) -> bool:
    start, end = judgement.state(spotter).place, judgement.state(target).place
    if not (isinstance(start, Hex) and isinstance(end, Hex)):
        return False
    return line_of_sight(judgement.position, judgement.book, start, end)


def _is_spotted(judgement: Judgement, action: IndirectFire) -> bool:
    """Return whether the spotter passes its check (R10.5); whether mortars' spotters need one is uncertain (R10.2)."""
    spotter = action.spotter or action.unit
    is_gun = is_indirect_gun(judgement.position, judgement.book, action.unit)
    if not is_gun and not judgement.switch("mortar-spotting-check"):
        return True
    return check(judgement, RollPurpose.SPOTTING, spotter, target=action.target)


# Counterbattery Fire


def counterbattery(judgement: Judgement, action: Counterbattery) -> None:
    """Judge Counterbattery Fire: one Indirect HE unit answers the enemy's that has just fired (NQoS S2.0, R10.11).

    A check without Command Points, no Line of Sight, then Indirect Fire without Company Bonus and barrage. It is
    outside any activation. Pass or fail, the unit takes its marker, and there is one attempt only.
    """
    if not _may_counter(judgement, action):
        return
    if check(judgement, RollPurpose.COUNTERBATTERY, action.unit, target=action.target):
        shoot(judgement, action.unit, action.target, Mode.COUNTERBATTERY)
    judgement.change(action.unit, counterbattery_fired=True)
    judgement.position = judgement.position.after(last_indirect="")


def _may_counter(judgement: Judgement, action: Counterbattery) -> bool:
    """Return whether Counterbattery Fire is allowed, and refuse it if not (NQoS S2.0, R10.11)."""
    position, names = judgement.position, {"unit": judgement.name(action.unit), "target": judgement.name(action.target)}
    exclusive = exclusive_rules(position.game)
    if not exclusive.allows_counterbattery(position):
        judgement.refuse("no-counterbattery-in-scenario", scenario=position.scenario)
    elif position.last_indirect != action.target:
        judgement.refuse("counterbattery-without-cause", **names)
    elif judgement.state(action.target).status is not Status.ON_MAP:
        judgement.refuse("not-on-the-map", unit=names["target"])
    elif judgement.side(action.unit) == judgement.side(action.target):
        judgement.refuse("target-is-friendly", **names)
    elif not can_fire(judgement, action.unit, Mode.COUNTERBATTERY):
        pass
    elif not is_indirect_gun(position, judgement.book, action.unit):
        judgement.refuse("counterbattery-only-by-artillery", **names)
    elif judgement.state(action.unit).counterbattery_fired:
        judgement.refuse("counterbattery-fired-already", **names)
    elif not exclusive.may_answer_park(position, judgement.book, action.unit, action.target):
        park = position.game.map.boxes[str(judgement.state(action.target).place)].name
        judgement.refuse("counterbattery-at-park", park=park, **names)
    else:
        return _counterbattery_reaches(judgement, action)
    return False


def _counterbattery_reaches(judgement: Judgement, action: Counterbattery) -> bool:
    """Return whether Counterbattery Fire reaches its target: always from and into a park (NQoS S5.2, R10.11)."""
    if is_in_park(judgement.position, action.unit) or is_in_park(judgement.position, action.target):
        return True
    if judgement.switch("counterbattery-range") == "unlimited":
        return True
    return _is_far_enough(judgement, action.unit, action.target) and is_in_range(
        judgement, action.unit, action.target, indirect=True
    )
