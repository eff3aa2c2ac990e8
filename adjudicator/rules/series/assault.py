"""The Assault Action: its conditions, the Bravery Check, and the steps of an assault in their order (R11).

The fire of the two sides at each other is in ``assault_fire.py``, the defenders' retreat in ``retreat.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from ...game.action_words import ActionType, Barrage, Improvement
from ...game.hexes import Hex
from ...game.play import Assault, RollPurpose
from ...game.position import Status
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from ..ruling import Modifier
from .assault_fire import Fight, charge, combat, defenders_opportunity_fire
from .assault_limits import entry_allowed, rely_on
from .checks import check
from .command import begin_action, end_action
from .fire import has_company_bonus
from .leaders import companions, take_leaders
from .minefields import minefield_roll, rolls_for_mines
from .results import eliminate
from .retreat import retreat
from .stacking import is_overstacked

__all__ = ["assault", "bravery_sum", "may_assault"]

_BRAVERY = "bravery-check"
_BARRAGES: Final = {Barrage.LIGHT: "light-barrage", Barrage.HEAVY: "heavy-barrage"}
_POSITIONS: Final = {Improvement.IMPROVED_POSITION: "improved-position", Improvement.ENTRENCHMENT: "entrenched"}
"""The rows of the chart ``state-effects``."""


def assault(judgement: Judgement, action: Assault) -> None:
    """Judge an Assault Action: one action of each unit of a stack, made together (R11.2, R6.18).

    Under a Division chit it is no first action (R11.12, R6.13); Suppressed units make none (R7.2).
    """
    asked = tuple(dict.fromkeys(action.units))
    if not asked:
        judgement.refuse("assault-without-units")
        return
    units = tuple(unit for unit in asked if begin_action(judgement, unit, ActionType.ASSAULT, stack=asked))
    if units == asked and _may_be_made(judgement, units, action.target):
        _make(judgement, action, units)
    for unit in units:
        end_action(judgement, unit)


# conditions of an assault


def _may_be_made(judgement: Judgement, units: tuple[str, ...], target: Hex) -> bool:
    """Return whether an assault can be made, and refuse it if not (R11.1, R11.2, R8.2; NQoS 1.0)."""
    position, book = judgement.position, judgement.book
    places = {position.units[unit].place for unit in units}
    source = places.pop()
    able = [may_assault(judgement, unit) for unit in units]
    if places or not isinstance(source, Hex):
        judgement.refuse("assault-from-several-hexes")
    elif target not in book.grid.neighbours(source):
        judgement.refuse("assault-not-adjacent", start=source, hex=target)
    elif not _enemies_in(judgement, units[0], target):
        judgement.refuse("assault-without-enemy", hex=target)
    elif is_overstacked(position, book, source):
        judgement.refuse("assault-from-overstacked-hex", hex=source)
    else:
        return entry_allowed(judgement, units[0], target) and all(able)
    return False


def may_assault(judgement: Judgement, unit: str) -> bool:
    """Return whether a unit by itself may assault, and refuse it if not (R11.1).

    It needs an Assault Rating, a Movement Allowance and a step; it is neither in a position of its own nor under a
    Heavy Barrage (R10.9); it is no mortar and no Indirect HE. Units simply leave positions that are the map's own.
    """
    refusals = [name for name, applies in _HINDRANCES.items() if applies(judgement, unit)]
    for name in refusals:
        judgement.refuse(name, unit=judgement.name(unit))
    return not refusals


def _has_no_rating(judgement: Judgement, unit: str) -> bool:
    return judgement.ratings(unit).assault is None


def _is_immobile(judgement: Judgement, unit: str) -> bool:
    return judgement.ratings(unit).movement is None


def _has_no_step(judgement: Judgement, unit: str) -> bool:
    return judgement.state(unit).steps < 1


def _is_dug_in(judgement: Judgement, unit: str) -> bool:
    row = _POSITIONS.get(judgement.state(unit).improvement)
    return row is not None and not judgement.book.flag("state-effects", row, "may_assault")


def _is_pinned(judgement: Judgement, unit: str) -> bool:
    place = judgement.state(unit).place
    row = _BARRAGES.get(judgement.position.barrages.get(place, Barrage.NONE)) if isinstance(place, Hex) else None
    return row is not None and not judgement.book.flag("state-effects", row, "may_assault")


def _is_indirect(judgement: Judgement, unit: str) -> bool:
    weapon = judgement.ratings(unit).weapon
    return bool(weapon) and judgement.book.flag("weapon-modes", weapon, "indirect")


_HINDRANCES: Final[Mapping[str, Callable[[Judgement, str], bool]]] = {
    "assault-without-rating": _has_no_rating,
    "assault-without-movement": _is_immobile,
    "assault-without-steps": _has_no_step,
    "assault-from-position": _is_dug_in,
    "assault-under-barrage": _is_pinned,
    "assault-by-artillery": _is_indirect,
}
"""The refusals of a unit that may not assault (R11.1), in the order of the rule."""


def _enemies_in(judgement: Judgement, unit: str, place: Hex) -> tuple[str, ...]:
    side = judgement.side(unit)
    return tuple(other for other in judgement.position.units_in(place) if judgement.side(other) != side)


# the assault


def _make(judgement: Judgement, action: Assault, units: tuple[str, ...]) -> None:
    """Make an assault in its order.

    Face-down guns are shown (NQoS S4.3). Bravery Checks (R11.3); those that fail take no part (R11.4). Mines (R11.5).
    The defenders' Opportunity Fire (R11.6). They hold or retreat (R11.7). The combat or the charge (R11.8), and who
    has the hex then (R11.11). It ends at once when no assaulting unit is left.
    """
    defenders = _enemies_in(judgement, units[0], action.target)
    hidden = frozenset(unit for unit in defenders if judgement.state(unit).hidden)
    fight = Fight(
        units=units,
        source=judgement.state(units[0]).place,
        target=action.target,
        defenders=tuple(unit for unit in defenders if exclusive_rules(judgement.position.game).show(judgement, unit)),
        revealed=hidden,
        company_bonus=frozenset(action.company_bonus),
        aims=action.targets,
    )
    _check_named(judgement, action, fight)
    if fight.defenders:
        with judgement.hanging_on(fight):
            _fight(judgement, action, fight)
    _take_hex(judgement, action, fight)


def _fight(judgement: Judgement, action: Assault, fight: Fight) -> None:
    fight.units = tuple(unit for unit in fight.units if _is_brave(judgement, fight, unit))
    fight.units = tuple(unit for unit in fight.units if _gets_through_mines(judgement, fight, unit))
    judgement.settled("approach")
    defenders_opportunity_fire(judgement, fight)
    if action.defender_retreats and fight.attackers(judgement):
        retreat(judgement, fight, dict(action.retreat_to))
    if action.charge:
        charge(judgement, fight)
    else:
        combat(judgement, fight)


def _check_named(judgement: Judgement, action: Assault, fight: Fight) -> None:
    """Refuse statements of the action on units that have no part in it, and the Company Bonus of small ones (R9.6)."""
    present = {*fight.units, *fight.defenders}
    named = {*action.company_bonus, *(unit for pair in action.targets for unit in pair), *action.advance}
    for unit in judgement.position.units:
        if unit in named - present:
            judgement.refuse("not-in-the-assault", unit=judgement.name(unit), hex=fight.target)
        elif unit in action.company_bonus and not has_company_bonus(judgement, unit):
            needed = judgement.book.number("fire-rating-limits", "company-bonus-steps")
            steps = judgement.state(unit).steps
            judgement.refuse("no-company-bonus-for-steps", unit=judgement.name(unit), steps=steps, needed=needed)


def _is_brave(judgement: Judgement, fight: Fight, unit: str) -> bool:
    """Return whether a unit passes its Bravery Check, or needs none (R11.3)."""
    return not _needs_bravery(judgement, fight, unit) or check(
        judgement, RollPurpose.BRAVERY, unit, extra=bravery_modifiers(judgement, fight)
    )


def _needs_bravery(judgement: Judgement, fight: Fight, unit: str) -> bool:
    """Return whether a unit has to check its bravery: against armour, and against Entrenched units (R11.3).

    Whether it has to check against others too is uncertain.
    """
    if not exclusive_rules(judgement.position.game).needs_bravery_check(judgement.position, unit, fight.target):
        return False
    daunting = any(
        judgement.ratings(defender).armoured or judgement.state(defender).improvement == Improvement.ENTRENCHMENT
        for defender in fight.defenders
    )
    return daunting or judgement.switch("bravery-check") == "always"


def bravery_modifiers(judgement: Judgement, fight: Fight) -> tuple[Modifier, ...]:
    """Return the modifiers that only a Bravery Check adds to the Troop Quality Rating (R11.3).

    They are the best Defence Rating of the assaulting armour, subtracted, and only the best that the defender has: the
    printed Defence Rating of his best armour, or that a unit is Entrenched.
    """
    present = {
        "assaulting-armour": _best_defence(judgement, fight.stack),
        "defending-armour": _best_defence(judgement, fight.defenders),
        "defending-entrenched": 0
        if any(judgement.state(unit).improvement == Improvement.ENTRENCHMENT for unit in fight.defenders)
        else None,
    }
    return bravery_sum(judgement.book, present)


def bravery_sum(book: RuleBook, present: Mapping[str, int | None]) -> tuple[Modifier, ...]:
    """Return the modifiers of the rows that are *present*, each with the Defence Rating in question (R11.3).

    None as a rating: there is nothing of the kind.
    """
    values = {
        row: book.number(_BRAVERY, row, "factor") * defence + book.number(_BRAVERY, row)
        for row, defence in present.items()
        if defence is not None
    }
    theirs = [row for row in values if book.flag(_BRAVERY, row, "defender")]
    best = min(theirs, key=lambda row: values[row], default=None)
    counted = [row for row in values if row == best or row not in theirs]
    return tuple(replace(book.modifier(_BRAVERY, row), value=values[row]) for row in counted)


def _best_defence(judgement: Judgement, units: Iterable[str]) -> int | None:
    """Return the best printed Defence Rating of the armoured ones among some units, None if there are none."""
    ratings = [judgement.ratings(unit) for unit in units]
    return min((found.defence or 0 for found in ratings if found.armoured), default=None)


def _gets_through_mines(judgement: Judgement, fight: Fight, unit: str) -> bool:
    """Return whether a unit is not stopped by the mines of the hex; the others must go on (R11.5, NQoS 4.3)."""
    return not rolls_for_mines(judgement.position, unit, fight.target) or minefield_roll(judgement, unit, fight.target)


# the outcome


def _take_hex(judgement: Judgement, action: Assault, fight: Fight) -> None:
    """Let the assaulting units enter the hex if no defender is left that is not Suppressed (R11.11).

    Whether those that are Suppressed are eliminated then is uncertain; if not, they hold the hex.
    """
    attackers = fight.attackers(judgement)
    if not attackers or fight.able_defenders(judgement):
        return
    suppressed = fight.remaining(judgement)
    if suppressed and rely_on(judgement, "assault-outcome") == "held":
        return
    for unit in suppressed:
        eliminate(judgement, unit)
    for unit in action.advance:
        if unit not in attackers and not judgement.chance.is_open:
            judgement.refuse("cannot-advance", unit=judgement.name(unit), hex=fight.target)
    for unit in attackers:
        if not action.advance or unit in action.advance:
            _advance(judgement, unit, fight.target)


def _advance(judgement: Judgement, unit: str, place: Hex) -> None:
    """Move a unit into the hex that it has assaulted, at no cost, with the leaders that it would leave alone (R6.5)."""
    if judgement.state(unit).status is Status.ON_MAP:
        leaders = companions(judgement, unit, ())
        judgement.change(unit, place=place, men_at_work=False)
        take_leaders(judgement, leaders, place)
