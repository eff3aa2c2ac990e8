"""Attribution: the entry that a difference belongs to, and the step that made it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES
from ...game.play import CHECKS, Action, Airpower, AirStrike, BuyChit, CarryOutEvent, LeaveMap, Move, Supply, Weather
from ...game.position import Position, Status
from ...rules.exclusive_rules import Chosen
from ...rules.rule_sets import exclusive_rules
from ..entries.entry import Entry
from ..events import (
    ConditionsSet,
    Declared,
    LevelSet,
    ObservedStep,
    PointsSet,
    Said,
    StateSet,
    TableEvent,
)
from ..segments.segment import Segment
from .aspects import Aspect, AspectField, AspectKind, value_of

__all__ = [
    "changing_entry",
    "concerned",
    "decides",
    "entry_of",
    "harmed_side",
    "is_changed_in",
    "is_decided_by_dice",
    "is_lifted",
    "is_mark",
    "is_mark_of_kind",
    "is_rolled_for",
    "is_taken_off_again",
    "pays_for_itself",
    "points_missing",
    "points_of",
    "step_of",
]

_PAYING: Final = frozenset({Declaration.SECOND_ACTION, Declaration.DIRECT_COMMAND})
_NOBODYS: Final = frozenset({AspectKind.POINTS, AspectKind.CONDITION, AspectKind.FLAG})
"""The kinds of things that belong to no unit."""
_DECIDED_BY: Final[Mapping[str, type[Action]]] = {
    "weather": Weather, "day_weather": Weather, "supply": Supply, "strikes": AirStrike, "planned_strikes": Airpower,
}  # fmt: skip
"""The action that decides on a condition."""
_BROUGHT_BY_DICE: Final = frozenset({
    AspectField.SUPPRESSED, AspectField.COHESION, AspectField.STEPS, AspectField.STATUS,
})  # fmt: skip
"""The fields that the dice of a shot change."""
_COMMANDER: Final = "commander_with"


def is_lifted(entry: Entry, aspect: Aspect, table: Position) -> bool:
    """Return whether a difference does not stand: by another reasonable account of its action the table is right."""
    if entry.is_unproven and aspect.kind is AspectKind.UNIT and aspect.field in _BROUGHT_BY_DICE:
        return True
    return entry.rival_after is not None and value_of(entry.rival_after, aspect) == value_of(table, aspect)


def harmed_side(aspect: Aspect, position: Position, table: Position) -> str:
    """Return the side that is worse off on a table than in a position by one thing, empty for none.

    It has fewer points, or a unit of it is worse off in something that dice of a shot bring. So is a gun that has lost
    contact, by such a die or an event.
    """
    if aspect.kind is AspectKind.POINTS:
        side = position.game.divisions[aspect.subject].side
        return side if value_of(table, aspect) < value_of(position, aspect) else ""
    return position.side(aspect.subject) if _is_worse_off(aspect, position, table) else ""


def _is_worse_off(aspect: Aspect, position: Position, table: Position) -> bool:
    if aspect.kind is not AspectKind.UNIT or aspect.field not in (*_BROUGHT_BY_DICE, AspectField.CONTACT):
        return False
    known, now = position.units[aspect.subject], table.units[aspect.subject]
    if aspect.field is AspectField.CONTACT:
        return now.contact < known.contact
    if aspect.field is AspectField.STATUS:
        return now.status is Status.ELIMINATED
    lost = (now.steps < known.steps, now.cohesion > known.cohesion, now.suppressed > known.suppressed)
    return lost[(AspectField.STEPS, AspectField.COHESION, AspectField.SUPPRESSED).index(aspect.field)]


def decides(entry: Entry, aspect: Aspect) -> bool:
    """Return whether the dice of an action decide something of a unit: those at it, and its own."""
    return any(aspect.subject in (each.unit, each.target) for each in entry.resolutions)


def is_rolled_for(entry: Entry, aspect: Aspect) -> bool:
    """Return whether a unit's own die in an action decides on a mark of fire on it: its rally, its check."""
    own = aspect.kind is AspectKind.UNIT and aspect.field in _BROUGHT_BY_DICE
    return own and any(each.unit == aspect.subject and each.purpose in CHECKS for each in entry.resolutions)


def is_decided_by_dice(aspect: Aspect, entries: Iterable[Entry], position: Position) -> bool:
    """Return whether dice in the files have decided on a condition in this turn: no past can excuse it then."""
    deciding = _DECIDED_BY.get(aspect.subject, ()) if aspect.kind is AspectKind.CONDITION else ()
    return any(
        isinstance(entry.action, deciding) and entry.resolutions and entry.before.time == position.time
        for entry in entries
    )


def entry_of(aspect: Aspect, entries: Sequence[Entry]) -> Entry | None:
    """Return the entry of a segment that a difference belongs to: that of the unit, if it acts there.

    What is no unit's belongs to the action that decides on it; a chit in the mug for no reason to none.
    """
    if not entries or aspect.kind is AspectKind.MUG:
        return None
    acting = [entry for entry in entries if entry.action is not None]
    own = (entry for entry in acting if aspect.subject in concerned(entry))
    deciding = (entry for entry in acting if isinstance(entry.action, _DECIDED_BY.get(aspect.subject, ())))
    return next(deciding, None) or next(own, entries[-1])


def changing_entry(aspect: Aspect, entries: Sequence[Entry], marked: Collection[int] = ()) -> Entry | None:
    """Return the last of some actions that changed a thing that belongs to no unit, None if none did.

    Those whose change of points is *marked* on the table, entries by their numbers, are accounted for.
    """
    acting = (entry for entry in reversed(entries) if entry.action is not None and aspect.kind in _NOBODYS)
    changing = [entry for entry in acting if _changes(entry, aspect)]
    return next((entry for entry in changing if entry.number not in marked), next(iter(changing), None))


def _changes(entry: Entry, aspect: Aspect) -> bool:
    """Return whether the rules change something by the action of an entry."""
    after = entry.ruling.after if entry.ruling is not None else None
    return after is not None and value_of(entry.before, aspect) != value_of(after, aspect)


def pays_for_itself(segment: Segment) -> bool:
    """Return whether a segment pays for what its own units do: then what was missing before it was never paid."""
    return any(isinstance(each, Declared) and each.action in _PAYING and each.unit in segment.units
               for each in segment.events)  # fmt: skip


def points_missing(position: Position, table: Position, aspect: Aspect) -> int:
    """Return the points of a division that the rules have more than the table."""
    return points_of(position, aspect) - points_of(table, aspect)


def points_of(position: Position, aspect: Aspect) -> int:
    """Return the points of a division, 0 for anything else."""
    return int(value_of(position, aspect)) if aspect.kind is AspectKind.POINTS else 0


def step_of(aspect: Aspect, segment: Segment) -> ObservedStep:
    """Return the last step of a segment that changed something on the table, the last one of all if none did.

    Mere talk is left out: what a segment ends with may be said by the other player when he has his turn to answer.
    """
    told = [(event, step) for event, step in zip(segment.events, segment.steps, strict=True)
            if not isinstance(event, Said)]  # fmt: skip
    steps = [step for event, step in told if _is_about(event, aspect)]
    if aspect.kind is AspectKind.CONDITION:  # an event has them all: wanted is the first with the last value
        now = value_of(segment.table, aspect)
        since = takewhile(lambda step: value_of(step.table, aspect) == now, reversed(steps))
        steps = [*reversed(list(since))][:1]
    return steps[-1] if steps else told[-1][1] if told else segment.steps[-1]


def is_changed_in(aspect: Aspect, segment: Segment, step: ObservedStep) -> bool:
    """Return whether a step of a segment changed something on the table."""
    told = zip(segment.events, segment.steps, strict=True)
    return any(where is step and _is_about(event, aspect) for event, where in told)


def is_taken_off_again(aspect: Aspect, position: Position, segment: Segment, step: ObservedStep) -> bool:
    """Return whether a result was marked in a segment as a *position* has it, and taken off in a later step.

    Who has marked a result and takes it off has not left it to anybody else.
    """
    if aspect.kind is not AspectKind.UNIT or aspect.field not in _BROUGHT_BY_DICE:
        return False
    right = value_of(position, aspect)
    return any(
        isinstance(event, StateSet) and event.unit == aspect.subject and value_of(where.table, aspect) == right
        and (where.log, where.number) < (step.log, step.number)
        for event, where in zip(segment.events, segment.steps, strict=True)
    )  # fmt: skip


def is_mark(event: TableEvent) -> bool:
    """Return whether an event puts a result on the table."""
    return isinstance(event, PointsSet) or (isinstance(event, StateSet) and event.state not in HOW_IT_MOVES)


def is_mark_of_kind(event: TableEvent, aspect: Aspect) -> bool:
    """Return whether a mark is of the kind that would have mended a difference: the same track, or some unit's."""
    if aspect.kind is AspectKind.POINTS:
        return isinstance(event, PointsSet) and (event.division, event.kind) == (aspect.subject, aspect.field)
    return isinstance(event, StateSet)


def _is_about(event: TableEvent, aspect: Aspect) -> bool:
    if isinstance(event, PointsSet):
        return (event.division, event.kind) == (aspect.subject, aspect.field)
    if isinstance(event, LevelSet):
        return str(event.hex) == aspect.subject
    if isinstance(event, ConditionsSet):
        return aspect.kind is AspectKind.CONDITION
    return aspect.subject in (getattr(event, name, "") for name in ("unit", "leader", "subject", "chit"))


def _shown_by_event(position: Position) -> frozenset[str]:
    """Return what shows how an event is carried out: the unit that comes, the commander."""
    choice = exclusive_rules(position.game).event_choices.get(position.event)
    if choice is None:
        return frozenset()
    return frozenset({_COMMANDER} if choice.chosen is Chosen.LEADER else {choice.unit})


def concerned(entry: Entry) -> frozenset[str]:
    """Return the units that the action of an entry concerns, or the division whose points, or the marker, it costs."""
    action = entry.action
    if action is None:
        return frozenset()
    named = {*action.actors, action.unit_fired_at}
    if isinstance(action, Move | LeaveMap):
        named.update(action.leaders)
    elif isinstance(action, BuyChit):
        named.add(entry.before.game.chits[action.chit].division)
    elif isinstance(action, CarryOutEvent):
        named |= _shown_by_event(entry.before)
    named.update(subject for subject, deciding in _DECIDED_BY.items() if isinstance(action, deciding))
    return frozenset(filter(None, named))
