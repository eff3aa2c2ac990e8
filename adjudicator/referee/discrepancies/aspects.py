"""The differences between the table and the position by the rules, thing by thing.

A difference is first kept open: players put markers down late, or early. What is still different when it matters is
reported once; then the game goes on from the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, Final

from ...game.hexes import Hex
from ...game.order_of_battle import ChitKind
from ...game.position import LeaderState, Position, Status, UnitState
from ...module_layout.turn_markers import effects, used_up
from ...rules.rule_sets import exclusive_rules
from ...rules.series.conditions import NIGHT

__all__ = [
    "CONDITIONS",
    "Aspect",
    "AspectField",
    "AspectKind",
    "aspects_of_unit",
    "carried",
    "differing",
    "is_reminder_left_out",
    "owner_of",
    "unit_aspect",
    "unlike_aspects",
    "value_of",
]

_SANDSTORM: Final = "sandstorm"
CONDITIONS: Final = ("weather", "day_weather", "supply", "morale", "strikes", "planned_strikes", "commander_with")
"""The fields of the position that the tracks and boxes show."""
_ROLLED: Final = frozenset({"weather", "day_weather"})
"""The conditions that are not known as long as the weather is still to be rolled for."""


class AspectKind(StrEnum):
    """The kind of a thing that is compared."""

    UNIT = "unit"
    LEADER = "leader"
    POINTS = "points"
    BARRAGES = "barrages"
    MINES = "mines"
    CONDITION = "condition"
    FLAG = "flag"
    RETURN = "return"
    """The time when somebody comes back who is off the map."""
    CHIT = "chit"
    """A chit that was bought for the next turn."""
    MUG = "mug"
    """A Formation chit in the mug."""


class AspectField(StrEnum):
    """A field of a unit, or of a division's points, that a table shows."""

    NONE = ""
    """The thing as a whole."""
    STATUS = "status"
    PLACE = "place"
    HIDDEN = "hidden"
    STEPS = "steps"
    SUPPRESSED = "suppressed"
    COHESION = "cohesion"
    COLUMN = "column"
    MOUNTED = "mounted"
    IMPROVEMENT = "improvement"
    MEN_AT_WORK = "men_at_work"
    CONTACT = "contact"
    COUNTERBATTERY_FIRED = "counterbattery_fired"
    WRONG_AMMO = "wrong_ammo"
    COMMAND = "command"
    DISPATCH = "dispatch"


UNIT_FIELDS: Final = (
    AspectField.STATUS,
    AspectField.PLACE,
    AspectField.HIDDEN,
    AspectField.STEPS,
    AspectField.SUPPRESSED,
    AspectField.COHESION,
    AspectField.COLUMN,
    AspectField.MOUNTED,
    AspectField.IMPROVEMENT,
    AspectField.MEN_AT_WORK,
    AspectField.CONTACT,
    AspectField.COUNTERBATTERY_FIRED,
    AspectField.WRONG_AMMO,
)
"""The fields of a unit that a table shows, the most telling first."""
_SHOWN: Final = attrgetter(*(field.value for field in UNIT_FIELDS))


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that can be compared."""

    kind: AspectKind
    subject: str
    """A unit, a leader, a division, a hex by its name, one of :data:`CONDITIONS`, a flag, or a chit."""
    field: AspectField = AspectField.NONE


def unit_aspect(unit: str, field: AspectField) -> Aspect:
    """Return one of the fields of a unit as an aspect."""
    return Aspect(AspectKind.UNIT, unit, field)


def aspects_of_unit(unit: str) -> Iterator[Aspect]:
    """Yield all that can be compared of a unit."""
    return (unit_aspect(unit, name) for name in UNIT_FIELDS)


def unlike_aspects(unit: str, one: UnitState, other: UnitState) -> Iterator[Aspect]:
    """Yield the aspects in which two states of a unit differ; where only one is on the map, that alone."""
    is_there = one.status is Status.ON_MAP
    if is_there is not (other.status is Status.ON_MAP):
        yield unit_aspect(unit, AspectField.STATUS)
    elif is_there and one is not other:
        first, second = _SHOWN(one), _SHOWN(other)
        if first != second:
            shown = zip(UNIT_FIELDS, first, second, strict=True)
            yield from (unit_aspect(unit, name) for name, old, new in shown if old != new)


def owner_of(position: Position, aspect: Aspect) -> str:
    """Return the side of the unit or the leader that something is of, empty if it is of neither."""
    if aspect.kind is AspectKind.UNIT:
        return position.side(aspect.subject)
    if aspect.kind is AspectKind.LEADER:
        game = position.game
        return game.divisions[game.leaders[aspect.subject].division].side
    return ""


def value_of(position: Position, aspect: Aspect) -> Any:
    """Return the value of an aspect in a position; None for a unit off the map, whose state does not matter."""
    return _VALUES[aspect.kind](position, aspect)


def _value_of_unit(position: Position, aspect: Aspect) -> Any:
    state = position.units[aspect.subject]
    if aspect.field == AspectField.STATUS:
        return state.status is Status.ON_MAP
    return getattr(state, aspect.field) if state.status is Status.ON_MAP else None


def _value_of_condition(position: Position, aspect: Aspect) -> Any:
    seen = _STRIKES.get(aspect.subject)
    return seen(position) if seen is not None else getattr(position, aspect.subject)


def _later_strikes(position: Position) -> tuple[str, ...]:
    """Return the turns of the air strikes that are still to come after this one.

    The strikes of this turn may be ready. Those of the Night turn are lost (NQoS S1.0), whether they are marked or not.
    """
    turns = position.game.calendar.turns
    now = turns.index(position.time.turn)
    return tuple(turn for turn in position.planned_strikes if turns.index(turn) > now and turn != NIGHT)


def _strikes_now(position: Position) -> int:
    """Return how many air strikes can be made in this turn, whether they are ready or still on the turn's space.

    What is still there in a sand storm is lost (NQoS S1.0, 3.2), whether its marker is taken off or not.
    """
    waiting = 0 if position.weather == _SANDSTORM else position.planned_strikes.count(position.time.turn)
    return position.strikes + waiting


_STRIKES: Final[Mapping[str, Callable[[Position], Any]]] = {
    "strikes": _strikes_now, "planned_strikes": _later_strikes,
}  # fmt: skip


_LEVELS: Final[Mapping[AspectKind, Callable[[Position], Mapping[Hex, int]]]] = {
    AspectKind.BARRAGES: lambda position: position.barrages,
    AspectKind.MINES: lambda position: position.mines,
}
"""The levels of markers that are placed in hexes."""
_VALUES: Final[Mapping[AspectKind, Callable[[Position, Aspect], Any]]] = {
    AspectKind.UNIT: _value_of_unit,
    AspectKind.LEADER: lambda position, aspect: position.leaders[aspect.subject].place,
    AspectKind.POINTS: lambda position, aspect: getattr(position.points[aspect.subject], aspect.field),
    AspectKind.CONDITION: _value_of_condition,
    AspectKind.FLAG: lambda position, aspect: aspect.subject in position.flags,
    AspectKind.RETURN: lambda position, aspect: position.returning.get(aspect.subject),
    AspectKind.CHIT: lambda position, aspect: aspect.subject in position.next_turn,
    AspectKind.MUG: lambda position, aspect: aspect.subject in position.mug,
    AspectKind.BARRAGES: lambda position, aspect: position.barrages.get(Hex.parse(aspect.subject)),
    AspectKind.MINES: lambda position, aspect: position.mines.get(Hex.parse(aspect.subject)),
}
"""The functions that return the value of each kind of aspect in a position."""


def differing(one: Position, other: Position, units: Iterable[str] | None = None) -> Iterator[Aspect]:
    """Yield the aspects in which two positions differ; of the units only those given, if any are."""
    for unit in one.units if units is None else units:
        if one.units[unit] is not other.units[unit]:
            yield from _differing_of_unit(unit, one.units[unit], other.units[unit])
    if one.leaders is not other.leaders:
        yield from (Aspect(AspectKind.LEADER, leader) for leader, state in one.leaders.items()
                    if state.place != other.leaders[leader].place)  # fmt: skip
    if one.points is not other.points:
        for division, points in one.points.items():
            for name in (AspectField.COMMAND, AspectField.DISPATCH):
                if getattr(points, name) != getattr(other.points[division], name):
                    yield Aspect(AspectKind.POINTS, division, name)
    yield from _differing_conditions(one, other)
    yield from _put_elsewhere(one, other)
    for kind, levels in _LEVELS.items():
        first, second = levels(one), levels(other)
        if first != second:
            yield from (Aspect(kind, str(place)) for place in sorted({*first, *second})
                        if first.get(place) != second.get(place))  # fmt: skip


def is_reminder_left_out(table: Position, aspect: Aspect) -> bool:
    """Return whether a marker is missing that no rule asks for: it only reminds of what is known without it.

    That is an event that was used up, and who holds the hex that decides as long as his units are in it.
    """
    if aspect.kind is not AspectKind.FLAG or value_of(table, aspect):
        return False
    rules = exclusive_rules(table.game)
    held = rules.note(table).flags & frozenset(rules.control_flags.values())
    return aspect.subject in used_up(table.game) or aspect.subject in held


def _differing_of_unit(unit: str, one: UnitState, other: UnitState) -> Iterator[Aspect]:
    """Yield the aspects in which two states of a unit differ: off the map only that it is there no more, or again.

    A hex that is not known in one of them is no difference.
    """
    is_there = one.status is Status.ON_MAP
    if is_there is not (other.status is Status.ON_MAP):
        yield unit_aspect(unit, AspectField.STATUS)
    elif is_there:
        first, second = _SHOWN(one), _SHOWN(other)
        if first != second:
            shown = zip(UNIT_FIELDS[1:], first[1:], second[1:], strict=True)
            unknown = AspectField.PLACE if one.place is None or other.place is None else AspectField.NONE
            yield from (unit_aspect(unit, name) for name, old, new in shown if old != new and name != unknown)


def _differing_conditions(one: Position, other: Position) -> Iterator[Aspect]:
    unknown = _ROLLED if "weather" in (*one.due, *other.due) else frozenset[str]()
    for name in CONDITIONS:
        aspect = Aspect(AspectKind.CONDITION, name)
        if name not in unknown and value_of(one, aspect) != value_of(other, aspect):
            yield aspect
    if one.flags != other.flags:
        control = exclusive_rules(one.game).control_flags.get(1)
        shown = {*effects(one.game), *used_up(one.game), control}
        yield from (Aspect(AspectKind.FLAG, flag) for flag in sorted((one.flags ^ other.flags) & shown))


def _put_elsewhere(one: Position, other: Position) -> Iterator[Aspect]:
    """Yield who comes back at another time, and the chits that are in the mug in one position only.

    A Formation chit that was played may be anywhere, but not in the mug. What should be in it may still lie where chits
    are played and wait for the next turn, until its player comes to it.
    """
    times = other.returning
    yield from (
        Aspect(AspectKind.RETURN, name) for name, time in one.returning.items() if times.get(name, time) != time
    )
    if one.mug != other.mug:
        known, chits = {*one.mug, *one.played, *one.next_turn, one.first_chit}, one.game.chits
        yield from (Aspect(AspectKind.MUG, chit) for chit in other.mug
                    if chit not in known and chits[chit].kind == ChitKind.FORMATION)  # fmt: skip
        about = {*other.mug, *other.played, *other.next_turn, other.activation.chit}
        yield from (Aspect(AspectKind.MUG, chit) for chit in one.mug if chit not in about)
    if one.next_turn != other.next_turn:
        yield from (Aspect(AspectKind.CHIT, chit) for chit in one.next_turn if chit in other.mug)
        yield from (Aspect(AspectKind.CHIT, chit) for chit in other.next_turn if chit in one.mug)


def carried(position: Position, table: Position, aspects: Iterable[Aspect]) -> Position:
    """Return a position in which some aspects are as they are on the table."""
    for aspect in aspects:
        position = _CARRIED[aspect.kind](position, table, aspect)
    return position


def _carried_unit(position: Position, table: Position, aspect: Aspect) -> Position:
    if aspect.field == AspectField.STATUS:
        seen = table.units[aspect.subject]
        times = {name: time for name, time in position.returning.items() if name != aspect.subject}
        if (time := table.returning.get(aspect.subject)) is not None:
            times[aspect.subject] = time
        position = position.after(returning=times)
        return position.with_unit(aspect.subject, **{name: getattr(seen, name) for name in UNIT_FIELDS})
    value = value_of(table, aspect)
    return position.with_unit(aspect.subject, **{aspect.field: value}) if value is not None else position


def _carried_leader(position: Position, table: Position, aspect: Aspect) -> Position:
    leader, seen = aspect.subject, table.leaders[aspect.subject]
    refuges = {other: places for other, places in position.possible_refuges.items() if other != leader}
    if leader in table.possible_refuges:
        refuges[leader] = table.possible_refuges[leader]
    leaders = {**position.leaders, leader: LeaderState(seen.status, seen.place)}
    return position.after(leaders=leaders, possible_refuges=refuges)


def _carried_points(position: Position, table: Position, aspect: Aspect) -> Position:
    points = replace(position.points[aspect.subject], **{aspect.field: value_of(table, aspect)})
    return position.after(points={**position.points, aspect.subject: points})


def _carried_condition(position: Position, table: Position, aspect: Aspect) -> Position:
    return position.after(**{aspect.subject: getattr(table, aspect.subject)})


def _carried_flag(position: Position, _: Position, aspect: Aspect) -> Position:
    return position.after(flags=position.flags ^ {aspect.subject})


def _carried_return(position: Position, table: Position, aspect: Aspect) -> Position:
    return position.after(returning={**position.returning, aspect.subject: value_of(table, aspect)})


def _carried_chit(position: Position, table: Position, aspect: Aspect) -> Position:
    return _with_chit_put(position, aspect.subject, for_next_turn=value_of(table, aspect))


def _carried_mug(position: Position, table: Position, aspect: Aspect) -> Position:
    chits = {*position.mug, aspect.subject} if value_of(table, aspect) else {*position.mug} - {aspect.subject}
    return position.after(mug=tuple(sorted(chits)))


def _carried_level(position: Position, table: Position, aspect: Aspect) -> Position:
    place, value = Hex.parse(aspect.subject), value_of(table, aspect)
    levels = {where: level for where, level in _LEVELS[aspect.kind](position).items() if where != place}
    if value is not None:
        levels[place] = value
    return position.after(**{aspect.kind.value: dict(sorted(levels.items()))})


_CARRIED: Final[Mapping[AspectKind, Callable[[Position, Position, Aspect], Position]]] = {
    AspectKind.UNIT: _carried_unit,
    AspectKind.LEADER: _carried_leader,
    AspectKind.POINTS: _carried_points,
    AspectKind.CONDITION: _carried_condition,
    AspectKind.FLAG: _carried_flag,
    AspectKind.RETURN: _carried_return,
    AspectKind.CHIT: _carried_chit,
    AspectKind.MUG: _carried_mug,
    AspectKind.BARRAGES: _carried_level,
    AspectKind.MINES: _carried_level,
}
"""The functions that put each kind of aspect into a position."""


def _with_chit_put(position: Position, chit: str, *, for_next_turn: bool) -> Position:
    """Return the position with a bought chit among those of the next turn, or else in the mug."""
    mug, bought = ([each for each in chits if each != chit] for chits in (position.mug, position.next_turn))
    (bought if for_next_turn else mug).append(chit)
    return position.after(mug=tuple(sorted(mug)), next_turn=tuple(sorted(bought)))
