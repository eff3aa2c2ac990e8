"""The Movement Action: a unit's whole way, step by step, with all that is rolled on it (R7, R12; NQoS 3.2, 4.1 to 4.3).

Forming Column and mounting are in ``move_changes.py``, the costs of hexes in ``movement_costs.py``, the search for ways
in ``paths.py``.
"""

from __future__ import annotations

from functools import partial

from ...game.action_words import ActionType, Improvement
from ...game.hexes import Hex
from ...game.play import Move, MoveStep, RollPurpose, StepKind
from ...game.position import Position
from ..judgement import Judgement
from ..rule_sets import exclusive_rules
from .checks import check
from .command import begin_action, end_action, may_enter_zones
from .cost_words import cost_words
from .leaders import companions, take_leaders
from .minefields import minefield_roll, rolls_for_mines
from .move_changes import CHANGES, Mover, spend
from .move_forms import CHANGED_STATES
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


def move(judgement: Judgement, action: Move) -> None:
    """Judge a Movement Action (R7.3): Suppressed units have none (R7.2).

    A hidden gun is shown first (NQoS S4.3). Under a Heavy Barrage comes the check to leave it (R7.14).
    """
    unit = action.unit
    if not begin_action(judgement, unit, ActionType.MOVEMENT):
        return
    if not action.steps:
        judgement.refuse("move-without-steps", unit=judgement.name(unit))
    if _is_able(judgement, unit):
        mover = Mover(unit, scale(judgement.position, unit, judgement.state(unit).mounted) or _ONE_HEX)
        mover.leaders = companions(judgement, unit, action.leaders) if _enters(action.steps) else ()
        with judgement.hanging_on(mover):
            if _gets_out(judgement, mover, action.steps):
                _take_steps(judgement, mover, action.steps, held=action.stopped)
    end_action(judgement, unit)


def _is_able(judgement: Judgement, unit: str) -> bool:
    """Return whether a unit can move at all, and refuse it if not: dummies, parks, no allowance (S4.3, S5.2, R7.13)."""
    name = judgement.name(unit)
    if not exclusive_rules(judgement.position.game).show(judgement, unit):
        judgement.refuse("dummy-cannot-move", unit=name)
    elif not isinstance(judgement.state(unit).place, Hex):
        judgement.refuse("park-cannot-move", unit=name)
    elif not scale(judgement.position, unit, judgement.state(unit).mounted) and not _goes_one_hex(judgement, unit):
        judgement.refuse("no-allowance", switch=_ASTERISK, unit=judgement.name(unit))
    else:
        return True
    return False


def _goes_one_hex(judgement: Judgement, unit: str) -> bool:
    """Return whether a unit off its transport may be moved by one hex without an allowance (R7.13: uncertain).

    A unit without transport has no Movement at all printed on its counter (R2.3).
    """
    return judgement.unit(unit).mounted is not None and judgement.switch(_ASTERISK) == "one-hex"


def _enters(steps: tuple[MoveStep, ...]) -> bool:
    return any(step.kind == StepKind.ENTER for step in steps)


def _gets_out(judgement: Judgement, mover: Mover, steps: tuple[MoveStep, ...]) -> bool:
    """Return whether a unit that is to leave a Heavy Barrage passes its check; if not, it stays (R7.14).

    The check is made before the first step. A unit that fails takes none, and its way ends with the hex to be entered.
    """
    start = judgement.state(mover.unit).place
    if (
        not _enters(steps)
        or not isinstance(start, Hex)
        or not needs_exit_check(judgement.position, judgement.book, start)
    ):
        return True
    judgement.switch("barrage-exit")
    mover.checked_out_of = start
    if check(judgement, RollPurpose.BARRAGE_EXIT, mover.unit):
        return True
    first = next(number for number, step in enumerate(steps, 1) if step.kind == StepKind.ENTER)
    for step in steps[:first]:
        judgement.with_rolls(step.rolls, lambda: None)
    _refuse_later_steps(judgement, mover, steps, first)
    return False


def _refuse_later_steps(judgement: Judgement, mover: Mover, steps: tuple[MoveStep, ...], last: int) -> None:
    """Refuse the steps of a stopped unit after its last one (R12.5); merely planned steps come to nothing."""
    if last < len(steps) and not judgement.chance.is_open:
        left = len(steps) - last
        judgement.refuse("moved-on-after-stop", unit=judgement.name(mover.unit), step=last, left=left)


def _take_steps(judgement: Judgement, mover: Mover, steps: tuple[MoveStep, ...], *, held: bool = False) -> None:
    """Take the steps in turn, each with its own dice, until one stops the unit (R12.5, R7.16).

    *held*: fire that is reported by itself stops the last one.
    """
    for number, step in enumerate(steps, 1):
        mover.is_held = held and number == len(steps)
        take = _enter if step.kind == StepKind.ENTER else _change
        done = judgement.with_rolls(step.rolls, partial(take, judgement, mover, step))
        for gun in step.reveals:
            exclusive_rules(judgement.position.game).reveal(judgement, gun)
        judgement.settled("step", number, done)
        if done:
            continue
        if mover.stopped:
            _refuse_later_steps(judgement, mover, steps, number)
        return


def _change(judgement: Judgement, mover: Mover, step: MoveStep) -> bool:
    """Let the unit change how it moves; a step whose way was never found is refused (R7.3).

    What has been stopped is shown on the counter all the same, and nothing else comes of it.
    """
    change = CHANGES.get(step.kind)
    if change is None:
        judgement.refuse("no-such-step")
        return False
    done = change(judgement, mover)
    if mover.is_held:
        judgement.change(mover.unit, **CHANGED_STATES[step.kind])
    return done


# entering a hex


def _enter(judgement: Judgement, mover: Mover, step: MoveStep) -> bool:
    """Enter a hex, and return whether the unit is in it: points, Opportunity Fire, then the minefield roll (NQoS 4.3).

    The points for a hex that the unit does not reach are lost, and the action is over (R7.16).
    """
    unit, end = mover.unit, step.to
    start = judgement.state(unit).place
    if end is None or not isinstance(start, Hex) or not _is_next(judgement, mover, start, end):
        return False
    _check_hex(judgement, unit, end)
    _pay_for_hex(judgement, mover, start, end)
    if mover.checked_out_of != start and needs_exit_check(judgement.position, judgement.book, start):
        mover.stopped = not check(judgement, RollPurpose.BARRAGE_EXIT, unit)
    if not mover.stopped:
        mover.stopped = not opportunity_fire(judgement, unit, start, end)
    if not mover.stopped and rolls_for_mines(judgement.position, unit, end):
        mover.stopped = not minefield_roll(judgement, unit, end)
    if mover.stopped:
        return False
    mover.checked_out_of = None
    judgement.change(unit, place=end, improvement=Improvement.NONE, men_at_work=False)
    take_leaders(judgement, mover.leaders, end)
    return True


def _is_next(judgement: Judgement, mover: Mover, start: Hex, end: Hex) -> bool:
    """Return whether a unit could step from hex to hex at all, and refuse it if not (R7.3, R7.11, R7.13)."""
    position, name = judgement.position, judgement.name(mover.unit)
    if end not in position.game.map.hexes:
        judgement.refuse("off-the-map", unit=name, hex=end)
    elif end not in judgement.book.grid.neighbours(start):
        judgement.refuse("not-adjacent", unit=name, start=start, end=end)
    elif not (
        has_allowance(position, mover.unit, position.units[mover.unit].mounted) or _goes_one_hex(judgement, mover.unit)
    ):
        judgement.refuse("no-allowance", switch=_ASTERISK, unit=name)
    elif _has_enemy(position, mover.unit, end):
        judgement.refuse("enemy-in-hex", unit=name, hex=end)
    else:
        return True
    return False


def _has_enemy(position: Position, unit: str, place: Hex) -> bool:
    side = position.side(unit)
    return any(position.side(other) != side for other in position.units_in(place))


def _check_hex(judgement: Judgement, unit: str, end: Hex) -> None:
    """Refuse a hex that the unit may not enter, although it could.

    Scenario limits; the enemy's entry hexes (NQoS 1.0, R7.12); enemy Fire Zones with the first action of a Division
    Activation (R6.13); a second unit in Column (R7.9).
    """
    position, book, side = judgement.position, judgement.book, judgement.side(unit)
    name = judgement.name(unit)
    if end in forbidden_hexes(position, book, side):
        _refuse_forbidden(judgement, unit, end)
    enemies = zone_units(position, book, end, side)
    if enemies and not may_enter_zones(position, book, unit, switch=judgement.switch):
        shown = ", ".join(judgement.name(enemy) for enemy in enemies)
        judgement.refuse("zone-in-first-action", unit=name, hex=end, enemies=shown)
    if position.units[unit].column and not room_for_column(position, book, unit, end):
        judgement.refuse("second-in-column", unit=name, hex=end)


def _refuse_forbidden(judgement: Judgement, unit: str, end: Hex) -> None:
    """Refuse a hex beyond a scenario's limits, or near an enemy entry hex (NQoS 1.0, R7.12)."""
    position, book, side, name = judgement.position, judgement.book, judgement.side(unit), judgement.name(unit)
    limit = limit_broken(position, side, end)
    if limit is not None:
        judgement.refuse("outside-scenario-limits", unit=name, hex=end, rule=limit.rule)
    entry = threatened_entry_hex(position, book, side, end)
    if entry is not None:
        near, away = book.number("distances", "enemy-entry-hex"), book.grid.distance(entry.hex, end)
        judgement.refuse("near-enemy-entry-hex", unit=name, hex=end, letter=entry.letter, distance=away, limit=near)
    exclusive_rules(position.game).check_entry(judgement, unit, end)


def _pay_for_hex(judgement: Judgement, mover: Mover, start: Hex, end: Hex) -> None:
    """Spend the points for a hex (NQoS 4.1 to 4.3): across country, or by a trail that the unit can follow (NQoS 4.2).

    Both are kept in mind, since a unit that goes across country may take any trail afterwards: what is left is known
    for each way that it may have come by, and one way with points for all steps is enough.
    """
    position, book, unit = judgement.position, judgement.book, mover.unit
    if not has_allowance(position, unit, position.units[unit].mounted):
        spend(judgement, mover, {OFF_TRAIL: mover.max_left - mover.whole}, f"to enter {end}")
        return
    for switch in cost_switches(position, start, judgement.side(unit)):
        judgement.switch(switch)
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
    if max(left.values()) < 0 and before == mover.whole and judgement.switch("minimum-move") == "one-hex":
        left = {OFF_TRAIL: 0}
    jumped = helps and max(left.values()) < 0 <= before - by_trail
    purpose = ""
    if max(left.values()) < 0:
        on_trail = by_trail != cost and before - max(left.values()) == by_trail
        words = cost_words(position, book, unit, start, end, by_trail=on_trail)
        purpose = f"to enter {end}" + (f" ({words})" if words else "")
    spend(judgement, mover, left, purpose, name="trail-not-connected" if jumped else "")
