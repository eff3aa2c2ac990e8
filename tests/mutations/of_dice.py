"""Mutations of dice: rolls left out, made again, made for nothing, failed and taken as passed, bought."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from adjudicator.game import play
from adjudicator.game.action_words import Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Action, Roll, RollPurpose
from adjudicator.game.position import Position
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import Declare, Drag, Say, SetPoints, TableAction, ThrowDice, Undone
from adjudicator.rules.cited_rules import rule_of_roll
from adjudicator.rules.judge import judge
from adjudicator.rules.ruling import Resolution, Ruling
from adjudicator.rules.series.opportunity import possible_firers
from tests.mutations.planting import STRAY_DIE, Expected, Kind, Moment, Plan
from tests.mutations.telling import (
    ANSWERED,
    POINTS_SETTLED,
    Way,
    changed_rolls,
    completed,
    expect,
    illegal,
    on_map,
    only_die,
    rolls_of,
)

__all__ = ["CLAIMS", "LEFT_OUT", "OPPORTUNITY", "ROLLED"]

_FAR: Final = 4
_TRIES: Final = 12
"""How often an action's dice are drawn anew until they fall as they are wanted."""
_FAILS: Final = 9
_UNSEEN: Final = frozenset({"miss", "none", "-", ""})
"""Results that leave no trace."""
_DECLARED: Final = {
    "minefield": "minefield-roll", "suppression": "suppression-check", "conversion": "conversion-check",
    "company-bonus": "company-bonus-check", "bravery": "bravery-check", "spotting": "spotter",
}  # fmt: skip
"""What is declared before a die: it is left out with it."""
_NAMED_ANYHOW: Final = frozenset({"spotting"})
_UNPAYABLE: Final = ("company-bonus", "opportunity", "spotting", "bravery", "suppression", "conversion", "rally")


def _side(moment: Moment, action: Any) -> str:
    unit = getattr(action, "unit", "") or next(iter(getattr(action, "units", ())), "")
    return moment.position.side(unit) if unit else ""


Wanted = Callable[[Action, Ruling], bool]


def redrawn(moment: Moment, wanted: Wanted) -> tuple[Action, Ruling, Position] | None:
    """Return the next action with dice that fall as they are wanted, its ruling and the position after it."""
    bare = changed_rolls(moment.action, lambda _roll: None)
    if not any(True for _ in rolls_of(moment.action)):
        return None
    for _ in range(_TRIES):
        action = completed(moment, bare)
        ruling = judge(moment.position, action, moment.book)
        if ruling.legal and ruling.after is not None and wanted(action, ruling):
            return action, ruling, ruling.after
    return None


def _the_only(ruling: Ruling, purpose: RollPurpose, *results: str) -> Resolution | None:
    """Return the only roll for a purpose, if there is just one, with a die, and of one of the results."""
    rolled = [each for each in ruling.resolutions if each.purpose == purpose]
    fits = len(rolled) == 1 and rolled[0].die is not None and (not results or rolled[0].result in results)
    return rolled[0] if fits else None


def without_die(acts: tuple[TableAction, ...], roll: Roll) -> tuple[TableAction, ...]:
    """Return acts without a die, and without the word for it."""
    word = "" if roll.purpose in _NAMED_ANYHOW else _DECLARED.get(roll.purpose, "")
    left = (act for act in acts if act != ThrowDice((roll,)))
    return tuple(
        act for act in left if not (isinstance(act, Declare) and (act.counter, act.action) == (roll.unit, word))
    )


def _is_plain(ruling: Ruling, purpose: RollPurpose) -> bool:
    """Return whether the other dice of an action can be for nothing but what they are for: few, and hits."""
    others = [each for each in ruling.resolutions if each.purpose != purpose and each.die is not None]
    shots = [each for each in others if each.purpose == "fire"]
    return len(others) < 3 and len(shots) < 2 and all(shot.result not in _UNSEEN for shot in shots)


# left out


def _left_out(purpose: RollPurpose, *results: str, or_else: tuple[Expected, ...] = ()) -> Way:
    """Return what leaves a roll out and goes on as if it had been made and passed."""

    def way(moment: Moment) -> Plan | None:
        drawn = redrawn(
            moment, lambda _a, ruling: bool(_the_only(ruling, purpose, *results)) and _is_plain(ruling, purpose)
        )
        if drawn is None:
            return None
        action, ruling, after = drawn
        rolled = _the_only(ruling, purpose, *results)
        assert rolled is not None
        acts = without_die(script(moment.position, action, moment.book), Roll(purpose, rolled.unit, rolled.die))
        expected = expect("roll-left-out", rule_of_roll(purpose, moment.position.game, action))
        return Plan(acts, after, (expected,), _side(moment, action), (*or_else, _NOT_PAID))

    return way


_NOT_PAID: Final = expect("result-not-applied", "GTS R6.11")
"""What is found where the check could have been bought instead: then nobody paid for it."""
_SHOT_LEFT_OUT: Final = expect("roll-left-out", "GTS R9.2")
_HARM_UNEXPLAINED: Final = tuple(
    expect("change-not-explained", rule)
    for rule in ("GTS R9.18", "GTS R9.20", "GTS R9.22", "GTS R9.23", "GTS R9.24", "GTS R10.7")
)

LEFT_OUT = (
    Kind("minefield roll left out", "a unit goes on through mines without the roll",
         _left_out(RollPurpose.MINEFIELD, "pass", "miss", "none", "clear")),
    Kind("check against Suppression left out", "an S? is passed without a die",
         _left_out(RollPurpose.SUPPRESSION, "pass"), follows=ANSWERED),
    Kind("conversion left out", "a Suppression is turned into a Cohesion Hit without the check",
         _left_out(RollPurpose.CONVERSION, "pass",
                   or_else=(expect("result-not-applied", "GTS R9.20"), expect("change-not-explained", "GTS R9.20"))),
         why_else="the conversion may be left alone, so that only what lies there is wrong"),
    Kind("opportunity fire without its check", "Opportunity Fire is rolled at once",
         _left_out(RollPurpose.OPPORTUNITY, "pass", or_else=(_SHOT_LEFT_OUT,))),
    Kind("spotting check left out", "Indirect Fire is rolled without the spotter's check",
         _left_out(RollPurpose.SPOTTING, "pass", or_else=(_SHOT_LEFT_OUT,))),
    Kind("Bravery Check left out", "a unit assaults without its Bravery Check", _left_out(RollPurpose.BRAVERY, "pass")),
    Kind("rally without a die", "a unit is rallied without the check", _left_out(RollPurpose.RALLY, "pass")),
    Kind("engineer check left out", "a position is finished without the check",
         _left_out(RollPurpose.ENGINEER, "pass")),
    Kind("Command Points not rolled", "a Division chit brings Command Points without a die",
         _left_out(RollPurpose.COMMAND_POINTS)),
    Kind("Heavy Barrage left", "a unit leaves a Heavy Barrage without the check",
         _left_out(RollPurpose.BARRAGE_EXIT, "pass")),
)  # fmt: skip


# failed, rolled again, rolled for nothing


_RULES_OF_CHECKS: Final = {
    RollPurpose.OPPORTUNITY: "GTS R12.2",
    RollPurpose.SPOTTING: "GTS R10.5",
    RollPurpose.RALLY: "GTS R13.1",
    RollPurpose.ENGINEER: "GTS R13.4",
}


def _failed(purpose: RollPurpose, expected: Callable[[Ruling], tuple[Expected, ...] | None]) -> Way:
    """Return what fails a check and goes on as if it had been passed."""

    def way(moment: Moment) -> Plan | None:
        drawn = redrawn(
            moment,
            lambda _a, ruling: _the_only(ruling, purpose, "pass") is not None and expected(ruling) is not None,
        )
        if drawn is None:
            return None
        action, ruling, after = drawn
        rolled, found = _the_only(ruling, purpose, "pass"), expected(ruling)
        assert rolled is not None
        assert found is not None
        passed = ThrowDice((Roll(purpose, rolled.unit, rolled.die),))
        failed = ThrowDice((Roll(purpose, rolled.unit, _FAILS),))
        acts = tuple(failed if act == passed else act for act in script(moment.position, action, moment.book))
        ignored = expect("failed-check-ignored", _RULES_OF_CHECKS[purpose])
        return Plan(acts, after, found, _side(moment, action), (*_HARM_UNEXPLAINED, ignored))

    return way


def _fire_for_nothing(ruling: Ruling) -> tuple[Expected, ...] | None:
    dice = [each for each in ruling.resolutions if each.die is not None]
    return (STRAY_DIE,) if [each.purpose for each in dice][1:] == ["fire"] else None


def _always(*expected: Expected) -> Callable[[Ruling], tuple[Expected, ...]]:
    return lambda _ruling: expected


def _twice(moment: Moment) -> Plan | None:
    """Throw a die for a check again, because it failed, without taking anything back."""
    drawn = redrawn(moment, lambda _a, ruling: _the_only(ruling, RollPurpose.RALLY, "pass") is not None)
    if drawn is None:
        return None
    action, _ruling, after = drawn
    acts = script(moment.position, action, moment.book)
    die = only_die(acts, "rally")
    if die is None:
        return None
    failed = ThrowDice((replace(die.rolls[0], die=_FAILS),))
    doubled = tuple(each for act in acts for each in ((failed, act) if act == die else (act,)))
    return Plan(
        doubled,
        after,
        (expect("failed-check-ignored", "GTS R13.1"),),
        _side(moment, action),
        or_else=(STRAY_DIE, expect("change-not-explained", "GTS R13.1")),
    )


def _again_after_undo(moment: Moment) -> Plan | None:
    """Take a die back and throw it again."""
    acts = script(moment.position, moment.action, moment.book)
    after = judge(moment.position, moment.action, moment.book).after
    dice = [act for act in acts if isinstance(act, ThrowDice)]
    if not dice or after is None:
        return None
    worse = ThrowDice(tuple(replace(roll, die=(roll.die or 0) ^ 1) for roll in dice[0].rolls))
    at = acts.index(dice[0])
    return Plan((*acts[:at], Undone(worse), *acts[at:]), after, (("", "roll-made-again"),),
                _side(moment, moment.action), plain=True)  # fmt: skip


def _withdrawn(moment: Moment) -> Plan | None:
    """Take a shot back after its die."""
    acts = script(moment.position, moment.action, moment.book)
    dice = [act for act in acts if isinstance(act, ThrowDice)]
    if not isinstance(moment.action, play.DirectFire) or len(dice) != 1:
        return None
    if any(isinstance(act, SetPoints) for act in acts):
        return None
    before = acts[: acts.index(dice[0])]
    back = (lambda writer: writer.record.log.undo(),) * (len(before) + 1)
    return Plan((*before, dice[0], *back), moment.position, (("", "undo-after-roll"),), _side(moment, moment.action),
                or_else=(("", "roll-made-again"),))  # fmt: skip


def _for_nothing(moment: Moment) -> Plan | None:
    """Throw a die between two drags of a move on which nothing happens."""
    if not isinstance(moment.action, play.Move) or any(True for _ in rolls_of(moment.action)):
        return None
    acts = script(moment.position, moment.action, moment.book)
    after = judge(moment.position, moment.action, moment.book).after
    drags = [at for at, act in enumerate(acts) if isinstance(act, Drag)]
    if len(drags) < 2 or after is None:
        return None
    die = ThrowDice((Roll(RollPurpose.FIRE, moment.action.unit, moment.rng.randrange(10)),))
    return Plan((*acts[: drags[1]], die, *acts[drags[1] :]), after, (STRAY_DIE,),
                _side(moment, moment.action))  # fmt: skip


def _paying_for(wrong: Roll, roll: Roll) -> Roll:
    return replace(roll, die=None) if roll is wrong else roll


_POINT_WITHOUT_CAUSE: Final = "a point that buys nothing was taken off the track for nothing"
_POINTS_MOVED: Final = (expect("change-not-explained", "GTS R6.11"), expect("result-not-applied", "GTS R6.11"))


def _paid(name: str) -> Way:
    """Return what pays a Command Point for a check that cannot be passed by one, for one reason."""

    def way(moment: Moment) -> Plan | None:
        for wrong in rolls_of(moment.action):
            if wrong.die is None or wrong.purpose not in _UNPAYABLE:
                continue
            action = changed_rolls(moment.action, partial(_paying_for, wrong))
            plan = illegal(moment, action, name, dice=False)
            if plan is not None:
                return replace(plan, or_else=_POINTS_MOVED)
        return None

    return way


ROLLED = (
    Kind("failed opportunity check", "the check for Opportunity Fire fails, and the shot is rolled all the same",
         _failed(RollPurpose.OPPORTUNITY, _fire_for_nothing)),
    Kind("failed spotting check", "the spotter fails, and the shot is rolled all the same",
         _failed(RollPurpose.SPOTTING, _fire_for_nothing)),
    Kind("failed rally", "a rally fails, and the unit recovers all the same",
         _failed(RollPurpose.RALLY, _always(expect("change-not-explained", "GTS R13.1")))),
    Kind("failed engineer check", "an Engineer Action fails, and its work is done all the same",
         _failed(RollPurpose.ENGINEER, _always(expect("change-not-explained", "GTS R13.4")))),
    Kind("rolled twice", "a failed rally is rolled again", _twice,
         why_else="a die rolled before the words may be a slip of the hand; the receiver is told of it"),
    Kind("roll made again", "a die is taken back and thrown again", _again_after_undo),
    Kind("undo after a roll", "a shot is taken back when its die has been seen", _withdrawn),
    Kind("die nobody needed", "a die is thrown in the middle of a quiet move", _for_nothing, follows=2),
    Kind("check that cannot be bought", "a Command Point is paid for a check that none passes",
         _paid("no-point-for-this-check"), follows=POINTS_SETTLED, why_else=_POINT_WITHOUT_CAUSE),
    Kind("check bought out of command", "a Command Point is paid for a check of a unit that is not In Command",
         _paid("no-point-out-of-command"), follows=POINTS_SETTLED, why_else=_POINT_WITHOUT_CAUSE),
    Kind("check bought without a point", "a check is bought by a division without Command Points",
         _paid("no-point-left")),
)  # fmt: skip


# Opportunity Fire that is not due


def _quiet_step(moment: Moment) -> tuple[play.Move, tuple[TableAction, ...], Position, int] | None:
    """Return the next move if it goes without a die: its acts, the position after it, and where its last drag is."""
    if not isinstance(moment.action, play.Move) or any(True for _ in rolls_of(moment.action)):
        return None
    acts = script(moment.position, moment.action, moment.book)
    after = judge(moment.position, moment.action, moment.book).after
    drags = [at for at, act in enumerate(acts) if isinstance(act, Drag)]
    if not drags or after is None or any(step.reveals for step in moment.action.steps):
        return None
    return moment.action, acts, after, drags[-1]


def _undue(firers: Callable[[Moment, play.Move], Iterator[str]]) -> Way:
    """Return what lets a unit take Opportunity Fire that is not due; it misses."""

    def way(moment: Moment) -> Plan | None:
        quiet = _quiet_step(moment)
        firer = next(firers(moment, quiet[0]), "") if quiet else ""
        if quiet is None or not firer:
            return None
        move, acts, after, at = quiet
        shot = (
            Declare(firer, Declaration.OPPORTUNITY_FIRE, move.unit),
            ThrowDice((Roll(RollPurpose.OPPORTUNITY, firer, 0),)),
            Declare(move.unit, Declaration.TARGET), ThrowDice((Roll(RollPurpose.FIRE, firer, _FAILS),)),
        )  # fmt: skip
        whole = (*acts[:at], *shot, *acts[at:])
        return Plan(whole, after, (expect("opportunity-fire-not-due"),), _side(moment, move),
                    (STRAY_DIE,))  # fmt: skip

    return way


def _enemies_without_zone(moment: Moment, move: play.Move) -> Iterator[str]:
    exposed = _exposed_to(moment, move)
    for unit in on_map(moment.position):
        state = moment.position.units[unit]
        enemy = moment.position.side(unit) != moment.position.side(move.unit) and _is_far(moment, move, unit)
        if enemy and unit not in exposed and not state.suppressed and not state.hidden:
            yield unit


def _is_far(moment: Moment, move: play.Move, unit: str) -> bool:
    place = moment.position.units[unit].place
    way = [moment.position.units[move.unit].place, *(step.to for step in move.steps)]
    return isinstance(place, Hex) and all(
        moment.book.grid.distance(place, each) > _FAR for each in way if isinstance(each, Hex)
    )


def _face_down(moment: Moment, move: play.Move) -> Iterator[str]:
    exposed = _exposed_to(moment, move)
    for unit in on_map(moment.position):
        enemy = moment.position.side(unit) != moment.position.side(move.unit)
        if enemy and moment.position.units[unit].hidden and unit not in exposed:
            yield unit


def _suppressed(moment: Moment, move: play.Move) -> Iterator[str]:
    for unit in on_map(moment.position):
        if moment.position.units[unit].suppressed and moment.position.side(unit) != moment.position.side(move.unit):
            yield unit


def _friends(moment: Moment, move: play.Move) -> Iterator[str]:
    for unit in on_map(moment.position, moment.position.side(move.unit)):
        if unit != move.unit and not moment.position.units[unit].hidden:
            yield unit


def _exposed_to(moment: Moment, move: play.Move) -> set[str]:
    place, found = moment.position.units[move.unit].place, set[str]()
    for step in move.steps:
        if isinstance(place, Hex):
            there = moment.position.with_unit(move.unit, place=place)
            found |= set(possible_firers(there, moment.book, move.unit, place))
        place = step.to or place
    return found


OPPORTUNITY = (
    Kind("opportunity fire without a Fire Zone", "a unit takes Opportunity Fire at one that leaves no Fire Zone of it",
         _undue(_enemies_without_zone), follows=2),
    Kind("opportunity fire by a face-down gun", "a face-down gun takes Opportunity Fire",
         _undue(_face_down), follows=2),
    Kind("opportunity fire by a Suppressed unit", "a Suppressed unit takes Opportunity Fire",
         _undue(_suppressed), follows=2),
    Kind("opportunity fire at a friend", "a unit takes Opportunity Fire at one of its own side",
         _undue(_friends), follows=2),
)  # fmt: skip


# what is said of a shot


def _said(say: Callable[[Resolution], str], name: str) -> Way:
    """Return what says something wrong of a shot before its die."""

    def way(moment: Moment) -> Plan | None:
        ruling = judge(moment.position, moment.action, moment.book)
        shots = [each for each in ruling.resolutions if each.purpose == "fire"]
        acts = script(moment.position, moment.action, moment.book)
        die = only_die(acts, "fire")
        if len(shots) != 1 or die is None or ruling.after is None or not (text := say(shots[0])):
            return None
        at = acts.index(die)
        return Plan((*acts[:at], Say(text), *acts[at:]), ruling.after, (expect(name),), _side(moment, moment.action))

    return way


def _other_line(shot: Resolution) -> str:
    return "on the unarmoured line" if "unarmo" not in shot.line else "on the armoured line"


def _other_result(shot: Resolution) -> str:
    return "result: E" if shot.result != "E" else "result: miss"


CLAIMS = (
    Kind("wrong rating", "the Fire Rating is said to be two more than it is",
         _said(lambda shot: f"Fire Rating {shot.rating + 2}", "declared-rating-wrong")),
    Kind("wrong line", "the fire is said to be at the other section of the table",
         _said(_other_line, "declared-line-wrong")),
    Kind("wrong result", "another result is said than the die gives", _said(_other_result, "declared-result-wrong")),
)  # fmt: skip
