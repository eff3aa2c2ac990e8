"""A segment: all that belongs to one thing that a player did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ...game.action_words import Declaration
from ...game.position import Position
from ..events import Declared, DieRolled, ObservedStep, Said, TableEvent, UnitMoved

__all__ = ["OpenSegment", "Segment", "SegmentKind"]


class SegmentKind(StrEnum):
    """The subject of a segment."""

    LOOSE = "loose"
    """Events before anything else, and single steps that belong to nothing."""
    MOVE = "move"
    FIRE = "fire"
    COUNTERBATTERY = "counterbattery"
    OPPORTUNITY_FIRE = "opportunity-fire"
    """A shot of Opportunity Fire that is reported by itself; else it belongs to the move that it is taken at."""
    ASSAULT = "assault"
    ASSAULT_FIRE = "assault-fire"
    """A shot of an assault that is reported by itself; else it belongs to the assault."""
    RALLY = "rally"
    ENGINEER = "engineer"
    CONTACT = "contact"
    DEPLOY = "deploy"
    """A unit that deploys freely is placed on the map."""
    TAKE_BACK = "take-back"
    """A unit that deploys freely goes off the map."""
    OF_THE_GAME = "of-the-game"
    """An action that only the game's own rules have."""
    END_ACTIVATION = "end-activation"
    PAYMENT = "payment"
    """A point is paid for the action that follows."""
    REVEAL = "reveal"
    REPORT = "report"
    """The module reports a shot of counters that are not known."""
    CHIT = "chit"
    """A chit is drawn."""
    TURN = "turn"
    """The turn is set."""
    FIRST_CHIT = "first-chit"
    """The chit that was left over from the turn before is put into play."""
    WEATHER = "weather"
    AIRPOWER = "airpower"
    SUPPLY = "supply"
    PURCHASE = "purchase"
    ARRIVAL = "arrival"
    DEPARTURE = "departure"
    WITHDRAWAL = "withdrawal"
    EVENT = "event"
    AIR_STRIKE = "air-strike"
    BREAK_OUT = "break-out"


class _Cut:
    """The questions that are asked of a segment, be it open or closed."""

    __slots__ = ()

    kind: SegmentKind
    units: Sequence[str]
    events: Sequence[TableEvent]
    steps: Sequence[ObservedStep]

    @property
    def has_dice(self) -> bool:
        """Return whether a die has been rolled in the segment."""
        return any(isinstance(event, DieRolled) for event in self.events)

    def asks_other_side(self, log: int) -> bool:
        """Return whether its player asked the other side, in one of the logs, for what it has to do in it."""
        return any(
            isinstance(event, Said) and event.asks_other_side and step.log == log
            for event, step in zip(self.events, self.steps, strict=True)
        )

    def drags(self) -> Iterator[tuple[UnitMoved, ObservedStep]]:
        """Yield the drags of the segment's units."""
        for event, step in zip(self.events, self.steps, strict=True):
            if isinstance(event, UnitMoved) and event.unit in self.units:
                yield event, step


@dataclass(frozen=True, slots=True)
class Segment(_Cut):
    """All that belongs to one thing that was done."""

    kind: SegmentKind
    units: tuple[str, ...] = ()
    """The units that act."""
    action: Declaration = Declaration.NONE
    """The action of the menus that the segment began with; empty if it began without a word."""
    events: tuple[TableEvent, ...] = ()
    steps: tuple[ObservedStep, ...] = ()
    """The step of each event."""
    answered: int = 0
    """The number of events at the end that came with the answer, when something else had been done since."""
    begun_before: bool = False
    """True if it goes on with what was begun before the first file."""

    @property
    def table(self) -> Position:
        """The table after the last of its steps: words may have put an earlier one behind it."""
        return max(self.steps, key=lambda step: (step.log, step.number)).table

    @property
    def at_first_die(self) -> tuple[Position, ...]:
        """The table when the segment's first die falls; nothing if none does."""
        steps = zip(self.events, self.steps, strict=True)
        return tuple(step.table for event, step in steps if isinstance(event, DieRolled))[:1]


@dataclass(slots=True)
class OpenSegment(_Cut):
    """A segment while the log is cut: events may still be put into it."""

    kind: SegmentKind
    units: list[str] = field(default_factory=list)
    action: Declaration = Declaration.NONE
    events: list[TableEvent] = field(default_factory=list)
    steps: list[ObservedStep] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)
    """Units of which it was said that their move, or whatever they do, is over."""
    answered: int = 0
    """The number of events at the end that came with the answer, when something else had been done since."""
    begun_before: bool = False
    """True if it goes on with what was begun before the first file."""
    resumed: bool = False
    """True if another segment was cut in between: whatever it takes in from there on came after that."""

    def add(self, event: TableEvent, step: ObservedStep) -> None:
        """Take in an event."""
        self.events.append(event)
        self.steps.append(step)
        self.answered += self.resumed
        if isinstance(event, Declared) and event.action is Declaration.MOVE_END:
            self.ended.add(event.unit)

    def take_last(self, other: OpenSegment, number: int) -> None:
        """Take in the last events of another segment, which has them no longer."""
        first = len(other.events) - number
        for event, step in zip(other.events[first:], other.steps[first:], strict=True):
            self.add(event, step)
        del other.events[first:], other.steps[first:]

    def goes_on(self, unit: str) -> bool:
        """Return whether the segment is a move of a unit that is not over."""
        return self.kind is SegmentKind.MOVE and unit in self.units and unit not in self.ended

    def waits_for_drag(self, unit: str) -> bool:
        """Return whether the next drag of a unit belongs to its action, which is one of the game's own rules."""
        own = self.kind is SegmentKind.OF_THE_GAME and unit in self.units
        return own and all(event.unit != unit for event, _ in self.drags())

    def closed(self) -> Segment:
        """Return the segment as it is when the log has been cut."""
        return Segment(
            self.kind, tuple(self.units), self.action, tuple(self.events), tuple(self.steps), self.answered,
            self.begun_before,
        )  # fmt: skip
