"""The obligations and claims of a log's receiver: checks, losses, Opportunity Fire, Counterbattery Fire.

They include what has to be done before the game goes on, by whoever does it: the turn's dice, a random event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import dropwhile
from typing import Final

from ...game.action_words import ROLLS_DECLARED, Declaration
from ...game.counter_states import STATES, state_values
from ...game.hexes import Hex
from ...game.play import (
    Action,
    Assault,
    Counterbattery,
    Move,
    PlayChit,
    RollPurpose,
)
from ...game.position import Position
from ...recording.turn_sequence import side_of
from ...rules.cited_rules import rule_of_roll
from ...rules.legal_actions import legal_actions
from ...rules.purposes import roll_name
from ...rules.rule_book import RuleBook
from ...rules.rule_sets import exclusive_rules
from ...rules.ruling import Finding
from ...rules.series.sequence import turn_steps
from ..discrepancies.aspects import Aspect, AspectField, AspectKind, owner_of, value_of
from ..discrepancies.citations import aspect_rule
from ..discrepancies.discrepancy import Discrepancy
from ..discrepancies.tracker import entry_of_discrepancy, is_left_by_words, settle_all
from ..entries.entry import Entry, EntryKind, MenuEntry, Owed, OwedKind, left_open
from ..entries.game_findings import aspect_words, difference_words, finding, subject_name
from ..events import Declared, ObservedStep, PointsSet, RollNamed, Said, TurnedOver, UnitMoved
from ..finding_names import FindingName
from ..state import RefereeState
from .exposures import chances_to_fire
from .late_marks import is_gain_passed_over, is_left_unsaid, is_still_to_be_marked
from .owed_rolls import (
    action_menu,
    counterbattery_chances,
    opportunity_chances,
    roll_faces,
    state_menu,
)

__all__ = ["what_is_owed"]

_FACES: Final = 10
_PAID_FOR: Final = frozenset({Declaration.DIRECT_COMMAND, Declaration.SECOND_ACTION, Declaration.MOVE})
"""Declarations of what a Command Point is paid for before the action itself, and of a way that no drag shows yet."""
_MARKED_LAST: Final[Mapping[type[Action], frozenset[AspectField]]] = {
    Assault: frozenset({AspectField.PLACE}),
    Move: frozenset({AspectField.IMPROVEMENT, AspectField.MEN_AT_WORK}),
}
"""The aspects that the table shows only when an action is over."""
_TO_MARK: Final = "still to be marked: {told}"


def what_is_owed(
    state: RefereeState, book: RuleBook, steps: Sequence[ObservedStep]
) -> tuple[RefereeState, tuple[Owed, ...]]:
    """Return what is owed after the last log, with its *steps*, and the state then: all that still differs is reported.

    A difference of the table from the rules is a loss that its owner has to take if the sender of the
    log does not play him; the sender's own are findings.
    """
    sender = next((step.side for step in reversed(steps) if step.side), "")
    owed = [*_checks(state, book), *_steps(state, book)]
    state, losses = _losses(_with_next_mail_open(state, steps), sender, steps)
    state = settle_all(state)
    owed += [*losses, *_opportunities(state, book, sender, steps)]
    return state, (*owed, *_counterbattery(state, book, sender))


def _answered(steps: Sequence[ObservedStep], sender: str) -> tuple[int, int]:
    """Return the last step of a log that the sender's opponent made: he has let pass what was done before it."""
    others = ((step.log, step.number) for step in reversed(steps) if step.side not in ("", sender))
    return next(others, (max((step.log for step in steps), default=0), 0))


def _checks(state: RefereeState, book: RuleBook) -> Iterator[Owed]:
    """Yield the rolls that actions still need, each with the faces that decide it."""
    position = state.position
    asked: dict[int, list[tuple[RollPurpose, str]]] = {}
    for due in state.unfinished:
        entry, purpose, unit = state.ledger[due.entry], due.purpose, due.unit
        if unit not in position.units and entry.action is None:
            continue
        missing = asked.setdefault(entry.number, [])
        missing.append((purpose, unit))
        faces = roll_faces(entry, book, missing)
        title, menu = roll_name(position.game, purpose), ROLLS_DECLARED.get(purpose, Declaration.NONE)
        side = position.side(unit) if unit in position.units else _side_of_roll(entry, purpose)
        whose = position.shown_name(unit) if unit in position.units else _division_of_chit(entry, purpose)
        yield Owed(
            OwedKind.CHECK, side, unit, f"{title} for {whose}" if whose else title,
            rule_of_roll(purpose, position.game, entry.action), entry.number,
            chances={result: Fraction(len(each), _FACES) for result, each in faces.items()}, faces=faces,
            menu=action_menu(position.game, menu),
        )  # fmt: skip


def _division_of_chit(entry: Entry, purpose: RollPurpose) -> str:
    """Return the division whose Command Points are rolled for, empty for any other roll."""
    game = entry.before.game
    if purpose != RollPurpose.COMMAND_POINTS or not isinstance(entry.action, PlayChit):
        return ""
    return game.chits[entry.action.chit].name


def _steps(state: RefereeState, book: RuleBook) -> Iterator[Owed]:
    """Yield the steps due at the end of the logs: those that hold up all else, then the turn's dice."""
    position, entries = state.position, state.ledger.entries
    if position.outcome or not entries:
        return
    begun = {type(state.ledger[each.entry].action) for each in state.unfinished}
    for action, text, rule in (*_before_all_else(position, book), *_dice_of_turn(position)):
        if type(action) not in begun:
            yield Owed(OwedKind.STEP, side_of(position, action), "", text, rule, entries[-1].number)


def _before_all_else(position: Position, book: RuleBook) -> Iterator[tuple[Action, str, str]]:
    """Yield the actions that the game's own rules want before all else."""
    yield from (
        (each.action, each.words, each.rule) for each in exclusive_rules(position.game).owed_actions(position, book)
    )


def _dice_of_turn(position: Position) -> Iterator[tuple[Action, str, str]]:
    """Yield the dice that the turn still needs before its first chit (R4.1)."""
    steps = turn_steps(position.game)
    for step in (steps[each] for each in position.due if each in steps):
        yield step.action, f"roll for {step.words}", step.rule


def _side_of_roll(entry: Entry, purpose: RollPurpose) -> str:
    """Return the side that makes a roll of no unit: its own roll of the turn, or one of its chit."""
    return exclusive_rules(entry.before.game).roll_owner(purpose) or _side_of_chit(entry)


def _side_of_chit(entry: Entry) -> str:
    """Return the side whose chit was played, which by mail the other side may draw; else the side that acted."""
    if isinstance(entry.action, PlayChit):
        return entry.before.game.chits[entry.action.chit].side or entry.side
    return entry.side


def _with_next_mail_open(state: RefereeState, steps: Sequence[ObservedStep]) -> RefereeState:
    """Leave open what the last log ends in the middle of: drags of an assault, what is paid for and only announced.

    So is the position that a unit leaves with the move in the middle of which its player asks for Opportunity Fire.
    """
    last = max((each.steps[-1] for each in state.ledger.entries if each.action and each.steps), default=None)
    paid, shown = _announced_at_end(steps)
    for aspect, each in list(state.discrepancies.open.items()):
        points, face = aspect.kind is AspectKind.POINTS, aspect.field is AspectField.HIDDEN
        prepaid = points and each.gap > 0 and aspect.subject in paid
        ahead = not each.by_rules and (prepaid or (face and aspect.subject in shown))
        if ahead or (points and _may_still_be_paid(state, aspect, each)):
            state = _left_to_owner(state, aspect)
        elif is_still_to_be_marked(state, aspect, each, steps):
            if is_gain_passed_over(state, aspect, each, steps):
                asked = left_open(_difference(FindingName.RESULT_NOT_APPLIED, state, aspect, each.entry))
                state = state.with_findings(each.entry, asked)
            told = f"{subject_name(state.position, aspect)}: {aspect_words(state.position, aspect)}"
            state = _left_to_owner(state.with_notes(each.entry, _TO_MARK.format(told=told)), aspect)
        elif aspect.kind is AspectKind.POINTS and each.by_rules and each.gap > 0:
            state = _with_gain_open(state, aspect, last, steps)
        elif each.by_rules and any(_is_marked_last(kind, aspect) for kind in _MARKED_LAST):
            state, number = entry_of_discrepancy(state, aspect, state.position)
            entry = state.ledger[number]
            if entry.steps[-1:] == (last,) and entry.action is not None and _is_marked_last(type(entry.action), aspect):
                state = _left_to_owner(state, aspect)
    return state


def _may_still_be_paid(state: RefereeState, aspect: Aspect, each: Discrepancy) -> bool:
    """Return whether an action is not over, and its player has not touched the track that pays for it since then.

    Whoever has put the next chit into play has gone on without paying.
    """
    later = state.ledger.entries[each.entry :]
    unfinished = any(due.entry == each.entry for due in state.unfinished)
    unfinished = unfinished and not any(isinstance(entry.action, PlayChit) for entry in later)
    return unfinished and bool(value_of(each.table, aspect) == value_of(state.ledger[each.entry].before, aspect))


def _with_gain_open(
    state: RefereeState, aspect: Aspect, last: tuple[int, int] | None, steps: Sequence[ObservedStep]
) -> RefereeState:  # fmt: skip
    """Leave open points that were rolled for last of all, if no point of their division has been marked since."""
    state, number = entry_of_discrepancy(state, aspect, state.position)
    entry = state.ledger[number]
    rolled = isinstance(entry.action, PlayChit) and entry.steps[-1:] == (last,)
    marked = any(
        isinstance(event, PointsSet) and event.division == aspect.subject
        for step in steps if (step.log, step.number) > entry.steps[0] for event in step.events
    )  # fmt: skip
    return _left_to_owner(state, aspect) if rolled and not marked else state


def _is_marked_last(kind: type[Action], aspect: Aspect) -> bool:
    """Return whether something is shown on the table when an action is over: with that a mail may end before it."""
    if kind is Assault and aspect.kind is AspectKind.LEADER:
        return True
    return aspect.field in _MARKED_LAST.get(kind, ())


def _announced_at_end(steps: Sequence[ObservedStep]) -> tuple[frozenset[str], frozenset[str]]:
    """Return what was done at the end of a log for an action that is only announced there.

    That are the divisions whose points were marked for it, and the units that were turned face up.
    """
    paid, shown = set[str](), set[str]()
    announced = False
    for event in (event for step in reversed(steps) for event in reversed(step.events)):
        if isinstance(event, PointsSet):
            paid.add(event.division)
        elif isinstance(event, TurnedOver):
            shown.add(event.unit)
        elif isinstance(event, Declared):
            announced = announced or event.action in _PAID_FOR
        elif not isinstance(event, RollNamed | Said):
            break
    return (frozenset(paid), frozenset(shown)) if announced else (frozenset(), frozenset())


def _losses(state: RefereeState, sender: str, steps: Sequence[ObservedStep]) -> tuple[RefereeState, list[Owed]]:
    """Return the results that somebody has still to put on the table, and the state without them.

    Whoever rolls for his own unit at the end of his mail, and speaks of something else than what it brings, is asked.
    """
    position, owed = state.position, list[Owed]()
    for aspect, each in list(state.discrepancies.open.items()):
        if aspect.kind is AspectKind.LEADER and _goes_back(state, aspect):
            state = _left_to_owner(state, aspect)
            continue
        owner = owner_of(position, aspect)
        left = is_left_by_words(state, aspect, each)
        others = bool(owner) and (owner != sender or left or (each.is_left_to(sender) and not each.passed))
        if not (others and sender and (each.by_rules or aspect.field == AspectField.PLACE)):
            continue
        state, number = entry_of_discrepancy(state, aspect, position)
        if each.by_rules or _has_to_go_back(aspect, state.ledger[number]):
            owed.append(_loss(position, aspect, state.ledger[number], _marker_of_loss(position, owner, left=left)))
            if owner == sender and is_left_unsaid(state.ledger[number], sender, steps):
                state = state.with_findings(number, _difference(FindingName.RESULT_NOT_TOLD, state, aspect, number))
            state = _left_to_owner(state, aspect)
    return _with_tracks_left(state, frozenset(each.entry for each in owed)), owed


def _difference(name: FindingName, state: RefereeState, aspect: Aspect, number: int) -> Finding:
    """Return the finding about an open difference that comes from an entry."""
    table, entry = state.discrepancies.open[aspect].table, state.ledger[number]
    expected, found = difference_words(state.position, table, aspect)
    rule = aspect_rule(aspect, state.position, table, entry.resolutions, entry.action, entry.before.time.turn)
    return finding(name, rule=rule, subject=subject_name(state.position, aspect), expected=expected, found=found)


def _with_tracks_left(state: RefereeState, losses: frozenset[int]) -> RefereeState:
    """Leave what changes on a track because of a loss to whoever has to mark the loss, in one of these entries.

    Where somebody has moved the track already, it shows what he takes the loss to be worth.
    """
    for aspect, each in list(state.discrepancies.open.items()):
        if aspect.kind is AspectKind.CONDITION and each.by_rules and each.entry in losses and not each.changed:
            state = _left_to_owner(state, aspect)
    return state


def _has_to_go_back(aspect: Aspect, entry: Entry) -> bool:
    """Return whether a unit was dragged in one mail and stopped by the dice of the next one: its owner puts it back."""
    several = len({log for log, _ in entry.steps}) > 1
    return several and isinstance(entry.action, Move) and aspect.subject in entry.action.actors


def _left_to_owner(state: RefereeState, aspect: Aspect) -> RefereeState:
    """Leave a difference unreported: it is for its owner to mend."""
    return state.with_discrepancies(state.discrepancies.without(aspect))


def _marker_of_loss(position: Position, owner: str, *, left: bool) -> str:
    """Return the side that marks a loss: its owner's, or the other one if he has asked it to."""
    return next(side for side in position.game.sides if side != owner) if left else owner


def _loss(position: Position, aspect: Aspect, entry: Entry, side: str) -> Owed:
    text = f"{subject_name(position, aspect)}: {aspect_words(position, aspect)}"
    rule = aspect_rule(aspect, position, position, entry.resolutions, entry.action)
    menu = _loss_menu(position, aspect)
    return Owed(OwedKind.LOSS, side, aspect.subject, text, rule, entry.number, menu=menu)


def _loss_menu(position: Position, aspect: Aspect) -> tuple[MenuEntry, ...]:
    """Return the entries of the menu that put a result on the counter."""
    if aspect.field == AspectField.STATUS:
        return action_menu(position.game, Declaration.ELIMINATE)
    state = STATES.get(aspect.field)
    return state_menu(position.game, state, state_values(position, aspect.subject)[state]) if state else ()


def _goes_back(state: RefereeState, aspect: Aspect) -> bool:
    """Return whether a leader goes with a unit that its owner has yet to put back to where it was stopped."""
    leader = state.position.leaders[aspect.subject]
    going = (
        each for each in state.discrepancies.open if each.kind is AspectKind.UNIT and each.field == AspectField.PLACE
    )
    return any(state.position.units[each.subject].place == leader.place for each in going)


def _opportunities(
    state: RefereeState, book: RuleBook, sender: str, steps: Sequence[ObservedStep]
) -> Iterator[Owed]:  # fmt: skip
    """Yield the shots at the sender's units on their way that nobody has taken or let pass (R12.1, R12.2)."""
    answered = _answered(steps, sender)
    for entry in state.ledger.entries:
        action = entry.action
        if entry.kind is not EntryKind.ACTION or not isinstance(action, Move) or entry.steps[-1] <= answered:
            continue
        if entry.before.side(action.unit) != sender:
            continue
        for firer, place in _not_let_pass(entry, chances_to_fire(entry, book), steps, answered):
            name, target = entry.before.shown_name(firer), entry.before.shown_name(action.unit)
            yield Owed(
                OwedKind.OPPORTUNITY_FIRE, entry.before.side(firer), firer,
                f"Opportunity Fire: {name} at {target} as it leaves {place}", "GTS R12.1", entry.number,
                chances=opportunity_chances(entry.before, book, action, firer, place),
                menu=action_menu(entry.before.game, Declaration.OPPORTUNITY_FIRE),
            )  # fmt: skip


def _not_let_pass(
    entry: Entry, chances: Iterable[tuple[str, Hex]], steps: Sequence[ObservedStep], answered: tuple[int, int]
) -> Iterable[tuple[str, Hex]]:
    """Return the chances to fire at a unit on its way since the other side answered: in the hexes that it left then."""
    if entry.steps[0] > answered:
        return chances
    drags = (
        event.origin for step in steps if (step.log, step.number) > answered
        for event in step.events if isinstance(event, UnitMoved) and event.unit == entry.unit
    )  # fmt: skip
    left = next(drags, None)
    return dropwhile(lambda chance: chance[1] != left, chances)


def _counterbattery(state: RefereeState, book: RuleBook, sender: str) -> Iterator[Owed]:
    """Yield who may answer the sender's last Indirect Fire (NQoS S2.0)."""
    position, entries = state.position, state.ledger.entries
    target = position.last_indirect
    if not target or position.side(target) != sender or not entries:
        return
    for unit in position.units:
        if position.side(unit) == sender:
            continue
        offered = legal_actions(position, unit, book, ["outside"])
        shots = [action for action in offered if isinstance(action, Counterbattery)]
        if shots:
            yield Owed(
                OwedKind.COUNTERBATTERY, position.side(unit), unit,
                f"Counterbattery Fire: {position.shown_name(unit)} at {position.shown_name(target)}",
                rule_of_roll(RollPurpose.COUNTERBATTERY, position.game), entries[-1].number,
                chances=counterbattery_chances(position, book, shots[0]),
                menu=action_menu(position.game, Declaration.COUNTERBATTERY_FIRE),
            )  # fmt: skip
