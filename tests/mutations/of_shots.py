"""Mutations of what units do in a hex: shots that may not be made, rallies, works and assaults that are not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.game.action_words import ActionType, Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.play import (
    Assault,
    DirectFire,
    Engineer,
    EngineerWork,
    IndirectFire,
    Rally,
    RallyKind,
    Roll,
    RollPurpose,
)
from adjudicator.recording.table_actions import Declare, ThrowDice
from tests.mutations.planting import Kind, Moment, Plan
from tests.mutations.telling import Way, able, first_illegal, on_map, only_die

__all__ = ["SHOTS"]


def _at_enemies(moment: Moment) -> Iterator[DirectFire]:
    for unit in able(moment, ActionType.FIRE):
        for target in on_map(moment.position):
            if moment.position.side(target) != moment.position.side(unit):
                yield DirectFire(unit, target)


def _at_friends(moment: Moment) -> Iterator[DirectFire]:
    for unit in able(moment, ActionType.FIRE):
        friends = on_map(moment.position, moment.position.side(unit))
        yield from (DirectFire(unit, each) for each in friends if each != unit)


def _with_bonus(moment: Moment) -> Iterator[DirectFire]:
    yield from (replace(shot, company_bonus=True) for shot in _at_enemies(moment))


def _reduced_bonus(moment: Moment) -> Plan | None:
    plan = first_illegal("no-company-bonus-for-steps", _with_bonus)(moment)
    die = only_die(plan.acts, "fire") if plan else None
    if plan is None or die is None:
        return None
    unit, at = die.rolls[0].unit, plan.acts.index(die)
    tried = (Declare(unit, Declaration.COMPANY_BONUS_CHECK), ThrowDice((Roll(RollPurpose.COMPANY_BONUS, unit, 0),)))
    return replace(plan, acts=(*plan.acts[:at], *tried, *plan.acts[at:]))


def _spotted(name: str) -> Way:
    """Return what fires indirectly with a spotter who is refused for one reason: he is named before the die."""
    found = first_illegal(name, _indirectly, die=RollPurpose.FIRE)

    def way(moment: Moment) -> Plan | None:
        plan = found(moment)
        return plan and replace(plan, plain=True)

    return way


def _indirectly(moment: Moment) -> Iterator[IndirectFire]:
    for unit in able(moment, ActionType.FIRE):
        for target in on_map(moment.position):
            if moment.position.side(target) != moment.position.side(unit):
                yield from (IndirectFire(unit, target, spotter) for spotter in on_map(moment.position))


def _rallies(moment: Moment) -> Iterator[Rally]:
    for unit in able(moment, ActionType.RALLY):
        yield from (Rally(unit, of) for of in RallyKind)


def _works(moment: Moment) -> Iterator[Engineer]:
    for unit in able(moment, ActionType.ENGINEER):
        yield from (Engineer(unit, work) for work in EngineerWork if work != EngineerWork.LAY_MINES)


def _assaults(moment: Moment) -> Iterator[Assault]:
    for unit in able(moment, ActionType.ASSAULT):
        for target in on_map(moment.position):
            place = moment.position.units[target].place
            if moment.position.side(target) != moment.position.side(unit) and isinstance(place, Hex):
                yield Assault((unit,), place)


def _first_assaults(moment: Moment) -> Iterator[Assault]:
    for unit in able(moment, ActionType.MOVEMENT):
        place = moment.position.units[unit].place
        near = sorted(moment.book.grid.neighbours(place)) if isinstance(place, Hex) else []
        side = moment.position.side(unit)
        held = [end for end in near if any(moment.position.side(u) != side for u in moment.position.units_in(end))]
        yield from (Assault((unit,), end) for end in held)


SHOTS = (
    Kind("fire out of range", "a unit fires at one that is too far away",
         first_illegal("out-of-range", _at_enemies, die=RollPurpose.FIRE)),
    Kind("fire without sight", "a unit fires at one that it does not see",
         first_illegal("no-line-of-sight", _at_enemies, die=RollPurpose.FIRE)),
    Kind("fire at a face-down gun", "a unit fires at a face-down gun",
         first_illegal("target-is-face-down", _at_enemies, die=RollPurpose.FIRE)),
    Kind("fire at a friend", "a unit fires at one of its own side",
         first_illegal("target-is-friendly", _at_friends, die=RollPurpose.FIRE)),
    Kind("mortar fires directly", "a unit fires directly whose weapon has only Indirect Fire",
         first_illegal("weapon-not-direct", _at_enemies, die=RollPurpose.FIRE)),
    Kind("Company Bonus of a reduced unit", "a unit with too few steps tries for the Company Bonus", _reduced_bonus),
    Kind("gun fires indirectly", "a unit fires indirectly whose weapon has only Direct Fire",
         first_illegal("weapon-not-indirect", _indirectly, die=RollPurpose.FIRE)),
    Kind("indirect fire too near", "Indirect Fire is aimed nearer than it reaches", None,
         "Scenario 1 has no unit whose Indirect Fire does not reach the next hex"),
    Kind("enemy spotter", "an enemy is named as the spotter",
         _spotted("spotter-is-enemy")),
    Kind("spotter who sees nothing", "the spotter does not see the target",
         _spotted("spotter-sees-nothing")),
    Kind("Suppressed spotter", "the spotter is Suppressed",
         _spotted("spotter-suppressed")),
    Kind("spotter of another formation", "the spotter is of another formation",
         _spotted("spotter-not-of-formation")),
    Kind("nothing to rally", "a unit rallies that has nothing to rally from",
         first_illegal("nothing-to-rally", _rallies, die=RollPurpose.RALLY)),
    Kind("Cohesion Hit rallied in a Fire Zone", "a Cohesion Hit is rallied in an enemy Fire Zone",
         first_illegal("rally-cohesion-in-zone", _rallies)),
    Kind("tanks dig", "vehicles build an Improved Position",
         first_illegal("builder-not-on-foot", _works, die=RollPurpose.ENGINEER)),
    Kind("digging in Column", "a unit in Column builds an Improved Position",
         first_illegal("builder-in-column", _works, die=RollPurpose.ENGINEER)),
    Kind("mines without engineers", "a unit that is no engineer clears mines",
         first_illegal("not-an-engineer", _works, die=RollPurpose.ENGINEER)),
    Kind("digging in the fortress", "a French unit builds an Improved Position in Bir Hacheim",
         first_illegal("no-building-in-the-fortress", _works, die=RollPurpose.ENGINEER)),
    Kind("assault from afar", "a unit assaults a hex that is not next to it",
         first_illegal("assault-not-adjacent", _assaults)),
    Kind("assault with the first action", "a unit assaults with its first action under a Division chit",
         first_illegal("first-action-assault", _first_assaults)),
)  # fmt: skip
