"""Leaders on the march: those who go along with a moving unit (R6.5, R2.13)."""

from __future__ import annotations

from ...game.hexes import Hex
from ...game.position import LeaderState, Position, Status
from ..judgement import Judgement

__all__ = ["commands", "companions", "leaders_with", "take_leaders"]


def commands(position: Position, leader: str, unit: str) -> bool:
    """Return whether a leader commands a unit: one of his formation, or an independent one of his division (R2.14)."""
    counter, chief = position.game.units[unit], position.game.leaders[leader]
    if counter.independent:
        return counter.division == chief.division
    return counter.formation == chief.formation


def leaders_with(position: Position, unit: str) -> tuple[str, ...]:
    """Return the leaders of a unit's side in its hex, in the order of the game's data."""
    place, side = position.units[unit].place, position.side(unit)
    return tuple(
        leader
        for leader, state in position.leaders.items()
        if state.place == place
        and state.status is Status.ON_MAP
        and position.game.divisions[position.game.leaders[leader].division].side == side
    )


def companions(judgement: Judgement, unit: str, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Return the leaders that go along with a unit: those *chosen*, and those that would be left behind (R6.5).

    A leader goes at no cost with a unit of his command if his player wants it, and must if no unit would stay with
    him (R2.13). Whether he also must go with the last unit of his command while others stay is uncertain.
    """
    position = judgement.position
    present = leaders_with(position, unit)
    for leader in chosen:
        if leader not in present or not (
            commands(position, leader, unit) or judgement.switch("leader-companions") == "any-unit"
        ):
            judgement.refuse("leader-cannot-go-along", leader=_name(position, leader), unit=judgement.name(unit))
    return tuple(leader for leader in present if leader in chosen or _must_go(judgement, leader, unit))


def _must_go(judgement: Judgement, leader: str, unit: str) -> bool:
    position = judgement.position
    others = [other for other in position.units_in(position.units[unit].place) if other != unit]
    if not others:
        return True
    if not commands(position, leader, unit) or any(commands(position, leader, other) for other in others):
        return False
    return judgement.switch("leader-goes-along") == "last-of-command"


def _name(position: Position, leader: str) -> str:
    known = position.game.leaders.get(leader)
    return known.name if known is not None else leader


def take_leaders(judgement: Judgement, leaders: tuple[str, ...], place: Hex) -> None:
    """Move leaders to a hex with the unit that they go along with."""
    if leaders:
        moved = {leader: LeaderState(Status.ON_MAP, place) for leader in leaders}
        judgement.position = judgement.position.after(leaders={**judgement.position.leaders, **moved})
