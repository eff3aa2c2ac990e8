"""A moving unit's changes besides entering hexes: forming and leaving Column, mounting, dismounting (R7.8, R7.9)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...game.action_words import Improvement
from ...game.hexes import Hex
from ...game.play import StepKind
from ..judgement import Judgement
from .movement_costs import change_points, has_allowance, leaving_column_points, points_after_change, scale
from .opportunity import can_go_on, opportunity_fire
from .results import take_cohesion_hit
from .stacking import room_for_column
from .trails import OFF_TRAIL, OnTrails

__all__ = ["CHANGES", "Mover", "spend"]


@dataclass(slots=True)
class Mover:
    """A unit on its way."""

    unit: str
    whole: int
    """The allowance by which the unit's points are counted."""
    left: dict[OnTrails, int] = field(default_factory=dict)
    """The points left, by the trails on which it may be."""
    leaders: tuple[str, ...] = ()
    """The leaders who go along."""
    checked_out_of: Hex | None = None
    """The hex under a Heavy Barrage that it has passed its check for."""
    stopped: bool = False
    """True if fire, mines or a failed check have ended the unit's way."""
    is_held: bool = False
    """True if fire that is reported by itself stops the change that it makes now."""
    is_short: bool = False
    """True if the unit has already been refused for lack of points."""

    def __post_init__(self) -> None:
        self.left = {OFF_TRAIL: self.whole}

    def saved(self) -> Hashable:
        """Return the facts on which the rest of the way depends besides the position."""
        return tuple(self.left.items()), self.leaders, self.checked_out_of, self.stopped, self.is_short

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Restore a saved state."""
        left, self.leaders, self.checked_out_of, self.stopped, self.is_short = saved
        self.left = dict(left)

    @property
    def max_left(self) -> int:
        """The points left on the cheapest way."""
        return max(self.left.values())


def spend(judgement: Judgement, mover: Mover, left: dict[OnTrails, int], purpose: str, *, name: str = "") -> None:
    """Note the points left after a payment, and refuse once if they are less than zero (NQoS 4.1, R7.7).

    Ways that leave no more points than the one off all trails are dropped.
    """
    before = mover.max_left
    off = left.get(OFF_TRAIL, min(left.values()) - 1)
    mover.left = {on: points for on, points in left.items() if on is OFF_TRAIL or points > off}
    if mover.max_left < 0 and not mover.is_short:
        mover.is_short = True
        cost = before - mover.max_left
        judgement.refuse(
            name or "too-few-points",
            unit=judgement.name(mover.unit),
            purpose=purpose,
            points=f"{cost} Movement Point{'' if cost == 1 else 's'}",
            left=before,
            whole=mover.whole,
        )


def _spend_points(judgement: Judgement, mover: Mover, points: int, purpose: str) -> None:
    spend(judgement, mover, {on: left - points for on, left in mover.left.items()}, purpose)


def _is_undisturbed(judgement: Judgement, mover: Mover, action: str) -> bool:
    """Take the Opportunity Fire that a change provokes, and return whether the unit can go on (R12.1, R12.8).

    A module may report that fire by itself: then it is known whether it stopped the unit.
    """
    place = judgement.state(mover.unit).place
    if mover.is_held:
        mover.stopped = True
    elif isinstance(place, Hex):
        mover.stopped = not opportunity_fire(judgement, mover.unit, place, action=action)
    return not mover.stopped


# Column


def _form_column(judgement: Judgement, mover: Mover) -> bool:
    """Form Column for a point (R7.8): only mobile units, one in a hex (R7.9). Positions are given up (R13.3)."""
    unit, state = mover.unit, judgement.state(mover.unit)
    if state.column:
        judgement.refuse("already-in-column", unit=judgement.name(unit))
        return False
    if not has_allowance(judgement.position, unit, state.mounted):
        judgement.refuse("immobile-in-column", unit=judgement.name(unit))
        return False
    if isinstance(state.place, Hex) and not room_for_column(judgement.position, judgement.book, unit, state.place):
        judgement.refuse("second-in-column", unit=judgement.name(unit), hex=state.place)
    _spend_points(judgement, mover, change_points(judgement.book, "enter-column", mover.whole), "to form Column")
    if not _is_undisturbed(judgement, mover, "column"):
        return False
    judgement.change(unit, column=True, improvement=Improvement.NONE, men_at_work=False)
    return True


def _leave_column(judgement: Judgement, mover: Mover) -> bool:
    """Leave Column: for a Cohesion Hit, or for the points of the hex if a switch says so (R7.8)."""
    unit, state = mover.unit, judgement.state(mover.unit)
    if not state.column:
        judgement.refuse("not-in-column", unit=judgement.name(unit))
        return False
    by_points = judgement.switch("leave-column") == "movement-points"
    points = change_points(judgement.book, "leave-column", mover.whole)
    if by_points and isinstance(state.place, Hex):
        points += leaving_column_points(judgement.position, judgement.book, unit, state.place, mounted=state.mounted)
    _spend_points(judgement, mover, points, "to leave Column")
    if not _is_undisturbed(judgement, mover, "column"):
        return False
    judgement.change(unit, column=False)
    for _ in range(0 if by_points else judgement.book.number("movement-actions", "leave-column", "cohesion_hits")):
        if can_go_on(judgement, unit):
            take_cohesion_hit(judgement, unit)
    mover.stopped = not can_go_on(judgement, unit)
    return not mover.stopped


# transport


def _mount(judgement: Judgement, mover: Mover) -> bool:
    """Mount for half the allowance (R7.8, R2.10): a unit with transport that is not mounted yet."""
    counter, state = judgement.unit(mover.unit), judgement.state(mover.unit)
    if counter.mounted is None:
        judgement.refuse("no-transport", unit=judgement.name(mover.unit))
        return False
    if state.mounted:
        judgement.refuse("already-mounted", unit=judgement.name(mover.unit))
        return False
    return _turn_over(judgement, mover, "mount", mounted=True)


def _dismount(judgement: Judgement, mover: Mover) -> bool:
    """Dismount for half the allowance (R7.8); a unit that cannot move on foot cannot be in Column (R7.9)."""
    unit, state = mover.unit, judgement.state(mover.unit)
    if not state.mounted:
        judgement.refuse("not-mounted", unit=judgement.name(unit))
        return False
    if state.column and not has_allowance(judgement.position, unit, mounted=False):
        judgement.refuse("immobile-in-column", unit=judgement.name(unit))
    return _turn_over(judgement, mover, "dismount", mounted=False)


def _turn_over(judgement: Judgement, mover: Mover, action: str, *, mounted: bool) -> bool:
    """Turn the counter over to its other side, whose allowance counts from now on (R2.10, R7.8)."""
    unit, book = mover.unit, judgement.book
    if mover.whole % 2:
        judgement.switch("half-allowance")
    _spend_points(judgement, mover, change_points(book, action, mover.whole), f"to {action}")
    if not _is_undisturbed(judgement, mover, "mounting"):
        return False
    judgement.change(unit, mounted=mounted, improvement=Improvement.NONE, men_at_work=False)
    whole = scale(judgement.position, unit, mounted)
    judgement.switch("points-after-mounting")
    mover.left = {on: points_after_change(book, left, mover.whole, whole) for on, left in mover.left.items()}
    mover.whole = whole
    return True


CHANGES: Mapping[StepKind, Callable[[Judgement, Mover], bool]] = {
    StepKind.FORM_COLUMN: _form_column,
    StepKind.LEAVE_COLUMN: _leave_column,
    StepKind.MOUNT: _mount,
    StepKind.DISMOUNT: _dismount,
}
"""The function for each kind of step but entering a hex; each returns whether the unit can go on."""
