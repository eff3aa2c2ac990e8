"""Logs as the stages of the referee see them, written as text: one line a step, with what happened in it.

A line is ``player | event; event``; several steps stand on several lines. Units are called by their printed names, or
by anything where no game is needed. The events::

    L/2/13 DBLE: fire                 chosen in the unit's menu; the rest of a line after the action is what was written
    L/2/13 DBLE says: fire at A       typed into the chat; "=4" at the end: the face of the die that was named;
                                      ", failed": a check failed, no face is told
    L/2/13 DBLE words: fire           the same in words of the player's own
    roll named suppression =4         a die's purpose told without a unit
    a check named =4                  the same, of a check of Troop Quality that may be any
    die 4                             rolled; "die 4 for spotting of A": the log itself tells it; "die 4 dismissed"
    ignore                            the last die is said to be none
    "good luck"                       said, and means nothing
    mark it                           said: the other player is asked to put a marker down
    missed                            said, and the result of a die
    A to 26.12                        dragged; "A off": taken from the map; "A in 26.12": from beside the map
    Pasqualini goes to 26.12          a leader
    A suppressed 1                    a state set
    A turned up                       or down
    french command 4                  points set
    chit some-chit to In play         "chit some-chit from Mug to In play"
    time 05-27 1100                   the turn set
    barrage 26.12 light               or heavy, or none
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from adjudicator.game.action_words import Declaration
from adjudicator.game.hexes import Hex
from adjudicator.game.open_enums import member
from adjudicator.game.play import RollPurpose
from adjudicator.game.position import Position, Status
from adjudicator.game.scenarios import TurnTime
from adjudicator.referee.events import (
    ChitMoved,
    Declared,
    DieDismissed,
    DieRolled,
    LeaderMoved,
    LevelSet,
    ObservedStep,
    PointsSet,
    ResultTold,
    RollNamed,
    Said,
    StateSet,
    TableEvent,
    TimeSet,
    TurnedOver,
    UnitMoved,
)
from tests.support.rule_cases import unit_id

__all__ = ["event", "event_words", "events", "steps"]

SIDES: Final = {"Anna": "axis", "Bert": "french"}
"""The players of the written logs and their sides."""


def named(name: str) -> str:
    """Return the id that a printed name stands for; any other text is an id itself."""
    try:
        return unit_id(name)
    except AssertionError:
        return name


def _place(text: str | None) -> Hex | None:
    return Hex.parse(text) if text else None


_FORMS: Final[Sequence[tuple[str, Callable[..., TableEvent]]]] = (
    (r'"(?P<text>.*)"', Said),
    (r"ignore", lambda: DieDismissed("ignore that one")),
    (r"die (?P<face>\d)", lambda face: DieRolled(int(face))),
    (r"mark it", lambda: Said("mark it pls", leaves_marks=True)),
    (r"missed", lambda: Said("missed", results=(ResultTold(failed=True),))),
    (r"die (?P<face>\d) dismissed", lambda face: DieRolled(int(face), dismissed=True)),
    (r"die (?P<face>\d) for (?P<purpose>\S+) of (?P<unit>.+)",
     lambda face, purpose, unit: DieRolled(int(face), RollPurpose(purpose), named(unit))),
    (r"roll named (?P<purpose>\S+?)(?: =(?P<face>\d))?",
     lambda purpose, face: RollNamed(RollPurpose(purpose), int(face) if face else None)),
    (r"a check named =(?P<face>\d)", lambda face: RollNamed(RollPurpose.OPEN, int(face))),
    (r"time (?P<text>.+)", lambda text: TimeSet(TurnTime(*text.split()))),
    (r"chit (?P<chit>\S+)(?: from (?P<origin>.+?))? to (?P<target>.+)",
     lambda chit, origin, target: ChitMoved(chit, origin or "", target)),
    (r"(?P<kind>barrage|minefield) (?P<place>\d\d\.\d\d) (?P<level>none|light|heavy)",
     lambda kind, place, level: LevelSet(kind, Hex.parse(place), ("none", "light", "heavy").index(level))),
    (r"(?P<leader>.+) goes to (?P<place>\d\d\.\d\d)",
     lambda leader, place: LeaderMoved(named(leader), None, _place(place))),
    (r"(?P<unit>.+) turned (?P<face>up|down)", lambda unit, face: TurnedOver(named(unit), face == "down")),
    (r"(?P<unit>.+) to (?P<place>\d\d\.\d\d)",
     lambda unit, place: UnitMoved(named(unit), None, _place(place), Status.ON_MAP, Status.ON_MAP)),
    (r"(?P<unit>.+) in (?P<place>\d\d\.\d\d)",
     lambda unit, place: UnitMoved(named(unit), None, _place(place), Status.WAITING, Status.ON_MAP)),
    (r"(?P<unit>.+) off", lambda unit: UnitMoved(named(unit), None, None, Status.ON_MAP, Status.ELIMINATED)),
    (r"(?P<unit>[^:]+?)(?P<says> says| words)?: (?P<action>[a-z-]+)(?: (?P<rest>[^=]+?))?(?: =(?P<face>\d))?"
     r"(?P<failed>, failed)?",
     lambda unit, says, action, rest, face, failed: Declared(
         named(unit), member(Declaration, action), rest or "", spoken=bool(says), own_words=says == " words",
         face=int(face) if face else None,
         results=(ResultTold(of_shot=False, failed=True),) if failed else ())),
    (r"(?P<division>[a-z0-9-]+) (?P<kind>command|dispatch) (?P<points>\d+)",
     lambda division, kind, points: PointsSet(division, kind, int(points))),
    (r"(?P<unit>.+) (?P<state>[a-z-]+) (?P<level>\d)",
     lambda unit, state, level: StateSet(named(unit), state, int(level))),
)  # fmt: skip


def event(text: str) -> TableEvent:
    """Return the event that a text stands for."""
    for form, make in _FORMS:
        if found := re.fullmatch(form, text):
            return make(**found.groupdict())
    raise AssertionError(f"no event is written {text!r}")


def events(text: str) -> tuple[TableEvent, ...]:
    """Return events that are written with semicolons between."""
    return tuple(event(each.strip()) for each in text.split(";") if each.strip())


def steps(lines: Iterable[str], table: Position, *, log: int = 0) -> tuple[ObservedStep, ...]:
    """Return the steps of a log, and what lies on the table after each; ``---`` on a line begins the next log."""
    found: list[ObservedStep] = []
    number = 0
    for line in lines:
        if line.strip() == "---":
            log, number = log + 1, 0
            continue
        number += 1
        player, _, told = line.partition("|")
        known: list[TableEvent] = []
        for each in events(told):
            happened = _from_here(each, table)
            known.append(happened)
            table = _after(happened, table)
        found.append(ObservedStep(log, number, player.strip(), SIDES.get(player.strip(), ""), tuple(known), table))
    return tuple(found)


def _from_here(happened: TableEvent, table: Position) -> TableEvent:
    """Return an event with the place where it began."""
    if isinstance(happened, UnitMoved) and happened.unit in table.units:
        return replace(happened, origin=table.units[happened.unit].place)
    if isinstance(happened, LeaderMoved) and happened.leader in table.leaders:
        return replace(happened, origin=table.leaders[happened.leader].place)
    return happened


def _after(happened: TableEvent, table: Position) -> Position:
    """Return what lies on the table after an event; what the stages do not look at stays as it is."""
    if isinstance(happened, UnitMoved) and happened.unit in table.units:
        return table.with_unit(happened.unit, place=happened.target, status=happened.went)
    if isinstance(happened, TurnedOver) and happened.unit in table.units:
        return table.with_unit(happened.unit, hidden=happened.hidden)
    if isinstance(happened, PointsSet) and happened.division in table.points:
        changed = replace(table.points[happened.division], **{happened.kind: happened.points})
        return table.after(points={**table.points, happened.division: changed})
    if isinstance(happened, StateSet) and happened.unit in table.units and happened.state in _FLAGS:
        return table.with_unit(happened.unit, **{happened.state: _FLAGS[happened.state](happened.level)})
    return table


_FLAGS: Final[dict[str, Callable[[int], object]]] = {
    "suppressed": bool,
    "column": bool,
    "mounted": bool,
    "cohesion": int,
}


def _die_named(happened: Declared | RollNamed) -> str:
    """Return the step of the die that words name, where they know it."""
    return "" if happened.step_of_die is None else f" of the die in step {happened.step_of_die[1]}"


def event_words(happened: TableEvent) -> str:
    """Return an event in a few words, to tell it from others of a case."""
    match happened:
        case DieRolled():
            return f"die {happened.face}" + (" dismissed" if happened.dismissed else "")
        case Declared():
            return f"{happened.unit}: {happened.action}{_die_named(happened)}"
        case RollNamed():
            return f"roll named {happened.purpose}{_die_named(happened)}"
        case UnitMoved():
            return f"{happened.unit} to {happened.target}"
        case StateSet():
            return f"{happened.unit} {happened.state} {happened.level}"
        case TurnedOver():
            return f"{happened.unit} turned {'down' if happened.hidden else 'up'}"
        case ChitMoved():
            return f"chit {happened.chit} to {happened.target}"
        case PointsSet():
            return f"{happened.division} {happened.kind} {happened.points}"
        case _:
            return type(happened).__name__
