"""Marks that a player has not come to when his mail ends: they are open, and nobody has forgotten them yet.

Whoever gains something harms nobody but himself as long as he does not mark it. What the end of a turn takes off is
open until somebody acts; what a turn or an event brings, until its player marks anything else or draws a chit. With
the last roll of a mail its result may still be open, and a mail that only names a target has not come to anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import CounterState
from ...game.play import (
    Action,
    Airpower,
    Assault,
    BuyChit,
    EndTurn,
    PlayChit,
    RollPurpose,
    Supply,
    Weather,
    WithdrawalRoll,
)
from ..discrepancies.aspects import Aspect, AspectField, AspectKind, value_of
from ..discrepancies.attribution import points_missing
from ..discrepancies.discrepancy import Discrepancy
from ..entries.entry import Entry, EntryKind
from ..events import (
    ConditionsSet,
    Declared,
    DieRolled,
    ObservedStep,
    PointsSet,
    ResultTold,
    RollNamed,
    Said,
    StateSet,
    StepNumber,
    TableEvent,
)
from ..state import RefereeState

__all__ = ["is_gain_passed_over", "is_left_unsaid", "is_still_to_be_marked"]

_NOBODY_ACTS: Final[tuple[type[Action], ...]] = (PlayChit, EndTurn, Weather, Airpower, Supply, BuyChit)
"""Actions between the chits, of no unit."""
_MAY_CHANGE_NOTHING: Final[Mapping[type[Action], RollPurpose]] = {
    WithdrawalRoll: RollPurpose.WITHDRAWAL, Weather: RollPurpose.WEATHER, Supply: RollPurpose.SUPPLY,
}  # fmt: skip
"""The rolls of which players say that nothing comes of them."""
_TAKEN_OFF: Final = frozenset({AspectKind.BARRAGES})
_OF_THE_TURN: Final = frozenset({AspectKind.CONDITION, AspectKind.FLAG})
_STRIKES: Final = Aspect(AspectKind.CONDITION, "planned_strikes")
_STRIKES_NOW: Final = Aspect(AspectKind.CONDITION, "strikes")


def is_still_to_be_marked(
    state: RefereeState, aspect: Aspect, each: Discrepancy, steps: Sequence[ObservedStep]
) -> bool:  # fmt: skip
    """Return whether the player of a difference may still mark it after the last log, which has these *steps*.

    He has not touched it: it lies as before the action that it comes from, and nobody has acted since.
    """
    if not each.by_rules or not each.entry:
        return False
    entry = state.ledger[each.entry]
    if not entry.steps or (each.changed and value_of(each.table, aspect) != value_of(entry.before, aspect)):
        return False
    if _is_gain(aspect, each, state) or _ends_with(each, entry, steps, aspect) or _only_names_target(steps):
        return True
    after = [state.ledger[number] for number in state.ledger.since(each.entry)]
    if not all(isinstance(other.action, _NOBODY_ACTS) for other in after if other.kind is EntryKind.ACTION):
        return False
    if _comes_off(aspect):
        return True
    drawn = any(isinstance(other.action, PlayChit) or other.kind is EntryKind.CHIT_DRAWN for other in after)
    if aspect.kind not in _OF_THE_TURN or drawn:
        return False
    later = [event for step in steps if (step.log, step.number) > entry.steps[-1] for event in step.events]
    marked = any(isinstance(event, PointsSet | StateSet | ConditionsSet) for event in later)
    return not marked and not _says_unchanged(later, entry)


def _ends_with(each: Discrepancy, entry: Entry, steps: Sequence[ObservedStep], aspect: Aspect) -> bool:
    """Return whether a mail ends with the roll that a difference comes from: nothing but talk follows.

    A defender who is marked as Suppressed by it is taken off the map by whoever takes the hex (R11.11).

    It is a roll of an answer, one in an assault, or one for withdrawal. Who says of it that he has passed a check will
    not mark what its failure brings; nor will who says that nobody withdraws.
    """
    rolled = (each.settled_in.log, each.settled_in.number) if each.settled_in is not None else None
    if rolled is None and isinstance(entry.action, WithdrawalRoll):
        rolled = entry.steps[-1]
    if rolled is None and isinstance(entry.action, Assault):
        rolled = _last_roll(entry, steps)
    if rolled is None:
        return False
    told = _events_after(rolled, steps)
    passed = any(result.of_shot is False and not result.failed for event in told for result in _results_of(event))
    of_unit = aspect.subject if aspect.field in (AspectField.STATUS, AspectField.PLACE) else ""
    marks = all(isinstance(event, Said) or _suppresses(event, of_unit) for event in told)
    return marks and not passed and not _says_unchanged(told, entry)


def _suppresses(event: TableEvent, unit: str) -> bool:
    return isinstance(event, StateSet) and (event.unit, event.state) == (unit, CounterState.SUPPRESSED)


def _only_names_target(steps: Sequence[ObservedStep]) -> bool:
    """Return whether a mail does no more than name the target of a shot, for which the other side rolls then."""
    events = [event for step in steps for event in step.events if not isinstance(event, Said) or event.results]
    return bool(events) and all(
        isinstance(event, Declared) and event.action is Declaration.TARGET and not event.own_words for event in events
    )


def is_left_unsaid(entry: Entry, sender: str, steps: Sequence[ObservedStep]) -> bool:
    """Return whether the sender of the last log has spoken after the last roll of an entry, but not of its result.

    It is a roll with which he answers.
    """
    log = max((step.log for step in steps), default=0)
    rolled = _last_roll(entry, [step for step in steps if step.log == log and step.side == sender])
    told = _events_after(rolled, steps) if rolled is not None else []
    return any(isinstance(event, Said) for event in told) and not any(map(_results_of, told))


def _last_roll(entry: Entry, steps: Sequence[ObservedStep]) -> StepNumber | None:
    """Return the last step of an entry, among some steps, in which a die was rolled; None if there is none."""
    dice = (step for step in reversed(steps) if any(isinstance(event, DieRolled) for event in step.events))
    return next(((step.log, step.number) for step in dice if (step.log, step.number) in entry.steps), None)


def _events_after(rolled: StepNumber, steps: Sequence[ObservedStep]) -> list[TableEvent]:
    return [event for step in steps if (step.log, step.number) > rolled for event in step.events]


def _results_of(event: TableEvent) -> tuple[ResultTold, ...]:
    return event.results if isinstance(event, Said | Declared | RollNamed) else ()


def _says_unchanged(told: Iterable[TableEvent], entry: Entry) -> bool:
    """Return whether it is said that nothing comes of the roll of an entry: then its result will not be marked."""
    purpose = _MAY_CHANGE_NOTHING.get(type(entry.action)) if entry.action is not None else None
    return any(purpose is result.unchanged is not None for event in told for result in _results_of(event))


def _is_gain(aspect: Aspect, each: Discrepancy, state: RefereeState) -> bool:
    """Return whether somebody has not marked what he has gained himself: points, or air strikes."""
    if aspect.kind is AspectKind.POINTS:
        return each.gap > 0 and points_missing(state.position, state.table, aspect) > 0  # not by what he marked later
    if aspect == _STRIKES_NOW:
        return int(value_of(each.table, aspect)) < int(value_of(state.position, aspect))
    return aspect == _STRIKES and len(value_of(each.table, aspect)) < len(value_of(state.position, aspect))


def is_gain_passed_over(state: RefereeState, aspect: Aspect, each: Discrepancy, steps: Sequence[ObservedStep]) -> bool:
    """Return whether Dispatch Points are not marked, though play has gone on past them without a word.

    The Command Points of the same chit are marked, and its units have acted.
    """
    if aspect.field is not AspectField.DISPATCH or not each.entry:
        return False
    entry, game = state.ledger[each.entry], state.position.game
    after = (state.ledger[number] for number in state.ledger.since(each.entry))
    acted = any(other.unit and game.units[other.unit].division == aspect.subject for other in after)
    since = [event for step in steps if (step.log, step.number) > entry.steps[0] for event in step.events]
    beside = takewhile(lambda event: isinstance(event, DieRolled | PointsSet | Said), since)
    told = any(isinstance(event, Said) for event in beside)
    return acted and not told and isinstance(entry.action, PlayChit) and any(
        isinstance(event, PointsSet) and (event.division, event.kind) == (aspect.subject, AspectField.COMMAND)
        for event in since
    )  # fmt: skip


def _comes_off(aspect: Aspect) -> bool:
    """Return whether something is taken off when a turn ends (R4.5)."""
    return aspect.kind in _TAKEN_OFF or aspect.field is AspectField.COUNTERBATTERY_FIRED
