"""Chits: drawing one from the mug, and the points that a Division chit brings (R4.6, R6.7, R6.8)."""

from __future__ import annotations

from dataclasses import replace

from ...game.order_of_battle import Chit, ChitKind
from ...game.play import PlayChit, RollPurpose
from ...game.position import Activation, Position
from ...game.scenarios import DivisionPoints
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from ..ruling import Modifier, Resolution
from .arrivals import units_that_must_come
from .assault_limits import rely_on
from .command import finish
from .sequence import held_up, is_required, is_set_up, step_words

__all__ = ["dispatch_points", "finish_all", "fresh", "is_first_division_chit", "play_chit"]

_COMMAND_POINTS = "command-points"
_DIRECT_COMMAND = "direct-command"
_LATE = "late-reinforcements"
"""The switch that says whether reinforcements may be left waiting."""
_MAX_NAMED = 4
"""The number of units that are named of those still due."""
_FIRST_POINTS = "points-of-first-chit"
"""The switch on whether a Division chit that is in play when the scenario begins brings points."""
_POINTS_TAKEN = "first-chit-points"
"""The flag of a position in which that chit has brought its points."""


def play_chit(judgement: Judgement, action: PlayChit) -> None:
    """Judge the drawing of a chit: the activation before it is over, and a Division chit brings points (R4.6, R6.7).

    The chit left over from the previous turn comes first (NQoS General Comments). Before the turn's first chit all that
    is due has been done: dice, and reinforcements (R4.1). The effects of other chits are the game's own.
    """
    chit = judgement.position.game.chits.get(action.chit)
    if chit is None:
        judgement.refuse("no-such-chit", chit=action.chit)
        return
    if is_first_division_chit(judgement.position, chit.id):
        _bring_first_points(judgement, chit)
        return
    judgement.position = exclusive_rules(judgement.position.game).note(judgement.position)
    finish_all(judgement)
    held_up(judgement)
    _check_steps(judgement)
    _check_draw(judgement, chit)
    position = judgement.position
    mug = list(position.mug)
    if chit.id in mug:
        mug.remove(chit.id)
    judgement.position = fresh(position).after(
        mug=tuple(mug),
        played=(*position.played, chit.id),
        activation=Activation(chit.id),
        first_chit="",
        last_indirect="",
        due=(),
    )
    if chit.kind == ChitKind.DIVISION:
        _bring_points(judgement, chit)
    else:
        exclusive_rules(judgement.position.game).play_chit(judgement, chit)


def is_first_division_chit(position: Position, chit: str) -> bool:
    """Return whether a chit is a Division chit that is in play because the scenario begins with it (Scenario 2 to 4).

    Whether it brings points is uncertain. If so they can be rolled for once, before any unit acts; who does not roll
    goes without them.
    """
    found = position.game.chits[chit]
    taken = _POINTS_TAKEN in position.flags
    return found.kind == ChitKind.DIVISION and position.activation.chit == chit and is_set_up(position) and not taken


def _bring_first_points(judgement: Judgement, chit: Chit) -> None:
    """Add the points of the chit that the scenario begins with, which the texts do not mention (R6.7)."""
    agreed = not judgement.book.house_rules.is_open(_FIRST_POINTS)
    if rely_on(judgement, _FIRST_POINTS) == "none" and agreed:
        judgement.refuse("no-points-for-first-chit", switch=_FIRST_POINTS, chit=chit.name)
    _bring_points(judgement, chit)
    judgement.position = judgement.position.after(flags=judgement.position.flags | {_POINTS_TAKEN})


def _check_steps(judgement: Judgement) -> None:
    """Refuse the first chit of a turn while dice or reinforcements are still due (R4.1, R4.4, R15)."""
    position = judgement.position
    for step in position.due:
        if is_required(position, step):
            judgement.refuse("step-still-due", step=step_words(position, step))
    waiting = units_that_must_come(position, judgement.book) if position.due else ()
    if waiting:
        named = ", ".join(judgement.name(unit) for unit in waiting[:_MAX_NAMED])
        others = len(waiting) - _MAX_NAMED
        judgement.switch(_LATE)
        judgement.refuse(
            "reinforcement-still-due", switch=_LATE, units=f"{named} and {others} more" if others > 0 else named
        )


def finish_all(judgement: Judgement) -> None:
    """End every activation that is still open, stacking checked (R6.18, R8.1)."""
    for unit, state in judgement.position.units.items():
        if state.actions and not state.finished:
            finish(judgement, unit)


def _check_draw(judgement: Judgement, chit: Chit) -> None:
    """Refuse a chit that is not in the mug, and the turn's last one: it is the first of the next turn (R4.6, R4.7).

    A side plays with one Direct Command chit of its choice (NQoS S5.6).
    """
    position = judgement.position
    if chit.id not in position.mug:
        judgement.refuse("chit-not-in-mug", chit=chit.name)
    elif position.first_chit not in ("", chit.id):
        judgement.refuse("not-the-first-chit", chit=chit.name, first=position.game.chits[position.first_chit].name)
    elif len(position.mug) == 1 and position.played:
        judgement.refuse("last-chit-stays", chit=chit.name)
    if other := other_direct_command(position, chit):
        judgement.refuse("second-direct-command", chit=chit.name, other=position.game.chits[other].name)
    exclusive_rules(position.game).check_chit(judgement, chit)


def other_direct_command(position: Position, chit: Chit) -> str:
    """Return another Direct Command chit of the same side that is played in this turn too, empty for none (NQoS S5.6).

    That chit has been played, or is in the mug or the first one to be drawn.
    """
    if chit.kind != _DIRECT_COMMAND:
        return ""
    chits = position.game.chits
    there = (*position.played, *position.mug, *position.next_turn)
    same = (each for each in there if (chits[each].kind, chits[each].side) == (chit.kind, chit.side))
    return next((each for each in same if each != chit.id), "")


def fresh(position: Position) -> Position:
    """Return the position with no unit having acted: each chit activates units again (R6.17)."""
    return position.after(
        units={
            unit: replace(state, actions=(), finished=False) if state.actions or state.finished else state
            for unit, state in position.units.items()
        }
    )


def _bring_points(judgement: Judgement, chit: Chit) -> None:
    """Add the Command Points and Dispatch Points of a Division chit (R6.7, R6.8; NQoS 5.0)."""
    scenario = judgement.position.game.scenarios[judgement.position.scenario]
    ratings = next((row for row in scenario.points if row.division == chit.division), None)
    if ratings is None:
        judgement.refuse("division-without-points", chit=chit.name)
        return
    command = _command_points(judgement, chit, ratings)
    dispatch = dispatch_points(judgement.position, judgement.book, ratings)
    judgement.position = judgement.position.with_points(chit.division, command=command, dispatch=dispatch)


def _command_points(judgement: Judgement, chit: Chit, ratings: DivisionPoints) -> int:
    """Roll for the Command Points of a Division chit (R6.7; the formula is a switch)."""
    book, formula = judgement.book, judgement.switch("command-points-formula")
    if formula == "rating":
        return ratings.command_rating
    by_die = tuple(_points_of_die(book, face, whole=formula == "whole-die") for face in range(10))
    die, points = judgement.roll(RollPurpose.COMMAND_POINTS, "", by_die)
    rule = book.rule(_COMMAND_POINTS)
    modifiers = (Modifier("die", "For the die", points, rule, "for the die"),) if points else ()
    total = ratings.command_rating + points
    judgement.resolved(
        Resolution(
            RollPurpose.COMMAND_POINTS,
            "",
            chit.division,
            ratings.command_rating,
            modifiers,
            total,
            die,
            str(total),
            rule,
            base_words="Command Rating",
        )
    )
    return total


def _points_of_die(book: RuleBook, face: int, *, whole: bool) -> int:
    return face if whole else book.number(_COMMAND_POINTS, book.row_for(_COMMAND_POINTS, "die", face), "points")


def dispatch_points(position: Position, book: RuleBook, ratings: DivisionPoints) -> int:
    """Return the Dispatch Points that a division's chit brings now (R6.7, R6.8).

    They are the Dispatch Rating, more on the turn in the chart (NQoS 5.0); none in a scenario without Dispatch Points.
    """
    if ratings.dispatch_rating is None:
        return 0
    turn = position.time.turn
    extra = book.number("dispatch-points", turn, "points") if turn in book.rows("dispatch-points") else 0
    return exclusive_rules(position.game).dispatch_rating(position, book, ratings) + extra
