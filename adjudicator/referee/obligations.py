"""The obligations and claims of a log's receiver: checks, losses, Opportunity Fire, Counterbattery Fire.

They include what has to be done before the game goes on, by whoever does it: the turn's dice, a random event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from ..game.counter_states import state_values
from ..game.hexes import Hex
from ..game.play import (
    PURPOSES,
    Action,
    BreakOut,
    CarryOutEvent,
    Counterbattery,
    Move,
    PlayChit,
    WithdrawalRoll,
)
from ..game.position import Position
from ..recording.turn_sequence import side_of
from ..rules.bir_hacheim.break_out import is_break_out_due
from ..rules.legal_actions import legal_actions
from ..rules.rule_book import RuleBook
from ..rules.series.opportunity import possible_firers
from ..rules.series.sequence import turn_steps
from .discrepancies.aspects import Aspect, AspectKind
from .discrepancies.citations import aspect_rule
from .entries import EntryKind, MenuEntry, Owed, OwedKind
from .entry_drafts import EntryDraft
from .events import ObservedStep
from .game_findings import PURPOSE_RULES, aspect_words, subject_name
from .game_referee import GameReferee
from .owed_rolls import (
    ROLL_MENUS,
    action_menu,
    counterbattery_chances,
    opportunity_chances,
    roll_faces,
    state_menu,
)

__all__ = ["what_is_owed"]

_FACES: Final = 10
_COMMAND_POINTS: Final = "command-points"
_ELIMINATE, _OPPORTUNITY_FIRE, _COUNTERBATTERY = "eliminate", "opportunity-fire", "counterbattery-fire"
_STATES: Final[Mapping[str, str]] = {
    "suppressed": "suppressed", "cohesion": "cohesion", "steps": "step-loss", "column": "column", "mounted": "mounted",
    "improvement": "position", "men_at_work": "men-at-work", "contact": "contact",
}  # fmt: skip
"""The states of the menu that show the fields of a unit's state."""


def what_is_owed(referee: GameReferee, steps: Sequence[ObservedStep]) -> tuple[Owed, ...]:
    """Return what is owed after the last log, with its *steps*; the rest that is still different is reported.

    A difference of the table from the rules is a loss that its owner has to take if the sender of the
    log does not play him; the sender's own are findings.
    """
    sender = next((step.side for step in reversed(steps) if step.side), "")
    owed = [*_checks(referee), *_steps(referee), *_losses(referee, sender)]
    referee.settle_all()
    owed += _opportunities(referee, sender, _answered(steps, sender))
    owed += _counterbattery(referee, sender)
    return tuple(owed)


def _answered(steps: Sequence[ObservedStep], sender: str) -> tuple[int, int]:
    """Return the last step of a log that the sender's opponent made: he has let pass what was done before it."""
    others = ((step.log, step.number) for step in reversed(steps) if step.side not in ("", sender))
    return next(others, (max((step.log for step in steps), default=0), 0))


def _checks(referee: GameReferee) -> Iterator[Owed]:
    """Yield the rolls that actions still need, each with the faces that decide it."""
    position, book = referee.position, referee.book
    asked: dict[int, list[tuple[str, str]]] = {}
    for entry, purpose, unit in referee.unfinished:
        if unit not in position.units and entry.action is None:
            continue
        missing = asked.setdefault(id(entry), [])
        missing.append((purpose, unit))
        faces = roll_faces(entry, book, missing)
        title, menu = PURPOSES[purpose], ROLL_MENUS.get(purpose, "")
        side = position.side(unit) if unit in position.units else _side_of_chit(entry)
        whose = position.shown_name(unit) if unit in position.units else _division_of_chit(entry, purpose)
        yield Owed(
            OwedKind.CHECK, side, unit, f"{title} for {whose}" if whose else title, PURPOSE_RULES[purpose],
            entry.number, chances={result: Fraction(len(each), _FACES) for result, each in faces.items()}, faces=faces,
            menu=action_menu(position.game, menu),
        )  # fmt: skip


def _division_of_chit(entry: EntryDraft, purpose: str) -> str:
    """Return the division whose Command Points are rolled for, empty for any other roll."""
    game = entry.before.game
    if purpose != _COMMAND_POINTS or not isinstance(entry.action, PlayChit):
        return ""
    return game.chits[entry.action.chit].name


def _steps(referee: GameReferee) -> Iterator[Owed]:
    """Yield the steps due at the end of the logs: those that hold up all else, then the turn's dice."""
    position = referee.position
    if position.outcome or not referee.entries:
        return
    begun = {type(entry.action) for entry, _, _ in referee.unfinished}
    for action, text, rule in (*_before_all_else(position, referee.book), *_dice_of_turn(position)):
        if type(action) not in begun:
            yield Owed(OwedKind.STEP, side_of(position, action), "", text, rule, referee.entries[-1].number)


def _before_all_else(position: Position, book: RuleBook) -> Iterator[tuple[Action, str, str]]:
    """Yield the rolls for withdrawal, the random event and the break-out that are due (NQoS S5.3, S3.0, S4.6)."""
    for formation, times in Counter(position.withdrawals).items():
        often = f", {times} times" if times > 1 else ""
        name = position.game.formations[formation].name
        yield WithdrawalRoll(formation), f"withdrawal roll for {name}{often}", "NQoS S5.3"
    if position.event:
        name = book.text("random-events", position.event, "name")
        yield CarryOutEvent(), f"carry out the Random Event: {name}", "NQoS S3.0"
    if is_break_out_due(position):
        yield BreakOut(), "break-out: the French withdraw", "NQoS S4.6"


def _dice_of_turn(position: Position) -> Iterator[tuple[Action, str, str]]:
    """Yield the dice that the turn still needs before its first chit (R4.1)."""
    steps = turn_steps(position.game)
    for step in (steps[each] for each in position.due if each in steps):
        yield step.action, f"roll for {step.words}", step.rule


def _side_of_chit(entry: EntryDraft) -> str:
    """Return the side whose chit was played, which by mail the other side may draw; else the side that acted."""
    if isinstance(entry.action, PlayChit):
        return entry.before.game.chits[entry.action.chit].side or entry.side
    return entry.side


def _losses(referee: GameReferee, sender: str) -> Iterator[Owed]:
    """Yield the results that the sender's opponent has to put on the table."""
    position = referee.position
    for aspect, entry_of, by_rules in list(referee.open_aspects()):
        if aspect.kind is AspectKind.LEADER and _goes_back(referee, aspect):
            referee.leave_open(aspect)
        if not by_rules or aspect.kind is not AspectKind.UNIT or position.side(aspect.subject) == sender or not sender:
            continue
        entry = entry_of()
        text = f"{subject_name(position, aspect)}: {aspect_words(position, aspect)}"
        rule = aspect_rule(aspect, position, position, entry.resolutions, entry.action)
        menu = _loss_menu(position, aspect)
        yield Owed(OwedKind.LOSS, position.side(aspect.subject), aspect.subject, text, rule, entry.number, menu=menu)
        referee.leave_open(aspect)


def _loss_menu(position: Position, aspect: Aspect) -> tuple[MenuEntry, ...]:
    """Return the entries of the menu that put a result on the counter."""
    if aspect.field == "status":
        return action_menu(position.game, _ELIMINATE)
    state = _STATES.get(aspect.field, "")
    return state_menu(position.game, state, state_values(position, aspect.subject)[state]) if state else ()


def _goes_back(referee: GameReferee, aspect: Aspect) -> bool:
    """Return whether a leader goes with a unit that its owner has yet to put back to where it was stopped."""
    leader = referee.position.leaders[aspect.subject]
    going = (each for each, _, _ in referee.open_aspects() if each.kind is AspectKind.UNIT and each.field == "place")
    return any(referee.position.units[each.subject].place == leader.place for each in going)


def _opportunities(referee: GameReferee, sender: str, answered: tuple[int, int]) -> Iterator[Owed]:
    """Yield the shots at the sender's units on their way that nobody has taken or let pass (R12.1, R12.2)."""
    for entry in referee.entries:
        action = entry.action
        if entry.kind is not EntryKind.ACTION or not isinstance(action, Move) or entry.steps[-1] <= answered:
            continue
        if entry.before.side(action.unit) != sender:
            continue
        fired = {roll.unit for step in action.steps for roll in step.rolls if roll.purpose == "opportunity"}
        for firer, place in _exposures(entry.before, referee.book, action):
            if firer not in fired:
                name, target = entry.before.shown_name(firer), entry.before.shown_name(action.unit)
                yield Owed(
                    OwedKind.OPPORTUNITY_FIRE, entry.before.side(firer), firer,
                    f"Opportunity Fire: {name} at {target} as it leaves {place}", "GTS R12.1", entry.number,
                    chances=opportunity_chances(entry.before, referee.book, action, firer, place),
                    menu=action_menu(entry.before.game, _OPPORTUNITY_FIRE),
                )  # fmt: skip


def _exposures(position: Position, book: RuleBook, move: Move) -> Iterator[tuple[str, Hex]]:
    """Yield who could fire at a unit in each hex that it leaves."""
    place = position.units[move.unit].place
    for step in move.steps:
        if step.to is None:
            continue
        if isinstance(place, Hex):
            there = position.with_unit(move.unit, place=place)
            yield from ((firer, place) for firer in possible_firers(there, book, move.unit, place))
        place = step.to


def _counterbattery(referee: GameReferee, sender: str) -> Iterator[Owed]:
    """Yield who may answer the sender's last Indirect Fire (NQoS S2.0)."""
    position = referee.position
    target = position.last_indirect
    if not target or position.side(target) != sender or not referee.entries:
        return
    for unit in position.units:
        if position.side(unit) == sender:
            continue
        offered = legal_actions(position, unit, referee.book, ["outside"])
        shots = [action for action in offered if isinstance(action, Counterbattery)]
        if shots:
            yield Owed(
                OwedKind.COUNTERBATTERY, position.side(unit), unit,
                f"Counterbattery Fire: {position.shown_name(unit)} at {position.shown_name(target)}", "NQoS S2.0",
                referee.entries[-1].number, chances=counterbattery_chances(position, referee.book, shots[0]),
                menu=action_menu(position.game, _COUNTERBATTERY),
            )  # fmt: skip
