"""Where the table and the position by the rules differ, thing by thing.

A difference is first kept open: players put markers down late, or early. What is still different when it matters is
told once; then the game goes on from what lies on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ...game.hexes import Hex
from ...game.position import LeaderState, Points, Position, Status
from ...module_layout.turn_markers import EFFECTS, used_up
from ...rules.bir_hacheim.waiting_formations import LAST_HELD_BY_AXIS
from ...rules.series.conditions import NIGHT

__all__ = ["CONDITIONS", "Aspect", "aspects_of_unit", "carried", "differing", "value_of"]

UNIT_FIELDS: Final = (
    "status", "place", "hidden", "steps", "suppressed", "cohesion", "column", "mounted", "improvement", "men_at_work",
    "contact", "counterbattery_fired", "wrong_ammo",
)  # fmt: skip
"""What a table shows of a unit, the most telling first."""
CONDITIONS: Final = ("weather", "day_weather", "supply", "morale", "strikes", "planned_strikes", "rommel")
"""What the tracks and boxes show, fields of the position."""
_ROLLED: Final = frozenset({"weather", "day_weather"})
"""What is not known as long as the weather is still to be rolled for."""


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that can be compared."""

    kind: str
    """``unit``, ``leader``, ``points``, ``barrages``, ``mines``, ``condition``, ``flag``, ``return``, ``chit`` (bought
    for the next turn) or ``mug`` (a Formation chit in it)."""
    subject: str
    """A unit, a leader, a division, a hex by its name, one of :data:`CONDITIONS`, a flag, or a chit."""
    field: str = ""
    """A field of the unit, or of the points."""


def aspects_of_unit(unit: str) -> Iterator[Aspect]:
    """Yield all that can be compared of a unit."""
    return (Aspect("unit", unit, name) for name in UNIT_FIELDS)


def value_of(position: Position, aspect: Aspect) -> Any:
    """Return what an aspect is in a position. What a unit off the map is like does not matter: it is None."""
    if aspect.kind == "unit":
        state = position.units[aspect.subject]
        if aspect.field == "status":
            return state.status is Status.ON_MAP
        return getattr(state, aspect.field) if state.status is Status.ON_MAP else None
    if aspect.kind == "leader":
        return position.leaders[aspect.subject].place
    if aspect.kind == "points":
        return getattr(position.points[aspect.subject], aspect.field)
    if aspect.kind == "condition":
        seen = _STRIKES.get(aspect.subject)
        return seen(position) if seen is not None else getattr(position, aspect.subject)
    if aspect.kind == "flag":
        return aspect.subject in position.flags
    if aspect.kind == "return":
        return position.returning.get(aspect.subject)
    if aspect.kind == "chit":
        return aspect.subject in position.next_turn
    if aspect.kind == "mug":
        return aspect.subject in position.mug
    levels = position.barrages if aspect.kind == "barrages" else position.mines
    return levels.get(Hex.parse(aspect.subject))


def _later_strikes(position: Position) -> tuple[str, ...]:
    """Return the turns of the air strikes that are still to come after this one.

    Those of this turn may lie ready. Those of the Night turn are lost (NQoS S1.0), whether they are marked or not.
    """
    turns = position.game.calendar.turns
    now = turns.index(position.time.turn)
    return tuple(turn for turn in position.planned_strikes if turns.index(turn) > now and turn != NIGHT)


def _strikes_now(position: Position) -> int:
    """Return how many air strikes can be made in this turn, whether they lie ready or still on the turn's space."""
    return position.strikes + position.planned_strikes.count(position.time.turn)


_STRIKES: Final[Mapping[str, Callable[[Position], Any]]] = {
    "strikes": _strikes_now, "planned_strikes": _later_strikes,
}  # fmt: skip


def differing(one: Position, other: Position, units: Iterable[str] | None = None) -> Iterator[Aspect]:
    """Yield the aspects in which two positions differ; of the units only those given, if any are."""
    for unit in one.units if units is None else units:
        if one.units[unit] is not other.units[unit]:
            gone = (one.units[unit].status is Status.ON_MAP) != (other.units[unit].status is Status.ON_MAP)
            for aspect in aspects_of_unit(unit):
                if value_of(one, aspect) != value_of(other, aspect):
                    yield aspect
                if gone:
                    break
    if one.leaders is not other.leaders:
        yield from (Aspect("leader", leader) for leader, state in one.leaders.items()
                    if state.place != other.leaders[leader].place)  # fmt: skip
    if one.points is not other.points:
        for division, points in one.points.items():
            for name in ("command", "dispatch"):
                if getattr(points, name) != getattr(other.points[division], name):
                    yield Aspect("points", division, name)
    yield from _differing_conditions(one, other)
    yield from _put_elsewhere(one, other)
    for kind in ("barrages", "mines"):
        first, second = getattr(one, kind), getattr(other, kind)
        if first != second:
            yield from (Aspect(kind, str(place)) for place in sorted({*first, *second})
                        if first.get(place) != second.get(place))  # fmt: skip


def _differing_conditions(one: Position, other: Position) -> Iterator[Aspect]:
    unknown = _ROLLED if "weather" in (*one.due, *other.due) else frozenset[str]()
    for name in CONDITIONS:
        aspect = Aspect("condition", name)
        if name not in unknown and value_of(one, aspect) != value_of(other, aspect):
            yield aspect
    if one.flags != other.flags:
        shown = {*EFFECTS, *used_up(one.game), LAST_HELD_BY_AXIS}
        yield from (Aspect("flag", flag) for flag in sorted((one.flags ^ other.flags) & shown))


def _put_elsewhere(one: Position, other: Position) -> Iterator[Aspect]:
    """Yield who comes back at another time, and the bought chits that lie in the mug in one position only.

    A Formation chit that was played may lie anywhere, but not in the mug.
    """
    times = other.returning
    yield from (Aspect("return", name) for name, time in one.returning.items() if times.get(name, time) != time)
    if one.mug != other.mug:
        known, chits = {*one.mug, *one.played, *one.next_turn, one.first_chit}, one.game.chits
        yield from (Aspect("mug", chit) for chit in other.mug
                    if chit not in known and chits[chit].kind == "formation")  # fmt: skip
    if one.next_turn != other.next_turn:
        yield from (Aspect("chit", chit) for chit in one.next_turn if chit in other.mug)
        yield from (Aspect("chit", chit) for chit in other.next_turn if chit in one.mug)


def carried(position: Position, table: Position, aspects: Iterable[Aspect]) -> Position:
    """Return a position in which some aspects are as they are on the table."""
    for aspect in aspects:
        position = _taken_over(position, table, aspect)
    return position


def _taken_over(position: Position, table: Position, aspect: Aspect) -> Position:
    value = value_of(table, aspect)
    if aspect.kind == "unit":
        seen = table.units[aspect.subject]
        if aspect.field == "status":
            names = UNIT_FIELDS
            return position.with_unit(aspect.subject, **{name: getattr(seen, name) for name in names})
        return position.with_unit(aspect.subject, **{aspect.field: value}) if value is not None else position
    if aspect.kind == "leader":
        status = table.leaders[aspect.subject].status
        return position.after(leaders={**position.leaders, aspect.subject: LeaderState(status, value)})
    if aspect.kind == "points":
        old = position.points[aspect.subject]
        new = Points(value, old.dispatch) if aspect.field == "command" else Points(old.command, value)
        return position.after(points={**position.points, aspect.subject: new})
    if aspect.kind == "condition":
        return position.after(**{aspect.subject: getattr(table, aspect.subject)})
    if aspect.kind == "flag":
        return position.after(flags=position.flags ^ {aspect.subject})
    if aspect.kind == "return":
        return position.after(returning={**position.returning, aspect.subject: value})
    if aspect.kind == "chit":
        return _with_chit_put(position, aspect.subject, for_next_turn=value)
    if aspect.kind == "mug":
        return position.after(mug=tuple(sorted({*position.mug, aspect.subject}))) if value else position
    place = Hex.parse(aspect.subject)
    levels = {where: level for where, level in getattr(position, aspect.kind).items() if where != place}
    if value is not None:
        levels[place] = value
    return position.after(**{aspect.kind: dict(sorted(levels.items()))})


def _with_chit_put(position: Position, chit: str, *, for_next_turn: bool) -> Position:
    """Return the position with a bought chit among those of the next turn, or else in the mug."""
    mug, bought = ([each for each in chits if each != chit] for chits in (position.mug, position.next_turn))
    (bought if for_next_turn else mug).append(chit)
    return position.after(mug=tuple(sorted(mug)), next_turn=tuple(sorted(bought)))
