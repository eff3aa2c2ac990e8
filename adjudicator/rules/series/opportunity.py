"""Opportunity Fire: its causes, its firers, and its modifiers for the mover's way (R12; NQoS 4.3, S4.1, S4.3)."""

from __future__ import annotations

from functools import partial

from ...game.hexes import Hex
from ...game.play import OpportunityFire, RollPurpose
from ...game.position import Position, Status
from ..judgement import Judgement
from ..rule_book import RuleBook
from .checks import check
from .fire import PLAIN, Circumstances, Mode, can_fire, fire_rating, is_target, shoot
from .minefields import enters_minefield
from .sight import zone_hexes, zone_units

__all__ = [
    "can_go_on",
    "fire_of",
    "movement_circumstances",
    "opportunity_fire",
    "opportunity_rating",
    "opportunity_shot",
    "possible_firers",
    "provokes",
]

_CHART = "provoking-actions"
_SWITCHES = {"column": "column-change-provokes", "rally": "rally-provokes"}
"""The switches that overrule a row of the chart."""


def provokes(judgement: Judgement, action: str) -> bool:
    """Return whether something done in an enemy Fire Zone provokes Opportunity Fire (R12.1).

    *action* is a row of the chart: ``leaving``, ``mounting``, ``column``, ``engineer``, and so on.
    """
    if action in _SWITCHES:
        return judgement.switch(_SWITCHES[action]) == "yes"
    return judgement.book.flag(_CHART, action, "provokes")


def possible_firers(position: Position, book: RuleBook, unit: str, place: Hex) -> tuple[str, ...]:
    """Return the enemies of a unit that project a Fire Zone into a hex now (R12.2)."""
    return zone_units(position, book, place, position.side(unit))


def opportunity_fire(
    judgement: Judgement, unit: str, start: Hex, end: Hex | None = None, *, action: str = "leaving"
) -> bool:
    """Take the Opportunity Fire that a unit provokes in a hex, and return whether it can go on with its action.

    *end* is the hex that it is about to enter, None for an action that is no move (R12.8). Every enemy with a Fire
    Zone in the hex may check and fire once (R12.2), one by one in the order in which their owner chose (R12.3), and at
    the next hex again (R12.4). The target is still in the hex that it leaves (R12.5). Units that are revealed on its
    way are not among them (NQoS S4.3): they are turned over after the step.
    """
    firers = possible_firers(judgement.position, judgement.book, unit, start)
    if not firers or not provokes(judgement, action):
        return True
    for firer in judgement.chance.in_order(RollPurpose.OPPORTUNITY, firers):
        if judgement.state(unit).status is not Status.ON_MAP:
            break
        judgement.part(partial(_fire_at_mover, judgement, firer, unit, end), "opportunity", firer, start, action)
    return can_go_on(judgement, unit)


def _fire_at_mover(judgement: Judgement, firer: str, unit: str, end: Hex | None) -> None:
    fire_of(judgement, firer, unit, movement_circumstances(judgement, firer, unit, end))


def fire_of(judgement: Judgement, firer: str, unit: str, circumstances: Circumstances = PLAIN) -> None:
    """Let one unit check, which no Command Point passes, and fire at another if it passes (R12.2, R12.6)."""
    if check(judgement, RollPurpose.OPPORTUNITY, firer, target=unit):
        shoot(judgement, firer, unit, Mode.OPPORTUNITY, circumstances=circumstances)


def movement_circumstances(judgement: Judgement, firer: str, unit: str, end: Hex | None) -> Circumstances:
    """Return the circumstances that a unit's move into a hex gives a shot at it (R9.14, R12.6, R12.8; NQoS 4.3).

    They are: from Fire Zone to Fire Zone, or out of all of them; into a minefield. None for an action that is no move.
    """
    if end is None:
        return PLAIN
    position, book, side = judgement.position, judgement.book, judgement.side(unit)
    if judgement.switch("zone-to-zone") == "same-firer":
        to_zone = firer in zone_units(position, book, end, side)
    else:
        to_zone = end in zone_hexes(position, book, side)
    return Circumstances(
        zone_to_zone=to_zone,
        zone_to_clear=not to_zone,
        into_minefield=enters_minefield(position, unit, end),
    )


def can_go_on(judgement: Judgement, unit: str) -> bool:
    """Return whether a unit is still there and not Suppressed (R7.2, R12.5)."""
    state = judgement.state(unit)
    return state.status is Status.ON_MAP and not state.suppressed


def opportunity_shot(judgement: Judgement, action: OpportunityFire) -> None:
    """Judge a shot of Opportunity Fire that is reported by itself, after the move that provoked it (R12).

    The firer must have a Fire Zone in the hex that the target was leaving (R12.1, R12.2); it fires at it there (R12.5),
    or in the hex to which the range was measured.
    """
    unit, target = action.unit, action.target
    if not (can_fire(judgement, unit, Mode.OPPORTUNITY) and is_target(judgement, unit, target)):
        return
    stood = judgement.state(target).place
    left = action.left or stood
    judgement.change(target, place=left)
    if action.revealed:
        judgement.refuse("revealed-too-late-to-fire", unit=judgement.name(unit))
    if not isinstance(left, Hex) or unit not in possible_firers(judgement.position, judgement.book, target, left):
        judgement.refuse("opportunity-fire-not-provoked", unit=judgement.name(unit), target=judgement.name(target))
    else:
        circumstances = movement_circumstances(judgement, unit, target, action.entered)
        judgement.change(target, place=action.at or left)
        fire_of(judgement, unit, target, circumstances)
    now = judgement.state(target)
    if now.status is Status.ON_MAP:
        judgement.change(
            target, place=left if action.held else stood, column=now.column is not action.column_undone,
            mounted=now.mounted is not action.transport_undone,
        )  # fmt: skip


def opportunity_rating(judgement: Judgement, action: OpportunityFire) -> int:
    """Return the rating of a shot reported by itself, whether or not it may be taken."""
    left = action.left or judgement.state(action.target).place
    judgement.change(action.target, place=left)
    circumstances = movement_circumstances(judgement, action.unit, action.target, action.entered)
    judgement.change(action.target, place=action.at or left)
    return fire_rating(judgement, action.unit, action.target, Mode.OPPORTUNITY, circumstances=circumstances).rating
