"""An action that is under way when the first file begins: Opportunity Fire, a minefield roll or an assault show it.

By mail the other side's shots come with its answer. If only that answer and the mail after it are at hand, no drag and
no words show what was shot at: it was begun before. Its unit is the one that is named as the target, or else the one
that checks, is marked, or goes on without announcing anything new. An assault shows by its defenders, who hold, or by
an attack of those who assault.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES, CounterState
from ...game.hexes import Hex
from ...game.position import Position, Status
from ...rules.series.minefields import mine_level
from ..accounts.candidates.fire import aimed_at
from ..events import (
    ChitMoved,
    Declared,
    LevelSet,
    ObservedStep,
    PointsSet,
    Said,
    StateSet,
    TableEvent,
    TimeSet,
    UnitMoved,
)
from .beginnings import ACTIVATIONS, beginning_of
from .segment import OpenSegment, SegmentKind

__all__ = ["BegunBefore", "action_begun_before"]

_Told = Sequence[tuple[TableEvent, ObservedStep]]

_OF_DEFENDERS: Final = frozenset({Declaration.HOLD, Declaration.RETREAT})
"""What defenders say when they are assaulted."""
_FIRE_IN_WORDS: Final = frozenset({Declaration.FIRE, Declaration.DIRECT_FIRE, Declaration.ASSAULT_FIRE})
_ATTACKS_OF_DEFENDERS: Final = _FIRE_IN_WORDS | {Declaration.OPPORTUNITY_FIRE, Declaration.ASSAULT}
_FIRE_ALONE: Final = _FIRE_IN_WORDS - {Declaration.ASSAULT_FIRE}
_SHOOTS: Final = frozenset({Declaration.FIRE, Declaration.SECOND_ACTION})
"""What players call Opportunity Fire as well."""
_WORKS: Final = frozenset({CounterState.POSITION, CounterState.MEN_AT_WORK})
"""States that show that an engineer has worked."""
_RALLIED: Final = frozenset({CounterState.SUPPRESSED, CounterState.COHESION})
"""States that a rally lowers."""


@dataclass(frozen=True, slots=True)
class BegunBefore:
    """An action that was begun before the first file."""

    shown_by: Declared | Said
    """The words that show it first."""
    meant: Declared | Said
    """What these words mean then."""
    unit: str
    kind: SegmentKind
    action: Declaration = Declaration.NONE
    others: tuple[str, ...] = ()
    """The units that take part in it with the first one."""

    def opened(self) -> OpenSegment:
        """Return the segment in which it goes on."""
        return OpenSegment(self.kind, [self.unit, *self.others], self.action, begun_before=True)


def action_begun_before(told: _Told, start: Position) -> BegunBefore | None:
    """Return the action in the midst of which a record begins with a position; None if nothing shows one."""
    touched = ""
    for at, (event, step) in enumerate(told):
        if (
            isinstance(event, Declared)
            and (begun := _shown_by(event, step, told[at + 1 :], touched, start)) is not None
        ):
            return begun if _may_act(start, begun.unit) else None
        if (held := _held(event, step, told[at + 1 :], start)) is not None:
            return held if _may_act(start, held.unit) else None
        if _begins(event, step):
            return None
        touched = _touched(event) or touched
    return None


def _shown_by(
    event: Declared, step: ObservedStep, later: _Told, touched: str, start: Position
) -> BegunBefore | None:  # fmt: skip
    """Return the action that words show; the last unit before them to which something happened was *touched*."""
    if event.action is Declaration.MINEFIELD_ROLL:
        return BegunBefore(event, event, event.unit, SegmentKind.MOVE)
    said = _said_in_assault(event, step, later, start)
    if said is not None:
        side = step.table.side(event.unit)
        return _assault(event, said, side, _first_of_the_other_side(side, later), later)
    if (attack := _said_in_attack(event, step, later, start)) is not None:
        others = _who_attacks(start.side(event.unit), later)
        known = dict.fromkeys((event.unit, *others))
        return BegunBefore(event, attack, event.unit, SegmentKind.ASSAULT, others=tuple(known)[1:])
    shot = _said_at_mover(event, start)
    if shot is None:
        return None
    unit = _fired_at(event, step, later, start) or touched
    if unit and _chooses_after(event, later):
        return _assault(event, shot, step.table.side(event.unit), unit, later)
    kind, action = _kind(unit, later, start) if unit else (SegmentKind.MOVE, Declaration.NONE)
    return BegunBefore(event, shot, unit, kind, action)


def _chooses_after(shot: Declared, later: _Told) -> bool:
    """Return whether a unit that takes Opportunity Fire is said to hold or retreat then: it is assaulted (R11.6)."""
    for event, _ in later:
        if isinstance(event, Declared) and event.action in _OF_DEFENDERS:
            return event.unit == shot.unit
        if isinstance(event, ChitMoved | TimeSet | UnitMoved):
            return False
    return False


def _held(event: TableEvent, step: ObservedStep, later: _Told, start: Position) -> BegunBefore | None:
    """Return the assault that words show by which somebody holds who may not act, whatever unit he means."""
    chit = start.game.chits.get(start.activation.chit)
    if not isinstance(event, Said) or not event.stands_fast or chit is None or chit.side in ("", step.side):
        return None
    under_chit = takewhile(lambda each: not isinstance(each[0], ChitMoved | TimeSet), later)
    said = ((each, where) for each, where in under_chit if isinstance(each, Declared))
    if not any(_may_attack(each, where, step.side) for each, where in said):
        return None  # a unit holds after its check, too
    return _assault(event, event, step.side, _first_of_the_other_side(step.side, later), later)


def _may_attack(event: Declared, step: ObservedStep, defenders: str) -> bool:
    """Return whether words may be of an attack in an assault: they say so, or an enemy beside the defenders fires."""
    is_own = step.table.side(event.unit) == defenders
    if event.action is Declaration.ASSAULT_FIRE or (is_own and event.action is Declaration.ASSAULT):
        return True
    here = step.table.units[event.unit].place if event.action in _FIRE_IN_WORDS else None
    if not isinstance(here, Hex) or is_own:
        return False
    layout = step.table.game.map.layout
    return any(
        isinstance(state.place, Hex) and step.table.side(unit) == defenders and layout.distance(here, state.place) == 1
        for unit, state in step.table.units.items()
    )


def _said_in_attack(event: Declared, step: ObservedStep, later: _Told, start: Position) -> Declared | None:
    """Return the meaning of words as those of an attack in an assault, by a unit that may act; None if they are not.

    It is called so, or so is the next thing that is said of the unit: "1/I fires at 6/2, then its assault".
    """
    if not event.spoken or event.action not in _FIRE_IN_WORDS or not _may_act(start, event.unit):
        return None
    own = (each.action for each, _ in _said_meanwhile(((event, step), *later)) if each.unit == event.unit)
    acts = (each for each in own if each not in (*_FIRE_ALONE, Declaration.COMPANY_BONUS_CHECK))
    attacks = next(acts, None) is Declaration.ASSAULT_FIRE
    return replace(event, action=Declaration.ASSAULT_FIRE) if attacks else None


def _who_attacks(side: str, later: _Told) -> Iterator[str]:
    """Yield the units of a side that are said to attack in the assault that goes on."""
    for event, step in _said_meanwhile(later):
        if event.action is Declaration.ASSAULT_FIRE and step.table.side(event.unit) == side:
            yield event.unit


def _said_meanwhile(later: _Told) -> Iterator[tuple[Declared, ObservedStep]]:
    """Yield what is declared before a chit, or the announcement of another assault."""
    for event, step in later:
        if isinstance(event, ChitMoved | TimeSet):
            return
        if isinstance(event, Declared):
            if event.action is Declaration.ASSAULT:
                return
            yield event, step


def _assault(
    shown_by: Declared | Said, meant: Declared | Said, side: str, unit: str, later: _Told
) -> BegunBefore:  # fmt: skip
    """Return an assault on the side that says something, by one unit and all others that take part in it.

    Those that attack come first, in the order of their attacks (R11.8); who is only dragged with them takes part too.
    """
    attack, are_shot_at = _of_combat(side, later)
    known = (*attack, *([unit] if unit else []), *are_shot_at)
    units = tuple(dict.fromkeys((*known, *_dragged_with(known, later))))
    first, *others = units or ("",)
    return BegunBefore(shown_by, meant, first, SegmentKind.ASSAULT, others=tuple(others))


def _dragged_with(units: Sequence[str], later: _Told) -> Iterator[str]:
    """Yield the units that are dragged in one stack with one of some units, to the same place, before a chit."""
    moved: list[tuple[UnitMoved, ObservedStep]] = []
    for event, step in later:
        if isinstance(event, ChitMoved | TimeSet):
            break
        if isinstance(event, UnitMoved) and event.went is Status.ON_MAP:
            moved.append((event, step))
    stacks = {(step.log, step.number, event.target) for event, step in moved if event.unit in units}
    yield from (event.unit for event, step in moved if (step.log, step.number, event.target) in stacks)


def _of_combat(side: str, later: _Told) -> tuple[list[str], list[str]]:
    """Return who attacks the units of a side that is assaulted, and who is the target of their attacks (R11.8)."""
    attack: list[str] = []
    targets: list[str] = []
    fires = False
    for event, step in later:
        if isinstance(event, ChitMoved | TimeSet):
            break
        if isinstance(event, Declared):
            own = step.table.side(event.unit) == side
            if event.action is Declaration.ASSAULT and not own:
                break
            if not own and event.action is Declaration.ASSAULT_FIRE:
                attack.append(event.unit)
            if not own and fires and event.action is Declaration.TARGET:
                targets.append(event.unit)
            fires = own and event.action in _ATTACKS_OF_DEFENDERS
    return attack, targets


def _said_at_mover(event: Declared, start: Position) -> Declared | None:
    """Return the meaning of words as those of Opportunity Fire; None if they are not.

    A unit that the chit in play does not let act can take no other fire, whatever its player calls it (R12.1).
    """
    if event.action is Declaration.OPPORTUNITY_FIRE:
        return event
    chit = start.game.chits.get(start.activation.chit)
    if chit is None or not event.own_words or chit.side in ("", start.side(event.unit)):
        return None
    return replace(event, action=Declaration.OPPORTUNITY_FIRE) if event.action in _SHOOTS else None


def _said_in_assault(event: Declared, step: ObservedStep, later: _Told, start: Position) -> Declared | None:
    """Return the meaning of words as those of a defender in an assault; None if they are not.

    A unit that the chit in play does not let act, and that is said to fall back or to fire at an enemy beside it, does
    so in an assault.
    """
    chit = start.game.chits.get(start.activation.chit)
    if event.action in _OF_DEFENDERS:
        return event
    if chit is None or not event.spoken or chit.side in ("", start.side(event.unit)):
        return None
    if event.action is Declaration.MOVE:
        return replace(event, action=Declaration.RETREAT)
    named = (each.unit for each, where in later[:1]
             if isinstance(each, Declared) and each.action is Declaration.TARGET and where is step)  # fmt: skip
    target = aimed_at(event, step.table) or next(named, "")
    here, there = (step.table.units[each].place if each else None for each in (event.unit, target))
    beside = isinstance(here, Hex) and isinstance(there, Hex) and start.game.map.layout.distance(here, there) == 1
    return replace(event, action=Declaration.ASSAULT_FIRE) if event.action in _FIRE_IN_WORDS and beside else None


def _first_of_the_other_side(side: str, later: _Told) -> str:
    """Return the first unit that is not of a side of which something is said, or that is dragged; empty if none is."""
    units = ((event.unit, where) for event, where in later if isinstance(event, Declared | UnitMoved))
    return next((unit for unit, where in units if where.table.side(unit) != side), "")


def _may_act(start: Position, unit: str) -> bool:
    """Return whether a chit was in play at the start under which a unit's side may act."""
    if not unit:
        return False
    chit = start.game.chits.get(start.activation.chit)
    return chit is not None and chit.side in ("", start.side(unit)) and start.units[unit].status is Status.ON_MAP


def _fired_at(shot: Declared, step: ObservedStep, later: _Told, start: Position) -> str:
    """Return the unit that was shot at: the one that is named, or else the first enemy to whom something happens.

    What others of the same side fire in the meantime is Opportunity Fire as well, and begins nothing.
    """
    if named := aimed_at(shot, step.table):
        return named
    side = step.table.side(shot.unit)
    for event, where in later:
        if isinstance(event, Declared) and event.action is Declaration.TARGET:
            return event.unit
        if isinstance(event, Declared) and where.player == step.player and _said_at_mover(event, start) is not None:
            continue
        if _begins_in_words(event, where):
            return ""
        unit = _touched(event)
        if unit and where.table.side(unit) != side:
            return unit
    return ""


def _kind(unit: str, later: _Told, start: Position) -> tuple[SegmentKind, Declaration]:
    """Return what a unit was doing, as what is marked of it afterwards shows: it moved, if nothing else does.

    An engineer among mines that neither is dragged nor acts afterwards was at work on them (NQoS 4.3.2).
    """
    among_mines = _is_among_mines(unit, start)
    for event, step in later:
        if isinstance(event, UnitMoved) and event.unit == unit:
            return SegmentKind.MOVE, Declaration.NONE
        if _begins_in_words(event, step):
            break
        if _changes_mines(event, start.units[unit].place) and among_mines:
            return SegmentKind.ENGINEER, Declaration.CLEAR_MINES
        if isinstance(event, StateSet) and event.unit == unit:
            if event.state in _WORKS and event.level:
                mines = among_mines and event.state == CounterState.MEN_AT_WORK
                work = Declaration.CLEAR_MINES if mines else Declaration.BUILD_IMPROVED_POSITION
                return SegmentKind.ENGINEER, work
            if event.state in _RALLIED and event.level < _level(start, event):
                return SegmentKind.RALLY, Declaration.NONE
    if among_mines and not any(_acts(event, unit) for event, _ in later):
        return SegmentKind.ENGINEER, Declaration.CLEAR_MINES
    return SegmentKind.MOVE, Declaration.NONE


def _acts(event: TableEvent, unit: str) -> bool:
    """Return whether a unit is dragged, or is said to do something that it does not do after its work."""
    if isinstance(event, UnitMoved):
        return event.unit == unit
    return (
        isinstance(event, Declared) and event.unit == unit and event.action in (Declaration.MOVE, Declaration.ASSAULT)
    )


def _changes_mines(event: TableEvent, place: Hex | str | None) -> bool:
    return isinstance(event, LevelSet) and event.marker == "minefield" and event.hex == place


def _is_among_mines(unit: str, start: Position) -> bool:
    """Return whether an engineer on foot stands in a hex with mines."""
    state = start.units[unit]
    on_foot = start.game.units[unit].engineer and not state.mounted
    return on_foot and isinstance(state.place, Hex) and bool(mine_level(start, state.place))


def _level(start: Position, event: StateSet) -> int:
    """Return the level that a state which a rally lowers had at the start."""
    return int(getattr(start.units[event.unit], event.state))


def _touched(event: TableEvent) -> str:
    """Return the unit that something happens to; empty for words of fire, and for all else."""
    if isinstance(event, StateSet | UnitMoved):
        return event.unit
    if isinstance(event, Declared) and event.action not in (Declaration.OPPORTUNITY_FIRE, Declaration.TARGET):
        return event.unit
    return ""


def _begins(event: TableEvent, step: ObservedStep) -> bool:
    """Return whether something begins with an event: a drag, a payment or a chit, or words of an action."""
    if isinstance(event, StateSet):
        return event.state in HOW_IT_MOVES
    return isinstance(event, UnitMoved | PointsSet) or _begins_in_words(event, step)


def _begins_in_words(event: TableEvent, step: ObservedStep) -> bool:
    if isinstance(event, Declared):
        return event.action in ACTIVATIONS or beginning_of(event.action, step.table) is not None
    return isinstance(event, ChitMoved | TimeSet)
