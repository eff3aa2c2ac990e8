"""The judge: rules on one action in a position by handing it to the chapter that knows its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from ..game import play
from ..game.hexes import Hex
from ..game.play import RollPurpose
from ..game.position import Position
from .alternatives import Indulgent, Judged, judged_under, with_alternatives
from .chance import MissingRoll, Recorded
from .exclusive_rules import Handler
from .face_down import judged_both_ways, wrongs
from .judgement import FaceDownAs, Judgement
from .rule_book import RuleBook
from .rule_sets import exclusive_rules
from .ruling import Finding, Ruling, Verdict
from .series.arrivals import arrive, leave_map
from .series.assault import assault
from .series.assault_shot import assault_shot
from .series.chits import play_chit
from .series.command import end_activation
from .series.contact import seek_contact
from .series.engineering import engineer, rally
from .series.fire import direct_fire
from .series.indirect import counterbattery, indirect_fire
from .series.movement import move
from .series.opportunity import opportunity_shot
from .series.purchases import buy_chit
from .series.turns import end_turn

__all__ = ["HANDLERS", "Handler", "handle", "judge", "reviewed", "without_missing_dice"]

HANDLERS: Final[Mapping[type[play.Action], Handler]] = {
    play.PlayChit: play_chit,
    play.EndActivation: end_activation,
    play.EndTurn: end_turn,
    play.Move: move,
    play.DirectFire: direct_fire,
    play.IndirectFire: indirect_fire,
    play.Counterbattery: counterbattery,
    play.OpportunityFire: opportunity_shot,
    play.AssaultFire: assault_shot,
    play.SeekContact: seek_contact,
    play.Assault: assault,
    play.Rally: rally,
    play.Engineer: engineer,
    play.BuyChit: buy_chit,
    play.Arrive: arrive,
    play.LeaveMap: leave_map,
}
"""The chapter of the series that judges each kind of action."""
_FACES: Final = range(10)


def judge(position: Position, action: play.Action, book: RuleBook) -> Ruling:
    """Return the ruling on an action, with the position after it.

    A die that was needed and not given leaves the ruling open; an unneeded one makes the action illegal (R3.1).
    A refusal only by an uncertain rule that the players have not agreed on leaves the ruling open, too; see
    :mod:`.alternatives`. Where the steps of a face-down unit are not known (R9.13), the dice may fit a gun or a dummy:
    either is right.
    """

    def run(face_down_as: FaceDownAs) -> tuple[Judgement, Judgement]:
        judgement = _judged(position, action, book, Recorded(action.own_rolls), face_down_as)
        return judgement, judgement

    with book.consultations() as asked:
        judgement = judged_both_ways(run, lambda judgement, _same: wrongs(judgement))
    ruling = judgement.ruling()
    if ruling.verdict is not Verdict.ILLEGAL or not asked:
        return ruling
    return reviewed(ruling, position, action, book, judgement.face_down_as)


def reviewed(
    ruling: Ruling, position: Position, action: play.Action, book: RuleBook,
    face_down_as: FaceDownAs = FaceDownAs.GUNS,
) -> Ruling:  # fmt: skip
    """Return a ruling on an action in which a finding is illegal only if no other choice of an uncertain rule lifts it.

    A ruling that the dice of the action do not reproduce is returned as it is.
    """

    def trial(other: RuleBook) -> Judged:
        """Return the ruling on the action by other switches."""
        dice = Indulgent(action.own_rolls)
        return judged_under(other, dice, lambda: _judged(position, action, other, dice, face_down_as))

    first = trial(book)
    waived = book.house_rules.waived
    again = {finding.name for finding in first.refusals(waived)}
    if any(f.name not in again for f in ruling.findings if f.verdict is Verdict.ILLEGAL and f.rule not in waived):
        return ruling
    is_rolled = any(part.own_rolls for part in action.parts)
    return with_alternatives(ruling, first, book, trial, is_rolled=is_rolled)


def without_missing_dice(position: Position, action: play.Action, book: RuleBook) -> Finding | None:
    """Return the finding that dice of an action are missing, with the choices that lift it; None if no choice lifts it.

    A choice of an uncertain rule lifts the finding if it demands none of the dice.
    """

    def trial(other: RuleBook) -> Judged:
        """Return the ruling on the action by other switches."""
        dice = Indulgent(action.own_rolls)
        judged = judged_under(other, dice, lambda: _judged(position, action, other, dice))
        findings = tuple(_missing(position, other, purpose, unit) for purpose, unit in sorted(dice.missing))
        return replace(judged, findings=findings, missing=frozenset())

    first = trial(book)
    ruling = Ruling(Verdict.ILLEGAL, first.findings, None)
    again = with_alternatives(ruling, first, book, trial, is_rolled=True)
    return next((each for each in again.findings if each.alternatives), None)


def _missing(position: Position, book: RuleBook, purpose: RollPurpose, unit: str) -> Finding:
    judgement = Judgement(position, book, Recorded(()))
    judgement.refuse("die-missing", roll=judgement.roll_words(purpose, unit))
    return judgement.findings[0]


def _judged(
    position: Position, action: play.Action, book: RuleBook, dice: Recorded,
    face_down_as: FaceDownAs = FaceDownAs.GUNS,
) -> Judgement:  # fmt: skip
    """Judge an action with the dice that were rolled for it."""
    judgement = Judgement(position, book, dice)
    judgement.face_down_as = face_down_as
    try:
        if handle(judgement, action):
            for roll in dice.left:
                judgement.refuse("die-not-needed", roll=judgement.roll_words(roll.purpose, roll.unit))
    except MissingRoll as missing:
        judgement.leave_open("die-missing", roll=judgement.roll_words(missing.purpose, missing.unit))
    return judgement


def handle(judgement: Judgement, action: play.Action) -> bool:
    """Judge an action with the dice of *judgement*. False: it names things that do not exist, and nothing was done."""
    wrong = list(_what_is_not_there(judgement.position, action))
    for name, figure in wrong:
        judgement.refuse(name, named=figure)
    if wrong:
        return False
    handler = HANDLERS.get(type(action)) or exclusive_rules(judgement.position.game).handlers.get(type(action))
    if handler is None:
        judgement.refuse("no-such-action-in-game", game=judgement.position.game.name)
        return False
    handler(judgement, action)
    return True


def _what_is_not_there(position: Position, action: play.Action) -> Iterator[tuple[str, str]]:
    """Yield a refusal and its figure for each thing that an action names and that the position does not have."""
    for unit in _units(action):
        if unit not in position.units:
            yield "no-such-unit", unit
    for leader in _leaders(action):
        if leader not in position.leaders:
            yield "no-such-leader", leader
    for place in _hexes(action):
        if place not in position.game.map.hexes:
            yield "no-such-hex", str(place)
    for part in action.parts:
        for roll in part.own_rolls:
            if roll.die is not None and roll.die not in _FACES:
                yield "no-such-die", str(roll.die)


def _units(action: play.Action) -> Iterator[str]:
    """Yield the units that an action names."""
    yield from action.actors
    if isinstance(action, play.AimedAction):
        yield action.target
    if action.spotting_unit:
        yield action.spotting_unit
    if isinstance(action, play.Move):
        yield from (unit for step in action.steps for unit in step.reveals)
    if isinstance(action, play.Assault):
        yield from (*action.company_bonus, *action.advance)
        yield from (unit for pair in action.targets for unit in pair)
        yield from (unit for unit, _ in action.retreat_to)


def _leaders(action: play.Action) -> tuple[str, ...]:
    if isinstance(action, play.SeekContact):
        return (action.leader,)
    return action.leaders if isinstance(action, play.Move | play.LeaveMap) else ()


def _hexes(action: play.Action) -> Iterator[Hex | None]:
    """Yield the hexes that an action names, and None for one that is missing.

    Hexes off the map are refused by the chapters of moves and of units that deploy freely themselves.
    """
    if isinstance(action, play.Move):
        yield from (None for step in action.steps if step.kind == play.StepKind.ENTER and step.to is None)
    elif isinstance(action, play.OpportunityFire):
        yield from (place for place in (action.left, action.at, action.entered) if place is not None)
    elif isinstance(action, play.Assault):
        yield from (action.target, *(place for _, place in action.retreat_to))
