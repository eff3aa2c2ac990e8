"""The differences between table and rules, from the moment each one shows until it is reported or goes away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from ...game.play import Action, Airpower, AirStrike, Arrive, BuyChit, CarryOutEvent, LeaveMap, Move, Supply, Weather
from ...game.position import Position
from ...rules.ruling import Verdict
from ..entries import Correction
from ..entry_drafts import EntryDraft, Origin, left_open
from ..events import ConditionsSet, Declared, LevelSet, ObservedStep, PointsSet, StateSet, TableEvent
from ..game_findings import aspect_words, difference_words, finding, subject_name
from ..segments.segment import Segment, SegmentKind
from .aspects import Aspect, AspectKind, carried, differing, value_of
from .citations import aspect_rule

__all__ = ["DiscrepancyTracker"]

_PAYING: Final = frozenset({"second-action", "direct-command"})
_NO_ORIGINS: Final[Mapping[Aspect, Origin]] = {}
_NOBODYS: Final = frozenset({AspectKind.POINTS, AspectKind.CONDITION, AspectKind.FLAG})
"""The kinds of things that belong to no unit."""
_DECIDED_BY: Final[Mapping[str, type[Action]]] = {
    "weather": Weather, "day_weather": Weather, "supply": Supply, "strikes": AirStrike, "planned_strikes": Airpower,
}  # fmt: skip
"""The action that decides on a condition."""
_TOLD_BY_THEMSELVES: Final = frozenset({"command", "hidden"})
"""Fields reported though the action is illegal: points that were paid, and a gun that stays face down (NQoS S4.3)."""
_BROUGHT_BY_DICE: Final = frozenset({"suppressed", "cohesion"})
"""The fields that the dice of a shot change of a unit that stays on the map."""
_PATIENCE: Final = 8
"""The number of segments that a marker may be late once its player has gone past it: he has marked something else, or a
chit has been drawn. Until then he may mean to mark all in one go."""
_HOW_IT_MOVES: Final = frozenset({"column", "mounted"})
"""States that are set with a drag, whatever else is marked later."""
_PATIENCE_WITH_POINTS: Final = 3
"""The same for points: what is paid later must not be mixed up with it."""


@dataclass(slots=True)
class _Open:
    """A difference that has not been reported yet."""

    entry: Callable[[], EntryDraft]
    """The function that returns the entry that the difference comes from."""
    by_rules: bool
    """True if the rules changed the thing and the table did not follow; otherwise only the table changed."""
    step: ObservedStep
    table: Position
    """The table when the difference was seen last."""
    age: int = 0
    passed: bool = False
    """True if the player of the difference has demonstrably gone past it."""
    action: EntryDraft | None = None
    """The entry, if it is of an action: asking for the one of the table alone would begin it."""
    changed: bool = False
    """True if that step changed the thing on the table; otherwise nobody did."""
    settled_in: ObservedStep | None = None
    """The step of the answer in which the result was rolled: whoever made it has it to mark; None if there was none."""
    gap: int = 0
    """The points that the rules have more than the table; negative if something was not paid."""

    def lags_by(self, gap: int) -> bool:
        """Return whether the same points are missing as before: what was done since has been paid for."""
        return self.by_rules and gap < 0 and self.gap == gap


class DiscrepancyTracker:
    """The differences that are open."""

    def __init__(
        self, compares: Callable[[Aspect], bool], waits: Callable[[str, ObservedStep, Aspect], bool],
        entry_of_step: Callable[[ObservedStep], EntryDraft],
    ) -> None:  # fmt: skip
        """Begin without any differences.

        *compares* says what the table shows at all; *waits* whether a side will put something on the table only with
        its answer to the log of a step.
        """
        self._open: dict[Aspect, _Open] = {}
        self._compares = compares
        self._waits = waits
        self._entry_of_step = entry_of_step
        self._log = 0
        self._overruled: dict[Aspect, object] = {}
        """The values by the rules where the table was taken over: who puts it so afterwards puts it right."""

    def puts_right(self, aspect: Aspect, value: object) -> bool:
        """Return whether a value on the table is what the rules had when the table was reported to differ."""
        return aspect in self._overruled and self._overruled[aspect] == value

    def drop(self, aspect: Aspect) -> None:
        """Forget one of the differences."""
        self._open.pop(aspect, None)

    def open_aspects(self) -> Iterator[tuple[Aspect, Callable[[], EntryDraft], bool]]:
        """Yield each open aspect, the function that returns its entry, and whether the rules changed it."""
        for aspect, each in self._open.items():
            yield aspect, each.entry, each.by_rules

    def compare(
        self, before: Position, position: Position, table: Position, segment: Segment, entries: Sequence[EntryDraft],
        table_entry: Callable[[], EntryDraft], unfinished: Sequence[EntryDraft] = (),
        origins: Mapping[Aspect, Origin] = _NO_ORIGINS,
    ) -> Position:  # fmt: skip
        """Compare a position with the table after a segment; return the position to go on from.

        *before* is the position by the rules before the segment, *entries* are those of the segment. Where one of them
        is illegal, the state of the units concerned on the table is taken over at once: it was reported already. So
        it is for those that are *unfinished*: their results are not known yet. *origins* are the earlier
        actions of which a result came only now.
        """
        self._log = segment.steps[0].log
        self._go_past(segment)
        found = {aspect for aspect in differing(position, table) if self._compares(aspect)}
        for aspect in self._open.keys() - found:
            del self._open[aspect]
        # what the rules have caught up with is gone, and what is different now is something new: points paid in advance
        for aspect in sorted(found, key=lambda each: (each.kind, each.subject, each.field)):
            if self.puts_right(aspect, value_of(table, aspect)):
                del self._overruled[aspect]
                position = carried(position, table, [aspect])
                continue
            known = self._open.get(aspect)
            put = _put(aspect, _points(known.table if known else before, aspect), segment)
            changing = _changing(aspect, entries, put)
            unpaid = changing is not None and aspect.kind is AspectKind.POINTS and _change(changing, aspect) not in put
            # what was paid in advance belongs to the action that costs it, if it costs more
            overtaken = known is not None and not known.by_rules and unpaid
            if known is not None and not overtaken and value_of(position, aspect) != value_of(known.table, aspect):
                known.table = table
                continue
            if known is not None and known.lags_by(_gap(position, table, aspect)):
                known.table, known.age = table, 0
                if _pays_for_itself(segment):
                    position = self._tell(position, aspect)
                continue
            told_by_rules = changing is not None or aspect.kind is AspectKind.RETURN
            by_rules = told_by_rules or value_of(before, aspect) != value_of(position, aspect)
            origin = origins.get(aspect)
            entry = origin.entry if origin else changing or _entry_of(aspect, entries)
            step = _step_of(aspect, segment)
            self._open[aspect] = _Open(
                (lambda e=entry: e) if entry else table_entry, by_rules, step, table,  # type: ignore[misc]
                action=entry, gap=_gap(position, table, aspect), changed=_is_changed_in(aspect, segment, step),
                settled_in=origin.step if origin else None,
            )  # fmt: skip
        for aspect in [each for each in self._open if any(self._open[each].action is entry for entry in unfinished)]:
            position = carried(position, self._open.pop(aspect).table, [aspect])
        return self._take_over_told(position, [entry for entry in entries if entry.verdict is Verdict.ILLEGAL])

    def _go_past(self, segment: Segment) -> None:
        """Note for which differences a segment shows that their player has gone past them."""
        marked = [each for each in zip(segment.events, segment.steps, strict=True) if _is_mark(each[0])]
        for aspect, each in self._open.items():
            each.passed = each.passed or segment.kind is SegmentKind.CHIT or any(
                step.player == each.step.player and _is_mark_of_kind(event, aspect) for event, step in marked
            )  # fmt: skip

    def _take_over_told(self, position: Position, entries: Sequence[EntryDraft]) -> Position:
        """Take over what actions left on the table that is already reported as wrong."""
        for entry in entries:
            if entry.action is None:
                continue
            concerned = _concerned(entry)
            for aspect in list(self._open):
                mine = aspect.subject in concerned and aspect.field not in _TOLD_BY_THEMSELVES
                if mine or self._came_along(aspect, entry):
                    position = self._take_over(position, aspect, entry)
            entry.after = position
        return position

    def _came_along(self, aspect: Aspect, entry: EntryDraft) -> bool:
        """Return whether somebody is a leader at the place where the unit of an entry has arrived."""
        if aspect.kind is not AspectKind.LEADER or not isinstance(entry.action, Arrive):
            return False
        return bool(value_of(self._open[aspect].table, aspect) == entry.action.to)

    def settle(
        self, position: Position, which: Callable[[Aspect], bool], *, by_rules: bool | None = None, age: int = 0,
        passed: bool = False,
    ) -> Position:  # fmt: skip
        """Report the open differences that are asked for, and return the position with what is on the table.

        Differences left to the owner's answer stay open, and those open for fewer segments than *age*; with *passed* so
        do those that their player may still mean to mark.
        """
        for aspect in [each for each in self._open if which(each) and self._open[each].age >= age]:
            each = self._open[aspect]
            asked = (by_rules is None or each.by_rules is by_rules) and (each.passed or not passed)
            if asked and not self._is_awaited(position, aspect):
                position = self._tell(position, aspect)
        return position

    def settle_all(self, position: Position) -> Position:
        """Report all of them, and return the position with what is on the table."""
        for aspect in list(self._open):
            position = self._tell(position, aspect)
        return position

    def _is_awaited(self, position: Position, aspect: Aspect) -> bool:
        """Return whether a result is left to its owner, who has not had the log in hand since."""
        each = self._open[aspect]
        if not each.by_rules or aspect.kind is not AspectKind.UNIT or each.step.log != self._log:
            return False
        return self._waits(position.side(aspect.subject), each.step, aspect)

    def grow_old(self, position: Position) -> Position:
        """Report the differences that have been open for long."""
        for aspect, each in self._open.items():
            each.age += not self._is_awaited(position, aspect)
        return self.settle(position, self._is_old)

    def _is_old(self, aspect: Aspect) -> bool:
        each = self._open[aspect]
        waits = each.by_rules and not each.passed
        return not waits and each.age > (_PATIENCE_WITH_POINTS if aspect.kind is AspectKind.POINTS else _PATIENCE)

    def _tell(self, position: Position, aspect: Aspect) -> Position:
        each = self._open[aspect]
        origin = entry = each.entry()
        made_in = each.settled_in or (each.step if each.changed else None)
        if made_in is not None and entry.player and made_in.player not in ("", entry.player):
            entry = self._entry_of_step(made_in)
            entry.rests_on_dice = entry.rests_on_dice or _decides(origin, aspect)
        name = "result-not-applied" if each.by_rules else "change-not-explained"
        if aspect.kind is AspectKind.LEADER and value_of(each.table, aspect) not in (
            None,
            value_of(entry.before, aspect),
        ):
            name = "leader-moved-alone"
        subject = subject_name(position, aspect)
        rule = aspect_rule(aspect, position, each.table, origin.resolutions, origin.action)
        expected, found = difference_words(position, each.table, aspect)
        told = finding(
            name, rule=rule, subject=subject, leader=subject, expected=expected, found=found, step=each.step.number
        )
        if each.by_rules and aspect.kind is AspectKind.POINTS and each.step.side:
            entry.others_points = each.step.side != position.game.divisions[aspect.subject].side
        entry.findings.append(left_open(told) if _is_lifted(origin, aspect, each.table) else told)
        if not each.by_rules or not entry.steps:
            step = each.settled_in or each.step if entry is not origin else each.step
            entry.steps = tuple(sorted({*entry.steps, (step.log, step.number)}))
        return self._take_over(position, aspect, entry)

    def _take_over(self, position: Position, aspect: Aspect, entry: EntryDraft) -> Position:
        table = self._open.pop(aspect).table
        if aspect.kind is AspectKind.UNIT:
            self._overruled[aspect] = value_of(position, aspect)
        entry.corrections.append(Correction(aspect, aspect_words(position, aspect), aspect_words(table, aspect)))
        return carried(position, table, [aspect])


def _is_lifted(entry: EntryDraft, aspect: Aspect, table: Position) -> bool:
    """Return whether a difference does not stand: by another reasonable account of its action the table is right."""
    if entry.is_unproven and aspect.kind is AspectKind.UNIT and aspect.field in _BROUGHT_BY_DICE:
        return True
    return entry.rival_after is not None and value_of(entry.rival_after, aspect) == value_of(table, aspect)


def _decides(entry: EntryDraft, aspect: Aspect) -> bool:
    """Return whether the dice of an action decide something of a unit: those at it, and its own."""
    return any(aspect.subject in (each.unit, each.target) for each in entry.resolutions)


def _entry_of(aspect: Aspect, entries: Sequence[EntryDraft]) -> EntryDraft | None:
    """Return the entry of a segment that a difference belongs to: that of the unit, if it acts there.

    What is no unit's belongs to the action that decides on it; a chit in the mug for no reason to none.
    """
    if not entries or aspect.kind is AspectKind.MUG:
        return None
    acting = [entry for entry in entries if entry.action is not None]
    own = (entry for entry in acting if aspect.subject in _concerned(entry))
    deciding = (entry for entry in acting if isinstance(entry.action, _DECIDED_BY.get(aspect.subject, ())))
    return next(deciding, None) or next(own, entries[-1])


def _changing(aspect: Aspect, entries: Sequence[EntryDraft], put: Sequence[int]) -> EntryDraft | None:
    """Return the last of some actions that changed a thing that belongs to no unit, None if none did.

    *put* are the changes of points on the table: an action whose change is among them is accounted for.
    """
    acting = (entry for entry in reversed(entries) if entry.action is not None and aspect.kind in _NOBODYS)
    changing = [entry for entry in acting if _changes(entry, aspect)]
    return next((entry for entry in changing if _change(entry, aspect) not in put), next(iter(changing), None))


def _change(entry: EntryDraft, aspect: Aspect) -> int:
    """Return by how many points an action changes those of a division."""
    after = entry.ruling.after if entry.ruling is not None else None
    return _gap(after, entry.before, aspect) if after is not None else 0


def _put(aspect: Aspect, known: int, segment: Segment) -> list[int]:
    """Return by how many points a segment changes those of a division on the table, each time; they were *known*."""
    changes = []
    for event in segment.events:
        if isinstance(event, PointsSet) and (event.division, event.kind) == (aspect.subject, aspect.field):
            changes.append(event.points - known)
            known = event.points
    return changes


def _changes(entry: EntryDraft, aspect: Aspect) -> bool:
    """Return whether the rules change something by the action of an entry."""
    after = entry.ruling.after if entry.ruling is not None else None
    return after is not None and value_of(entry.before, aspect) != value_of(after, aspect)


def _pays_for_itself(segment: Segment) -> bool:
    """Return whether a segment pays for what its own units do: then what was missing before it was never paid."""
    return any(isinstance(each, Declared) and each.action in _PAYING and each.unit in segment.units
               for each in segment.events)  # fmt: skip


def _gap(position: Position, table: Position, aspect: Aspect) -> int:
    return _points(position, aspect) - _points(table, aspect)


def _points(position: Position, aspect: Aspect) -> int:
    return int(value_of(position, aspect)) if aspect.kind is AspectKind.POINTS else 0


def _step_of(aspect: Aspect, segment: Segment) -> ObservedStep:
    """Return the last step of a segment that changed something on the table, its last step if none did."""
    told = list(zip(segment.events, segment.steps, strict=True))
    steps = [step for event, step in told if _is_about(event, aspect)]
    if aspect.kind is AspectKind.CONDITION:  # an event has them all: wanted is the first with the last value
        now = value_of(segment.steps[-1].table, aspect)
        since = takewhile(lambda step: value_of(step.table, aspect) == now, reversed(steps))
        steps = [*reversed(list(since))][:1]
    return steps[-1] if steps else segment.steps[-1]


def _is_changed_in(aspect: Aspect, segment: Segment, step: ObservedStep) -> bool:
    """Return whether a step of a segment changed something on the table."""
    told = zip(segment.events, segment.steps, strict=True)
    return any(where is step and _is_about(event, aspect) for event, where in told)


def _is_mark(event: TableEvent) -> bool:
    """Return whether an event puts a result on the table."""
    return isinstance(event, PointsSet) or (isinstance(event, StateSet) and event.state not in _HOW_IT_MOVES)


def _is_mark_of_kind(event: TableEvent, aspect: Aspect) -> bool:
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


def _concerned(entry: EntryDraft) -> frozenset[str]:
    """Return the units that the action of an entry concerns, or the division whose points, or the marker, it costs."""
    action = entry.action
    if action is None:
        return frozenset()
    named = {*action.actors, action.unit_fired_at}
    if isinstance(action, Move | LeaveMap):
        named.update(action.leaders)
    elif isinstance(action, BuyChit):
        named.add(entry.before.game.chits[action.chit].division)
    elif isinstance(action, AirStrike):
        named.add("strikes")
    elif isinstance(action, CarryOutEvent):
        named.add(entry.before.event)  # that of the Indian Gun is called as it is
    return frozenset(filter(None, named))
