"""The French withdrawal: Susan Travers drives out of Bir Hacheim (Scenario 4; NQoS S4.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise

from ...game.hexes import Hex
from ...game.play import BreakOut
from ...game.position import Position
from ..exclusive_rules import Hold
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..series.conditions import is_night
from ..series.regions import entry_hexes_in_play
from ..series.sight import zone_hexes
from ..series.turn_end import turn_is_over
from .morale import WITHDRAWAL_OVERDUE, may_have_been_too_low, withdrawal_demanded

__all__ = [
    "Route",
    "best_route",
    "break_out",
    "break_out_is_due",
    "fire_zones_entered",
    "hold",
    "is_break_out_due",
    "outcome_of",
]

_FRENCH, _AXIS = "french", "axis"


@dataclass(frozen=True, slots=True)
class Route:
    """A way out."""

    hexes: tuple[Hex, ...]
    """The minefield door, then each hex that is entered."""
    fire_zones: int
    """The hexes in Axis Fire Zones that are entered."""


def break_out_is_due(position: Position) -> bool:
    """Return whether the French withdraw now (NQoS S4.6, Scenario 4).

    In a Night turn once French Morale has been too low, or is; in any case when the scenario's last turn is over.
    """
    scenario = position.game.scenarios[position.scenario]
    if scenario.victory.kind != "withdrawal" or position.outcome:
        return False
    return is_break_out_due(position) or (position.time == scenario.last and turn_is_over(position))


def is_break_out_due(position: Position) -> bool:
    """Return whether the French have to withdraw now (NQoS S4.6, Scenario 4).

    In a Night turn once French Morale has been too low, or is; and in that of the scenario's last day in any case.
    """
    if position.outcome or not is_night(position):
        return False
    scenario = position.game.scenarios[position.scenario]
    last_day = scenario.victory.kind == "withdrawal" and position.time.date >= scenario.last.date
    return withdrawal_demanded(position) or (last_day and WITHDRAWAL_OVERDUE not in position.flags)


def hold(position: Position) -> Hold | None:
    """Return the refusal, with its figures, of any action while something else takes precedence over everything.

    A roll for withdrawal (NQoS S5.3), a random event (S3.0), the French withdrawal (S4.6).
    """
    game = position.game
    if position.withdrawals:
        return "withdrawal-roll-due", {"formation": game.formations[position.withdrawals[0]].name}
    if position.event:
        return "event-due", {"event": game.charts["random-events"].row(position.event).cells["name"]}
    return ("break-out-due", {}) if is_break_out_due(position) else None


def _doors(position: Position) -> Iterator[Hex]:
    return (place for place, terrain in position.game.map.hexes.items() if terrain.door)


def _exits(position: Position) -> frozenset[Hex]:
    """Return the Axis entry hexes in play (Scenario 4)."""
    return frozenset(entry.hex for entry in entry_hexes_in_play(position) if entry.side == _AXIS)


def _has_axis_unit(position: Position, place: Hex) -> bool:
    there = position.units_in(place)
    return bool(there) and position.side(there[0]) == _AXIS


def fire_zones_entered(position: Position, book: RuleBook, route: Sequence[Hex]) -> int:
    """Return the number of hexes in Axis Fire Zones that a route enters; a switch decides on the first (Scenario 4)."""
    zones = zone_hexes(position, book, _FRENCH)
    counted = route if book.switch("route-starts-in-zone") == "counts" else route[1:]
    return sum(place in zones for place in counted)


def best_route(position: Position, book: RuleBook) -> Route | None:
    """Return a way out with the fewest Axis Fire Zones, the shortest of these; None if there is none (Scenario 4).

    Exact: every hex is reached in the order of its fire zones, then of its distance; ties go by the hexes' numbers.
    """
    zones, exits = zone_hexes(position, book, _FRENCH), _exits(position)
    start_counts = book.switch("route-starts-in-zone") == "counts"
    waiting: list[tuple[int, int, tuple[Hex, ...]]] = []
    for door in _doors(position):
        if not _has_axis_unit(position, door):
            heappush(waiting, (int(start_counts and door in zones), 0, (door,)))
    done: set[Hex] = set()
    while waiting:
        cost, length, way = heappop(waiting)
        if way[-1] in exits:
            return Route(way, cost)
        if way[-1] in done:
            continue
        done.add(way[-1])
        for near in book.grid.neighbours(way[-1]):
            if near not in done and not _has_axis_unit(position, near):
                heappush(waiting, (cost + (near in zones), length + 1, (*way, near)))
    return None


def break_out(judgement: Judgement, action: BreakOut) -> None:
    """Judge the French withdrawal (Scenario 4): when it is due, Susan Travers' route, and the winner.

    She starts at a minefield door and goes hex by hex to an Axis entry hex in play, through no hex with an Axis unit.
    With an invalid route nobody has won: another one has to be shown.
    """
    position = judgement.position
    if not break_out_is_due(position):
        if position.outcome or not (is_night(position) and may_have_been_too_low(position)):
            judgement.refuse("break-out-not-due")
            return
        judgement.leave_open("break-out-may-be-due")
    known = len(judgement.findings)
    if action.route:
        _check_route(judgement, action.route)
    elif best_route(position, judgement.book) is not None:
        judgement.refuse("route-missing")
    if len(judgement.findings) > known:
        return
    judgement.switch("route-starts-in-zone")
    zones = fire_zones_entered(position, judgement.book, action.route) if action.route else None
    judgement.position = position.after(outcome=outcome_of(position, zones), event="", withdrawals=())


def _check_route(judgement: Judgement, route: tuple[Hex, ...]) -> None:
    position = judgement.position
    unknown = [place for place in route if place not in position.game.map.hexes]
    for place in unknown:
        judgement.refuse("no-such-hex", named=place)
    if unknown:
        return
    if route[0] not in set(_doors(position)):
        judgement.refuse("route-start", hex=route[0])
    for one, other in pairwise(route):
        if judgement.book.grid.distance(one, other) != 1:
            judgement.refuse("route-gap", hex=one, to=other)
    for place in route:
        if _has_axis_unit(position, place):
            judgement.refuse("route-through-axis", hex=place)
    if route[-1] not in _exits(position):
        judgement.refuse("route-end", hex=route[-1])


def outcome_of(position: Position, fire_zones: int | None) -> str:
    """Return the outcome of a withdrawal now, with *fire_zones* hexes entered; None: there is no route (Scenario 4)."""
    victory, date = position.game.scenarios[position.scenario].victory, position.time.date
    for row in victory.outcomes:
        if not str(row["from"]) <= date <= str(row["to"]):
            continue
        most = row.get("most_fire_zones")
        if most is None or (fire_zones is not None and fire_zones <= int(most)):
            return str(row["result"])
    return ""
