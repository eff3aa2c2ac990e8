"""Mutations of random events, of French Morale and of the break-out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from adjudicator.drawing.mats import MARKERS
from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Roll, RollPurpose
from adjudicator.game.position import Position, Status
from adjudicator.module_layout.table_places import Spot
from adjudicator.module_layout.turn_markers import commander_spot, effect_spot
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import (
    Drag,
    MoveMarker,
    MoveOnTrack,
    PlaceMarker,
    Say,
    TableAction,
    ThrowDice,
)
from adjudicator.rules.judge import judge
from adjudicator.rules.legal_actions import legal_actions
from tests.mutations.of_turns import altered, without
from tests.mutations.planting import STRAY_DIE, Kind, Moment, Plan
from tests.mutations.telling import as_if, expect, first_illegal, illegal, on_map

__all__ = ["BREAK_OUT", "EVENTS", "MORALE"]

_RANDOM_EVENT: Final = "random-event"


# random events


def _drawn(moment: Moment, *dice: int) -> tuple[play.PlayChit, tuple[TableAction, ...], Position] | None:
    """Return the Random Event chit drawn with certain dice, if it comes next: its acts, and the position then."""
    if not isinstance(moment.action, play.PlayChit) or moment.action.chit != _RANDOM_EVENT:
        return None
    purposes = (RollPurpose.RANDOM_EVENT, RollPurpose.EVENT)
    rolls = tuple(Roll(purpose, "", die) for purpose, die in zip(purposes, dice, strict=False))
    drawn = play.PlayChit(_RANDOM_EVENT, rolls)
    ruling = judge(moment.position, drawn, moment.book)
    if not ruling.legal or ruling.after is None:
        return None
    return drawn, script(moment.position, drawn, moment.book), ruling.after


def _not_rolled(moment: Moment) -> Plan | None:
    drawn = _drawn(moment, 5)
    if drawn is None:
        return None
    acts = tuple(act for act in drawn[1] if not isinstance(act, ThrowDice))
    return Plan(acts, drawn[2], (expect("roll-left-out", "NQoS S3.0"),))


def _unmarked(moment: Moment) -> Plan | None:
    drawn = _drawn(moment, 0, 7)
    if drawn is None or "travers-injured" not in drawn[2].flags or "travers-injured" in moment.position.flags:
        return None
    acts = tuple(act for act in drawn[1] if not isinstance(act, PlaceMarker))
    after = drawn[2].after(flags=moment.position.flags)
    return Plan(acts, after, (expect("result-not-applied", "NQoS S3.0"),))


def _without_event(moment: Moment) -> Plan | None:
    drawn = _drawn(moment, 5)
    if drawn is None or "travers-injured" in moment.position.flags:
        return None
    marker = PlaceMarker("travers-injured", effect_spot(moment.position.game, "travers-injured"))
    after = drawn[2].after(flags=drawn[2].flags | {"travers-injured"})
    return Plan((*drawn[1], marker), after, (expect("change-not-explained", "NQoS S3.0"),))


def _second_die(moment: Moment) -> Plan | None:
    drawn = _drawn(moment, 5)
    if drawn is None:
        return None
    die = ThrowDice((Roll(RollPurpose.EVENT, "", 6),))
    return Plan((*drawn[1], die), drawn[2], (STRAY_DIE,))


def _after_event(moment: Moment, die: int, event: str) -> tuple[tuple[TableAction, ...], Moment] | None:
    """Return the acts that bring an event, and the moment then; None if that does not happen."""
    drawn = _drawn(moment, 0, die)
    if drawn is None or drawn[2].event != event:
        return None
    return drawn[1], replace(moment, position=drawn[2])


def _outside(moment: Moment) -> Iterator[Any]:
    """Yield hexes outside Bir Hacheim."""
    board = moment.position.game.map.hexes
    return (play.CarryOutEvent(hex=place) for place, found in board.items() if not found.fortified)


def _hit_outside(moment: Moment) -> Plan | None:
    found = _after_event(moment, 1, "ammo-dump")
    if found is None:
        return None
    action = next(_outside(found[1]))
    place = action.hex
    acts = (PlaceMarker("target-hex", place), Say("That one."))
    after = found[1].position.after(event="")
    return Plan(acts, after, (expect("event-hex"),), "axis", prelude=found[0])


def _gun_outside(moment: Moment) -> Plan | None:
    found = _after_event(moment, 5, "indian-gun")
    if found is None:
        return None
    free = (a.hex for a in _outside(found[1]) if not found[1].position.units_in(a.hex))
    place = next(free)
    after = found[1].position.with_unit("indian-gun", status=Status.ON_MAP, place=place).after(event="")
    return Plan((Drag(("indian-gun",), place),), after, (expect("event-hex"),), "french", prelude=found[0])


def _relief_short(moment: Moment) -> Plan | None:
    found = _after_event(moment, 2, "relief-1")
    if found is None:
        return None
    none = play.CarryOutEvent(formations=(), rolls=(Roll(RollPurpose.RELIEF, "", 9),))
    plan = illegal(found[1], none, "relief-too-few-steps", dice=False)
    return plan and replace(plan, prelude=found[0], after=plan.after.after(event=""))


def _surrendered(moment: Moment) -> Plan | None:
    """Let a formation surrender though the die is not above French Morale."""
    found = _after_event(moment, 9, "surrender-requested")
    if found is None or not found[1].position.morale:
        return None
    lower = found[1].position.after(morale=0)
    formations = [f.id for f in lower.game.formations.values() if f.division == "french"]
    high = play.CarryOutEvent(formations=(formations[-1],), rolls=(Roll(RollPurpose.SURRENDER, "", 9),))
    ruling = judge(lower, high, moment.book)
    if not ruling.legal or ruling.after is None:
        return None
    low = ThrowDice((Roll(RollPurpose.SURRENDER, "", 0),))
    acts = tuple(low if isinstance(act, ThrowDice) else act for act in script(lower, high, moment.book))
    after = ruling.after.after(morale=found[1].position.morale)
    return Plan(acts, after, (expect("change-not-explained", "NQoS S3.0"),), "french", prelude=found[0])


def _rommel_elsewhere(moment: Moment) -> Plan | None:
    """Put Rommel with a French formation."""
    found = _after_event(moment, 0, "rommel")
    leaders = moment.position.game.leaders
    french = [leader for leader in moment.position.leaders if leaders[leader].division == "french"]
    if found is None or not french:
        return None
    act = PlaceMarker("rommel", commander_spot(moment.position.game, french[0]))
    after = found[1].position.after(event="", commander_with=french[0])
    return Plan((act,), after, (expect("rommel-with-nobody"),), "axis", prelude=found[0])


def _event_forgotten(moment: Moment) -> Plan | None:
    """Do not carry out an event that asks for a decision."""
    found = _after_event(moment, 1, "ammo-dump")
    if found is None:
        return None
    return Plan((Say("Nothing happens."),), found[1].position.after(event=""), (expect("event-due"),), prelude=found[0])


EVENTS = (
    Kind("random event not rolled for", "the Random Event chit is drawn, and nobody rolls", _not_rolled, scenario=4,
         follows=3),
    Kind("event not marked", "an event happens, and its markers are not placed", _unmarked, scenario=4, follows=3),
    Kind("event without its die", "an event is carried out that the die did not bring", _without_event, scenario=4,
         follows=3),
    Kind("second die for an event", "a second die is rolled though the first one brings no event", _second_die,
         scenario=4, follows=1),
    Kind("dump outside Bir Hacheim", "an ammunition dump is hit in a hex outside Bir Hacheim", _hit_outside,
         scenario=4, follows=3),
    Kind("Indian Gun outside", "the Indian Gun is put into a hex outside Bir Hacheim", _gun_outside, scenario=4,
         follows=1),
    Kind("relief by too few steps", "fewer steps withdraw before the relief column than the die asks for",
         _relief_short, scenario=4, follows=3),
    Kind("surrender without need", "a formation surrenders though the die is not above Morale", _surrendered,
         scenario=4, follows=3),
    Kind("Rommel with the French", "Rommel is put with a French formation", _rommel_elsewhere, scenario=4, follows=3),
    Kind("event not carried out", "an event that asks for a decision is left alone", _event_forgotten, scenario=4,
         follows=3),
)  # fmt: skip


# morale


_IS_MORALE: Final = lambda act: isinstance(act, MoveOnTrack) and act.track == "morale"  # noqa: E731


def _morale_kept(moment: Moment, after: Position) -> Position:
    return after.after(morale=moment.position.morale, flags=after.flags - {"withdrawal-due"} | (
        moment.position.flags & {"withdrawal-due"}
    ))  # fmt: skip


def _lowered_too_soon(_moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    if after.supply != "reduced" or not after.morale or after.morale < 5:
        return None
    return (*acts, MoveOnTrack("morale", str(after.morale - 1))), after.after(morale=after.morale - 1)


def _morale_moved(moment: Moment) -> Plan | None:
    """Move the marker of French Morale for nothing."""
    position = moment.position
    if position.morale is None or not 5 < position.morale < 28 or not isinstance(moment.action, play.PlayChit):
        return None
    up = position.morale + 2
    return Plan((MoveOnTrack("morale", str(up)),), position.after(morale=up),
                (expect("change-not-explained", "NQoS S4.6"),))  # fmt: skip


MORALE = (
    Kind("Morale not lowered", "a step is lost, and French Morale is not changed",
         altered(play.DirectFire, without(_IS_MORALE, _morale_kept), expect("result-not-applied", "NQoS S4.6")),
         scenario=4, follows=3),
    Kind("Morale lowered too soon", "French Morale is lowered with a supply that is only reduced",
         altered(play.Supply, _lowered_too_soon, expect("change-not-explained", "NQoS S4.6")), scenario=4, follows=3),
    Kind("Morale raised", "French Morale rises for nothing", _morale_moved, scenario=4, follows=1),
)  # fmt: skip


# the break-out


Routes = Callable[[Moment, tuple[Hex, ...]], Iterator[tuple[Hex, ...]]]


def _routes(change: Routes) -> Callable[[Moment], Iterator[Any]]:
    """Return ways out that are changed."""

    def actions(moment: Moment) -> Iterator[Any]:
        if isinstance(moment.action, play.BreakOut) and moment.action.route:
            yield from (play.BreakOut(route) for route in change(moment, moment.action.route))

    return actions


def _without_a_hex(_moment: Moment, route: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    yield from ((*route[:at], *route[at + 1 :]) for at in range(2, len(route) - 1))


def _through_axis(moment: Moment, route: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    """Yield ways with a step aside into a hex of the Axis and back."""
    for at, place in enumerate(route[1:-1], 1):
        for near in sorted(moment.book.grid.neighbours(place)):
            there = moment.position.units_in(near)
            if there and moment.position.side(there[0]) == "axis":
                yield (*route[: at + 1], near, *route[at:])


def _not_due(moment: Moment) -> Plan | None:
    """Let Susan Travers begin to drive though the French do not withdraw."""
    position = moment.position
    if not isinstance(moment.action, play.PlayChit) or not position.played:
        return None
    door = next(place for place, terrain in position.game.map.hexes.items() if terrain.door)
    card = Spot(position.game.divisions["french"].name, MARKERS)
    return Plan((MoveMarker("susan-travers", card, door), MoveMarker("susan-travers", door, card)), position,
                (expect("break-out-not-due"),), "french")  # fmt: skip


def _acts_too_soon(moment: Moment) -> Plan | None:
    """Let a unit of 13 DBLE move before a German was at the observation post."""
    position = moment.position
    if position.activation.chit not in ("division-french", "direct-command-french"):
        return None
    for unit in on_map(position, "french"):
        if position.game.units[unit].formation == "13-dble":
            free = position.after(flags=position.flags | {"13-dble-waits-over"})
            for action in legal_actions(free, unit, moment.book, ["movement"])[:3]:
                if plan := as_if(moment, action, expect("formation-waits"), supposed=free):
                    return replace(plan, after=plan.after.after(flags=position.flags))  # it goes on waiting
    return None


BREAK_OUT = (
    Kind("way out with a gap", "Susan Travers leaves a hex of her way out",
         first_illegal("route-gap", _routes(_without_a_hex)), scenario=4, follows=1),
    Kind("way out from elsewhere", "Susan Travers does not start at a minefield door",
         first_illegal("route-start", _routes(lambda _m, route: iter([route[1:]]))), scenario=4, follows=1),
    Kind("way out that ends early", "Susan Travers stops before an entry hex",
         first_illegal("route-end", _routes(lambda _m, route: iter([route[:-1]]))), scenario=4, follows=1),
    Kind("way out through the Axis", "Susan Travers goes through a hex with an Axis unit",
         first_illegal("route-through-axis", _routes(_through_axis)), scenario=4, follows=1),
    Kind("way out not taken", "Susan Travers stays though she has a way out",
         first_illegal("route-missing", _routes(lambda _m, _route: iter([()]))), scenario=4, follows=1),
    Kind("break-out too soon", "Susan Travers is put on a minefield door though the French do not withdraw", _not_due,
         scenario=4, follows=1),
    Kind("13 DBLE too soon", "a unit of 13 DBLE moves before a German was at the observation post", _acts_too_soon,
         scenario=3),
)  # fmt: skip
