"""Reactions that come with the answer, though the sender of the mail before has done something else since.

By mail a player moves, draws the next chit or goes on with another unit, and sends that. His opponent takes his
Opportunity Fire, stands fast in an assault or fires back at the beginning of his answer: all of that belongs to the
move or the assault that it is said of, and what was going on when he answered goes on afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES, LOSSES
from ...game.hexes import Hex
from ...game.order_of_battle import ChitKind
from ...game.play import RollPurpose
from ...game.position import Place, Position, Status
from ..accounts.candidates.fire import aimed_at
from ..accounts.roll_purposes import CHECKS_OF_TARGET
from ..events import (
    ChitMoved,
    Declared,
    DieRolled,
    LeaderMoved,
    ObservedStep,
    PointsSet,
    RollNamed,
    Said,
    StateSet,
    TableEvent,
    TimeSet,
    UnitMoved,
)
from .segment import OpenSegment, SegmentKind

__all__ = ["Reaction", "reaction_to", "shot_at_gun", "shot_at_mover", "with_hits_shown"]

_OPPORTUNITY_FIRE, _COUNTERBATTERY, _TARGET = (
    Declaration.OPPORTUNITY_FIRE,
    Declaration.COUNTERBATTERY_FIRE,
    Declaration.TARGET,
)
_ARTILLERY: Final = "artillery"
_WITH_DICE: Final = frozenset({ChitKind.DIVISION, ChitKind.RANDOM_EVENT})
_SHOOTS: Final = frozenset({Declaration.FIRE, Declaration.SECOND_ACTION})
"""What players call Opportunity Fire as well: fire, and of whoever has taken some already, once more."""
_BEGUN_BEFORE_ANSWER: Final = frozenset({SegmentKind.ASSAULT, SegmentKind.ENGINEER})
"""The kinds of segments that a player announces, and that wait for the fire of the other side."""
_ANSWERED_BY: Final[Mapping[str, frozenset[SegmentKind]]] = {
    _OPPORTUNITY_FIRE: frozenset(
        {SegmentKind.MOVE, SegmentKind.ENGINEER, SegmentKind.ASSAULT, SegmentKind.RALLY}
    ),
    Declaration.HOLD: frozenset({SegmentKind.ASSAULT}),
    Declaration.RETREAT: frozenset({SegmentKind.ASSAULT}),
    Declaration.ASSAULT_FIRE: frozenset({SegmentKind.ASSAULT}),
}  # fmt: skip
"""The kinds of segments that each declaration of the other side is a reaction to."""
_JOINS: Final = frozenset(
    {
        *_ANSWERED_BY,
        Declaration.CHARGE,
        Declaration.SPOTTER,
        Declaration.TARGET,
        Declaration.AUTOMATIC_PASS,
        Declaration.REVEAL,
        Declaration.ELIMINATE,
    }
)
"""Declarations that may follow in a reaction."""


class Reaction:
    """A segment of the mail before that goes on in the answer, and the one that goes on after it."""

    def __init__(self, segment: OpenSegment, interrupted: OpenSegment, opening: Declared) -> None:
        self.segment = segment
        self.interrupted = interrupted
        self.opening = opening
        """The words with which it begins."""
        self.opened_in = max((step.log for step in segment.steps), default=0)
        """The number of the log that it answers."""
        self._begun = len(segment.events)

    @property
    def provoking(self) -> OpenSegment:
        """The segment that the side which answers may fire at: nobody moves in Counterbattery Fire."""
        return self.interrupted if self.segment.kind is SegmentKind.COUNTERBATTERY else self.segment

    def add(self, event: TableEvent, step: ObservedStep) -> None:
        """Take in an event."""
        self.segment.add(event, step)
        self.segment.answered += not self.interrupted.resumed

    def is_ended_by(self, event: TableEvent, step: ObservedStep) -> bool:
        """Return whether an event belongs to something else already."""
        match event:
            case Declared() if event.action == _OPPORTUNITY_FIRE and event is not self.opening:
                return self._is_at_interrupted(event, step)
            case Declared() if event.action in _ANSWERED_BY:
                kinds = _ANSWERED_BY[event.action]
                return self.segment.kind not in kinds and self.interrupted.kind in kinds
            case Declared():
                return event.action not in _JOINS and event is not self.opening
            case UnitMoved() if event.unit in self.segment.units:
                return self._goes_on_at_interrupted(event, step.table)
            case UnitMoved():
                return event.went is Status.ON_MAP and self.segment.kind is not SegmentKind.ASSAULT
            case LeaderMoved():
                return not isinstance(self.segment.events[-1], UnitMoved | LeaderMoved)
            case StateSet() if event.state in HOW_IT_MOVES:
                return event.unit not in self.segment.units
            case PointsSet():
                return not any(
                    isinstance(each, Declared) and each.action is Declaration.AUTOMATIC_PASS for each in self._own
                )
            case RollNamed():
                return event.purpose in (RollPurpose.COMMAND_POINTS, RollPurpose.RANDOM_EVENT)
            case _:
                return isinstance(event, ChitMoved | TimeSet)

    def _is_at_interrupted(self, event: Declared, step: ObservedStep) -> bool:
        """Return whether one more shot is at what was going on when the answer began, and not at what is over.

        It is the other one's if that is marked or named, or if it alone was asked about. If one unit did both, no name
        tells them apart: whoever is named once more fires at the later one. The unit with which the answer begins may
        fire at each step of the earlier one, and no more often.
        """
        target, going_on = event.hit or aimed_at(event, step.table), self.interrupted
        if going_on.kind not in _ANSWERED_BY[event.action] or not going_on.units:
            return False
        if self.segment.kind is SegmentKind.COUNTERBATTERY:
            return True  # nobody moves in it
        enemy = step.table.side(going_on.units[0]) != step.table.side(event.unit)
        if event.unit == self.opening.unit:
            if (target in going_on.units) is not (target in self.segment.units):
                return enemy and target in going_on.units
            return enemy and self._shots_of(event.unit) >= self._steps_made(step.table)
        if enemy and not event.hit and self.segment.units == going_on.units:
            return any(isinstance(each, Declared) and _is_shot_of(each, event.unit) for each in self._own)
        return enemy and (target in going_on.units if target else self.segment.asks_other_side(self.opened_in))

    def _goes_on_at_interrupted(self, event: UnitMoved, table: Position) -> bool:
        """Return whether a drag of a unit goes on with its move that was going on when the answer began.

        If what is answered was a move of it as well, a drag to where it may have been in that puts it back there, but
        not after a shot that is said to have come to nothing.
        """
        both_moves = self.segment.kind is self.interrupted.kind is SegmentKind.MOVE
        if not both_moves or event.unit not in self.interrupted.units or event.went is not Status.ON_MAP:
            return False
        ways = [(each.origin, each.target) for each, _ in self.segment.drags() if each.unit == event.unit]
        return self._comes_to_nothing() or not any(_is_on_way(event.target, way, table) for way in ways)

    def _comes_to_nothing(self) -> bool:
        """Return whether the last result told in the answer is a failed check or a miss."""
        results = [
            each for event in self._own if isinstance(event, Declared | RollNamed | Said) for each in event.results
        ]
        return bool(results) and results[-1].failed

    def _shots_of(self, unit: str) -> int:
        """Return how often a unit has taken Opportunity Fire at what is answered, each time with its dice."""
        shots, said = 0, False
        for each in self.segment.events:
            if isinstance(each, Declared):
                said = said or _is_shot_of(each, unit)
            elif isinstance(each, DieRolled) and said:
                shots, said = shots + 1, False
        return shots

    def _steps_made(self, table: Position) -> int:
        """Return how many steps at least were made in what is answered: hexes of its drags, and changes (R12.1)."""
        layout, steps = table.game.map.layout, 0
        for each in self.segment.events[: self._begun]:
            if isinstance(each, StateSet) and each.state in HOW_IT_MOVES and each.unit in self.segment.units:
                steps += 1
            elif isinstance(each, UnitMoved) and each.unit in self.segment.units and isinstance(each.target, Hex):
                steps += layout.distance(each.origin, each.target) if isinstance(each.origin, Hex) else 1
        return max(steps, 1)

    def give_back(self, event: TableEvent) -> None:
        """Give the last die, and what was said of it, to a drawn chit whose points an event is about.

        A die of which a result was told ("S?") is none for points: what is said of these is about the next one.
        """
        if not isinstance(event, PointsSet | RollNamed) or not _lacks_roll(
            self.interrupted, self.segment.steps[-1].log
        ):
            return
        number = 0
        for at, each in enumerate(reversed(self._own), 1):
            if isinstance(each, DieRolled) and each.told is None:
                number = at
                break
            if not isinstance(each, Said):
                return
        self.interrupted.take_last(self.segment, number)
        self.segment.answered -= 0 if self.interrupted.resumed else number

    @property
    def _own(self) -> Sequence[TableEvent]:
        return self.segment.events[self._begun :]


def reaction_to(
    found: list[OpenSegment], current: OpenSegment, event: TableEvent, step: ObservedStep
) -> Reaction | None:
    """Return the segment of the mail before that something said in the answer is a reaction to; None if it is none.

    That is the last one of the unit that is named with it, or of any unit of the other side, if nothing has been done
    in the answer yet.
    """
    if not isinstance(event, Declared):
        return None
    goes_on = _lacks_roll(current, step.log) or _waits(current, step)
    if event.action == _COUNTERBATTERY and goes_on and _begins_answer(found, step):
        return _counterbattery(found, current, event, step)
    if event.action not in _ANSWERED_BY:
        return None
    log, side = _log_before(found, step), step.table.side(event.unit)
    target, answerable = aimed_at(event, step.table), list[OpenSegment]()
    asked = False
    for segment in reversed(found):
        if any(where.log == step.log and not _may_precede(each) for each, where in _told(segment)):
            break
        if not segment.steps or segment.steps[-1].log not in (log, step.log):
            continue
        if not segment.units or step.table.side(segment.units[0]) == side or (target and target not in segment.units):
            asked = asked or (not answerable and segment.asks_other_side(log))  # of all that was done
            continue
        if segment.kind in _ANSWERED_BY[event.action]:
            answerable.append(segment)
    if not answerable:
        return None
    meant = (each for each in answerable if event.hit in each.units) if event.hit else (
        each for each in answerable if each.asks_other_side(log) and not asked
    )  # fmt: skip
    segment = next(meant, answerable[0])
    return Reaction(segment, current, event) if segment is not current else None


def with_hits_shown(told: Iterable[tuple[TableEvent, ObservedStep]]) -> Iterator[tuple[TableEvent, ObservedStep]]:
    """Yield what was said, shots of Opportunity Fire with the enemy that a menu or a marker right after them shows.

    Who answers names his own unit and marks what it has done; which of several moves it was fired at, only that tells.
    """
    found = list(told)
    for at, (event, step) in enumerate(found):
        hit = ""
        if isinstance(event, Declared) and event.action == _OPPORTUNITY_FIRE:
            hit = _hit_after(found[at + 1 :], event.unit, step.table.side(event.unit))
        yield (replace(event, hit=hit) if hit and isinstance(event, Declared) else event), step


def _hit_after(told: Sequence[tuple[TableEvent, ObservedStep]], firer: str, side: str) -> str:
    """Return the unit of the other side that is named as the target, or the first one that is marked as worse off.

    All that counts is before anything else is said or done than the check of the unit that fires.
    """
    for event, step in told:
        if isinstance(event, Declared) and (event.unit, event.action) == (firer, Declaration.TROOP_QUALITY_CHECK):
            continue
        if isinstance(event, Declared):
            return event.unit if event.action == _TARGET and step.table.side(event.unit) != side else ""
        if isinstance(event, ChitMoved | TimeSet):
            return ""
        if (isinstance(event, StateSet) and event.state in LOSSES and event.level) or (
            isinstance(event, UnitMoved) and event.went is Status.ELIMINATED
        ):
            return event.unit if step.table.side(event.unit) != side else ""
    return ""


def _is_on_way(place: Place, way: tuple[Place, Place], table: Position) -> bool:
    """Return whether a place is one of the ends of a drag, or on a shortest way between them."""
    start, end = way
    if isinstance(place, Hex) and isinstance(start, Hex) and isinstance(end, Hex):
        layout = table.game.map.layout
        return layout.distance(start, place) + layout.distance(place, end) == layout.distance(start, end)
    return place in way


def _is_shot_of(event: Declared, unit: str) -> bool:
    """Return whether Opportunity Fire of a unit is declared."""
    return (event.unit, event.action) == (unit, _OPPORTUNITY_FIRE)


def _begins_answer(found: Sequence[OpenSegment], step: ObservedStep) -> bool:
    """Return whether only the checks that were left to a mail have come before a step of it."""
    own = (each for segment in found for each, where in _told(segment) if where.log == step.log)
    return step.log > 0 and all(
        _may_precede(each) or isinstance(each, DieRolled)
        or (isinstance(each, Declared) and each.action in CHECKS_OF_TARGET)
        for each in own
    )  # fmt: skip


def _counterbattery(
    found: list[OpenSegment], goes_on: OpenSegment, event: Declared, step: ObservedStep
) -> Reaction:  # fmt: skip
    """Return Counterbattery Fire that an answer begins with: what goes on afterwards comes behind it.

    That is the points of a chit drawn meanwhile, the rest of an assault that has been announced since, or work that the
    other side has begun and waits with: it had fired before that, and the checks which the answer begins with are for
    that shot.
    """
    segment = OpenSegment(SegmentKind.COUNTERBATTERY, [event.unit], event.action)
    found.insert(_index_of(goes_on, found) if goes_on.kind in _BEGUN_BEFORE_ANSWER else len(found), segment)
    if goes_on.kind is SegmentKind.ENGINEER:
        segment.take_last(goes_on, sum(each.log == step.log for each in goes_on.steps))
    goes_on.resumed = True
    return Reaction(segment, goes_on, event)


def _index_of(segment: OpenSegment, found: Sequence[OpenSegment]) -> int:
    return next(at for at, each in enumerate(found) if each is segment)


def shot_at_mover(current: OpenSegment, event: TableEvent, table: Position) -> TableEvent:
    """Return the meaning of a shot that a player speaks of while a unit of the other side moves under its own chit.

    Whatever he calls it ("3/1 Antichar shoots", "L/2 again"), his side can take no other then than Opportunity Fire
    (R12.1).
    """
    chit = table.game.chits.get(table.activation.chit)
    if not isinstance(event, Declared) or not event.own_words or event.action not in _SHOOTS or chit is None:
        return event
    side = table.side(event.unit)
    moves = current.kind in _ANSWERED_BY[_OPPORTUNITY_FIRE] and bool(current.units) and chit.side not in ("", side)
    if not moves or current.kind is SegmentKind.ASSAULT or table.side(current.units[0]) == side:
        return event
    return replace(event, action=_OPPORTUNITY_FIRE)


def shot_at_gun(current: OpenSegment, event: TableEvent, table: Position) -> TableEvent:
    """Return the meaning of a shot that a player speaks of while the other side has fired indirectly under its chit.

    Whatever he calls it ("1/1 RA goes after that battery"), his artillery can do nothing else then than answer it
    (NQoS S2.0).
    """
    chit = table.game.chits.get(table.activation.chit)
    if not isinstance(event, Declared) or not event.own_words or event.action not in _SHOOTS or chit is None:
        return event
    side, guns = table.side(event.unit), (event.unit, *current.units[:1])
    answers = current.kind is SegmentKind.FIRE and len(guns) > 1 and table.side(guns[1]) != side
    artillery = all(table.game.units[unit].symbol.endswith(_ARTILLERY) for unit in guns)
    return replace(event, action=_COUNTERBATTERY) if answers and artillery and chit.side not in ("", side) else event


def _told(segment: OpenSegment) -> Sequence[tuple[TableEvent, ObservedStep]]:
    return list(zip(segment.events, segment.steps, strict=True))


def _may_precede(event: TableEvent) -> bool:
    """Return whether something may come in an answer before the reaction: talk, marks, and guns turned over."""
    return not isinstance(event, ChitMoved | TimeSet | UnitMoved | PointsSet | DieRolled) and not (
        isinstance(event, Declared) and event.action not in _JOINS
    )


def _log_before(found: Sequence[OpenSegment], step: ObservedStep) -> int:
    """Return the number of the last log before that of a step in which anything was done, -1 for none."""
    return max((each.log for segment in found for each in segment.steps if each.log < step.log), default=-1)


def _waits(segment: OpenSegment, step: ObservedStep) -> bool:
    """Return whether something of the other side's was announced before a mail, and nothing has come of it yet.

    That is a move or an assault for which nothing has been dragged, or work that waits for Opportunity Fire.
    """
    theirs = bool(segment.units) and step.table.side(segment.units[0]) != step.side
    dragged = any(isinstance(event, UnitMoved) for event in segment.events)
    before = bool(segment.steps) and segment.steps[0].log < step.log
    waits = segment.kind is SegmentKind.MOVE or (segment.kind in _BEGUN_BEFORE_ANSWER and before)
    return waits and theirs and not dragged


def _lacks_roll(segment: OpenSegment, log: int) -> bool:
    """Return whether a chit with dice was drawn before a log, and not rolled for with it: a division's, an event's."""
    chits = (event.chit for event in segment.events if isinstance(event, ChitMoved))
    has_dice = any(segment.steps[0].table.game.chits[chit].kind in _WITH_DICE for chit in chits)
    rolled = any(isinstance(event, DieRolled) and where.log < log for event, where in _told(segment))
    return segment.kind is SegmentKind.CHIT and has_dice and not rolled
