"""The Random Event chit and the ten random events (NQoS S3.0, R6.19, R4.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ...game.hexes import Hex
from ...game.play import CarryOutEvent, RollPurpose
from ...game.position import LeaderState, Position, Status, UnitState
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..series.contact import lose_contact
from ..series.formations import formations_on_map, is_on_map
from ..series.minefields import mine_level
from ..series.results import apply_result
from ..series.sight import zone_units
from ..series.stacking import room_to_stop
from ..series.table_rolls import roll_on_table
from .fortress import is_fortified
from .morale import change_morale
from .supply_and_events import ARTILLERY_LEADER_KILLED, TRAVERS_INJURED
from .withdrawal import withdraw_formation

__all__ = [
    "ENDS_WITH_DAY",
    "can_happen",
    "carry_out_event",
    "draw_event",
    "event_hexes",
    "steps_on_map",
    "without_events_of_day",
]

_EVENTS: Final = "random-events"
_CHIT: Final = "random-event-chit"
_FRENCH, _AXIS, _GERMANS = "french", "axis", "90-leichte"
_INDIRECT_HE: Final = "orange"
_WOLZ: Final = "kg-wolz"
_INDIAN_GUN: Final = "indian-gun"
_ONCE, _ONCE_A_DAY = "once", "once a day"
ENDS_WITH_DAY: Final = frozenset({TRAVERS_INJURED, ARTILLERY_LEADER_KILLED, "rommel-happened"})
"""The flags that are taken off at the end of the Night turn (NQoS S3.0, events 0, 7 and 8)."""


def without_events_of_day(position: Position) -> Position:
    """Return the position without the effects that last for a day, as its Night turn ends.

    Rommel and two other events (NQoS S3.0, event 0; S3.0, event 7; S3.0, event 8), and air strikes (S1.0).
    """
    return position.after(flags=position.flags - ENDS_WITH_DAY, commander_with="", planned_strikes=())


def _happened(event: str) -> str:
    """Return the flag of an event that has happened."""
    return f"{event}-happened"


# the chit


def draw_event(judgement: Judgement) -> None:
    """Roll for the Random Event chit: on a 0 a second die determines the event (NQoS S3.0).

    An event that cannot happen (again) is no event. Some are carried out at once; others need a player's decision or
    dice, which come before anything else.
    """
    position, book = judgement.position, judgement.book
    rows = (book.row_for(_CHIT, "die", face) for face in range(10))
    happens = tuple(book.flag(_CHIT, row, "event") for row in rows)
    if not roll_on_table(judgement, RollPurpose.RANDOM_EVENT, happens, book.rule(_CHIT)):
        return
    keys = tuple(book.row_for(_EVENTS, "die", face) for face in range(10))
    event = roll_on_table(judgement, RollPurpose.EVENT, keys, book.rule(_EVENTS))
    if not can_happen(position, book, event):
        return
    flags = judgement.position.flags
    if book.text(_EVENTS, event, "repeats") in (_ONCE, _ONCE_A_DAY):
        flags |= {_happened(event)}
    judgement.position = judgement.position.after(flags=flags)
    if event in _AT_ONCE:
        _AT_ONCE[event](judgement)
    else:
        judgement.position = judgement.position.after(event=event)


def can_happen(position: Position, book: RuleBook, event: str) -> bool:
    """Return whether an event happens if it is rolled: one-time events only once, and only if possible (NQoS S3.0)."""
    if _happened(event) in position.flags:
        return False
    possible = _POSSIBLE.get(event)
    return possible is None or possible(position, book)


def _axis_leaders(position: Position) -> Iterator[str]:
    game = position.game
    return (
        leader for leader, state in position.leaders.items()
        if state.status is Status.ON_MAP and game.divisions[game.leaders[leader].division].side == _AXIS
    )  # fmt: skip


def steps_on_map(position: Position, formation: str) -> int:
    """Return the steps that a formation has on the map (NQoS S3.0, event 2)."""
    return sum(
        state.steps for unit, state in position.units.items()
        if state.status is Status.ON_MAP and position.game.units[unit].formation == formation
    )  # fmt: skip


def event_hexes(position: Position, book: RuleBook, event: str) -> tuple[Hex, ...]:
    """Return the hexes that may be chosen for an event (NQoS S3.0).

    Any of Bir Hacheim for the ammunition dump (S3.0, event 1); for the Indian Gun (S3.0, event 5) one without mines,
    outside enemy Fire Zones and with room for it (R8.1).
    """
    fort = (place for place in position.game.map.hexes if is_fortified(position, place))
    if event == _INDIAN_GUN:
        return tuple(place for place in fort if not _gun_problem(position, book, place))
    return tuple(fort)


def _gun_problem(position: Position, book: RuleBook, place: Hex) -> str:
    """Return the refusal of a hex for the Indian Gun (NQoS S3.0, event 5; R8.1), empty if there is none."""
    if not is_fortified(position, place) or mine_level(position, place):
        return "event-hex"
    if zone_units(position, book, place, _FRENCH) or any(
        position.side(unit) != _FRENCH for unit in position.units_in(place)
    ):
        return "event-hex-in-zone"
    return "" if room_to_stop(position, book, _INDIAN_GUN, place, column=False) else "event-hex-full"


_POSSIBLE: Final[Mapping[str, Callable[[Position, RuleBook], bool]]] = {
    "rommel": lambda position, _book: any(True for _ in _axis_leaders(position)),
    "relief-1": lambda position, _book: bool(formations_on_map(position, division=_GERMANS)),
    "relief-2": lambda position, _book: is_on_map(position, _WOLZ),
    _INDIAN_GUN: lambda position, book: (
        position.units.get(_INDIAN_GUN, UnitState(Status.ELIMINATED)).status is Status.WAITING
        and bool(event_hexes(position, book, _INDIAN_GUN))
    ),
    "surrender-requested": lambda position, _book: position.morale is not None,
}
"""The conditions under which an event can happen at all."""


# events without a decision


def _french_guns(judgement: Judgement) -> tuple[str, ...]:
    """Return the French Indirect HE units that are still in play."""
    return tuple(
        unit for unit, state in judgement.position.units.items()
        if judgement.side(unit) == _FRENCH and judgement.unit(unit).ratings.weapon == _INDIRECT_HE
        and state.status is not Status.ELIMINATED
    )  # fmt: skip


def _wrong_ammo(judgement: Judgement) -> None:
    """Mark every French Indirect HE unit (NQoS S3.0, event 4)."""
    for unit in _french_guns(judgement):
        judgement.change(unit, wrong_ammo=True)


def _radio_lines(judgement: Judgement) -> None:
    """Turn the contact markers of the French guns to Pending, and give them back (NQoS S3.0, event 6; R10.3)."""
    for unit in _french_guns(judgement):
        if judgement.state(unit).contact:
            lose_contact(judgement, unit)


def _set_flag(judgement: Judgement, flag: str) -> None:
    """Note an event that lasts for the day (NQoS S3.0, event 7; S3.0, event 8)."""
    judgement.position = judgement.position.after(flags=judgement.position.flags | {flag})


_AT_ONCE: Final[Mapping[str, Callable[[Judgement], None]]] = {
    "relief-2": lambda judgement: withdraw_formation(judgement, _WOLZ),
    "wrong-ammo": _wrong_ammo,
    "radio-lines": _radio_lines,
    "travers-injured": lambda judgement: _set_flag(judgement, TRAVERS_INJURED),
    "artillery-leader-killed": lambda judgement: _set_flag(judgement, ARTILLERY_LEADER_KILLED),
}
"""The events that need no decision (NQoS S3.0, events 3, 4, 6, 7 and 8)."""


# events with a decision


def carry_out_event(judgement: Judgement, action: CarryOutEvent) -> None:
    """Judge a player's decision and rolls for the event that has come (NQoS S3.0, events 0, 1, 2, 5 and 9)."""
    event = judgement.position.event
    if not event:
        judgement.refuse("no-event-due")
        return
    for key, given in (("leader", action.leader), ("hex", action.hex), ("formations", action.formations)):
        if given and key != _CHOICES[event][0]:
            judgement.refuse("event-choice-not-needed", event=_name(judgement), choice=key)
    if _CHOICES[event][1](judgement, action):
        judgement.position = judgement.position.after(event="")


def _name(judgement: Judgement) -> str:
    return judgement.book.text(_EVENTS, judgement.position.event, "name")


def _rommel(judgement: Judgement, action: CarryOutEvent) -> bool:
    """Put Rommel with an Axis leader for the rest of the day (NQoS S3.0, event 0)."""
    if action.leader not in set(_axis_leaders(judgement.position)):
        leader = judgement.position.game.leaders.get(action.leader)
        judgement.refuse("rommel-with-nobody", leader=leader.name if leader else action.leader or "nobody")
        return False
    judgement.position = judgement.position.after(commander_with=action.leader)
    return True


def _ammo_dump(judgement: Judgement, action: CarryOutEvent) -> bool:
    """Give an S? to every unit in the hex of Bir Hacheim that the Axis player picks (NQoS S3.0, event 1)."""
    if action.hex is None or not is_fortified(judgement.position, action.hex):
        judgement.refuse("event-hex", event=_name(judgement), hex=action.hex or "none")
        return False
    for unit in judgement.position.units_in(action.hex):
        apply_result(judgement, unit, "S?")
    return True


def _relief(judgement: Judgement, action: CarryOutEvent) -> bool:
    """Withdraw German formations with at least as many steps as the die shows (NQoS S3.0, event 2)."""
    position, book = judgement.position, judgement.book
    there = formations_on_map(position, division=_GERMANS)
    for formation in action.formations:
        if formation not in there or action.formations.count(formation) > 1:
            known = position.game.formations.get(formation)
            judgement.refuse("event-formation", event=_name(judgement), formation=known.name if known else formation)
            return False
    needed = roll_on_table(judgement, RollPurpose.RELIEF, tuple(range(10)), book.rule(_EVENTS, "relief-1"))
    given = sum(steps_on_map(position, formation) for formation in action.formations)
    if given < needed and set(action.formations) != set(there):
        judgement.refuse("relief-too-few-steps", steps=given, needed=needed)
    for formation in action.formations:
        withdraw_formation(judgement, formation)
    return True


def _indian_gun(judgement: Judgement, action: CarryOutEvent) -> bool:
    """Put the Indian Gun into Bir Hacheim (NQoS S3.0, event 5)."""
    problem = _gun_problem(judgement.position, judgement.book, action.hex) if action.hex is not None else "event-hex"
    if problem:
        judgement.refuse(problem, event=_name(judgement), hex=action.hex or "none")
        return False
    judgement.change(_INDIAN_GUN, status=Status.ON_MAP, place=action.hex)
    return True


def _surrender(judgement: Judgement, action: CarryOutEvent) -> bool:
    """Remove a formation and set Morale to 0 if the French die is above French Morale (NQoS S3.0, event 9).

    A formation named for surrender is ignored if the die is not above Morale.
    """
    position, book = judgement.position, judgement.book
    morale = position.morale or 0
    rule = book.rule(_EVENTS, "surrender-requested")
    surrenders = roll_on_table(judgement, RollPurpose.SURRENDER, tuple(face > morale for face in range(10)), rule)
    there = formations_on_map(position, division=_FRENCH)
    if not surrenders:
        return True
    if there and (len(action.formations) != 1 or action.formations[0] not in there):
        known = position.game.formations
        names = ", ".join(known[each].name if each in known else each for each in action.formations)
        judgement.refuse("event-formation", event=_name(judgement), formation=names or "none")
        return False
    if there:
        _leave_play(judgement, action.formations[0])
    change_morale(judgement, -morale)
    return True


def _leave_play(judgement: Judgement, formation: str) -> None:
    """Take a formation and its leader off the map for good."""
    position, game = judgement.position, judgement.position.game
    units = {
        unit: UnitState(Status.WITHDRAWN, steps=state.steps) if game.units[unit].formation == formation
        and state.status is not Status.ELIMINATED else state
        for unit, state in position.units.items()
    }  # fmt: skip
    leaders = {
        leader: LeaderState(Status.WITHDRAWN) if game.leaders[leader].formation == formation
        and state.status is not Status.ELIMINATED else state
        for leader, state in position.leaders.items()
    }  # fmt: skip
    judgement.position = position.after(units=units, leaders=leaders)
    for unit, state in units.items():
        if state.contact_leader and leaders[state.contact_leader].status is Status.WITHDRAWN:
            lose_contact(judgement, unit)


_CHOICES: Final[Mapping[str, tuple[str, Callable[[Judgement, CarryOutEvent], bool]]]] = {
    "rommel": ("leader", _rommel),
    "ammo-dump": ("hex", _ammo_dump),
    "relief-1": ("formations", _relief),
    _INDIAN_GUN: ("hex", _indian_gun),
    "surrender-requested": ("formations", _surrender),
}
"""The choice for an event, and the function that carries the event out."""
