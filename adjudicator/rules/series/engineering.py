"""Rally and Engineer Actions: positions that are dug, mines that are cleared and laid again (R13; NQoS 4.3.2)."""

from __future__ import annotations

from collections.abc import Iterator

from ...game.action_words import ActionType, Improvement
from ...game.hexes import Hex
from ...game.play import Engineer, EngineerWork, Rally, RallyKind, RollPurpose
from ...game.position import Position, Status
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from ..ruling import Modifier
from .checks import check
from .command import begin_action, end_action
from .minefields import mine_level, printed_level
from .opportunity import opportunity_fire
from .sight import zone_units

__all__ = ["engineer", "rally", "rally_problems", "work_problems"]

_POSITIONS = {
    EngineerWork.IMPROVED_POSITION: Improvement.IMPROVED_POSITION,
    EngineerWork.ENTRENCHMENT: Improvement.ENTRENCHMENT,
}
"""The works that make a position, and its level (R13.3)."""
_MINE_WORKS = {EngineerWork.CLEAR_MINES: True, EngineerWork.LAY_MINES: False}
"""The works at a minefield, and whether they clear it (4.3.2)."""
_LEG = "infantry"
"""The class of Leg units, engineers among them (R2.11)."""
_AT_WORK = "men-at-work"


# Rally


def rally(judgement: Judgement, action: Rally) -> None:
    """Judge a Rally Action: a check takes away the Suppression or a Cohesion Hit (R13.1, R13.2)."""
    unit = action.unit
    problems = list(rally_problems(judgement.position, judgement.book, unit, action.of))
    if not begin_action(judgement, unit, ActionType.RALLY):
        return
    for name, switch in problems:
        judgement.refuse(name, switch=switch, unit=judgement.name(unit), of=action.of)
    if any(not switch for _, switch in problems):
        end_action(judgement, unit)
        return
    if action.of == RallyKind.COHESION:
        _note_switches(judgement, unit)
    if _stands_fire(judgement, unit, "rally") and check(judgement, RollPurpose.RALLY, unit):
        _recover(judgement, unit, action.of)
    end_action(judgement, unit)


def rally_problems(position: Position, book: RuleBook, unit: str, of: RallyKind) -> Iterator[tuple[str, str]]:
    """Yield the refusals of a Rally Action and the switches that they depend on (R13.1, R13.2)."""
    state = position.units[unit]
    if not (state.suppressed if of == RallyKind.SUPPRESSION else state.cohesion):
        yield "nothing-to-rally", ""
        return
    if of == RallyKind.SUPPRESSION:
        return
    if state.suppressed and book.switch("suppression-rallied-first") == "yes":
        yield "suppression-rallied-first", "suppression-rallied-first"
    if book.switch("rally-cohesion-in-zone") == "forbidden" and _is_in_enemy_zone(position, book, unit):
        yield "rally-cohesion-in-zone", "rally-cohesion-in-zone"


def _note_switches(judgement: Judgement, unit: str) -> None:
    """Note the switches that the rally of a Cohesion Hit depends on."""
    judgement.switch("rally-cohesion-hits")
    if judgement.state(unit).suppressed:
        judgement.switch("suppression-rallied-first")
    if _is_in_enemy_zone(judgement.position, judgement.book, unit):
        judgement.switch("rally-cohesion-in-zone")


def _is_in_enemy_zone(position: Position, book: RuleBook, unit: str) -> bool:
    place = position.units[unit].place
    return isinstance(place, Hex) and bool(zone_units(position, book, place, position.side(unit)))


def _recover(judgement: Judgement, unit: str, of: RallyKind) -> None:
    """Take away what was rallied: the Suppression, one Cohesion Hit or all of them (R13.1)."""
    if of == RallyKind.SUPPRESSION:
        judgement.change(unit, suppressed=False)
    elif judgement.switch("rally-cohesion-hits") == "all":
        judgement.change(unit, cohesion=0)
    else:
        judgement.change(unit, cohesion=judgement.state(unit).cohesion - 1)


def _stands_fire(judgement: Judgement, unit: str, action: str) -> bool:
    """Draw the Opportunity Fire that an action provokes, and return whether the unit can still do it (R12.1, R12.8).

    It cannot if it is gone, nor if the fire Suppressed it.
    """
    state = judgement.state(unit)
    if not isinstance(state.place, Hex) or not _is_in_enemy_zone(judgement.position, judgement.book, unit):
        return True
    goes_on = opportunity_fire(judgement, unit, state.place, action=action)
    return goes_on or (state.suppressed and judgement.state(unit).status is Status.ON_MAP)


# Engineer Actions


def engineer(judgement: Judgement, action: Engineer) -> None:
    """Judge an Engineer Action: it provokes Opportunity Fire, then a check without Command Points (R13.4, R13.5).

    NQoS 4.3.2: the unit is out of the positions that the map gives it meanwhile.
    """
    unit, work = action.unit, action.work
    problems = list(work_problems(judgement.position, judgement.book, unit, work))
    if not begin_action(judgement, unit, ActionType.ENGINEER):
        return
    for name, switch in problems:
        judgement.refuse(name, switch=switch, unit=judgement.name(unit), hex=judgement.state(unit).place, work=work)
    if any(not switch for _, switch in problems):
        end_action(judgement, unit)
        return
    if _stands_fire(judgement, unit, "engineer"):
        if work in _POSITIONS:
            _build(judgement, unit, _POSITIONS[work])
        else:
            _work_on_mines(judgement, unit, clears=_MINE_WORKS[work])
    end_action(judgement, unit)


def work_problems(position: Position, book: RuleBook, unit: str, work: EngineerWork) -> Iterator[tuple[str, str]]:
    """Yield the refusals of an Engineer Action and the switches that they depend on (R13.3, R13.4; NQoS 4.3.2)."""
    if not isinstance(position.units[unit].place, Hex):
        yield "work-in-a-hex", ""
        return
    find = _position_problems if work in _POSITIONS else _mine_problems
    yield from find(position, book, unit, work)


def _position_problems(position: Position, book: RuleBook, unit: str, work: EngineerWork) -> Iterator[tuple[str, str]]:
    """Yield the obstacles to a unit's digging (R13.3, R13.4).

    Only Leg units dig, and a mounted unit is a vehicle (R2.10): an engineer on its transport too.
    """
    counter, state = position.game.units[unit], position.units[unit]
    if counter.unit_class != _LEG or state.mounted:
        yield "builder-not-on-foot", ""
    if state.column and book.switch("digging-in-column") == "no":
        yield "builder-in-column", ""
    yield from exclusive_rules(position.game).work_problems(position, book, unit, work)
    skipped = _POSITIONS[work] - 1 - state.improvement
    if skipped < 0 or (skipped and book.switch("order-of-positions") == "one-after-the-other"):
        yield "not-the-next-position", ""
    if work == EngineerWork.ENTRENCHMENT and not counter.engineer and book.switch("who-entrenches") == "engineers":
        yield "only-engineers-entrench", "who-entrenches"


def _mine_problems(position: Position, book: RuleBook, unit: str, work: EngineerWork) -> Iterator[tuple[str, str]]:
    """Yield the obstacles to a unit's work on mines (NQoS 4.3.2).

    The only conditions are that the unit is an engineer, whose symbol is on both sides of the counter, and out of
    Column: it may be mounted.
    """
    counter, state = position.game.units[unit], position.units[unit]
    if not isinstance(state.place, Hex):
        return
    yield from exclusive_rules(position.game).work_problems(position, book, unit, work)
    level, printed = mine_level(position, state.place), printed_level(position, state.place)
    if not counter.engineer:
        yield "not-an-engineer", ""
    if state.column:
        yield "engineer-in-column", ""
    if _MINE_WORKS[work] and not level:
        yield "no-mines-to-clear", ""
    if not _MINE_WORKS[work] and level >= printed:
        yield "no-more-mines", ""


def _build(judgement: Judgement, unit: str, level: Improvement) -> None:
    """Dig a position: first Men at Work, then the position, or at once; the steps are switches (R13.4).

    Engineers and other units have different switches, because only an engineer's counter can have Men at Work.
    """
    is_engineer = judgement.unit(unit).engineer
    if level == Improvement.ENTRENCHMENT and not is_engineer:
        judgement.switch("who-entrenches")
    steps = judgement.switch("engineers-building-positions" if is_engineer else "building-positions")
    if steps == "men-at-work-first" and not judgement.state(unit).men_at_work:
        if check(judgement, RollPurpose.ENGINEER, unit):
            judgement.change(unit, men_at_work=True)
        return
    if steps == "automatic" or _succeeds(judgement, unit):
        judgement.change(unit, improvement=level, men_at_work=False)
    elif is_engineer or steps == "men-at-work-first":
        judgement.change(unit, men_at_work=True)


def _succeeds(judgement: Judgement, unit: str) -> bool:
    """Make the check of an Engineer Action; the effect of Men at Work from an earlier action is a switch (R13.4)."""
    if not judgement.state(unit).men_at_work:
        return check(judgement, RollPurpose.ENGINEER, unit)
    helped = judgement.switch(_AT_WORK)
    if helped == "automatic":
        return True
    extra = (Modifier(_AT_WORK, "Men at Work", 1, "GTS R13.4"),) if helped == "plus-one" else ()
    return check(judgement, RollPurpose.ENGINEER, unit, extra=extra)


def _work_on_mines(judgement: Judgement, unit: str, *, clears: bool) -> None:
    """Clear or lay mines by one level; failed clearing leaves Men at Work (NQoS 4.3.2)."""
    place = judgement.state(unit).place
    if not isinstance(place, Hex):
        return
    if not _succeeds(judgement, unit):
        if clears:
            judgement.change(unit, men_at_work=True)
        return
    level = _level_after(judgement.book, mine_level(judgement.position, place), clears=clears)
    mines = {where: number for where, number in judgement.position.mines.items() if where != place}
    if level != printed_level(judgement.position, place):
        mines[place] = level
    judgement.position = judgement.position.after(mines=mines)
    judgement.change(unit, men_at_work=False)


def _level_after(book: RuleBook, level: int, *, clears: bool) -> int:
    """Return the minefield level after work that succeeds, from the chart (NQoS 4.3.2)."""
    return next(
        int(str(row.cells["after"]))
        for row in book.charts["minefield-work"].rows
        if row.cells["clears"] is clears and row.cells["before"] == level
    )
