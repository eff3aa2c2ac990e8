"""The Movement Action: a unit's whole way, step by step, with all that is rolled on it (R7, R12; NQoS 3.2, 4.1 to 4.3).

Forming Column and mounting are in ``move_changes.py``, the costs of hexes in ``movement_costs.py``, the search for ways
in ``paths.py``.
"""

from __future__ import annotations

from functools import partial

from ...game.action_words import Improvement
from ...game.hexes import Hex
from ...game.play import Move, MoveStep, RollPurpose, StepKind
from ...game.position import Position
from ..judgement import Judging
from ..rule_sets import exclusive_rules
from .checks import check
from .command import begin_action, end_action, may_enter_zones
from .cost_words import cost_words
from .leaders import companions, take_leaders
from .minefields import minefield_roll, rolls_for_mines
from .move_changes import CHANGES, Mover, spend
from .movement_costs import cost_switches, has_allowance, needs_exit_check, scale, step_cost, trail_helps
from .opportunity import opportunity_fire
from .paths import path_steps, reachable
from .regions import forbidden_hexes, limit_broken, threatened_entry_hex
from .sight import zone_units
from .stacking import room_for_column
from .trails import OFF_TRAIL, OnTrails, Trails

__all__ = ["move", "path_steps", "reachable", "step_cost"]

_ASTERISK = "asterisk-allowance"
_ONE_HEX = 1
"""The allowance by which a unit that has none is counted, if it may be moved at all: a hex takes all of it."""


def move(judging: Judging, action: Move) -> None:
    """Judge a Movement Action (R7.3): Suppressed units have none (R7.2).

    A hidden gun is shown first (NQoS S4.3). Under a Heavy Barrage comes the check to leave it (R7.14).
    """
    unit = action.unit
    if not begin_action(judging, unit, "movement"):
        return
    if not action.steps:
        judging.refuse("move-without-steps", unit=judging.name(unit))
    if _is_able(judging, unit):
        mover = Mover(unit, scale(judging.position, unit, judging.state(unit).mounted) or _ONE_HEX)
        mover.leaders = companions(judging, unit, action.leaders) if _enters(action.steps) else ()
        with judging.hanging_on(mover):
            if _gets_out(judging, mover, action.steps):
                _take_steps(judging, mover, action.steps)
    end_action(judging, unit)


def _is_able(judging: Judging, unit: str) -> bool:
    """Return whether a unit can move at all, and refuse it if not: dummies, parks, no allowance (S4.3, S5.2, R7.13)."""
    name = judging.name(unit)
    if not exclusive_rules(judging.position.game).show(judging, unit):
        judging.refuse("dummy-cannot-move", unit=name)
    elif not isinstance(judging.state(unit).place, Hex):
        judging.refuse("park-cannot-move", unit=name)
    elif not scale(judging.position, unit, judging.state(unit).mounted) and not _goes_one_hex(judging, unit):
        judging.refuse("no-allowance", switch=_ASTERISK, unit=judging.name(unit))
    else:
        return True
    return False


def _goes_one_hex(judging: Judging, unit: str) -> bool:
    """Return whether a unit off its transport may be moved by one hex without an allowance (R7.13: uncertain).

    A unit without transport has no Movement at all printed on its counter (R2.3).
    """
    return judging.unit(unit).mounted is not None and judging.switch(_ASTERISK) == "one-hex"


def _enters(steps: tuple[MoveStep, ...]) -> bool:
    return any(step.kind == StepKind.ENTER for step in steps)


def _gets_out(judging: Judging, mover: Mover, steps: tuple[MoveStep, ...]) -> bool:
    """Return whether a unit that is to leave a Heavy Barrage passes its check; if not, it stays (R7.14).

    The check is made before the first step. A unit that fails takes none, and its way ends with the hex to be entered.
    """
    start = judging.state(mover.unit).place
    if not _enters(steps) or not isinstance(start, Hex) or not needs_exit_check(judging.position, judging.book, start):
        return True
    judging.switch("barrage-exit")
    mover.checked_out_of = start
    if check(judging, RollPurpose.BARRAGE_EXIT, mover.unit):
        return True
    first = next(number for number, step in enumerate(steps, 1) if step.kind == StepKind.ENTER)
    for step in steps[:first]:
        judging.with_rolls(step.rolls, lambda: None)
    _refuse_later_steps(judging, mover, steps, first)
    return False


def _refuse_later_steps(judging: Judging, mover: Mover, steps: tuple[MoveStep, ...], last: int) -> None:
    """Refuse the steps of a stopped unit after its last one (R12.5); merely planned steps come to nothing."""
    if last < len(steps) and not judging.chance.is_open:
        left = len(steps) - last
        judging.refuse("moved-on-after-stop", unit=judging.name(mover.unit), step=last, left=left)


def _take_steps(judging: Judging, mover: Mover, steps: tuple[MoveStep, ...]) -> None:
    """Take the steps in turn, each with its own dice, until one stops the unit (R12.5, R7.16)."""
    for number, step in enumerate(steps, 1):
        take = _enter if step.kind == StepKind.ENTER else _change
        done = judging.with_rolls(step.rolls, partial(take, judging, mover, step))
        for gun in step.reveals:
            exclusive_rules(judging.position.game).reveal(judging, gun)
        judging.settled("step", number, done)
        if done:
            continue
        if mover.stopped:
            _refuse_later_steps(judging, mover, steps, number)
        return


def _change(judging: Judging, mover: Mover, step: MoveStep) -> bool:
    """Let the unit change how it moves; a step whose way was never found is refused (R7.3)."""
    change = CHANGES.get(step.kind)
    if change is None:
        judging.refuse("no-such-step")
        return False
    return change(judging, mover)


# entering a hex


def _enter(judging: Judging, mover: Mover, step: MoveStep) -> bool:
    """Enter a hex, and return whether the unit is in it: points, Opportunity Fire, then the minefield roll (NQoS 4.3).

    The points for a hex that the unit does not reach are lost, and the action is over (R7.16).
    """
    unit, end = mover.unit, step.to
    start = judging.state(unit).place
    if end is None or not isinstance(start, Hex) or not _is_next(judging, mover, start, end):
        return False
    _check_hex(judging, unit, end)
    _pay_for_hex(judging, mover, start, end)
    if mover.checked_out_of != start and needs_exit_check(judging.position, judging.book, start):
        mover.stopped = not check(judging, RollPurpose.BARRAGE_EXIT, unit)
    if not mover.stopped:
        mover.stopped = not opportunity_fire(judging, unit, start, end)
    if not mover.stopped and rolls_for_mines(judging, unit, end):
        mover.stopped = not minefield_roll(judging, unit, end)
    if mover.stopped:
        return False
    mover.checked_out_of = None
    judging.change(unit, place=end, improvement=Improvement.NONE, men_at_work=False)
    take_leaders(judging, mover.leaders, end)
    return True


def _is_next(judging: Judging, mover: Mover, start: Hex, end: Hex) -> bool:
    """Return whether a unit could step from hex to hex at all, and refuse it if not (R7.3, R7.11, R7.13)."""
    position, name = judging.position, judging.name(mover.unit)
    if end not in position.game.map.hexes:
        judging.refuse("off-the-map", unit=name, hex=end)
    elif end not in judging.book.grid.neighbours(start):
        judging.refuse("not-adjacent", unit=name, start=start, end=end)
    elif not (
        has_allowance(position, mover.unit, position.units[mover.unit].mounted) or _goes_one_hex(judging, mover.unit)
    ):
        judging.refuse("no-allowance", switch=_ASTERISK, unit=name)
    elif _has_enemy(position, mover.unit, end):
        judging.refuse("enemy-in-hex", unit=name, hex=end)
    else:
        return True
    return False


def _has_enemy(position: Position, unit: str, place: Hex) -> bool:
    side = position.side(unit)
    return any(position.side(other) != side for other in position.units_in(place))


def _check_hex(judging: Judging, unit: str, end: Hex) -> None:
    """Refuse a hex that the unit may not enter, although it could.

    Scenario limits; the enemy's entry hexes (NQoS 1.0, R7.12); enemy Fire Zones with the first action of a Division
    Activation (R6.13); a second unit in Column (R7.9).
    """
    position, book, side = judging.position, judging.book, judging.side(unit)
    name = judging.name(unit)
    if end in forbidden_hexes(position, book, side):
        _refuse_forbidden(judging, unit, end)
    enemies = zone_units(position, book, end, side)
    if enemies and not may_enter_zones(position, book, unit, switch=judging.switch):
        shown = ", ".join(judging.name(enemy) for enemy in enemies)
        judging.refuse("zone-in-first-action", unit=name, hex=end, enemies=shown)
    if position.units[unit].column and not room_for_column(position, book, unit, end):
        judging.refuse("second-in-column", unit=name, hex=end)


def _refuse_forbidden(judging: Judging, unit: str, end: Hex) -> None:
    """Refuse a hex beyond a scenario's limits, or near an enemy entry hex (NQoS 1.0, R7.12)."""
    position, book, side, name = judging.position, judging.book, judging.side(unit), judging.name(unit)
    limit = limit_broken(position, side, end)
    if limit is not None:
        judging.refuse("outside-scenario-limits", unit=name, hex=end, rule=limit.rule)
    entry = threatened_entry_hex(position, book, side, end)
    if entry is not None:
        near, away = book.number("distances", "enemy-entry-hex"), book.grid.distance(entry.hex, end)
        judging.refuse("near-enemy-entry-hex", unit=name, hex=end, letter=entry.letter, distance=away, limit=near)
    exclusive_rules(position.game).check_entry(judging, unit, end)


def _pay_for_hex(judging: Judging, mover: Mover, start: Hex, end: Hex) -> None:
    """Spend the points for a hex (NQoS 4.1 to 4.3): across country, or by a trail that the unit can follow (NQoS 4.2).

    Both are kept in mind, since a unit that goes across country may take any trail afterwards: what is left is known
    for each way that it may have come by, and one way with points for all steps is enough.
    """
    position, book, unit = judging.position, judging.book, mover.unit
    if not has_allowance(position, unit, position.units[unit].mounted):
        spend(judging, mover, {OFF_TRAIL: mover.max_left - mover.whole}, f"to enter {end}")
        return
    for switch in cost_switches(position, start, judging.side(unit)):
        judging.switch(switch)
    trails = book.memory(Trails)
    before, left = mover.max_left, dict[OnTrails, int]()
    cost = step_cost(position, book, unit, start, end)
    helps = bool(trails.crossing(start, end)) and trail_helps(position, book, unit, end)
    by_trail = step_cost(position, book, unit, start, end, by_trail=True) if helps else cost
    for on, points in mover.left.items():
        left[OFF_TRAIL] = max(left.get(OFF_TRAIL, points - cost), points - cost)
        onto = trails.follow(on, start, end)
        if helps and onto:
            left[onto] = max(left.get(onto, points - by_trail), points - by_trail)
    if max(left.values()) < 0 and before == mover.whole and judging.switch("minimum-move") == "one-hex":
        left = {OFF_TRAIL: 0}
    jumped = helps and max(left.values()) < 0 <= before - by_trail
    purpose = ""
    if max(left.values()) < 0:
        on_trail = by_trail != cost and before - max(left.values()) == by_trail
        words = cost_words(position, book, unit, start, end, by_trail=on_trail)
        purpose = f"to enter {end}" + (f" ({words})" if words else "")
    spend(judging, mover, left, purpose, name="trail-not-connected" if jumped else "")
